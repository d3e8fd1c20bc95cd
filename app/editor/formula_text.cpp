#include "app/editor/formula_text.h"

#include <algorithm>
#include <set>

#include "app/edits/formula_kind.h"
#include "app/editor/text_buffer.h"
#include "codegen/lex.h"
#include "codegen/names.h"

namespace limber {

namespace {

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Error> ignored;
  return lex(text, ignored);
}

std::vector<std::size_t> line_begins(std::u32string_view text) {
  std::vector<std::size_t> out{0};
  for (std::size_t at = 0; at < text.size(); ++at)
    if (text[at] == '\n') out.push_back(at + 1);
  return out;
}

Ink ink_of(const Token& token) {
  switch (token.kind) {
    case Token::number:
      return Ink::number;
    case Token::string:
      return Ink::title;
    case Token::name:
      if (is_grammar_word(token.text)) return Ink::word;
      if (find_function(token.text)) return Ink::function;
      if (find_constant(token.text)) return Ink::number;
      return Ink::plain;
    default:
      return Ink::plain;
  }
}

// From a # to the end of its line, unless it stands in a title.
void add_comments(std::u32string_view text, std::vector<InkSpan>& out) {
  bool title = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n') title = false;
    if (text[at] == '"') title = !title;
    if (text[at] != '#' || title) continue;
    const std::size_t end = std::min(text.find(U'\n', at), text.size());
    out.push_back({at, end, Ink::comment});
    at = end;
  }
}

}  // namespace

std::vector<InkSpan> inks_of(std::u32string_view text) {
  const std::vector<std::size_t> begins = line_begins(text);
  std::vector<InkSpan> out;
  for (const Token& token : tokens_of(utf8_of(text))) {
    const Ink ink = ink_of(token);
    const auto line = static_cast<std::size_t>(token.spot.line - 1);
    if (ink == Ink::plain || token.spot.line < 1 || line >= begins.size()) continue;
    const std::size_t from = begins[line] + static_cast<std::size_t>(token.spot.column - 1);
    out.push_back({from, from + static_cast<std::size_t>(token.spot.length), ink});
  }
  add_comments(text, out);
  std::ranges::stable_sort(out, {}, &InkSpan::from);
  return out;
}

std::optional<std::pair<std::size_t, std::size_t>> matched_brackets(std::u32string_view text,
                                                                    std::size_t caret) {
  constexpr std::u32string_view open = U"([", close = U")]";
  const auto partner = [&](std::size_t at) -> std::optional<std::size_t> {
    const std::size_t opens = open.find(text[at]), closes = close.find(text[at]);
    if (opens == open.npos && closes == close.npos) return std::nullopt;
    const std::ptrdiff_t step = opens != open.npos ? 1 : -1;
    std::ptrdiff_t depth = 0;
    for (auto k = static_cast<std::ptrdiff_t>(at); k >= 0 && k < std::ssize(text); k += step) {
      const char32_t c = text[static_cast<std::size_t>(k)];
      if (open.find(c) != open.npos) depth += step;
      if (close.find(c) != close.npos) depth -= step;
      if (depth == 0) return static_cast<std::size_t>(k);
    }
    return std::nullopt;
  };
  if (caret > 0 && caret <= text.size())
    if (const auto other = partner(caret - 1)) return std::pair(caret - 1, *other);
  if (caret < text.size())
    if (const auto other = partner(caret)) return std::pair(caret, *other);
  return std::nullopt;
}

std::optional<std::pair<std::size_t, std::size_t>> underlined(std::u32string_view text,
                                                              const Error& error) {
  const std::vector<std::size_t> begins = line_begins(text);
  const auto line = static_cast<std::size_t>(std::max(error.line, 1) - 1);
  if (error.line < 1 || error.column < 1 || line >= begins.size()) return std::nullopt;
  const std::size_t end =
      line + 1 < begins.size() ? begins[line + 1] - 1 : text.size();
  const std::size_t from =
      std::min(begins[line] + static_cast<std::size_t>(error.column - 1), end);
  return std::pair(from, std::min(from + static_cast<std::size_t>(std::max(error.length, 1)), end));
}

// ---- signs

