#include "solver/solve.h"

#include <doctest/doctest.h>

#include <Eigen/LU>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>

#include "tests/allocations.h"
#include "tests/oracles.h"
#include "tests/systems.h"

namespace limber {
namespace {

constexpr Path every_path[] = {Path::qr, Path::ldlt, Path::svd, Path::automatic};

struct Answer {
  Eigen::VectorXd v, lambda;
  FactorReport factor;
  SolveReport solve;
};

Answer answer(Solver& solver, const TestSystem& test, Path path, double extra = 0) {
  Answer out;
  out.factor = solver.factor(test.system, path, extra);
  out.solve = solver.solve(test.system, test.system.Q, test.system.b, out.v, out.lambda);
  return out;
}

}  // namespace

TEST_CASE("all paths agree with Eigen's SparseQR and SVD on 2,000 random worlds") {
  std::mt19937_64 random(1990);
  Solver solver;
  int singular = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    RandomWorld world;
    world.objects = 1 + static_cast<int>(random() % 12);
    world.constraints = 1 + static_cast<int>(random() % 14);
    world.singular = random() % 2 == 0;
    world.soft = random() % 2 == 0;
    world.off = random() % 2 == 0;
    const TestSystem test = random_system(world, random);
    const Dense dense(test);
    Eigen::JacobiSVD<Eigen::MatrixXd> svd(dense.C);
    const Eigen::VectorXd& sigma = svd.singularValues();
    const int rank = static_cast<int>((sigma.array() > 1e-10 * sigma[0]).count());
    // How far the answer may be off: what rounding does to a world of this condition.
    const double allowed = rank == 0 ? 1e-10 : 1e-10 * std::max(1.0, 1e-3 * sigma[0] / sigma[std::max(rank - 1, 0)]);
    const Eigen::VectorXd lambda = lambda_by_svd(dense), v = dense.velocity(lambda);
    const Eigen::VectorXd lambda_qr = lambda_by_sparse_qr(dense);
    CAPTURE(trial);
    CHECK(relative_distance(dense.velocity(lambda_qr), v) < allowed);
    const int on = static_cast<int>(std::count(test.system.on.begin(), test.system.on.end(), 1));
    if (rank < on) ++singular;
    solver.analyse(test.pattern);
    for (Path path : every_path) {
      CAPTURE(std::string(name(path)));
      const Answer a = answer(solver, test, path);
      CHECK(a.factor.finite);
      CAPTURE(a.factor.smallest_kept);
      CAPTURE(a.factor.largest_dropped);
      // LDLT sees squares and may be mistaken about the rank, but then it says so.
      if (path != Path::ldlt || !a.factor.doubtful) CHECK(a.factor.rank == rank);
      CHECK(static_cast<int>(a.factor.dependent.size()) == on - a.factor.rank);
      CHECK(relative_distance(a.v, v) < allowed);
      CHECK(relative_distance(dense.J.transpose() * a.lambda, dense.J.transpose() * lambda) < allowed);
      if (rank == on && a.factor.rank == on) CHECK(relative_distance(a.lambda, lambda) < 100 * allowed);
      CHECK(a.solve.residual < 1e-8);
      for (int row = 0; row < test.pattern.rows; ++row)
        if (!test.system.on[row]) CHECK(a.lambda[row] == 0);
    }
  }
  CHECK(singular > 400);
}

TEST_CASE("the rows not named as dependent are independent, and as many as the rank") {
  std::mt19937_64 random(7);
  Solver solver;
  for (int trial = 0; trial < 300; ++trial) {
    const TestSystem test = random_system({.objects = 5, .constraints = 8, .soft = false}, random);
    solver.analyse(test.pattern);
    const Dense dense(test);
    for (Path path : {Path::qr, Path::ldlt, Path::svd}) {
      const FactorReport report = solver.factor(test.system, path);
      if (path == Path::ldlt && report.doubtful) continue;
      std::vector<char> keep = test.system.on;
      for (int row : report.dependent) keep[row] = 0;
      Eigen::MatrixXd kept(dense.C.rows(), report.rank);
      int count = 0;
      for (int row = 0; row < test.pattern.rows; ++row)
        if (keep[row]) kept.col(count++) = dense.C.col(row);
      REQUIRE(count == report.rank);
      if (count == 0) continue;
      Eigen::JacobiSVD<Eigen::MatrixXd> svd(kept);
      CAPTURE(trial);
      CAPTURE(std::string(name(path)));
      CHECK(svd.singularValues()[count - 1] > 1e-8 * svd.singularValues()[0]);
    }
  }
}

