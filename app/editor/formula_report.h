// What the compiler made of a formula, as text: its derivatives line by line, its drag matrix, its cost.
#pragma once

#include <string>
#include <vector>

#include "codegen/compile.h"
#include "codegen/listing.h"

namespace limber {

// Those that say something new: points are in motion too, and bend is made of it.
std::vector<NamedFunction> telling_functions(const Definition<Program>& definition);
std::string derivatives_text(const Definition<Program>& definition);
std::string drag_text(const Definition<Program>& definition);  // the integrand of a curve's drag matrix

struct FunctionCost {
  std::string function;
  Tally tally;
};
std::vector<FunctionCost> costs_of(const Definition<Program>& definition);  // the last is of all
std::string costs_text(const Definition<Program>& definition);

}  // namespace limber
