#include "solver/limber.h"

#include <cmath>
#include <limits>

#include "curves/library.h"
#include "solver/energy_momentum.h"
#include "solver/kinds.h"
#include "solver/stepper.h"
#include "solver/world.h"

namespace limber {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

template <class Thing, class Tag>
Id<Thing> id_of(Handle<Tag> handle) {
  return {static_cast<std::uint32_t>(handle.key)};
}
template <class Wanted, class Thing>
Wanted handle_of(Id<Thing> id) {
  return id ? Wanted{id.index} : Wanted{};
}

}  // namespace

// The libraries are shared by all drawings of a family of copies; the stepper only caches.
struct Drawing::State {
  CurveLibrary types;
  ConstraintLibrary kinds;
  SharedBudget compiling = compile_budget();
  World world;
  Stepper stepper;
  mutable std::string error;

  bool fail(std::string sentence) const {
    error = std::move(sentence);
    return false;
  }
  bool fail(const Error& why) const {
    return fail(why.suggestion.empty() ? why.message : why.message + " (" + why.suggestion + ")");
  }
  const Curve* curve(DrawingCurve handle) const {
    const Curve* found = world.find(id_of<Body>(handle));
    if (!found) fail("there is no such curve");
    return found;
  }
  // The index of a parameter by name, or -1.
  int parameter(const Curve& curve, std::string_view name) const {
    const auto& all = curve.type->parameters;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].name == name) return static_cast<int>(i);
    fail("a " + curve.type->name + " has no parameter called " + std::string(name));
    return -1;
  }
};

Drawing::Drawing() : state_(std::make_unique<State>()) {
  state_->types = CurveLibrary::with_builtin_types();
  if (Result<ConstraintLibrary> kinds = ConstraintLibrary::load())
    state_->kinds = std::move(*kinds);
  else
    state_->fail(kinds.error());
}
Drawing::~Drawing() = default;
Drawing::Drawing(Drawing&&) noexcept = default;
Drawing& Drawing::operator=(Drawing&&) noexcept = default;
Drawing::Drawing(const Drawing& other) : state_(std::make_unique<State>()) { *this = other; }
Drawing& Drawing::operator=(const Drawing& other) {
  if (this == &other) return *this;
  state_->types = other.state_->types;
  state_->kinds = other.state_->kinds;
  state_->world = other.state_->world;
  state_->error = other.state_->error;
  return *this;
}

bool Drawing::define(std::string_view formula) {
  // A text says itself whether it is a curve or a constraint: try the one, then tell of the other.
  const bool is_curve = formula.find("curve") < formula.find("constraint") &&
                        formula.find("curve") < formula.find("preference");
  if (is_curve) {
    const Result<SharedCurveType> added = state_->types.add(formula, Tier::machine_code, state_->compiling);
    return added ? true : state_->fail(added.error());
  }
  const auto added = state_->kinds.add(formula, Tier::machine_code, state_->compiling);
  return added ? true : state_->fail(added.error());
}

DrawingCurve Drawing::add_curve(std::string_view type, Parameters parameters) {
  const SharedCurveType found = state_->types.find(type);
  if (!found)
    return state_->fail("there is no curve type called " + std::string(type)), DrawingCurve{};
  Curve curve = default_curve(found);
  for (const auto& [name, value] : parameters) {
    const int index = state_->parameter(curve, name);
    if (index < 0) return {};
    curve.q[index] = value;
  }
  return handle_of<DrawingCurve>(state_->world.add(std::move(curve)));
}

bool Drawing::lock(DrawingCurve handle, std::string_view parameter, bool locked) {
  const Curve* curve = state_->curve(handle);
  const int index = curve ? state_->parameter(*curve, parameter) : -1;
  if (index < 0) return false;
  state_->world.set_locked(id_of<Body>(handle), index, locked);
  return true;
}

// ---- mass

void Drawing::set_physics(bool on, double gravity_x, double gravity_y) {
  state_->world.physics.on = on;
  state_->world.physics.gravity = {gravity_x, gravity_y};
  if (!on) state_->world.stand_still();
}

bool Drawing::set_density(double density) {
  if (!(density > 0) || !std::isfinite(density)) return state_->fail("a density is above 0");
  state_->world.physics.density = density;
  return true;
}