TEST_CASE("where rows contradict each other, a small compliance gives the least-squares compromise") {
  std::mt19937_64 random(11);
  Solver solver;
  for (int trial = 0; trial < 300; ++trial) {
    const TestSystem test = random_system(
        {.objects = 4, .constraints = 7, .soft = false, .consistent = false}, random);
    solver.analyse(test.pattern);
    const Dense dense(test);
    const Eigen::VectorXd v = dense.velocity(lambda_by_svd(dense));
    CAPTURE(trial);
    // SVD needs no compliance: it is the least-squares answer.
    CHECK(relative_distance(answer(solver, test, Path::svd).v, v) < 1e-7);
    Eigen::JacobiSVD<Eigen::MatrixXd> svd(dense.C);
    const Eigen::VectorXd& sigma = svd.singularValues();
    const int rank = static_cast<int>((sigma.array() > 1e-10 * sigma[0]).count());
    const double least = sigma[rank - 1] * sigma[rank - 1], extra = 1e-7 * least;
    for (Path path : {Path::qr, Path::ldlt}) {
      CAPTURE(std::string(name(path)));
      const Answer a = answer(solver, test, path, extra);
      // Off by extra / sigma^2 in every direction, to first order. LDLT cannot tell so small a
      // compliance from rounding when sigma is small itself, and says so.
      if (path != Path::ldlt || !a.factor.doubtful) CHECK(relative_distance(a.v, v) < 1e-5);
    }
  }
}

TEST_CASE("the order of objects, rows and blocks does not matter") {
  std::mt19937_64 random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const TestSystem test = random_system({.objects = 8, .constraints = 6, .singular = false}, random);
    // Reverse the objects and the rows.
    const Pattern& p = test.pattern;
    TestSystem turned;
    turned.pattern.begin = {0};
    turned.pattern.rows = p.rows;
    turned.system.L = test.system.L;
    std::vector<int> column;
    for (int k = p.objects() - 1; k >= 0; --k) {
      turned.pattern.factor.push_back(p.factor[k]);
      turned.pattern.begin.push_back(turned.pattern.begin.back() + p.begin[k + 1] - p.begin[k]);
      for (int c = p.begin[k]; c < p.begin[k + 1]; ++c) column.push_back(c);
    }
    for (Pattern::Block block : p.blocks) {
      const int size = p.begin[block.object + 1] - p.begin[block.object];
      const Eigen::Map<const Eigen::MatrixXd> J(test.system.J.data() + block.at, block.rows, size);
      const Eigen::MatrixXd flipped = J.colwise().reverse();
      block.row = p.rows - block.row - block.rows;
      block.object = p.objects() - 1 - block.object;
      block.at = static_cast<int>(turned.system.J.size());
      turned.system.J.insert(turned.system.J.end(), flipped.data(), flipped.data() + flipped.size());
      turned.pattern.blocks.push_back(block);
    }
    std::sort(turned.pattern.blocks.begin(), turned.pattern.blocks.end(), [](auto& a, auto& b) {
      return std::pair(a.row, a.object) < std::pair(b.row, b.object);
    });
    turned.system.b = test.system.b.reverse();
    turned.system.A = test.system.A.reverse();
    turned.system.on.assign(test.system.on.rbegin(), test.system.on.rend());
    turned.system.Q = test.system.Q(column);
    Solver one, other;
    one.analyse(test.pattern);
    other.analyse(turned.pattern);
    for (Path path : every_path) {
      CAPTURE(trial);
      CAPTURE(std::string(name(path)));
      const Answer a = answer(one, test, path), b = answer(other, turned, path);
      const double scale = 1 + a.lambda.norm();
      CHECK((a.v(column) - b.v).norm() < 1e-10 * scale);
      if (a.factor.dependent.empty())
        CHECK((a.lambda.reverse() - b.lambda).norm() < 1e-8 * scale);
    }
  }
}

TEST_CASE("the same numbers give the same bits, whatever was solved before") {
  std::mt19937_64 random(5);
  const TestSystem test = system_of(grid(4, true), Bars::ends);
  const TestSystem other = random_system({.objects = 30, .constraints = 40}, random);
  for (Path path : every_path) {
    CAPTURE(std::string(name(path)));
    Solver fresh, used;
    fresh.analyse(test.pattern);
    used.analyse(other.pattern);
    answer(used, other, path);
    used.analyse(test.pattern);
    answer(used, test, Path::ldlt, 0.1);
    const Answer a = answer(fresh, test, path), b = answer(used, test, path);
    CHECK(a.v == b.v);
    CHECK(a.lambda == b.lambda);
  }
}

