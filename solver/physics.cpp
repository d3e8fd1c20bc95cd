#include "solver/physics.h"

#include "solver/mass_tolerances.h"
#include "solver/world.h"

namespace limber {
namespace {

double cross(const Point& a, const Point& b) { return a.x() * b.y() - a.y() * b.x(); }
Point left(const Point& a) { return {-a.y(), a.x()}; }

}  // namespace

bool weigh(const World& world, CurveId id, InertiaMemory& memory, Inertia& mass, Inertia& drag) {
  const Body& body = *world.body(id);
  if (!inertia_of(body.curve, memory, drag)) return false;
  if (!(drag.mass > 0)) drag.mass = length_a_point_weighs;
  const double density = body.mass > 0      ? body.mass / drag.mass
                         : body.density > 0 ? body.density
                                            : world.physics.density;
  mass = drag;
  mass.scale(density);
  return std::isfinite(mass.moment) && mass.mass > 0;
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
    const Eigen::Vector3d v = body.velocity.size() == 3 ? Eigen::Vector3d(body.velocity)
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
