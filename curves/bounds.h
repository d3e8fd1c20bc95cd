// The smallest box around a curve.
//
// Promise: the box holds every point of the curve, and none of its sides is more than `tolerance`
// outside the curve. Curves that run off to infinity are bounded as they are drawn (tessellate.h).
#pragma once

#include "curves/curve.h"
#include "curves/tessellate.h"

namespace limber {

Box bounds(const Curve& curve, double tolerance);

// The same when a polyline of the curve, true within `error`, is at hand.
Box bounds(const Curve& curve, const Polyline& polyline, double error, double tolerance);

// The diagonal of the box around a few points of the curve: right but for a factor, and never 0.
// It sets the scale of tolerances where nobody gave one.
double rough_size(const Curve& curve);

}  // namespace limber
