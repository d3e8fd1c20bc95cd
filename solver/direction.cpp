#include "solver/direction.h"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr int most_revisions = 12;           // of the set of stops that act
constexpr double touching = 1e-9;            // of the size: a stop this near is touched
constexpr double no_mobility = 1e-9;         // of that across: the held point moves on a line
constexpr double rounding_mobility = 1e-13;  // of a curve as long as the drawing: gives nothing
constexpr double inertia_compliance = 1e-6;  // of a row's own: what is weaker counts as singular

}  // namespace

void Direction::begin(Figure& figure) {
  stops_ = figure.has_stops();
  touches_ = false;
  if (!stops_) return;
  const double near = touching * figure.assembly.size;
  for (int r = 0; r < figure.rows(); ++r)
    if (figure.stop(r) && figure.hard(r)) {
      figure.switch_row(r, figure.assembly.c[r] <= near);
      touches_ = touches_ || figure.on(r);
    }
}

void Direction::find_implied(Figure& figure) {
  figure.mark_none();
  if (inconsistent <= hard_tolerance * figure.assembly.size) figure.mark_implied();
  implied = figure.implied;
}

bool Direction::find(Figure& figure, const Eigen::VectorXd& d, double damping, double sharing) {
  System& system = figure.assembly.system;
  moves_ = system.Q.squaredNorm() > 0 || system.b.squaredNorm() > 0;
  for (int k = 0; k < most_revisions; ++k) {
    if (!figure.refactor(sharing > 0 ? sharing * figure.typical_diagonal() : 0)) return false;
    least_mobility_ = rounding_mobility / figure.assembly.size;
    if (d.size() > 0) figure.solver.respond(system, figure.assembly.P, GP_, W_);
    if (!solve(figure, d, damping)) return false;
    if (!stops_ || !revise_stops(figure)) break;
    moves_ = true;
  }
  find_implied(figure);
  if (d.size() > 0) find_mobility(d);
  return dq.allFinite();
}

void Direction::find_mobility(const Eigen::VectorXd& d) {
  double along = 0;
  for (Eigen::Index i = 0; i < d.size(); ++i)
    for (Eigen::Index j = 0; j < d.size(); ++j) along += d[i] * W_(i, j) * d[j];
  const double usual = d.squaredNorm() * W_.trace() / static_cast<double>(d.size());
  mobility = usual > 0 ? along / usual : 1;
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
  return border(figure, d, damping);
}

// g from reach_, and how far the held points go with it.
void Direction::grip(double damping) {
  const Eigen::Index n = W_.rows();
  const double mean = W_.trace() / static_cast<double>(n);
  if (!(mean > least_mobility_)) {
    g = reach_;  // nothing gives; but which way the hands pull decides which stops let go
    return;
  }
  damped_ = W_;
  damped_.diagonal().array() += damping * mean;
  factor_.compute(damped_);
  g = reach_;
  factor_.solveInPlace(g);
}

bool Direction::regrip(const Eigen::VectorXd& d, double damping) {
  reach_ = d;
  grip(damping);
  dp.noalias() = W_ * g;
  dq.noalias() = GP_ * g;
  find_mobility(d);
  return dq.allFinite();
}

bool Direction::grasp(Figure& figure) {
  begin(figure);
  if (touches_ || !figure.refactor()) return false;
  moves_ = false;
  inconsistent = 0;
  P_ = figure.assembly.P;
  figure.solver.respond(figure.assembly.system, P_, GP_, W_);
  find_implied(figure);
  find_line();
  return GP_.allFinite();
}

void Direction::find_line() {
  line_.setZero();
  if (W_.rows() != 2) return;
  // Of [a b; b c]: the axis of the greater eigenvalue, and the lesser by the determinant.
  const double a = W_(0, 0), b = W_(0, 1), c = W_(1, 1);
  const double greater = 0.5 * (a + c) + std::hypot(0.5 * (a - c), b);
  if (a * c - b * b > no_mobility * greater * greater) return;
  line_ = a > c ? Eigen::Vector2d(greater - c, b) : Eigen::Vector2d(b, greater - a);
  line_.normalize();
}

void Direction::keep_reachable(Eigen::VectorXd& away) const {
  if (line_.squaredNorm() > 0) away = line_ * line_.dot(away);
}

void Direction::correct(Figure& figure, const Eigen::VectorXd& residual, double damping,
                        Eigen::VectorXd& step) {
  figure.solver.correct(figure.assembly.system, residual, step);
  reach_ = residual.tail(P_.cols());
  reach_.noalias() -= P_.transpose() * step;
  grip(damping);
  step.noalias() += GP_ * g;
}

