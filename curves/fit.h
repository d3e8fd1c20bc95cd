// A curve from a freehand stroke: which type it is, and with which parameters.
//
// Every type that is offered is tried the same way: its default curve is laid on the stroke in
// several positions, then its free parameters are improved by least squares of the distances across
// the curve, each point of the stroke taken at its nearest t. Of all, the one wins that explains
// the stroke with the fewest parameters: the smallest n log(error^2) + parameters log n, where
// errors below the tremor of the hand count alike. Families are not tried this way: their nodes
// come from the corners of the stroke (fit_path).
#pragma once

#include <optional>
#include <vector>

#include "curves/curve.h"
#include "curves/tessellate.h"

namespace limber {

using Stroke = std::vector<Point>;  // places of the pen, in order

struct StrokeFit {
  Curve curve;
  double rms = 0;    // distance of the stroke from the curve
  double score = 0;  // what was compared: the lower the better
};

// The best of the types; empty when the stroke is a single place. `tolerance` is how exactly a hand
// can be expected to draw: about a hundredth of the size of the stroke.
std::optional<StrokeFit> fit_stroke(const Stroke& stroke,
                                    const std::vector<std::shared_ptr<const CurveType>>& types,
                                    double tolerance);

// One type alone, whether it suits or not.
std::optional<StrokeFit> fit_type(const Stroke& stroke,
                                  const std::shared_ptr<const CurveType>& type, double tolerance);

// The corners of a stroke, as places in it (from 0), ends aside: where the direction, looked at
// over `tolerance` either side, turns by more than 40 degrees. On a closed stroke the meeting of
// its ends is told as 0 when it is a corner.
std::vector<int> find_corners(const Stroke& stroke, double tolerance);

// Whether the stroke ends where it began, to a tenth of its size.
bool is_closed_stroke(const Stroke& stroke);

// A family's curve through the corners of the stroke, with as many nodes between them as it takes
// to stay within tolerance.
std::optional<StrokeFit> fit_path(const Stroke& stroke,
                                  const std::shared_ptr<const CurveType>& family, double tolerance);

}  // namespace limber
