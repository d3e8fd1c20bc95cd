#include "curves/fit.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

#include "curves/bounds.h"
#include "curves/follow.h"
#include "curves/gesture.h"
#include "curves/least_squares.h"
#include "curves/nearest.h"
#include "curves/transform.h"

namespace limber {
namespace {

constexpr int stroke_points = 48;  // the stroke as it is compared: equally far apart
constexpr int rounds = 15;
constexpr int tries = 3;  // starts that are improved, of all
constexpr double corner_angle = 40 * M_PI / 180;
constexpr double least_gap = 0.1;      // of the size of a stroke: nearer ends meet
constexpr double tremor_share = 0.25;  // of the tolerance: errors below it count alike

std::vector<double> lengths_along(const Stroke& stroke) {
  std::vector<double> lengths(1, 0.0);
  for (std::size_t i = 1; i < stroke.size(); ++i)
    lengths.push_back(lengths.back() + (stroke[i] - stroke[i - 1]).norm());
  return lengths;
}

Stroke resampled(const Stroke& stroke, int count) {
  const std::vector<double> lengths = lengths_along(stroke);
  const Sources source{{nullptr, &stroke, &lengths}};
  Stroke even;
  for (int i = 0; i < count; ++i)
    even.push_back(*place_on(source, {0, 0, lengths.back()}, static_cast<double>(i) / (count - 1)));
  return even;
}

// Centre, size and main axis: how one heap of points is laid on another.
struct Lie {
  Point center = Point::Zero();
  double radius = 0, angle = 0;
};

Lie lie_of(const Stroke& points) {
  Lie lie;
  for (const Point& p : points) lie.center += p / static_cast<double>(points.size());
  Eigen::Matrix2d spread = Eigen::Matrix2d::Zero();
  for (const Point& p : points) spread += (p - lie.center) * (p - lie.center).transpose();
  spread /= static_cast<double>(points.size());
  lie.radius = std::sqrt(spread.trace());
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> axes;
  axes.computeDirect(spread);
  lie.angle = std::atan2(axes.eigenvectors()(1, 1), axes.eigenvectors()(0, 1));
  return lie;
}

double distance_to(const Stroke& line, const Point& p) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < line.size(); ++i)
    least = std::min(least, distance_to_segment(p, line[i], line[i + 1]));
  return least;
}

// The mean square of the distances stroke to curve and curve to stroke: both, or half a circle
// would be as good as a whole one.
double misfit(const Stroke& stroke, const Curve& curve, double tolerance) {
  const Polyline polyline = tessellate(curve, 0.2 * tolerance);
  if (polyline.points.size() < 2) return std::numeric_limits<double>::infinity();
  const Stroke outline = resampled(polyline.points, 2 * stroke_points);
  double sum = 0;
  for (const Point& p : stroke)
    sum += std::pow(distance_to(polyline.points, p), 2) / static_cast<double>(stroke.size());
  for (const Point& p : outline)
    sum += std::pow(distance_to(stroke, p), 2) / static_cast<double>(outline.size());
  return sum / 2;
}

// Where to begin: the type as it would be drawn across the stroke, and its default curve laid on
// the stroke, turned by eighths.
void add_starts(const Stroke& stroke, const Curve& usual, std::vector<Curve>& starts) {
  Box box;
  for (const Point& p : stroke) box.extend(p);
  const Lie wanted = lie_of(stroke);
  const auto offer = [&](const Point& press, const Point& release) {
    std::optional<Curve> drawn = draw(usual.type, press, release);
    if (!drawn) return;
    if (usual.type->t_end_parameter >= 0)
      drawn->q[usual.type->t_end_parameter] = usual.q[usual.type->t_end_parameter];
    starts.push_back(*drawn);
  };
  offer(stroke.front(), stroke.back());
  offer(stroke.back(), stroke.front());
  offer(box.min(), box.max());
  offer(wanted.center, stroke.back());
  const Polyline polyline = tessellate(usual, 1e-3 * rough_size(usual));
  if (polyline.points.size() < 2) return;
  const Lie have = lie_of(resampled(polyline.points, stroke_points));
  if (!(have.radius > 0)) return;
  for (int k = 0; k < 8; ++k) {
    Similarity s =
        about(have.center, wanted.angle - have.angle + k * M_PI / 4, wanted.radius / have.radius);
    s.move += wanted.center - have.center;
    starts.push_back(transformed(s, usual));
  }
}

