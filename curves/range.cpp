#include "curves/range.h"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

// A hundred times what the solver leaves of a stop (1e-9 of the drawing). Ten times less, and a
// drawing saved while it was pulled against a limit may be refused.
constexpr double slack = 1e-7;

}  // namespace

bool is_within(const Parameter& p, double value) {
  if (!std::isfinite(value) || (p.whole && value != std::floor(value))) return false;
  const bool above = p.above_minimum ? value > p.minimum : value >= p.minimum;
  const bool below = p.below_maximum ? value < p.maximum : value <= p.maximum;
  return above && below;
}

bool is_nearly_within(const Parameter& p, double value) {
  Parameter wider = p;
  if (!p.above_minimum) wider.minimum -= slack * (1 + std::abs(p.minimum));
  if (!p.below_maximum) wider.maximum += slack * (1 + std::abs(p.maximum));
  return is_within(wider, value);
}

bool is_on(const Curve& curve, double t) {
  if (!std::isfinite(t)) return false;
  const CurveType& type = *curve.type;
  const double longest =
      type.t_end_parameter < 0 ? t_end(curve) : parameter(type, type.t_end_parameter).maximum;
  const double begin = t_begin(curve), end = std::max(t_end(curve), longest);
  const double hair = slack * (end - begin);
  return goes_round(curve) || (t >= begin - hair && t <= end + hair);
}

}  // namespace limber
