#include "solver/block_lu.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace limber {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// C -= A B, A n x m, B m x k, all row by row.
void subtract_product(const double* A, const double* B, int n, int m, int k, double* C) {
  for (int r = 0; r < n; ++r)
    for (int i = 0; i < m; ++i) {
      const double a = A[r * m + i];
      for (int c = 0; c < k; ++c) C[r * k + c] -= a * B[i * k + c];
    }
}

}  // namespace

// Always the node next that sees the fewest unknowns: minimum degree. The first of equals, so that
// the order follows from the pattern alone.
void BlockLu::order(const std::vector<char>& late, std::vector<std::vector<int>>& neighbours) {
  const int n = static_cast<int>(size_.size());
  std::vector<int> waits(index(n), 0), degree(index(n), 0);
  std::vector<char> gone(index(n), 0);
  const auto measure = [&](int i) {
    degree[index(i)] = 0;
    for (const int j : neighbours[index(i)]) degree[index(i)] += size_[index(j)];
  };
  for (int i = 0; i < n; ++i) {
    measure(i);
    if (!late[index(i)]) continue;
    for (const int j : neighbours[index(i)]) waits[index(i)] += !late[index(j)];
  }
  std::vector<int> joined;
  while (static_cast<int>(node_.size()) < n) {
    int next = -1;
    for (int i = 0; i < n; ++i)
      // Less than 0: one that it came to see only by elimination went before it.
      if (!gone[index(i)] && waits[index(i)] <= 0 &&
          (next < 0 || degree[index(i)] < degree[index(next)]))
        next = i;
    assert(next >= 0);
    gone[index(next)] = 1;
    position_[index(next)] = static_cast<int>(node_.size());
    node_.push_back(next);
    // Its neighbours see each other from now on.
    const std::vector<int>& around = neighbours[index(next)];
    for (const int i : around) {
      std::vector<int>& own = neighbours[index(i)];
      joined.clear();
      std::set_union(own.begin(), own.end(), around.begin(), around.end(),
                     std::back_inserter(joined));
      joined.erase(std::remove_if(joined.begin(), joined.end(),
                                  [&](int j) { return j == i || j == next; }),
                   joined.end());
      own = joined;
      measure(i);
      if (late[index(i)] && !late[index(next)]) --waits[index(i)];
    }
  }
}

void BlockLu::analyse(const std::vector<int>& sizes, const std::vector<char>& late,
                      const std::vector<std::pair<int, int>>& edges) {
  const int n = static_cast<int>(sizes.size());
  size_ = sizes;
  node_.clear();
  position_.assign(index(n), 0);
  begin_.assign(1, 0);
  for (const int size : sizes) begin_.push_back(begin_.back() + size);
  std::vector<std::vector<int>> neighbours(index(n));
  for (const auto& [i, j] : edges) {
    if (i == j) continue;
    neighbours[index(i)].push_back(j);
    neighbours[index(j)].push_back(i);
  }
  for (std::vector<int>& list : neighbours) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  // Eliminating leaves, for each node, those it saw when its turn came: its part of U.
  order(late, neighbours);
  std::vector<std::vector<int>> columns(index(n));
  for (int p = 0; p < n; ++p) {
    columns[index(p)].push_back(p);
    for (const int j : neighbours[index(node_[index(p)])]) {
      const int other = position_[index(j)];
      columns[index(p)].push_back(other);
      columns[index(other)].push_back(p);
    }
  }
  row_.clear();
  entries_.clear();
  diagonal_.assign(index(n), 0);
  int numbers = 0, largest = 1;
  for (int p = 0; p < n; ++p) {
    std::sort(columns[index(p)].begin(), columns[index(p)].end());
    row_.push_back(static_cast<int>(entries_.size()));
    for (const int column : columns[index(p)]) {
      if (column == p) diagonal_[index(p)] = static_cast<int>(entries_.size());
      entries_.push_back({column, numbers});
      numbers += size_at(p) * size_at(column);
    }
    largest = std::max(largest, size_at(p));
  }
  row_.push_back(static_cast<int>(entries_.size()));
  numbers_.assign(index(numbers), 0.0);
  work_.assign(2 * index(largest * largest), 0.0);
  sum_.assign(index(largest), 0.0);
}

void BlockLu::clear() { std::fill(numbers_.begin(), numbers_.end(), 0.0); }

