// SparseFactor: S = B'B + A = U' D U over the fronts of an Elimination, U unit upper triangular.
//
// QR and LDLT both end here: R of the QR is sqrt(D) U. A row that depends on others has no line in
// U and 1/D = 0 in its place, so that its lambda comes out as 0.
#pragma once

#include <cmath>
#include <vector>

#include "solver/elimination.h"
#include "solver/fours.h"

namespace limber {

struct SparseFactor {
  Fours U;                        // per front pivots x stride, strictly upper part, zeros elsewhere
  std::vector<int> at;            // front -> where its lines begin in U
  std::vector<double> inverse_D;  // by position; 0: dependent or switched off
  void analyse(const Elimination& elimination);
  void solve(const Elimination& elimination, double* x);  // x = S^-1 x, by position

  // While factoring: what is new in a row, squared, out of what the whole row is, squared.
  void start() { kept_ = {1, 1}, dropped_ = {0, 1}; }
  void keep(double left, double whole) {
    if (left * kept_.whole < kept_.left * whole) kept_ = {left, whole};
  }
  void drop(double left, double whole) {
    if (left * dropped_.whole > dropped_.left * whole) dropped_ = {left, whole};
  }
  double smallest_kept() const { return std::sqrt(kept_.left / kept_.whole); }
  double largest_dropped() const { return std::sqrt(dropped_.left / dropped_.whole); }

 private:
  struct Part {
    double left, whole;
  };
  Part kept_{1, 1}, dropped_{0, 1};
  Fours local_;
};

}  // namespace limber
