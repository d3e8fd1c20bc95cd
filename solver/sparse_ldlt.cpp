#include "solver/sparse_ldlt.h"

#include <algorithm>
#include <cmath>

namespace limber {

void SparseLdlt::analyse(const Elimination& elimination) {
  size_t front_size = 0;
  for (const Front& front : elimination.fronts) {
    front_size = std::max(front_size, static_cast<size_t>(front.columns) * front.stride());
  }
  F_.resize(front_size);
  handed_.assign(elimination.handed_size, 0);
}

void SparseLdlt::assemble(const Elimination& elimination, const HalfJacobian& B,
                          const std::vector<double>& A, const Front& front) {
  const int stride = front.stride();
  double* F = F_.data();
  std::fill(F, F + front.columns * stride, 0);
  for (int e = front.objects_begin; e < front.objects_end; ++e) {
    const HalfJacobian::Piece& piece = B.pieces()[elimination.entering[e]];
    const int* local = elimination.object_local.data() + piece.columns;
    const double* source = B.numbers(piece);
    for (int k = 0; k < piece.size; ++k, source += piece.stride)
      for (int i = 0; i < piece.width; ++i) {
        double* row = F + local[i] * stride;
        for (int j = i; j < piece.width; ++j) row[local[j]] += source[i] * source[j];
      }
  }
  for (int c = front.children_begin; c < front.children_end; ++c) {
    const Front& child = elimination.fronts[elimination.children[c]];
    const int* local = elimination.in_parent.data() + child.at + child.pivots;
    const double* source = handed_.data() + child.handed;
    const int width = child.boundary();
    for (int i = 0; i < width; ++i, source += width) {
      double* row = F + local[i] * stride;
      for (int j = i; j < width; ++j) row[local[j]] += source[j];
    }
  }
  for (int p = 0; p < front.pivots; ++p) F[p * stride + p] += A[front.first + p];
}

namespace {

LIMBER_LANES void eliminate(double* F, const Front& front, const double* norms2, const double* A,
                            double* U, SparseFactor& factor) {
  const int stride = front.stride();
  for (int p = 0; p < front.pivots; ++p) {
    const double whole = norms2[front.first + p] + A[front.first + p];
    const double* row = F + p * stride;
    double* line = U + p * stride;
    const double pivot = row[p];
    if (!(pivot > SparseLdlt::pivot_tolerance * whole)) {
      factor.drop(std::fabs(pivot), whole);
      std::fill(line, line + stride, 0);
      factor.inverse_D[front.first + p] = 0;
      continue;
    }
    factor.keep(pivot, whole);
    const double inverse = 1 / pivot;
    factor.inverse_D[front.first + p] = inverse;
    for (int j = 0; j <= p; ++j) line[j] = 0;
    for (int j = p + 1; j < stride; ++j) line[j] = row[j] * inverse;
    for (int i = p + 1; i < front.columns; ++i) {
      const int from = i / 4 * 4;
      add_multiple(F + i * stride + from, -line[i], row + from, (stride - from) / 4);
    }
  }
}

}  // namespace

void SparseLdlt::hand_up(const Front& front) {
  const int width = front.boundary(), stride = front.stride();
  const double* source = F_.data() + front.pivots * stride + front.pivots;
  double* target = handed_.data() + front.handed;
  for (int i = 0; i < width; ++i, source += stride, target += width)
    std::copy(source + i, source + width, target + i);
}

void SparseLdlt::factor(const Elimination& elimination, const HalfJacobian& B,
                        const std::vector<double>& A, SparseFactor& factor) {
  factor.start();
  for (size_t f = 0; f < elimination.fronts.size(); ++f) {
    const Front& front = elimination.fronts[f];
    assemble(elimination, B, A, front);
    eliminate(F_.data(), front, B.column_norms2().data(), A.data(),
              factor.U.data() + factor.at[f], factor);
    hand_up(front);
  }
}

}  // namespace limber
