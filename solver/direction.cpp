#include "solver/direction.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "solver/tolerances.h"

namespace limber {

void Direction::begin(Figure& figure, double h) { bounds_.begin(figure, h); }

void Direction::find_implied(Figure& figure) {
  figure.mark_none();
  if (inconsistent <= hard_tolerance * figure.assembly.size) figure.mark_implied();
  implied = figure.implied;
}

bool Direction::find(Figure& figure, const Eigen::VectorXd& d, double damping, double sharing) {
  System& system = figure.assembly.system;
  moves_ = system.Q.squaredNorm() > 0 || system.b.squaredNorm() > 0;
  bounds_.restart();
  for (Bounds::Limited& limited : bounds_.motors()) limited.excess = 0;
  for (;;) {
    if (!factor(figure, sharing)) return false;
    if (d.size() > 0) border.respond(figure);
    if (!solve(figure, d, damping)) return false;
    if (!bounds_.revise(figure, dq, mu)) break;
    moves_ = true;
  }
  find_implied(figure);
  if (d.size() > 0) mobility = border.mobility_along(d);
  return dq.allFinite();
}

// Where rows depend on each other a motor with a limit slips a little, so that what motors on one
// crank do does not depend on their order, and one against a nail has a force.
bool Direction::factor(Figure& figure, double sharing) {
  const auto again = [&] {
    return figure.refactor(sharing > 0 ? sharing * figure.typical_diagonal() : 0);
  };
  if (!again()) return false;
  if (bounds_.motors().empty() || figure.factor.dependent.empty()) return true;
  const double slip = motor_slip * figure.typical_diagonal();
  for (const Bounds::Limited& limited : bounds_.motors()) {
    const Drive& drive = figure.assembly.motors[static_cast<std::size_t>(limited.motor)];
    figure.assembly.system.A.segment(drive.row, drive.gain.size()).setConstant(slip);
  }
  return again();
}

bool Direction::solve(Figure& figure, const Eigen::VectorXd& d, double damping) {
  shift_steps(figure, 1);
  for (Bounds::Limited& limited : bounds_.motors()) limited.excess = 0;
  if (!solve_rows(figure, d, damping)) return false;
  if (!bounds_.gives_way()) return true;
  if (!find_excess(figure, d, damping)) return false;
  shift_steps(figure, -1);
  return solve_rows(figure, d, damping);
}

// By so much of the excess in the right-hand side.
void Direction::shift_steps(Figure& figure, double sign) const {
  for (const Bounds::Limited& limited : bounds_.motors()) {
    const Drive& drive = figure.assembly.motors[static_cast<std::size_t>(limited.motor)];
    figure.assembly.system.b.segment(drive.row, drive.gain.size()) +=
        sign * limited.excess * drive.gain;
  }
}

// Of the motors at their limits, after a solution with the steps wanted. The impulse on each phase
// is a linear function of all steps,  f = f_0 + K excess,  and to be at its bound.
bool Direction::find_excess(Figure& figure, const Eigen::VectorXd& d, double damping) {
  System& system = figure.assembly.system;
  std::vector<Bounds::Limited*> giving;
  for (Bounds::Limited& limited : bounds_.motors())
    if (limited.side != 0) giving.push_back(&limited);
  const auto drive = [&](const Bounds::Limited* limited) -> const Drive& {
    return figure.assembly.motors[static_cast<std::size_t>(limited->motor)];
  };
  const Eigen::Index n = static_cast<Eigen::Index>(giving.size());
  Eigen::VectorXd f_0(n), b = system.b;
  Eigen::MatrixXd K(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    f_0[i] = impulse(drive(giving[static_cast<std::size_t>(i)]), mu);
  bool good = true;
  for (Eigen::Index j = 0; j < n && good; ++j) {
    const Drive& turned = drive(giving[static_cast<std::size_t>(j)]);
    system.b.segment(turned.row, turned.gain.size()) -= turned.gain;
    good = solve_rows(figure, d, damping);
    for (Eigen::Index i = 0; i < n; ++i)
      K(i, j) = impulse(drive(giving[static_cast<std::size_t>(i)]), mu) - f_0[i];
    system.b = b;
  }
  if (!good) return false;
  Eigen::VectorXd bound(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Bounds::Limited& limited = *giving[static_cast<std::size_t>(i)];
    bound[i] = limited.side * limited.most - f_0[i];
  }
  const Eigen::VectorXd excess = K.fullPivLu().solve(bound);
  for (Eigen::Index i = 0; i < n; ++i) giving[static_cast<std::size_t>(i)]->excess = excess[i];
  return excess.allFinite();
}

bool Direction::solve_rows(Figure& figure, const Eigen::VectorXd& d, double damping) {
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
  begin(figure, 0);
  if (bounds_.touches() || !figure.refactor()) return false;
  moves_ = false;
  inconsistent = 0;
  border.respond(figure);
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

void Direction::take_back(Eigen::VectorXd& motion) {
  reach_.noalias() = border.P.transpose() * motion;
  border.pull(reach_, least_damping);
  motion.noalias() -= border.GP * border.g;
}

bool Direction::turns_off(const Figure& figure, const Eigen::VectorXd& last_motion) const {
  if (!figure.nearly_singular() || last_motion.squaredNorm() == 0) return false;
  const Metric& metric = figure.assembly.metric;
  return std::abs(metric.product(dq, last_motion)) <
         same_direction * std::sqrt(metric.product(dq, dq));
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
  // Of each row's own: rows of angles are as large as the drawing, and would make the others give.
  saved_A_ = system.A;
  figure.diagonal(rates_);
  system.A += inertia_compliance * rates_;
  // No faster than the rows and hands would move it by themselves.
  bool good = figure.refactor();
  if (good && d.size() > 0) border.respond(figure);
  moves_ = true;
  if (!good || !solve(figure, d, damping)) {
    system.A = saved_A_;
    return false;
  }
  // At a place where many rows depend on each other that may be the motion of one object of many.
  const double pace =
      2 * std::sqrt(figure.assembly.metric.product(dq, dq) * figure.assembly.objects());
  const double s = square > 0 ? std::clamp(along / square, -pace, pace) : 0;
  saved_Q_ = system.Q;
  Q_.resize(figure.assembly.columns());
  figure.assembly.metric.times(last_motion, Q_);
  system.Q += s * Q_;
  good = solve(figure, d, damping) && dq.allFinite();
  system.Q = saved_Q_;
  system.A = saved_A_;
  return good;
}

}  // namespace limber
