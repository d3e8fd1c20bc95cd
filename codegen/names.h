// The words of the language: functions, constants, units, and what may not be used as a name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace limber {

struct FunctionWord {
  std::string_view name;
  int fewest, most;  // arguments
};

// Also by the other names it goes by in books: ln is log, arctan is atan.
const FunctionWord* find_function(std::string_view name);
std::vector<std::string> function_names();

// Whether a name of the file may hide this function. All may but the oldest, which no file has ever
// used as a name.
bool may_be_hidden(std::string_view function);

// What to write instead of a function there is not.
std::string function_hint(std::string_view name);

std::optional<double> find_constant(std::string_view name);  // pi tau e deg

struct UnitWord {
  std::string_view name;
  double value;  // in millimetres, radians, radians per second
  bool angle;    // or a length
};
const UnitWord* find_unit(std::string_view name);  // mm cm m in pt px deg rad turn rpm
bool is_reserved(std::string_view name);           // and or not if ...: part of the grammar

// A word that begins or joins statements (let, from, closed, ...) or means something everywhere in
// them (press, tangent, ...): never letters run together.
bool is_grammar_word(std::string_view name);

}  // namespace limber