bool Drawing::set_air(double drag) {
  if (!(drag >= 0) || !std::isfinite(drag)) return state_->fail("the drag of the air is not negative");
  state_->world.physics.air = drag;
  return true;
}

bool Drawing::damp(DrawingConstraint spring, double damping) {
  const Constraint* constraint = state_->world.find(id_of<Constraint>(spring));
  if (!constraint || constraint->compliance == 0) return state_->fail("only a spring is damped");
  if (!(damping >= 0) || !std::isfinite(damping)) return state_->fail("a damping is not negative");
  state_->world.set_damping(id_of<Constraint>(spring), damping);
  return true;
}

bool Drawing::weigh(DrawingCurve curve, double mass) {
  if (!state_->curve(curve)) return false;
  if (!(mass > 0)) return state_->fail("a mass is above 0");
  state_->world.set_weight(id_of<Body>(curve), 0, mass);
  return true;
}

bool Drawing::bend(DrawingCurve handle, std::string_view parameter, double stiffness, double damping) {
  const Curve* curve = state_->curve(handle);
  const Bend bend{curve ? state_->parameter(*curve, parameter) : -1, stiffness, damping};
  if (bend.parameter < 0) return false;
  if (const std::string reason = why_rigid(*curve->type, bend.parameter); !reason.empty())
    return state_->fail(reason);
  if (!(stiffness >= 0) || !(damping >= 0)) return state_->fail("a stiffness is not negative");
  state_->world.set_bend(id_of<Body>(handle), bend.parameter, &bend);
  return true;
}

bool Drawing::stiffen(DrawingCurve handle, std::string_view parameter) {
  const Curve* curve = state_->curve(handle);
  const int index = curve ? state_->parameter(*curve, parameter) : -1;
  if (index < 0) return false;
  state_->world.set_bend(id_of<Body>(handle), index, nullptr);
  return true;
}

bool Drawing::launch(DrawingCurve curve, double vx, double vy, double turn) {
  if (!state_->curve(curve)) return false;
  state_->world.set_velocity(id_of<Body>(curve), {vx, vy, turn});
  return true;
}

double Drawing::mass(DrawingCurve curve) const {
  InertiaMemory memory;
  Inertia mass, drag;
  if (!state_->curve(curve)) return none;
  return limber::weigh(state_->world, id_of<Body>(curve), memory, mass, drag) ? mass.mass : none;
}

double Drawing::energy() { return balance().energy; }

DrawingBalance Drawing::balance() {
  MassBalance all;
  if (!state_->stepper.measure(state_->world, all)) return {none, none, none, none, none, none, none, none};
  const Physics& physics = state_->world.physics;
  return {all.kinetic,      all.potential,        all.energy(), all.momentum.x(),
          all.momentum.y(), all.angular_momentum, physics.work, physics.lost};
}

DrawingConnector Drawing::point(DrawingCurve curve, double t) {
  if (!state_->curve(curve)) return {};
  return handle_of<DrawingConnector>(state_->world.add(point_at(id_of<Body>(curve), t)));
}

DrawingConnector Drawing::sliding_point(DrawingCurve curve, double t) {
  if (!state_->curve(curve)) return {};
  return handle_of<DrawingConnector>(state_->world.add(sliding_at(id_of<Body>(curve), t)));
}

DrawingConnector Drawing::measure(DrawingCurve handle, std::string_view name, double t) {
  const Curve* curve = state_->curve(handle);
  if (!curve) return {};
  if (!curve->type->find(std::string(name)))
    return state_->fail("a " + curve->type->name + " has no " + std::string(name)),
           DrawingConnector{};
  return handle_of<DrawingConnector>(
      state_->world.add(Connector{id_of<Body>(handle), Measured{std::string(name), t, {}}}));
}

DrawingConnector Drawing::parameter(DrawingCurve handle, std::string_view name) {
  const Curve* curve = state_->curve(handle);
  const int index = curve ? state_->parameter(*curve, name) : -1;
  if (index < 0) return {};
  return handle_of<DrawingConnector>(state_->world.add(parameter_of(id_of<Body>(handle), index)));
}

