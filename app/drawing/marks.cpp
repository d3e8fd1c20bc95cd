#include "app/drawing/marks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_set>

#include "app/drawing/force_arrow.h"

namespace limber {

namespace {

constexpr double spacing = 18;  // window points from one mark to the next
// The longest row of marks beside each other, in window points: what comes then lies over the last. Marks
// far outside of every window have one square for all of them.
constexpr double longest_row = 100 * spacing;

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
    while (!squares_.insert(square(mark)).second && mark.aside < longest_row) mark.aside += spacing;
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

std::vector<Point> points_of(const World& world, const Constraint& constraint) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < constraint.on.size(); ++i) {
    if (constraint.kind->inputs[i].shape != Shape::point) continue;
    const Argument& argument = constraint.on[i];
    Point at(argument.number[0], argument.number[1]);
    const Connector* connector = world.find(argument.connector);
    if (!connector || place_of(world, *connector, at)) points.push_back(at);
  }
  return points;
}

bool place_of(const World& world, const Force& force, Point& out) {
  const Connector* connector = world.find(force.on);
  if (!connector) return false;
  return place_of(world, *connector, out) || middle_of(world, connector->curve, out);
}

namespace {

// What holds on to hidden curves only is hidden with them.
bool holds_hidden(const Document& document, const Constraint& constraint) {
  bool any = false;
  for (const Argument& argument : constraint.on) {
    const Connector* connector = document.world->find(argument.connector);
    if (!connector || !connector->curve) continue;
    if (!is_hidden(document, connector->curve)) return false;
    any = true;
  }
  return any;
}

bool acts_on_hidden(const Document& document, const Force& force) {
  const Connector* connector = document.world->find(force.on);
  return connector && connector->curve && is_hidden(document, connector->curve);
}

// True when all its points ride on one curve: the curve itself shows how they belong together.
bool on_one_curve(const World& world, const Constraint& constraint) {
  CurveId curve;
  for (const Argument& argument : constraint.on) {
    const Connector* connector = world.find(argument.connector);
    if (!connector) continue;
    if (curve && connector->curve != curve) return false;
    curve = connector->curve;
  }
  return true;
}

// What its lines join: a closed joint has none, and a curve shows itself how its own points belong
// together.
std::vector<Point> ends_of(const World& world, const Constraint& constraint, const Mark& mark,
                           double scale) {
  if (mark.driven || (!mark.pin && on_one_curve(world, constraint))) return {};
  std::vector<Point> ends = points_of(world, constraint);
  const bool apart = ends.size() == 2 && scale * (ends[0] - ends[1]).norm() > 1;
  return mark.pin && !apart ? std::vector<Point>() : ends;
}

// As the drawing order of their level says; most often they are already.
void put_in_order(const Document& document, std::vector<Mark>& marks) {
  const auto place = [&](const Mark& mark) { return drawing_place(document, mark.of); };
  if (!std::ranges::is_sorted(marks, {}, place)) std::ranges::stable_sort(marks, {}, place);
}

}  // namespace

std::vector<Mark> marks_of(const Document& document, double scale) {
  const World& world = document.world;
  std::map<ConstraintId, MotorId> driven;
  world.motors().each([&](MotorId id, const Motor& motor) {
    if (!is_hidden(document, id)) driven[motor.constraint] = id;
  });
  std::set<ConstraintId> written;  // on the paper, as a dimension
  document.dimensions->each([&](DimensionId id, const DimensionMark& mark) {
    if (!is_hidden(document, id)) written.insert(mark.of);
  });
  std::vector<Mark> pins, others;
  Taken taken(scale);
  world.constraints().each([&](ConstraintId id, const Constraint& constraint) {
    Mark mark{id};
    if (is_hidden(document, id) || holds_hidden(document, constraint) ||
        !stand_of(world, constraint, mark.place))
      return;
    const auto motor = driven.find(id);
    mark.pin = is_nail(constraint) || is_attachment(constraint);
    mark.driven = motor != driven.end();
    mark.styled = mark.driven ? ThingId(motor->second) : ThingId(id);
    if (!mark.pin && !mark.driven && written.contains(id)) return;
    mark.ends = ends_of(world, constraint, mark, scale);
    if (mark.pin) taken.take(mark);
    (mark.pin ? pins : others).push_back(mark);
  });
  for (Mark& mark : others)
    if (!mark.driven) taken.move_aside(mark);
  world.forces().each([&](ForceId id, const Force& force) {
    Mark mark{id};
    mark.styled = id;
    mark.arrow = arrow_of(force.value);
    if (!is_hidden(document, id) && !acts_on_hidden(document, force) &&
        place_of(world, force, mark.place))
      others.push_back(mark);
  });
  put_in_order(document, others);
  put_in_order(document, pins);
  others.insert(others.end(), pins.begin(), pins.end());
  return others;
}

Point window_place(const Mark& mark, const Camera& camera) {
  return camera.to_window(mark.place) + Point(mark.aside, 0);
}

namespace {

constexpr double end_reach = 12;  // window points at the ends of a line that belong to what is there

double distance_to_line(const Point& p, const Point& a, const Point& b) {
  const double length = (b - a).norm();
  if (length < 3 * end_reach) return std::numeric_limits<double>::infinity();
  const Point along = (b - a) / length;
  const double way = std::clamp((p - a).dot(along), end_reach, length - end_reach);
  return (p - (a + way * along)).norm();
}

}  // namespace

double distance_to_lines(const Mark& mark, const Camera& camera, const Point& window) {
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < mark.ends.size(); ++i)
    nearest = std::min(nearest, distance_to_line(window, camera.to_window(mark.ends[i]),
                                                 camera.to_window(mark.ends[i + 1])));
  if (mark.arrow != Point::Zero()) {  // its tip belongs to it alone
    const Point foot = window_place(mark, camera);
    const double share = (window - foot).dot(mark.arrow) / mark.arrow.squaredNorm();
    nearest = std::min(nearest, (window - foot - std::clamp(share, 0.0, 1.0) * mark.arrow).norm());
  }
  return nearest;
}

double distance_to(const Mark& mark, const Camera& camera, const Point& window) {
  const double distance = (window_place(mark, camera) - window).norm();
  return mark.driven ? std::abs(distance - motor_radius) : distance;
}

}  // namespace limber
