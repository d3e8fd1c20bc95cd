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

  // After a direction was found with these steps: those at their limits (bounds.h) make the steps
  // that the figure lets them. In the trial that follows their rows are off,
  void give_way(Passage& passage);
  // and after it, when it was good, their phases are what the figure says. False when it has no
  // value any more.
  [[nodiscard]] bool follow_given_way(Passage& passage) const;

  // They cannot go on: they stand for the rest of the tick.
  void stand();
  // So much of a tick of h was left when its work was used up: those that hardly went on stalled.
  void note_stalls(const Figure& figure, double remaining, double h);
  bool stand_still() const { return pace_ == 0; }
  bool stalled(std::size_t m) const { return stalled_[m] != 0; }

  // While the drawing is edited the phase of a motor is what the figure says it is: the
  // least-squares solution of c(phase) = 0, by Newton.
  static void follow_figure(Figure& figure);

 private:
  static void follow_figure(const Drive& drive, Assembly& assembly);

  Eigen::VectorXd phases_, steps_;
  std::vector<char> stalled_, gives_way_;
  double pace_ = 1;  // of all speeds: 1, or 0 while they stand
};

}  // namespace limber
