// A step of a flexible curve: the residual of its angle and of the numbers of its shape.
//
//   r = m1 - m0 + h (0, g)        m1 = 2 m_mean - m0,  m_mean = (mean inertia) (2 tan(dphi / 2), ds) / h
//
// for a density of 1 (flexible.h). How r changes with the end of the step is had by differences: it
// decides how fast Newton's method converges and nothing else.
#pragma once

#include <Eigen/Core>

#include "solver/flexible.h"

namespace limber {

class FlexibleStep {
 public:
  using Vector = Eigen::VectorXd;

  void build(int numbers);
  // A step of h from s0, where the inertia is at0, with this velocity (of turning, then of s).
  void begin(const double* s0, const Flexible::Spread& at0, double omega, const Vector& rates, double h);
  // To s1, with turn = 2 tan(dphi / 2). False when something has no finite value.
  [[nodiscard]] bool evaluate(Flexible& curve, const double* s1, const Flexible::Spread& at1, double turn);
  // r by turn and s, where last evaluated.
  [[nodiscard]] bool differentiate(Flexible& curve, const double* s1, double turn);
  // The velocity at the end.
  void end(const Flexible::Spread& at1, double& omega, Vector& rates);

  Vector residual, mean;  // r, m_mean
  Eigen::MatrixXd residual_by, mean_by;

 private:
  [[nodiscard]] bool find(Flexible& curve, const double* s1, const Flexible::Spread& at1, double turn,
                          Vector& r, Vector& m_mean);

  Flexible::Spread at0_, at1_;
  Vector s0_, s1_, m0_, m1_, way_, g_, r_, m_;
  Eigen::MatrixXd inertia_, sum_, product_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
  double h_ = 0;
};

}  // namespace limber
