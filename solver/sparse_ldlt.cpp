#include "solver/sparse_ldlt.h"

#include <algorithm>
#include <cmath>

#include "solver/tolerances.h"

namespace limber {

void SparseLdlt::analyse(const Elimination& elimination) {
  size_t front_size = 0;
  for (const Front& front : elimination.fronts) {
    front_size = std::max(front_size, static_cast<size_t>(front.columns) * front.stride());
  }
  F_.resize(front_size);
  handed_.assign(elimination.handed_size, 0);
}

namespace {

// F += B'B of one object, upper triangle
LIMBER_LANES void add_square(const HalfJacobian::Piece& piece, const double* B, const int* local,
                             double* F, int stride) {
  for (int i = 0; i < piece.width; ++i) {
    double* row = F + local[i] * stride;
    for (int c = i / 4 * 4; c < piece.width; c += 4) {
      Four sum = {0, 0, 0, 0};
      for (int k = 0; k < piece.size; ++k)
        sum += B[k * piece.stride + i] * *four(B + k * piece.stride + c);
      for (int j = std::max(c, i); j < piece.width && j < c + 4; ++j) row[local[j]] += sum[j - c];
    }
  }
}

}  // namespace

void SparseLdlt::assemble(const Elimination& elimination, const HalfJacobian& B,
                          const std::vector<double>& A, const Front& front) {
  const int stride = front.stride();
  double* F = F_.data();
  std::fill(F, F + front.columns * stride, 0);
  for (int e = front.objects_begin; e < front.objects_end; ++e) {
    const HalfJacobian::Piece& piece = B.pieces()[elimination.entering[e]];
    const int* local = elimination.object_local.data() + piece.columns;
    add_square(piece, B.numbers(piece), local, F, stride);
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

// Row p of F is final: its line of U, or none when nothing new is left in it.
LIMBER_INLINE void finish_row(const double* row, int stride, int p, int position, double whole,
                              double* line, SparseFactor& factor) {
  const int from = p / 4 * 4;
  const double pivot = row[p];
  double inverse = 0;
  if (pivot > pivot_tolerance * whole) {
    factor.keep(pivot, whole);
    inverse = 1 / pivot;
  } else {
    factor.drop(std::fabs(pivot), whole);
  }
  factor.inverse_D[position] = inverse;
  for (int c = 0; c < from; c += 4) *four(line + c) = Four{0, 0, 0, 0};
  for (int c = from; c < stride; c += 4) *four(line + c) = inverse * *four(row + c);
  for (int c = from; c <= p; ++c) line[c] = 0;
}

// Four pivots at a time: first among themselves, then all four from every row below.
LIMBER_LANES void eliminate(double* F, const Front& front, const double* norms2, const double* A,
                            double* U, SparseFactor& factor) {
  const int stride = front.stride();
  for (int p = 0; p < front.pivots; p += 4) {
    const int end = std::min(p + 4, front.pivots);
    for (int i = p; i < end; ++i) {
      for (int q = p; q < i; ++q)
        add_multiple(F + i * stride + p, -U[q * stride + i], F + q * stride + p, (stride - p) / 4);
      const int position = front.first + i;
      finish_row(F + i * stride, stride, i, position, norms2[position] + A[position],
                 U + i * stride, factor);
    }
    const double* row[4];
    const double* line[4];
    for (int q = 0; q < end - p; ++q) {
      row[q] = F + (p + q) * stride;
      line[q] = U + (p + q) * stride;
    }
    for (int i = end; i < front.columns; ++i) {
      double* target = F + i * stride;
      if (end - p < 4) {
        for (int q = 0; q < end - p; ++q)
          add_multiple(target + i / 4 * 4, -line[q][i], row[q] + i / 4 * 4,
                       (stride - i / 4 * 4) / 4);
        continue;
      }
      const double l0 = line[0][i], l1 = line[1][i], l2 = line[2][i], l3 = line[3][i];
      for (int c = i / 4 * 4; c < stride; c += 4) {
        Four sum = *four(target + c) - l0 * *four(row[0] + c);
        sum -= l1 * *four(row[1] + c);
        sum -= l2 * *four(row[2] + c);
        *four(target + c) = sum - l3 * *four(row[3] + c);
      }
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
    eliminate(F_.data(), front, B.column_norms2().data(), A.data(), factor.U.data() + factor.at[f],
              factor);
    hand_up(front);
  }
}

}  // namespace limber
