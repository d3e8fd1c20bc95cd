#include "solver/flexible_step.h"

#include <cmath>

#include "solver/mass_tolerances.h"

namespace limber {

void FlexibleStep::build(int numbers) {
  const Eigen::Index n = 1 + numbers;
  for (Vector* v : {&residual, &mean, &m0_, &m1_, &way_, &r_, &m_}) v->setZero(n);
  for (Vector* v : {&s0_, &s1_, &g_}) v->setZero(numbers);
  for (Eigen::MatrixXd* m : {&residual_by, &mean_by, &inertia_, &sum_, &product_}) m->setZero(n, n);
}

void FlexibleStep::begin(const double* s0, const Flexible::Spread& at0, double omega,
                         const Vector& rates, double h) {
  h_ = h;
  at0_ = at0;
  s0_ = Eigen::Map<const Vector>(s0, s0_.size());
  way_ << omega, rates;
  m0_.noalias() = at0.N * way_;
}

bool FlexibleStep::find(Flexible& curve, const double* s1, const Flexible::Spread& at1, double turn,
                        Vector& r, Vector& m_mean) {
  // Both inertias in parallel, 2 (N0^-1 + N1^-1)^-1: the mean of what their inverses say.
  sum_ = at0_.N + at1.N;
  factor_.compute(sum_);
  sum_ = at1.N;
  factor_.solveInPlace(sum_);
  product_.noalias() = at0_.N * sum_;
  inertia_ = product_ + product_.transpose();
  way_[0] = turn;
  for (Eigen::Index k = 0; k < s0_.size(); ++k) way_[1 + k] = s1[k] - s0_[k];
  m_mean.noalias() = inertia_ * way_ / h_;
  m1_ = 2 * m_mean - m0_;
  if (!curve.centrifugal(s0_.data(), at0_, s1, at1, m0_, m1_, g_)) return false;
  r = m1_ - m0_;
  r.tail(s0_.size()) += h_ * g_;
  return r.allFinite();
}

bool FlexibleStep::evaluate(Flexible& curve, const double* s1, const Flexible::Spread& at1,
                            double turn) {
  return find(curve, s1, at1, turn, residual, mean);
}

bool FlexibleStep::differentiate(Flexible& curve, const double* s1, double turn) {
  s1_ = Eigen::Map<const Vector>(s1, s0_.size());
  for (Eigen::Index k = 0; k < residual.size(); ++k) {
    const double moves = std::sqrt(at0_.N(k, k) / curve.length());  // points, for one unit of it
    const double by = moves > 0 ? bend_difference * curve.length() / moves : bend_difference;
    if (k > 0) s1_[k - 1] += by;
    if (!curve.spread(s1_.data(), at1_)) return false;
    if (!find(curve, s1_.data(), at1_, k == 0 ? turn + by : turn, r_, m_)) return false;
    residual_by.col(k) = (r_ - residual) / by;
    mean_by.col(k) = (m_ - mean) / by;
    if (k > 0) s1_[k - 1] = s1[k - 1];
  }
  return residual_by.allFinite();
}

void FlexibleStep::end(const Flexible::Spread& at1, double& omega, Vector& rates) {
  m1_ = 2 * mean - m0_;
  factor_.compute(at1.N);
  factor_.solveInPlace(m1_);
  omega = m1_[0];
  rates = m1_.tail(rates.size());
}

}  // namespace limber
