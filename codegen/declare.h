// Formula -> what it declares: names, defaults, ranges, where t runs, the shape of a family. All of
// it plain numbers; nothing is differentiated, so this is cheap enough to do for every built-in
// kind when the program starts.
#pragma once

#include <vector>

#include "codegen/definition.h"
#include "codegen/formula.h"

namespace limber {

// All but text and measures. Mistakes are appended to errors.
CurveFacts declare_curve(const Formula& formula, std::vector<Error>& errors);

// All but text, rows, roles, senses and timed.
ConstraintFacts declare_constraint(const Formula& formula, std::vector<Error>& errors);

}  // namespace limber
