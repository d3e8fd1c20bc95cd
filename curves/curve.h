// A curve is a shape that can be pushed: a family (CurveType) and where it is now (q).
//   x : (q, t) -> R^2        t runs along the curve; q is what dragging changes
#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "codegen/definition.h"
#include "codegen/kernel.h"

namespace limber {

using Point = Eigen::Vector2d;

// Mathematics, compiled once, immutable, shared: all circles share one.
using CurveType = CurveDefinition<Kernel>;

struct Curve {
  std::shared_ptr<const CurveType> type;  // never null
  Eigen::VectorXd q;                      // one number per parameter (families: see Family)
};

// The state a point at t depends on: the local parameters of its span, and where each of them
// stands in q. For all but families that is all of q, and local_t is t.
struct Locale {
  std::vector<double> in;   // local q, then local t: the inputs of the type's kernels
  std::vector<int> column;  // column[i]: where in q the i-th local parameter stands; may repeat
  double local_t = 0;
};
void locate(const Curve& curve, double t, Locale& out);  // reuses out's memory

double t_begin(const Curve& curve);
double t_end(const Curve& curve);

// How the point at t moves. x_t is not normalised.
struct Motion {
  Point x, x_t;
  Eigen::Matrix2Xd x_q;     // one column per local parameter
  std::vector<int> column;  // where each stands in q; may repeat, then derivatives add up
};

// False when the formula has no finite value there (the limit of its domain).
[[nodiscard]] bool point_at(const Curve& curve, double t, Point& out);
[[nodiscard]] bool motion_at(const Curve& curve, double t, Motion& out);  // reuses out's memory

// A measure of the curve (named point, direction, number; "tangent", "normal") and its derivatives.
struct MeasureReading {
  Eigen::VectorXd value, value_t;
  Eigen::MatrixXd value_q;  // one column per entry of `column`
  std::vector<int> column;
};
[[nodiscard]] bool measure_at(const Curve& curve, const Measure<Kernel>& measure, double t,
                              MeasureReading& out);

}  // namespace limber
