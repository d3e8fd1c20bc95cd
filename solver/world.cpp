#include "solver/world.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "curves/trace.h"
#include "curves/transform.h"
#include "solver/extent.h"

namespace limber {

namespace {

template <class Thing, class Doomed>
std::vector<Id<Thing>> all_where(const SlotMap<Thing>& things, Doomed doomed) {
  std::vector<Id<Thing>> ids;
  things.each([&](Id<Thing> id, const Thing& thing) {
    if (doomed(thing)) ids.push_back(id);
  });
  return ids;
}

}  // namespace

// ---- adding

namespace {
void take_shape(Body& body, Curve curve) {
  assert(curve.type);
  const int n = static_cast<int>(curve.q.size());
  body.locked.clear();
  for (int i = 0; i < n; ++i) body.locked.push_back(parameter(*curve.type, i).locked);
  body.sense = Eigen::VectorXd::Zero(n);
  body.bends.clear();  // of another shape
  body.rest.resize(0);
  if (body.velocity.size() > 3) body.velocity.conservativeResize(3);
  body.curve = std::move(curve);
}
}  // namespace

CurveId World::add(Curve curve) {
  Body body;
  take_shape(body, std::move(curve));
  const CurveId id = bodies_.add(std::move(body));
  wake(id);
  changed();
  size_ = 0;
  return id;
}

ConnectorId World::add(Connector connector) {
  wake(connector);
  changed();
  return connectors_.add(std::move(connector));
}

ConstraintId World::add(Constraint constraint) {
  assert(constraint.kind && constraint.on.size() == constraint.kind->inputs.size());
  wake(constraint);
  changed();
  const ConstraintId id = constraints_.add(std::move(constraint));
  snap(id);
  return id;
}

LinkId World::weld(std::vector<CurveId> curves, bool scales) {
  std::sort(curves.begin(), curves.end());
  curves.erase(std::unique(curves.begin(), curves.end()), curves.end());
  // A curve is in one link only: those that come with a link bring the whole of it.
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const Body* member = body(curves[i]);
    if (!member || !member->link) continue;
    const LinkId old = member->link;
    for (const CurveId other : find(old)->members)
      if (std::find(curves.begin(), curves.end(), other) == curves.end()) curves.push_back(other);
    remove(old);
  }
  std::sort(curves.begin(), curves.end());
  Link link;
  link.scales = scales;
  for (const CurveId id : curves)
    if (find(id)) link.members.push_back(id);
  const LinkId id = links_.add(std::move(link));
  begin_link(*links_.find(id));
  for (const CurveId member : find(id)->members) {
    bodies_.find(member)->link = id;
    wake(member);
  }
  changed();
  return id;
}

MotorId World::add(Motor motor) {
  if (const Constraint* constraint = find(motor.constraint)) wake(*constraint);
  snap(motor.constraint);
  changed();
  return motors_.add(motor);
}

ForceId World::add(Force force) {
  if (const Connector* connector = find(force.on)) wake(*connector);
  changed();
  return forces_.add(force);
}

// The link begins from where its members are now, its place being their middle: turning about a
// far away origin would cost digits.
void World::begin_link(Link& link) {
  std::vector<Point> samples;
  for (const CurveId id : link.members) sample_extent(*find(id), samples);
  Point middle = Point::Zero();
  for (const Point& x : samples) middle += x / static_cast<double>(samples.size());
  link.reference.clear();
  for (const CurveId id : link.members)
    link.reference.push_back(transformed({.move = -middle}, *find(id)).q);
  link.place << middle, 0, 0;
  link.sense.setZero();
}

// ---- the hand

HandId World::grab(CurveId curve, double t) { return grab(limber::point_at(curve, t)); }

HandId World::grab(const Connector& point) {
  Hand hand;
  hand.on = point;
  if (!place_of(*this, point, hand.target)) return {};
  hand.cut = hand.target;
  wake(point);
  changed();
  return hands_.add(std::move(hand));
}

void World::pull(HandId id, Point target) {
  Hand* hand = hands_.find(id);
  if (!hand || !target.allFinite()) return;
  wake(hand->on);
  hand->target = target;
  hand->path.push_back(target);
  hand->moved = true;
}

void World::release(HandId id) {
  const Hand* hand = find(id);
  if (!hand) return;
  wake(hand->on);
  hands_.remove(id);
  changed();
  size_ = 0;
}

