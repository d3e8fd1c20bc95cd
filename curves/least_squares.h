// The parameters with which a curve comes nearest to given places: Levenberg and Marquardt's method
// on x(q, t), for any type. Node work, conversion and the fitting of strokes all end here.
#pragma once

#include <vector>

#include "curves/curve.h"

namespace limber {

struct Target {
  double t = 0;             // the point of the curve at t ...
  Point x = Point::Zero();  // ... is wanted here
  double weight = 1;
  bool across = false;  // only its distance across the curve counts; it may slide along
};

struct FitReport {
  double rms = 0;    // root mean square of the distances that count, by weight
  double worst = 0;  // the largest of them
};

// Changes the free parameters of the curve, within their ranges, so that
//   sum of weight |x(q, t) - target|^2  +  anchor * sum of (q - q at start)^2   becomes least.
// The small anchor holds what the targets say nothing about. A curve linear in q is done in one
// round. The curve never gets worse.
FitReport fit_to_targets(const std::vector<int>& free, const std::vector<Target>& targets,
                         int rounds, Curve& curve);

}  // namespace limber
