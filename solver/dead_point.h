// A dead point: there is a direction in which the held point does not move, to first order, though
// the figure can. An arm stretched out, a slider at the end of its way. What moves it there is of
// second order,
//
//   v  with  J v = 0,  P' v = 0:      p(q + s v) = p + a s^2 / 2
//
// so the figure leaves it as a square root, s = sqrt(2 away / a), on the side it came from: what
// was bent upwards bends upwards again. Where it came from is the last motion, which is kept,
// turned along with the figure, while that is at a dead point.
//
// At the end of its way a held point moves in no direction at all: the piston of a crank. Then v is
// the motion that is left, and the figure goes through as it came, as inertia would carry it.
#pragma once

#include <Eigen/Core>

#include "solver/passage.h"

namespace limber {

class DeadPoint {
 public:
  // After a direction was found at figure.q: whether that is one.
  bool find(Passage& passage);
  // Whether one is near, and the side known it comes from.
  bool near() const { return near_; }
  // And whether past it lies another branch: a pull that does not know how the forces turn may lead
  // there.
  bool divides() const { return near_ && !at_end_; }

  // Leaves it where that brings the held point nearer to the target. True when it has: the figure
  // is evaluated and weighed at a new place. Otherwise the direction must be found again.
  [[nodiscard]] bool leave(Passage& passage, const Point& target);

  // The figure stands still though the hand is elsewhere: the nearest place, or one where the motion
  // as it came leads nearer. True when it has gone on.
  [[nodiscard]] bool carry_on(Passage& passage, const Point& target);

  // After any other step near one that the figure was at: the side it came from is still the same.
  void keep_memory(Passage& passage) const { passage.trials.last_motion = at_end_ ? v_ : -v_; }

 private:
  bool find_motion(Passage& passage, const Eigen::VectorXd& like);
  void keep_held_point(const Passage& passage);
  bool make_unit(const Passage& passage);
  bool go(Passage& passage, double length);

  Eigen::Vector2d moves_;  // the direction in which the held point moves most
  double mobility_ = 0;    // in that direction
  double asked_ = 0;       // the square of the motion asked for
  bool near_ = false;      // in the other it hardly moves, though the figure does
  bool at_end_ = false;    // nor in that
  Eigen::VectorXd v_;      // of length 1 in the metric of M, to the side it came from, or goes to
  Eigen::VectorXd like_, force_, zero_rows_, mu_, step_;
};

}  // namespace limber
