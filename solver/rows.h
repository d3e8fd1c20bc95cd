// Rows: what holds a figure, one number c each.
//
//   c(q, time) = target              a constraint: the target is 0, or on the way there
//   c(q, time) >= target             a stop: its multiplier can only push
//   c(q, time) + compliance lambda = 0        a spring
//
// In drawing units: a row of angles or plain numbers is multiplied by the size of the drawing
// (weight), so that one tolerance serves all. What is seen of it is how far the shorter of its
// curves is off: the direction of a line shrunk to a millionth of the drawing is known, and seen, a
// million times less exactly than that of one across it.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "solver/world.h"

namespace limber {

struct Row {
  ConstraintId constraint;  // none: the limit of a column,
  Limit limit;              //   this one
  int local = 0;            // which row of the constraint
  bool stop = false;        // the multiplier is bounded below by 0
  double compliance = 0;    // in drawing units; 0: hard
  double weight = 1;        // c here = weight * c of the kind
  double seen = 1;          // the part of a deviation that is seen; see Assembly::weigh
  int motor = -1;           // the motor (index in motors) that turns this row's phase, or -1

  bool hard() const { return compliance == 0; }
  // By how much a hard row is not met; the one place that says so. What gives is always met.
  double unmet(double c, double target = 0) const {
    if (!hard()) return 0;
    return seen * (stop ? std::max(0.0, target - c) : std::abs(c - target));
  }
};

// The rows a motor turns.
struct Drive {
  MotorId id;
  int term = 0, argument = 0;  // whose number is the phase
  int row = 0;                 // the first of its rows
  Eigen::VectorXd gain;        // dc / dphase of those rows
  double speed = 0, limit = 0;
  bool running = false;
};

}  // namespace limber
