// SolveSpace's solver, by its library.
#include <cstring>  // slvs.h needs it and does not say so

#include <slvs.h>

#include <algorithm>

#include "tests/bench/peers/linkage.h"

namespace limber {

PeerTimes run_slvs(const PeerLinkage& linkage, int steps) {
  // Group 1 stands, group 2 is solved for. Entities 1 to 3: the plane.
  std::vector<Slvs_Param> params;
  std::vector<Slvs_Entity> entities;
  std::vector<Slvs_Constraint> constraints;
  const auto param = [&](Slvs_hGroup group, double value) {
    params.push_back(Slvs_MakeParam(static_cast<Slvs_hParam>(params.size() + 1), group, value));
    return params.back().h;
  };
  const Slvs_hParam x = param(1, 0), y = param(1, 0), z = param(1, 0);
  entities.push_back(Slvs_MakePoint3d(1, 1, x, y, z));
  const Slvs_hParam w = param(1, 1), i = param(1, 0), j = param(1, 0), k = param(1, 0);
  entities.push_back(Slvs_MakeNormal3d(2, 1, w, i, j, k));
  entities.push_back(Slvs_MakeWorkplane(3, 1, 1, 2));
  const std::size_t first = params.size();
  for (std::size_t n = 0; n < linkage.joints.size(); ++n) {
    const bool stands =
        linkage.stands[n] || (linkage.driven && static_cast<int>(n) == linkage.held);
    const Slvs_hGroup group = stands ? 1 : 2;
    const Slvs_hParam u = param(group, linkage.joints[n].x()),
                      v = param(group, linkage.joints[n].y());
    entities.push_back(Slvs_MakePoint2d(static_cast<Slvs_hEntity>(10 + n), group, 3, u, v));
  }
  for (std::size_t n = 0; n < linkage.bars.size(); ++n) {
    const auto [a, b] = linkage.bars[n];
    const bool both_stand =
        (linkage.stands[static_cast<std::size_t>(a)] || (linkage.driven && a == linkage.held)) &&
        (linkage.stands[static_cast<std::size_t>(b)] || (linkage.driven && b == linkage.held));
    if (both_stand && linkage.driven) continue;  // the crank itself: it is put where it is to be
    constraints.push_back(Slvs_MakeConstraint(
        static_cast<Slvs_hConstraint>(n + 1), 2, SLVS_C_PT_PT_DISTANCE, 3, linkage.lengths[n],
        static_cast<Slvs_hEntity>(10 + a), static_cast<Slvs_hEntity>(10 + b), 0, 0));
  }
  Slvs_System system;
  std::memset(&system, 0, sizeof system);
  system.entity = entities.data();
  system.entities = static_cast<int>(entities.size());
  system.constraint = constraints.data();
  system.constraints = static_cast<int>(constraints.size());
  system.param = params.data();
  system.params = static_cast<int>(params.size());
  const std::size_t held = first + 2 * static_cast<std::size_t>(std::max(linkage.held, 0));
  if (!linkage.driven && linkage.held >= 0) {
    system.dragged[0] = params[held].h;
    system.dragged[1] = params[held + 1].h;
  }
  PeerTimes times;
  std::vector<double> each;
  std::vector<Point> joints(linkage.joints.size());
  for (int step = 1; step <= steps; ++step) {
    Point target = Point::Zero();
    if (linkage.held >= 0) {
      target = linkage.target(step);
      params[held].val = target.x();
      params[held + 1].val = target.y();
    }
    const double begin = microseconds_of_this_thread();
    Slvs_Solve(&system, 2);
    each.push_back(microseconds_of_this_thread() - begin);
    if (system.result != SLVS_RESULT_OKAY) ++times.failures;
    for (std::size_t n = 0; n < joints.size(); ++n)
      joints[n] = Point(params[first + 2 * n].val, params[first + 2 * n + 1].val);
    times.residual = std::max(times.residual, worst_bar(linkage, joints));
    if (linkage.held >= 0)
      times.lag =
          std::max(times.lag,
                   (joints[static_cast<std::size_t>(linkage.held)] - target).norm() / linkage.size);
  }
  return summary(each, times);
}

}  // namespace limber
