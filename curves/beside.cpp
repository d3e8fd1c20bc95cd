#include "curves/beside.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "curves/fit.h"
#include "curves/handles.h"
#include "curves/nodes.h"
#include "curves/tessellate.h"

namespace limber {
namespace {

// A finer polyline than the tolerance: the course is fitted to it once more.
constexpr double sample_share = 0.05;
constexpr double arc_step = 0.05;  // radians between samples around an outside corner
constexpr int steps_along = 400;   // at least, along the whole curve
constexpr std::size_t most_samples = 4000;  // each is held against all the others

double cross(const Point& a, const Point& b) { return a.x() * b.y() - a.y() * b.x(); }
Point left_of(const Point& v) { return Point(-v.y(), v.x()); }

double distance_to(const Polyline& line, const Point& p) {
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < line.run_count(); ++k) {
    const auto end = static_cast<std::size_t>(line.runs[static_cast<std::size_t>(k) + 1]);
    for (auto i = static_cast<std::size_t>(line.runs[static_cast<std::size_t>(k)]); i + 1 < end; ++i)
      least = std::min(least, distance_to_segment(p, line.points[i], line.points[i + 1]));
  }
  return least;
}

// The places beside the curve, one after the other, arcs at its corners.
Stroke places_beside(const Curve& curve, const Polyline& line, double distance, double step) {
  Stroke out;
  Point before = Point::Zero();
  bool known = false;
  const auto turn_to = [&](const Point& x, const Point& direction) {
    const double angle = known ? std::atan2(cross(before, direction), before.dot(direction)) : 0;
    if (angle * distance < 0)  // an outside corner
      for (double a = arc_step; a < std::abs(angle); a += arc_step) {
        const double turned = std::copysign(a, angle);
        const Point way(std::cos(turned) * before.x() - std::sin(turned) * before.y(),
                        std::sin(turned) * before.x() + std::cos(turned) * before.y());
        out.push_back(x + distance * left_of(way));
      }
    out.push_back(x + distance * left_of(direction));
    before = direction;
    known = true;
  };
  const std::size_t count = line.points.size();
  for (std::size_t i = 0; i + 1 < count; ++i) {
    const Point way = line.points[i + 1] - line.points[i];
    if (!(way.norm() > 0)) continue;
    turn_to(line.points[i], way.normalized());
    const int pieces = static_cast<int>(std::ceil(way.norm() / step));
    for (int k = 1; k <= pieces; ++k)
      out.push_back(line.points[i] + way * k / pieces + distance * left_of(way.normalized()));
  }
  if (curve.type->closed && count > 1) {  // once more through the begin
    const Point way = line.points[1] - line.points[0];
    if (way.norm() > 0) turn_to(line.points[0], way.normalized());
  }
  return out;
}

// Where two sides of an inside corner meet, each given by its last two places; empty when that is not near.
std::optional<Point> corner_between(const Point& a, const Point& b, const Point& c, const Point& d, double near) {
  const Point u = b - a, v = d - c;
  const double area = cross(u, v);
  if (std::abs(area) < 1e-9 * u.norm() * v.norm()) return std::nullopt;
  const Point x = b + u * (cross(c - b, v) / area);
  if ((x - b).norm() > near || (x - c).norm() > near) return std::nullopt;
  return x;
}

// The places that are as far from the curve as they should be, in chains: where some are left out, a chain
// goes on when what comes next is near, through the corner that the two sides make. The longest chain; on a
// closed curve it begins where there was a gap, if there was one.
Stroke far_enough(const Stroke& places, const Polyline& line, double distance, double step, bool closed) {
  std::vector<char> good;
  for (const Point& p : places) good.push_back(distance_to(line, p) >= distance);
  const std::size_t n = places.size();
  std::size_t first = 0;
  if (closed)
    while (first < n && good[first]) ++first;
  std::vector<Stroke> chains(1);
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t i = (first + k) % n;
    if (!good[i]) continue;
    Stroke& chain = chains.back();
    const bool gap = !chain.empty() && !good[(i + n - 1) % n];
    if (gap && (places[i] - chain.back()).norm() > 4 * step)
      chains.emplace_back();
    else if (gap && chain.size() > 1)
      if (const auto corner = corner_between(chain[chain.size() - 2], chain.back(), places[i],
                                             places[(i + 1) % n], 4 * step))
        chain.push_back(*corner);
    chains.back().push_back(places[i]);
  }
  const auto longer = [](const Stroke& a, const Stroke& b) { return a.size() < b.size(); };
  Stroke best = *std::max_element(chains.begin(), chains.end(), longer);
  if (closed && best.size() > 2)
    if (const auto corner = corner_between(best[best.size() - 2], best.back(), best[0], best[1], 4 * step))
      best.push_back(*corner);
  return best;
}

}  // namespace

std::optional<Curve> curve_beside(const Curve& curve, double distance, const CurveTypeRef& family,
                                  double tolerance) {
  const Polyline line = tessellate(curve, sample_share * tolerance);
  if (line.points.size() < 2 || line.points.size() > most_samples || distance == 0)
    return std::nullopt;
  double length = 0;
  for (std::size_t i = 1; i < line.points.size(); ++i) length += (line.points[i] - line.points[i - 1]).norm();
  const double step = length / steps_along;
  const Stroke beside = places_beside(curve, line, distance, step);
  const Stroke kept = far_enough(beside, line, std::abs(distance) - 0.25 * tolerance, step,
                                 curve.type->closed);
  if (kept.size() < 3) return std::nullopt;
  std::optional<StrokeFit> fit = fit_path(kept, family, 0.5 * tolerance);
  if (!fit) return std::nullopt;
  smooth_straight_joints(fit->curve);
  return fit->curve;
}

