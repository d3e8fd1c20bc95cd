// Expressions alone: number fields and variables of the drawing; compile.h.
#include <cmath>

#include "codegen/amount.h"
#include "codegen/compile.h"
#include "codegen/limits.h"
#include "codegen/meaning.h"
#include "codegen/names.h"
#include "codegen/parse.h"

namespace limber {
namespace {

// Where the token begins in the text: its spot counts lines and characters.
std::size_t byte_of(std::string_view text, const Spot& spot) {
  int line = 1, column = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0) == 0x80) continue;
    if (line == spot.line && column == spot.column) return i;
    if (text[i] == '\n') {
      ++line;
      column = 1;
    } else {
      ++column;
    }
  }
  return text.size();
}

// One behind the last of so many characters.
std::size_t after(std::string_view text, std::size_t from, int characters) {
  std::size_t at = from;
  for (; at < text.size(); ++at)
    if ((static_cast<unsigned char>(text[at]) & 0xC0) != 0x80 && characters-- == 0) break;
  return at;
}

}  // namespace

Result<Amount> amount_of(std::string_view text, const Amounts& names) {
  std::vector<Error> errors;
  Names variables;
  for (const auto& [name, amount] : names) variables.insert(name);
  const Formula formula = parse_expression(text, variables, errors);
  Graph graph;
  graph.constant(0);
  Surroundings around;
  around.find = [&](const std::string& name) -> std::optional<Value> {
    if (const auto found = names.find(name); found != names.end()) {
      const Amount& known = found->second;
      return number_value(graph.constant(known.value), {known.length, known.angle, known.plain});
    }
    if (const UnitWord* unit = find_unit(name))
      return number_value(graph.constant(unit->value),
                          dimension_of(unit->angle ? Role::angle : Role::length));
    return {};
  };
  for (const auto& [name, known] : names) around.names.push_back(name);
  Evaluator evaluator(graph, formula, errors);
  evaluator.units_matter = true;
  Value value;
  if (!formula.lets.empty()) value = evaluator.number(formula.lets.front().value, around);
  if (!errors.empty()) return gather(std::move(errors));
  // All leaves are constants: what is not folded had no finite value.
  if (value.kind != Value::number || !graph.is_constant(value.x) ||
      !std::isfinite(graph.value(value.x)))
    return error_at({1, 1, 1}, "This has no finite value.");
  const Dimension& dimension = value.dimension;
  return Amount{graph.value(value.x), dimension.length, dimension.angle, dimension.plain};
}

Result<double> evaluate(std::string_view text, const std::map<std::string, double>& names) {
  Amounts known;
  for (const auto& [name, value] : names) known[spelled_out(name)] = {value};
  const Result<Amount> amount = amount_of(text, known);
  if (!amount) return amount.error();
  return amount->value;
}

Result<std::string> name_for_formulas(std::string_view text) {
  if (text.empty()) return error_at({1, 1, 1}, "A name is missing here.");
  std::vector<Error> errors;
  const std::vector<Token> tokens = lex(text, errors);
  if (!errors.empty() || tokens[0].kind != Token::name ||
      !with_name_changed(text, tokens[0].text, "").empty())
    return error_at({1, 1, 1}, quoted(text) + " cannot be a name.",
                    "a name is one word of letters, digits and _, and begins with a letter");
  const std::string& name = tokens[0].text;
  if (name.size() > static_cast<std::size_t>(limits::name_length))
    return error_at({1, 1, 1}, "This name is too long.",
                    "up to " + std::to_string(limits::name_length) + " characters will do");
  // m and e may be names; they then hide the metre and the number e.
  const bool letter = name.size() == 1;
  if (is_reserved(name) || (find_function(name) && !may_be_hidden(name)))
    return error_at({1, 1, 1}, name + " is a word of the formula language.", "choose another name");
  if (!letter && find_unit(name))
    return error_at({1, 1, 1}, name + " is a unit.", "choose another name");
  if (!letter && find_constant(name))
    return error_at({1, 1, 1}, name + " is a constant.", "choose another name");
  return name;
}

std::set<std::string, std::less<>> names_in(std::string_view text) {
  std::vector<Error> errors;
  const std::vector<Token> tokens = lex(text, errors);
  std::set<std::string, std::less<>> names;
  for (std::size_t k = 0; k < tokens.size(); ++k) {
    const bool component = k > 0 && tokens[k - 1].is(".");
    const bool word = is_reserved(tokens[k].text) ||
                      (find_function(tokens[k].text) && !may_be_hidden(tokens[k].text));
    if (tokens[k].kind == Token::name && !component && !word) names.insert(tokens[k].text);
  }
  return names;
}

std::string with_name_changed(std::string_view text, std::string_view from, std::string_view to) {
  std::vector<Error> errors;
  const std::vector<Token> tokens = lex(text, errors);
  std::string out(text);
  for (std::size_t k = tokens.size(); k-- > 0;) {  // from the end: places before stay true
    if (!tokens[k].word(from) || (k > 0 && tokens[k - 1].is("."))) continue;
    const std::size_t begin = byte_of(text, tokens[k].spot);
    out.replace(begin, after(text, begin, tokens[k].spot.length) - begin, to);
  }
  return out;
}

}  // namespace limber
