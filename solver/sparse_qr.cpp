#include "solver/sparse_qr.h"

#include <algorithm>
#include <cmath>

#include "solver/tolerances.h"

namespace limber {

void SparseQr::analyse(const Pattern& pattern, const Elimination& elimination) {
  size_t front_size = 0, columns = 0, most_rows = 0;
  handed_rows_.assign(elimination.fronts.size(), 0);
  for (const Front& front : elimination.fronts) {
    size_t rows = front.pivots;
    for (int e = front.objects_begin; e < front.objects_end; ++e) {
      const int k = elimination.entering[e];
      rows += pattern.begin[k + 1] - pattern.begin[k];
    }
    for (int c = front.children_begin; c < front.children_end; ++c)
      rows += elimination.fronts[elimination.children[c]].boundary();
    front_size = std::max(front_size, rows * front.stride());
    most_rows = std::max(most_rows, rows);
    columns = std::max(columns, static_cast<size_t>(front.stride()));
  }
  F_.resize(front_size);
  u_.assign(most_rows, 0);
  stair_.assign(columns + 1, 0);
  slot_.assign(columns + 1, 0);
  handed_.assign(elimination.handed_size, 0);
}

// Count the rows by their first column, then put each where its turn comes.
void SparseQr::assemble(const Elimination& elimination, const HalfJacobian& B,
                        const std::vector<double>& A, const Front& front) {
  int* stair = stair_.data();
  int* slot = slot_.data();
  std::fill(stair, stair + front.columns, 0);
  for (int e = front.objects_begin; e < front.objects_end; ++e) {
    const HalfJacobian::Piece& piece = B.pieces()[elimination.entering[e]];
    stair[elimination.object_local[piece.columns]] += piece.size;
  }
  for (int c = front.children_begin; c < front.children_end; ++c) {
    const Front& child = elimination.fronts[elimination.children[c]];
    const int* local = elimination.in_parent.data() + child.at + child.pivots;
    for (int i = 0; i < handed_rows_[elimination.children[c]]; ++i) ++stair[local[i]];
  }
  for (int p = 0; p < front.pivots; ++p)
    if (A[front.first + p] > 0) ++stair[p];
  int rows = 0;
  for (int j = 0; j < front.columns; ++j) {
    slot[j] = rows;
    rows += stair[j];
    stair[j] = rows;
  }

  const int stride = front.stride();
  double* F = F_.data();
  std::fill(F, F + rows * stride, 0);
  for (int e = front.objects_begin; e < front.objects_end; ++e) {
    const HalfJacobian::Piece& piece = B.pieces()[elimination.entering[e]];
    const int* local = elimination.object_local.data() + piece.columns;
    const double* source = B.numbers(piece);
    double* row = F + slot[local[0]] * stride;
    slot[local[0]] += piece.size;
    for (int i = 0; i < piece.size; ++i, row += stride, source += piece.stride)
      for (int j = 0; j < piece.width; ++j) row[local[j]] = source[j];
  }
  for (int c = front.children_begin; c < front.children_end; ++c) {
    const int f = elimination.children[c];
    const Front& child = elimination.fronts[f];
    const int* local = elimination.in_parent.data() + child.at + child.pivots;
    const double* source = handed_.data() + child.handed;
    const int width = child.boundary();
    for (int i = 0; i < handed_rows_[f]; ++i, source += width) {
      double* row = F + slot[local[i]]++ * stride;
      for (int j = i; j < width; ++j) row[local[j]] = source[j];
    }
  }
  for (int p = 0; p < front.pivots; ++p)
    if (A[front.first + p] > 0) F[slot[p]++ * stride + p] = std::sqrt(A[front.first + p]);
}

namespace {

// rows -= tau u (u' rows) on N fours of columns, the sum held in registers. u has one entry a row.
template <int N>
LIMBER_INLINE void reflect_strip(double* rows, int stride, int count, const double* u, double tau) {
  Four w[N];
  for (int c = 0; c < N; ++c) w[c] = u[0] * four(rows)[c];
  const double* row = rows + stride;
  for (int i = 1; i < count; ++i, row += stride)
    for (int c = 0; c < N; ++c) w[c] += u[i] * four(row)[c];
  for (int c = 0; c < N; ++c) w[c] *= tau;
  double* out = rows;
  for (int i = 0; i < count; ++i, out += stride)
    for (int c = 0; c < N; ++c) four(out)[c] -= u[i] * w[c];
}

LIMBER_INLINE void reflect_rows(double* rows, int stride, int count, int fours, const double* u,
                                double tau) {
  for (; fours >= 4; fours -= 4, rows += 16) reflect_strip<4>(rows, stride, count, u, tau);
  if (fours == 3) reflect_strip<3>(rows, stride, count, u, tau);
  if (fours == 2) reflect_strip<2>(rows, stride, count, u, tau);
  if (fours == 1) reflect_strip<1>(rows, stride, count, u, tau);
}

// Reflect `count` rows so that column j is left with its first entry alone; returns 1 over that
// entry.
//   H = I - tau u u',  u = column - beta e1,  u'u = 2 beta (beta - alpha)
// u holds the column. Columns before j are never read again, so whole fours may be worked on and
// nothing has to be set to zero.
LIMBER_INLINE double reflect(double* rows, int stride, int count, int j, double norm2, double* u) {
  if (count == 1) return 1 / rows[j];
  const double alpha = u[0];
  const double beta = alpha > 0 ? -std::sqrt(norm2) : std::sqrt(norm2);
  u[0] = alpha - beta;
  const double inverse = 1 / (beta * u[0]);
  const int from = j / 4 * 4;
  reflect_rows(rows + from, stride, count, (stride - from) / 4, u, -inverse);
  return inverse * u[0];
}

// u = column j of `count` rows; returns its squared norm.
LIMBER_INLINE double take_column(const double* rows, int stride, int count, int j, double* u) {
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    u[i] = rows[i * stride + j];
    sum += u[i] * u[i];
  }
  return sum;
}

// Line j of U: R's line over its diagonal, which itself is left out.
LIMBER_INLINE void write_line(const double* R, int stride, int j, double inverse, double* line) {
  const int from = j / 4 * 4;
  for (int c = 0; c < from; c += 4) *four(line + c) = Four{0, 0, 0, 0};
  for (int c = from; c < stride; c += 4) *four(line + c) = inverse * *four(R + c);
  for (int c = from; c <= j; ++c) line[c] = 0;
}

// Returns how many rows were finished: first the lines of R, then the triangle to hand up.
LIMBER_LANES int triangularise(double* F, const Front& front, const int* stair,
                               const double* norms2, const double* A, double* U,
                               SparseFactor& factor, double* u, int& lines) {
  constexpr double tolerance2 = rank_tolerance * rank_tolerance;
  const int stride = front.stride();
  int top = 0;
  for (int j = 0; j < front.pivots; ++j) {
    double* rows = F + top * stride;
    double* line = U + j * stride;
    const int count = stair[j] - top;
    const double left = take_column(rows, stride, count, j, u);
    const double whole = norms2[front.first + j] + A[front.first + j];
    if (!(left > tolerance2 * whole)) {
      factor.drop(left, whole);
      std::fill(line, line + stride, 0);
      factor.inverse_D[front.first + j] = 0;
      continue;
    }
    factor.keep(left, whole);
    const double inverse = reflect(rows, stride, count, j, left, u);
    write_line(rows, stride, j, inverse, line);
    factor.inverse_D[front.first + j] = inverse * inverse;
    ++top;
  }
  lines = top;
  const int all = stair[front.columns - 1];
  for (int j = front.pivots; j < front.columns && top < all; ++j) {
    double* rows = F + top * stride;
    const double left = take_column(rows, stride, stair[j] - top, j, u);
    if (!(left > 0)) continue;
    if (stair[j] > top + 1) reflect(rows, stride, stair[j] - top, j, left, u);
    ++top;
  }
  return top;
}

}  // namespace

void SparseQr::hand_up(const Front& front, size_t f, int first_row, int rows) {
  const int width = front.boundary(), stride = front.stride();
  const double* source = F_.data() + first_row * stride + front.pivots;
  double* target = handed_.data() + front.handed;
  handed_rows_[f] = rows;
  for (int i = 0; i < rows; ++i, source += stride, target += width)
    std::copy(source + i, source + width, target + i);
}

void SparseQr::factor(const Elimination& elimination, const HalfJacobian& B,
                      const std::vector<double>& A, SparseFactor& factor) {
  factor.start();
  for (size_t f = 0; f < elimination.fronts.size(); ++f) {
    const Front& front = elimination.fronts[f];
    assemble(elimination, B, A, front);
    int lines = 0;
    const int rows =
        triangularise(F_.data(), front, stair_.data(), B.column_norms2().data(), A.data(),
                      factor.U.data() + factor.at[f], factor, u_.data(), lines);
    hand_up(front, f, lines, rows - lines);
  }
}

}  // namespace limber
