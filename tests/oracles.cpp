#include "tests/oracles.h"

#include <Eigen/SVD>
#include <Eigen/SparseQR>
#include <cmath>

namespace limber {

Dense::Dense(const TestSystem& test, double extra_compliance)
    : L(dense_L(test)), M(L * L.transpose()), J(dense_J(test)) {
  const int n = test.pattern.columns(), m = test.pattern.rows;
  C.setZero(n + m, m);
  C.topRows(n) = L.triangularView<Eigen::Lower>().solve(J.transpose());
  w0 = L.triangularView<Eigen::Lower>().solve(test.system.Q);
  r = test.system.b - C.topRows(n).transpose() * w0;
  for (int i = 0; i < m; ++i) {
    if (test.system.on[i]) C(n + i, i) = std::sqrt(test.system.A[i] + extra_compliance);
    if (!test.system.on[i]) r[i] = 0;
  }
}

Eigen::VectorXd Dense::half_velocity(const Eigen::VectorXd& lambda) const {
  return w0 + C.topRows(L.rows()) * lambda;
}

Eigen::VectorXd Dense::velocity(const Eigen::VectorXd& lambda) const {
  return L.transpose().triangularView<Eigen::Upper>().solve(half_velocity(lambda));
}

Eigen::VectorXd lambda_by_svd(const Dense& dense, double tolerance) {
  Eigen::JacobiSVD<Eigen::MatrixXd> svd(dense.C, Eigen::ComputeThinU | Eigen::ComputeThinV);
  Eigen::VectorXd along = svd.matrixV().transpose() * dense.r;
  for (int i = 0; i < along.size(); ++i) {
    const double sigma = svd.singularValues()[i];
    along[i] = sigma > tolerance * svd.singularValues()[0] ? along[i] / (sigma * sigma) : 0;
  }
  return svd.matrixV() * along;
}

Eigen::VectorXd lambda_by_sparse_qr(const Dense& dense, double tolerance) {
  Eigen::SparseMatrix<double> C = dense.C.sparseView();
  C.makeCompressed();
  Eigen::SparseQR<Eigen::SparseMatrix<double>, Eigen::COLAMDOrdering<int>> qr;
  qr.setPivotThreshold(tolerance);
  qr.compute(C);
  const int rank = static_cast<int>(qr.rank());
  const Eigen::MatrixXd R = Eigen::MatrixXd(qr.matrixR()).topLeftCorner(rank, rank);
  Eigen::VectorXd x = qr.colsPermutation().transpose() * dense.r;
  Eigen::VectorXd head = R.transpose().triangularView<Eigen::Lower>().solve(x.head(rank));
  x.setZero();
  x.head(rank) = R.triangularView<Eigen::Upper>().solve(head);
  return qr.colsPermutation() * x;
}

double relative_distance(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return (a - b).norm() / (1 + b.norm());
}

}  // namespace limber
