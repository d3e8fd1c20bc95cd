// A curve as pieces that drawing formats know: lines, elliptic arcs, cubic Bezier curves.
//
// Promise: every point of the curve is within `tolerance` of the pieces and the other way round;
// pieces meet exactly and, where the curve is smooth, in the same direction. Few pieces: each cubic
// reaches as far as the tolerance lets it. A piece that is a line or an arc of a circle or an
// ellipse is found to be one whatever its formula, and told as such.
#pragma once

#include <variant>
#include <vector>

#include "curves/cubic.h"

namespace limber {

struct LinePiece {
  Point from, to;
};
struct ArcPiece {  // center + R(turn) (a cos u, b sin u), u from `from` to `from + sweep`
  Point center;
  double a = 0, b = 0, turn = 0, from = 0, sweep = 0;
  Point at(double u) const;
  bool is_circular(double tolerance) const { return a - b <= tolerance && b - a <= tolerance; }
};
struct CubicPiece {
  ControlPoints p;
  Point at(double u) const;  // u from 0 to 1
  double nearest_u(const Point& to, double guess) const;  // where it is nearest to a point
};
using Piece = std::variant<LinePiece, ArcPiece, CubicPiece>;

struct Outline {  // one stroke of the pen
  struct Range {
    double from, to;
  };
  std::vector<Piece> pieces;
  std::vector<Range> t;  // of each piece: the part of the curve it stands for
  bool closed = false;
};

enum class Arcs { kept, as_cubics };

// One outline, or several where the curve is interrupted (poles, jumps).
std::vector<Outline> bezier_pieces(const Curve& curve, double tolerance, Arcs arcs);

// How far apart the curve and the pieces are at most, in either direction, looked at in `places` places
// of each piece. An upper bound at those places: both are compared with points of the other.
double error_of(const Curve& curve, const Outline& outline, int places = 64);

Point begin_of(const Piece& piece);
Point end_of(const Piece& piece);

}  // namespace limber
