// SparseFactor: S = B'B + A = U' D U over the fronts of an Elimination, U unit upper triangular.
//
// QR and LDLT both end here: R of the QR is sqrt(D) U. A row that depends on others has no line in U
// and 1/D = 0 in its place, so that its lambda comes out as 0.
#pragma once

#include <vector>

#include "solver/elimination.h"
#include "solver/fours.h"

namespace limber {

struct SparseFactor {
  Fours U;                         // per front pivots x stride, strictly upper part, zeros elsewhere
  std::vector<int> at;             // front -> where its lines begin in U
  std::vector<double> inverse_D;   // by position; 0: dependent or switched off
  double smallest_kept = 1;        // see FactorReport
  double largest_dropped = 0;

  void analyse(const Elimination& elimination);
  void solve(const Elimination& elimination, double* x);  // x = S^-1 x, by position

  // The least new part of a row, relative to the row; called in order of position.
  void keep(double part) { if (part < smallest_kept) smallest_kept = part; }
  void drop(double part) { if (part > largest_dropped) largest_dropped = part; }

 private:
  Fours local_;
};

}  // namespace limber
