#include "solver/half_jacobian.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace limber {

void HalfJacobian::analyse(const Pattern& pattern, const Elimination& elimination) {
  pieces_.clear();
  int at = 0, widest = 0;
  for (int k = 0; k < pattern.objects(); ++k) {
    Piece piece;
    piece.size = pattern.begin[k + 1] - pattern.begin[k];
    piece.columns = elimination.object_begin[k];
    piece.width = elimination.object_begin[k + 1] - piece.columns;
    piece.stride = (piece.width + 3) / 4 * 4;
    piece.state = pattern.begin[k];
    piece.at = at;
    at += piece.size * piece.stride;
    widest = std::max(widest, piece.stride);
    pieces_.push_back(piece);
  }
  B_.resize(at);
  gathered_.resize(widest);
  norms2_.assign(elimination.size(), 0);
  placed_.clear();
  for (const Pattern::Block& block : pattern.blocks) {
    const auto begin = elimination.object_column.begin() + elimination.object_begin[block.object];
    const auto end = elimination.object_column.begin() + elimination.object_begin[block.object + 1];
    for (int r = block.row; r < block.row + block.rows; ++r)
      placed_.push_back(
          static_cast<int>(std::lower_bound(begin, end, elimination.position[r]) - begin));
  }
}

namespace {

// B = L^-1 B for one object, by whole rows. The diagonal must be positive.
LIMBER_LANES bool forward_rows(const double* L, int size, double* B, int stride) {
  for (int i = 0; i < size; ++i) {
    double* row = B + i * stride;
    for (int l = 0; l < i; ++l) add_multiple(row, -L[l * size + i], B + l * stride, stride / 4);
    const double diagonal = L[i * size + i];
    if (!(diagonal > 0 && diagonal <= std::numeric_limits<double>::max())) return false;
    const double inverse = 1 / diagonal;
    for (int c = 0; c < stride / 4; ++c) four(row)[c] *= inverse;
  }
  return true;
}

}  // namespace

bool HalfJacobian::compute(const Pattern& pattern, const Elimination& elimination,
                           const System& system) {
  const int* placed = placed_.data();
  for (const Pattern::Block& block : pattern.blocks) {
    const Piece& piece = pieces_[block.object];
    const double* J = system.J.data() + block.at;
    for (int r = 0; r < block.rows; ++r) {
      double* B = B_.data() + piece.at + *placed++;
      const bool on = system.on[block.row + r] != 0;
      for (int c = 0; c < piece.size; ++c)
        B[c * piece.stride] = on ? J[c * block.rows + r] : 0;
    }
  }
  std::fill(norms2_.begin(), norms2_.end(), 0);
  double sum = 0;
  for (size_t k = 0; k < pieces_.size(); ++k) {
    const Piece& piece = pieces_[k];
    double* B = B_.data() + piece.at;
    if (!forward_rows(system.L.data() + pattern.factor[k], piece.size, B, piece.stride))
      return false;
    const int* column = elimination.object_column.data() + piece.columns;
    for (int i = 0; i < piece.size; ++i)
      for (int j = 0; j < piece.width; ++j) {
        const double b = B[i * piece.stride + j];
        norms2_[column[j]] += b * b;
      }
  }
  for (double norm2 : norms2_) sum += norm2;
  return std::isfinite(sum);
}

void HalfJacobian::add_forces(const Elimination& elimination, const double* lambda, double* w) {
  double* local = gathered_.data();
  for (const Piece& piece : pieces_) {
    const int* column = elimination.object_column.data() + piece.columns;
    for (int j = 0; j < piece.width; ++j) local[j] = lambda[column[j]];
    for (int j = piece.width; j < piece.stride; ++j) local[j] = 0;
    const double* B = numbers(piece);
    for (int i = 0; i < piece.size; ++i)
      w[piece.state + i] += dot(B + i * piece.stride, local, piece.stride / 4);
  }
}

void HalfJacobian::subtract_rates(const Elimination& elimination, const double* w, double* r) {
  double* local = gathered_.data();
  for (const Piece& piece : pieces_) {
    std::fill(local, local + piece.stride, 0);
    const double* B = numbers(piece);
    for (int i = 0; i < piece.size; ++i)
      add_multiple(local, w[piece.state + i], B + i * piece.stride, piece.stride / 4);
    const int* column = elimination.object_column.data() + piece.columns;
    for (int j = 0; j < piece.width; ++j) r[column[j]] -= local[j];
  }
}

void divide_by_L(const Pattern& pattern, const System& system, double* x) {
  for (int k = 0; k < pattern.objects(); ++k) {
    const int size = pattern.begin[k + 1] - pattern.begin[k];
    const double* L = system.L.data() + pattern.factor[k];
    double* y = x + pattern.begin[k];
    for (int i = 0; i < size; ++i) {
      double sum = y[i];
      for (int l = 0; l < i; ++l) sum -= L[l * size + i] * y[l];
      y[i] = sum / L[i * size + i];
    }
  }
}

void divide_by_L_transposed(const Pattern& pattern, const System& system, double* x) {
  for (int k = 0; k < pattern.objects(); ++k) {
    const int size = pattern.begin[k + 1] - pattern.begin[k];
    const double* L = system.L.data() + pattern.factor[k];
    double* y = x + pattern.begin[k];
    for (int i = size - 1; i >= 0; --i) {
      double sum = y[i];
      for (int l = i + 1; l < size; ++l) sum -= L[i * size + l] * y[l];
      y[i] = sum / L[i * size + i];
    }
  }
}

}  // namespace limber