DrawingConstraint Drawing::hold(std::string_view kind, std::vector<DrawingArgument> on,
                                double stiffness) {
  const auto fail = [&](std::string sentence) {
    return state_->fail(std::move(sentence)), DrawingConstraint{};
  };
  Constraint constraint;
  constraint.kind = state_->kinds.find(kind);
  if (!constraint.kind) return fail("there is no constraint called " + std::string(kind));
  if (on.size() != constraint.kind->inputs.size())
    return fail(std::string(kind) + " holds " + std::to_string(constraint.kind->inputs.size()) +
                " things");
  if (!(stiffness >= 0)) return fail("a stiffness is 0 (hard) or more");
  for (std::size_t i = 0; i < on.size(); ++i) {
    const Input& input = constraint.kind->inputs[i];
    if (!on[i].connector) {
      constraint.on.push_back(input.shape == Shape::number ? Argument(on[i].x)
                                                           : Argument(Point(on[i].x, on[i].y)));
      continue;
    }
    const ConnectorId id = id_of<Connector>(on[i].connector);
    const Connector* connector = state_->world.find(id);
    if (!connector) return fail("there is no such connector");
    const Curve* curve = state_->world.find(connector->curve);
    if (shape_of(*connector, curve ? curve->type.get() : nullptr) != input.shape)
      return fail(std::string(kind) + " cannot have this as its " + input.name);
    constraint.on.push_back(id);
  }
  constraint.compliance = stiffness > 0 ? 1 / stiffness : 0;
  return handle_of<DrawingConstraint>(state_->world.add(std::move(constraint)));
}

DrawingMotor Drawing::drive(DrawingConstraint handle, std::string_view input, double speed) {
  const Constraint* constraint = state_->world.find(id_of<Constraint>(handle));
  if (!constraint) return state_->fail("there is no such constraint"), DrawingMotor{};
  for (std::size_t i = 0; i < constraint->kind->inputs.size(); ++i) {
    if (constraint->kind->inputs[i].name != input || constraint->on[i].connector) continue;
    Motor motor;
    motor.constraint = id_of<Constraint>(handle);
    motor.input = static_cast<int>(i);
    motor.speed = speed;
    return handle_of<DrawingMotor>(state_->world.add(motor));
  }
  return state_->fail(constraint->kind->name + " has no number called " + std::string(input)),
         DrawingMotor{};
}

bool Drawing::set_motor(DrawingMotor motor, double speed) {
  return set_motor(motor, speed, std::numeric_limits<double>::infinity());
}

bool Drawing::set_motor(DrawingMotor handle, double speed, double limit) {
  const Motor* known = state_->world.find(id_of<Motor>(handle));
  if (!known) return state_->fail("there is no such motor");
  if (!std::isfinite(speed)) return state_->fail("a speed is a finite number");
  if (!(limit >= 0)) return state_->fail("a limit is not negative");
  Motor motor = *known;
  motor.speed = speed;
  motor.limit = limit;
  state_->world.set(id_of<Motor>(handle), motor);
  return true;
}

DrawingForce Drawing::push(DrawingConnector on, double fx, double fy) {
  if (!state_->world.find(id_of<Connector>(on)))
    return state_->fail("there is no such connector"), DrawingForce{};
  if (!std::isfinite(fx) || !std::isfinite(fy))
    return state_->fail("a force is two finite numbers"), DrawingForce{};
  return handle_of<DrawingForce>(state_->world.add(Force{id_of<Connector>(on), {fx, fy}}));
}

bool Drawing::set_force(DrawingForce force, double fx, double fy) {
  if (!state_->world.find(id_of<Force>(force))) return state_->fail("there is no such force");
  if (!std::isfinite(fx) || !std::isfinite(fy)) return state_->fail("a force is two finite numbers");
  state_->world.set(id_of<Force>(force), {fx, fy});
  return true;
}

bool Drawing::remove(DrawingConstraint constraint) {
  if (!state_->world.find(id_of<Constraint>(constraint)))
    return state_->fail("there is no such constraint");
  state_->world.remove(id_of<Constraint>(constraint));
  return true;
}

bool Drawing::remove(DrawingMotor motor) {
  if (!state_->world.find(id_of<Motor>(motor))) return state_->fail("there is no such motor");
  state_->world.remove(id_of<Motor>(motor));
  return true;
}

