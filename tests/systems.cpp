#include "tests/systems.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace limber::inline systems {
namespace {

double uniform(std::mt19937_64& random, double from, double to) {
  return from + (to - from) * static_cast<double>(random() >> 11) * 0x1p-53;
}
int below(std::mt19937_64& random, int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }

// Collects blocks in any order and lays them out as the Pattern asks.
class Builder {
 public:
  int add_object(const Eigen::MatrixXd& M) {
    const Eigen::MatrixXd L = M.llt().matrixL();
    test_.pattern.factor.push_back(static_cast<int>(test_.system.L.size()));
    test_.system.L.insert(test_.system.L.end(), L.data(), L.data() + L.size());
    test_.pattern.begin.push_back(test_.pattern.begin.back() + static_cast<int>(M.rows()));
    return test_.pattern.objects() - 1;
  }
  int add_rows(int rows) { return std::exchange(test_.pattern.rows, test_.pattern.rows + rows); }
  void add_block(int row, int object, const Eigen::MatrixXd& J) {
    blocks_.push_back({{row, static_cast<int>(J.rows()), object, 0}, J});
  }
  int size(int k) const { return test_.pattern.begin[k + 1] - test_.pattern.begin[k]; }

  TestSystem finish() {
    std::sort(blocks_.begin(), blocks_.end(), [](const auto& a, const auto& b) {
      return std::pair(a.first.row, a.first.object) < std::pair(b.first.row, b.first.object);
    });
    for (auto& [block, J] : blocks_) {
      block.at = static_cast<int>(test_.system.J.size());
      test_.system.J.insert(test_.system.J.end(), J.data(), J.data() + J.size());
      test_.pattern.blocks.push_back(block);
    }
    const int rows = test_.pattern.rows;
    test_.system.Q.setZero(test_.pattern.columns());
    test_.system.b.setZero(rows);
    test_.system.A.setZero(rows);
    test_.system.on.assign(rows, 1);
    return std::move(test_);
  }

 private:
  TestSystem test_{.pattern = {.begin = {0}, .factor = {}, .blocks = {}, .rows = 0}, .system = {}};
  std::vector<std::pair<Pattern::Block, Eigen::MatrixXd>> blocks_;
};

}  // namespace

Frame chain(int n) {
  Frame out;
  for (int i = 0; i <= n; ++i) out.points.emplace_back(i, 0.3 * std::sin(0.7 * i));
  for (int i = 0; i < n; ++i) out.bars.emplace_back(i, i + 1);
  out.nails = {0};
  return out;
}

Frame grid(int k, bool braced) {
  Frame out;
  const auto at = [k](int i, int j) { return i * k + j; };
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < k; ++j)
      out.points.emplace_back(j + 0.1 * std::sin(1.0 + i * j), i + 0.1 * std::cos(2.0 * i + j));
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < k; ++j) {
      if (j + 1 < k) out.bars.emplace_back(at(i, j), at(i, j + 1));
      if (i + 1 < k) out.bars.emplace_back(at(i, j), at(i + 1, j));
      if (braced && i + 1 < k && j + 1 < k) out.bars.emplace_back(at(i, j), at(i + 1, j + 1));
    }
  out.nails = {at(0, 0), at(0, k - 1)};
  return out;
}

Frame four_bar() {
  return {{{0, 0}, {0.4, 1}, {3, 2}, {4, 0}}, {{0, 1}, {1, 2}, {2, 3}}, {0, 3}};
}

// Theo Jansen's leg, roughly in place: eleven bars, crank at point 0, held at 0 and 1.
Frame jansen_leg() {
  return {{{38, 7.8}, {0, 0}, {51, 15}, {-5, 41}, {-18, -35}, {-39, -8}, {-53, -47}, {-30, -82}},
          {{0, 2}, {2, 3}, {1, 3}, {1, 4}, {2, 4}, {3, 5}, {1, 5}, {5, 6}, {4, 6}, {6, 7}, {4, 7}},
          {0, 1}};
}

