// Two thousand random drawings as linear systems: all ways to solve them give the same answer, and
// so do Eigen's SparseQR and its SVD.
//
// Velocities are compared in the metric of M, rows are scaled to length 1: neither the unit of a
// parameter nor that of a row matters.
#include <doctest/doctest.h>

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <string>

#include "solver/figure.h"
#include "solver/solve.h"
#include "solver/stepper.h"
#include "tests/oracles.h"
#include "tests/worlds.h"

using namespace limber;

namespace {

constexpr unsigned worlds = 2000;
constexpr Path every_path[] = {Path::qr, Path::ldlt, Path::svd, Path::automatic};

TestSystem system_of(const Figure& figure) {
  return {figure.assembly.pattern, figure.assembly.system};
}

// Every island of the drawing that has a value where it stands, as numbers.
template <class Visit>
void each_figure(const World& world, Visit visit) {
  for (const Island& island : find_islands(world).all) {
    Figure figure;
    figure.build(world, island);
    figure.read(world, Path::automatic);
    if (figure.rows() == 0 || !figure.evaluate(figure.q) || !figure.weigh()) continue;
    visit(figure);
  }
}

// Rows as a step has them: stops are on where they are passed, and some others, since the algebra
// does not care why; springs have their compliance.
void choose_rows(Figure& figure, Random& random) {
  System& system = figure.assembly.system;
  for (int r = 0; r < figure.rows(); ++r) {
    figure.switch_row(r, !figure.stop(r) || figure.assembly.c[r] < 0 || random.whole(1, 4) == 1);
    system.A[r] = figure.assembly.rows[static_cast<std::size_t>(r)].compliance / tick;
  }
}

Eigen::VectorXd random_vector(Eigen::Index n, Random& random) {
  Eigen::VectorXd out(n);
  for (double& x : out) x = random.in(-1, 1);
  return out;
}

// The oracles' answer, by rows scaled to length 1, and how many of them are independent.
struct Judged {
  Dense dense;
  Eigen::VectorXd length, lambda, w, w_qr;
  int rows = 0, rank = 0;
  double condition = 1;
  bool doubtful = false;  // a row is neither new nor old by a clear margin

  explicit Judged(const TestSystem& test) : dense(test) {
    length = dense.C.colwise().norm();
    const double shortest = test.system.shortest_row;
    const Eigen::VectorXd D =
        length.unaryExpr([&](double x) { return x > shortest ? 1 / x : 0.0; });
    Dense scaled = dense;
    scaled.C = dense.C * D.asDiagonal();
    scaled.r = D.asDiagonal() * dense.r;
    const Eigen::VectorXd sigma = Eigen::JacobiSVD<Eigen::MatrixXd>(scaled.C).singularValues();
    rows = static_cast<int>(std::count(test.system.on.begin(), test.system.on.end(), 1));
    for (const double one : sigma) {
      rank += one > rank_tolerance;
      doubtful = doubtful || (one > 1e-10 && one < 1e-4);
    }
    if (rank > 0) condition = sigma[0] / sigma[rank - 1];
    lambda = D.asDiagonal() * lambda_by_svd(scaled, rank_tolerance);
    w = dense.half_velocity(lambda);
    w_qr =
        dense.half_velocity(D.asDiagonal() * lambda_by_sparse_qr(scaled, rank_tolerance));
  }
};

}  // namespace

TEST_CASE("in 2,000 random drawings all paths agree with Eigen's SparseQR and SVD") {
  int systems = 0, singular = 0, doubtful = 0, soft = 0;
  for (unsigned seed = 1; seed <= worlds; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const Drawn drawn = random_drawing(random_traits(random), random);
    each_figure(drawn.world, [&](Figure& figure) {
      choose_rows(figure, random);
      TestSystem test = system_of(figure);
      const Dense plain(test);
      // Rows that agree: what some motion does to them.
      test.system.Q = plain.L * random_vector(test.pattern.columns(), random);
      test.system.b = plain.C.topRows(test.pattern.columns()).transpose() *
                      random_vector(test.pattern.columns(), random);
      const Judged judged(test);
      ++systems;
      doubtful += judged.doubtful;
      singular += judged.rank < judged.rows;
      soft += test.system.A.maxCoeff() > 0;
      const double allowed = 1e-11 * judged.condition, scale = 1 + judged.w.norm();
      if (!judged.doubtful) CHECK((judged.w_qr - judged.w).norm() < allowed * scale);
      for (const Path path : every_path) {
        CAPTURE(std::string(name(path)));
        const FactorReport factor = figure.solver.factor(test.system, path);
        REQUIRE(factor.finite);
        Eigen::VectorXd v, lambda;
        const SolveReport solved =
            figure.solver.solve(test.system, test.system.Q, test.system.b, v, lambda);
        REQUIRE(solved.finite);
        // Where the rank is in doubt a row counts or not, and v differs by what it asks for; that
        // all rows are met, counted or not, holds even so.
        CHECK(solved.residual < 1e-6 * (1 + test.system.b.lpNorm<Eigen::Infinity>()));
        if (judged.doubtful) continue;
        // LDLT sees squares and may be mistaken about the rank, but then it says so.
        if (path != Path::ldlt || !factor.doubtful) CHECK(factor.rank == judged.rank);
        const Eigen::VectorXd w = judged.dense.L.transpose() * v;
        const Eigen::VectorXd force = judged.dense.half_velocity(lambda) - judged.dense.w0;
        CHECK((w - judged.w).norm() < allowed * scale);
        CHECK((force - (judged.w - judged.dense.w0)).norm() < allowed * scale);
        if (judged.rank == judged.rows && factor.rank == judged.rows)
          CHECK(((lambda - judged.lambda).array() * judged.length.array()).matrix().norm() <
                allowed * judged.condition * scale);
      }
    });
  }
  MESSAGE(systems, " systems, ", singular, " singular, ", soft, " soft, ", doubtful, " in doubt");
  CHECK(systems >= 2000);
  CHECK(singular > 500);
  CHECK(soft > 500);
  CHECK(doubtful < 50);
}

