// Marks: where each constraint and force of a drawing shows itself: a place on the paper, and how far
// aside in window points. Drawing and pointing use the same places, so what is seen is what is hit;
// moving the view moves all of them alike.
//
// A nail or a joint stands where its point is, also when several stand there; a motor is a ring
// round it. A constraint whose number is written on the paper has no other mark. Any other mark moves aside when something stands in its place already. A constraint on
// numbers only (a length, an area) stands on the middle of its first curve.
#pragma once

#include <vector>

#include "app/drawing/camera.h"
#include "app/document/document.h"

namespace limber {

struct Mark {
  ThingId of;  // a constraint or a force
  Point place = Point::Zero();  // on the paper
  double aside = 0;             // from there to the right, window points
  bool pin = false;     // a nail or a joint
  bool driven = false;  // by a motor
  ThingId styled{};     // whose style it has: its own, or the motor's
};

inline constexpr double motor_radius = 11;  // window points

// From the bottom to the top, `scale` window points to the drawing unit.
std::vector<Mark> marks_of(const Document& document, double scale);

Point window_place(const Mark& mark, const Camera& camera);

// From a place in the window to the nearest part of a mark that is aimed at.
double distance_to(const Mark& mark, const Camera& camera, const Point& window);

// Where a force acts. False when its point has no place.
[[nodiscard]] bool place_of(const World& world, const Force& force, Point& out);

}  // namespace limber