// A number that counts (sides, turns) is not improved by small steps: several are tried.
std::vector<Curve> usual_curves(const std::shared_ptr<const CurveType>& type) {
  const Curve usual = default_curve(type);
  std::vector<Curve> all{usual};
  const int count = type->t_end_parameter;
  if (count < 0) return all;
  const Parameter& p = parameter(*type, count);
  for (const double value : {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0}) {
    Curve other = usual;
    other.q[count] = value;
    if (value != p.value && is_valid(other)) all.push_back(other);
  }
  return all;
}

std::vector<int> fitted_parameters(const CurveType& type) {
  std::vector<int> free;
  for (int i = 0; i < static_cast<int>(type.parameters.size()); ++i) {
    const Parameter& p = parameter(type, i);
    if (i != type.t_end_parameter && !(p.locked && p.role == Role::number)) free.push_back(i);
  }
  return free;
}

// Each point of the stroke is wanted at its nearest t, across the curve; the ends of an open curve
// are wanted at the ends of the stroke.
std::vector<Target> targets_on(const Stroke& stroke, const Curve& curve, double tolerance) {
  const Polyline polyline = tessellate(curve, tolerance);
  std::vector<Target> targets;
  for (const Point& p : stroke)
    if (const std::optional<Nearest> near = nearest(curve, polyline, tolerance, p, 0.1 * tolerance))
      targets.push_back({near->t, p, 1, near->t > t_begin(curve) && near->t < t_end(curve)});
  if (curve.type->closed || targets.empty()) return targets;
  Point from, to;
  if (!point_at(curve, t_begin(curve), from) || !point_at(curve, t_end(curve), to)) return targets;
  const double straight = (from - stroke.front()).norm() + (to - stroke.back()).norm();
  const double crossed = (from - stroke.back()).norm() + (to - stroke.front()).norm();
  const bool turned = crossed < straight;
  targets.push_back({t_begin(curve), turned ? stroke.back() : stroke.front(), 1, false});
  targets.push_back({t_end(curve), turned ? stroke.front() : stroke.back(), 1, false});
  return targets;
}

void improve(const Stroke& stroke, const std::vector<int>& free, double tolerance, Curve& curve) {
  for (int k = 0; k < rounds; ++k) {
    const Eigen::VectorXd before = curve.q;
    fit_to_targets(free, targets_on(stroke, curve, tolerance), k < rounds / 2 ? 1 : 2, curve);
    if ((curve.q - before).norm() <= 1e-6 * (1 + before.norm())) break;
  }
}

}  // namespace

bool is_closed_stroke(const Stroke& stroke) {
  Box box;
  for (const Point& p : stroke) box.extend(p);
  return stroke.size() > 3 &&
         (stroke.front() - stroke.back()).norm() < least_gap * box.diagonal().norm();
}

std::optional<StrokeFit> fit_type(const Stroke& stroke,
                                  const std::shared_ptr<const CurveType>& type, double tolerance) {
  if (stroke.size() < 2 || !(lengths_along(stroke).back() > 0)) return std::nullopt;
  if (has_nodes(*type)) return fit_path(stroke, type, tolerance);
  const Stroke even = resampled(stroke, stroke_points);
  std::vector<Curve> starts;
  for (const Curve& usual : usual_curves(type)) add_starts(even, usual, starts);

  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const double error = misfit(even, starts[i], 4 * tolerance);
    if (std::isfinite(error)) order.emplace_back(error, i);
  }
  std::stable_sort(order.begin(), order.end());
  const std::vector<int> free = fitted_parameters(*type);
  std::optional<StrokeFit> best;
  for (std::size_t k = 0; k < order.size() && k < tries; ++k) {
    Curve curve = starts[order[k].second];
    improve(even, free, tolerance, curve);
    const double error = misfit(even, curve, tolerance);
    if (!is_valid(curve) || !std::isfinite(error)) continue;
    if (!best || std::sqrt(error) < best->rms) best = StrokeFit{curve, std::sqrt(error), 0};
  }
  if (!best) return std::nullopt;
  const double n = stroke_points,
               counted = static_cast<double>(free.size()) + (type->t_end_parameter >= 0 ? 1 : 0);
  const double error = std::max(best->rms, tremor_share * tolerance);
  best->score = 2 * n * std::log(error) + 1.5 * counted * std::log(n);
  return best;
}

