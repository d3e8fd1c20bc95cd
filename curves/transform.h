// Moving, turning and scaling a curve through the roles of its parameters.
//
//   a similarity S: p -> scale * R(angle) p + move, mirrored first if asked
//   x(S q, t) = S x(q, t)
// holds for a type whose roles are right: places are moved as points, vectors turned and
// scaled, lengths scaled, angles turned, numbers left alone. follows() tells whether it does for this curve; where it does not (a
// rectangle parallel to the axes cannot turn), the nearest thing is what the roles give.
#pragma once

#include <Eigen/Core>

#include "curves/curve.h"

namespace limber {

struct Similarity {
  Point move = Point::Zero();
  double angle = 0;     // radians, positive to the left
  double scale = 1;     // positive
  bool mirror = false;  // first of all: y -> -y

  Point operator()(const Point& p) const;  // of a point
  Similarity inverse() const;
};
Similarity about(const Point& center, double angle, double scale);  // center stays
Similarity mirrored(const Point& on_line, const Point& direction);  // reflection in a line

void transform(const Similarity& s, const CurveType& type, Eigen::VectorXd& q);
Curve transformed(const Similarity& s, const Curve& curve);

// A curve welded to a link follows it: q = S(place) reference, where
//   place = (p.x, p.y, turn, grow)    S(place): x -> e^grow R(turn) x + p
// through the formulas of data/maps, one for each role. q_place is dq/dplace.
using LinkPlace = Eigen::Vector4d;
void follow_link(const CurveType& type, const Eigen::VectorXd& reference, const LinkPlace& place,
                 Eigen::VectorXd& q, Eigen::Matrix<double, Eigen::Dynamic, 4>& q_place);
// The second derivative of q along a straight way place + s rate, at s = 0.
void bend_with_link(const CurveType& type, const Eigen::VectorXd& reference, const LinkPlace& place,
                    const LinkPlace& rate, Eigen::VectorXd& out);

// Whether x(S q, t) = S x(q, t), within tolerance, at samples along the curve.
bool follows(const Curve& curve, const Similarity& s, double tolerance);

}  // namespace limber
