// Pulls: damped Gauss-Newton steps of a held point towards a hand, each projected back on the
// constraints, where the straight way is not to be had: at stops, at singular places, out of reach.
#pragma once

#include <Eigen/Core>

#include "solver/dead_point.h"
#include "solver/grip.h"
#include "solver/newton_pull.h"
#include "solver/straight_way.h"
#include "solver/passage.h"

namespace limber {

class Pulls {
 public:
  struct Goal {
    Point target;
    double near;      // this near is there
    double gain;      // a pull that brings it nearer by less is the last
    bool hand_rests;  // then the nearest place is found beyond rounding
  };
  // Brings the held point to the target, or as near as it comes.
  Effort lead(Passage& passage, const Grip& grip, const Goal& goal);

  double stride = 0;  // how far a pull reached last, where that was less than wanted

 private:
  // The pulls used; most_pulls: it is still on its way.
  int pull_to(Passage& passage, const Grip& grip, const Goal& goal);
  bool find_direction(Passage& passage, const Grip& grip, double damping);
  bool come_to_limit(Passage& passage, const Goal& goal, const Point& away, double damping);
  bool pull_once(Passage& passage, const Goal& goal, const Point& away, double& reach, double& damping);
  bool find_again(Passage& passage, const Point& away, double reach, double damping);
  bool pull_blindly(Passage& passage);

  Eigen::VectorXd d_;
  Eigen::VectorXd blind_, blind_wish_;  // the last pull whose gain was below rounding, and its wish
  Eigen::VectorXd change_;
  DeadPoint dead_point_;
  NewtonPull newton_;
  bool out_of_reach_ = false;  // as far as these pulls have seen
};

}  // namespace limber
