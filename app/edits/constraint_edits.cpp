// What holds and what drives: points with names, constraints of all kinds, links, motors, forces.
#include <fmt/format.h>

#include <cmath>

#include "app/document/nearest_word.h"
#include "app/document/readout.h"
#include "app/document/variables.h"
#include "app/edits/apply.h"
#include "app/edits/resolve.h"
#include "curves/nearest.h"

namespace limber {

namespace {

constexpr std::string_view crank_kind = "crank", distance_kind = "distance";
constexpr double default_stiffness = 1;      // of a spring that says none
constexpr double nearest_tolerance = 1e-9;   // of the drawing's size

std::string shape_words(Shape shape) {
  return shape == Shape::point ? "a point" : shape == Shape::direction ? "a direction" : "a number";
}

Result<std::shared_ptr<const ConstraintKind>> kind_called(const Document& document,
                                                          std::string_view name) {
  if (auto kind = document.kinds->find(name)) return kind;
  std::vector<std::string_view> names;
  for (const auto& kind : document.kinds->all()) names.push_back(kind->name);
  const std::string near = nearest_word(name, names);
  return refused(fmt::format("there is no kind of constraint called {}", name),
                 near.empty() ? "" : fmt::format("did you mean {}?", near));
}

// One input of a kind: geometry of the drawing, or numbers. A text that calls variables is followed.
struct Bound {
  Argument argument;
  std::string follows;
};
Result<Bound> bound_to(Change& change, const Input& input, const std::string& text) {
  const Document& document = change.document();
  if (input.shape == Shape::number && !document.find(text)) {
    if (const Result<Amount> amount = amount_of(document, text)) {
      bool calls = false;
      for (const std::string& name : names_in(text)) calls = calls || find_variable(document, name);
      return Bound{Argument(amount->value), calls ? text : ""};
    }
  }
  const Result<Geometry> geometry = geometry_in(document, text);
  if (!geometry) return geometry.error();
  const auto* made = std::get_if<Connector>(&*geometry);
  const auto* paper = made ? std::get_if<OnPaper>(&made->what) : nullptr;
  if (paper && input.shape != Shape::number) return Bound{Argument(paper->place), ""};
  if (shape_of(document, *geometry) != input.shape)
    return refused(fmt::format("{} is not {}, which {} asks for", text, shape_words(input.shape),
                               input.name));
  const Result<ConnectorId> connector = connector_for(change, text);
  if (!connector) return connector.error();
  return Bound{Argument(*connector), ""};
}

Result<ConstraintId> constrain(Change& change, std::string_view kind_name, const Strings& on,
                               const std::string& as, double compliance) {
  const auto kind = kind_called(change.document(), kind_name);
  if (!kind) return kind.error();
  if (const Result<bool> free = change.free_name(as); !free) return free.error();
  if (!(compliance >= 0) || !std::isfinite(compliance))
    return refused("a compliance is not negative, a stiffness above 0");
  const std::vector<Input>& inputs = (*kind)->inputs;
  if (on.size() > inputs.size())
    return refused(fmt::format("{} takes {} things", kind_name, inputs.size()));
  Constraint constraint;
  constraint.kind = *kind;
  constraint.compliance = compliance;
  std::vector<std::pair<int, std::string>> follows;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (i >= on.size()) {  // numbers have a usual value
      if (inputs[i].shape != Shape::number)
        return refused(fmt::format("{} also asks for {}: {}", kind_name,
                                   shape_words(inputs[i].shape), inputs[i].name));
      constraint.on.push_back(Argument(inputs[i].value));
      continue;
    }
    const Result<Bound> bound = bound_to(change, inputs[i], on[i]);
    if (!bound) return bound.error();
    constraint.on.push_back(bound->argument);
    if (!bound->follows.empty()) follows.emplace_back(static_cast<int>(i), bound->follows);
  }
  const ConstraintId id = change.add(std::move(constraint), as);
  for (const auto& [input, text] : follows) {
    const Result<bool> done = follow(change, Number(InputOf{id, input, 0}), text);
    if (!done) return done.error();
  }
  return id;
}

Result<bool> done(const Result<ConstraintId>& id) {
  return id ? Result<bool>(true) : Result<bool>(id.error());
}

// Constraints and motors that are switched.
Result<bool> switch_things(Change& change, const Strings& names, bool on) {
  const Result<std::vector<ThingId>> things = find_things(change.document(), names);
  if (!things) return things.error();
  for (const ThingId id : *things) {
    if (id.kind == ThingKind::constraint) {
      change.world().set_enabled(id.as<Constraint>(), on);
    } else if (const Motor* motor = change.document().world->find(id.as<Motor>())) {
      Motor switched = *motor;
      switched.running = on;
      change.world().set(id.as<Motor>(), switched);
    } else {
      return refused(change.document().name(id) + " is neither a constraint nor a motor.");
    }
  }
  return true;
}

Result<bool> set_stiffness(Change& change, const std::string& name, double stiffness) {
  const Result<ConstraintId> id = find_of_kind<Constraint>(change.document(), name);
  if (!id) return id.error();
  if (!(stiffness > 0)) return refused("a stiffness is above 0");
  const double compliance = std::isinf(stiffness) ? 0 : 1 / stiffness;
  if (!std::isfinite(compliance)) return refused("this stiffness is too small");
  stop_following(change, Number(StiffnessOf{*id}));
  change.world().set_compliance(*id, compliance);
  return true;
}

}  // namespace

