#include "app/drawing/marks.h"

#include <cmath>
#include <set>
#include <unordered_set>

namespace limber {

namespace {

constexpr double spacing = 18;  // window points from one mark to the next

// The middle of a curve by its parameter.
bool middle_of(const World& world, CurveId id, Point& out) {
  const Curve* curve = world.find(id);
  return curve && point_at(*curve, (t_begin(*curve) + t_end(*curve)) / 2, out);
}

bool stand_of(const World& world, const Constraint& constraint, Point& out) {
  if (place_of(world, constraint, out)) return true;
  for (const Argument& argument : constraint.on)
    if (const Connector* connector = world.find(argument.connector))
      if (middle_of(world, connector->curve, out)) return true;
  return false;
}

// Which places are taken, in squares the size of a mark.
class Taken {
 public:
  explicit Taken(double scale) : scale_(scale) {}
  void take(const Mark& mark) { squares_.insert(square(mark)); }
  void move_aside(Mark& mark) {
    while (!squares_.insert(square(mark)).second) mark.aside += spacing;
  }

 private:
  std::int64_t square(const Mark& mark) const {
    const auto cell = [](double v) { return std::llround(std::clamp(v / spacing, -1e8, 1e8)); };
    return cell(scale_ * mark.place.x() + mark.aside) * (std::int64_t{1} << 32) +
           cell(scale_ * mark.place.y());
  }
  double scale_;
  std::unordered_set<std::int64_t> squares_;
};

}  // namespace

bool place_of(const World& world, const Force& force, Point& out) {
  const Connector* connector = world.find(force.on);
  if (!connector) return false;
  return place_of(world, *connector, out) || middle_of(world, connector->curve, out);
}

std::vector<Mark> marks_of(const Document& document, double scale) {
  const World& world = document.world;
  std::set<ConstraintId> driven;
  world.motors().each([&](MotorId, const Motor& motor) { driven.insert(motor.constraint); });
  std::vector<Mark> pins, others;
  Taken taken(scale);
  world.constraints().each([&](ConstraintId id, const Constraint& constraint) {
    Mark mark{id};
    if (is_hidden(document, id) || !stand_of(world, constraint, mark.place)) return;
    mark.pin = is_nail(constraint) || is_attachment(constraint);
    mark.driven = driven.contains(id);
    if (mark.pin) taken.take(mark);
    (mark.pin ? pins : others).push_back(mark);
  });
  for (Mark& mark : others)
    if (!mark.driven) taken.move_aside(mark);
  world.forces().each([&](ForceId id, const Force& force) {
    Mark mark{id};
    if (!is_hidden(document, id) && place_of(world, force, mark.place)) others.push_back(mark);
  });
  others.insert(others.end(), pins.begin(), pins.end());
  return others;
}

Point window_place(const Mark& mark, const Camera& camera) {
  return camera.to_window(mark.place) + Point(mark.aside, 0);
}

double distance_to(const Mark& mark, const Camera& camera, const Point& window) {
  const double distance = (window_place(mark, camera) - window).norm();
  return mark.driven ? std::abs(distance - motor_radius) : distance;
}

}  // namespace limber
