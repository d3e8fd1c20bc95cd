#include "solver/metric.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/sizes.h"

namespace limber {

void Metric::build(const Columns& columns, const Pattern& pattern) {
  blocks_.clear();
  std::size_t numbers = 0;
  for (std::size_t k = 0; k < columns.objects.size(); ++k) {
    const Object& object = columns.objects[k];
    const std::size_t at = static_cast<std::size_t>(pattern.factor[k]);
    blocks_.push_back({object.begin, object.size, at, object.extends(), {}});
    numbers = at + static_cast<std::size_t>(object.size * object.size);
  }
  M_.assign(numbers, 0.0);
}

bool Metric::weigh(Columns& columns, double point_length, std::vector<double>& L) {
  for (std::size_t k = 0; k < blocks_.size(); ++k)
    if (!columns.objects[k].weigh(columns.parts, point_length, &M_[blocks_[k].at],
                                  blocks_[k].extent))
      return false;
  for (const Block& block : blocks_) cholesky(&M_[block.at], block.size, &L[block.at]);
  return true;
}

double Metric::diagonal(int object, int column) const {
  const Block& block = blocks_[static_cast<std::size_t>(object)];
  return M_[block.at + static_cast<std::size_t>(column * (block.size + 1))];
}

double Metric::shortest_curve() const {
  double shortest = std::numeric_limits<double>::infinity();
  for (const Block& block : blocks_)
    if (block.extends) shortest = std::min(shortest, block.extent.length);
  return shortest;
}

double Metric::longest_curve() const {
  double longest = 0;
  for (const Block& block : blocks_)
    if (block.extends) longest = std::max(longest, block.extent.own);
  return longest;
}

void Metric::times(const Eigen::VectorXd& a, Eigen::VectorXd& out) const {
  for (const Block& block : blocks_) {
    const Eigen::Map<const Eigen::MatrixXd> M(&M_[block.at], block.size, block.size);
    out.segment(block.begin, block.size).noalias() =
        M.lazyProduct(a.segment(block.begin, block.size));
  }
}

double Metric::product(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const {
  double sum = 0;
  for (const Block& block : blocks_) {
    const int n = block.size, begin = block.begin;
    const double* M = &M_[block.at];
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) sum += a[begin + i] * M[j * n + i] * b[begin + j];
  }
  return sum;
}

// x' M x of one object: M is symmetric.
double Metric::square(const Block& block, const Eigen::VectorXd& dq) const {
  const double* x = dq.data() + block.begin;
  const double* M = &M_[block.at];
  const double sum = for_columns(block.size, [&](auto columns) {
    const int n = columns;
    double all = 0;
#pragma GCC unroll 3
    for (int j = 0; j < n; ++j) {
      double across = 0;
      for (int i = 0; i < j; ++i) across += M[j * n + i] * x[i];
      all += x[j] * (M[j * n + j] * x[j] + 2 * across);
    }
    return all;
  });
  return std::max(sum, 0.0);
}

double Metric::displacement(int object, const Eigen::VectorXd& dq) const {
  const Block& block = blocks_[static_cast<std::size_t>(object)];
  return std::sqrt(square(block, dq) / block.extent.length);
}

Metric::Way Metric::way(const Eigen::VectorXd& dq) const {
  Way way;
  for (const Block& block : blocks_) {
    const double part = square(block, dq);
    way.square += part;
    way.farthest = std::max(way.farthest, part / block.extent.length);
  }
  way.farthest = std::sqrt(way.farthest);
  return way;
}

}  // namespace limber