// ---- removing

void World::remove(CurveId id) {
  const Body* gone = body(id);
  if (!gone) return;
  wake(id);
  if (gone->link) {
    part_velocities(*this, gone->link);
    Link& link = *links_.find(gone->link);
    const auto at = std::find(link.members.begin(), link.members.end(), id) - link.members.begin();
    link.members.erase(link.members.begin() + at);
    link.reference.erase(link.reference.begin() + at);
  }
  for (const ConnectorId connector :
       all_where(connectors_, [&](const Connector& c) { return c.curve == id; }))
    remove(connector);
  for (const HandId hand : all_where(hands_, [&](const Hand& h) { return h.on.curve == id; }))
    hands_.remove(hand);
  bodies_.remove(id);
  changed();
  size_ = 0;
}

void World::remove(ConnectorId id) {
  const Connector* gone = find(id);
  if (!gone) return;
  wake(*gone);
  for (const ConstraintId constraint : all_where(constraints_, [&](const Constraint& c) {
         return std::any_of(c.on.begin(), c.on.end(),
                            [&](const Argument& a) { return a.connector == id; });
       }))
    remove(constraint);
  for (const ForceId force : all_where(forces_, [&](const Force& f) { return f.on == id; }))
    remove(force);
  for (const ConnectorId reader : all_where(connectors_, [&](const Connector& c) {
         const Measured* measured = std::get_if<Measured>(&c.what);
         return measured && measured->at == id;
       }))
    remove(reader);
  connectors_.remove(id);
  changed();
}

void World::remove(ConstraintId id) {
  const Constraint* gone = find(id);
  if (!gone) return;
  wake(*gone);
  for (const MotorId motor : all_where(motors_, [&](const Motor& m) { return m.constraint == id; }))
    motors_.remove(motor);
  constraints_.remove(id);
  changed();
}

void World::remove(LinkId id) {
  if (!find(id)) return;
  part_velocities(*this, id);
  const Link* gone = find(id);
  for (const CurveId member : gone->members) {
    bodies_.find(member)->link = {};
    wake(member);
  }
  links_.remove(id);
  changed();
}

void World::remove(MotorId id) {
  if (motors_.remove(id)) changed();
}

void World::remove(ForceId id) {
  const Force* gone = find(id);
  if (!gone) return;
  if (const Connector* connector = find(gone->on)) wake(*connector);
  forces_.remove(id);
  changed();
}

// ---- finding

const Curve* World::find(CurveId id) const {
  const Body* found = bodies_.find(id);
  return found ? &found->curve : nullptr;
}
const Body* World::body(CurveId id) const { return bodies_.find(id); }
const Connector* World::find(ConnectorId id) const { return connectors_.find(id); }
const Constraint* World::find(ConstraintId id) const { return constraints_.find(id); }
const Link* World::find(LinkId id) const { return links_.find(id); }
const Motor* World::find(MotorId id) const { return motors_.find(id); }
const Force* World::find(ForceId id) const { return forces_.find(id); }
const Hand* World::find(HandId id) const { return hands_.find(id); }

// ---- setting

void World::set_q(CurveId id, const Eigen::VectorXd& q) {
  Body* body = bodies_.find(id);
  if (!body || q.size() != body->curve.q.size() || !q.allFinite()) return;
  wake(id);
  size_ = 0;
  body->curve.q = q;
  if (!body->link) return changed();
  // Its new place within the link: the link begins again from where its members are now.
  begin_link(*links_.find(body->link));
  changed();
}

void World::replace(CurveId id, Curve curve,
                    const std::vector<std::pair<ConnectorId, Connector>>& riders) {
  Body* body = bodies_.find(id);
  if (!body) return;
  take_shape(*body, std::move(curve));
  for (const auto& [connector, becomes] : riders)
    if (Connector* old = connectors_.find(connector)) *old = becomes;
  wake(id);
  for (const HandId hand : all_where(hands_, [&](const Hand& h) { return h.on.curve == id; }))
    hands_.remove(hand);
  if (body->link) begin_link(*links_.find(body->link));
  changed();
  size_ = 0;
}

