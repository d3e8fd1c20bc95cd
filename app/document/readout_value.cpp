// Reading and setting what a readout names.
#include <fmt/format.h>

#include <cmath>

#include "app/document/quantity.h"
#include "app/document/reading.h"
#include "app/document/readout.h"
#include "app/document/variables.h"
#include "solver/energy_momentum.h"

namespace limber {
namespace {

std::optional<double> finite(double value) {
  return std::isfinite(value) ? std::optional<double>(value) : std::nullopt;
}

std::optional<double> geometry_value(const World& world, Stepper& stepper,
                                     const Readout::Geometry& geometry) {
  const Connector* now = world.find(geometry.of);
  const Connector& connector = now ? *now : geometry.connector;
  if (geometry.derivative > 0) {
    Point velocity, acceleration;
    const bool known = now ? stepper.motion_of(world, geometry.of, velocity, acceleration)
                           : stepper.motion_of(world, connector, velocity, acceleration);
    if (!known) return {};
    const Point& rate = geometry.derivative == 1 ? velocity : acceleration;
    return finite(geometry.component < 0 ? rate.norm() : rate[geometry.component]);
  }
  Point value;
  if (!reading_of(world, connector, value)) return {};
  return value[geometry.component];
}

bool read_place(const World& world, const Readout::Place& place, Point& out) {
  const Connector* now = world.find(place.of);
  return reading_of(world, now ? *now : place.connector, out);
}

bool read_motion(const World& world, Stepper& stepper, const Readout::Place& place, Point& velocity,
                 Point& acceleration) {
  if (world.find(place.of)) return stepper.motion_of(world, place.of, velocity, acceleration);
  return stepper.motion_of(world, place.connector, velocity, acceleration);
}

double across(const Point& a, const Point& b) { return a.x() * b.y() - a.y() * b.x(); }

std::optional<double> distance_value(const World& world, const Readout::Distance& distance) {
  Point a, b;
  if (!read_place(world, distance.a, a) || !read_place(world, distance.b, b)) return {};
  return finite((b - a).norm());
}

// Polar components along the arm d and across it: v = (d', d w), a = (d'' - d w^2, d w' + 2 d' w).
std::optional<double> turning_value(const World& world, Stepper& stepper,
                                    const Readout::Turning& turning) {
  Point from, to, v_from, v_to, a_from, a_to;
  if (!read_place(world, turning.from, from) || !read_place(world, turning.to, to) ||
      !read_motion(world, stepper, turning.from, v_from, a_from) ||
      !read_motion(world, stepper, turning.to, v_to, a_to))
    return {};
  const Point arm = to - from, v = v_to - v_from, a = a_to - a_from;
  const double length = arm.norm(), speed = across(arm, v) / (length * length);
  if (!turning.acceleration) return finite(speed);
  const double stretching = arm.dot(v) / length;
  return finite((across(arm, a) / length - 2 * stretching * speed) / length);
}

std::optional<double> transmission_value(const World& world, const Readout::Transmission& angle) {
  Point joint, one, other;
  if (!read_place(world, angle.joint, joint) || !read_place(world, angle.one, one) ||
      !read_place(world, angle.other, other))
    return {};
  const Point a = one - joint, b = other - joint;
  return finite(std::atan2(std::abs(across(a, b)), a.dot(b)));
}

std::optional<double> advantage_value(const World& world, Stepper& stepper,
                                      const Readout::Advantage& advantage) {
  const Motor* motor = world.find(advantage.motor);
  if (!motor || !motor->running) return {};
  std::optional<double> rate;
  if (const auto* turning = std::get_if<Readout::Turning>(&advantage.output)) {
    rate = turning_value(world, stepper, *turning);
  } else {
    Point velocity, acceleration;
    if (read_motion(world, stepper, std::get<Readout::Place>(advantage.output), velocity, acceleration))
      rate = velocity.norm();
  }
  return rate ? finite(motor->speed / *rate) : std::nullopt;
}

std::optional<double> balance_value(const World& world, Stepper& stepper, Readout::Balance which) {
  using Balance = Readout::Balance;
  if (which == Balance::work) return finite(world.physics.work);
  if (which == Balance::lost) return finite(world.physics.lost);
  MassBalance all;
  if (!stepper.measure(world, all)) return {};
  switch (which) {
    case Balance::kinetic: return finite(all.kinetic);
    case Balance::potential: return finite(all.potential);
    case Balance::momentum_x: return finite(all.momentum.x());
    case Balance::momentum_y: return finite(all.momentum.y());
    case Balance::angular_momentum: return finite(all.angular_momentum);
    default: return finite(all.energy());
  }
}

// What it weighs, whether physics are on or not.
std::optional<double> mass_value(const World& world, CurveId id) {
  InertiaMemory memory;
  Inertia mass, drag;
  return weigh(world, id, memory, mass, drag) ? finite(mass.mass) : std::nullopt;
}

Error follows(const Readout& readout, const std::string& text) {
  return {fmt::format("{} cannot be set: it follows {}", readout.name, text),
          0,
          0,
          1,
          "set a variable it follows, or let it follow nothing",
          {}};
}

}  // namespace

std::optional<double> value_of(const Document& document, const World& world, Stepper& stepper,
                               const Readout& readout) {
  if (const auto* one = std::get_if<Readout::Parameter>(&readout.what))
    return finite(world.find(one->curve)->q[one->index]);
  if (const auto* one = std::get_if<Readout::Geometry>(&readout.what))
    return geometry_value(world, stepper, *one);
  if (const auto* one = std::get_if<Readout::Along>(&readout.what))
    return finite(std::get<SlidingAt>(world.find(one->connector)->what).t);
  if (const auto* one = std::get_if<Number>(&readout.what)) return finite(value_of(world, *one));
  if (const auto* one = std::get_if<Readout::Force>(&readout.what)) {
    const auto rows = stepper.force(world, one->constraint);
    if (one->row >= 0)
      return static_cast<std::size_t>(one->row) < rows.size()
                 ? finite(rows[static_cast<std::size_t>(one->row)])
                 : 0;
    double sum = 0;
    for (const double row : stepper.force(world, one->constraint)) sum += row * row;
    return finite(std::sqrt(sum));
  }
  if (const auto* one = std::get_if<Readout::Variable>(&readout.what))
    return finite(find_variable(document, one->name)->amount.value);
  if (const auto* one = std::get_if<Readout::Balance>(&readout.what))
    return balance_value(world, stepper, *one);
  if (const auto* one = std::get_if<Readout::Mass>(&readout.what)) return mass_value(world, one->curve);
  if (const auto* one = std::get_if<Readout::Motor>(&readout.what))
    return finite(one->power ? stepper.motor_power(world, one->motor)
                             : stepper.motor_force(world, one->motor));
  if (const auto* one = std::get_if<Readout::Distance>(&readout.what)) return distance_value(world, *one);
  if (const auto* one = std::get_if<Readout::Turning>(&readout.what))
    return turning_value(world, stepper, *one);
  if (const auto* one = std::get_if<Readout::Transmission>(&readout.what))
    return transmission_value(world, *one);
  if (const auto* one = std::get_if<Readout::Advantage>(&readout.what))
    return advantage_value(world, stepper, *one);
  return finite(world.time);
}

Result<bool> set_value(Change& change, const Readout& readout, double value) {
  const Document& document = change.document();
  World& world = change.world();
  if (!(std::abs(value) <= largest_number))
    return Error{fmt::format("{} cannot be {}: numbers of a drawing are between -1e12 and 1e12",
                             readout.name, shortest(value)),
                 0,
                 0,
                 1,
                 {},
                 {}};
  if (const auto* one = std::get_if<Readout::Parameter>(&readout.what)) {
    if (const auto dimension = dimension_on(document, one->curve, one->index))
      return follows(readout, *text_followed(document, *dimension));
    const Result<double> good =
        fitting(parameter(*world.find(one->curve)->type, one->index), readout.name, Amount{value});
    if (!good) return good.error();
    Eigen::VectorXd q = world.find(one->curve)->q;
    q[one->index] = value;
    world.set_q(one->curve, q);
    return true;
  }
  if (const auto* one = std::get_if<Readout::Along>(&readout.what)) {
    world.set_t(one->connector, value);
    return true;
  }
  if (const auto* one = std::get_if<Number>(&readout.what)) {
    if (is_driven(world, *one))
      return Error{fmt::format("{} cannot be set: a motor turns it", readout.name),    0, 0, 1,
                   "set the parameter it turns instead; the motor goes on from there", {}};
    if (const std::string* text = text_followed(document, *one)) return follows(readout, *text);
    const Result<double> good = fitting(world, *one, readout.name, Amount{value});
    if (!good) return good.error();
    set_value(world, *one, value);
    return true;
  }
  if (const auto* one = std::get_if<Readout::Variable>(&readout.what))
    return set_variable(change, one->name, shortest(value));
  return Error{
      fmt::format("{} cannot be set: it follows from the rest of the drawing", readout.name),
      0,
      0,
      1,
      "set a parameter or a number of a constraint, or hold it there with a constraint",
      {}};
}

void Held::hold(World& world, const Readout& readout) {
  if (const auto* one = std::get_if<Readout::Parameter>(&readout.what)) hold(world, *one);
}

void Held::hold(World& world, CurveId curve) {
  const Body* body = world.body(curve);
  const int count = body ? static_cast<int>(body->locked.size()) : 0;
  for (int i = 0; i < count; ++i) hold(world, Readout::Parameter{curve, i});
}

void Held::hold(World& world, const Readout::Parameter& parameter) {
  const Body* body = world.body(parameter.curve);
  if (!body || body->locked[static_cast<std::size_t>(parameter.index)]) return;
  world.set_locked(parameter.curve, parameter.index, true);
  parameters_.push_back(parameter);
}

void Held::release(World& world) {
  for (const Readout::Parameter& one : parameters_) world.set_locked(one.curve, one.index, false);
  parameters_.clear();
}

}  // namespace limber
