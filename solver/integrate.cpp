#include "solver/integrate.h"

namespace limber {

bool integrate(const Eigen::VectorXd& q, const Eigen::VectorXd& dq, Eigen::VectorXd& next) {
  next = q + dq;
  return next.allFinite();
}

}  // namespace limber