void World::retrace(CurveId id) {
  const Body* known = body(id);
  if (!known || !known->curve.type->is_traced) return;
  const Curve before = known->curve, after = traced(before);
  const auto follow = [&](Connector& on) {
    std::visit(
        [&](auto& what) {
          if constexpr (requires { what.name; }) {
            const Measure<Kernel>* measure = before.type->find(what.name);
            if (!measure || !measure->along) return;
          }
          if constexpr (requires { what.t; }) what.t = t_after(before, after, what.t);
        },
        on.what);
  };
  for (const ConnectorId rider :
       all_where(connectors_, [&](const Connector& c) { return c.curve == id; }))
    follow(*connectors_.find(rider));
  for (const HandId hand : all_where(hands_, [&](const Hand& h) { return h.on.curve == id; })) {
    follow(hands_.find(hand)->on);
    hands_.find(hand)->forget_figure();
  }
  Body& body = *bodies_.find(id);
  const Eigen::Index n = after.q.size(), old = body.sense.size();
  body.curve = after;
  body.locked.resize(static_cast<std::size_t>(n), 1);
  body.sense.conservativeResize(n);
  if (n > old) body.sense.tail(n - old).setZero();
  if (body.link) begin_link(*links_.find(body.link));
  changed();
}

void World::set_locked(CurveId id, int parameter, bool locked) {
  Body* body = bodies_.find(id);
  if (!body || parameter < 0 || parameter >= static_cast<int>(body->locked.size())) return;
  body->locked[static_cast<std::size_t>(parameter)] =
      locked || is_always_locked(*body->curve.type, parameter);
  wake(id);
  changed();
}

void World::set_t(ConnectorId id, double t) {
  Connector* connector = connectors_.find(id);
  if (!connector || !std::isfinite(t)) return;
  wake(*connector);
  if (PointAt* point = std::get_if<PointAt>(&connector->what)) point->t = t;
  if (SlidingAt* sliding = std::get_if<SlidingAt>(&connector->what)) sliding->t = t;
  if (Measured* measured = std::get_if<Measured>(&connector->what)) measured->t = t;
  changed();
}

void World::set_number(ConstraintId id, int input, double value) {
  set_number(id, input, Point(value, 0));
}

void World::set_number(ConstraintId id, int input, Point value) {
  Constraint* constraint = constraints_.find(id);
  if (!constraint || !value.allFinite()) return;
  constraint->on[static_cast<std::size_t>(input)].number = {value.x(), value.y()};
  wake(*constraint);
}

void World::set_compliance(ConstraintId id, double compliance) {
  Constraint* constraint = constraints_.find(id);
  if (!constraint || !(compliance >= 0) || !std::isfinite(compliance)) return;
  constraint->compliance = compliance;
  wake(*constraint);
  changed();
  snap(id);
}

void World::set_damping(ConstraintId id, double damping) {
  Constraint* constraint = constraints_.find(id);
  if (!constraint || !(damping >= 0) || !std::isfinite(damping)) return;
  constraint->damping = damping;
  wake(*constraint);
}

void World::set_weight(CurveId id, double density, double mass) {
  Body* body = bodies_.find(id);
  if (!body || !(density >= 0) || !(mass >= 0)) return;
  body->density = density;
  body->mass = mass;
}

void World::set_bend(CurveId id, int parameter, const Bend* bend) {
  Body* body = bodies_.find(id);
  if (!body || parameter < 0 || parameter >= body->curve.q.size()) return;
  const auto at = std::lower_bound(body->bends.begin(), body->bends.end(), parameter,
                                   [](const Bend& one, int i) { return one.parameter < i; });
  const bool known = at != body->bends.end() && at->parameter == parameter;
  if (bend && known) *at = *bend;
  if (bend && !known) body->bends.insert(at, *bend);
  if (!bend && known) body->bends.erase(at);
  if (body->bends.empty()) body->rest.resize(0);
  else if (body->rest.size() == 0) body->rest = body->curve.q;
  if (body->velocity.size() > 3) body->velocity.conservativeResize(3);
  changed();
}

void World::set_rest(CurveId id, int parameter, double value) {
  Body* body = bodies_.find(id);
  if (!body || parameter < 0 || parameter >= body->rest.size() || !std::isfinite(value)) return;
  body->rest[parameter] = value;
}

