// A curve carried along by any similarity, mirrors included.
//
// The roles of its parameters carry every curve that moves, turns and grows (transform.h), and
// through a mirror those that look alike on both sides. A handed curve needs more: an arc opens the
// other way, a clothoid turns the other way, a parabola looks the other way. So what the roles give
// is tried first, then the same with the sign changed of one or two numbers or lengths that may be
// negative, turned by half a turn, laid with its begin where the end was; and what has no such twin
// (a spiral winds to the left) becomes a curve of another type that follows it.
//
// Promise: every point of the image is within `error` of the curve and the other way round; an exact
// one within 1e-9 of its size.
#pragma once

#include <optional>

#include "curves/follow.h"
#include "curves/transform.h"

namespace limber {

struct Carried {
  Curve curve;
  double error = 0;
  bool exact = true;  // it is still of its own type
  // Where the point at t of the old curve is now.
  double new_t(const Curve& old, const Similarity& s, double t) const;
};

// `into`: a family for what cannot be carried as it is, within `tolerance`; null: nothing else will
// do. Empty when that cannot follow either.
std::optional<Carried> carried(const Similarity& s, const Curve& curve, const CurveTypeRef& into,
                               double tolerance);

}  // namespace limber
