#include "solver/dense_svd.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "solver/tolerances.h"

namespace limber {
void DenseSvd::reserve(int rows, int columns) {
  W_.resize(rows, columns);
  V_.resize(columns, columns);
  null_.resize(columns, columns);
  sigma_.resize(columns);
  part_.resize(columns);
  length2_.resize(columns);
  norm2_.resize(columns);
  x_.resize(columns);
}

Eigen::Block<Eigen::MatrixXd> DenseSvd::start(int rows, int columns) {
  assert(rows <= W_.rows() && columns <= W_.cols());
  rows_ = rows;
  columns_ = columns;
  W_.topLeftCorner(rows, columns).setZero();
  return W_.topLeftCorner(rows, columns);
}

double DenseSvd::length_unturned2(int i) const {
  double sum = 0;
  for (int r = 0; r < columns_; ++r) sum += V_(r, i) * V_(r, i) * length2_[r];
  return sum;
}

void DenseSvd::swap(int i, int j) {
  W_.col(i).head(rows_).swap(W_.col(j).head(rows_));
  V_.col(i).head(columns_).swap(V_.col(j).head(columns_));
  std::swap(norm2_[i], norm2_[j]);
  turned_ = true;  // what was swapped has not met all others in this sweep
}

// Make columns i and j orthogonal by the smaller of the two turns that do it, the longer one first.
// A column of which only svd_rounding is left is not turned further.
void DenseSvd::turn(int i, int j) {
  if (norm2_[i] < norm2_[j]) swap(i, j);
  const double aa = norm2_[i], bb = norm2_[j];
  const double ab = W_.col(i).head(rows_).dot(W_.col(j).head(rows_));
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  if (std::fabs(ab) <= epsilon * std::sqrt(aa) * std::sqrt(bb)) return;
  if (bb <= svd_rounding * svd_rounding * aa && bb <= svd_rounding * svd_rounding * length_unturned2(j)) return;
  turned_ = true;
  const double zeta = (bb - aa) / (2 * ab);
  const double t = (zeta > 0 ? 1 : -1) / (std::fabs(zeta) + std::sqrt(1 + zeta * zeta));
  const double c = 1 / std::sqrt(1 + t * t), s = c * t;
  const auto rotate = [c, s](double* x, double* y, int n) {
    for (int r = 0; r < n; ++r) {
      const double old = x[r];
      x[r] = c * old - s * y[r];
      y[r] = s * old + c * y[r];
    }
  };
  rotate(W_.col(i).data(), W_.col(j).data(), rows_);
  rotate(V_.col(i).data(), V_.col(j).data(), columns_);
  norm2_[i] = aa - t * ab;
  norm2_[j] = bb + t * ab;
  if (!(norm2_[j] > worth_subtracting * bb)) norm2_[j] = W_.col(j).head(rows_).squaredNorm();
}

void DenseSvd::compute() {
  for (int j = 0; j < columns_; ++j) length2_[j] = W_.col(j).head(rows_).squaredNorm();
  V_.topLeftCorner(columns_, columns_).setIdentity();
  for (int sweep = 0; sweep < most_svd_sweeps; ++sweep) {
    turned_ = false;
    for (int j = 0; j < columns_; ++j) norm2_[j] = W_.col(j).head(rows_).squaredNorm();
    for (int i = 0; i < columns_; ++i)
      for (int j = i + 1; j < columns_; ++j) turn(i, j);
    if (!turned_) break;
  }
  rank_ = 0;
  for (int i = 0; i < columns_; ++i) {
    sigma_[i] = W_.col(i).head(rows_).norm();
    const double whole = std::sqrt(length_unturned2(i));
    part_[i] = whole > 0 ? sigma_[i] / whole : 0;
    if (part_[i] > rank_tolerance) ++rank_;
  }
}

void DenseSvd::solve_normal(double* x) {
  x_.head(columns_).setZero();
  for (int i = 0; i < columns_; ++i) {
    if (!(part_[i] > rank_tolerance)) continue;
    double along = 0;
    for (int r = 0; r < columns_; ++r) along += V_(r, i) * x[r];
    along = along / sigma_[i] / sigma_[i];
    for (int r = 0; r < columns_; ++r) x_[r] += V_(r, i) * along;
  }
  std::copy(x_.data(), x_.data() + columns_, x);
}

// Elimination with full pivoting on the null vectors: each marks the column that weighs most in it.
void DenseSvd::dependent_columns(int* out) {
  int count = 0;
  for (int i = 0; i < columns_; ++i) {
    if (part_[i] > rank_tolerance) continue;
    for (int r = 0; r < columns_; ++r)
      null_(r, count) = length2_[r] > 0 ? V_(r, i) * std::sqrt(length2_[r]) : V_(r, i);
    ++count;
  }
  for (int i = 0; i < count; ++i) {
    int row = 0, column = i;
    null_.block(0, i, columns_, count - i).cwiseAbs().maxCoeff(&row, &column);
    column += i;
    null_.col(i).swap(null_.col(column));
    for (int j = i + 1; j < count; ++j) {
      const double factor = null_(row, j) / null_(row, i);
      for (int r = 0; r < columns_; ++r) null_(r, j) -= factor * null_(r, i);
      null_(row, j) = 0;
    }
    out[i] = row;
    null_.row(row).segment(i, count - i).setZero();
  }
  std::sort(out, out + count);
}

}  // namespace limber