Result<bool> change_by(Change& change, const edit::PointEdit& edit) {
  if (const Result<bool> free = change.free_name(edit.as); !free) return free;
  const Result<Geometry> geometry = geometry_in(change.document(), edit.on);
  if (!geometry) return geometry.error();
  const auto* known = std::get_if<ConnectorId>(&*geometry);
  const Connector what =
      known ? *change.document().world->find(*known) : std::get<Connector>(*geometry);
  change.add(what, edit.as);
  return true;
}

Result<bool> change_by(Change& change, const edit::Constrain& edit) {
  const Result<ConstraintId> id =
      constrain(change, edit.kind, edit.on, edit.as, edit.compliance.value_or(0));
  if (id && edit.off) change.world().set_enabled(*id, false);
  return done(id);
}

Result<bool> change_by(Change& change, const edit::Nail& edit) {
  const Result<Point> at = place_in(change.document(), edit.point);
  if (!at) return at.error();
  return done(constrain(change, coincident_kind,
                        {edit.point, text_of(change.document(), on_paper(*at))}, edit.as, 0));
}

Result<bool> change_by(Change& change, const edit::Attach& edit) {
  return done(constrain(change, coincident_kind, {edit.a, edit.b}, edit.as, 0));
}

// It slides from the place of the curve that is nearest to the point.
Result<bool> change_by(Change& change, const edit::Slide& edit) {
  const Document& document = change.document();
  const Result<Point> at = place_in(document, edit.point);
  if (!at) return at.error();
  const Result<CurveId> curve = find_of_kind<Body>(document, edit.curve);
  if (!curve) return curve.error();
  const World& world = document.world;
  const auto near = nearest(*world.find(*curve), *at, nearest_tolerance * measured_size(world));
  if (!near) return refused(edit.curve + " has no place near this point.");
  return done(constrain(change, coincident_kind,
                        {edit.point, text_of(document, sliding_at(*curve, near->t))}, edit.as, 0));
}

Result<bool> change_by(Change& change, const edit::Spring& edit) {
  const Result<Point> a = place_in(change.document(), edit.a), b = place_in(change.document(), edit.b);
  if (!a) return a.error();
  if (!b) return b.error();
  const double stiffness = edit.stiffness.value_or(default_stiffness);
  if (!(stiffness > 0)) return refused("a stiffness is above 0");
  return done(constrain(change, distance_kind,
                        {edit.a, edit.b, shortest(edit.length.value_or((*a - *b).norm()))}, edit.as,
                        1 / stiffness));
}

Result<bool> change_by(Change& change, const edit::Stop& edit) {
  if (!edit.from && !edit.to) return refused("a stop has a limit", "write from=0, to=10, or both");
  const Result<Readout> readout = find_readout(change.document(), edit.number);
  if (!readout) return readout.error();
  const std::string kind = readout->role == Role::angle ? "angle_" : "";
  // Two limits are two constraints; the name goes to the first.
  std::string as = edit.as;
  if (edit.from) {
    const auto id =
        constrain(change, kind + "at_least", {edit.number, shortest(*edit.from)}, as, 0);
    if (!id) return id.error();
    as.clear();
  }
  if (!edit.to) return true;
  return done(constrain(change, kind + "at_most", {edit.number, shortest(*edit.to)}, as, 0));
}

Result<bool> change_by(Change& change, const edit::Soften& edit) {
  return set_stiffness(change, edit.constraint, edit.stiffness.value_or(default_stiffness));
}
Result<bool> change_by(Change& change, const edit::Harden& edit) {
  return set_stiffness(change, edit.constraint, INFINITY);
}
Result<bool> change_by(Change& change, const edit::Enable& edit) {
  return switch_things(change, edit.things, true);
}
Result<bool> change_by(Change& change, const edit::Disable& edit) {
  return switch_things(change, edit.things, false);
}

