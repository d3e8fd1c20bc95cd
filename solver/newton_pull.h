// A pull that knows how the forces turn with the figure: Newton's step towards the place nearest to
// a hand that is out of reach,
//
//   minimise |target - p(q)|^2 / 2  with  c(q) = 0:
//   (P P' + K + damping w M) dq = P away + J' mu,   J dq = 0
//
// K is what the pull of the hand, and the forces in the rows that answer it, do when the figure
// turns: a taut arm is drawn straight by the tension in it. Without K (Direction::find) only the
// damping keeps a pull from going far past the nearest place; with it pulls converge quadratically.
// K by object, each block without its negative part, so that every step leads nearer. w: the usual
// mobility, so that the damping is relative, and the same as that of Direction.
#pragma once

#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <vector>

#include "solver/passage.h"

namespace limber {

class NewtonPull {
 public:
  // At figure.q, after passage.direction was found there: the direction becomes Newton's. Which
  // stops act is as it was. False when something is not finite, or a curve has too many numbers.
  [[nodiscard]] bool find(Passage& passage, const Eigen::VectorXd& away, double damping);

 private:
  static bool is_small(const Assembly& assembly);
  bool find_stiffness(Passage& passage, const Eigen::VectorXd& away);
  void stiffen(Assembly& assembly, double weight);

  std::vector<double> K_, L_;  // by object, as M is; L_: the factors of M, kept meanwhile
  Eigen::VectorXd force_, zero_rows_, answer_, lambda_;
  Eigen::MatrixXd block_;
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen_;
};

}  // namespace limber
