// Direction: which way a figure goes, to first order.
//
//   1. what springs, forces, motors and unmet constraints ask for:  dq_0 from the system of
//   figure.h
//   2. the hands, last, as a border. With P' = how held points move and W = P' G P their mobility
//      under the constraints (2 x 2 for one hand),
//          (W + damping tr(W)/n 1) g = d - P' dq_0,        dq = dq_0 + G P g
//      d: from the held points to where the hands are. So a hand is a very stiff implicit spring
//      whose compliance is a small part of the mobility: what it cannot reach it does not strain.
//   3. stops: a touched stop that would have to pull is let go; one that would be passed is
//   touched.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <vector>

#include "solver/figure.h"

namespace limber {

class Direction {
 public:
  // Before the first find at a state: which stops are touched, evaluated and weighed at figure.q.
  void begin(Figure& figure);

  // h Q and r are in figure.assembly.system.Q and .b, A is set. d: 2 per hand.
  // With `sharing`, a compliance relative to what is typical, rows that disagree share the error.
  // False when something was not finite.
  [[nodiscard]] bool find(Figure& figure, const Eigen::VectorXd& d, double damping,
                          double sharing = 0);
  // The hands pull by another d, or with another damping, from the same state: no factor is needed.
  // Not when stops might act otherwise or the rows ask for a motion: fixed_rows.
  [[nodiscard]] bool regrip(const Eigen::VectorXd& d, double damping);
  bool fixed_rows() const { return !stops_ && !moves_; }

  // Only the factor and the border of the state at hand, for regrip and correct. False when
  // something is not finite, or a stop is touched.
  [[nodiscard]] bool grasp(Figure& figure);
  // What brings rows and hands nearer, both at once, by the factor and the border at hand: the
  // shortest step with J step = residual and P' step = away, which stands behind the residual.
  // Of away, what the hand can do at all: where the held point moves on a line only, the part
  // along.
  void keep_reachable(Eigen::VectorXd& away) const;
  bool on_a_line() const { return line_.squaredNorm() > 0; }
  const Eigen::Vector2d& line() const { return line_; }  // of length 1
  void correct(Figure& figure, const Eigen::VectorXd& residual, double damping,
               Eigen::VectorXd& step);

  // After find: with the motion of before as inertia, sense (of length 1 in the metric of M) scaled
  // to what rows and hands ask.
  [[nodiscard]] bool find_with_inertia(Figure& figure, const Eigen::VectorXd& d, double damping,
                                       const Eigen::VectorXd& sense);

  Eigen::VectorXd dq, mu;     // mu includes what the hands cause
  Eigen::VectorXd dp;         // how far the held points will go
  Eigen::VectorXd g;          // impulses of the hands
  double inconsistent = 0;    // the largest part of r that no motion can meet
  std::vector<char> implied;  // rows that follow from the others (see Figure)
  // Of the held points, over all directions.
  double usual_mobility() const { return W_.trace() / static_cast<double>(W_.rows()); }
  double mobility = 1;  // along d, beside that of all directions of the hands: 0 at a dead point

 private:
  bool solve(Figure& figure, const Eigen::VectorXd& d, double damping);
  bool border(Figure& figure, const Eigen::VectorXd& d, double damping);
  void grip(double damping);
  void find_mobility(const Eigen::VectorXd& d);
  bool revise_stops(Figure& figure);

  void find_implied(Figure& figure);
  void find_line();

  Eigen::VectorXd dq_0_, Q_, saved_Q_, reach_, reach_row_;
  Eigen::MatrixXd P_, GP_, W_, damped_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
  Eigen::Vector2d line_ = Eigen::Vector2d::Zero();  // on which alone one hand moves, or zero
  double least_mobility_ = 0;                       // what is less is rounding
  bool moves_ = false;                              // r or Q is not zero
  bool stops_ = false, touches_ = false;            // there are some; some act
};

}  // namespace limber
