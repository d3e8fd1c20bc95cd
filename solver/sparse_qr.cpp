#include "solver/sparse_qr.h"

#include <algorithm>
#include <cmath>

namespace limber {

void SparseQr::analyse(const Pattern& pattern, const Elimination& elimination) {
  size_t front_size = 0, columns = 0;
  std::vector<int> stack;  // children's triangles are dead once the parent has them: reuse the place
  int handed = 0, handed_most = 0;
  handed_at_.assign(elimination.fronts.size(), 0);
  handed_rows_.assign(elimination.fronts.size(), 0);
  for (size_t f = 0; f < elimination.fronts.size(); ++f) {
    const Front& front = elimination.fronts[f];
    size_t rows = front.pivots;
    for (int e = front.objects_begin; e < front.objects_end; ++e) {
      const int k = elimination.entering[e];
      rows += pattern.begin[k + 1] - pattern.begin[k];
    }
    for (int c = front.children_begin; c < front.children_end; ++c)
      rows += elimination.fronts[elimination.children[c]].boundary();
    front_size = std::max(front_size, rows * front.stride());
    columns = std::max(columns, static_cast<size_t>(front.stride()));
    handed_at_[f] = handed;
    handed += front.boundary() * front.boundary();
    handed_most = std::max(handed_most, handed);
  }
  F_.resize(front_size);
  work_.resize(columns);
  stair_.assign(columns + 1, 0);
  slot_.assign(columns + 1, 0);
  handed_.assign(handed_most, 0);
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
    const double* source = handed_.data() + handed_at_[f];
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

// Reflect rows top .. bottom of F so that column j is left with its first entry alone. Columns before
// j are zero in these rows, so whole fours may be worked on.
LIMBER_INLINE void reflect(double* F, int stride, int top, int bottom, int j, double norm2,
                           double* w) {
  double* head = F + top * stride;
  const double alpha = head[j];
  const double beta = alpha > 0 ? -std::sqrt(norm2) : std::sqrt(norm2);
  // H = I - tau u u',  u = column - beta e1,  u'u = 2 beta (beta - alpha)
  const double u0 = alpha - beta;
  const double tau = -1 / (beta * u0);
  const int from = j / 4 * 4, fours = (stride - from) / 4;
  for (int c = 0; c < fours; ++c) four(w)[c] = u0 * four(head + from)[c];
  for (int i = top + 1; i < bottom; ++i)
    add_multiple(w, F[i * stride + j], F + i * stride + from, fours);
  add_multiple(head + from, -tau * u0, w, fours);
  for (int i = top + 1; i < bottom; ++i) {
    double* row = F + i * stride;
    const double u = row[j];
    add_multiple(row + from, -tau * u, w, fours);
    row[j] = 0;
  }
  head[j] = beta;
}

LIMBER_INLINE double column_norm2(const double* F, int stride, int top, int bottom, int j) {
  double sum = 0;
  for (int i = top; i < bottom; ++i) sum += F[i * stride + j] * F[i * stride + j];
  return sum;
}

// Returns how many rows were finished: first the lines of R, then the triangle to hand up.
LIMBER_LANES int triangularise(double* F, const Front& front, const int* stair,
                               const double* norms2, const double* A, double* U,
                               SparseFactor& factor, double* w, int& lines) {
  constexpr double tolerance2 = SparseQr::rank_tolerance * SparseQr::rank_tolerance;
  const int stride = front.stride();
  int top = 0;
  for (int j = 0; j < front.pivots; ++j) {
    const double left = column_norm2(F, stride, top, stair[j], j);
    const double whole = norms2[front.first + j] + A[front.first + j];
    double* line = U + j * stride;
    if (!(left > tolerance2 * whole)) {
      if (whole > 0) factor.drop(std::sqrt(left / whole));
      for (int i = top; i < stair[j]; ++i) F[i * stride + j] = 0;
      std::fill(line, line + stride, 0);
      factor.inverse_D[front.first + j] = 0;
      continue;
    }
    factor.keep(std::sqrt(left / whole));
    if (stair[j] > top + 1) reflect(F, stride, top, stair[j], j, left, w);
    const double* R = F + top * stride;
    const double inverse = 1 / R[j];
    const int from = j / 4 * 4;
    for (int c = 0; c < from; ++c) line[c] = 0;
    for (int c = from; c < stride; ++c) line[c] = R[c] * inverse;
    line[j] = 0;
    factor.inverse_D[front.first + j] = inverse * inverse;
    ++top;
  }
  lines = top;
  const int rows = stair[front.columns - 1];
  for (int j = front.pivots; j < front.columns && top < rows; ++j) {
    if (stair[j] <= top) continue;
    const double left = column_norm2(F, stride, top, stair[j], j);
    if (!(left > 0)) continue;
    if (stair[j] > top + 1) reflect(F, stride, top, stair[j], j, left, w);
    ++top;
  }
  return top;
}

}  // namespace

void SparseQr::hand_up(const Front& front, size_t f, int first_row, int rows) {
  const int width = front.boundary(), stride = front.stride();
  const double* source = F_.data() + first_row * stride + front.pivots;
  double* target = handed_.data() + handed_at_[f];
  handed_rows_[f] = rows;
  for (int i = 0; i < rows; ++i, source += stride, target += width)
    std::copy(source + i, source + width, target + i);
}

void SparseQr::factor(const Elimination& elimination, const HalfJacobian& B,
                      const std::vector<double>& A, SparseFactor& factor) {
  factor.smallest_kept = 1;
  factor.largest_dropped = 0;
  for (size_t f = 0; f < elimination.fronts.size(); ++f) {
    const Front& front = elimination.fronts[f];
    assemble(elimination, B, A, front);
    int lines = 0;
    const int rows =
        triangularise(F_.data(), front, stair_.data(), B.column_norms2().data(), A.data(),
                      factor.U.data() + factor.at[f], factor, work_.data(), lines);
    hand_up(front, f, lines, rows - lines);
  }
}

}  // namespace limber
