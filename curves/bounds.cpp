#include "curves/bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "curves/root.h"

namespace limber {
namespace {

constexpr double coarse_share = 1e-3;
constexpr double smallest_size = 1e-9;  // of a point, in drawing units

// The largest n . x over the curve near vertex i of the polyline: where n . x_t vanishes on either
// side of it.
double support_near(const Curve& curve, const Polyline& polyline, std::size_t i, const Point& n) {
  double most = n.dot(polyline.points[i]);
  const auto slope = [&](double t, double& value, double& derivative) {
    Course c;
    if (!course_at(curve, t, c)) return false;
    value = n.dot(c.x_t);
    derivative = n.dot(c.x_tt);
    return true;
  };
  const auto look = [&](std::size_t from, std::size_t to) {
    double t;
    Point x;
    if (polyline.t[to] > polyline.t[from] &&
        find_root(slope, just_inside(polyline.t[from], polyline.t[to]),
                  just_inside(polyline.t[to], polyline.t[from]), t) &&
        point_at(curve, t, x))
      most = std::max(most, n.dot(x));
  };
  if (i > 0) look(i - 1, i);
  if (i + 1 < polyline.points.size()) look(i, i + 1);
  return most;
}

// The largest n . x over the curve: every vertex that may lie below it by no more than the error of
// the polyline is looked at.
double support(const Curve& curve, const Polyline& polyline, double error, const Point& n) {
  double most = -std::numeric_limits<double>::infinity();
  for (const Point& p : polyline.points) most = std::max(most, n.dot(p));
  const double enough = most - error;
  for (std::size_t i = 0; i < polyline.points.size(); ++i)
    if (n.dot(polyline.points[i]) >= enough)
      most = std::max(most, support_near(curve, polyline, i, n));
  return most;
}

}  // namespace

Box bounds(const Curve& curve, const Polyline& polyline, double error, double tolerance) {
  if (polyline.empty()) return Box();
  const double right = support(curve, polyline, error, Point(1, 0));
  const double left = -support(curve, polyline, error, Point(-1, 0));
  const double top = support(curve, polyline, error, Point(0, 1));
  const double bottom = -support(curve, polyline, error, Point(0, -1));
  // What rounding may have kept from the extremes.
  const double margin =
      std::min(tolerance, 1e-9 * Point(right - left, top - bottom).norm() + 1e-12);
  return Box(Point(left - margin, bottom - margin), Point(right + margin, top + margin));
}

Box bounds(const Curve& curve, double tolerance) {
  const double error = std::max(tolerance, coarse_share * rough_size(curve));
  return bounds(curve, tessellate(curve, error), error, tolerance);
}

double rough_size(const Curve& curve) {
  constexpr int looks = 33;
  const int all = std::clamp(2 * span_count(curve) + 1, looks, 513);
  const double begin = t_begin(curve), end = t_end(curve);
  std::vector<double> x, y;
  for (int k = 0; k < all; ++k) {
    Point p;
    if (!point_at(curve, begin + (end - begin) * k / (all - 1), p)) continue;
    x.push_back(p.x());
    y.push_back(p.y());
  }
  // The middle nine tenths, in each direction: a point beside a pole must not set the scale.
  const auto spread = [](std::vector<double>& values) {
    if (values.empty()) return 0.0;
    std::sort(values.begin(), values.end());
    const std::size_t cut = values.size() / 20;
    return values[values.size() - 1 - cut] - values[cut];
  };
  const double dx = spread(x), dy = spread(y);
  return std::max(std::hypot(dx, dy), smallest_size);
}

}  // namespace limber
