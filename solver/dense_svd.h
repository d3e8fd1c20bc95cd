// DenseSvd: W = U Sigma V', by one-sided Jacobi: columns of W are turned against each other, two by
// two, until all are orthogonal; then their lengths are sigma, and the turns together are V.
//
// Slow (cubic, several sweeps) and very accurate: small singular values come out to high relative
// accuracy even when the columns differ by many orders of magnitude. For small islands in doubt,
// for diagnosis (null spaces) and as the judge of the tests.
#pragma once

#include <Eigen/Core>

namespace limber {

class DenseSvd {
 public:
  // Memory for W of up to rows x columns; compute() then allocates nothing.
  void reserve(int rows, int columns);
  int columns_reserved() const { return static_cast<int>(V_.cols()); }

  // The matrix to be decomposed, rows x columns, set to zero. Fill it, then compute().
  Eigen::Block<Eigen::MatrixXd> start(int rows, int columns);
  void compute();

  // Sigma descends. A direction V_i is dependent when the columns it combines cancel: when
  // |W V_i| <= rank_tolerance of the length their weights alone would give.
  int rank() const { return rank_; }
  int columns() const { return columns_; }
  double sigma(int i) const { return sigma_[i]; }
  double part(int i) const { return part_[i]; }  // sigma over that length: 1 all new, 0 dependent
  Eigen::Block<const Eigen::MatrixXd> V() const { return V_.topLeftCorner(columns_, columns_); }

  // x = (W'W)^+ x: least squares, smallest norm.
  void solve_normal(double* x);

  // One column for every dependent direction, so that the others are independent. Writes
  // columns() - rank() indices to out, ascending.
  void dependent_columns(int* out);

 private:
  void turn(int i, int j);
  void swap(int i, int j);
  double length_unturned2(int i) const;  // squared, of V_i weighed by the columns of W as they were

  int rows_ = 0, columns_ = 0, rank_ = 0;
  Eigen::MatrixXd W_, V_, null_;
  Eigen::VectorXd sigma_, part_, x_;
  Eigen::VectorXd length2_, norm2_;  // of the columns, squared: as they were, and now
  bool turned_ = false;
};

}  // namespace limber