double* BlockLu::block(int i, int j) {
  const int row = position_[index(i)], column = position_[index(j)];
  int e = row_[index(row)];
  while (entries_[index(e)].column != column) {
    ++e;
    assert(e < row_[index(row) + 1]);
  }
  return numbers_.data() + entries_[index(e)].at;
}

// In place, by Gauss and Jordan with exchange of rows.
bool BlockLu::invert(double* block, int n) {
  double* A = work_.data();
  double* B = A + n * n;
  std::copy(block, block + n * n, A);
  std::fill(B, B + n * n, 0.0);
  for (int i = 0; i < n; ++i) B[i * n + i] = 1;
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(A[i * n + k]) > std::abs(A[pivot * n + k])) pivot = i;
    if (pivot != k) {
      std::swap_ranges(A + pivot * n, A + pivot * n + n, A + k * n);
      std::swap_ranges(B + pivot * n, B + pivot * n + n, B + k * n);
    }
    const double inverse = 1 / A[k * n + k];
    if (!std::isfinite(inverse)) return false;
    for (int c = 0; c < n; ++c) {
      A[k * n + c] *= inverse;
      B[k * n + c] *= inverse;
    }
    for (int i = 0; i < n; ++i) {
      const double factor = A[i * n + k];
      if (i == k || factor == 0) continue;
      for (int c = 0; c < n; ++c) {
        A[i * n + c] -= factor * A[k * n + c];
        B[i * n + c] -= factor * B[k * n + c];
      }
    }
  }
  std::copy(B, B + n * n, block);
  return true;
}

// Row by row: what stands left of the diagonal becomes L, the diagonal its inverse, the rest is U.
bool BlockLu::factor() {
  const int n = static_cast<int>(node_.size());
  for (int p = 0; p < n; ++p) {
    const int rows = size_at(p), end = row_[index(p) + 1];
    for (int e = row_[index(p)]; e < diagonal_[index(p)]; ++e) {
      const int k = entries_[index(e)].column, m = size_at(k);
      double* L = numbers_.data() + entries_[index(e)].at;
      const int pivot = diagonal_[index(k)];
      std::copy(L, L + rows * m, work_.data());
      std::fill(L, L + rows * m, 0.0);
      for (int r = 0; r < rows * m; ++r) work_[index(r)] = -work_[index(r)];
      subtract_product(work_.data(), numbers_.data() + entries_[index(pivot)].at, rows, m, m, L);
      int to = e + 1;
      for (int u = pivot + 1; u < row_[index(k) + 1]; ++u) {
        while (entries_[index(to)].column < entries_[index(u)].column) ++to;
        assert(to < end && entries_[index(to)].column == entries_[index(u)].column);
        subtract_product(L, numbers_.data() + entries_[index(u)].at, rows, m,
                         size_at(entries_[index(u)].column),
                         numbers_.data() + entries_[index(to)].at);
      }
    }
    (void)end;
    if (!invert(numbers_.data() + entries_[index(diagonal_[index(p)])].at, rows)) return false;
  }
  return true;
}

void BlockLu::solve(double* x) const {
  const int n = static_cast<int>(node_.size());
  const auto unknowns = [&](int position) { return x + begin_[index(node_[index(position)])]; };
  for (int p = 0; p < n; ++p)
    for (int e = row_[index(p)]; e < diagonal_[index(p)]; ++e) {
      const int k = entries_[index(e)].column;
      subtract_product(numbers_.data() + entries_[index(e)].at, unknowns(k), size_at(p), size_at(k),
                       1, unknowns(p));
    }
  for (int p = n - 1; p >= 0; --p) {
    double* own = unknowns(p);
    const int rows = size_at(p), diagonal = diagonal_[index(p)];
    for (int e = diagonal + 1; e < row_[index(p) + 1]; ++e) {
      const int k = entries_[index(e)].column;
      subtract_product(numbers_.data() + entries_[index(e)].at, unknowns(k), rows, size_at(k), 1,
                       own);
    }
    const double* inverse = numbers_.data() + entries_[index(diagonal)].at;
    for (int r = 0; r < rows; ++r) {
      double sum = 0;
      for (int c = 0; c < rows; ++c) sum += inverse[r * rows + c] * own[c];
      sum_[index(r)] = sum;
    }
    std::copy(sum_.begin(), sum_.begin() + rows, own);
  }
}

}  // namespace limber
