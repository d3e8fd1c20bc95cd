// Direction: which way a figure goes, to first order.
//
//   1. what springs, forces, motors and unmet constraints ask for:  dq_0 from the system of
//      figure.h, filled by equations.h
//   2. the hands, last, as a border (border.h):  reach = d - P' dq_0,  dq = dq_0 + G P g
//   3. bounds of multipliers (bounds.h): a touched stop that would have to pull is let go, one that
//      would be passed is touched; a motor beyond its limit of force gives way.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "solver/border.h"
#include "solver/bounds.h"
#include "solver/figure.h"

namespace limber {

class Direction {
 public:
  // Before the first find at a state: which stops are touched, evaluated and weighed at figure.q.
  // h: of the step, in which motors have their limits; 0 where motors stand still.
  void begin(Figure& figure, double h);

  // h Q and r are in figure.assembly.system.Q and .b, A is set. d: 2 per hand. At the end r is of
  // the steps the motors make.
  // With `sharing`, a compliance relative to what is typical, rows that disagree share the error.
  // False when something was not finite.
  [[nodiscard]] bool find(Figure& figure, const Eigen::VectorXd& d, double damping,
                          double sharing = 0);
  // The hands pull by another d, or with another damping, from the same state: no factor is needed.
  // Not when stops might act otherwise or the rows ask for a motion: fixed_rows.
  [[nodiscard]] bool regrip(const Eigen::VectorXd& d, double damping);
  const std::vector<Bounds::Limited>& limited_motors() const { return bounds_.motors(); }
  bool bounded() const { return bounds_.acts(); }  // a stop or a motor's limit decides
  bool fixed_rows() const { return !bounds_.any() && !moves_; }

  // Only the factor and the border of the state at hand, for regrip and correct. False when
  // something is not finite, or a stop is touched.
  [[nodiscard]] bool grasp(Figure& figure);
  // What brings rows and hands nearer, both at once, by the factor and the border at hand: the
  // shortest step with J step = residual and P' step = away, which stands behind the residual.
  void correct(Figure& figure, const Eigen::VectorXd& residual, double damping,
               Eigen::VectorXd& step);

  // Of a motion the rows allow, leaves what moves nothing that is held.
  void take_back(Eigen::VectorXd& motion);
  // Where ways meet, or nearly, and the direction found is another than the last motion.
  bool turns_off(const Figure& figure, const Eigen::VectorXd& last_motion) const;

  // After find: with the motion of before as inertia, last_motion (of length 1 in the metric of M)
  // scaled to what rows and hands ask.
  [[nodiscard]] bool find_with_inertia(Figure& figure, const Eigen::VectorXd& d, double damping,
                                       const Eigen::VectorXd& last_motion);

  Eigen::VectorXd dq, mu;     // mu includes what the hands cause
  Eigen::VectorXd dp;         // how far the held points will go
  double inconsistent = 0;    // the largest part of r that no motion can meet
  std::vector<char> implied;  // rows that follow from the others (see Figure)
  double mobility = 1;        // along d (see Border)
  Border border;

 private:
  bool factor(Figure& figure, double sharing);
  bool solve(Figure& figure, const Eigen::VectorXd& d, double damping);
  bool solve_rows(Figure& figure, const Eigen::VectorXd& d, double damping);
  bool find_excess(Figure& figure, const Eigen::VectorXd& d, double damping);
  void shift_steps(Figure& figure, double sign) const;
  bool add_hands(Figure& figure, const Eigen::VectorXd& d, double damping);
  void find_implied(Figure& figure);

  Bounds bounds_;
  Eigen::VectorXd dq_0_, Q_, saved_Q_, saved_A_, reach_, rates_;
  bool moves_ = false;  // r or Q is not zero
};

}  // namespace limber