bool Direction::border(Figure& figure, const Eigen::VectorXd& d, double damping) {
  if (fixed_rows()) return regrip(d, damping);
  System& system = figure.assembly.system;
  reach_ = d;
  reach_.noalias() -= figure.assembly.P.transpose() * dq_0_;
  dp = d - reach_;
  grip(damping);
  dp.noalias() += W_ * g;
  // the forces in the rows are wanted, those the hands cause included
  Q_ = system.Q;
  Q_.noalias() += figure.assembly.P * g;
  return figure.solver.solve(system, Q_, system.b, dq, mu).finite;
}

// True when the set has changed.
bool Direction::revise_stops(Figure& figure) {
  System& system = figure.assembly.system;
  const Pattern& pattern = figure.assembly.pattern;
  bool changed = false;
  // A stop can only push.
  for (int r = 0; r < figure.rows(); ++r)
    if (figure.stop(r) && figure.on(r) && mu[r] < 0) {
      figure.switch_row(r, false);
      system.b[r] = 0;
      changed = true;
    }
  if (changed) return true;
  // One that would be passed is reached instead.
  const double tolerance = touching * figure.assembly.size;
  reach_row_.setZero(figure.rows());
  for (const Pattern::Block& block : pattern.blocks) {
    const int begin = pattern.begin[static_cast<std::size_t>(block.object)];
    const int columns = pattern.begin[static_cast<std::size_t>(block.object) + 1] - begin;
    for (int r = 0; r < block.rows; ++r) {
      if (!figure.stop(block.row + r) || figure.on(block.row + r)) continue;
      for (int j = 0; j < columns; ++j)
        reach_row_[block.row + r] +=
            system.J[static_cast<std::size_t>(block.at + j * block.rows + r)] * dq[begin + j];
    }
  }
  for (int r = 0; r < figure.rows(); ++r)
    if (figure.stop(r) && figure.hard(r) && !figure.on(r) &&
        figure.assembly.c[r] + reach_row_[r] < figure.wanted[r] - tolerance) {
      figure.switch_row(r, true);
      system.b[r] = figure.wanted[r] - figure.assembly.c[r];
      changed = true;
    }
  return changed;
}

// v = argmin |v - s sense|_M with the rows met, but for what in them is nearly singular: there the
// motion goes on as it came. s is what serves rows and hands best.
bool Direction::find_with_inertia(Figure& figure, const Eigen::VectorXd& d, double damping,
                                  const Eigen::VectorXd& sense) {
  System& system = figure.assembly.system;
  const Pattern& pattern = figure.assembly.pattern;
  reach_row_.setZero(figure.rows());
  for (const Pattern::Block& block : pattern.blocks) {
    const int begin = pattern.begin[static_cast<std::size_t>(block.object)];
    const int columns = pattern.begin[static_cast<std::size_t>(block.object) + 1] - begin;
    for (int r = 0; r < block.rows; ++r)
      for (int j = 0; j < columns; ++j)
        reach_row_[block.row + r] +=
            system.J[static_cast<std::size_t>(block.at + j * block.rows + r)] * sense[begin + j];
  }
  double along = 0, square = 0;
  for (int r = 0; r < figure.rows(); ++r)
    if (figure.on(r)) {
      along += system.b[r] * reach_row_[r];
      square += reach_row_[r] * reach_row_[r];
    }
  if (d.size() > 0) {
    reach_.noalias() = figure.assembly.P.transpose() * sense;
    along += d.dot(reach_);
    square += reach_.squaredNorm();
  }
  // No faster than the rows and hands would move it by themselves.
  bool good = figure.refactor(inertia_compliance * figure.typical_diagonal());
  if (good && d.size() > 0) figure.solver.respond(system, figure.assembly.P, GP_, W_);
  moves_ = true;
  if (!good || !solve(figure, d, damping)) return false;
  const double pace = std::sqrt(figure.assembly.metric(dq, dq));
  const double s = square > 0 ? std::clamp(along / square, -2 * pace, 2 * pace) : 0;
  saved_Q_ = system.Q;
  Q_.resize(figure.assembly.columns());
  figure.assembly.times_M(sense, Q_);
  system.Q += s * Q_;
  good = solve(figure, d, damping) && dq.allFinite();
  system.Q = saved_Q_;
  return good;
}

}  // namespace limber
