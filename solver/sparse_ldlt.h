// SparseLdlt: S = B'B + A = U' D U, multifrontal, over the same fronts as the QR.
//
// About a third of the QR's operations, but a row's new part is seen squared: a pivot below
// pivot_tolerance of its diagonal is dependent and dropped, one above but near it is in doubt, and
// the solver then asks the QR.
#pragma once

#include <vector>

#include "solver/elimination.h"
#include "solver/fours.h"
#include "solver/half_jacobian.h"
#include "solver/sparse_factor.h"

namespace limber {

class SparseLdlt {
 public:
  void analyse(const Elimination& elimination);

  // A by position. Fills factor.
  void factor(const Elimination& elimination, const HalfJacobian& B, const std::vector<double>& A,
              SparseFactor& factor);

 private:
  void assemble(const Elimination& elimination, const HalfJacobian& B, const std::vector<double>& A,
                const Front& front);
  void hand_up(const Front& front);

  Fours F_;                     // the front at work: upper triangle, rows padded to whole fours
  std::vector<double> handed_;  // remainders handed up, boundary x boundary, upper triangle
};

}  // namespace limber
