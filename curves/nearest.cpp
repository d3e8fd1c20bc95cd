#include "curves/nearest.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "curves/bounds.h"
#include "curves/root.h"

namespace limber {
namespace {

constexpr int newton_steps = 30;  // few are taken, but beside a cusp
constexpr double coarse_share = 1e-3;  // of the curve's size: the error of the polyline searched

// Keeps the best of what it is shown.
struct Best {
  const Curve& curve;
  const Point& p;
  std::optional<Nearest> nearest;

  void offer(double t) {
    Point x;
    if (!point_at(curve, t, x)) return;
    const double distance = (x - p).norm();
    if (!nearest || distance < nearest->distance) nearest = Nearest{t, x, distance};
  }
};

// The stationary points of |x - p|^2 / 2 between a and b: roots of (x - p) . x_t, sought between
// neighbouring looks whose signs differ.
void offer_stationary(double a, double b, double guess, Best& best) {
  constexpr int looks = 4;
  const auto slope_of_distance = [&](double t, double& value, double& slope) {
    Course c;
    if (!course_at(best.curve, t, c)) return false;
    value = (c.x - best.p).dot(c.x_t);
    slope = c.x_t.squaredNorm() + (c.x - best.p).dot(c.x_tt);
    return true;
  };
  const double from = just_inside(a, b), to = just_inside(b, a);
  double before = from;
  for (int k = 1; k <= looks; ++k) {
    const double after = k == looks ? to : from + (to - from) * k / looks;
    double root;
    if (find_root(slope_of_distance, before, after, root)) best.offer(root);
    before = after;
  }
  // Two of them between neighbouring looks show no change of sign, nor does one beside a place where
  // the curve stands still (a cusp, the end of a B-spline) and the sign is rounding: Newton's steps
  // from the place on the chord find the one that matters; where the second derivative would lead
  // them astray, those of Gauss and Newton.
  double t = guess;
  Course c;
  for (int k = 0; k < newton_steps && course_at(best.curve, t, c); ++k) {
    const double value = (c.x - best.p).dot(c.x_t), speed = c.x_t.squaredNorm();
    const double slope = speed + (c.x - best.p).dot(c.x_tt);
    const double next = std::clamp(t - value / (slope > 0 ? slope : speed), from, to);
    if (!(std::abs(next - t) > 1e-16 * (to - from))) break;
    t = next;
  }
  best.offer(t);
}

}  // namespace

std::optional<Nearest> nearest(const Curve& curve, const Polyline& polyline, double error,
                               const Point& p, double tolerance) {
  Best best{curve, p, {}};
  best.offer(polyline.t.empty() ? t_begin(curve) : polyline.t.front());
  std::vector<double> distance(polyline.points.size(), 0.0);
  double least = std::numeric_limits<double>::infinity();
  polyline.for_each_segment([&](int i) {
    const std::size_t k = static_cast<std::size_t>(i);
    distance[k] = distance_to_segment(p, polyline.points[k], polyline.points[k + 1]);
    least = std::min(least, distance[k]);
  });
  polyline.for_each_segment([&](int i) {
    const std::size_t k = static_cast<std::size_t>(i);
    if (distance[k] > least + 2 * error) return;
    if (best.nearest && distance[k] - error > best.nearest->distance - tolerance) return;
    best.offer(polyline.t[k]);
    best.offer(polyline.t[k + 1]);
    double where;
    distance_to_segment(p, polyline.points[k], polyline.points[k + 1], &where);
    offer_stationary(polyline.t[k], polyline.t[k + 1],
                     polyline.t[k] + where * (polyline.t[k + 1] - polyline.t[k]), best);
  });
  return best.nearest;
}

std::optional<Nearest> nearest(const Curve& curve, const Point& p, double tolerance) {
  const double error = std::max(tolerance, coarse_share * rough_size(curve));
  return nearest(curve, tessellate(curve, error), error, p, tolerance);
}

}  // namespace limber
