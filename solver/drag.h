// The drag of a curve: M of a curve as it lies, found from M of the same curve moved and turned
// to a standard place.
//
//   x(S q, t) = S x(q, t)  for a similarity S that moves and turns (see curves/transform.h), hence
//   M(S q) = T M(q) T',    T: turns the columns of each place (x, y), leaves the others
//
// so a bar or a circle that only moves needs its integral once, and M is still a function of q
// alone. Where a type does not follow (its roles are not right, or it cannot turn) the integral is
// taken as it is.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <utility>
#include <vector>

#include "curves/drag_matrix.h"

namespace limber {

class CurveDrag {
 public:
  // When the topology changes. free: the parameters that may move, ascending. places: whether each
  // by itself or, in a rigid link, only together.
  void prepare(const Curve& curve, std::vector<int> free, Places places);

  // M of the free parameters at q, into M (free x free). False when it has no finite value.
  [[nodiscard]] bool at(const double* q, double point_length, double* M);
  double length() const { return std::max(own_length_, measured_for_); }  // as it is dragged
  double own_length() const { return own_length_; }  // of the curve, about; 0 of a point

 private:
  void measure_length();
  bool standard_place(const double* q);  // standard_.q; whether it is turned
  bool measure(double point_length);     // matrix_ and own_length_ at the standard place

  Curve standard_;
  std::vector<int> free_, angles_;
  std::vector<int> first_;  // which free parameters begin a place: x at k, y at k + 1
  std::vector<std::pair<int, int>> moved_;  // a coordinate, and which one of place_ it is less by
  int place_ = -1;                          // the parameter that is moved to the origin, or -1
  bool follows_ = false;                    // only then is the curve moved,
  bool turns_ = false;  //   and only when it has one place and an angle also turned
  double cos_ = 1, sin_ = 0;
  double own_length_ = 0;
  Eigen::VectorXd measured_;  // the q at the standard place of which matrix_ and own_length_ are,
  double measured_for_ = 0;   //   and the point_length; 0: of none
  DragMatrix matrix_;
};

// L of M = L L', both size x size, column-major, above its diagonal 0. A pivot rounding has eaten
// is replaced by a very small one.
void cholesky(const double* M, int size, double* L);
void cholesky_in_envelope(const double* M, int size, double* L);  // the same, for many columns

}  // namespace limber