namespace {
constexpr std::pair<std::u32string_view, char32_t> spelled[] = {
    {U"alpha", U'α'},   {U"beta", U'β'},    {U"gamma", U'γ'},  {U"delta", U'δ'},
    {U"epsilon", U'ε'}, {U"zeta", U'ζ'},    {U"eta", U'η'},    {U"theta", U'θ'},
    {U"iota", U'ι'},    {U"kappa", U'κ'},   {U"lambda", U'λ'}, {U"mu", U'μ'},
    {U"nu", U'ν'},      {U"xi", U'ξ'},      {U"omicron", U'ο'}, {U"pi", U'π'},
    {U"rho", U'ρ'},     {U"sigma", U'σ'},   {U"tau", U'τ'},    {U"upsilon", U'υ'},
    {U"phi", U'φ'},     {U"chi", U'χ'},     {U"psi", U'ψ'},    {U"omega", U'ω'},
    {U"Gamma", U'Γ'},   {U"Delta", U'Δ'},   {U"Theta", U'Θ'},  {U"Lambda", U'Λ'},
    {U"Xi", U'Ξ'},      {U"Pi", U'Π'},      {U"Sigma", U'Σ'},  {U"Phi", U'Φ'},
    {U"Psi", U'Ψ'},     {U"Omega", U'Ω'},   {U"sqrt", U'√'},   {U"cdot", U'·'},
    {U"times", U'×'},   {U"leq", U'≤'},     {U"geq", U'≥'}};

constexpr std::pair<char, std::u32string_view> alt_signs[] = {
    {'a', U"αα"}, {'b', U"ββ"}, {'g', U"γΓ"}, {'d', U"δΔ"}, {'f', U"φΦ"},
    {'l', U"λΛ"}, {'m', U"μμ"}, {'p', U"πΠ"}, {'r', U"√ρ"}, {'s', U"σΣ"},
    {'t', U"θΘ"}, {'w', U"ωΩ"}, {'x', U"ξΞ"}, {'k', U"κκ"}};
}  // namespace

std::optional<std::pair<std::size_t, char32_t>> spelled_sign(std::u32string_view text,
                                                             std::size_t caret) {
  const std::u32string_view before = text.substr(0, caret);
  const std::size_t at = before.rfind(U'\\');
  if (at == before.npos) return std::nullopt;
  for (const auto& [name, sign] : spelled)
    if (before.substr(at + 1) == name) return std::pair(caret - at, sign);
  return std::nullopt;
}

char32_t sign_of_alt(int key, bool shift) {
  for (const auto& [letter, signs] : alt_signs)
    if (letter == key) return signs[shift ? 1 : 0];
  return 0;
}

// ---- bare equations

namespace {

template <class Taken>
std::string fresh(const std::string& stem, Taken taken) {
  int n = 1;
  while (taken(stem + std::to_string(n))) ++n;
  return stem + std::to_string(n);
}

std::string title_of(const std::string& name, const std::string& stem) {
  std::string title = stem;
  title[0] = static_cast<char>(title[0] - 'a' + 'A');
  return title + " " + name.substr(stem.size());
}

// One line of what was typed, as its tokens.
using Line = std::vector<Token>;

std::vector<Line> statements(std::string_view text) {
  std::vector<Line> out(1);
  for (const Token& token : tokens_of(text)) {
    if (token.kind == Token::end) break;
    if (token.kind != Token::newline) out.back().push_back(token);
    else if (!out.back().empty()) out.emplace_back();
  }
  if (out.back().empty()) out.pop_back();
  return out;
}

bool begins(const Line& line, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return line[0].word(word); });
}
bool gives(const Line& line, std::string_view name) {
  return line.size() > 1 && line[0].word(name) && (line[1].is("=") || line[1].is("("));
}
bool has_word(const Line& line, std::string_view word) {
  return std::ranges::any_of(line, [&](const Token& token) { return token.word(word); });
}
bool is_range(const Line& line) {
  return has_word(line, "from") || has_word(line, "in") ||
         std::ranges::any_of(line, [](const Token& token) { return token.is("<="); });
}

// x' = y: of a differential equation.
bool is_rate(const Line& line) { return line.size() > 1 && line[1].is("'"); }

bool is_of_curve(const std::vector<Line>& lines) {
  return std::ranges::any_of(lines, [](const Line& line) {
    return gives(line, "x") || gives(line, "y") || gives(line, "at") || gives(line, "r") ||
           is_rate(line) || begins(line, {"place", "parameters", "nodes", "t"});
  });
}

// The equations become lets, which a middle, a size and a turn carry: "x = cos(3t)", "let x1 = cos(3t)".
class BareCurve {
 public:
  BareCurve(const std::string& typed, std::vector<Line> lines, std::string name)
      : typed_(typed), lines_(std::move(lines)), name_(std::move(name)) {}

  WholeFormula whole() {
    WholeFormula out;
    const std::string header = "curve " + name_ + " \"" + title_of(name_, "curve") + "\"\n";
    if (declares()) return {header + typed_, 1, {}};
    out.text = header +
               "  place middle = (0, 0)\n  length size = 20, size > 0\n  angle turn = 0\n";
    out.lines_before = 4;
    out.text += equations(out.shifted);
    out.text += ranges() + "  at = middle + size*rotate(" + place() + ", turn)\n" +
                "  draw middle = press, size = |release - press|\n";
    return out;
  }

 private:
  bool declares() const {
    return std::ranges::any_of(lines_, [](const Line& line) {
      return is_rate(line) ||
             begins(line, {"place", "parameters", "nodes", "length", "angle", "number", "draw"});
    });
  }
  bool has(std::string_view name) const {
    return std::ranges::any_of(lines_, [&](const Line& line) { return gives(line, name); });
  }
  bool uses(std::string_view name) const {
    return std::ranges::any_of(lines_, [&](const Line& line) { return has_word(line, name); });
  }
  bool is_graph() const { return has("y") && !has("x") && uses("x") && !uses("t"); }
  std::string variable() const { return uses("theta") && !uses("t") ? "theta" : "t"; }

