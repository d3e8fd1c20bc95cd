// Bounds: rows whose multiplier has bounds, by one active set.
//
// A stop c >= 0 can only push: 0 <= lambda, and lambda = 0 where c > 0. A motor holds its phase's
// step while the force f on the phase is within its limit; at the limit the force stays and the
// phase gives way, less forwards at +limit, less backwards at -limit:
//
//   |f| < limit:  step = wanted       f = limit:  step <= wanted       f = -limit:  step >= wanted
//
// so a motor that is too weak to hold a load is driven back by it. Which of them act is found by
// revising: a stop that would have to pull is let go, one that would be passed acts; a motor beyond
// its limit gives way, one that gives way to the wrong side holds again. All at once at first, which
// is nearly always right after one or two revisions; then one at a time, the first in order (Murty's
// least-index rule, which holds for bounds on both sides as well), which cannot cycle. The direction
// found last is always that of the set that acts.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "solver/figure.h"

namespace limber {

class Bounds {
 public:
  // At a state: those stops touched act, and all motors hold. h: of the step, in which the motors
  // have limits; 0: they have none.
  void begin(Figure& figure, double h);
  bool any() const { return any_; }          // there are some
  bool touches() const { return touches_; }  // some stops act where it began

  // Before the first direction of a set of right-hand sides.
  void restart() { revisions_ = 0; }
  // After each: switches rows by dq and mu. True when the set has changed and the direction must be
  // found again.
  bool revise(Figure& figure, const Eigen::VectorXd& dq, const Eigen::VectorXd& mu);

  // A motor with a limit.
  struct Limited {
    int motor = 0;       // index in assembly.motors
    double most = 0;     // |impulse| on the phase in the step: limit h
    int side = 0;        // 0: it holds; +1, -1: at +most, -most
    double excess = 0;   // by how much its step differs from the one wanted
  };
  std::vector<Limited>& motors() { return motors_; }
  const std::vector<Limited>& motors() const { return motors_; }
  bool gives_way() const;  // some motor does
  bool acts() const { return touches_ || revisions_ > 1; }  // more than the rows decides

 private:
  bool would_pull(const Figure& figure, int row, const Eigen::VectorXd& mu) const;
  bool would_be_passed(const Figure& figure, int row) const;
  bool revise(const Figure& figure, Limited& limited, const Eigen::VectorXd& mu) const;
  bool revise_first(Figure& figure, const Eigen::VectorXd& mu);
  void let_go(Figure& figure, int row) const;
  void hold(Figure& figure, int row) const;

  Eigen::VectorXd rates_;
  std::vector<Limited> motors_;
  int revisions_ = 0;
  bool any_ = false, touches_ = false;
};

// The impulse on a motor's phase, from those in its rows.
double impulse(const Drive& drive, const Eigen::VectorXd& mu);

}  // namespace limber
