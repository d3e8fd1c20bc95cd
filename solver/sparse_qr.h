// SparseQr: R of the QR of [B; sqrt A], multifrontal, over a pattern analysed once.
//
// R'R = B'B + A, but the numbers squared are never formed: what a row of J adds to the rows before
// it is seen as sigma, not as its square, and dependent rows show six clear digits where LDLT sees
// none. Q is thrown away; a step of refinement in the solve makes up for it.
//
// A front stacks three kinds of rows: those of B of the objects that enter here, the triangles its
// children hand up, and sqrt(A_j) below the column of a soft row j. Rows are sorted by their first
// column (the staircase), so a reflection touches only rows that have started. A pivot column with
// less than rank_tolerance of its norm left is dependent: it takes no row and gets no line in R.
#pragma once

#include <vector>

#include "solver/elimination.h"
#include "solver/fours.h"
#include "solver/half_jacobian.h"
#include "solver/sparse_factor.h"

namespace limber {

class SparseQr {
 public:
  void analyse(const Pattern& pattern, const Elimination& elimination);

  // A by position. Fills factor.
  void factor(const Elimination& elimination, const HalfJacobian& B, const std::vector<double>& A,
              SparseFactor& factor);

 private:
  void assemble(const Elimination& elimination, const HalfJacobian& B, const std::vector<double>& A,
                const Front& front);
  void hand_up(const Front& front, size_t f, int first_row, int rows);

  Fours F_;                       // the front at work, rows padded to whole fours
  std::vector<int> stair_;        // column -> how many of the front's rows have started by then
  std::vector<int> slot_;         // column -> where the next row that starts there goes
  std::vector<double> handed_;    // triangles handed up, boundary x boundary
  std::vector<int> handed_rows_;  // front -> how many rows it has
  std::vector<double> u_;         // the column being reflected
};

}  // namespace limber