namespace {

// Where the arc touches: both t at which the place `radius` beside the curve, on the inside of the
// corner, is the same. Newton's steps from where it would be on straight sides.
bool touching(const Curve& curve, double corner, double side, double radius, double& from, double& to) {
  constexpr int rounds = 30;
  const auto centre = [&](double t, Point& out) {
    Point x, n;
    if (!point_at(curve, t, x) || !normal_at(curve, t, n)) return false;
    out = x + side * radius * n;
    return true;
  };
  for (int k = 0; k < rounds; ++k) {
    const double h = 1e-6;
    Point a, b, a_t, b_t;
    if (!centre(from, a) || !centre(to, b) || !centre(from + h, a_t) || !centre(to + h, b_t))
      return false;
    Eigen::Matrix2d J;
    J.col(0) = (a_t - a) / h;
    J.col(1) = -(b_t - b) / h;
    if (!(std::abs(J.determinant()) > 0)) return false;
    const Point step = J.inverse() * (b - a);
    from = std::clamp(from + step.x(), corner - 1 + 1e-4, corner - 1e-7);
    to = std::clamp(to + step.y(), corner + 1e-7, corner + 1 - 1e-4);
    if (step.norm() < 1e-12) break;
  }
  Point a, b;
  return centre(from, a) && centre(to, b) && (a - b).norm() < 1e-6 * radius;
}

}  // namespace

std::optional<Rounded> corner_rounded(const Curve& curve, int node, double radius) {
  const int nodes = node_count(curve);
  const bool closed = curve.type->closed;
  if (!has_handles(*curve.type) || !(radius > 0) || node < 0 || node >= nodes) return std::nullopt;
  if (!closed && (node == 0 || node == nodes - 1)) return std::nullopt;
  if (node == 0) {  // its corner is where the curve closes: turned by one node it is not
    Curve turned = curve;
    const auto own = static_cast<Eigen::Index>(curve.type->family.node.size());
    const auto shared = static_cast<Eigen::Index>(curve.type->parameters.size());
    const Eigen::VectorXd first = curve.q.segment(shared + own * (nodes - 1), own);
    turned.q.tail(own * (nodes - 1)) = curve.q.segment(shared, own * (nodes - 1));
    turned.q.segment(shared, own) = first;
    std::optional<Rounded> rounded = corner_rounded(turned, 1, radius);
    if (rounded) rounded->from -= 1, rounded->to -= 1;
    return rounded;
  }
  const double corner = node;
  Point in, out;
  if (!tangent_at(curve, corner - 1e-6, in) || !tangent_at(curve, corner + 1e-6, out))
    return std::nullopt;
  const double turn = std::atan2(cross(in, out), in.dot(out));
  if (std::abs(turn) < 1e-3) return std::nullopt;
  const double side = turn > 0 ? 1 : -1;
  Course before, after;
  if (!course_at(curve, corner - 0.5, before) || !course_at(curve, corner + 0.5, after))
    return std::nullopt;
  const double reach = radius * std::tan(std::abs(turn) / 2);
  double from = corner - std::min(0.9, reach / std::max(before.x_t.norm(), 1e-12));
  double to = corner + std::min(0.9, reach / std::max(after.x_t.norm(), 1e-12));
  if (!touching(curve, corner, side, radius, from, to)) return std::nullopt;

  // A node where it begins and one where it ends; the corner itself goes.
  const std::optional<Edited> second = insert_node(curve, to, 1e-9 * radius);
  if (!second) return std::nullopt;
  const std::optional<Edited> both = insert_node(second->curve, from, 1e-9 * radius);
  if (!both || node_count(both->curve) != nodes + 2) return std::nullopt;
  const int first = node, middle = node + 1, last = node + 2;
  Rounded result{both->curve, from, to};
  Handles begin = *handles_of(result.curve, first), end = *handles_of(result.curve, last);
  Point t_in, t_out;
  if (!tangent_at(curve, from, t_in) || !tangent_at(curve, to, t_out)) return std::nullopt;
  const double sweep = std::abs(std::atan2(cross(t_in, t_out), t_in.dot(t_out)));
  const double length = 4.0 / 3 * std::tan(sweep / 4) * radius;
  begin.ahead = length * t_in, end.behind = -length * t_out;
  begin.smooth = begin.behind.norm() > 0, end.smooth = end.ahead.norm() > 0;
  set_handles(result.curve, first, begin);
  set_handles(result.curve, last, end);
  const auto own = static_cast<Eigen::Index>(curve.type->family.node.size());
  const auto at = static_cast<Eigen::Index>(curve.type->parameters.size()) + middle * own;
  Eigen::VectorXd q(result.curve.q.size() - own);
  q << result.curve.q.head(at), result.curve.q.tail(result.curve.q.size() - at - own);
  result.curve.q = std::move(q);
  return result;
}

}  // namespace limber
