#include "solver/world.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "curves/transform.h"
#include "solver/tolerances.h"

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

// Samples on a pole say nothing of the rest: those much farther out than half of the others are
// left out.
void sample(const Curve& curve, std::vector<Point>& out) {
  const double begin = t_begin(curve), end = t_end(curve);
  std::vector<Point> points;
  const auto look = [&](double part) {
    Point x;
    if (point_at(curve, begin + (end - begin) * part, x)) points.push_back(x);
  };
  for (const double part : {0.0, 0.5, 1.0}) look(part);
  for (int i = 1; i <= size_samples; ++i) {
    const double part = i * size_sample_part - std::floor(i * size_sample_part);
    look(part);
    look(1 - part);
  }
  if (points.empty()) return;
  const Point from = points[points.size() / 2];
  std::vector<double> ways;
  for (const Point& x : points) ways.push_back((x - from).norm());
  std::nth_element(ways.begin(), ways.begin() + static_cast<std::ptrdiff_t>(ways.size() / 2),
                   ways.end());
  const double usual = ways[ways.size() / 2];
  for (const Point& x : points)
    if (usual == 0 || (x - from).norm() <= far_out * usual) out.push_back(x);
}

}  // namespace

// What a hand kept of the figure is of another figure now: its path begins anew where it is.
void World::changed() {
  topology_ = std::make_shared<const int>();
  hands_.each([](HandId, Hand& hand) {
    if (!hand.moved) hand.cut = hand.target;
    if (hand.moved && hand.path.size() > 1) hand.cut = hand.path[hand.path.size() - 2];
    hand.path.assign(hand.moved ? 1 : 0, hand.target);
    hand.forget_figure();
  });
}

// ---- adding

