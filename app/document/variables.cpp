#include "app/document/variables.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

Error no(std::string message, std::string suggestion = {}) {
  return {std::move(message), 0, 0, 1, std::move(suggestion), {}};
}

// As formulas know it: θ and theta are one. What cannot be a name is itself.
std::string known_as(std::string_view name) {
  const Result<std::string> known = name_for_formulas(name);
  return known ? *known : std::string(name);
}

Result<std::string> checked_name(std::string_view name) {
  Result<std::string> known = name_for_formulas(name);
  if (known && *known == "time")
    return no("time is the clock of the drawing.", "choose another name");
  return known;
}

using Indices = std::vector<std::size_t>;

// Which variables each one calls.
std::vector<Indices> needs_of(const std::vector<Variable>& variables,
                              const std::map<std::string, std::size_t, std::less<>>& index) {
  std::vector<Indices> needs(variables.size());
  for (std::size_t i = 0; i < variables.size(); ++i)
    for (const std::string& name : names_in(variables[i].text))
      if (const auto found = index.find(name); found != index.end())
        needs[i].push_back(found->second);
  return needs;
}

// Each after those it needs; those that need themselves, however far around, are left out.
Indices in_order(const std::vector<Indices>& needs) {
  std::vector<Indices> users(needs.size());
  Indices missing(needs.size()), order;
  for (std::size_t i = 0; i < needs.size(); ++i) {
    missing[i] = needs[i].size();
    for (const std::size_t needed : needs[i]) users[needed].push_back(i);
    if (needs[i].empty()) order.push_back(i);
  }
  for (std::size_t done = 0; done < order.size(); ++done)
    for (const std::size_t user : users[order[done]])
      if (--missing[user] == 0) order.push_back(user);
  return order;
}

// One circle among those left out: "a needs b, b needs a".
VariableFault circle(const std::vector<Variable>& variables, const std::vector<Indices>& needs,
                     const Indices& order) {
  std::vector<char> left(variables.size(), 1);
  for (const std::size_t i : order) left[i] = 0;
  const auto next = [&](std::size_t i) {
    return *std::find_if(needs[i].begin(), needs[i].end(), [&](std::size_t n) { return left[n]; });
  };
  std::size_t at = static_cast<std::size_t>(std::find(left.begin(), left.end(), 1) - left.begin());
  for (std::size_t i = 0; i < variables.size(); ++i) at = next(at);  // now it is on a circle
  std::size_t first = at;  // told from the one that stands first in the list
  for (std::size_t i = next(at); i != at; i = next(i)) first = std::min(first, i);
  at = first;
  std::string words;
  do {
    words += (words.empty() ? "" : ", ") + variables[at].name + " needs ";
    at = next(at);
    words += variables[at].name;
  } while (at != first);
  return {first, false,
          no("This goes round in a circle: " + words + ".", "give one of them a number")};
}

// Makes these the variables and texts of the drawing; `edited` is the one a person is at.
Result<bool> rewrite(Change& change, std::vector<Variable> variables, Follows follows,
                     std::string_view edited) {
  if (auto fault = evaluate_all(variables)) {
    const std::string& name = variables[fault->variable].name;
    if (name != edited) fault->error.message = name + ": " + fault->error.message;
    fault->error.line = 0;
    return fault->error;
  }
  const Document& document = change.document();
  const Amounts names = amounts_of(variables);
  std::vector<std::pair<Number, double>> values;
  for (const auto& [number, text] : follows) {
    const std::string name = name_of(document, number);
    const Result<Amount> amount = amount_in(text, names);
    if (!amount) return no(name + ": " + amount.error().message, amount.error().suggestion);
    const Result<double> value = fitting(document.world, number, name, *amount);
    if (!value) return value.error();
    values.emplace_back(number, *value);
  }
  change.variables() = std::move(variables);
  change.follows() = std::move(follows);
  // As a drawing just read does, so that a recording goes as the window went.
  change.world().measure_again();
  for (const auto& [number, value] : values) set_value(change.world(), number, value);
  return true;
}

