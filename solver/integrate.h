// q, dq -> the next q, refusing what is not finite.
#pragma once

#include <Eigen/Core>

namespace limber {

[[nodiscard]] bool integrate(const Eigen::VectorXd& q, const Eigen::VectorXd& dq,
                             Eigen::VectorXd& next);

}  // namespace limber