CurveId World::add(Curve curve) {
  assert(curve.type);
  Body body;
  const int n = static_cast<int>(curve.q.size());
  for (int i = 0; i < n; ++i) body.locked.push_back(parameter(*curve.type, i).locked);
  body.sense = Eigen::VectorXd::Zero(n);
  body.curve = std::move(curve);
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
  return constraints_.add(std::move(constraint));
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
  for (const CurveId id : link.members) sample(*find(id), samples);
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
  const Link* gone = find(id);
  if (!gone) return;
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

void World::set_locked(CurveId id, int parameter, bool locked) {
  Body* body = bodies_.find(id);
  if (!body || parameter < 0 || parameter >= static_cast<int>(body->locked.size())) return;
  const bool whole = limber::parameter(*body->curve.type, parameter).whole;
  body->locked[static_cast<std::size_t>(parameter)] = locked || whole;
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
}

void World::set_enabled(ConstraintId id, bool enabled) {
  Constraint* constraint = constraints_.find(id);
  if (!constraint) return;
  constraint->enabled = enabled;
  wake(*constraint);
  changed();
}

void World::set(MotorId id, Motor motor) {
  Motor* old = motors_.find(id);
  if (!old) return;
  *old = motor;
  if (const Constraint* constraint = find(motor.constraint)) wake(*constraint);
  changed();
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

// Twice the way from the middle of all samples to the farthest: the same however it lies.
double World::size() const {
  if (size_ > 0) return size_;
  std::vector<Point> samples;
  bodies_.each([&](CurveId, const Body& body) { sample(body.curve, samples); });
  Point middle = Point::Zero();
  for (const Point& x : samples)
    middle += (x - samples.front()) / static_cast<double>(samples.size());
  for (const Point& x : samples) size_ = std::max(size_, 2 * (x - samples.front() - middle).norm());
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

// ---- hash (Fowler, Noll and Vo's, 64 bits, of the bytes of every number)

namespace {

// By slot: how many things are before it. Slots themselves may have holes, which no file keeps.
template <class Thing>
std::vector<std::uint64_t> ranks(const SlotMap<Thing>& things) {
  std::vector<std::uint64_t> out(static_cast<std::size_t>(things.slots()));
  std::uint64_t rank = 0;
  things.each([&](Id<Thing> id, const Thing&) { out[id.index] = rank++; });
  return out;
}

class Hasher {
 public:
  explicit Hasher(const World& world)
      : bodies_(ranks(world.bodies())),
        connectors_(ranks(world.connectors())),
        constraints_(ranks(world.constraints())),
        links_(ranks(world.links())) {}

  std::uint64_t value = 14695981039346656037ull;

  void add(std::uint64_t bits) {
    for (int i = 0; i < 8; ++i) {
      value = (value ^ (bits & 0xff)) * 1099511628211ull;
      bits >>= 8;
    }
  }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  void add(bool yes) { add(std::uint64_t{yes}); }
  void add(CurveId id) { add_rank(bodies_, id.index); }
  void add(ConnectorId id) { add_rank(connectors_, id.index); }
  void add(ConstraintId id) { add_rank(constraints_, id.index); }
  void add(LinkId id) { add_rank(links_, id.index); }
  template <class Numbers>
  void add_all(const Numbers& numbers) {
    for (const auto& number : numbers) add(number);
  }

  void add(const Point& point) { add_all(point); }
  void add(const PointAt& point) { add(point.t); }
  void add(const SlidingAt& sliding) {
    add(sliding.t);
    add(sliding.sense);
  }
  void add(const Measured& measured) {
    for (const char c : measured.name) add(static_cast<std::uint64_t>(c));
    add(measured.t);
    add(measured.at);
  }
  void add(const ParameterOf& parameter) { add(static_cast<std::uint64_t>(parameter.index)); }
  void add(const OnPaper& paper) { add(paper.place); }
  void add(const Connector& connector) {
    add(connector.curve);
    add(std::uint64_t{connector.what.index()});
    std::visit([&](const auto& what) { add(what); }, connector.what);
  }

  void add(const Body& body) {
    add_all(body.curve.q);
    for (const char locked : body.locked) add(locked != 0);
    add(body.link);
    add_all(body.sense);
    add(body.awake);
  }
  void add(const Link& link) {
    add_all(link.place);
    add_all(link.sense);
    add(link.scales);
  }
  void add(const Constraint& constraint) {
    for (const Argument& argument : constraint.on) {
      add(argument.connector);
      add_all(argument.number);
    }
    add(constraint.compliance);
    add(constraint.enabled);
  }
  void add(const Motor& motor) {
    add(motor.constraint);
    add(static_cast<std::uint64_t>(motor.input));
    add(motor.speed);
    add(motor.limit);
    add(motor.running);
  }
  void add(const Force& force) {
    add(force.on);
    add(force.value);
  }
  void add(const Hand& hand) {
    add(hand.on);
    add(hand.target);
    add(hand.cut);
    add_all(hand.path);
    add(hand.moved);
    add(hand.spacing);
    if (hand.anchor.q.size() > 0) {
      add_all(hand.anchor.q);
      add_all(hand.anchor.last_motion);
      add(hand.anchor.stride);
    }
    add(hand.firmness.reach);
    add(hand.firmness.damping);
  }
  template <class Thing>
  void add_things(const SlotMap<Thing>& things) {
    add(static_cast<std::uint64_t>(things.size()));
    things.each([&](Id<Thing>, const Thing& thing) { add(thing); });
  }

 private:
  void add_rank(const std::vector<std::uint64_t>& ranks, std::uint32_t slot) {
    add(slot < ranks.size() ? ranks[slot] : ~std::uint64_t{0});
  }

  std::vector<std::uint64_t> bodies_, connectors_, constraints_, links_;
};

}  // namespace

std::uint64_t hash(const World& world) {
  Hasher hasher(world);
  hasher.add_things(world.bodies());
  hasher.add_things(world.connectors());
  hasher.add_things(world.links());
  hasher.add_things(world.constraints());
  hasher.add_things(world.motors());
  hasher.add_things(world.forces());
  hasher.add_things(world.hands());
  hasher.add(world.time);
  return hasher.value;
}

}  // namespace limber
