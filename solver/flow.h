// A flow: springs, forces, motors, unmet constraints or several hands move the figure, by implicit
// steps of time.
//
// A step is tried, then judged; one that is no good is tried again with hands that give more, or
// shorter:
//   - the trial must be good (trial.h),
//   - what is not met must not take the figure too far at once,
//   - a driven figure must not leave its branch,
//   - the energy of springs and forces, less the work of hands and motors, must not grow.
#pragma once

#include <Eigen/Core>

#include "solver/hand_path.h"
#include "solver/motors.h"
#include "solver/orientation.h"
#include "solver/stepper.h"
#include "solver/passage.h"

namespace limber {

class Flow {
 public:
  void build(const Figure& figure);
  void run(World& world, Passage& passage, HandPath& hand_path, double h, Run run);
  const Motors& motors() const { return motors_; }

  Eigen::VectorXd forces;  // in the rows, newtons of the drawing, in the last step

 private:
  Trial step(Passage& passage, double h, bool by_inertia);
  bool find(Passage& passage, double h, double sharing = 0);
  bool share_out(Passage& passage, double h);
  bool carry_on(Passage& passage);
  bool leaves_branch(Passage& passage);
  bool predict(Passage& passage, double square_of_dq);
  double length_along_last_motion(const Passage& passage) const;
  enum class Energy { falls, rises, no_telling };
  Energy judge_energy(const Passage& passage, double h, double energy_before,
                      double dissipated) const;
  bool overshoots(Passage& passage, double h);
  double hand_work(const Passage& passage, double h) const;
  bool nothing_else_moves(const Passage& passage) const;
  bool leaps(const Passage& passage, const Eigen::VectorXd& from);
  void aim_hands(const World& world, const Passage& passage, double part_left);
  int take_hands(World& world, Passage& passage, HandPath& hand_path);
  bool loosen_hands();
  void leave_hands(World& world, const Passage& passage) const;

  Motors motors_;
  Hand::Firmness firmness_;  // of the hands, all alike
  bool plays_ = false;
  double squared_ = 0;          // of the rows' disagreement, where a step begins
  Eigen::VectorXd d_, p_0_;     // from the held points to the hands; where those began
  Eigen::VectorXd start_, way_;
  bool driven_alone_ = false;  // nothing but rows moves the figure,
  bool determined_ = false;    // and they determine it
  Orientation orientation_;
};

}  // namespace limber
