// The place on a curve nearest to a point of the paper. Global: not the end of a walk from a guess.
//
// Promise: no point of the curve is nearer than distance - tolerance.
// How: every point of the curve is within e of its polyline, so a segment farther than the nearest
// by more than 2 e cannot hold the answer; from each of the others the stationary points of |x(t) -
// p| are found by Newton's steps kept in brackets.
#pragma once

#include <optional>

#include "curves/curve.h"
#include "curves/tessellate.h"

namespace limber {

struct Nearest {
  double t = 0;
  Point x = Point::Zero();
  double distance = 0;
};

// Empty when the curve has no finite point.
std::optional<Nearest> nearest(const Curve& curve, const Point& p, double tolerance);

// The same when a polyline of the curve, true within `error`, is at hand.
std::optional<Nearest> nearest(const Curve& curve, const Polyline& polyline, double error,
                               const Point& p, double tolerance);

}  // namespace limber
