#include "curves/bezier_pieces.h"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>

#include "curves/bounds.h"
#include "curves/cubic.h"
#include "curves/library.h"
#include "curves/tessellate.h"

namespace limber {
namespace {

constexpr int samples = 33;            // of a piece, against which it is judged
constexpr int most_pieces = 5000;      // of an outline
constexpr double judged_share = 0.95;  // of the tolerance: between samples it may be a little worse

double cross(const Point& a, const Point& b) { return a.x() * b.y() - a.y() * b.x(); }

// ---- samples of the curve over [a, b], a part of one smooth piece
// ---------------------------------

struct Sampled {
  std::vector<Point> x;
  Point begin_direction, end_direction;  // unit
  Point begin_speed, end_speed;          // x_t (b - a)
};

// Direction at an end: x_t, or where that vanishes (a cusp) towards a point close by.
Point direction_at(const Course& c, const Point& towards) {
  const Point away = towards - c.x;
  if (c.x_t.norm() > 1e-9 * away.norm()) return c.x_t.normalized();
  return away.norm() > 0 ? Point(away.normalized()) : Point(0, 0);
}

// A corner at b belongs to the piece that begins there; the formula is asked a hair inside.
std::optional<Sampled> sample(const Curve& curve, double a, double b) {
  Sampled s;
  for (int i = 0; i < samples; ++i) {
    Point x;
    if (!point_at(curve, a + (b - a) * i / (samples - 1), x)) return std::nullopt;
    s.x.push_back(x);
  }
  const double hair = 1e-9 * (b - a);
  Course first, last;
  if (!course_at(curve, a + hair, first) || !course_at(curve, b - hair, last)) return std::nullopt;
  s.begin_direction = direction_at(first, s.x[1]);
  s.end_direction = -direction_at(last, s.x[samples - 2]);
  if (last.x_t.norm() > 1e-9 * (s.x[samples - 2] - last.x).norm())
    s.end_direction = last.x_t.normalized();
  s.begin_speed = first.x_t * (b - a);
  s.end_speed = last.x_t * (b - a);
  return s;
}

// ---- lines
// ----------------------------------------------------------------------------------------

bool is_line(const Sampled& s, double tolerance) {
  double along = 0;
  for (const Point& x : s.x) {
    double where;
    if (distance_to_segment(x, s.x.front(), s.x.back(), &where) > tolerance) return false;
    if (where < along - 1e-9) return false;  // runs back
    along = where;
  }
  return true;
}

// ---- elliptic arcs
// --------------------------------------------------------------------------------

// The conic A x^2 + B xy + C y^2 + D x + E y + F = 0 that fits best, as an ellipse.
std::optional<ArcPiece> fit_ellipse(const std::vector<Point>& x) {
  Box box;
  for (const Point& p : x) box.extend(p);
  const Point middle = box.center();
  const double scale = box.diagonal().norm();
  if (!(scale > 0)) return std::nullopt;
  Eigen::Matrix<double, Eigen::Dynamic, 6> rows(static_cast<Eigen::Index>(x.size()), 6);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Point p = (x[i] - middle) / scale;
    rows.row(static_cast<Eigen::Index>(i)) << p.x() * p.x(), p.x() * p.y(), p.y() * p.y(), p.x(),
        p.y(), 1;
  }
  // R of QR has the same singular values and V, and is small.
  using Matrix6 = Eigen::Matrix<double, 6, 6>;
  assert(rows.rows() >= 6);
  const Eigen::HouseholderQR<Eigen::Matrix<double, Eigen::Dynamic, 6>> qr(rows);
  const Matrix6 R = qr.matrixQR().topRows<6>().triangularView<Eigen::Upper>();
  const Eigen::JacobiSVD<Matrix6, Eigen::NoQRPreconditioner> svd(R, Eigen::ComputeFullV);
  if (svd.singularValues()[5] > 1e-9 * svd.singularValues()[0]) return std::nullopt;  // no conic
  const Eigen::VectorXd k = svd.matrixV().col(5);
  Eigen::Matrix2d S;
  S << k[0], k[1] / 2, k[1] / 2, k[2];
  if (S.determinant() <= 1e-9 * S.squaredNorm()) return std::nullopt;  // a parabola, a hyperbola
  const Point c = -0.5 * S.inverse() * Point(k[3], k[4]);
  const double level = c.dot(S * c) - k[5];
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> axes;
  axes.computeDirect(S / level);
  if (!(axes.eigenvalues().minCoeff() > 0)) return std::nullopt;
  ArcPiece arc;
  arc.center = middle + scale * c;
  arc.a = scale / std::sqrt(axes.eigenvalues()[0]);
  arc.b = scale / std::sqrt(axes.eigenvalues()[1]);
  const Point axis = axes.eigenvectors().col(0);
  arc.turn = arc.a - arc.b > 1e-12 * arc.a ? std::atan2(axis.y(), axis.x()) : 0;
  return arc;
}

// The circle through three of the samples; none when they are in line.
std::optional<ArcPiece> fit_circle(const std::vector<Point>& x) {
  const Point a = x[0], b = x[samples / 3] - a, c = x[2 * samples / 3] - a;
  const double doubled = 2 * cross(b, c);
  if (!(std::abs(doubled) > 1e-12 * b.norm() * c.norm())) return std::nullopt;
  const Point middle(c.y() * b.squaredNorm() - b.y() * c.squaredNorm(),
                     b.x() * c.squaredNorm() - c.x() * b.squaredNorm());
  ArcPiece arc;
  arc.center = a + middle / doubled;
  arc.a = arc.b = middle.norm() / std::abs(doubled);
  return arc;
}

// From where to where on this ellipse the samples run; nothing when they are not on it.
std::optional<ArcPiece> swept(ArcPiece arc, const Sampled& s, double tolerance) {
  const auto parameter_of = [&](const Point& p) {
    const Point q = Eigen::Rotation2Dd(-arc.turn) * (p - arc.center);
    return std::atan2(q.y() / arc.b, q.x() / arc.a);
  };
  double u = parameter_of(s.x.front()), sweep = 0;
  arc.from = u;
  for (const Point& x : s.x) {
    const double next = parameter_of(x);
    const double step = std::remainder(next - u, 2 * M_PI);
    if (step * sweep < -1e-12) return std::nullopt;  // runs back
    sweep += step;
    u = next;
    if ((arc.at(u) - x).norm() > tolerance) return std::nullopt;
  }
  arc.sweep = sweep;
  if (std::abs(std::abs(sweep) - 2 * M_PI) < 1e-9) arc.sweep = std::copysign(2 * M_PI, sweep);
  if (std::abs(arc.sweep) > 2 * M_PI || arc.sweep == 0) return std::nullopt;
  return arc;
}

// What is an arc of a circle is told as one: an ellipse through a short arc is any of many.
std::optional<ArcPiece> as_arc(const Sampled& s, double tolerance) {
  if (const std::optional<ArcPiece> circle = fit_circle(s.x))
    if (const std::optional<ArcPiece> arc = swept(*circle, s, tolerance)) return arc;
  const std::optional<ArcPiece> ellipse = fit_ellipse(s.x);
  return ellipse ? swept(*ellipse, s, tolerance) : std::nullopt;
}

// ---- cubics
// ---------------------------------------------------------------------------------------

// u of each sample, and how far the farthest is away; half way between two samples the cubic must
// be near their chord, or it has found a way of its own.
double judge(const CubicPiece& cubic, const Sampled& s, std::vector<double>& u) {
  double worst = 0;
  for (std::size_t i = 0; i < s.x.size(); ++i) {
    u[i] = cubic.nearest_u(s.x[i], u[i]);
    worst = std::max(worst, (cubic.at(u[i]) - s.x[i]).norm());
    if (i == 0) continue;
    const Point half_way = cubic.at(0.5 * (u[i - 1] + u[i]));
    const double sagitta = 0.25 * (s.x[i] - s.x[i - 1]).norm();
    worst = std::max(worst, distance_to_segment(half_way, s.x[i - 1], s.x[i]) - sagitta);
    if (u[i] < u[i - 1]) worst = std::numeric_limits<double>::infinity();
  }
  return worst;
}

// The handle lengths that fit best in the least squares sense, each sample taken at its u; a two by
// two system, since ends and directions are given. False when they would point backwards.
bool fit_handles(const Sampled& s, const std::vector<double>& u, CubicPiece& cubic) {
  Eigen::Matrix2d H = Eigen::Matrix2d::Zero();
  Point g = Point::Zero();
  const ControlPoints without{s.x.front(), s.x.front(), s.x.back(), s.x.back()};
  for (std::size_t i = 0; i < s.x.size(); ++i) {
    const std::array<double, 4> shares = cubic_shares(without, u[i]);
    Eigen::Matrix2d J;
    J.col(0) = shares[1] * s.begin_direction;
    J.col(1) = -shares[2] * s.end_direction;
    const Point ends = cubic_at(without, u[i]);
    H += J.transpose() * J;
    g += J.transpose() * (s.x[i] - ends);
  }
  H.diagonal() *= 1 + 1e-10;
  const Point lengths = H.inverse() * g;
  double way = 0;
  for (std::size_t i = 1; i < s.x.size(); ++i) way += (s.x[i] - s.x[i - 1]).norm();
  if (!lengths.allFinite() || lengths.minCoeff() < 0 || lengths.maxCoeff() > way) return false;
  cubic.p[1] = cubic.p[0] + lengths.x() * s.begin_direction;
  cubic.p[2] = cubic.p[3] - lengths.y() * s.end_direction;
  return true;
}

// The cubic over [a, b] with the curve's ends and directions, if there is one within tolerance.
// Handles from the speed are exact when the formula is itself a cubic in t.
std::optional<CubicPiece> as_cubic(const Sampled& s, double tolerance) {
  CubicPiece cubic;
  cubic.p[0] = s.x.front();
  cubic.p[3] = s.x.back();
  cubic.p[1] = cubic.p[0] + s.begin_speed / 3;
  cubic.p[2] = cubic.p[3] - s.end_speed / 3;
  std::vector<double> u(s.x.size());
  const auto spread_evenly = [&] {
    for (std::size_t i = 0; i < u.size(); ++i)
      u[i] = static_cast<double>(i) / static_cast<double>(u.size() - 1);
  };
  spread_evenly();
  if (judge(cubic, s, u) <= judged_share * tolerance) return cubic;
  spread_evenly();
  for (int round = 0; round < 12; ++round) {
    if (!fit_handles(s, u, cubic)) return std::nullopt;
    const double worst = judge(cubic, s, u);
    if (worst <= judged_share * tolerance) return cubic;
    if (round > 3 && worst > 20 * tolerance) return std::nullopt;
  }
  return std::nullopt;
}

CubicPiece chord(const Point& a, const Point& b) {
  return CubicPiece{{a, a + (b - a) / 3, b - (b - a) / 3, b}};
}

// ---- the walk along a smooth piece
// ----------------------------------------------------------------

class Writer {
 public:
  Writer(const Curve& curve, double tolerance, Arcs arcs, Outline& out)
      : curve_(curve), tolerance_(tolerance), arcs_(arcs), out_(out) {}

