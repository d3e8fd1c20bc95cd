#include "app/editor/pick.h"

#include "curves/nearest.h"

namespace limber {

std::optional<CurveHit> pick_curve(const World& world, const Tessellation& drawn,
                                   const Camera& camera, const Point& window, CurveId except) {
  const Point paper = camera.to_paper(window);
  for (const Pick& pick : drawn.index().within(paper, reach / camera.scale())) {
    const CurveId id = world.bodies().at_slot(pick.curve);
    const DrawnCurve* curve = drawn.find(id);
    if (!curve || id == except) continue;
    // The picture told which curve; the curve tells exactly where.
    const std::optional<Nearest> exact =
        nearest(*world.find(id), curve->line, curve->tolerance, paper, 0.01 / camera.scale());
    if (exact) return CurveHit{id, exact->t, exact->x, camera.scale() * exact->distance};
  }
  return std::nullopt;
}

std::optional<ConstraintId> pick_constraint(const World& world, const Camera& camera,
                                            const Point& window) {
  std::optional<ConstraintId> found;
  double best = reach;
  world.constraints().each([&](ConstraintId id, const Constraint& constraint) {
    Point at;
    if (!place_of(world, constraint, at)) return;
    const double distance = (camera.to_window(at) - window).norm();
    if (distance > best) return;
    best = distance;
    found = id;
  });
  return found;
}

std::set<CurveId> curves_in(const World& world, const Tessellation& drawn, const Box& paper,
                            bool touching) {
  std::set<CurveId> found;
  for (const int slot : touching ? drawn.index().touched(paper) : drawn.index().enclosed(paper))
    if (const CurveId id = world.bodies().at_slot(slot)) found.insert(id);
  return found;
}

}  // namespace limber
