#include "app/editor/blocked_motors.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace limber {

namespace {

// A motor within this of its limit has spent it; the solver's bounds are met much more nearly.
constexpr double spent = 0.999;
// What bears less than this part of the most is not what holds it; and no more than so many are named.
constexpr double bears_much = 0.5;
constexpr std::size_t most_named = 3;

double force_of(const Stepper& stepper, ConstraintId id) {
  double square = 0;
  for (const double force : stepper.force(id)) square += force * force;
  return std::sqrt(square);
}

BlockedMotor blocked(const World& world, const Stepper& stepper, const IslandReport& island, MotorId id) {
  BlockedMotor out;
  out.motor = id;
  out.limits = island.limits;
  const Motor& motor = *world.find(id);
  out.at_limit = std::abs(stepper.motor_force(id)) > spent * motor.limit;
  const std::set<CurveId> curves(island.curves.begin(), island.curves.end());
  std::vector<std::pair<double, ConstraintId>> loads;
  world.constraints().each([&](ConstraintId other, const Constraint& one) {
    if (other == motor.constraint || !one.enabled) return;
    const bool here = std::ranges::any_of(one.on, [&](const Argument& argument) {
      const Connector* connector = world.find(argument.connector);
      return connector && curves.contains(connector->curve);
    });
    if (here) loads.emplace_back(force_of(stepper, other), other);
  });
  std::ranges::stable_sort(loads, [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [force, other] : loads)
    if (force > 0 && force >= bears_much * loads.front().first && out.by.size() < most_named)
      out.by.push_back(other);
  return out;
}

}  // namespace

void BlockedMotors::tick(const World& world, const Stepper& stepper, const StepReport& report, bool playing) {
  if (!playing) return all_.clear();
  for (const IslandReport& island : report.islands) {
    const std::set<CurveId> curves(island.curves.begin(), island.curves.end());
    std::erase_if(all_, [&](const BlockedMotor& one) {
      const Motor* motor = world.find(one.motor);
      const Constraint* driven = motor ? world.find(motor->constraint) : nullptr;
      return !driven || std::ranges::any_of(driven->on, [&](const Argument& argument) {
        const Connector* connector = world.find(argument.connector);
        return connector && curves.contains(connector->curve);
      });
    });
    for (const MotorId id : island.stalled) all_.push_back(blocked(world, stepper, island, id));
  }
}

std::string sentence_of(const Document& document, const BlockedMotor& blocked) {
  std::string out = document.name(blocked.motor) + " stands";
  if (blocked.at_limit) out += ": its limit of force is spent";
  std::string by;
  const auto add = [&](const std::string& name) { by += (by.empty() ? "" : ", ") + name; };
  for (const ConstraintId id : blocked.by)
    if (document.has(id)) add(document.name(id));
  for (const Limit& limit : blocked.limits)
    if (limit.curve && limit.parameter >= 0 && document.has(limit.curve))
      add("the range of " + document.name(limit.curve) + "." +
          parameter_name(*document.world->find(limit.curve)->type, limit.parameter));
  if (!by.empty()) out += (blocked.at_limit ? ", against " : ": held by ") + by;
  return out;
}

}  // namespace limber