bool Drawing::remove(DrawingForce force) {
  if (!state_->world.find(id_of<Force>(force))) return state_->fail("there is no such force");
  state_->world.remove(id_of<Force>(force));
  return true;
}

DrawingHand Drawing::grab(DrawingCurve curve, double t) {
  if (!state_->curve(curve)) return {};
  return handle_of<DrawingHand>(state_->world.grab(id_of<Body>(curve), t));
}

bool Drawing::pull(DrawingHand hand, double x, double y) {
  if (!state_->world.find(id_of<Hand>(hand))) return state_->fail("there is no such hand");
  if (!std::isfinite(x) || !std::isfinite(y)) return state_->fail("a place is two finite numbers");
  state_->world.pull(id_of<Hand>(hand), Point(x, y));
  return true;
}

bool Drawing::release(DrawingHand hand) {
  if (!state_->world.find(id_of<Hand>(hand))) return state_->fail("there is no such hand");
  state_->world.release(id_of<Hand>(hand));
  return true;
}

DrawingReport Drawing::step(bool playing) {
  const StepReport& report =
      state_->stepper.step(state_->world, tick, playing ? Run::play : Run::edit);
  DrawingReport out;
  out.rests = report.rests;
  for (const IslandReport& island : report.islands) {
    out.residual = std::max(out.residual, island.residual);
    out.iterations += island.iterations;
    out.path = name(island.path);
    for (const ConstraintId id : island.not_met)
      out.not_met.push_back(handle_of<DrawingConstraint>(id));
  }
  return out;
}

int Drawing::settle(int most_ticks) { return state_->stepper.settle(state_->world, most_ticks); }

double Drawing::value(DrawingCurve handle, std::string_view name) const {
  const Curve* curve = state_->curve(handle);
  if (!curve) return none;
  const auto* measure = curve->type->find(std::string(name));
  if (measure && measure->shape == Shape::number && !measure->along) {
    MeasureReading reading;
    return measure_at(*curve, *measure, 0, reading) ? reading.value[0] : none;
  }
  const int index = state_->parameter(*curve, name);
  return index < 0 ? none : curve->q[index];
}

bool Drawing::set_value(DrawingCurve handle, std::string_view name, double value) {
  const Curve* curve = state_->curve(handle);
  const int index = curve ? state_->parameter(*curve, name) : -1;
  if (index < 0) return false;
  if (!std::isfinite(value)) return state_->fail("a value is a finite number");
  Eigen::VectorXd q = curve->q;
  q[index] = value;
  state_->world.set_q(id_of<Body>(handle), q);
  return true;
}

DrawingPoint Drawing::at(DrawingCurve handle, double t) const {
  const Curve* curve = state_->curve(handle);
  Point x;
  if (!curve || !point_at(*curve, t, x)) return {none, none};
  return {x.x(), x.y()};
}

DrawingPoint Drawing::at(DrawingConnector point) const {
  const Connector* connector = state_->world.find(id_of<Connector>(point));
  Point x;
  if (!connector || !place_of(state_->world, *connector, x)) return {none, none};
  return {x.x(), x.y()};
}

DrawingPoint Drawing::velocity(DrawingConnector point) {
  Point v, a;
  if (!state_->stepper.motion_of(state_->world, id_of<Connector>(point), v, a)) return {none, none};
  return {v.x(), v.y()};
}

DrawingPoint Drawing::acceleration(DrawingConnector point) {
  Point v, a;
  if (!state_->stepper.motion_of(state_->world, id_of<Connector>(point), v, a)) return {none, none};
  return {a.x(), a.y()};
}

std::vector<double> Drawing::force(DrawingConstraint constraint) {
  const std::span<const double> rows = state_->stepper.force(state_->world, id_of<Constraint>(constraint));
  return {rows.begin(), rows.end()};
}

double Drawing::motor_force(DrawingMotor motor) {
  return state_->stepper.motor_force(state_->world, id_of<Motor>(motor));
}

double Drawing::motor_power(DrawingMotor motor) {
  return state_->stepper.motor_power(state_->world, id_of<Motor>(motor));
}

double Drawing::time() const { return state_->world.time; }
std::uint64_t Drawing::hash() const { return limber::hash(state_->world); }
const std::string& Drawing::error() const { return state_->error; }

}  // namespace limber
