// Border: the hands, solved last. The paper's mouse is a very stiff spring; among the other rows it
// would wreck them where its target is out of reach, so it is bordered onto the solved figure:
//
//   P' = how held points move,  G = the figure's answer to forces (constraints holding)
//   W  = P' G P                 mobility of the held points, 2 x 2 for one hand
//   (W + damping tr(W)/n 1) g = reach          dq = G P g
//
// reach: what is left from the held points to where the hands are. The hand's compliance is a small
// part of the mobility: what it cannot reach it does not strain.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "solver/figure.h"

namespace limber {

class Border {
 public:
  // G P and W at the state of the factor at hand.
  void respond(Figure& figure);
  // g for this reach.
  void pull(const Eigen::VectorXd& reach, double damping);

  // Of `away`, what the hand can do at all: where the held point moves on a line only, the part
  // along.
  void find_line();
  void keep_reachable(Eigen::VectorXd& away) const;
  bool on_a_line() const { return line_.squaredNorm() > 0; }
  const Eigen::Vector2d& line() const { return line_; }  // of length 1

  // The rows hold these points: what mobility there seems to be is what rounding leaves of the one
  // they would have without rows.
  bool is_held() const;
  // In every direction they give less than this part of what they would without rows.
  bool gives_less(double part) const { return usual_mobility() < part * free_mobility_; }

  // Of the held points: over all directions; along d, beside that: 0 at a dead point.
  double usual_mobility() const { return W.trace() / static_cast<double>(W.rows()); }
  double mobility_along(const Eigen::VectorXd& d) const;

  Eigen::MatrixXd P, GP, W;
  Eigen::VectorXd g;  // impulses of the hands

 private:
  Eigen::MatrixXd damped_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
  Eigen::Vector2d line_ = Eigen::Vector2d::Zero();  // on which alone one hand moves, or zero
  double free_mobility_ = 0;                        // the usual one if there were no rows
};

}  // namespace limber
