// The hash of a world: Fowler, Noll and Vo's, 64 bits, of the bytes of every number.
#include <bit>

#include "solver/islands.h"
#include "solver/world.h"

namespace limber {
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

  Hasher() = default;  // of things that are known by their order

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
    // What only drawings with mass have: the hashes of others are what they always were.
    if (body.density != 0 || body.mass != 0) add(body.density), add(body.mass);
    add_all(body.velocity);
    for (const Bend& bend : body.bends) {
      add(static_cast<std::uint64_t>(bend.parameter));
      add(bend.stiffness), add(bend.damping);
    }
    add_all(body.rest);
  }
  void add(const Link& link) {
    add_all(link.place);
    add_all(link.sense);
    add(link.scales);
    add_all(link.velocity);
  }
  void add(const Constraint& constraint) {
    for (const Argument& argument : constraint.on) {
      add(argument.connector);
      add_all(argument.number);
    }
    add(constraint.compliance);
    add(constraint.enabled);
    if (constraint.damping != 0) add(constraint.damping);
    if (constraint.snaps) add(constraint.snaps);
  }
  void add(const Physics& physics) {
    add(physics.on);
    add(Point(physics.gravity));
    for (const double number : {physics.density, physics.air, physics.work, physics.lost}) add(number);
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
    add(hand.least_spacing);
    if (hand.anchor.q.size() > 0) {
      add_all(hand.anchor.q);
      add_all(hand.anchor.last_motion);
      add(hand.anchor.stride);
      add(hand.anchor.structure);
      add_all(hand.anchor.shown);
      if (hand.anchor.curved) add_all(hand.anchor.curvature);
      if (hand.anchor.straight) add_all(hand.anchor.way);
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
  if (world.physics != Physics{}) hasher.add(world.physics);
  return hasher.value;
}

std::uint64_t hash(const World& world, const Island& island) {
  Hasher hasher;
  for (const CurveId id : island.all_curves) hasher.add(*world.body(id));
  const auto add_connector = [&](ConnectorId id) {
    const Connector* on = world.find(id);
    if (!on) return;
    hasher.add(*on);
    if (const Body* body = world.body(on->curve)) hasher.add_all(body->curve.q);  // which may not move
  };
  for (const ObjectId& id : island.objects) {
    if (const LinkId* link = std::get_if<LinkId>(&id)) hasher.add(*world.find(*link));
    if (const ConnectorId* slides = std::get_if<ConnectorId>(&id)) add_connector(*slides);
  }
  for (const ConstraintId id : island.constraints) {
    const Constraint& constraint = *world.find(id);
    hasher.add(constraint);
    for (const Argument& argument : constraint.on) add_connector(argument.connector);
  }
  for (const MotorId id : island.motors) hasher.add(*world.find(id));
  for (const ForceId id : island.forces) {
    hasher.add(*world.find(id));
    add_connector(world.find(id)->on);
  }
  for (const HandId id : island.hands) hasher.add(*world.find(id));
  const Physics& physics = world.physics;
  hasher.add(Point(physics.gravity));
  hasher.add(physics.density);
  hasher.add(physics.air);
  return hasher.value;
}

}  // namespace limber
