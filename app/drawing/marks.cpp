#include "app/drawing/marks.h"

#include <cmath>
#include <set>
#include <unordered_set>

namespace limber {

namespace {

constexpr double aside = 18;  // window points from one mark to the next

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

// Which places of the window are taken, in squares the size of a mark.
class Taken {
 public:
  void take(const Point& at) { squares_.insert(square(at)); }
  Point free_place(Point at) {
    while (!squares_.insert(square(at)).second) at.x() += aside;
    return at;
  }

 private:
  static std::int64_t square(const Point& at) {
    const auto cell = [](double v) { return std::llround(std::clamp(v / aside, -1e8, 1e8)); };
    return cell(at.x()) * (std::int64_t{1} << 32) + cell(at.y());
  }
  std::unordered_set<std::int64_t> squares_;
};

}  // namespace

bool place_of(const World& world, const Force& force, Point& out) {
  const Connector* connector = world.find(force.on);
  if (!connector) return false;
  return place_of(world, *connector, out) || middle_of(world, connector->curve, out);
}

std::vector<Mark> marks_of(const Document& document, const Camera& camera) {
  const World& world = document.world;
  std::set<ConstraintId> driven;
  world.motors().each([&](MotorId, const Motor& motor) { driven.insert(motor.constraint); });
  std::vector<Mark> pins, others;
  Taken taken;
  world.constraints().each([&](ConstraintId id, const Constraint& constraint) {
    Point at;
    if (is_hidden(document, id) || !stand_of(world, constraint, at)) return;
    Mark mark{id, camera.to_window(at)};
    mark.pin = is_nail(constraint) || is_attachment(constraint);
    mark.driven = driven.contains(id);
    if (mark.pin) taken.take(mark.at);
    (mark.pin ? pins : others).push_back(mark);
  });
  for (Mark& mark : others)
    if (!mark.driven) mark.at = taken.free_place(mark.at);
  world.forces().each([&](ForceId id, const Force& force) {
    Point at;
    if (!is_hidden(document, id) && place_of(world, force, at)) others.push_back({id, camera.to_window(at)});
  });
  others.insert(others.end(), pins.begin(), pins.end());
  return others;
}

double distance_to(const Mark& mark, const Point& window) {
  const double distance = (mark.at - window).norm();
  return mark.driven ? std::abs(distance - motor_radius) : distance;
}

}  // namespace limber
