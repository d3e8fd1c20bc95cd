// What the author of a kind wrote about its inputs, beyond what its mathematics needs.
#pragma once

#include <vector>

#include "solver/constraint.h"

namespace limber {

// One for each input: 1 where a usual value is written ("length d = 10"). Such a number is typed by
// a person; all other inputs are geometry to be pointed at.
std::vector<char> usual_values_written(const ConstraintKind& kind);

}  // namespace limber