std::optional<StrokeFit> fit_stroke(const Stroke& stroke,
                                    const std::vector<std::shared_ptr<const CurveType>>& types,
                                    double tolerance) {
  std::optional<StrokeFit> best;
  for (const auto& type : types) {
    const std::optional<StrokeFit> fit = fit_type(stroke, type, tolerance);
    if (fit && (!best || fit->score < best->score)) best = fit;
  }
  return best;
}

std::vector<int> find_corners(const Stroke& stroke, double tolerance) {
  std::vector<int> corners;
  if (stroke.size() < 3) return corners;
  const std::vector<double> lengths = lengths_along(stroke);
  const double whole = lengths.back(), reach = std::max(3 * tolerance, whole / 40);
  const bool closed = is_closed_stroke(stroke);
  const Sources source{{nullptr, &stroke, &lengths}};
  const auto at = [&](double length) {
    if (closed) length -= whole * std::floor(length / whole);
    return *place_on(source, {0, 0, whole}, std::clamp(length / whole, 0.0, 1.0));
  };
  // How much the direction turns at a length, looked at over the reach either side. The first third
  // is left out: a pen rounds its corners.
  const auto turn = [&](double length) {
    const Point here = at(length);
    const Point before = here - at(length - reach), after = at(length + reach) - here;
    return std::abs(std::atan2(before.x() * after.y() - before.y() * after.x(), before.dot(after)));
  };
  const double from = closed ? 0 : reach, to = closed ? whole : whole - reach;
  double last = -std::numeric_limits<double>::infinity(), last_turn = 0;
  for (std::size_t i = 0; i < stroke.size(); ++i) {
    if (lengths[i] < from || lengths[i] > to || (closed && i + 1 == stroke.size())) continue;
    const double angle = turn(lengths[i]);
    if (angle < corner_angle) continue;
    if (lengths[i] - last > 1.5 * reach) {
      corners.push_back(static_cast<int>(i));
    } else if (angle > last_turn) {
      corners.back() = static_cast<int>(i);
    } else {
      continue;
    }
    last = lengths[i];
    last_turn = angle;
  }
  // On a closed stroke the first and the last may be one corner, split by where the pen began.
  if (closed && corners.size() > 1) {
    const double first = lengths[static_cast<std::size_t>(corners.front())];
    const double end = lengths[static_cast<std::size_t>(corners.back())];
    if (first + whole - end < 1.5 * reach) {
      if (turn(first) >= turn(end))
        corners.pop_back();
      else
        corners.erase(corners.begin());
    }
  }
  return corners;
}

std::optional<StrokeFit> fit_path(const Stroke& stroke,
                                  const std::shared_ptr<const CurveType>& family,
                                  double tolerance) {
  if (stroke.size() < 2 || !has_nodes(*family)) return std::nullopt;
  Stroke line = stroke;
  std::vector<int> corners = find_corners(stroke, tolerance);
  if (family->closed && !corners.empty()) {  // begin at a corner
    const int first = corners.front();
    std::rotate(line.begin(), line.begin() + first, line.end());
    for (int& c : corners) c -= first;
    corners.erase(corners.begin());
  }
  if (family->closed) line.push_back(line.front());
  const std::vector<double> lengths = lengths_along(line);
  std::vector<Stretch> stretches;
  double from = 0;
  for (const int corner : corners) {
    const double to = lengths[static_cast<std::size_t>(corner)];
    if (to > from) stretches.push_back({0, from, to});
    from = to;
  }
  stretches.push_back({0, from, lengths.back()});
  const Sources source{{nullptr, &line, &lengths}};
  const std::optional<Edited> edited = follow_within(family, source, stretches, tolerance);
  if (!edited) return std::nullopt;
  StrokeFit fit{edited->curve, 0, 0};
  const Stroke even = resampled(line, stroke_points);
  fit.rms = std::sqrt(misfit(even, edited->curve, tolerance));
  const double n = stroke_points, places = static_cast<double>(edited->curve.q.size());
  fit.score =
      2 * n * std::log(std::max(fit.rms, tremor_share * tolerance)) + 1.5 * places * std::log(n);
  return fit;
}

}  // namespace limber
