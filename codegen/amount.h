// Expressions alone: the numbers a person types into fields, and the variables of a drawing.
// Beside compile.h, kernel.h, result.h and definition.h the rest of the program includes this one.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "codegen/result.h"

namespace limber {

// A number a person typed, and what its units say it measures: an angle, a power of length, or
// nothing: a plain number goes with everything.
struct Amount {
  double value = 0;   // lengths in drawing units (1 mm), angles in radians
  double length = 0;  // which power
  bool angle = false, plain = true;
};

// "2*pi", "3mm + width/2", "30deg"; `names` are the variables of the drawing, as formulas know
// them. A length and an angle cannot be added.
using Amounts = std::map<std::string, Amount, std::less<>>;
Result<Amount> amount_of(std::string_view text, const Amounts& names);

// A name a person chose, as formulas know it (Greek letters spelled out), or why it cannot be one.
Result<std::string> name_for_formulas(std::string_view text);

// The names an expression calls, each once, as formulas know them; units and constants are among
// them. And the expression with one of them called otherwise, all else as it was written.
std::set<std::string, std::less<>> names_in(std::string_view text);
std::string with_name_changed(std::string_view text, std::string_view from, std::string_view to);

}  // namespace limber
