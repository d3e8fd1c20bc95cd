#include "solver/border.h"

#include <algorithm>
#include <cmath>

#include "solver/tolerances.h"

namespace limber {

void Border::respond(Figure& figure) {
  P = figure.assembly.P;
  figure.solver.respond(figure.assembly.system, P, GP, W);
  free_mobility_ = figure.solver.free_response(figure.assembly.system, P) / static_cast<double>(P.cols());
}

bool Border::is_held() const { return !(usual_mobility() > rounding_mobility * free_mobility_); }

void Border::pull(const Eigen::VectorXd& reach, double damping) {
  const double mean = usual_mobility();
  g = reach;
  // Nothing gives: but which way the hands pull decides which stops let go.
  if (is_held()) return;
  damped_ = W;
  damped_.diagonal().array() += damping * mean;
  factor_.compute(damped_);
  factor_.solveInPlace(g);
}

double Border::mobility_along(const Eigen::VectorXd& d) const {
  double along = 0;
  for (Eigen::Index i = 0; i < d.size(); ++i)
    for (Eigen::Index j = 0; j < d.size(); ++j) along += d[i] * W(i, j) * d[j];
  const double usual = d.squaredNorm() * W.trace() / static_cast<double>(d.size());
  return usual > 0 ? along / usual : 1;
}

void Border::find_line() {
  line_.setZero();
  if (W.rows() != 2) return;
  // Of [a b; b c]: the axis of the greater eigenvalue, and the lesser by the determinant.
  const double a = W(0, 0), b = W(0, 1), c = W(1, 1);
  const double greater = 0.5 * (a + c) + std::hypot(0.5 * (a - c), b);
  if (a * c - b * b > line_mobility * greater * greater) return;
  line_ = a > c ? Eigen::Vector2d(greater - c, b) : Eigen::Vector2d(b, greater - a);
  line_.normalize();
}

void Border::keep_reachable(Eigen::VectorXd& away) const {
  if (on_a_line()) away = line_ * line_.dot(away);
}

}  // namespace limber
