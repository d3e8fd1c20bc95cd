// Marks: where each constraint and force of a drawing shows itself: a place on the paper, and how
// far aside in window points. Drawing and pointing use the same places, so what is seen is what is
// hit; moving the view moves all of them alike.
//
// A nail or a joint stands where its point is, also when several stand there; a motor is a ring
// round it. A constraint whose number is written on the paper has no other mark. Any other mark
// moves aside when something stands in its place already. A constraint on numbers only (a length,
// an area) stands on the middle of its first curve. Lines belong to a mark: the tie or coil between
// its points, the gap of a joint that has not closed, the shaft of a force.
#pragma once

#include <vector>

#include "app/document/document.h"
#include "app/drawing/camera.h"

namespace limber {

struct Mark {
  ThingId of;                    // a constraint or a force
  Point place = Point::Zero();   // on the paper
  double aside = 0;              // from there to the right, window points
  bool pin = false;              // a nail or a joint
  bool driven = false;           // by a motor
  ThingId styled{};              // whose style it has: its own, or the motor's
  std::vector<Point> ends = {};  // on the paper: lines go from each to the next
  Point arrow = Point::Zero();   // of a force, from its place to its tip, window points
};

inline constexpr double motor_radius = 11;  // window points

// From the bottom to the top, `scale` window points to the drawing unit.
std::vector<Mark> marks_of(const Document& document, double scale);

Point window_place(const Mark& mark, const Camera& camera);

// From a place in the window to the nearest part of a mark that is aimed at, without its lines.
double distance_to(const Mark& mark, const Camera& camera, const Point& window);
// To its lines, as far as they are not hidden under what stands at their ends. Infinite: it has
// none.
double distance_to_lines(const Mark& mark, const Camera& camera, const Point& window);

// The sign beside a mark that cannot be met: from the mark to its middle, window points (y down).
inline const Point warning_offset(13, -13);
inline constexpr double warning_radius = 10;

// Where the points of a constraint stand, on the paper.
std::vector<Point> points_of(const World& world, const Constraint& constraint);

// Where a force acts. False when its point has no place.
[[nodiscard]] bool place_of(const World& world, const Force& force, Point& out);

}  // namespace limber
