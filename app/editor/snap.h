// Where a point will stick: the named points, ends and corners of curves first, then any place on
// a curve. What it sticks to is a Connector, ready for a constraint.
#pragma once

#include <optional>
#include <string>

#include "app/editor/pick.h"

namespace limber {

struct Snap {
  Connector connector;
  Point at = Point::Zero();
  std::string words;      // "center of circle1"
  bool on_curve = false;  // any place on a curve, not one of its special points
};

// `except`: a curve not to stick to (the one being drawn, the first of two to be attached).
std::optional<Snap> snap_point(const Document& document, const Landmarks& landmarks,
                               const Tessellation& drawn, const Camera& camera,
                               const Point& window, CurveId except = {});

}  // namespace limber