  void write(double a, double b) {
    const std::optional<Sampled> whole = sample(curve_, a, b);
    if (whole && is_line(*whole, 0.5 * tolerance_)) {
      if (whole->x.front() != whole->x.back())
        add(LinePiece{whole->x.front(), whole->x.back()}, a, b);
      return;
    }
    if (whole && arcs_ == Arcs::kept) {
      if (const std::optional<ArcPiece> arc = as_arc(*whole, 1e-3 * tolerance_)) {
        add(*arc, a, b);
        return;
      }
    }
    while (a < b && static_cast<int>(out_.pieces.size()) < most_pieces) a = write_longest(a, b);
  }

 private:
  void add(const Piece& piece, double from, double to) {
    out_.pieces.push_back(piece);
    out_.t.push_back({from, to});
  }

  std::optional<CubicPiece> reach(double a, double b) const {
    const std::optional<Sampled> s = sample(curve_, a, b);
    return s && turns_little(*s) ? as_cubic(*s, tolerance_) : std::nullopt;
  }

  // A cubic is asked to turn by no more than half a circle: with more the samples are no judge.
  static bool turns_little(const Sampled& s) {
    double turned = 0;
    for (std::size_t i = 2; i < s.x.size(); ++i) {
      const Point d = s.x[i - 1] - s.x[i - 2], e = s.x[i] - s.x[i - 1];
      turned += std::abs(std::atan2(cross(d, e), d.dot(e)));
    }
    return turned < 4.5;
  }

