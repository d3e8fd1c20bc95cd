#include "solver/dense_svd.h"

#include <doctest/doctest.h>

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace limber {
namespace {

Eigen::MatrixXd random_matrix(int rows, int columns, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return normal(random); });
}

DenseSvd svd_of(const Eigen::MatrixXd& W) {
  DenseSvd svd;
  svd.reserve(static_cast<int>(W.rows()), static_cast<int>(W.cols()));
  svd.start(static_cast<int>(W.rows()), static_cast<int>(W.cols())) = W;
  svd.compute();
  return svd;
}

}  // namespace

TEST_CASE("sigma and V agree with Eigen's SVD, tall, wide, full and deficient") {
  std::mt19937_64 random(4);
  for (int trial = 0; trial < 100; ++trial) {
    const int rows = 1 + trial % 13, columns = 1 + trial % 9;
    Eigen::MatrixXd W = random_matrix(rows, columns, random);
    if (trial % 3 == 0 && columns > 2) W.col(1) = 2 * W.col(0);
    const DenseSvd svd = svd_of(W);
    Eigen::JacobiSVD<Eigen::MatrixXd> oracle(W);
    std::vector<double> sigma;
    for (int i = 0; i < columns; ++i) sigma.push_back(svd.sigma(i));
    std::sort(sigma.rbegin(), sigma.rend());
    for (int i = 0; i < std::min(rows, columns); ++i)
      CHECK(sigma[i] == doctest::Approx(oracle.singularValues()[i]).epsilon(1e-12));
    oracle.setThreshold(1e-10);
    CHECK(svd.rank() == oracle.rank());
    const Eigen::MatrixXd V = svd.V(), I = Eigen::MatrixXd::Identity(columns, columns);
    CHECK((V.transpose() * V - I).norm() < 1e-13 * columns);
    for (int i = 0; i < columns; ++i)
      CHECK((W * V.col(i)).norm() == doctest::Approx(svd.sigma(i)).scale(W.norm()).epsilon(1e-14));
  }
}

TEST_CASE("columns of very different size are independent all the same") {
  std::mt19937_64 random(6);
  Eigen::MatrixXd W = random_matrix(8, 5, random);
  for (int j = 0; j < 5; ++j) W.col(j) *= std::pow(10, -4 * j);
  const DenseSvd svd = svd_of(W);
  CHECK(svd.rank() == 5);
  for (int i = 0; i < 5; ++i) CHECK(svd.part(i) > 1e-3);
}

TEST_CASE("solve_normal is the least-squares answer of smallest norm") {
  std::mt19937_64 random(8);
  Eigen::MatrixXd W = random_matrix(9, 6, random);
  W.col(4) = W.col(0) - W.col(2);
  DenseSvd svd = svd_of(W);
  const Eigen::VectorXd b = random_matrix(9, 1, random);
  Eigen::VectorXd x = W.transpose() * b;
  svd.solve_normal(x.data());
  const Eigen::VectorXd oracle = W.completeOrthogonalDecomposition().solve(b);
  CHECK((x - oracle).norm() < 1e-11 * oracle.norm());
}

TEST_CASE("without the columns it names, a matrix has full rank") {
  std::mt19937_64 random(9);
  for (int trial = 0; trial < 50; ++trial) {
    Eigen::MatrixXd W = random_matrix(10, 7, random);
    W.col(3) = W.col(1) + W.col(5);
    W.col(6) = 3 * W.col(2);
    if (trial % 2) W.col(0).setZero();
    DenseSvd svd = svd_of(W);
    const int missing = trial % 2 ? 3 : 2;
    REQUIRE(svd.columns() - svd.rank() == missing);
    int named[7];
    svd.dependent_columns(named);
    Eigen::MatrixXd kept(10, 0);
    for (int j = 0; j < 7; ++j) {
      if (std::count(named, named + missing, j)) continue;
      kept.conservativeResize(10, kept.cols() + 1);
      kept.rightCols(1) = W.col(j);
    }
    CHECK(kept.colPivHouseholderQr().rank() == svd.rank());
  }
}

}  // namespace limber
