// SparseQr and SparseLdlt by themselves: what stands in the factor they leave behind.
#include "solver/sparse_factor.h"

#include <doctest/doctest.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <random>

#include "solver/half_jacobian.h"
#include "solver/sparse_ldlt.h"
#include "solver/sparse_qr.h"
#include "tests/systems.h"

namespace limber {
namespace {

struct Factored {
  Elimination elimination;
  HalfJacobian B;
  SparseFactor factor;
  Eigen::MatrixXd S;  // B'B + A, dense, by position
};

enum class By { qr, ldlt };

Factored factor(const TestSystem& test, By by) {
  Factored out;
  out.elimination = analyse_elimination(test.pattern);
  out.B.analyse(test.pattern, out.elimination);
  REQUIRE(out.B.compute(test.pattern, out.elimination, test.system));
  out.factor.analyse(out.elimination);
  std::vector<double> A;
  for (int row : out.elimination.order) A.push_back(test.system.on[row] ? test.system.A[row] : 0);
  if (by == By::qr) {
    SparseQr qr;
    qr.analyse(test.pattern, out.elimination);
    qr.factor(out.elimination, out.B, A, out.factor);
  } else {
    SparseLdlt ldlt;
    ldlt.analyse(out.elimination);
    ldlt.factor(out.elimination, out.B, A, out.factor);
  }
  const Eigen::MatrixXd B =
      dense_L(test).triangularView<Eigen::Lower>().solve(dense_J(test).transpose());
  const Eigen::MatrixXd S = B.transpose() * B;
  out.S = S(out.elimination.order, out.elimination.order);
  for (size_t p = 0; p < A.size(); ++p) out.S(p, p) += A[p];
  return out;
}

// U'DU, lines of dependent rows left out.
Eigen::MatrixXd multiplied(const Factored& f) {
  const int n = f.elimination.size();
  Eigen::MatrixXd U = Eigen::MatrixXd::Zero(n, n);
  Eigen::VectorXd D = Eigen::VectorXd::Zero(n);
  for (size_t k = 0; k < f.elimination.fronts.size(); ++k) {
    const Front& front = f.elimination.fronts[k];
    for (int p = 0; p < front.pivots; ++p) {
      const double inverse = f.factor.inverse_D[front.first + p];
      if (inverse == 0) continue;
      D[front.first + p] = 1 / inverse;
      U(front.first + p, front.first + p) = 1;
      for (int j = 0; j < front.columns; ++j)
        U(front.first + p, f.elimination.columns[front.at + j]) +=
            f.factor.U.data()[f.factor.at[k] + p * front.stride() + j];
    }
  }
  return U.transpose() * D.asDiagonal() * U;
}

}  // namespace

TEST_CASE("U'DU is B'B + A, by QR and by LDLT, whatever is soft, off or redundant") {
  std::mt19937_64 random(21);
  for (int trial = 0; trial < 300; ++trial) {
    const TestSystem test = random_system({.objects = 1 + trial % 20, .constraints = 1 + trial % 23}, random);
    for (By by : {By::qr, By::ldlt}) {
      const Factored f = factor(test, by);
      CAPTURE(trial);
      CAPTURE(by == By::qr);
      // LDLT leaves out pivots below 1e-12 of the diagonal, and what rounding made of them
      CHECK((multiplied(f) - f.S).norm() <= (by == By::qr ? 1e-13 : 1e-10) * f.S.norm());
    }
  }
}

TEST_CASE("chains, nets and linkages are factored to rounding") {
  for (Bars bars : {Bars::rigid, Bars::ends})
    for (const Frame& framework : {chain(40), grid(5, true), grid(6, false), jansen_leg(), four_bar()})
      for (By by : {By::qr, By::ldlt}) {
        const Factored f = factor(system_of(framework, bars), by);
        CHECK((multiplied(f) - f.S).norm() <= (by == By::qr ? 1e-13 : 1e-9) * f.S.norm());
      }
}

TEST_CASE("QR keeps a row of which 3e-7 is new, where LDLT takes it for a copy") {
  // two rows on one object of two numbers: (1, 0) and (1, 3e-7)
  TestSystem test;
  test.pattern = {.begin = {0, 2}, .factor = {0}, .blocks = {{.row = 0, .rows = 2, .object = 0, .at = 0}}, .rows = 2};
  test.system.L = {1, 0, 0, 1};
  test.system.J = {1, 1, 0, 3e-7};
  test.system.A.setZero(2);
  test.system.on = {1, 1};
  const Factored qr = factor(test, By::qr), ldlt = factor(test, By::ldlt);
  CHECK(qr.factor.inverse_D[1] == doctest::Approx(1 / 9e-14));
  CHECK(qr.factor.smallest_kept() == doctest::Approx(3e-7));
  CHECK(ldlt.factor.inverse_D[1] == 0);
}

TEST_CASE("a soft copy of a hard row is no copy: its compliance is new") {
  TestSystem test;
  test.pattern = {.begin = {0, 1}, .factor = {0}, .blocks = {{.row = 0, .rows = 2, .object = 0, .at = 0}}, .rows = 2};
  test.system.L = {1};
  test.system.J = {1, 1};
  test.system.A = Eigen::Vector2d(0, 0.25);
  test.system.on = {1, 1};
  for (By by : {By::qr, By::ldlt}) {
    const Factored f = factor(test, by);
    double x[2];
    x[f.elimination.position[0]] = 1;  // v = 1 by the hard row; the soft one then wants 0.25 lambda = 1
    x[f.elimination.position[1]] = 2;
    SparseFactor solver = f.factor;
    solver.solve(f.elimination, x);
    CHECK(x[f.elimination.position[1]] == doctest::Approx(4));
    CHECK(x[f.elimination.position[0]] == doctest::Approx(-3));
  }
}

}  // namespace limber
