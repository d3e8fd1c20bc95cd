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

// U' y = x: every front eliminates its pivots from what stands on its columns.
LIMBER_LANES void solve_down(const Elimination& elimination, const double* U, const int* at,
                             double* local, double* x) {
  for (size_t f = 0; f < elimination.fronts.size(); ++f) {
    const Front& front = elimination.fronts[f];
    const int* column = elimination.columns.data() + front.at;
    const int stride = front.stride();
    for (int p = 0; p < front.pivots; ++p) local[p] = x[front.first + p];
    for (int j = front.pivots; j < stride; ++j) local[j] = 0;
    for (int p = 0; p < front.pivots; ++p) {
      const int from = p / 4 * 4;
      add_multiple(local + from, -local[p], U + at[f] + p * stride + from, (stride - from) / 4);
    }
    for (int p = 0; p < front.pivots; ++p) x[front.first + p] = local[p];
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
    for (int j = 0; j < front.columns; ++j) local[j] = x[column[j]];
    for (int j = front.columns; j < stride; ++j) local[j] = 0;
    for (int p = front.pivots - 1; p >= 0; --p) {
      const int from = p / 4 * 4;
      local[p] -= dot(U + at[f] + p * stride + from, local + from, (stride - from) / 4);
    }
    for (int p = 0; p < front.pivots; ++p) x[front.first + p] = local[p];
  }
}

}  // namespace

void SparseFactor::solve(const Elimination& elimination, double* x) {
  solve_down(elimination, U.data(), at.data(), local_.data(), x);
  for (int p = 0; p < elimination.size(); ++p) x[p] *= inverse_D[p];
  solve_up(elimination, U.data(), at.data(), local_.data(), x);
}

}  // namespace limber
