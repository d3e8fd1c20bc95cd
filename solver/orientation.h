// Orientation: on which branch a figure is that its rows determine. The sign of the determinant of
// these rows changes only where the figure passes a singular place: two assemblies of a linkage that
// meet at a fold have opposite signs.
#pragma once

#include <vector>

#include "solver/figure.h"

namespace limber {

class Orientation {
 public:
  // After a factor at the begin of a step. False when the rows kept do not determine the figure.
  bool begin(const Figure& figure);
  // Differentiated at the end of a step dq, which projection has corrected by so much: whether the sign
  // may be another one there, by what one product tells. With J of begin and end,
  //   det J_end / det J_begin = det(1 + D),   D = J_begin^-1 (J_end - J_begin)
  // is negative only when D has an eigenvalue below -1. Near a singular place that is the greatest by
  // far, and D dq is its vector. That is known already: the rows bend, so that to second order
  //   D dq = -2 correction.
  bool may_flip(Figure& figure, const Eigen::VectorXd& dq, const Eigen::VectorXd& correction);
  // Whether the sign is another one at the place the figure was differentiated last. False also
  // where there is none, as at a singular place.
  bool flips(const Figure& figure) const;

 private:
  int sign(const Figure& figure, const std::vector<double>& J) const;

  std::vector<int> place_;  // of each row among those kept, or -1
  std::vector<double> J_;   // at the begin
  int factor_ = -1;         // its number, there
  Eigen::VectorXd rates_, turned_, again_;
};

}  // namespace limber
