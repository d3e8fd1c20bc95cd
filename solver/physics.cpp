#include "solver/physics.h"

#include "solver/flexible.h"
#include "solver/mass_tolerances.h"
#include "solver/rigid.h"
#include "solver/world.h"

namespace limber {
namespace {

double cross(const Point& a, const Point& b) { return a.x() * b.y() - a.y() * b.x(); }
Point left(const Point& a) { return {-a.y(), a.x()}; }

}  // namespace

bool weigh(const World& world, CurveId id, InertiaMemory& memory, Inertia& mass, Inertia& drag) {
  const Body& body = *world.body(id);
  const bool bent = body.rest.size() == body.curve.q.size() && !body.link;
  const bool found = bent ? inertia_of(Curve{body.curve.type, body.rest}, memory, drag)
                          : inertia_of(body.curve, memory, drag);
  if (!found) return false;
  if (!(drag.mass > 0)) drag.mass = length_a_point_weighs;
  mass = drag;
  mass.scale(density_of(world, body, drag.mass));
  return std::isfinite(mass.moment) && mass.mass > 0;
}

double density_of(const World& world, const Body& body, double length) {
  return body.mass > 0      ? body.mass / length
         : body.density > 0 ? body.density
                            : world.physics.density;
}

std::string why_rigid(const CurveType& type, int index) {
  const Parameter& of = parameter(type, index);
  if (of.whole) return "a whole number does not bend";
  if (of.role == Role::angle) return "an angle turns with its curve, it does not bend";
  if (is_vector(of.role)) return "a direction of a curve does not bend";
  if (is_second(of.role)) return "a place bends by its x, with which its y goes";
  return {};
}

bool velocity_of_bent(const World& world, const Connector& point, Point& out) {
  const Body& body = *world.body(point.curve);
  const Eigen::VectorXd& v = body.velocity;
  Flexible shape;
  if (!shape.build(body, can_turn(body.curve)) || !shape.read(body)) return false;
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(shape.size());
  Flexible::Spread spread;
  Point at;
  if (!shape.spread(none.data(), spread) || !place_of(world, point, at)) return false;
  Eigen::VectorXd rates(shape.size()), q = Eigen::VectorXd::Zero(body.curve.q.size());
  shape.rates_of(v, rates.data());
  if (v.size() > 3) q = v.tail(q.size());
  out = Point(v.head<2>()) + v[2] * left(at - spread.centre) - spread.centre_s * rates;
  MeasureReading reading;
  Motion motion;
  if (const Measured* measured = std::get_if<Measured>(&point.what)) {
    if (!measure_at(body.curve, *body.curve.type->find(measured->name), measured->t, reading)) return false;
    for (std::size_t j = 0; j < reading.column.size(); ++j)
      out += reading.value_q.col(static_cast<Eigen::Index>(j)) * q[reading.column[j]];
  } else if (const PointAt* on = std::get_if<PointAt>(&point.what)) {
    if (!motion_at(body.curve, on->t, motion)) return false;
    for (std::size_t j = 0; j < motion.column.size(); ++j)
      out += motion.x_q.col(static_cast<Eigen::Index>(j)) * q[motion.column[j]];
  }
  return true;
}

double join_velocities(World& world, LinkId id) {
  Link& link = *StateAccess::links(world).find(id);
  bool any = false;
  for (const CurveId member : link.members) any |= world.body(member)->velocity.size() > 0;
  if (!any) return 0;
  InertiaMemory memory;
  Inertia all, one, drag;
  Point momentum = Point::Zero();
  double about_origin = 0, energy = 0;
  for (const CurveId member : link.members) {
    Body& body = *StateAccess::bodies(world).find(member);
    if (!weigh(world, member, memory, one, drag)) return 0;
    const Eigen::Vector3d v = body.velocity.size() >= 3 ? Eigen::Vector3d(body.velocity.head<3>())
                                                        : Eigen::Vector3d::Zero().eval();
    momentum += one.mass * v.head<2>();
    about_origin += one.mass * cross(one.centre, v.head<2>()) + one.moment * v[2];
    energy += 0.5 * (one.mass * v.head<2>().squaredNorm() + one.moment * v[2] * v[2]);
    all.add(one);
    body.velocity.resize(0);
  }
  link.velocity.resize(3);
  link.velocity.head<2>() = momentum / all.mass;
  const double about_centre = about_origin - cross(all.centre, momentum);
  link.velocity[2] = all.moment > 0 ? about_centre / all.moment : 0;
  return energy - 0.5 * (momentum.squaredNorm() / all.mass + about_centre * link.velocity[2]);
}

void part_velocities(World& world, LinkId id) {
  Link& link = *StateAccess::links(world).find(id);
  if (link.velocity.size() != 3) return;
  InertiaMemory memory;
  Inertia all, drag;
  std::vector<Inertia> ones(link.members.size());
  for (std::size_t i = 0; i < ones.size(); ++i) {
    if (!weigh(world, link.members[i], memory, ones[i], drag)) return;
    all.add(ones[i]);
  }
  for (std::size_t i = 0; i < ones.size(); ++i) {
    Eigen::VectorXd& v = StateAccess::bodies(world).find(link.members[i])->velocity;
    v = link.velocity;
    v.head<2>() += link.velocity[2] * left(ones[i].centre - all.centre);
  }
  link.velocity.resize(0);
}

}  // namespace limber