auto find_in(std::vector<Variable>& variables, std::string_view name) {
  const std::string known = known_as(name);
  return std::find_if(variables.begin(), variables.end(),
                      [&](const Variable& v) { return known_as(v.name) == known; });
}

Error no_variable(const Document& document, std::string_view name) {
  std::string list;
  for (const Variable& v : *document.variables) list += (list.empty() ? "" : ", ") + v.name;
  return no("There is no variable " + std::string(name) + ".",
            list.empty() ? "the drawing has none yet" : "there are: " + list);
}

// Every text that calls the variable, with something else in its place.
void replace(std::vector<Variable>& variables, Follows& follows, const std::string& name,
             const std::string& by, const std::string& by_alone) {
  const auto change = [&](std::string& text) {
    text = known_as(text) == name ? by_alone : with_name_changed(text, name, by);
  };
  for (Variable& v : variables) change(v.text);
  for (auto& [number, text] : follows) change(text);
}

}  // namespace

const Variable* find_variable(const Document& document, std::string_view name) {
  const std::string known = known_as(name);
  for (const Variable& variable : *document.variables)
    if (known_as(variable.name) == known) return &variable;
  return nullptr;
}

Amounts amounts_of(const std::vector<Variable>& variables) {
  Amounts names;
  for (const Variable& variable : variables) names[known_as(variable.name)] = variable.amount;
  return names;
}

Result<Amount> amount_of(const Document& document, std::string_view text) {
  return amount_in(text, amounts_of(document.variables));
}

Result<Amount> amount_in(std::string_view text, const Amounts& names) {
  if (text.size() > most_text_bytes)
    return no("This is longer than " + std::to_string(most_text_bytes) + " bytes.");
  if (text.find('\n') != text.npos) return no("One line is enough here.");
  Result<Amount> amount = amount_of(text, names);
  if (amount && std::abs(amount->value) > largest_number)
    return no("Numbers of a drawing are between -1e12 and 1e12.");
  return amount;
}

std::optional<VariableFault> evaluate_all(std::vector<Variable>& variables) {
  std::map<std::string, std::size_t, std::less<>> index;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (i == most_variables)
      return VariableFault{
          i, true, no("A drawing has at most " + std::to_string(most_variables) + " variables.")};
    const Result<std::string> name = checked_name(variables[i].name);
    if (!name) return VariableFault{i, true, name.error()};
    if (!index.emplace(*name, i).second)
      return VariableFault{
          i, true,
          no("There are two variables called " + variables[i].name + ".", "give one another name")};
  }
  const std::vector<Indices> needs = needs_of(variables, index);
  const Indices order = in_order(needs);
  for (const std::size_t i : order) {
    Amounts known;
    for (const std::size_t n : needs[i]) known[known_as(variables[n].name)] = variables[n].amount;
    Result<Amount> amount = amount_in(variables[i].text, known);
    if (!amount)  // once more, for what it may have meant
      amount = amount_in(variables[i].text, amounts_of(variables));
    if (!amount) return VariableFault{i, false, amount.error()};
    variables[i].amount = *amount;
  }
  if (order.size() < variables.size()) return circle(variables, needs, order);
  return {};
}

// ---- edits

Result<bool> add_variable(Change& change, Variable variable) {
  std::vector<Variable> variables = change.document().variables;
  const std::string name = variable.name;
  variables.push_back(std::move(variable));
  return rewrite(change, std::move(variables), change.document().follows, name);
}

Result<bool> set_variable(Change& change, std::string_view name, std::string text) {
  std::vector<Variable> variables = change.document().variables;
  const auto found = find_in(variables, name);
  if (found == variables.end()) return no_variable(change.document(), name);
  found->text = std::move(text);
  const std::string edited = found->name;
  return rewrite(change, std::move(variables), change.document().follows, edited);
}