TEST_CASE("constraint forces do no work, in 2,000 random drawings") {
  for (unsigned seed = 1; seed <= worlds; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const Drawn drawn = random_drawing(random_traits(random), random);
    each_figure(drawn.world, [&](Figure& figure) {
      choose_rows(figure, random);
      figure.assembly.system.A.setZero();
      TestSystem test = system_of(figure);
      const Dense dense(test);
      test.system.Q = dense.L * random_vector(test.pattern.columns(), random);
      const Eigen::VectorXd none = Eigen::VectorXd::Zero(test.pattern.rows);
      for (const Path path : every_path) {
        CAPTURE(std::string(name(path)));
        figure.solver.factor(test.system, path);
        Eigen::VectorXd v, lambda;
        REQUIRE(figure.solver.solve(test.system, test.system.Q, none, v, lambda).finite);
        const Eigen::VectorXd half = dense.L.triangularView<Eigen::Lower>().solve(test.system.Q);
        const Eigen::VectorXd w = dense.L.transpose() * v, force = w - half;  // B lambda
        CHECK(std::abs(force.dot(w)) < 1e-9 * (1 + half.squaredNorm()));
      }
    });
  }
}

TEST_CASE("contradictory drawings: a small compliance of every row gives the SVD's compromise") {
  int contradictory = 0, compared = 0;
  for (unsigned seed = 1; seed <= worlds; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Traits traits = random_traits(random);
    traits.contradictory = true;
    const Drawn drawn = random_drawing(traits, random);
    each_figure(drawn.world, [&](Figure& figure) {
      choose_rows(figure, random);
      System& system = figure.assembly.system;
      for (int r = 0; r < figure.rows(); ++r)
        if (!figure.hard(r)) figure.switch_row(r, false);
      system.A.setZero();
      system.Q.setZero();
      system.b = -figure.assembly.c;
      const TestSystem test = system_of(figure);
      const Judged judged(test);
      if (judged.doubtful || judged.rank == 0 || judged.rank == judged.rows) return;
      // The least squares of what is left, in drawing units: rows not scaled.
      const Dense& dense = judged.dense;
      const Eigen::VectorXd sigma = Eigen::JacobiSVD<Eigen::MatrixXd>(dense.C).singularValues();
      const double least = sigma[judged.rank - 1];
      const Eigen::VectorXd w = dense.half_velocity(lambda_by_svd(dense, 0.5 * least / sigma[0]));
      const Eigen::MatrixXd B = dense.C.topRows(w.size());
      contradictory += (B.transpose() * w - dense.r).norm() > 1e-6 * (1 + dense.r.norm());
      // Off by extra / sigma^2 in every direction, to first order, and by sigma / extra of what rows that
      // all but agree disagree by; and forces as large as the disagreement over extra leave their rounding.
      const double extra = 1e-8 * sigma[0] * sigma[0];
      const double dropped = judged.rank < sigma.size() ? sigma[judged.rank] : 0;
      const double off = 2 * extra / (least * least) * w.norm() + dropped / extra * dense.r.norm();
      const double rounding = 1e-14 * dense.r.norm() * sigma[0] / extra;
      if (off > 1e-3 * w.norm()) return;  // rows of very unlike lengths: no such limit
      for (const Path path : {Path::qr, Path::ldlt, Path::svd}) {
        CAPTURE(std::string(name(path)));
        figure.solver.factor(test.system, path, path == Path::svd ? 0 : extra);
        Eigen::VectorXd v, lambda;
        REQUIRE(figure.solver.solve(test.system, test.system.Q, test.system.b, v, lambda).finite);
        CHECK((dense.L.transpose() * v - w).norm() <=
              (path == Path::svd ? 1e-9 * w.norm() : off) + rounding);
        ++compared;
      }
    });
  }
  MESSAGE(contradictory, " contradictory systems, ", compared / 3, " compared");
  CHECK(contradictory > 300);
  CHECK(compared > 3 * 500);
}

TEST_CASE("the random drawings hold every type and every kind, many times") {
  std::map<std::string, int> types, kinds;
  for (unsigned seed = 1; seed <= worlds; ++seed) {
    Random random(seed);
    count(random_drawing(random_traits(random), random).world, types, kinds);
  }
  for (const auto& type : every_curve_type()) {
    CAPTURE(type->name);
    CHECK(types[type->name] >= 80);
  }
  for (const auto& kind : every_kind()) {
    CAPTURE(kind->name);
    CHECK(kinds[kind->name] >= 80);
  }
}
