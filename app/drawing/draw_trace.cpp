#include "app/drawing/draw_trace.h"

#include <algorithm>
#include <limits>

#include "app/drawing/style_paint.h"

namespace limber {

namespace {

constexpr std::size_t piece_samples = 64;  // of the boxes: a quarter of a second
constexpr int usual_swatch = 1;            // blue

}  // namespace

std::shared_ptr<const DrawnTrail> drawn_trail(const Trail& trail) {
  if (trail.places.size() < 2) return nullptr;
  auto made = std::make_shared<DrawnTrail>();
  DrawnCurve& curve = made->curve;
  curve.box = trail.box;
  curve.origin = trail.box.center();
  curve.version = trail.version;
  curve.line.points.assign(trail.places.begin(), trail.places.end());
  for (std::size_t i = 0; i < trail.places.size(); ++i) {
    const Point local = trail.places[i] - curve.origin;
    const SkPoint at{static_cast<float>(local.x()), static_cast<float>(local.y())};
    if (i == 0)
      curve.path.moveTo(at);
    else
      curve.path.lineTo(at);
    if (i % piece_samples == 0) {
      if (i > 0) made->pieces.back().extend(trail.places[i]);
      made->pieces.emplace_back();
    }
    made->pieces.back().extend(trail.places[i]);
  }
  return made;
}

const Style& usual_trace_style() {
  static const Style usual = [] {
    Style style;
    style.stroke.kind = Paint::Kind::plain;
    style.stroke.colour.swatch = usual_swatch;
    style.width = 1.5;
    return style;
  }();
  return usual;
}

std::optional<Point> pen_of(const World& world, const Trace& trace) {
  const Connector* on = world.find(trace.of);
  Point at;
  if (!on || !place_of(world, *on, at) || !at.allFinite()) return {};
  return at;
}

double distance_to(const Trail* trail, const std::optional<Point>& pen, const Point& paper) {
  double least = pen ? (*pen - paper).norm() : std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; trail && i < trail->places.size(); ++i)
    least = std::min(least, distance_to_segment(paper, trail->places[i - 1], trail->places[i]));
  return least;
}

void draw_trace(SkCanvas& canvas, TraceId id, const DrawnTrail* trail,
                const std::optional<Point>& pen, const Style* style, const Camera& camera,
                const Theme& theme, const Marks& marks) {
  const Style& look = style ? *style : usual_trace_style();
  const bool selected = marks.selected && marks.selected->contains(id);
  const bool hovered = marks.hovered == ThingId(id);
  const SkColor emphasis = selected ? theme.selected : theme.accent;
  if (trail && (selected || hovered))
    draw_curve(canvas, trail->curve, camera,
               stroke(SkColorSetA(emphasis, 56), stroke_width_of(look, camera) + halo_width));
  if (trail) draw_styled(canvas, trail->curve, look, false, camera, theme);
  if (!pen) return;
  const SkPoint at = to_skia(camera.to_window(*pen));
  const SkColor colour = selected || hovered ? emphasis : line_colour(look, theme);
  SkPaint inside;
  inside.setAntiAlias(true);
  inside.setColor(theme.paper);
  canvas.drawCircle(at, static_cast<float>(pen_radius), inside);
  canvas.drawCircle(at, static_cast<float>(pen_radius), stroke(colour, 1.5f));
  inside.setColor(colour);
  canvas.drawCircle(at, 1.5f, inside);
}

}  // namespace limber
