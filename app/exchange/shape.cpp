#include "app/exchange/shape.h"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "include/core/SkPoint.h"

namespace limber {

namespace {

SkPoint to_skia_point(const Point& p) {
  return {static_cast<float>(p.x()), static_cast<float>(p.y())};
}
Point from_skia(const SkPoint& p) { return {static_cast<double>(p.x()), static_cast<double>(p.y())}; }

// With the axes where they were: what most maps of drawings are.
ArcPiece stretched(const Eigen::Affine2d& map, ArcPiece arc) {
  const double sx = map.linear()(0, 0), sy = map.linear()(1, 1);
  arc.center = map * arc.center;
  arc.a *= std::abs(sx), arc.b *= std::abs(sy);
  if (sx < 0) arc.from = M_PI - arc.from, arc.sweep = -arc.sweep;
  if (sy < 0) arc.from = -arc.from, arc.sweep = -arc.sweep;
  return arc;
}

// center + L (cos u, sin u), L = U S W with orthogonal U and W: the ellipse has the half axes S and is
// turned by U; W turns u, or turns it round.
ArcPiece mapped(const Eigen::Affine2d& map, const ArcPiece& arc) {
  const Eigen::Matrix2d linear = map.linear();
  if (arc.turn == 0 && linear(0, 1) == 0 && linear(1, 0) == 0) return stretched(map, arc);
  const Eigen::Matrix2d shape = linear * Eigen::Rotation2Dd(arc.turn).toRotationMatrix() *
                                Point(arc.a, arc.b).asDiagonal();
  const Eigen::JacobiSVD<Eigen::Matrix2d> svd(shape, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Eigen::Matrix2d u = svd.matrixU(), w = svd.matrixV().transpose();
  if (u.determinant() < 0) u.col(1) *= -1, w.row(1) *= -1;
  ArcPiece out;
  out.center = map * arc.center;
  out.a = svd.singularValues()[0], out.b = svd.singularValues()[1];
  out.turn = std::atan2(u(1, 0), u(0, 0));
  const double shift = std::atan2(w(1, 0), w(0, 0)), sign = w.determinant() > 0 ? 1 : -1;
  out.from = shift + sign * arc.from;
  out.sweep = sign * arc.sweep;
  if (out.is_circular(1e-9 * out.a)) {  // it has no axes: count from the x axis
    out.from += out.turn;
    out.turn = 0;
  } else if (std::abs(out.turn) > M_PI / 2) {
    out.turn -= std::copysign(M_PI, out.turn);
    out.from += M_PI;
  }
  return out;
}

// Where a coordinate of a cubic has no slope.
void extend_by_extremes(Box& box, const CubicPiece& cubic) {
  for (int axis = 0; axis < 2; ++axis) {
    const auto p = [&](std::size_t i) { return cubic.p[i][axis]; };
    const double a = -p(0) + 3 * p(1) - 3 * p(2) + p(3), b = 2 * (p(0) - 2 * p(1) + p(2)),
                 c = p(1) - p(0);
    const auto add = [&](double u) {
      if (u > 0 && u < 1) box.extend(cubic.at(u));
    };
    const double root = b * b - 4 * a * c;
    if (std::abs(a) <= 1e-12 * (std::abs(b) + std::abs(c))) {
      if (b != 0) add(-c / b);
    } else if (root >= 0) {
      const double q = -(b + std::copysign(std::sqrt(root), b)) / 2;
      add(q / a);
      if (q != 0) add(c / q);
    }
  }
}

void extend_by_extremes(Box& box, const ArcPiece& arc) {
  for (int axis = 0; axis < 2; ++axis) {
    // The coordinate is center + A cos u + B sin u.
    const double c = std::cos(arc.turn), s = std::sin(arc.turn);
    const double a = arc.a * (axis == 0 ? c : s), b = arc.b * (axis == 0 ? -s : c);
    const double first = std::atan2(b, a);
    const double low = std::min(arc.from, arc.from + arc.sweep), high = low + std::abs(arc.sweep);
    // No arc has more than two of these; where angles are so large that a turn is lost in them none is found.
    const double begin = first + M_PI * std::ceil((low - first) / M_PI);
    for (int k = 0; k < 4 && begin + M_PI * k <= high; ++k) box.extend(arc.at(begin + M_PI * k));
  }
}

}  // namespace

Piece transformed(const Eigen::Affine2d& map, const Piece& piece) {
  if (const LinePiece* line = std::get_if<LinePiece>(&piece))
    return LinePiece{map * line->from, map * line->to};
  if (const ArcPiece* arc = std::get_if<ArcPiece>(&piece)) return mapped(map, *arc);
  CubicPiece cubic = std::get<CubicPiece>(piece);
  for (Point& p : cubic.p) p = map * p;
  return cubic;
}

std::vector<Outline> transformed(const Eigen::Affine2d& map, std::vector<Outline> outlines) {
  for (Outline& outline : outlines)
    for (Piece& piece : outline.pieces) piece = transformed(map, piece);
  return outlines;
}

Box box_of(const Piece& piece) {
  Box box(begin_of(piece));
  box.extend(end_of(piece));
  if (const CubicPiece* cubic = std::get_if<CubicPiece>(&piece)) extend_by_extremes(box, *cubic);
  if (const ArcPiece* arc = std::get_if<ArcPiece>(&piece)) extend_by_extremes(box, *arc);
  return box;
}

Box box_of(const Outline& outline) {
  Box box;
  for (const Piece& piece : outline.pieces) box.extend(box_of(piece));
  return box;
}

Box box_of(const std::vector<Outline>& outlines) {
  Box box;
  for (const Outline& outline : outlines)
    for (const Piece& piece : outline.pieces) box.extend(box_of(piece));
  return box;
}

std::size_t count_of_pieces(const std::vector<Outline>& outlines) {
  std::size_t count = 0;
  for (const Outline& outline : outlines) count += outline.pieces.size();
  return count;
}

double length_of(const Piece& piece) {
  if (const LinePiece* line = std::get_if<LinePiece>(&piece)) return (line->to - line->from).norm();
  if (const ArcPiece* arc = std::get_if<ArcPiece>(&piece); arc && arc->a == arc->b)
    return arc->a * std::abs(arc->sweep);
  // Chords are short by the square of their number, but for the fourth power: of eight and sixteen of
  // them what is missing follows. Within 1e-4 of the length, a fraction of any dash.
  constexpr int steps = 16;
  const auto at = [&](int k) {
    const double u = static_cast<double>(k) / steps;
    if (const ArcPiece* arc = std::get_if<ArcPiece>(&piece))
      return arc->at(arc->from + arc->sweep * u);
    return std::get<CubicPiece>(piece).at(u);
  };
  double fine = 0, coarse = 0;
  Point p = at(0);
  for (int k = 0; k < steps; k += 2) {
    const Point q = at(k + 1), r = at(k + 2);
    fine += (q - p).norm() + (r - q).norm();
    coarse += (r - p).norm();
    p = r;
  }
  return fine + (fine - coarse) / 3;
}

std::vector<CubicPiece> cubics_of(const ArcPiece& arc) {
  constexpr double most = M_PI / 4;
  const int count = std::max(1, static_cast<int>(std::ceil(std::abs(arc.sweep) / most - 1e-9)));
  const double step = arc.sweep / count, reach = 4.0 / 3 * std::tan(step / 4);
  const Eigen::Rotation2Dd turn(arc.turn);
  const auto ahead = [&](double u) -> Point {
    return turn * Point(-arc.a * std::sin(u), arc.b * std::cos(u));
  };
  std::vector<CubicPiece> out;
  for (int k = 0; k < count; ++k) {
    const double u = arc.from + k * step, v = arc.from + (k + 1) * step;
    const Point p = arc.at(u), q = arc.at(v);
    out.push_back({{p, Point(p + reach * ahead(u)), Point(q - reach * ahead(v)), q}});
  }
  return out;
}

CubicPiece cubic_of(const LinePiece& line) {
  const Point third = (line.to - line.from) / 3;
  return {{line.from, Point(line.from + third), Point(line.to - third), line.to}};
}

SkPath skia_path(const std::vector<Outline>& outlines) {
  SkPath path;
  const auto add = [&](const CubicPiece& cubic) {
    path.cubicTo(to_skia_point(cubic.p[1]), to_skia_point(cubic.p[2]), to_skia_point(cubic.p[3]));
  };
  for (const Outline& outline : outlines) {
    if (outline.pieces.empty()) continue;
    path.moveTo(to_skia_point(begin_of(outline.pieces.front())));
    for (const Piece& piece : outline.pieces) {
      if (const LinePiece* line = std::get_if<LinePiece>(&piece)) path.lineTo(to_skia_point(line->to));
      if (const CubicPiece* cubic = std::get_if<CubicPiece>(&piece)) add(*cubic);
      if (const ArcPiece* arc = std::get_if<ArcPiece>(&piece))
        for (const CubicPiece& cubic : cubics_of(*arc)) add(cubic);
    }
    if (outline.closed) path.close();
  }
  return path;
}

std::vector<Outline> outlines_of(const SkPath& path) {
  std::vector<Outline> out;
  const auto quadratic = [&](const SkPoint& a, const SkPoint& b, const SkPoint& c) {
    const Point p = from_skia(a), q = from_skia(b), r = from_skia(c);
    out.back().pieces.push_back(
        CubicPiece{{p, Point(p + 2 * (q - p) / 3), Point(r + 2 * (q - r) / 3), r}});
  };
  SkPath::Iter next(path, false);
  SkPoint p[4];
  for (SkPath::Verb verb = next.next(p); verb != SkPath::kDone_Verb; verb = next.next(p)) {
    if (verb == SkPath::kMove_Verb) out.emplace_back();
    if (verb == SkPath::kLine_Verb && p[0] != p[1])
      out.back().pieces.push_back(LinePiece{from_skia(p[0]), from_skia(p[1])});
    if (verb == SkPath::kQuad_Verb) quadratic(p[0], p[1], p[2]);
    if (verb == SkPath::kCubic_Verb)
      out.back().pieces.push_back(
          CubicPiece{{from_skia(p[0]), from_skia(p[1]), from_skia(p[2]), from_skia(p[3])}});
    if (verb == SkPath::kConic_Verb) {
      constexpr int halvings = 2;  // four quadratics: within 1e-4 of a quarter of a circle
      SkPoint quads[1 + 2 * (1 << halvings)];
      const int count =
          SkPath::ConvertConicToQuads(p[0], p[1], p[2], next.conicWeight(), quads, halvings);
      for (int k = 0; k < count; ++k) quadratic(quads[2 * k], quads[2 * k + 1], quads[2 * k + 2]);
    }
    if (verb == SkPath::kClose_Verb) out.back().closed = true;
  }
  std::erase_if(out, [](const Outline& outline) { return outline.pieces.empty(); });
  return out;
}

}  // namespace limber
