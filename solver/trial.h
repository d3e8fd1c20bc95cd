// Trials: one step tried, projected back on the constraints, and judged.
//
//   from figure.q by dq, the end in `end`, evaluated there
//
// A trial is good when
//   - everything is finite and the rows that were met are met,
//   - the correction by projection is small beside the step (else it may have left its branch).
// Whether it also comes nearer to a hand, or gains no energy, is judged by who asked for it.
// Nothing moves until accept().
#pragma once

#include <Eigen/Core>
#include <limits>
#include <vector>

#include "solver/figure.h"
#include "solver/project.h"
#include "solver/reason.h"

namespace limber {

struct Step {  // what is tried
  const Eigen::VectorXd& dq;
  const std::vector<char>& implied;  // rows that follow from the others where it begins
  double most;                       // the largest deviation of a row that is projected
  // Of rows that are not met where it begins: the sum of their squares. It must not grow.
  double squared = std::numeric_limits<double>::infinity();
};

struct Trial {
  Reason reason = Reason::none;  // why it is no good
  double deviation = 0;          // of the rows, where the step led, before projection
  bool compromised = false;      // rows disagree: it ends at the least-squares compromise
  bool carried = false;          // it was led by the motion of before, as at a dead point
  bool good() const { return reason == Reason::none; }
};

class Trials {
 public:
  void build(const Figure& figure);

  Trial take(Figure& figure, const Step& step);
  // The same, projected from `start`, which is nearer to the end than figure.q + dq.
  Trial take_from(Figure& figure, const Eigen::VectorXd& start, const Step& step);
  // Whether `end` is elsewhere than dq leads to.
  bool strays(const Figure& figure, const Eigen::VectorXd& dq);

  // Goes to `end`, and says how far that was. A step worth the name is the direction of the last
  // motion from now on.
  double accept(Figure& figure);

  Eigen::VectorXd end;
  Eigen::VectorXd last_motion;  // of length 1 in the metric of M, or 0
  bool was_met = true;          // the hard rows, where the tick began

 private:
  Trial settle_for_less(Figure& figure, const Eigen::VectorXd& start, const Step& step);

  Projector projector_;
  Eigen::VectorXd start_, correction_;
  std::vector<char> acting_;
};

}  // namespace limber