Result<bool> change_by(Change& change, const edit::Weld& edit) {
  if (const Result<bool> free = change.free_name(edit.as); !free) return free;
  std::vector<CurveId> curves;
  for (const std::string& name : edit.curves) {
    const Result<CurveId> id = find_of_kind<Body>(change.document(), name);
    if (!id) return id.error();
    curves.push_back(*id);
  }
  change.weld(curves, edit.scales, edit.as);
  return true;
}

namespace {

// The constraint whose number a motor on a curve turns. A curve that goes round and has an angle is
// turned by it, about its centre; any other by the direction from its beginning to its end, or half
// way round.
Result<ConstraintId> turned_by_motor(Change& change, CurveId id) {
  const World& world = change.document().world;
  const Curve& curve = *world.find(id);
  const CurveType& type = *curve.type;
  int places = 0;
  for (int i = 0; i < static_cast<int>(curve.q.size()); ++i) {
    places += parameter(type, i).role == Role::x;
    if (!type.closed || parameter(type, i).role != Role::angle) continue;
    const double angle = curve.q[i];
    change.world().set_locked(id, i, false);  // else nothing could turn it
    return constrain(change, kind_that_fixes(Role::angle),
                     {text_of(change.document(), parameter_of(id, i)), shortest(angle)}, "", 0);
  }
  if (type.closed && places < 2)
    return refused("Turning it would change nothing: it looks the same from all sides",
                   "draw a wheel instead");
  const double begin = t_begin(curve), end = type.closed ? (begin + t_end(curve)) / 2 : t_end(curve);
  Point from, to;
  if (!point_at(curve, begin, from) || !point_at(curve, end, to) ||
      (to - from).norm() <= 1e-9 * measured_size(world))
    return refused("A motor turns a curve from its beginning to its end; these two must be apart");
  return constrain(change, crank_kind,
                   {text_of(change.document(), point_at(id, begin)),
                    text_of(change.document(), point_at(id, end)),
                    shortest(std::atan2(to.y() - from.y(), to.x() - from.x()))},
                   "", 0);
}

}  // namespace

Result<bool> change_by(Change& change, const edit::MotorEdit& edit) {
  if (const Result<bool> free = change.free_name(edit.as); !free) return free;
  const Result<ThingId> thing = find_thing(change.document(), edit.what);
  if (!thing) return thing.error();
  Motor motor;
  if (const CurveId curve = thing->as<Body>()) {
    const Result<ConstraintId> turned = turned_by_motor(change, curve);
    if (!turned) return turned.error();
    motor.constraint = *turned;
  } else {
    const Result<ConstraintId> id = find_of_kind<Constraint>(change.document(), edit.what);
    if (!id) return id.error();
    motor.constraint = *id;
  }
  const Constraint& driven = *change.document().world->find(motor.constraint);
  motor.input = -1;
  for (std::size_t i = 0; i < driven.on.size(); ++i) {
    const Input& input = driven.kind->inputs[i];
    if (input.shape == Shape::number && !driven.on[i].connector &&
        (edit.input.empty() || edit.input == input.name))
      motor.input = static_cast<int>(i);
  }
  if (motor.input < 0)
    return refused(fmt::format("{} has no number{} that a motor could turn", edit.what,
                               edit.input.empty() ? "" : " " + edit.input));
  if (text_followed(change.document(), Number(InputOf{motor.constraint, motor.input, 0})))
    return refused("This number follows a text, so a motor cannot turn it.");
  motor.speed = edit.speed;
  if (edit.limit && !(*edit.limit >= 0)) return refused("a limit is not negative");
  if (edit.limit) motor.limit = *edit.limit;
  change.add(motor, edit.as);
  return true;
}

Result<bool> change_by(Change& change, const edit::Drive& edit) {
  const Result<MotorId> id = find_motor(change.document(), edit.motor);
  if (!id) return id.error();
  stop_following(change, Number(SpeedOf{*id}));
  const Readout speed{edit.motor + ".speed", Role::number, Number(SpeedOf{*id})};
  return set_value(change, speed, edit.speed);
}

Result<bool> change_by(Change& change, const edit::Unlimit& edit) {
  const Result<MotorId> id = find_motor(change.document(), edit.motor);
  if (!id) return id.error();
  stop_following(change, Number(LimitOf{*id}));
  set_value(change.world(), Number(LimitOf{*id}), INFINITY);
  return true;
}

Result<bool> change_by(Change& change, const edit::ForceEdit& edit) {
  if (const Result<bool> free = change.free_name(edit.as); !free) return free;
  const Result<Geometry> on = geometry_in(change.document(), edit.on);
  if (!on) return on.error();
  if (shape_of(change.document(), *on) == Shape::direction)
    return refused("a force pulls a point or a number");
  const Result<ConnectorId> connector = connector_for(change, edit.on);
  if (!connector) return connector.error();
  change.add(Force{*connector, edit.value}, edit.as);
  return true;
}

}  // namespace limber
