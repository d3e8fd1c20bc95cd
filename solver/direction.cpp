#include "solver/direction.h"

#include <algorithm>
#include <cmath>

#include "solver/tolerances.h"

namespace limber {

void Direction::begin(Figure& figure) { bounds_.begin(figure); }

void Direction::find_implied(Figure& figure) {
  figure.mark_none();
  if (inconsistent <= hard_tolerance * figure.assembly.size) figure.mark_implied();
  implied = figure.implied;
}

bool Direction::find(Figure& figure, const Eigen::VectorXd& d, double damping, double sharing) {
  System& system = figure.assembly.system;
  moves_ = system.Q.squaredNorm() > 0 || system.b.squaredNorm() > 0;
  bounds_.restart();
  for (;;) {
    if (!figure.refactor(sharing > 0 ? sharing * figure.typical_diagonal() : 0)) return false;
    if (d.size() > 0) border.respond(figure, rounding_mobility / figure.assembly.size);
    if (!solve(figure, d, damping)) return false;
    if (!bounds_.revise(figure, dq, mu)) break;
    moves_ = true;
  }
  find_implied(figure);
  if (d.size() > 0) mobility = border.mobility_along(d);
  return dq.allFinite();
}

bool Direction::solve(Figure& figure, const Eigen::VectorXd& d, double damping) {
  System& system = figure.assembly.system;
  inconsistent = 0;
  if (moves_) {
    const SolveReport solved = figure.solver.solve(system, system.Q, system.b, dq_0_, mu);
    if (!solved.finite) return false;
    inconsistent = solved.residual;
  } else {
    dq_0_.setZero(figure.assembly.columns());
    mu.setZero(figure.rows());
  }
  if (d.size() == 0) {
    dq = dq_0_;
    return true;
  }
  return add_hands(figure, d, damping);
}

bool Direction::add_hands(Figure& figure, const Eigen::VectorXd& d, double damping) {
  if (fixed_rows()) return regrip(d, damping);
  System& system = figure.assembly.system;
  reach_ = d;
  reach_.noalias() -= figure.assembly.P.transpose() * dq_0_;
  dp = d - reach_;
  border.pull(reach_, damping);
  dp.noalias() += border.W * border.g;
  // the forces in the rows are wanted, those the hands cause included
  Q_ = system.Q;
  Q_.noalias() += figure.assembly.P * border.g;
  return figure.solver.solve(system, Q_, system.b, dq, mu).finite;
}

bool Direction::regrip(const Eigen::VectorXd& d, double damping) {
  border.pull(d, damping);
  dp.noalias() = border.W * border.g;
  dq.noalias() = border.GP * border.g;
  mobility = border.mobility_along(d);
  return dq.allFinite();
}

bool Direction::grasp(Figure& figure) {
  begin(figure);
  if (bounds_.touches() || !figure.refactor()) return false;
  moves_ = false;
  inconsistent = 0;
  border.respond(figure, 0);
  find_implied(figure);
  border.find_line();
  return border.GP.allFinite();
}

void Direction::correct(Figure& figure, const Eigen::VectorXd& residual, double damping,
                        Eigen::VectorXd& step) {
  figure.solver.correct(figure.assembly.system, residual, step);
  reach_ = residual.tail(border.P.cols());
  reach_.noalias() -= border.P.transpose() * step;
  border.pull(reach_, damping);
  step.noalias() += border.GP * border.g;
}

// v = argmin |v - s last_motion|_M with the rows met, but for what in them is nearly singular:
// there the motion goes on as it came. s is what serves rows and hands best.
bool Direction::find_with_inertia(Figure& figure, const Eigen::VectorXd& d, double damping,
                                  const Eigen::VectorXd& last_motion) {
  System& system = figure.assembly.system;
  figure.rates(last_motion, rates_, [](int) { return true; });
  double along = 0, square = 0;
  for (int r = 0; r < figure.rows(); ++r)
    if (figure.on(r)) {
      along += system.b[r] * rates_[r];
      square += rates_[r] * rates_[r];
    }
  if (d.size() > 0) {
    reach_.noalias() = figure.assembly.P.transpose() * last_motion;
    along += d.dot(reach_);
    square += reach_.squaredNorm();
  }
  // No faster than the rows and hands would move it by themselves.
  bool good = figure.refactor(inertia_compliance * figure.typical_diagonal());
  if (good && d.size() > 0) border.respond(figure, rounding_mobility / figure.assembly.size);
  moves_ = true;
  if (!good || !solve(figure, d, damping)) return false;
  const double pace = std::sqrt(figure.assembly.metric.product(dq, dq));
  const double s = square > 0 ? std::clamp(along / square, -2 * pace, 2 * pace) : 0;
  saved_Q_ = system.Q;
  Q_.resize(figure.assembly.columns());
  figure.assembly.metric.times(last_motion, Q_);
  system.Q += s * Q_;
  good = solve(figure, d, damping) && dq.allFinite();
  system.Q = saved_Q_;
  return good;
}

}  // namespace limber