TEST_CASE("factor and solve allocate nothing") {
  for (const TestSystem& test : {system_of(chain(30), Bars::rigid), system_of(four_bar(), Bars::ends),
                                 system_of(grid(4, true), Bars::ends)}) {
    Solver solver;
    solver.analyse(test.pattern);
    Eigen::VectorXd v(test.pattern.columns()), lambda(test.pattern.rows);
    Eigen::MatrixXd P = Eigen::MatrixXd::Zero(test.pattern.columns(), 2), GP = P, W(2, 2);
    P.bottomRows(2).setIdentity();
    solver.factor(test.system, Path::svd);  // too large for automatic: the first one allocates
    const long before = allocations();
    for (Path path : every_path) {
      solver.factor(test.system, path, 1e-6);
      solver.factor(test.system, path);
      solver.solve(test.system, test.system.Q, test.system.b, v, lambda);
      solver.respond(test.system, P, GP, W);
    }
    CHECK(allocations() == before);
  }
}

TEST_CASE("the border is the constrained mobility of the grabbed point") {
  const TestSystem test = system_of(chain(12), Bars::rigid);
  const Dense dense(test);
  Solver solver;
  solver.analyse(test.pattern);
  for (Path path : every_path) {
    CAPTURE(std::string(name(path)));
    solver.factor(test.system, path);
    Eigen::MatrixXd P = Eigen::MatrixXd::Random(test.pattern.columns(), 2), GP, W;
    solver.respond(test.system, P, GP, W);
    // G = M^-1 - M^-1 J' (J M^-1 J')^-1 J M^-1
    const Eigen::MatrixXd inverse = dense.M.inverse();
    const Eigen::MatrixXd S = dense.J * inverse * dense.J.transpose();
    const Eigen::MatrixXd G = inverse - inverse * dense.J.transpose() * S.inverse() * dense.J * inverse;
    CHECK((GP - G * P).norm() < 1e-9 * (G * P).norm());
    CHECK((W - P.transpose() * G * P).norm() < 1e-9 * W.norm());
    CHECK(W(0, 1) == W(1, 0));
  }
}

TEST_CASE("numbers that are not finite are reported, not solved") {
  TestSystem test = system_of(four_bar(), Bars::rigid);
  Solver solver;
  solver.analyse(test.pattern);
  for (double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    TestSystem broken = test;
    broken.system.J[3] = bad;
    CHECK_FALSE(solver.factor(broken.system, Path::automatic).finite);
    broken = test;
    broken.system.L[0] = bad;
    CHECK_FALSE(solver.factor(broken.system, Path::automatic).finite);
  }
  CHECK(solver.factor(test.system, Path::automatic).finite);
}

TEST_CASE("a row whose new part shrinks from 1 to 1e-16 leaves the rank once, and v stays bounded") {
  // A bar held at one point by two rows and once more by a row that turns into a copy of the first.
  for (Path path : every_path) {
    int changes = 0, last = -1;
    for (double part = 1; part > 1e-17; part *= 0.5) {
      TestSystem test = system_of({{{0, 0}, {1, 0.2}}, {{0, 1}}, {0, 1}}, Bars::ends);
      // rows: length, x0, y0, x1, y1; let y1's row become x1's plus a part of its own
      for (const Pattern::Block& block : test.pattern.blocks)
        if (block.row == 3)
          for (int c = 0; c < 4; ++c) {
            double* J = test.system.J.data() + block.at + c * block.rows;
            J[1] = J[0] + part * J[1];
          }
      Solver solver;
      solver.analyse(test.pattern);
      const Answer a = answer(solver, test, path);
      if (last >= 0 && a.factor.rank != last) ++changes;
      last = a.factor.rank;
      CAPTURE(std::string(name(path)));
      CAPTURE(part);
      CHECK(a.solve.finite);
      CHECK(a.v.norm() < 10 * test.system.Q.norm());
    }
    CHECK(changes <= 1);
  }
}

TEST_CASE("empty worlds, rows that touch nothing and objects that nothing touches are solved") {
  Pattern pattern{.begin = {0}, .factor = {}, .blocks = {}, .rows = 0};
  TestSystem test{.pattern = pattern, .system = {}};
  Solver solver;
  solver.analyse(test.pattern);
  for (Path path : every_path) CHECK(answer(solver, test, path).factor.rank == 0);
  test.pattern.begin = {0, 2};
  test.pattern.factor = {0};
  test.pattern.rows = 2;
  test.system.L = {2, 0, 0, 2};
  test.system.Q = Eigen::Vector2d(4, 8);
  test.system.b = Eigen::Vector2d(0, 1);
  test.system.A = Eigen::Vector2d(0, 0.5);
  test.system.on = {1, 1};
  solver.analyse(test.pattern);
  for (Path path : every_path) {
    const Answer a = answer(solver, test, path);
    CHECK(a.v == Eigen::Vector2d(1, 2));
    CHECK(a.factor.rank == 1);  // 0 v = 0 says nothing; 0 v + 0.5 lambda = 1 does
    CHECK(a.lambda[1] == doctest::Approx(2));
  }
}

}  // namespace limber
