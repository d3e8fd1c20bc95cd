#include "app/editor/pick.h"

#include "app/drawing/draw.h"
#include "app/drawing/marks.h"
#include "curves/nearest.h"

namespace limber {

namespace {
// The curve in a slot of the world; none where the picture is older than the world.
// The curve of a slot, if a hand may take it.
CurveId curve_in(const Document& document, int slot) {
  const CurveId id{static_cast<std::uint32_t>(slot)};
  const bool there = document.world->find(id) && !is_hidden(document, id);
  return there && !is_protected(document, id) ? id : CurveId{};
}
}  // namespace

std::optional<CurveHit> pick_curve(const Document& document, const Tessellation& drawn,
                                   const Camera& camera, const Point& window, CurveId except) {
  const Point paper = camera.to_paper(window);
  for (const Pick& pick : drawn.index().within(paper, reach / camera.scale())) {
    const CurveId id = curve_in(document, pick.curve);
    const DrawnCurve* curve = drawn.find(id);
    if (!curve || id == except) continue;
    // The picture told which curve; the curve tells exactly where.
    const std::optional<Nearest> exact =
        nearest(*document.world->find(id), curve->line, curve->tolerance, paper, 0.01 / camera.scale());
    if (exact) return CurveHit{id, exact->t, exact->x, camera.scale() * exact->distance};
  }
  return std::nullopt;
}

std::optional<CurveHit> pick_inside(const Document& document, const Tessellation& drawn,
                                    const Camera& camera, const Point& window) {
  const Point paper = camera.to_paper(window);
  std::vector<ThingId> order = drawing_order(document);
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    const CurveId id = it->as<Body>();
    const bool filled = id && document.style(id).fill.kind != Paint::Kind::none;
    const DrawnCurve* shape = filled ? drawn.find(id) : nullptr;
    const Curve* curve = document.world->find(id);
    if (!curve_in(document, static_cast<int>(id.index))) continue;
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

std::optional<TextId> pick_text(const Document& document, const Camera& camera,
                                const Point& window) {
  const Point paper = camera.to_paper(window);
  std::optional<TextId> found;
  document.texts->each([&](TextId id, const Text& text) {
    if (!is_hidden(document, id) && !is_protected(document, id) && extent_of(text).contains(paper))
      found = id;
  });
  return found;
}

std::optional<ThingId> pick_mark(const Document& document, const Camera& camera,
                                 const Point& window) {
  std::optional<ThingId> found;
  double best = reach;
  for (const Mark& mark : marks_of(document, camera)) {
    const double distance = distance_to(mark, window);
    if (distance > best) continue;
    best = distance;
    found = mark.of;
  }
  return found;
}

std::set<CurveId> curves_in(const Document& document, const Tessellation& drawn, const Box& paper,
                            bool touching) {
  std::set<CurveId> found;
  for (const int slot : touching ? drawn.index().touched(paper) : drawn.index().enclosed(paper))
    if (const CurveId id = curve_in(document, slot)) found.insert(id);
  return found;
}

}  // namespace limber
