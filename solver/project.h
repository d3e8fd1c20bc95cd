// Back onto the hard constraints: Newton in the metric of M,
//
//   dq = argmin |dq|_M  with  J dq = wanted - c,      q <- q + dq,     until c = wanted.
//
// J by the factor at hand, which is of where the step began, while that contracts well: each
// iteration then costs no factor, and brings the deviation down by a factor like the step's length.
// Otherwise by a factor of the place itself, with which it converges quadratically. A projection
// that does not contract even so is given up, since what it would find may be another branch of the
// figure. Stops that are passed on the way are switched on.
#pragma once

#include <Eigen/Core>

#include "solver/figure.h"
#include "solver/secants.h"
#include "solver/tolerances.h"

namespace limber {

enum class Projected { met, not_met, not_finite, too_far };

struct Projection {
  Projected end = Projected::met;
  double deviation = 0;  // the largest, at the end
  double squared = 0;    // of a compromise: the sum of squares
};

// From start, for the rows that are hard and on. Leaves the result in out, evaluated there.
// Rows that give (springs) are left out. L is taken as it stands: the metric of the step's begin.
class Projector {
 public:
  void resize(const Figure& figure);
  // A start that deviates by more than `most` is too far, and nothing is done.
  Projection run(Figure& figure, const Eigen::VectorXd& start, double most, Eigen::VectorXd& out);

  // The least-squares compromise of rows that disagree: Levenberg and Marquardt, the damping being
  // a compliance of every row, raised only while the residual rises.
  Projection compromise(Figure& figure, const Eigen::VectorXd& start, Eigen::VectorXd& out);

 private:
  void step(Figure& figure, Eigen::VectorXd& out);
  void switch_springs_off(Figure& figure);
  bool switch_stops_on(Figure& figure);
  void switch_implied_on(Figure& figure);
  bool share_rounding(Figure& figure, Eigen::VectorXd& out);

  Secants secants_;
  Eigen::VectorXd zero_, residual_, dq_, mu_, trial_;
};

}  // namespace limber