Result<bool> rename_variable(Change& change, std::string_view name, const std::string& to) {
  std::vector<Variable> variables = change.document().variables;
  Follows follows = change.document().follows;
  const auto found = find_in(variables, name);
  if (found == variables.end()) return no_variable(change.document(), name);
  if (const Result<std::string> good = checked_name(to); !good)
    return no(good.error().message, good.error().suggestion);
  const Variable* taken = find_variable(change.document(), to);
  if (taken && taken->name != found->name)
    return no("There is a variable called " + taken->name + " already.", "choose another name");
  const std::string known = known_as(found->name);
  found->name = to;
  if (known_as(to) != known) replace(variables, follows, known, to, to);
  return rewrite(change, std::move(variables), std::move(follows), to);
}

std::vector<std::string> uses_of(const Document& document, std::string_view name) {
  const std::string known = known_as(name);
  std::vector<std::string> uses;
  for (const Variable& variable : *document.variables)
    if (names_in(variable.text).contains(known)) uses.push_back(variable.name);
  for (const auto& [number, text] : *document.follows)
    if (names_in(text).contains(known)) uses.push_back(name_of(document, number));
  return uses;
}

Result<bool> remove_variable(Change& change, std::string_view name, Used used) {
  std::vector<Variable> variables = change.document().variables;
  Follows follows = change.document().follows;
  const auto found = find_in(variables, name);
  if (found == variables.end()) return no_variable(change.document(), name);
  const Variable gone = *found;
  variables.erase(found);
  if (used == Used::put_text_there) {
    replace(variables, follows, known_as(gone.name), "(" + gone.text + ")", gone.text);
  } else if (const auto uses = uses_of(change.document(), name); !uses.empty()) {
    std::string where;
    for (const std::string& use : uses) where += (where.empty() ? "" : ", ") + use;
    return no(gone.name + " is used by " + where + ".",
              "put its text there instead, or change these first");
  }
  return rewrite(change, std::move(variables), std::move(follows), "");
}

// ---- numbers that follow

Result<bool> follow(Change& change, const Number& number, std::string text) {
  Follows follows = change.document().follows;
  follows[number] = std::move(text);
  return rewrite(change, change.document().variables, std::move(follows), "");
}

void stop_following(Change& change, const Number& number) { change.follows().erase(number); }

const std::string* text_followed(const Document& document, const Number& number) {
  const auto found = document.follows->find(number);
  return found == document.follows->end() ? nullptr : &found->second;
}

std::optional<InputOf> dimension_on(const Document& document, CurveId curve, int parameter) {
  for (const auto& [number, text] : *document.follows) {
    const auto* input = std::get_if<InputOf>(&number);
    const Constraint* constraint = input ? document.world->find(input->constraint) : nullptr;
    if (constraint &&
        parameter_fixed_by(document.world, *constraint) == ParameterAt{curve, parameter})
      return *input;
  }
  return {};
}

Result<bool> follow(Change& change, CurveId curve, int index, std::string text) {
  if (const auto known = dimension_on(change.document(), curve, index))
    return follow(change, *known, std::move(text));
  World& world = change.world();
  const Parameter& facts = parameter(*world.find(curve)->type, index);
  const std::string name = change.document().name(curve) + "." + facts.name;
  const Result<Amount> amount = amount_of(change.document(), text);
  if (!amount) return no(name + ": " + amount.error().message, amount.error().suggestion);
  const Result<double> value = fitting(facts, name, *amount);
  if (!value) return value.error();
  if (facts.whole)
    return no(name + " is a whole number: it changes in steps and follows nothing.",
              "type its value");
  Constraint dimension;
  dimension.kind = change.document().kinds->find(kind_that_fixes(facts.role));
  if (!dimension.kind) return no("There is no " + std::string(kind_that_fixes(facts.role)) + ".");
  dimension.on = {change.add(parameter_of(curve, index)), Argument(*value)};
  const ConstraintId id = change.add(std::move(dimension));
  world.set_locked(curve, index, false);
  world.measure_again();
  change.follows()[InputOf{id, 1, 0}] = std::move(text);
  return true;
}

void stop_following(Change& change, CurveId curve, int index) {
  const auto dimension = dimension_on(change.document(), curve, index);
  if (!dimension) return;
  change.follows().erase(*dimension);
  change.remove(dimension->constraint);
  change.world().set_locked(curve, index, true);
}

}  // namespace limber
