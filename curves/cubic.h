// The cubic curve of Bezier, by the formula of the built-in type: the only one there is.
#pragma once

#include <array>

#include "curves/curve.h"

namespace limber {

using ControlPoints = std::array<Point, 4>;

Point cubic_at(const ControlPoints& p, double u);
Course cubic_course(const ControlPoints& p, double u);

// How the point at u follows each control point: they move it along themselves, by these shares.
std::array<double, 4> cubic_shares(const ControlPoints& p, double u);

}  // namespace limber
