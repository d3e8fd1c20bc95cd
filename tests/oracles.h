// The judges of the solver's algebra: Eigen's dense SVD and its SparseQR on the same system.
//
//   C = [L^-1 J'; sqrt A],      C'C lambda = r = b - J M^-1 Q,      v = M^-1 (Q + J' lambda)
#pragma once

#include <Eigen/Core>

#include "tests/systems.h"

namespace limber {

struct Dense {
  Eigen::MatrixXd L, M, J, C;  // rows of J that are off are zero, and so are columns of C
  Eigen::VectorXd w0, r;       // w0 = L^-1 Q

  explicit Dense(const TestSystem& test, double extra_compliance = 0);
  Eigen::VectorXd velocity(const Eigen::VectorXd& lambda) const;
  // w = L' v, of which the length is that of v in the metric of M.
  Eigen::VectorXd half_velocity(const Eigen::VectorXd& lambda) const;
};

// The least-squares answer of smallest norm; what is below `tolerance` of the largest singular
// value counts as none.
Eigen::VectorXd lambda_by_svd(const Dense& dense, double tolerance = 1e-10);
// The same v where the rows agree; dependent ones have lambda = 0.
Eigen::VectorXd lambda_by_sparse_qr(const Dense& dense, double tolerance = 1e-10);

// Beside what it is compared with, or beside 1 when that is small.
double relative_distance(const Eigen::VectorXd& a, const Eigen::VectorXd& b);

}  // namespace limber
