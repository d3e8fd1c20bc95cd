#include "app/drawing/camera.h"

#include <algorithm>
#include <cmath>

namespace limber {

void Camera::look_at(const Point& center, double scale) {
  if (!center.allFinite() || !(scale >= smallest_scale && scale <= largest_scale)) return;
  center_ = center;
  scale_ = scale;
}

Point Camera::to_window(const Point& paper) const {
  const Point d = scale_ * (paper - center_);
  return view_.center() + Point(d.x(), -d.y());
}

Point Camera::to_paper(const Point& window) const {
  const Point d = (window - view_.center()) / scale_;
  return center_ + Point(d.x(), -d.y());
}

void Camera::pan(const Point& d) { look_at(center_ + Point(-d.x(), d.y()) / scale_, scale_); }

void Camera::zoom(double factor, const Point& window) {
  const Point held = to_paper(window);
  look_at(center_, std::clamp(scale_ * factor, smallest_scale, largest_scale));
  look_at(center_ + held - to_paper(window), scale_);
}

void Camera::fit(const Box& paper) {
  constexpr double margin = 0.12;  // of the view, on each side
  if (paper.isEmpty()) return look_at(Point::Zero(), points_per_unit_at_100);
  const Point room = (1 - 2 * margin) * view_.sizes(), size = paper.sizes();
  double scale = largest_scale;
  if (size.x() > 0) scale = std::min(scale, room.x() / size.x());
  if (size.y() > 0) scale = std::min(scale, room.y() / size.y());
  if (size.x() <= 0 && size.y() <= 0) scale = points_per_unit_at_100;
  look_at(paper.center(), std::clamp(scale, smallest_scale, largest_scale));
}

}  // namespace limber
