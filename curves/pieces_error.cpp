// How well pieces stand for a curve.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "curves/bezier_pieces.h"
#include "curves/tessellate.h"

namespace limber {
namespace {

// A point of the piece near p: where it stands on the piece, 0 to 1. From a guess, for cubics.
double place_near(const Piece& piece, const Point& p, double guess) {
  if (const LinePiece* line = std::get_if<LinePiece>(&piece)) {
    double where = 0;
    distance_to_segment(p, line->from, line->to, &where);
    return where;
  }
  if (const ArcPiece* arc = std::get_if<ArcPiece>(&piece)) {
    const Point q = Eigen::Rotation2Dd(-arc->turn) * (p - arc->center);
    const double u = std::atan2(q.y() / arc->b, q.x() / arc->a);
    const double turned = std::remainder(u - arc->from - guess * arc->sweep, 2 * M_PI);
    return std::clamp(guess + turned / arc->sweep, 0.0, 1.0);
  }
  return std::get<CubicPiece>(piece).nearest_u(p, guess);
}

Point point_of(const Piece& piece, double where) {
  if (const LinePiece* line = std::get_if<LinePiece>(&piece))
    return line->from + where * (line->to - line->from);
  if (const ArcPiece* arc = std::get_if<ArcPiece>(&piece))
    return arc->at(arc->from + where * arc->sweep);
  return std::get<CubicPiece>(piece).at(where);
}

// From two guesses, since a walk from one of them may end in a place that is nearest only nearby.
double nearest_place(const Piece& piece, const Point& p, double before, double share) {
  const double one = place_near(piece, p, before), two = place_near(piece, p, share);
  const auto distance = [&](double where) { return (point_of(piece, where) - p).squaredNorm(); };
  return distance(one) <= distance(two) ? one : two;
}

// How far p is from a point of the curve near t, kept within the range: a few steps towards its
// foot.
double distance_to_curve(const Curve& curve, const Point& p, double t,
                         const Outline::Range& range) {
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 4; ++k) {
    Course at;
    if (!course_at(curve, t, at)) break;
    least = std::min(least, (at.x - p).norm());
    const double speed = at.x_t.squaredNorm();
    if (!(speed > 0)) break;
    t = std::clamp(t - (at.x - p).dot(at.x_t) / speed, range.from, range.to);
  }
  return least;
}

// Where on the piece some places of the curve have their feet.
struct Foot {
  double where, t;
};

// The t that belongs to a place of the piece, between the two feet around it.
double t_at(const std::vector<Foot>& feet, double where) {
  const auto after = std::upper_bound(feet.begin(), feet.end(), where,
                                      [](double w, const Foot& foot) { return w < foot.where; });
  if (after == feet.begin()) return feet.front().t;
  if (after == feet.end()) return feet.back().t;
  const Foot &a = after[-1], &b = after[0];
  const double gap = b.where - a.where;
  return gap > 0 ? a.t + (b.t - a.t) * (where - a.where) / gap : a.t;
}

double error_of(const Curve& curve, const Piece& piece, const Outline::Range& range, int places) {
  double worst = 0, before = 0;
  std::vector<Foot> feet;
  for (int i = 0; i <= places; ++i) {
    const double share = static_cast<double>(i) / places;
    const double t = range.from + share * (range.to - range.from);
    Point x;
    if (!point_at(curve, t, x)) continue;
    const double where = nearest_place(piece, x, before, share);
    worst = std::max(worst, (point_of(piece, where) - x).norm());
    feet.push_back({std::max(where, before), t});
    before = feet.back().where;
  }
  for (int i = 0; i <= places && !feet.empty(); ++i) {
    const double where = static_cast<double>(i) / places;
    worst =
        std::max(worst, distance_to_curve(curve, point_of(piece, where), t_at(feet, where), range));
  }
  return worst;
}

}  // namespace

double error_of(const Curve& curve, const Outline& outline, int places) {
  double worst = 0;
  for (std::size_t i = 0; i < outline.pieces.size(); ++i)
    worst = std::max(worst, error_of(curve, outline.pieces[i], outline.t[i], places));
  return worst;
}

}  // namespace limber
