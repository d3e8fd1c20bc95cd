#include "app/drawing/style_paint.h"

#include <cmath>
#include <optional>

#include "app/drawing/draw.h"
#include "include/core/SkPathEffect.h"
#include "include/effects/SkDashPathEffect.h"
#include "include/effects/SkGradientShader.h"

namespace limber {

namespace {

constexpr double construction_opacity = 0.45;
constexpr float arrow_length = 4.5f, arrow_half = 1.8f;  // in widths of the stroke

// In the coordinates of the curve's path: drawing units from its origin.
SkPoint in_box(const DrawnCurve& curve, const Point& part) {
  const Point at = curve.box.min() + part.cwiseProduct(curve.box.sizes()) - curve.origin;
  return {static_cast<float>(at.x()), static_cast<float>(at.y())};
}

// False: nothing is to be painted.
bool set_paint(SkPaint& paint, const Paint& with, const DrawnCurve& curve, const Theme& theme) {
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
  const SkPoint ends[] = {in_box(curve, with.from), in_box(curve, with.to)};
  const int count = static_cast<int>(colours.size());
  paint.setShader(with.kind == Paint::Kind::linear
                      ? SkGradientShader::MakeLinear(ends, colours.data(), places.data(), count,
                                                     SkTileMode::kClamp)
                      : SkGradientShader::MakeRadial(ends[0], SkPoint::Distance(ends[0], ends[1]),
                                                     colours.data(), places.data(), count,
                                                     SkTileMode::kClamp));
  return true;
}

SkPaint stroke_paint(const Style& style, const Camera& camera) {
  SkPaint paint;
  const float width = stroke_width_of(style, camera);
  paint.setAntiAlias(true);
  paint.setStyle(SkPaint::kStroke_Style);
  paint.setStrokeWidth(width);
  paint.setStrokeCap(style.cap == Cap::butt    ? SkPaint::kButt_Cap
                     : style.cap == Cap::round ? SkPaint::kRound_Cap
                                               : SkPaint::kSquare_Cap);
  paint.setStrokeJoin(style.join == Join::miter   ? SkPaint::kMiter_Join
                      : style.join == Join::round ? SkPaint::kRound_Join
                                                  : SkPaint::kBevel_Join);
  paint.setStrokeMiter(static_cast<float>(style.miter_limit));
  std::vector<SkScalar> dashes;
  const double unit = static_cast<double>(width) / camera.scale();  // the path is in drawing units
  for (const double dash : style.dash) dashes.push_back(static_cast<float>(dash * unit));
  if (dashes.size() % 2) dashes.insert(dashes.end(), dashes.begin(), dashes.end());
  if (!dashes.empty())
    paint.setPathEffect(SkDashPathEffect::Make(dashes.data(), static_cast<int>(dashes.size()),
                                               static_cast<float>(style.dash_offset * unit)));
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

void draw_arrow(SkCanvas& canvas, Arrow arrow, const Tip& tip, float width, SkColor colour) {
  const SkVector across = {-tip.along.y(), tip.along.x()};
  const auto at = [&](float back, float side) {
    return tip.at - tip.along * (back * width) + across * (side * width);
  };
  SkPaint paint;
  paint.setAntiAlias(true);
  paint.setColor(colour);
  SkPath path;
  if (arrow == Arrow::dot) {
    canvas.drawCircle(tip.at, arrow_half * width, paint);
    return;
  }
  if (arrow == Arrow::bar) {
    path.moveTo(at(0, arrow_half)).lineTo(at(0, -arrow_half));
  } else {
    path.moveTo(at(arrow_length, arrow_half)).lineTo(at(-1, 0)).lineTo(at(arrow_length, -arrow_half));
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

SkColor colour_of(const Colour& colour, const Theme& theme) {
  const SkColor base =
      colour.swatch >= 0 ? curve_colour(theme, colour.swatch) : (0xff000000u | colour.rgb);
  return SkColorSetA(base, static_cast<unsigned>(std::lround(colour.opacity * 255)));
}

float stroke_width_of(const Style& style, const Camera& camera) {
  return static_cast<float>(style.width_in_mm ? style.width * camera.scale() : style.width);
}

void draw_styled(SkCanvas& canvas, const DrawnCurve& curve, const Style& style,
                 const Camera& camera, const Theme& theme) {
  SkPaint fill;
  fill.setAntiAlias(true);
  if (set_paint(fill, style.fill, curve, theme)) {
    DrawnCurve filled = curve;
    filled.path.setFillType(style.rule == FillRule::even_odd ? SkPathFillType::kEvenOdd
                                                             : SkPathFillType::kWinding);
    draw_curve(canvas, filled, camera, fill);
  }
  SkPaint paint = stroke_paint(style, camera);
  if (!set_paint(paint, style.stroke, curve, theme)) return;
  if (style.construction)
    paint.setAlphaf(paint.getAlphaf() * static_cast<float>(construction_opacity));
  draw_curve(canvas, curve, camera, paint);
  draw_arrowheads(canvas, curve, style, camera, paint.getColor());
}

void draw_arrowheads(SkCanvas& canvas, const DrawnCurve& curve, const Style& style,
                     const Camera& camera, SkColor colour) {
  for (const bool at_end : {false, true}) {
    const Arrow arrow = at_end ? style.end : style.start;
    if (arrow == Arrow::none) continue;
    if (const auto tip = tip_of(curve, camera, at_end))
      draw_arrow(canvas, arrow, *tip, stroke_width_of(style, camera), colour);
  }
}

}  // namespace limber