void World::set_velocity(CurveId id, const Eigen::Vector3d& velocity) {
  Body* body = bodies_.find(id);
  if (!body || !velocity.allFinite()) return;
  (body->link ? links_.find(body->link)->velocity : body->velocity) = velocity;
  if (!physics.on) return;
  // What holds it takes of that what it cannot do.
  const LinkId link = body->link;
  const auto is_its = [&](const Argument& argument) {
    const Connector* on = std::as_const(*this).find(argument.connector);
    const Body* held = on ? std::as_const(bodies_).find(on->curve) : nullptr;
    return held && (on->curve == id || (link && held->link == link));
  };
  for (const ConstraintId one : all_where(constraints_, [&](const Constraint& constraint) {
         return std::any_of(constraint.on.begin(), constraint.on.end(), is_its);
       }))
    snap(one);
}

void World::stand_still() {
  for (const CurveId id : all_where(bodies_, [](const Body& body) { return body.velocity.size() > 0; }))
    bodies_.find(id)->velocity.resize(0);
  for (const LinkId id : all_where(links_, [](const Link& link) { return link.velocity.size() > 0; }))
    links_.find(id)->velocity.resize(0);
}

// It acts on something that moves with mass.
void World::snap(ConstraintId id) {
  Constraint* constraint = constraints_.find(id);
  if (!constraint || !physics.on || !constraint->enabled) return;
  for (const Argument& argument : constraint->on) {
    const Connector* connector = find(argument.connector);
    const Body* rides_on = connector ? body(connector->curve) : nullptr;
    if (rides_on) constraint->snaps = true;
  }
}

void World::set_enabled(ConstraintId id, bool enabled) {
  Constraint* constraint = constraints_.find(id);
  if (!constraint) return;
  constraint->enabled = enabled;
  wake(*constraint);
  changed();
  snap(id);
}

void World::set(MotorId id, Motor motor) {
  Motor* old = motors_.find(id);
  if (!old) return;
  *old = motor;
  if (const Constraint* constraint = find(motor.constraint)) wake(*constraint);
  changed();
  snap(motor.constraint);
}

void World::set(ForceId id, Eigen::Vector2d value) {
  Force* force = forces_.find(id);
  if (!force || !value.allFinite()) return;
  force->value = value;
  if (const Connector* connector = find(force->on)) wake(*connector);
}

// ---- waking

void World::wake(CurveId id) {
  Body* body = bodies_.find(id);
  if (!body || body->awake) return;
  body->awake = true;
  awake_.push_back(id.index);
}

void World::wake(const Connector& connector) { wake(connector.curve); }

void World::wake(const Constraint& constraint) {
  for (const Argument& argument : constraint.on)
    if (const Connector* connector = find(argument.connector)) wake(*connector);
}

void World::wake() {
  bodies_.each([&](CurveId id, const Body&) { wake(id); });
}

void World::sleep() {
  for (const std::uint32_t slot : awake_)
    if (Body* body = bodies_.find(CurveId{slot})) body->awake = false;
  awake_.clear();
}

void World::let_go() {
  if (hands_.size() > 0) changed();
  hands_ = {};
}

// ---- size

double World::size() const {
  if (size_ > 0) return size_;
  std::vector<Point> samples;
  bodies_.each([&](CurveId, const Body& body) { sample_extent(body.curve, samples); });
  size_ = extent_of(samples);
  if (!(size_ > 0) || !std::isfinite(size_)) size_ = 1;
  return size_;
}

bool place_of(const World& world, const Connector& connector, Point& out) {
  if (const OnPaper* paper = std::get_if<OnPaper>(&connector.what)) {
    out = paper->place;
    return true;
  }
  const Curve* curve = world.find(connector.curve);
  if (!curve) return false;
  if (const PointAt* point = std::get_if<PointAt>(&connector.what))
    return limber::point_at(*curve, point->t, out);
  if (const SlidingAt* sliding = std::get_if<SlidingAt>(&connector.what))
    return limber::point_at(*curve, sliding->t, out);
  const Measured* measured = std::get_if<Measured>(&connector.what);
  if (!measured) return false;
  const Measure<Kernel>* measure = curve->type->find(measured->name);
  if (!measure || measure->shape != Shape::point) return false;
  const Connector* at = world.find(measured->at);
  const SlidingAt* sliding = at ? std::get_if<SlidingAt>(&at->what) : nullptr;
  MeasureReading reading;
  if (!measure_at(*curve, *measure, sliding ? sliding->t : measured->t, reading)) return false;
  out = reading.value.head<2>();
  return true;
}

}  // namespace limber
