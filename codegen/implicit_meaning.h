// The point of a curve that is given by an equation between x and y.
#pragma once

#include <string>
#include <vector>

#include "codegen/curve_scope.h"

namespace limber {

// What means the point of the paper in an equation, where a file has no name of its own like that.
std::vector<std::string> plane_names(const CurveScope& scope);

// The point at t of a piece of it, and what it is traced by: the equation and its square. Unknown
// after saying what is wrong.
//
// A piece of the traced curve is a chord and the directions across it at its ends. Its point at t
// is
//   at = A + s N,   A = middle + (1 - t) from + t to,   N = (1 - t) from' + t to',   f(at, q) = 0
// so s is a root, and its derivatives follow from df = 0.
Value implicit_point(const CurveScope& scope, const Surroundings& with_bounds);

}  // namespace limber
