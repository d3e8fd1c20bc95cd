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

const FunctionWord* find_function(std::string_view name);
std::vector<std::string> function_names();

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

}  // namespace limber
