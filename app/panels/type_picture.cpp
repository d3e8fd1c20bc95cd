#include "app/panels/type_picture.h"

#include <algorithm>

#include "app/drawing/draw.h"

namespace limber {

TypePicture picture_of(const SharedCurveType& type) {
  const Curve curve = default_curve(type);
  double tolerance = 1e-3;
  Polyline line = tessellate(curve, tolerance);
  Box box = line.frame();
  if (box.isEmpty()) return {};
  const double half = std::max(box.sizes().maxCoeff() / 2, 1e-9);
  if (half > 1e-6) line = tessellate(curve, tolerance = 0.003 * half);
  TypePicture picture;
  picture.path = path_of(line, box.center(), tolerance);
  const double scale = half > 1e-6 ? 1 / half : 1;
  picture.path.transform(SkMatrix::Scale(static_cast<float>(scale), static_cast<float>(-scale)));
  MeasureReading reading;
  for (const Measure<Kernel>& measure : type->measures) {
    if (measure.shape != Shape::point || measure.along) continue;
    if (!measure_at(curve, measure, t_begin(curve), reading)) continue;
    const Point at = scale * (Point(reading.value.head<2>()) - box.center());
    picture.points.push_back(
        {measure.name, {static_cast<float>(at.x()), static_cast<float>(-at.y())}});
  }
  return picture;
}

void draw_type(SkCanvas& canvas, const SkRect& where, const SkPath& path, SkColor colour, float width) {
  const float half = std::min(where.width(), where.height()) / 2;
  SkPaint paint = stroke(colour, width / half);
  canvas.save();
  canvas.translate(where.centerX(), where.centerY());
  if (path.getBounds().width() + path.getBounds().height() < 1e-4f) {
    paint.setStyle(SkPaint::kFill_Style);
    canvas.drawCircle(0, 0, 2 * width, paint);
  } else {
    canvas.scale(half, half);
    canvas.drawPath(path, paint);
  }
  canvas.restore();
}

}  // namespace limber