  // Line by line, so that each keeps its number.
  std::string equations(std::vector<int>& shifted) const {
    std::string out;
    const std::u32string text = characters_of(typed_);
    const std::vector<std::size_t> begin = line_begins(text);
    for (std::size_t n = 0; n < begin.size(); ++n) {
      const std::size_t end = n + 1 < begin.size() ? begin[n + 1] - 1 : text.size();
      std::u32string line = text.substr(begin[n], end - begin[n]);
      if (is_graph()) take_t(line, static_cast<int>(n) + 1);
      const std::u32string indent = line.empty() || line[0] == U' ' ? U"" : U"  ";
      shifted.push_back(renamed(line, static_cast<int>(n) + 1) + static_cast<int>(indent.size()));
      out += utf8_of(indent + line) + "\n";
    }
    return out;
  }
  // The variable of a graph is x, which is taken once the curve has a place of its own.
  void take_t(std::u32string& text, int number) const {
    for (const Line& line : lines_)
      for (const Token& token : line)
        if (token.spot.line == number && token.word("x"))
          text[static_cast<std::size_t>(token.spot.column - 1)] = U't';
  }
  // x, x(t): both are "let x1" where a statement begins; how many characters longer it has become.
  int renamed(std::u32string& text, int number) const {
    for (const Line& line : lines_) {
      if (line[0].spot.line != number) continue;
      for (const std::string_view name : {"x", "y", "r", "at"}) {
        if (!gives(line, name)) continue;
        std::size_t from = static_cast<std::size_t>(line[0].spot.column - 1), to = from + name.size();
        if (line[1].is("(")) to = std::min(text.find(U')', to) + 1, text.size());
        const std::u32string with = U"let " + characters_of(name) + U"1";
        text.replace(from, to - from, with);
        return static_cast<int>(with.size()) - static_cast<int>(to - from);
      }
    }
    return 0;
  }
  std::string ranges() const {
    if (std::ranges::any_of(lines_, is_range)) return "";
    return is_graph() ? "  t from -1 to 1\n" : "  " + variable() + " from 0 to tau\n";
  }
  std::string place() const {
    const std::string t = variable();
    if (has("at")) return "at1";
    if (has("r")) return "polar(r1, " + t + ")";
    if (is_graph()) return "(t, y1)";
    return "(" + (has("x") ? "x1" : "cos(" + t + ")") + ", " + (has("y") ? "y1" : "sin(" + t + ")") + ")";
  }

  const std::string& typed_;
  std::vector<Line> lines_;
  std::string name_;
};

// Points are what stands between bars, has an x or y, or is turned into a direction.
std::string inputs_of(const std::vector<Line>& lines) {
  std::set<std::string> points, own;
  std::vector<std::string> order;
  for (const Line& line : lines) {
    bool bars = false;
    for (std::size_t k = 0; k < line.size(); ++k) {
      const Token& token = line[k];
      if (token.is("|")) bars = !bars;
      if (token.kind != Token::name || is_grammar_word(token.text) || is_reserved(token.text) ||
          find_function(token.text) || find_constant(token.text) || token.text == "time")
        continue;
      if (k > 0 && (line[k - 1].is(".") || line[k - 1].word("let"))) {
        if (line[k - 1].word("let")) own.insert(token.text);
        continue;
      }
      if (std::ranges::find(order, token.text) == order.end()) order.push_back(token.text);
      if (bars || (k + 1 < line.size() && line[k + 1].is("."))) points.insert(token.text);
    }
  }
  std::string out;
  for (const std::string& name : order)
    if (!own.contains(name))
      out += (out.empty() ? "" : ", ") +
             (points.contains(name) ? "point " + name : "number " + name + " = 1");
  return out;
}

}  // namespace

Error WholeFormula::as_typed(Error error) const {
  const auto moved = [&](Error& one) {
    if (one.line == 0) return;
    one.line -= lines_before;
    if (one.line < 1) one.line = one.column = 0;
    const auto line = static_cast<std::size_t>(std::max(one.line, 1) - 1);
    if (line < shifted.size()) one.column = std::max(one.column - shifted[line], 1);
  };
  moved(error);
  for (Error& other : error.others) moved(other);
  return error;
}

WholeFormula whole_formula(const std::string& typed, const Document& document) {
  const std::vector<Line> lines = statements(typed);
  if (lines.empty() || begins(lines[0], {"curve", "constraint", "preference"})) return {typed};
  if (is_of_curve(lines)) return BareCurve(typed, lines, fresh_curve_type(document)).whole();
  const std::string name = fresh_kind(document);
  return {"constraint " + name + " \"" + title_of(name, "kind") + "\" (" + inputs_of(lines) + "):\n" +
              typed,
          1,
          {}};
}

std::string fresh_curve_type(const Document& document) {
  return fresh("curve", [&](const std::string& name) {
    return document.library->find(name) || document.find(name);
  });
}

std::string fresh_kind(const Document& document) {
  return fresh("kind", [&](const std::string& name) {
    return document.kinds->find(name) || document.find(name);
  });
}

}  // namespace limber
