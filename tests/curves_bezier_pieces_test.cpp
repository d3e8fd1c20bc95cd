#include "curves/bezier_pieces.h"

#include <doctest/doctest.h>

#include <cmath>

#include "curves/bounds.h"
#include "curves/nearest.h"
#include "laws.h"

namespace limber {
namespace {

Point on(const Piece& piece, double u) {
  if (const auto* line = std::get_if<LinePiece>(&piece))
    return line->from + u * (line->to - line->from);
  if (const auto* arc = std::get_if<ArcPiece>(&piece)) return arc->at(arc->from + u * arc->sweep);
  return std::get<CubicPiece>(piece).at(u);
}

Polyline sampled(const std::vector<Outline>& outlines, int each) {
  Polyline polyline;
  polyline.runs.push_back(0);
  for (const Outline& outline : outlines) {
    for (const Piece& piece : outline.pieces)
      for (int i = 0; i <= each; ++i) {
        polyline.points.push_back(on(piece, static_cast<double>(i) / each));
        polyline.t.push_back(0);
      }
    polyline.runs.push_back(static_cast<int>(polyline.points.size()));
  }
  return polyline;
}

double distance_to(const Polyline& polyline, const Point& p) {
  double least = INFINITY;
  polyline.for_each_segment([&](int i) {
    const std::size_t k = static_cast<std::size_t>(i);
    least = std::min(least, distance_to_segment(p, polyline.points[k], polyline.points[k + 1]));
  });
  return least;
}

}  // namespace

TEST_CASE("pieces stay within tolerance of the curve and the curve of them, for every curve type") {
  for (auto& [type, random] : every_curve_type(100)) {
    if (type->name == "point") continue;
    for (const Arcs arcs : {Arcs::kept, Arcs::as_cubics}) {
      const Curve curve = random.curve(type);
      const double size = rough_size(curve), tolerance = 1e-3 * size;
      CAPTURE(type->name);
      CAPTURE(curve.q.transpose());
      const auto outlines = bezier_pieces(curve, tolerance, arcs);
      REQUIRE(outlines.size() == 1);
      CHECK(outlines[0].closed == type->closed);
      const Polyline fine = tessellate(curve, 0.01 * tolerance);
      const Polyline pieces = sampled(outlines, 240);
      double worst = 0;
      for (std::size_t i = 0; i < pieces.points.size(); i += 31)
        worst = std::max(worst, distance_to(fine, pieces.points[i]));
      CHECK(worst <= 1.03 * tolerance);
      worst = 0;
      const std::size_t stride = 1 + fine.points.size() / 300;
      for (std::size_t i = 0; i < fine.points.size(); i += stride)
        worst = std::max(worst, distance_to(pieces, fine.points[i]));
      CHECK(worst <= 1.03 * tolerance);
      for (std::size_t i = 0; i + 1 < outlines[0].pieces.size(); ++i)
        CHECK((end_of(outlines[0].pieces[i]) - begin_of(outlines[0].pieces[i + 1])).norm() <
              1e-6 * size);
    }
  }
}

TEST_CASE("circles, ellipses and arcs are told exactly, as one piece each") {
  for (const char* name : {"circle", "circle_through", "ellipse", "arc", "elliptic_arc"}) {
    const Curve curve = Random(101).curve(curve_type(name));
    CAPTURE(name);
    const auto outlines = bezier_pieces(curve, 0.01, Arcs::kept);
    REQUIRE(outlines.size() == 1);
    REQUIRE(outlines[0].pieces.size() == 1);
    const auto* arc = std::get_if<ArcPiece>(&outlines[0].pieces[0]);
    REQUIRE(arc);
    for (int i = 0; i <= 20; ++i)
      CHECK(nearest(curve, arc->at(arc->from + arc->sweep * i / 20), 1e-9)->distance < 1e-7);
  }
}

TEST_CASE("few pieces: a circle takes four cubics within a thousandth, a cubic takes itself") {
  const Curve circle = default_curve(curve_type("circle"));
  CHECK(bezier_pieces(circle, 1e-3 * circle.q[2], Arcs::as_cubics)[0].pieces.size() <= 4);
  const Curve cubic = Random(102).curve(curve_type("cubic"));
  const auto outline = bezier_pieces(cubic, 1e-6, Arcs::kept)[0];
  REQUIRE(outline.pieces.size() == 1);
  const auto* piece = std::get_if<CubicPiece>(&outline.pieces[0]);
  REQUIRE(piece);
  for (int i = 0; i < 4; ++i) CHECK((piece->p[i] - cubic.q.segment<2>(2 * i)).norm() < 1e-6);
  const Curve rectangle = default_curve(curve_type("rectangle"));
  const auto sides = bezier_pieces(rectangle, 0.01, Arcs::kept)[0];
  CHECK(sides.pieces.size() == 4);
  for (const Piece& side : sides.pieces) CHECK(std::holds_alternative<LinePiece>(side));
}

TEST_CASE("the error of pieces is told: within the tolerance as made, by how much when moved") {
  for (const char* name : {"sine", "ellipse", "polyline", "rose", "gear"}) {
    const Curve curve = default_curve(curve_type(name));
    CAPTURE(name);
    Outline outline = bezier_pieces(curve, 0.01, Arcs::kept)[0];
    REQUIRE(outline.t.size() == outline.pieces.size());
    CHECK(error_of(curve, outline) <= 0.0103);
    const Point aside(0.3, 0.4);
    for (Piece& piece : outline.pieces) {
      if (LinePiece* line = std::get_if<LinePiece>(&piece)) line->from += aside, line->to += aside;
      if (ArcPiece* arc = std::get_if<ArcPiece>(&piece)) arc->center += aside;
      if (CubicPiece* cubic = std::get_if<CubicPiece>(&piece))
        for (Point& p : cubic->p) p += aside;
    }
    CHECK(error_of(curve, outline) > 0.3);
    CHECK(error_of(curve, outline) < 0.6);  // an upper bound: of ellipses a little more than it is
  }
}

}  // namespace limber
