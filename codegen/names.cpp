#include "codegen/names.h"

#include <algorithm>
#include <numbers>

#include "codegen/hints.h"
#include "codegen/lex.h"

namespace limber {
namespace {

constexpr double pi = std::numbers::pi;

// A fixed list: nothing here takes long, whatever its arguments. These cannot be hidden by names.
constexpr FunctionWord functions[] = {
    {"sqrt", 1, 1},  {"cbrt", 1, 1},    {"exp", 1, 1},  {"log", 1, 1},    {"sin", 1, 1},
    {"cos", 1, 1},   {"tan", 1, 1},     {"asin", 1, 1}, {"acos", 1, 1},   {"atan", 1, 1},
    {"atan2", 2, 2}, {"sinh", 1, 1},    {"cosh", 1, 1}, {"tanh", 1, 1},   {"abs", 1, 1},
    {"sign", 1, 1},  {"min", 2, 16},    {"max", 2, 16}, {"floor", 1, 1},  {"dot", 2, 2},
    {"cross", 2, 2}, {"perp", 1, 1},    {"unit", 1, 1}, {"rotate", 2, 2}, {"polar", 2, 2},
    {"angle", 2, 2}, {"integral", 1, 3}};

// Later words: a file that uses one of them as a name keeps its meaning.
constexpr FunctionWord later_functions[] = {
    {"sec", 1, 1},   {"csc", 1, 1},   {"cot", 1, 1},   {"asec", 1, 1},     {"acsc", 1, 1},
    {"acot", 1, 1},  {"sech", 1, 1},  {"csch", 1, 1},  {"coth", 1, 1},     {"asinh", 1, 1},
    {"acosh", 1, 1}, {"atanh", 1, 1}, {"asech", 1, 1}, {"acsch", 1, 1},    {"acoth", 1, 1},
    {"erf", 1, 1},   {"mod", 2, 2},   {"log10", 1, 1}, {"factorial", 1, 1}};

struct Alias {
  std::string_view other, name;
};
constexpr Alias aliases[] = {
    {"ln", "log"},        {"tg", "tan"},        {"ctg", "cot"},       {"cosec", "csc"},
    {"sgn", "sign"},      {"arcsin", "asin"},   {"arccos", "acos"},   {"arctan", "atan"},
    {"arctg", "atan"},    {"arctan2", "atan2"}, {"arcsec", "asec"},   {"arccsc", "acsc"},
    {"arccot", "acot"},   {"arcsinh", "asinh"}, {"arccosh", "acosh"}, {"arctanh", "atanh"},
    {"arsinh", "asinh"},  {"arcosh", "acosh"},  {"artanh", "atanh"},  {"arcsech", "asech"},
    {"arccsch", "acsch"}, {"arccoth", "acoth"}, {"arsech", "asech"},  {"arcsch", "acsch"},
    {"arcoth", "acoth"}};

struct Quantity {
  std::string_view name;
  double value;
};
constexpr Quantity constants[] = {
    {"pi", pi}, {"tau", 2 * pi}, {"e", std::numbers::e}, {"deg", pi / 180}};
constexpr UnitWord units[] = {
    {"mm", 1, false},        {"cm", 10, false},         {"m", 1000, false},
    {"in", 25.4, false},     {"pt", 25.4 / 72, false},  {"px", 25.4 / 96, false},
    {"deg", pi / 180, true}, {"rad", 1, true},          {"turn", 2 * pi, true},
    {"turns", 2 * pi, true}, {"rpm", 2 * pi / 60, true}};
constexpr std::string_view reserved[] = {"and",       "or",    "not",    "if",   "otherwise",
                                         "piecewise", "about", "turned", "from", "to",
                                         "scale",     "let",   "closed", "open"};
constexpr std::string_view grammar_words[] = {
    "curve",   "constraint", "preference", "place",      "length", "angle",   "number",
    "whole",   "point",      "direction",  "parameters", "fixed",  "nodes",   "pieces",
    "corners", "joints",     "least",      "draw",       "press",  "release", "begin",
    "vector",  "end",     "tangent",    "normal",     "time",       "in",     "x",       "y",
    "at",      "sum",        "product",    "mod",        "else",   "then"};

}  // namespace

const FunctionWord* find_function(std::string_view name) {
  for (const auto& alias : aliases)
    if (alias.other == name) return find_function(alias.name);
  for (const auto& function : functions)
    if (function.name == name) return &function;
  for (const auto& function : later_functions)
    if (function.name == name) return &function;
  return nullptr;
}

bool may_be_hidden(std::string_view function) {
  return std::ranges::find(functions, function, &FunctionWord::name) == std::end(functions);
}

std::vector<std::string> function_names() {
  std::vector<std::string> names{"if", "piecewise"};
  for (const auto& function : functions) names.emplace_back(function.name);
  for (const auto& function : later_functions) names.emplace_back(function.name);
  return names;
}

std::string function_hint(std::string_view name) {
  if (const std::string hint = hint_for_name(name); !hint.empty()) return hint;
  const std::string nearest = did_you_mean(name, function_names());
  return nearest.empty()
             ? "there are sqrt, exp, log, sin, cos, tan, atan2, min, max, floor and more"
             : nearest;
}

std::optional<double> find_constant(std::string_view name) {
  for (const auto& constant : constants)
    if (constant.name == name) return constant.value;
  return {};
}

const UnitWord* find_unit(std::string_view name) {
  for (const auto& unit : units)
    if (unit.name == name) return &unit;
  return nullptr;
}

bool is_grammar_word(std::string_view name) {
  return is_reserved(name) || std::ranges::find(grammar_words, name) != std::end(grammar_words);
}

bool is_reserved(std::string_view name) {
  return std::ranges::find(reserved, name) != std::end(reserved);
}

}  // namespace limber