  // The farthest b a cubic from a can reach, by halving; then evened out: the rest is cut into
  // equal shares of as many pieces as that reach would take, when that works.
  double write_longest(double a, double b) {
    double good = a, bad = b;
    std::optional<CubicPiece> best = reach(a, b);
    if (best) {
      add(*best, a, b);
      return b;
    }
    for (int k = 0; k < 14; ++k) {
      const double middle = 0.5 * (good + bad);
      std::optional<CubicPiece> tried = reach(a, middle);
      if (tried) {
        best = tried;
        good = middle;
      } else {
        bad = middle;
      }
      if (best && bad - good < 0.01 * (good - a)) break;
    }
    if (!best) {  // too fine for a cubic: the chord of the last trial is as near as anything
      Point from, to;
      if (point_at(curve_, a, from) && point_at(curve_, bad, to)) add(chord(from, to), a, bad);
      return bad;
    }
    const double count = std::ceil((b - a) / (good - a) - 1e-6);
    const double even = a + (b - a) / count;
    if (even < good)
      if (std::optional<CubicPiece> evened = reach(a, even)) {
        add(*evened, a, even);
        return even;
      }
    add(*best, a, good);
    return good;
  }

  const Curve& curve_;
  double tolerance_;
  Arcs arcs_;
  Outline& out_;
};

void move_end(Piece& piece, const Point& to) {
  if (LinePiece* line = std::get_if<LinePiece>(&piece)) line->to = to;
  if (CubicPiece* cubic = std::get_if<CubicPiece>(&piece)) cubic->p[3] = to;
}

}  // namespace

