// Curves made from the course of another: one beside it, one with a corner rounded.
#pragma once

#include <optional>

#include "curves/curve.h"
#include "curves/follow.h"

namespace limber {

// The curve that runs `distance` to the left of another (negative: to the right), of the given family.
// Round outside corners it goes by an arc; what would come nearer to the curve than that (inside of
// corners, of bends tighter than the distance) is left out. Of several pieces the longest.
//
// Promise: no point of it is nearer to the curve than |distance| - tolerance, none farther than
// |distance| + tolerance from some point of it. Empty when nothing is left.
std::optional<Curve> curve_beside(const Curve& curve, double distance, const CurveTypeRef& family,
                                  double tolerance);

// A curve with handles, its corner at a node (from 0) rounded by an arc: from t to t of the old one
// it is the arc's. Empty when there is no corner, or it does not fit between the neighbours.
struct Rounded {
  Curve curve;
  double from = 0, to = 0;
};
std::optional<Rounded> corner_rounded(const Curve& curve, int node, double radius);

}  // namespace limber
