#include "app/editor/pick.h"

#include <algorithm>

#include "app/drawing/draw_guide.h"
#include "app/drawing/draw_picture.h"
#include "app/drawing/draw_plot.h"
#include "app/drawing/draw_trace.h"
#include "app/drawing/style_paint.h"
#include "curves/nearest.h"

namespace limber {

namespace {
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

namespace {

// The place of the thing that is held inside a filled curve.
std::optional<CurveHit> hold_inside(const World& world, CurveId id, const DrawnCurve& shape,
                                    const Point& paper, double tolerance) {
  const Curve& curve = *world.find(id);
  CurveHit hit{id};
  hit.inside = true;
  for (const auto& measure : curve.type->measures)
    if (measure.shape == Shape::point && !measure.along &&
        place_of(world, measure_of(id, measure.name), hit.at)) {
      hit.point = measure.name;
      return hit;
    }
  const std::optional<Nearest> rim = nearest(curve, shape.line, shape.tolerance, paper, tolerance);
  if (!rim) return std::nullopt;
  hit.t = rim->t;
  hit.at = rim->x;
  return hit;
}

bool contains(const DrawnCurve& shape, const Point& paper, const Style* style = nullptr) {
  const Point local = paper - shape.origin;
  const auto x = static_cast<float>(local.x()), y = static_cast<float>(local.y());
  if (!style) return shape.path.contains(x, y);
  SkPath path = shape.path;
  path.setFillType(fill_type(*style));
  return path.contains(x, y);
}

// The outlines of an area around this place say together whether it is covered.
bool is_in_area(const Document& document, const Tessellation& drawn, GroupId area,
                const Point& paper) {
  std::vector<const DrawnCurve*> outlines;
  for (const int slot : drawn.index().near(Box(paper, paper)))
    if (const CurveId id{static_cast<std::uint32_t>(slot)};
        document.world->find(id) && area_of(document, id) == area && !is_hidden(document, id))
      outlines.push_back(drawn.find(id));
  return contains(one_shape(outlines), paper, &document.style(area));
}

bool is_filled_at(const Document& document, const Tessellation& drawn, CurveId id,
                  const Point& paper) {
  const DrawnCurve& shape = *drawn.find(id);
  if (fills_itself(document, id) && contains(shape, paper, &document.style(id))) return true;
  const GroupId area = area_of(document, id);
  return area && contains(shape, paper) && is_in_area(document, drawn, area, paper);
}

}  // namespace

std::optional<CurveHit> pick_inside(const Document& document, const Tessellation& drawn,
                                    const Camera& camera, const Point& window) {
  const Point paper = camera.to_paper(window);
  std::vector<std::pair<DrawingPlace, CurveId>> under;
  for (const int slot : drawn.index().near(Box(paper, paper)))
    if (const CurveId id = curve_in(document, slot); id && drawn.find(id))
      if (is_filled_at(document, drawn, id, paper))
        under.emplace_back(drawing_place(document, id), id);
  std::sort(under.rbegin(), under.rend());
  for (const auto& [place, id] : under)
    if (const auto hit = hold_inside(document.world, id, *drawn.find(id), paper,
                                     0.01 / camera.scale()))
      return hit;
  return std::nullopt;
}

bool is_inside(const Document& document, const Tessellation& drawn, CurveId id, const Point& paper) {
  const DrawnCurve* shape = document.has(id) ? drawn.find(id) : nullptr;
  if (!shape || !shape->line.closed || !shape->box.contains(paper)) return false;
  const Point local = paper - shape->origin;
  return shape->path.contains(static_cast<float>(local.x()), static_cast<float>(local.y()));
}

std::vector<ThingId> things_under(const Document& document, const Tessellation& drawn,
                                  const Landmarks& landmarks, const Samples& samples,
                                  const Camera& camera, const Point& window) {
  std::vector<ThingId> found;
  const auto add = [&](ThingId id) {
    if (std::find(found.begin(), found.end(), id) == found.end()) found.push_back(id);
  };
  const Point paper = camera.to_paper(window);
  if (const auto mark = pick_mark(document, landmarks, camera, window)) add(*mark);
  for (const Pick& pick : drawn.index().within(paper, reach / camera.scale()))
    if (const CurveId id = curve_in(document, pick.curve)) add(id);
  std::vector<std::pair<DrawingPlace, CurveId>> around;
  for (const int slot : drawn.index().near(Box(paper, paper)))
    if (const CurveId id = curve_in(document, slot); id && drawn.find(id))
      if (is_filled_at(document, drawn, id, paper))
        around.emplace_back(drawing_place(document, id), id);
  std::sort(around.rbegin(), around.rend());
  for (const auto& [place, id] : around) add(id);
  if (const auto text = pick_text(document, landmarks, camera, window)) add(*text);
  if (const auto trace = pick_trace(document, samples, camera, window)) add(*trace);
  if (const auto guide = pick_guide(document, camera, window)) add(*guide);
  if (const auto plot = pick_plot(document, camera, window)) add(*plot);
  if (const auto picture = pick_picture(document, camera, window)) add(*picture);
  return found;
}

namespace {
bool may_take(const Document& document, ThingId id) {
  return !is_hidden(document, id) && !is_protected(document, id);
}
}  // namespace

std::optional<TextId> pick_text(const Document& document, const Landmarks& landmarks,
                                const Camera& camera, const Point& window) {
  std::optional<TextId> found;
  for (const TextId id : landmarks.texts_near(document, camera.to_paper(window)))
    if (may_take(document, id) &&
        (!found || drawing_place(document, id) > drawing_place(document, *found)))
      found = id;
  return found;
}

std::optional<GuideId> pick_guide(const Document& document, const Camera& camera,
                                  const Point& window) {
  std::optional<GuideId> found;
  double best = reach / camera.scale();
  document.guides->each([&](GuideId id, const Guide& guide) {
    const double distance = distance_to(guide, camera.to_paper(window));
    if (distance > best || !may_take(document, id)) return;
    best = distance;
    found = id;
  });
  return found;
}

namespace {
// The topmost of these things whose frame is around a place of the paper.
template <class Thing>
std::optional<Id<Thing>> topmost_around(const Document& document, const SlotMap<Thing>& things,
                                        const Point& paper) {
  std::optional<Id<Thing>> found;
  DrawingPlace top;
  things.each([&](Id<Thing> id, const Thing& thing) {
    if (!extent_of(thing).contains(paper) || !may_take(document, id)) return;
    const DrawingPlace place = drawing_place(document, id);
    if (!found || place > top) found = id, top = place;
  });
  return found;
}
}  // namespace

std::optional<PictureId> pick_picture(const Document& document, const Camera& camera,
                                      const Point& window) {
  return topmost_around<Picture>(document, document.pictures, camera.to_paper(window));
}

std::optional<PlotId> pick_plot(const Document& document, const Camera& camera,
                                const Point& window) {
  return topmost_around<Plot>(document, document.plots, camera.to_paper(window));
}

std::optional<TraceId> pick_trace(const Document& document, const Samples& samples,
                                  const Camera& camera, const Point& window) {
  std::optional<TraceId> found;
  double best = reach / camera.scale();
  document.traces->each([&](TraceId id, const Trace& trace) {
    const double distance = distance_to(samples.find(id), pen_of(document.world, trace),
                                        camera.to_paper(window));
    if (distance > best || !may_take(document, id)) return;
    best = distance;
    found = id;
  });
  return found;
}

std::optional<ThingId> pick_mark(const Document& document, const Landmarks& landmarks,
                                 const Camera& camera, const Point& window,
                                 const std::set<ConstraintId>& not_met) {
  std::optional<ThingId> found;
  double best = reach;
  const Point paper = camera.to_paper(window);
  for (const Mark& mark : landmarks.marks_near(document, camera.scale(), paper)) {
    const double distance = distance_to(mark, camera, window);
    if (distance > best || !may_take(document, mark.of)) continue;
    best = distance;
    found = mark.of;
  }
  if (found || not_met.empty()) return found;
  for (const Mark& mark : landmarks.marks(document, camera.scale())) {
    const Point sign = window_place(mark, camera) + warning_offset;
    if (not_met.contains(mark.of.as<Constraint>()) && (sign - window).norm() <= warning_radius)
      found = mark.of;
  }
  return found;
}

std::optional<ThingId> pick_mark_line(const Document& document, const Landmarks& landmarks,
                                      const Camera& camera, const Point& window) {
  constexpr double line_reach = 6;  // window points: half as wide as a coil
  std::optional<ThingId> found;
  double best = line_reach;
  for (const Mark& mark : landmarks.marks(document, camera.scale())) {
    const double distance = distance_to_lines(mark, camera, window);
    if (distance > best || !may_take(document, mark.of)) continue;
    best = distance;
    found = mark.of;
  }
  return found;
}

namespace {
// By the number of times the line crosses the ray to the right of the place.
bool encloses(const std::vector<Point>& lasso, const Point& p) {
  bool inside = false;
  for (std::size_t i = 0, j = lasso.size() - 1; i < lasso.size(); j = i++) {
    const Point &a = lasso[i], &b = lasso[j];
    if ((a.y() > p.y()) == (b.y() > p.y())) continue;
    if (p.x() < a.x() + (b.x() - a.x()) * (p.y() - a.y()) / (b.y() - a.y())) inside = !inside;
  }
  return inside;
}
}  // namespace

std::set<ThingId> things_in(const Document& document, const Tessellation& drawn,
                            const std::vector<Point>& lasso) {
  std::set<ThingId> found;
  if (lasso.size() < 3) return found;
  Box box;
  for (const Point& p : lasso) box.extend(p);
  for (const ThingId id : things_in(document, drawn, box, false)) {
    const DrawnCurve* curve = drawn.find(id.as<Body>());
    bool all = true;
    if (curve) {
      for (const Point& p : curve->line.points) all = all && encloses(lasso, p);
    } else {
      const Text* text = document.texts->find(id.as<Text>());
      const Picture* picture = document.pictures->find(id.as<Picture>());
      const Plot* plot = document.plots->find(id.as<Plot>());
      const Box extent = text      ? extent_of(*text)
                         : picture ? extent_of(*picture)
                         : plot    ? extent_of(*plot)
                                   : Box();
      all = encloses(lasso, extent.min()) && encloses(lasso, extent.max());
    }
    if (all) found.insert(id);
  }
  return found;
}

std::set<ThingId> things_in(const Document& document, const Tessellation& drawn, const Box& paper,
                            bool touching) {
  std::set<ThingId> found;
  for (const int slot : touching ? drawn.index().touched(paper) : drawn.index().enclosed(paper))
    if (const CurveId id = curve_in(document, slot)) found.insert(id);
  const auto take = [&](ThingId id, const Box& box) {
    if (may_take(document, id) && (touching ? paper.intersects(box) : paper.contains(box)))
      found.insert(id);
  };
  document.texts->each([&](TextId id, const Text& text) { take(id, extent_of(text)); });
  document.pictures->each(
      [&](PictureId id, const Picture& picture) { take(id, extent_of(picture)); });
  document.plots->each([&](PlotId id, const Plot& plot) { take(id, extent_of(plot)); });
  return found;
}

}  // namespace limber
