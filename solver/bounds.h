// Bounds: rows whose multiplier has bounds, by one active set.
//
// A stop c >= 0 can only push: 0 <= lambda, and lambda = 0 where c > 0. Which of them act is found
// by revising: one that would have to pull is let go, one that would be passed acts. All at once at
// first, which is nearly always right after one or two revisions; then one at a time, the first in
// order (Murty's least-index rule), which cannot cycle. The direction found last is always that of
// the set that acts.
#pragma once

#include <Eigen/Core>

#include "solver/figure.h"

namespace limber {

class Bounds {
 public:
  // At a state: those touched act.
  void begin(Figure& figure);
  bool any() const { return any_; }          // there are some
  bool touches() const { return touches_; }  // some act where it began

  // Before the first direction of a set of right-hand sides.
  void restart() { revisions_ = 0; }
  // After each: switches rows by dq and mu. True when the set has changed and the direction must be
  // found again.
  bool revise(Figure& figure, const Eigen::VectorXd& dq, const Eigen::VectorXd& mu);

 private:
  bool would_pull(const Figure& figure, int row, const Eigen::VectorXd& mu) const;
  bool would_be_passed(const Figure& figure, int row) const;

  Eigen::VectorXd rates_;
  int revisions_ = 0;
  bool any_ = false, touches_ = false;
};

}  // namespace limber
