// Lengths along a curve and the area it encloses.
//
//   length(a, b) = integral of |x_t| dt from a to b        area = 1/2 integral of x y_t - y x_t dt
//
// Promise: within `tolerance`, relative to the integral of the absolute value. An open curve is
// closed by its chord for its area; the area is positive when the curve runs to the left around it.
#pragma once

#include <optional>
#include <vector>

#include "curves/curve.h"

namespace limber {

constexpr double length_tolerance = 1e-9;

// Empty when the curve is nowhere finite between a and b.
std::optional<double> length(const Curve& curve, double tolerance = length_tolerance);
std::optional<double> length(const Curve& curve, double a, double b,
                             double tolerance = length_tolerance);
std::optional<double> enclosed_area(const Curve& curve, double tolerance = length_tolerance);

// The t at the given length from the begin of the curve; ends are kept to.
std::optional<double> t_at_length(const Curve& curve, double length,
                                  double tolerance = length_tolerance);

// `count` values of t from begin to end, equally far apart along the curve (count >= 2).
std::vector<double> stations(const Curve& curve, int count, double tolerance = length_tolerance);

}  // namespace limber
