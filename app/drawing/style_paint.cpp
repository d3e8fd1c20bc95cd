#include "app/drawing/style_paint.h"

#include <cmath>
#include <optional>

#include "app/drawing/draw.h"
#include "include/core/SkPathEffect.h"
#include "include/core/SkShader.h"
#include "include/effects/SkDashPathEffect.h"
#include "include/effects/SkGradientShader.h"

namespace limber {

namespace {

constexpr double construction_opacity = 0.45;
// In widths of the stroke. The tip stands out so far that the head is as wide as the stroke where
// that ends: no round end looks out of it.
constexpr float arrow_length = 4.5f, arrow_half = 2, arrow_tip = 1.6f;

SkTileMode tile_mode(Spread spread) {
  return spread == Spread::reflect  ? SkTileMode::kMirror
         : spread == Spread::repeat ? SkTileMode::kRepeat
                                    : SkTileMode::kClamp;
}

// A radial gradient is that of the unit circle, put where it belongs. Null: it has no extent.
template <class PlaceOf>
sk_sp<SkShader> radial_shader(const Paint& with, const std::vector<SkColor>& colours,
                              const std::vector<SkScalar>& places, PlaceOf place) {
  const SkPoint from = place(with.from);
  const SkVector along = place(with.to) - from;
  const SkVector across = with.side ? place(*with.side) - from : SkVector{-along.y(), along.x()};
  const SkMatrix put = SkMatrix::MakeAll(along.x(), across.x(), from.x(), along.y(), across.y(),
                                         from.y(), 0, 0, 1);
  SkMatrix back;
  if (!put.invert(&back)) return nullptr;
  const Focus focus = with.focus.value_or(Focus{with.from, 0});
  return SkGradientShader::MakeTwoPointConical(
      back.mapPoint(place(focus.at)), static_cast<float>(focus.radius), {0, 0}, 1, colours.data(),
      places.data(), static_cast<int>(colours.size()), tile_mode(with.spread), 0, &put);
}

// False: nothing is to be painted. `place` tells where a place of the thing's box lies, (0, 0) its
// lower left corner, in the coordinates of what is painted.
template <class PlaceOf>
bool set_paint(SkPaint& paint, const Paint& with, const Theme& theme, PlaceOf place) {
  if (with.kind == Paint::Kind::none) return false;
  if (with.kind == Paint::Kind::plain) {
    paint.setColor(colour_of(with.colour, theme));
    return true;
  }
  std::vector<SkColor> colours;
  std::vector<SkScalar> places;
  for (const GradientStop& stop : with.stops) {
    colours.push_back(colour_of(stop.colour, theme));
    places.push_back(static_cast<float>(stop.at));
  }
  const SkPoint ends[] = {place(with.from), place(with.to)};
  const int count = static_cast<int>(colours.size());
  paint.setColor(colours.back());  // what a gradient of no extent is
  paint.setShader(with.kind == Paint::Kind::linear
                      ? SkGradientShader::MakeLinear(ends, colours.data(), places.data(), count,
                                                     tile_mode(with.spread))
                      : radial_shader(with, colours, places, place));
  if (paint.getShader()) paint.setColor(SK_ColorBLACK);
  return true;
}

// In the coordinates of the curve's path: drawing units from its origin.
bool set_curve_paint(SkPaint& paint, const Paint& with, const DrawnCurve& curve, const Theme& theme) {
  return set_paint(paint, with, theme, [&](const Point& part) {
    const Point at = curve.box.min() + part.cwiseProduct(curve.box.sizes()) - curve.origin;
    return SkPoint{static_cast<float>(at.x()), static_cast<float>(at.y())};
  });
}

// From those coordinates to the window's.
SkMatrix to_window(const DrawnCurve& curve, const Camera& camera) {
  const SkPoint origin = to_skia(camera.to_window(curve.origin));
  const auto scale = static_cast<float>(camera.scale());
  return SkMatrix::Translate(origin.x(), origin.y()) * SkMatrix::Scale(scale, -scale);
}

// `dash_unit`: what a dash is counted in, in the coordinates of what is painted.
SkPaint stroke_paint(const Style& style, const Camera& camera, double dash_unit) {
  SkPaint paint;
  paint.setAntiAlias(true);
  paint.setStyle(SkPaint::kStroke_Style);
  paint.setStrokeWidth(stroke_width_of(style, camera));
  paint.setStrokeCap(style.cap == Cap::butt    ? SkPaint::kButt_Cap
                     : style.cap == Cap::round ? SkPaint::kRound_Cap
                                               : SkPaint::kSquare_Cap);
  paint.setStrokeJoin(style.join == Join::miter   ? SkPaint::kMiter_Join
                      : style.join == Join::round ? SkPaint::kRound_Join
                                                  : SkPaint::kBevel_Join);
  paint.setStrokeMiter(static_cast<float>(style.miter_limit));
  std::vector<SkScalar> dashes;
  for (const double dash : style.dash) dashes.push_back(static_cast<float>(dash * dash_unit));
  if (dashes.size() % 2) dashes.insert(dashes.end(), dashes.begin(), dashes.end());
  if (!dashes.empty())
    paint.setPathEffect(SkDashPathEffect::Make(dashes.data(), static_cast<int>(dashes.size()),
                                               static_cast<float>(style.dash_offset * dash_unit)));
  return paint;
}

// The end of a line and where it points to, in window points.
struct Tip {
  SkPoint at;
  SkVector along;
};
std::optional<Tip> tip_of(const DrawnCurve& curve, const Camera& camera, bool at_end) {
  const auto& points = curve.line.points;
  if (points.size() < 2) return {};
  const std::size_t last = points.size() - 1;
  const Point& end = at_end ? points[last] : points[0];
  const Point& before = at_end ? points[last - 1] : points[1];
  SkVector along = to_skia(camera.to_window(end)) - to_skia(camera.to_window(before));
  if (!along.normalize()) return {};
  return Tip{to_skia(camera.to_window(end)), along};
}

void draw_arrow(SkCanvas& canvas, Arrow arrow, const Tip& tip, float width, SkPaint paint) {
  const SkVector across = {-tip.along.y(), tip.along.x()};
  const auto at = [&](float back, float side) {
    return tip.at - tip.along * (back * width) + across * (side * width);
  };
  SkPath path;
  if (arrow == Arrow::dot) {
    canvas.drawCircle(tip.at, arrow_half * width, paint);
    return;
  }
  if (arrow == Arrow::bar) {
    path.moveTo(at(0, arrow_half)).lineTo(at(0, -arrow_half));
  } else {
    path.moveTo(at(arrow_length, arrow_half)).lineTo(at(-arrow_tip, 0)).lineTo(at(arrow_length, -arrow_half));
    if (arrow == Arrow::triangle) path.close();
  }
  if (arrow != Arrow::triangle) {
    paint.setStyle(SkPaint::kStroke_Style);
    paint.setStrokeWidth(width);
    paint.setStrokeCap(SkPaint::kRound_Cap);
    paint.setStrokeJoin(SkPaint::kRound_Join);
  }
  canvas.drawPath(path, paint);
}

}  // namespace

SkPathFillType fill_type(const Style& style) {
  return style.rule == FillRule::even_odd ? SkPathFillType::kEvenOdd : SkPathFillType::kWinding;
}

SkColor colour_of(const Colour& colour, const Theme& theme) {
  const SkColor base =
      colour.swatch >= 0 ? curve_colour(theme, colour.swatch) : (0xff000000u | colour.rgb);
  return SkColorSetA(base, static_cast<unsigned>(std::lround(colour.opacity * 255)));
}

float stroke_width_of(const Style& style, const Camera& camera) {
  return static_cast<float>(style.width_in_mm ? style.width * camera.scale() : style.width);
}

SkColor line_colour(const Style& style, const Theme& theme) {
  if (style.stroke.kind == Paint::Kind::none) return SK_ColorTRANSPARENT;
  return colour_of(style.stroke.stops.empty() ? style.stroke.colour : style.stroke.stops[0].colour,
                   theme);
}

bool set_window_paint(SkPaint& paint, const Paint& with, const SkRect& box, const Theme& theme) {
  return set_paint(paint, with, theme, [&](const Point& part) {
    return SkPoint{box.left() + static_cast<float>(part.x()) * box.width(),
                   box.bottom() - static_cast<float>(part.y()) * box.height()};
  });
}

SkPaint frame_paint(const Style& style, const Camera& camera) {
  return stroke_paint(style, camera, static_cast<double>(stroke_width_of(style, camera)));
}

DrawnCurve one_shape(const std::vector<const DrawnCurve*>& outlines) {
  DrawnCurve shape;
  for (const DrawnCurve* outline : outlines) shape.box.extend(outline->box);
  if (shape.box.isEmpty()) return shape;
  shape.origin = shape.box.center();
  for (const DrawnCurve* outline : outlines) {
    const Point by = outline->origin - shape.origin;
    shape.path.addPath(outline->path, static_cast<float>(by.x()), static_cast<float>(by.y()));
  }
  return shape;
}

void draw_fill(SkCanvas& canvas, const DrawnCurve& shape, const Style& style, const Camera& camera,
               const Theme& theme) {
  SkPaint paint;
  paint.setAntiAlias(true);
  if (!set_curve_paint(paint, style.fill, shape, theme)) return;
  DrawnCurve filled = shape;
  filled.path.setFillType(fill_type(style));
  draw_curve(canvas, filled, camera, paint);
}

void draw_styled(SkCanvas& canvas, const DrawnCurve& curve, const Style& style, bool fills,
                 const Camera& camera, const Theme& theme) {
  if (fills) draw_fill(canvas, curve, style, camera, theme);
  // The path is in drawing units, and so are the lengths of dashes.
  const auto width = static_cast<double>(stroke_width_of(style, camera));
  SkPaint paint = stroke_paint(style, camera, width / camera.scale());
  if (!set_curve_paint(paint, style.stroke, curve, theme)) return;
  if (style.construction)
    paint.setAlphaf(paint.getAlphaf() * static_cast<float>(construction_opacity));
  draw_curve(canvas, curve, camera, paint);
  SkPaint head;
  head.setAntiAlias(true);
  head.setColor(paint.getColor());
  if (const SkShader* shader = paint.getShader())
    head.setShader(shader->makeWithLocalMatrix(to_window(curve, camera)));
  draw_arrowheads(canvas, curve, style, camera, head);
}

void draw_arrowheads(SkCanvas& canvas, const DrawnCurve& curve, const Style& style,
                     const Camera& camera, const SkPaint& paint) {
  for (const bool at_end : {false, true}) {
    const Arrow arrow = at_end ? style.end : style.start;
    if (arrow == Arrow::none) continue;
    if (const auto tip = tip_of(curve, camera, at_end))
      draw_arrow(canvas, arrow, *tip, stroke_width_of(style, camera), paint);
  }
}

}  // namespace limber
