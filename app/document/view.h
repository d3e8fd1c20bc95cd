// View: where on the paper a person looked when the drawing was saved. Kept in its file, but no part
// of the drawing: looking elsewhere changes nothing.
#pragma once

#include "curves/curve.h"

namespace limber {

// One drawing unit is a millimetre; at 100 % it is as long on a screen of 96 points to the inch.
inline constexpr double points_per_unit_at_100 = 96.0 / 25.4;
inline constexpr double smallest_scale = 1e-6, largest_scale = 1e6;

struct View {
  Point center = Point::Zero();
  double scale = points_per_unit_at_100;
  bool operator==(const View&) const = default;
};

}  // namespace limber