TestSystem system_of(const Frame& framework, Bars bars, unsigned seed) {
  Builder builder;
  const int size = bars == Bars::rigid ? 3 : 4;
  const Eigen::Matrix2d I = Eigen::Matrix2d::Identity();
  struct End { int object; Eigen::MatrixXd J; };
  std::vector<std::vector<End>> ends(framework.points.size());
  for (const auto& [from, to] : framework.bars) {
    const Eigen::Vector2d along = framework.points[to] - framework.points[from];
    const double length = along.norm();
    Eigen::MatrixXd M(size, size), J_from(2, size), J_to(2, size);
    if (bars == Bars::rigid) {
      M = Eigen::Vector3d(length, length, length * length * length / 12).asDiagonal();
      const Eigen::Vector2d across(-along.y() / 2, along.x() / 2);
      J_from << I, -across;
      J_to << I, across;
    } else {
      M << I * length / 3, I * length / 6, I * length / 6, I * length / 3;
      J_from << I, Eigen::Matrix2d::Zero();
      J_to << Eigen::Matrix2d::Zero(), I;
    }
    const int k = builder.add_object(M);
    if (bars == Bars::ends) {
      Eigen::MatrixXd J(1, 4);
      J << -along.transpose() / length, along.transpose() / length;
      builder.add_block(builder.add_rows(1), k, J);
    }
    ends[from].push_back({k, J_from});
    ends[to].push_back({k, J_to});
  }
  for (size_t p = 0; p < ends.size(); ++p) {
    const bool nailed = std::count(framework.nails.begin(), framework.nails.end(), static_cast<int>(p)) > 0;
    for (size_t e = nailed ? 0 : 1; e < ends[p].size(); ++e) {
      const int row = builder.add_rows(2);
      builder.add_block(row, ends[p][e].object, ends[p][e].J);
      if (!nailed) builder.add_block(row, ends[p][0].object, -ends[p][0].J);
    }
  }
  TestSystem out = builder.finish();
  std::mt19937_64 random(seed);
  for (double& force : out.system.Q) force = uniform(random, -1, 1);
  return out;
}

TestSystem random_system(const RandomWorld& world, std::mt19937_64& random) {
  Builder builder;
  for (int k = 0; k < world.objects; ++k) {
    const int size = 1 + below(random, 6);
    Eigen::MatrixXd X(size, size);
    for (double& x : X.reshaped()) x = uniform(random, -1, 1);
    builder.add_object(X * X.transpose() + 0.3 * Eigen::MatrixXd::Identity(size, size));
  }
  struct Added { int row, rows; std::vector<std::pair<int, Eigen::MatrixXd>> J; };
  std::vector<Added> added;
  for (int c = 0; c < world.constraints; ++c) {
    Added constraint;
    const int defect = world.singular && !added.empty() ? below(random, 5) : 4;
    if (defect == 0) {  // rows of an earlier one, mixed: nothing new
      constraint = added[below(random, static_cast<int>(added.size()))];
      Eigen::MatrixXd mix(constraint.rows, constraint.rows);
      for (double& x : mix.reshaped()) x = uniform(random, -1, 1);
      for (auto& part : constraint.J) part.second = mix * part.second;
    } else {
      constraint.rows = 1 + below(random, 3);
      const int touches = 1 + below(random, std::min(3, world.objects));
      for (int t = 0; t < touches; ++t) {
        const int k = below(random, world.objects);
        if (std::any_of(constraint.J.begin(), constraint.J.end(), [k](const auto& part) { return part.first == k; })) continue;
        Eigen::MatrixXd J(constraint.rows, builder.size(k));
        for (double& x : J.reshaped()) x = defect == 1 ? below(random, 3) - 1 : uniform(random, -1, 1);
        if (defect == 2) J.row(0).setZero();
        constraint.J.emplace_back(k, J);
      }
    }
    constraint.row = builder.add_rows(constraint.rows);
    for (const auto& [k, J] : constraint.J) builder.add_block(constraint.row, k, J);
    added.push_back(constraint);
  }
  TestSystem out = builder.finish();
  for (int row = 0; row < out.pattern.rows; ++row) {
    if (world.soft && below(random, 4) == 0) out.system.A[row] = std::pow(10, uniform(random, -3, 1));
    if (world.off && below(random, 6) == 0) out.system.on[row] = 0;
  }
  for (double& force : out.system.Q) force = uniform(random, -1, 1);
  Eigen::VectorXd v(out.pattern.columns());
  for (double& x : v) x = uniform(random, -1, 1);
  out.system.b = dense_J(out) * v;
  if (!world.consistent)
    for (double& x : out.system.b) x += uniform(random, -1, 1);
  return out;
}

Eigen::MatrixXd dense_L(const TestSystem& test) {
  const Pattern& pattern = test.pattern;
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(pattern.columns(), pattern.columns());
  for (int k = 0; k < pattern.objects(); ++k) {
    const int begin = pattern.begin[k], size = pattern.begin[k + 1] - begin;
    const Eigen::Map<const Eigen::MatrixXd> L(test.system.L.data() + pattern.factor[k], size, size);
    all.block(begin, begin, size, size) = L.triangularView<Eigen::Lower>();
  }
  return all;
}

Eigen::MatrixXd dense_J(const TestSystem& test) {
  const Pattern& pattern = test.pattern;
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(pattern.rows, pattern.columns());
  for (const Pattern::Block& block : pattern.blocks) {
    const int begin = pattern.begin[block.object], size = pattern.begin[block.object + 1] - begin;
    J.block(block.row, begin, block.rows, size) =
        Eigen::Map<const Eigen::MatrixXd>(test.system.J.data() + block.at, block.rows, size);
  }
  for (int row = 0; row < pattern.rows; ++row)
    if (!test.system.on[row]) J.row(row).setZero();
  return J;
}

}  // namespace limber::inline systems
