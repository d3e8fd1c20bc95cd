#include "app/editor/pick.h"

#include "app/drawing/draw.h"
#include "app/drawing/marks.h"
#include "curves/nearest.h"

namespace limber {

namespace {
// The curve in a slot of the world; none where the picture is older than the world.
CurveId curve_in(const World& world, int slot) {
  return slot < world.bodies().slots() ? world.bodies().at_slot(slot) : CurveId{};
}
}  // namespace

std::optional<CurveHit> pick_curve(const World& world, const Tessellation& drawn,
                                   const Camera& camera, const Point& window, CurveId except) {
  const Point paper = camera.to_paper(window);
  for (const Pick& pick : drawn.index().within(paper, reach / camera.scale())) {
    const CurveId id = curve_in(world, pick.curve);
    const DrawnCurve* curve = drawn.find(id);
    if (!curve || id == except) continue;
    // The picture told which curve; the curve tells exactly where.
    const std::optional<Nearest> exact =
        nearest(*world.find(id), curve->line, curve->tolerance, paper, 0.01 / camera.scale());
    if (exact) return CurveHit{id, exact->t, exact->x, camera.scale() * exact->distance};
  }
  return std::nullopt;
}

std::optional<CurveHit> pick_inside(const Document& document, const Tessellation& drawn,
                                    const Camera& camera, const Point& window) {
  const Point paper = camera.to_paper(window);
  for (auto it = document.looks.rbegin(); it != document.looks.rend(); ++it) {
    const auto& [id, look] = *it;
    const DrawnCurve* shape = look.filled ? drawn.find(id) : nullptr;
    const Curve* curve = document.world.find(id);
    if (!shape || !curve || !shape->box.contains(paper)) continue;
    const Point local = paper - shape->origin;
    if (!shape->path.contains(static_cast<float>(local.x()), static_cast<float>(local.y())))
      continue;
    CurveHit hit{id};
    hit.inside = true;
    for (const auto& measure : curve->type->measures)
      if (measure.shape == Shape::point && !measure.along &&
          place_of(document.world, measure_of(id, measure.name), hit.at)) {
        hit.point = measure.name;
        return hit;
      }
    const std::optional<Nearest> rim =
        nearest(*curve, shape->line, shape->tolerance, paper, 0.01 / camera.scale());
    if (!rim) continue;
    hit.t = rim->t;
    hit.at = rim->x;
    return hit;
  }
  return std::nullopt;
}

std::optional<std::size_t> pick_note(const Document& document, const Camera& camera,
                                     const Point& window) {
  const Point paper = camera.to_paper(window);
  for (std::size_t i = document.notes.size(); i-- > 0;)
    if (extent_of(document.notes[i]).contains(paper)) return i;
  return std::nullopt;
}

std::optional<MarkId> pick_mark(const Document& document, const Camera& camera,
                                const Point& window) {
  std::optional<MarkId> found;
  double best = reach;
  for (const Mark& mark : marks_of(document, camera)) {
    const double distance = distance_to(mark, window);
    if (distance > best) continue;
    best = distance;
    found = mark.of;
  }
  return found;
}

std::set<CurveId> curves_in(const World& world, const Tessellation& drawn, const Box& paper,
                            bool touching) {
  std::set<CurveId> found;
  for (const int slot : touching ? drawn.index().touched(paper) : drawn.index().enclosed(paper))
    if (const CurveId id = curve_in(world, slot)) found.insert(id);
  return found;
}

}  // namespace limber