Point ArcPiece::at(double u) const {
  return center + Eigen::Rotation2Dd(turn) * Point(a * std::cos(u), b * std::sin(u));
}

Point CubicPiece::at(double u) const { return cubic_at(p, u); }

// Newton on (B - to) . B'.
double CubicPiece::nearest_u(const Point& to, double u) const {
  for (int k = 0; k < 6; ++k) {
    const auto [x, d1, d2] = cubic_course(p, u);
    const Point gap = x - to;
    const double slope = d1.squaredNorm() + gap.dot(d2);
    const double step = gap.dot(d1) / (slope > 0 ? slope : d1.squaredNorm() + 1e-300);
    const double next = std::clamp(u - step, 0.0, 1.0);
    if (std::abs(next - u) < 1e-12) return next;
    u = next;
  }
  return u;
}

Point begin_of(const Piece& piece) {
  if (const LinePiece* line = std::get_if<LinePiece>(&piece)) return line->from;
  if (const ArcPiece* arc = std::get_if<ArcPiece>(&piece)) return arc->at(arc->from);
  return std::get<CubicPiece>(piece).p[0];
}

Point end_of(const Piece& piece) {
  if (const LinePiece* line = std::get_if<LinePiece>(&piece)) return line->to;
  if (const ArcPiece* arc = std::get_if<ArcPiece>(&piece)) return arc->at(arc->from + arc->sweep);
  return std::get<CubicPiece>(piece).p[3];
}

std::vector<Outline> bezier_pieces(const Curve& curve, double tolerance, Arcs arcs) {
  assert(tolerance > 0);
  const double error = std::max(tolerance, 1e-3 * rough_size(curve));
  const Polyline polyline = tessellate(curve, error);
  std::vector<double> joints;
  breaks(curve, joints);
  std::vector<Outline> outlines;
  for (int k = 0; k < polyline.run_count(); ++k) {
    const double from =
        polyline.t[static_cast<std::size_t>(polyline.runs[static_cast<std::size_t>(k)])];
    const double to =
        polyline.t[static_cast<std::size_t>(polyline.runs[static_cast<std::size_t>(k) + 1] - 1)];
    Outline outline;
    Writer writer(curve, tolerance, arcs, outline);
    for (std::size_t j = 0; j + 1 < joints.size(); ++j) {
      const double a = std::max(from, joints[j]), b = std::min(to, joints[j + 1]);
      if (b > a) writer.write(a, b);
    }
    outline.closed = polyline.closed;
    if (outline.pieces.empty()) continue;
    if (outline.closed) move_end(outline.pieces.back(), begin_of(outline.pieces.front()));
    outlines.push_back(std::move(outline));
  }
  return outlines;
}

}  // namespace limber
