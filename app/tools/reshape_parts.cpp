#include "app/tools/reshape_parts.h"

#include <algorithm>

#include "app/drawing/draw.h"
#include "curves/crossings.h"
#include "include/core/SkPathBuilder.h"
#include "include/core/SkPathEffect.h"
#include "include/effects/SkDashPathEffect.h"

namespace limber {

namespace {
constexpr int stretch_samples = 96;
}

std::optional<CurveHit> line_at(const Editor& editor, const Point& window) {
  const std::optional<CurveHit> hit = editor.pick(window);
  return hit && !hit->inside ? hit : std::nullopt;
}

std::vector<double> crossed_at(const Editor& editor, CurveId id) {
  const Document& document = editor.shown();
  const World& world = document.world;
  const DrawnCurve* drawn = editor.drawn().find(id);
  std::vector<double> out;
  if (!drawn) return out;
  const double tolerance = 1e-9 * editor.world().size();
  for (const auto& [other, line] : editor.drawn().all()) {
    if (other == id || !line.box.intersects(drawn->box) || is_hidden(document, other)) continue;
    for (const Crossing& one : crossings(*world.find(id), *world.find(other), tolerance))
      out.push_back(one.t);
  }
  for (const Crossing& one : self_crossings(*world.find(id), tolerance))
    out.insert(out.end(), {one.t, one.other_t});
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<Point> stretch_of(const Curve& curve, double from, double to) {
  if (to < from) to += t_end(curve) - t_begin(curve);
  std::vector<Point> out;
  for (int k = 0; k <= stretch_samples; ++k) {
    Point at;
    if (point_at(curve, from + (to - from) * k / stretch_samples, at)) out.push_back(at);
  }
  return out;
}

void draw_places(SkCanvas& canvas, const Editor& editor, const std::vector<Point>& places,
                 SkColor colour, float width, bool dashed) {
  if (places.size() < 2) return;
  SkPathBuilder path;
  path.moveTo(to_skia(editor.camera().to_window(places.front())));
  for (const Point& place : places) path.lineTo(to_skia(editor.camera().to_window(place)));
  SkPaint paint = stroke(colour, width);
  const SkScalar dash[] = {6, 5};
  if (dashed) paint.setPathEffect(SkDashPathEffect::Make(dash, 2, 0));
  canvas.drawPath(path.detach(), paint);
}

}  // namespace limber
