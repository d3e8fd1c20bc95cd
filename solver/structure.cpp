#include "solver/structure.h"

#include <bit>

namespace limber {

void Structure::add(double number) { add(std::bit_cast<std::uint64_t>(number)); }

void Structure::add(std::string_view text) {
  add(std::uint64_t{text.size()});
  for (const char c : text) add(static_cast<std::uint64_t>(c));
}

template <class Thing>
void Structure::add_ids(const std::vector<Id<Thing>>& ids) {
  add(std::uint64_t{ids.size()});
  for (const Id<Thing> id : ids) add(std::uint64_t{id.index});
}

void Structure::add_curve(const World& world, CurveId id) {
  const Body* body = world.body(id);
  add(std::uint64_t{id.index});
  if (!body) return;
  add(body->curve.type->name);
  shared_.push_back(body->curve.type);
  add(static_cast<std::uint64_t>(body->curve.q.size()));
  add(std::uint64_t{body->link.index});
  if (const Link* link = world.find(body->link)) {
    add(std::uint64_t{link->scales});
    for (std::size_t i = 0; i < link->members.size(); ++i)
      if (link->members[i] == id)
        for (const double number : link->reference[i]) add(number);
    return;
  }
  for (std::size_t i = 0; i < body->locked.size(); ++i) {
    add(std::uint64_t{body->locked[i] != 0});
    if (body->locked[i]) add(body->curve.q[static_cast<Eigen::Index>(i)]);
  }
  for (const Bend& bend : body->bends) {
    add(static_cast<std::uint64_t>(bend.parameter));
    add(std::uint64_t{bend.stiffness > 0});
  }
}

void Structure::add_connector(const World& world, const Connector& connector) {
  add_curve(world, connector.curve);
  add(std::uint64_t{connector.what.index()});
  if (const PointAt* point = std::get_if<PointAt>(&connector.what)) add(point->t);
  if (const ParameterOf* number = std::get_if<ParameterOf>(&connector.what))
    add(static_cast<std::uint64_t>(number->index));
  if (const Measured* measured = std::get_if<Measured>(&connector.what)) {
    add(measured->name);
    add(measured->t);
    add(std::uint64_t{measured->at.index});
  }
}

void Structure::add_constraint(const World& world, const Constraint& constraint) {
  add(constraint.kind->name);
  shared_.push_back(constraint.kind);
  for (const Argument& argument : constraint.on) {
    add(std::uint64_t{argument.connector.index});
    if (const Connector* connector = world.find(argument.connector))
      add_connector(world, *connector);
  }
}

Structure::Structure(const World& world, const Island& island) {
  add(std::uint64_t{island.timed});
  add_ids(island.all_curves);
  add_ids(island.constraints);
  add_ids(island.motors);
  add_ids(island.forces);
  add_ids(island.hands);
  for (const CurveId id : island.all_curves) add_curve(world, id);
  for (const ObjectId& id : island.objects)
    if (const ConnectorId* sliding = std::get_if<ConnectorId>(&id)) {
      add(std::uint64_t{sliding->index});
      add_connector(world, *world.find(*sliding));
    }
  for (const ConstraintId id : island.constraints) add_constraint(world, *world.find(id));
  for (const MotorId id : island.motors) {
    const Motor& motor = *world.find(id);
    add(std::uint64_t{motor.constraint.index});
    add(static_cast<std::uint64_t>(motor.input));
    add(motor.speed);
    add(motor.limit);
    add(std::uint64_t{motor.running});
  }
  for (const ForceId id : island.forces)
    if (const Connector* on = world.find(world.find(id)->on)) add_connector(world, *on);
  for (const HandId id : island.hands) add_connector(world, world.find(id)->on);
}

std::uint64_t Structure::fingerprint() const {
  std::uint64_t value = 14695981039346656037ull;
  for (const std::uint64_t word : words_) value = (value ^ word) * 1099511628211ull;
  return value;
}

}  // namespace limber
