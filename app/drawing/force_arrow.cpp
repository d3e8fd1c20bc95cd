#include "app/drawing/force_arrow.h"

#include <algorithm>
#include <cmath>

#include "app/drawing/draw.h"

namespace limber {

namespace {
constexpr double usual_force = 10, usual_arrow = 34;  // its arrow, window points
constexpr double shortest_arrow = 14;                 // so that the head is seen
}  // namespace

Point arrow_of(const Point& force) {
  const double size = force.norm();
  if (!(size > 0)) return Point::Zero();
  const double length = std::max(usual_arrow * std::sqrt(size / usual_force), shortest_arrow);
  return Point(force.x(), -force.y()) * (length / size);
}

Point force_of(const Point& arrow) {
  const double length = arrow.norm();
  if (!(length > 0)) return Point::Zero();
  const double size = usual_force * (length / usual_arrow) * (length / usual_arrow);
  return Point(arrow.x(), -arrow.y()) * (size / length);
}

void draw_arrow(SkCanvas& canvas, SkPoint from, SkPoint tip, SkColor colour) {
  SkVector along = tip - from;
  if (!along.normalize()) return;
  const SkVector across{-along.y(), along.x()};
  canvas.drawLine(from, tip - along * 6, stroke(colour, 2));
  SkPath head;
  head.moveTo(tip);
  head.lineTo(tip - along * 9 + across * 4.5f);
  head.lineTo(tip - along * 9 - across * 4.5f);
  head.close();
  SkPaint paint;
  paint.setAntiAlias(true);
  paint.setColor(colour);
  canvas.drawPath(head, paint);
}

}  // namespace limber
