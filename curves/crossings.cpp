#include "curves/crossings.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

#include <Eigen/LU>

#include "curves/bounds.h"
#include "curves/root.h"

namespace limber {
namespace {

constexpr double coarse_share = 2e-3;  // of the curve's size: the error of the polylines searched

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

// A range in one or two halves: cut where the curve is farthest from a line along `chord`, so that
// it runs through the line once in each.
struct Halves {
  std::array<Range, 2> range;
  int count = 1;
  const Range* begin() const { return range.data(); }
  const Range* end() const { return range.data() + count; }
};
Halves cut_where_farthest(const Curve& curve, const Range& range, const Point& chord) {
  const Point n(-chord.y(), chord.x());
  const auto slope = [&](double t, double& value, double& rate) {
    Course c;
    if (!course_at(curve, t, c)) return false;
    value = n.dot(c.x_t);
    rate = n.dot(c.x_tt);
    return true;
  };
  double t;
  if (!find_root(slope, just_inside(range.from, range.to), just_inside(range.to, range.from), t))
    return {{range, range}, 1};
  return {{Range{range.from, t}, Range{t, range.to}}, 2};
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

std::vector<Crossing> crossings(const Curve& curve, const Curve& other, double tolerance) {
  assert(tolerance > 0);
  const double size = std::min(rough_size(curve), rough_size(other));
  const double error = std::max(tolerance, coarse_share * size);
  const Polyline a = tessellate(curve, error), b = tessellate(other, error);
  std::vector<Crossing> found;
  // Within one pair of segments, one start from either side.
  const auto search = [&](const Range& rs, const Range& rt, std::size_t l) {
    for (const double share : {0.1, 0.5, 0.9}) {
      Crossing c;
      const double s = rs.from + share * rs.width();
      double where;
      Point x;
      if (!point_at(curve, s, x)) continue;
      distance_to_segment(x, b.points[l], b.points[l + 1], &where);
      const double t = std::clamp(b.t[l] + where * (b.t[l + 1] - b.t[l]), rt.from, rt.to);
      if (meet(curve, other, rs, rt, s, t, tolerance, c)) found.push_back(c);
    }
  };
  for_each_overlap(pieces_of(a, error), pieces_of(b, error), [&](int i, int j) {
    if (static_cast<int>(found.size()) > 4 * most_crossings) return;
    const std::size_t k = static_cast<std::size_t>(i), l = static_cast<std::size_t>(j);
    const Point chord_a = a.points[k + 1] - a.points[k], chord_b = b.points[l + 1] - b.points[l];
    for (const Range& rs : cut_where_farthest(curve, {a.t[k], a.t[k + 1]}, chord_b))
      for (const Range& rt : cut_where_farthest(other, {b.t[l], b.t[l + 1]}, chord_a))
        search(rs, rt, l);
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
