#include "curves/crossings.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include <Eigen/LU>

#include "curves/bounds.h"
#include "curves/root.h"

namespace limber {
namespace {

constexpr double coarse_share = 2e-3;  // of the curve's size: the error of the polylines searched

// ---- with a line: roots of f(t) = n . (x(t) - p)
// --------------------------------------------------

struct LineSearch {
  const Curve& curve;
  Point p, along, n;
  double tolerance;
  std::vector<Crossing>& found;

  bool height(double t, double& value, double& slope) const {
    Course c;
    if (!course_at(curve, t, c)) return false;
    value = n.dot(c.x - p);
    slope = n.dot(c.x_t);
    return true;
  }
  bool slope_of_height(double t, double& value, double& slope) const {
    Course c;
    if (!course_at(curve, t, c)) return false;
    value = n.dot(c.x_t);
    slope = n.dot(c.x_tt);
    return true;
  }
  void tell(double t) {
    Point x;
    if (point_at(curve, t, x)) found.push_back({t, along.dot(x - p), x});
  }
  // Between a and b the height is monotone.
  void search_monotone(double a, double b) {
    double fa, fb, slope, t;
    if (!height(a, fa, slope) || !height(b, fb, slope)) return;
    if (std::abs(fa) <= tolerance) tell(a);
    if (std::abs(fb) <= tolerance) tell(b);
    if ((fa < 0) != (fb < 0) &&
        find_root([this](double s, double& v, double& d) { return height(s, v, d); }, a, b, t))
      tell(t);
  }
  // Between a and b the height has few extremes: cut there.
  void search(double a, double b) {
    constexpr int looks = 4;
    double from = a;
    for (int k = 1; k <= looks; ++k) {
      const double to = k == looks ? b : a + (b - a) * k / looks;
      double extreme;
      if (find_root([this](double s, double& v, double& d) { return slope_of_height(s, v, d); },
                    k == 1 ? just_inside(from, to) : from, k == looks ? just_inside(to, from) : to,
                    extreme)) {
        search_monotone(from, extreme);
        search_monotone(extreme, to);
      } else {
        search_monotone(from, to);
      }
      from = to;
    }
  }
};

// ---- with a curve: a(s) - b(t) = 0
// ----------------------------------------------------------------

struct Piece {  // of a polyline: one segment
  int i;
  Box box;
};

std::vector<Piece> pieces_of(const Polyline& polyline, double error) {
  std::vector<Piece> pieces;
  polyline.for_each_segment([&](int i) {
    Box box(polyline.points[static_cast<std::size_t>(i)]);
    box.extend(polyline.points[static_cast<std::size_t>(i) + 1]);
    const Point margin(error, error);
    pieces.push_back({i, Box(box.min() - margin, box.max() + margin)});
  });
  std::sort(pieces.begin(), pieces.end(),
            [](const Piece& a, const Piece& b) { return a.box.min().x() < b.box.min().x(); });
  return pieces;
}

// Calls f(i, j) for segments whose boxes overlap: a sweep from left to right.
template <class F>
void for_each_overlap(const std::vector<Piece>& a, const std::vector<Piece>& b, F&& f) {
  double widest = 0;
  for (const Piece& piece : b) widest = std::max(widest, piece.box.sizes().x());
  for (const Piece& piece : a) {
    const double from = piece.box.min().x() - widest;
    auto other = std::lower_bound(b.begin(), b.end(), from,
                                  [](const Piece& p, double x) { return p.box.min().x() < x; });
    for (; other != b.end() && other->box.min().x() <= piece.box.max().x(); ++other)
      if (piece.box.intersects(other->box)) f(piece.i, other->i);
  }
}

struct Range {
  double from, to;
  double middle() const { return 0.5 * (from + to); }
  double width() const { return to - from; }
};

// The places where a(s) and b(t) come nearest, by Newton's steps with Levenberg's damping, which
// find touches too. s and t stay in their ranges.
bool meet(const Curve& a, const Curve& b, Range rs, Range rt, double s, double t, double tolerance,
          Crossing& out) {
  double damping = 1e-12;
  Course ca, cb;
  if (!course_at(a, s, ca) || !course_at(b, t, cb)) return false;
  for (int k = 0; k < 60; ++k) {
    const Point gap = ca.x - cb.x;
    Eigen::Matrix2d J;
    J.col(0) = ca.x_t * rs.width();
    J.col(1) = -cb.x_t * rt.width();
    const Point slope = J.transpose() * gap;
    Eigen::Matrix2d H = J.transpose() * J;
    H.diagonal() += Point::Constant(damping * (H.trace() + 1e-300));
    const Point step = -H.inverse() * slope;
    if (!step.allFinite()) return false;
    const double next_s = std::clamp(s + step.x() * rs.width(), rs.from, rs.to);
    const double next_t = std::clamp(t + step.y() * rt.width(), rt.from, rt.to);
    Course na, nb;
    const bool better = course_at(a, next_s, na) && course_at(b, next_t, nb) &&
                        (na.x - nb.x).squaredNorm() < gap.squaredNorm();
    if (better) {
      const bool settled = std::abs(next_s - s) <= 1e-15 * (std::abs(s) + rs.width()) &&
                           std::abs(next_t - t) <= 1e-15 * (std::abs(t) + rt.width());
      s = next_s;
      t = next_t;
      ca = na;
      cb = nb;
      damping = std::max(damping * 0.1, 1e-14);
      if (settled) break;
    } else {
      if (damping > 1e3) break;
      damping = std::max(damping * 100, 1e-10);
    }
  }
  out = {s, t, 0.5 * (ca.x + cb.x)};
  return (ca.x - cb.x).norm() <= tolerance;
}

// A share of the way from t to u; round a closed curve by the shorter way.
double between(const Curve& curve, double t, double u, double share) {
  const double range = t_end(curve) - t_begin(curve);
  if (curve.type->closed && std::abs(t - u) > 0.5 * range) (t < u ? t : u) += range;
  return t + share * (u - t);
}

// By ascending t. Of those that belong together (`gap` says how far the curves part between two of
// them) only the one is kept where they are nearest.
template <class Gap>
void tidy(double tolerance, Gap&& gap, std::vector<Crossing>& found) {
  std::stable_sort(found.begin(), found.end(),
                   [](const Crossing& a, const Crossing& b) { return a.t < b.t; });
  std::vector<Crossing> kept;
  for (const Crossing& c : found) {
    const auto known = std::find_if(kept.begin(), kept.end(),
                                    [&](const Crossing& k) { return gap(k, c) <= tolerance; });
    if (known == kept.end()) {
      if (static_cast<int>(kept.size()) < most_crossings) kept.push_back(c);
    } else if (gap(c, c) < gap(*known, *known)) {
      *known = c;
    }
  }
  found = std::move(kept);
}

// Where it is looked whether they part: half way, and again, since one who goes round twice is back
// half way.
constexpr double looks_between[] = {0.5, 0.29};

double gap_between(const Curve& a, const Curve& b, const Crossing& c, const Crossing& d) {
  double gap = 0;
  for (const double share : looks_between) {
    Point x, y;
    if (!point_at(a, between(a, c.t, d.t, share), x) ||
        !point_at(b, between(b, c.other_t, d.other_t, share), y))
      return std::numeric_limits<double>::infinity();
    gap = std::max(gap, (x - y).norm());
  }
  return gap;
}

}  // namespace

std::vector<Crossing> crossings_with_line(const Curve& curve, const Point& p,
                                          const Point& direction, double tolerance) {
  assert(tolerance > 0 && direction.norm() > 0);
  const Point along = direction.normalized();
  const double error = std::max(tolerance, coarse_share * rough_size(curve));
  const Polyline polyline = tessellate(curve, error);
  std::vector<Crossing> found;
  LineSearch search{curve, p, along, Point(-along.y(), along.x()), tolerance, found};
  polyline.for_each_segment([&](int i) {
    const std::size_t k = static_cast<std::size_t>(i);
    const double a = search.n.dot(polyline.points[k] - p),
                 b = search.n.dot(polyline.points[k + 1] - p);
    if (std::min(a, b) <= error && std::max(a, b) >= -error)
      search.search(polyline.t[k], polyline.t[k + 1]);
  });
  const auto gap = [&](const Crossing& c, const Crossing& d) {
    double most = 0;
    for (const double share : looks_between) {
      double height = 0, slope = 0;
      if (!search.height(between(curve, c.t, d.t, share), height, slope))
        return std::numeric_limits<double>::infinity();
      most = std::max(most, std::abs(height));
    }
    return most;
  };
  tidy(tolerance, gap, found);
  return found;
}

std::vector<Crossing> crossings(const Curve& curve, const Curve& other, double tolerance) {
  assert(tolerance > 0);
  const double size = std::min(rough_size(curve), rough_size(other));
  const double error = std::max(tolerance, coarse_share * size);
  const Polyline a = tessellate(curve, error), b = tessellate(other, error);
  std::vector<Crossing> found;
  for_each_overlap(pieces_of(a, error), pieces_of(b, error), [&](int i, int j) {
    if (static_cast<int>(found.size()) > 4 * most_crossings) return;
    const std::size_t k = static_cast<std::size_t>(i), l = static_cast<std::size_t>(j);
    const Range rs{a.t[k], a.t[k + 1]}, rt{b.t[l], b.t[l + 1]};
    // Twice through each other within one pair of segments: one start from either side.
    for (const double share : {0.1, 0.5, 0.9}) {
      Crossing c;
      const double s = rs.from + share * rs.width();
      double where;
      Point x;
      if (!point_at(curve, s, x)) continue;
      distance_to_segment(x, b.points[l], b.points[l + 1], &where);
      if (meet(curve, other, rs, rt, s, rt.from + where * rt.width(), tolerance, c))
        found.push_back(c);
    }
  });
  tidy(
      tolerance,
      [&](const Crossing& c, const Crossing& d) { return gap_between(curve, other, c, d); }, found);
  return found;
}

std::vector<Crossing> self_crossings(const Curve& curve, double tolerance) {
  const double error = std::max(tolerance, coarse_share * rough_size(curve));
  const Polyline a = tessellate(curve, error);
  const std::vector<Piece> pieces = pieces_of(a, error);
  const double range = t_end(curve) - t_begin(curve);
  std::vector<Crossing> found;
  for_each_overlap(pieces, pieces, [&](int i, int j) {
    const std::size_t k = static_cast<std::size_t>(i), l = static_cast<std::size_t>(j);
    const bool neighbours = j <= i + 1 || (a.closed && a.t[l + 1] - a.t[k] >= range * (1 - 1e-12));
    if (neighbours || static_cast<int>(found.size()) > 4 * most_crossings) return;
    const Range rs{a.t[k], a.t[k + 1]}, rt{a.t[l], a.t[l + 1]};
    Crossing c;
    if (meet(curve, curve, rs, rt, rs.middle(), rt.middle(), tolerance, c) && c.other_t > c.t)
      found.push_back(c);
  });
  tidy(
      tolerance,
      [&](const Crossing& c, const Crossing& d) { return gap_between(curve, curve, c, d); }, found);
  return found;
}

}  // namespace limber
