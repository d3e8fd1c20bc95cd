// A curve is a shape that can be pushed: a family (CurveType) and where it is now (q).
//   x : (q, t) -> R^2        t runs along the curve; q is what dragging changes
//
// A type made of any number of nodes (Family) has one span after another, t running through one
// unit in each; all other types have one span. On a closed curve t counts modulo its range.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "codegen/definition.h"
#include "codegen/kernel.h"
#include "curves/quadrature.h"

namespace limber {

using Point = Eigen::Vector2d;

// Mathematics, compiled once, immutable, shared: all circles share one.
using CurveType = CurveDefinition<Kernel>;

struct Curve {
  std::shared_ptr<const CurveType> type;  // never null
  Eigen::VectorXd q;                      // one number per parameter (families: see Family)
};

// The curve a type has before anyone touched it.
Curve default_curve(std::shared_ptr<const CurveType> type);

// Made of any number of nodes that people place. (The pieces of a traced curve are none.)
inline bool has_nodes(const CurveType& type) { return type.is_family && !type.is_traced; }

double t_begin(const Curve& curve);
double t_end(const Curve& curve);
int node_count(const Curve& curve);  // 0 for all but those made of nodes
int span_count(const Curve& curve);  // 1 for all but families
int span_of(const Curve& curve, double t);

// From where to where a point may slide that is at t; round: it ends where it begins, and t goes on.
// (A curve given by an equation may have several branches, one behind the other in t.)
struct Branch {
  double from, to;
  bool round;
};
Branch branch_at(const Curve& curve, double t);
bool goes_round(const Curve& curve);  // as a whole

// The parameter that stands at place i of q.
const Parameter& parameter(const CurveType& type, int i);
// Where it stands: a whole number changes in steps, a piece of a traced curve when that is traced again.
bool is_piece(const CurveType& type, int i);  // a number of a piece of a traced curve
bool is_always_locked(const CurveType& type, int i);
std::string parameter_name(const CurveType& type, int i);  // "r"; for a node "x 3" (nodes from 1)

// Every t at which the curve may fail to be smooth, ascending: its begin, corners, joints, its end.
// Between two neighbours it is smooth and lies in one span.
void breaks(const Curve& curve, std::vector<double>& out);

// The state a point at t depends on: the local parameters of its span, and where each of them
// stands in q. For all but families that is all of q, and local_t is t.
struct Locale {
  std::vector<double> in;   // local q, then local t: the inputs of the type's kernels
  std::vector<int> column;  // column[i]: where in q the i-th local parameter stands; may repeat
  double local_t = 0;
  double t_offset = 0;           // local_t = t - t_offset
  std::vector<double> local_ts;  // memory
};
void locate(const Curve& curve, double t, Locale& out);       // reuses out's memory
void locate_span(const Curve& curve, int span, Locale& out);  // at the begin of the span
void insert_rates(const Eigen::VectorXd& dq, Locale& out);    // of the local q, between it and t

// One function of the type at many t, all within the span the locale is at:
// out[j * stride + k] is value j at t[k]. What is not finite is left so, for the caller to see.
void along(const Kernel& kernel, Locale& locale, const double* t, int count, double* out,
           int stride);

// How the point at t moves. x_t is not normalised.
struct Motion {
  Point x, x_t;
  Eigen::Matrix2Xd x_q;     // one column per local parameter
  std::vector<int> column;  // where each stands in q; may repeat, then derivatives add up
  Locale locale;            // memory
  std::vector<double> values;
};

// How the curve runs at t.
struct Course {
  Point x, x_t, x_tt;
};

// False when the formula has no finite value there (the limit of its domain).
[[nodiscard]] bool point_at(const Curve& curve, double t, Point& out);
[[nodiscard]] bool course_at(const Curve& curve, double t, Course& out);
[[nodiscard]] bool motion_at(const Curve& curve, double t, Motion& out);  // reuses out's memory

// Geometry every curve has at t. Curvature is positive where the curve turns left.
// False where there is no direction: a cusp, a point.
[[nodiscard]] bool tangent_at(const Curve& curve, double t, Point& unit);
[[nodiscard]] bool normal_at(const Curve& curve, double t, Point& unit);  // tangent turned left
[[nodiscard]] bool curvature_at(const Curve& curve, double t, double& out);

// A measure of the curve (named point, direction, number; "tangent", "normal") and its derivatives.
//   m(q, t) = value(q, I(q, t), t)        I: integrals along the curve
//   m_q = value_q + value_I I_q           I_q: the integral of the integrand's derivative
//   m_t = value_t + value_I I_t           I_t: plus or minus the integrand, where a bound is t
// (and in I_q, where the curve ends at a parameter and a bound is the end)
// Integrals are within 1e-9 of the truth, relative to the integral of the absolute value. On a
// closed curve an integral up to t goes on growing round after round.
struct MeasureReading {
  Eigen::VectorXd value, value_t;
  Eigen::MatrixXd value_q;  // one column per entry of `column`
  std::vector<int> column;  // where in q; may repeat, then derivatives add up
  // Memory, reused from one reading to the next.
  Locale locale, span;
  Quadrature quadrature;
  std::vector<double> in, out, breaks, sums, limit, integrals, integrals_t;
  std::vector<Quadrature::Watched> watched;
  Eigen::MatrixXd integrals_q;  // one row per integral, one column per parameter of q
};
[[nodiscard]] bool measure_at(const Curve& curve, const Measure<Kernel>& measure, double t,
                              MeasureReading& out);

// How a point or a measure accelerates while q and t go straight on: the second derivative of
// x(q + s dq, t + s dt) by s, at s = 0. Exact; of integrals as exact as they are themselves. What
// is passed as memory is overwritten.
[[nodiscard]] bool bend_at(const Curve& curve, double t, const Eigen::VectorXd& dq, double dt,
                           Locale& memory, Point& out);
[[nodiscard]] bool bend_at(const Curve& curve, const Measure<Kernel>& measure, double t,
                           const Eigen::VectorXd& dq, double dt, MeasureReading& memory,
                           double* out);

}  // namespace limber
