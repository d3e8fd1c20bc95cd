// The equation of a curve that is given by one, f(x, y) = 0 at the parameters it has: its values on the
// paper, and where to look for it. What curves/trace.h follows.
#pragma once

#include <vector>

#include "curves/curve.h"

namespace limber {

class Equation {
 public:
  explicit Equation(const Curve& curve);  // of a type that is traced

  struct Value {
    double f;
    Point gradient;
    double xx, xy, yy;
    bool is_finite() const;
    double bending() const;  // no second derivative in any direction is more
  };
  Value at(const Point& p) const;
  // At many places with one x.
  void column(double x, const std::vector<double>& y, std::vector<Value>& out) const;

  const Point& middle() const { return middle_; }
  double half() const { return half_; }  // of the side of the square; 0 when there is none
  int looks() const { return looks_; }   // how often f was asked for

 private:
  const CurveType& type_;
  mutable std::vector<double> in_, out_;
  mutable int looks_ = 0;
  Point middle_ = Point::Zero();
  double half_ = 0;
};

// Where f has no gradient, so that curves cross, turn back or are about to appear.
struct CriticalPoint {
  Point at;
  Equation::Value value;
};

// Where the curve may be, and where it is not simple.
struct Candidates {
  struct Cell {
    Point middle;
    Equation::Value value;
  };
  double size = 0;          // half the side of a cell
  std::vector<Cell> cells;  // in an order that does not depend on anything but the square
  std::vector<CriticalPoint> critical;
};

// The square is cut into 4 parts again and again; a part is given up when f is so large at its middle
// that no zero fits into it, by its first derivatives and several times its second ones. What is smaller
// than a part shows as a critical point within it.
Candidates find_candidates(const Equation& equation);

}  // namespace limber
