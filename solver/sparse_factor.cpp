#include "solver/sparse_factor.h"

#include <algorithm>

namespace limber {

void SparseFactor::analyse(const Elimination& elimination) {
  at.clear();
  int size = 0, widest = 0;
  for (const Front& front : elimination.fronts) {
    at.push_back(size);
    size += front.pivots * front.stride();
    widest = std::max(widest, front.stride());
  }
  U.resize(size);
  local_.resize(widest);
  inverse_D.assign(elimination.size(), 0);
}

namespace {

// Four lines at a time where there are four: within them one number after the other, beyond them
// all four together.

// local -= lines' y, for the pivots p .. p + 3
LIMBER_INLINE void down_four(const double* U, int stride, int p, double* local) {
  const double* line[4] = {U, U + stride, U + 2 * stride, U + 3 * stride};
  const double y0 = local[p];
  const double y1 = local[p + 1] - line[0][p + 1] * y0;
  const double y2 = (local[p + 2] - line[0][p + 2] * y0) - line[1][p + 2] * y1;
  const double y3 =
      ((local[p + 3] - line[0][p + 3] * y0) - line[1][p + 3] * y1) - line[2][p + 3] * y2;
  local[p + 1] = y1;
  local[p + 2] = y2;
  local[p + 3] = y3;
  for (int c = p + 4; c < stride; c += 4) {
    Four sum = *four(local + c) - y0 * *four(line[0] + c);
    sum -= y1 * *four(line[1] + c);
    sum -= y2 * *four(line[2] + c);
    *four(local + c) = sum - y3 * *four(line[3] + c);
  }
}

LIMBER_INLINE double sum_of(const Four& x) { return (x[0] + x[1]) + (x[2] + x[3]); }

// x = y - lines x, for the pivots p .. p + 3
LIMBER_INLINE void up_four(const double* U, int stride, int p, double* local) {
  const double* line[4] = {U, U + stride, U + 2 * stride, U + 3 * stride};
  Four s0 = {0, 0, 0, 0}, s1 = s0, s2 = s0, s3 = s0;
  for (int c = p + 4; c < stride; c += 4) {
    const Four x = *four(local + c);
    s0 += x * *four(line[0] + c);
    s1 += x * *four(line[1] + c);
    s2 += x * *four(line[2] + c);
    s3 += x * *four(line[3] + c);
  }
  const double x3 = local[p + 3] - sum_of(s3);
  const double x2 = (local[p + 2] - sum_of(s2)) - line[2][p + 3] * x3;
  const double x1 = ((local[p + 1] - sum_of(s1)) - line[1][p + 3] * x3) - line[1][p + 2] * x2;
  const double x0 =
      (((local[p] - sum_of(s0)) - line[0][p + 3] * x3) - line[0][p + 2] * x2) - line[0][p + 1] * x1;
  *four(local + p) = Four{x0, x1, x2, x3};
}

// U' y = x: every front eliminates its pivots from what stands on its columns.
LIMBER_LANES void solve_down(const Elimination& elimination, const double* U, const int* at,
                             double* local, double* x) {
  for (size_t f = 0; f < elimination.fronts.size(); ++f) {
    const Front& front = elimination.fronts[f];
    const int* column = elimination.columns.data() + front.at;
    const int stride = front.stride();
    gather(local, x, column, front.pivots, stride / 4);
    const double* line = U + at[f];
    int p = 0;
    for (; p + 4 <= front.pivots; p += 4, line += 4 * stride) down_four(line, stride, p, local);
    for (; p < front.pivots; ++p, line += stride) {
      const int from = p / 4 * 4;
      add_multiple(local + from, -local[p], line + from, (stride - from) / 4);
    }
    for (p = 0; p < front.pivots; ++p) x[front.first + p] = local[p];
    for (int j = front.pivots; j < front.columns; ++j) x[column[j]] += local[j];
  }
}

// U x = y, from the last front to the first.
LIMBER_LANES void solve_up(const Elimination& elimination, const double* U, const int* at,
                           double* local, double* x) {
  for (size_t f = elimination.fronts.size(); f-- > 0;) {
    const Front& front = elimination.fronts[f];
    const int* column = elimination.columns.data() + front.at;
    const int stride = front.stride();
    gather(local, x, column, front.columns, stride / 4);
    const int whole = front.pivots / 4 * 4;
    int p = front.pivots - 1;
    for (; p >= whole; --p)
      local[p] -= dot(U + at[f] + p * stride + whole, local + whole, (stride - whole) / 4);
    for (p = whole - 4; p >= 0; p -= 4) up_four(U + at[f] + p * stride, stride, p, local);
    for (p = 0; p < front.pivots; ++p) x[front.first + p] = local[p];
  }
}

}  // namespace

void SparseFactor::solve(const Elimination& elimination, double* x) {
  solve_down(elimination, U.data(), at.data(), local_.data(), x);
  for (int p = 0; p < elimination.size(); ++p) x[p] *= inverse_D[p];
  solve_up(elimination, U.data(), at.data(), local_.data(), x);
}

}  // namespace limber
