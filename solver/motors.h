// Motors: rows whose phase goes on at a steady speed while the drawing plays, as far as a limit of
// force allows. The phase is state, saved with the document; against something that does not give
// the motor stalls, the phase waits, and nothing stretches.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "solver/passage.h"

namespace limber {

class Motors {
 public:
  void build(const Figure& figure);

  // A tick begins: they run at full speed.
  void begin();
  // A step begins: phases as they are. A step was no good: back to those.
  void keep_phases(const Figure& figure);
  void restore_phases(Figure& figure) const;
  void advance_phases(Figure& figure) const;  // by the steps

  // By how much each phase is to go on in a step of h.
  void set_steps(const Figure& figure, double h);
  const Eigen::VectorXd& steps() const { return steps_; }

  // After a direction was found with these steps: whether each force is within its limit. False:
  // the steps are shorter now, and the direction must be found again.
  // find() finds the direction again, with the steps as they are.
  template <class Find>
  [[nodiscard]] bool keep_limits(Passage& passage, double h, Find find);

  // They cannot go on: they stand for the rest of the tick.
  void stand();
  bool stand_still() const { return pace_ == 0; }
  bool stalled(std::size_t m) const { return stalled_[m] != 0; }

  // While the drawing is edited the phase of a motor is what the figure says it is: the
  // least-squares solution of c(phase) = 0, by Newton.
  static void follow_figure(Figure& figure);

 private:
  static double force(const Passage& passage, const Drive& drive, double h);

  Eigen::VectorXd phases_, steps_;
  std::vector<char> stalled_;
  double pace_ = 1;  // of all speeds: 1, or 0 while they stand
};

template <class Find>
bool Motors::keep_limits(Passage& passage, double h, Find find) {
  const std::vector<Drive>& motors = passage.figure.assembly.motors;
  for (std::size_t m = 0; m < motors.size(); ++m) {
    const Drive& drive = motors[m];
    const double full = force(passage, drive, h);
    if (!(std::abs(full) > drive.limit) || !drive.running) continue;
    // The force is a linear function of the step, known from two of them.
    const Eigen::Index at = static_cast<Eigen::Index>(m);
    const double wanted = steps_[at];
    steps_[at] = 0;
    if (!find()) return false;
    const double holding = force(passage, drive, h);
    const double allowed = std::copysign(drive.limit, full);
    const double part = full == holding ? 0 : (allowed - holding) / (full - holding);
    const double throttle = std::clamp(part, 0.0, 1.0);
    stalled_[m] = throttle < stalling_pace;
    steps_[at] = wanted * throttle;
    if (!find()) return false;
  }
  return true;
}

}  // namespace limber
