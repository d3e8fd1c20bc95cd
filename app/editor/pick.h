// What is under the pointer. Distances are in window points, so that aim is the same at every zoom.
#pragma once

#include <optional>

#include "app/drawing/tessellation.h"
#include "app/editor/document.h"

namespace limber {

inline constexpr double reach = 8;  // window points

struct CurveHit {
  CurveId curve;
  double t = 0;
  Point at = Point::Zero();  // on the curve, on the paper
  double distance = 0;       // from the pointer, window points
};

// The curve nearest to a place in the window, the upper one of two equally near.
std::optional<CurveHit> pick_curve(const World& world, const Tessellation& drawn,
                                   const Camera& camera, const Point& window, CurveId except = {});

// The mark of a constraint there; a mark lies above the curves.
std::optional<ConstraintId> pick_constraint(const World& world, const Camera& camera,
                                            const Point& window);

// Curves that lie wholly inside a rectangle of the paper, or (touching) reach into it.
std::set<CurveId> curves_in(const World& world, const Tessellation& drawn, const Box& paper,
                            bool touching);

}  // namespace limber
