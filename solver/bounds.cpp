#include "solver/bounds.h"

#include "solver/tolerances.h"

namespace limber {

void Bounds::begin(Figure& figure) {
  any_ = figure.has_stops();
  touches_ = false;
  if (!any_) return;
  const double near = touching_distance * figure.assembly.size;
  for (int r = 0; r < figure.rows(); ++r)
    if (figure.stop(r) && figure.hard(r)) {
      figure.switch_row(r, figure.assembly.c[r] <= near);
      touches_ = touches_ || figure.on(r);
    }
}

bool Bounds::would_pull(const Figure& figure, int row, const Eigen::VectorXd& mu) const {
  return figure.stop(row) && figure.on(row) && mu[row] < 0;
}

bool Bounds::would_be_passed(const Figure& figure, int row) const {
  return figure.stop(row) && figure.hard(row) && !figure.on(row) &&
         figure.assembly.c[row] + rates_[row] <
             figure.wanted[row] - touching_distance * figure.assembly.size;
}

bool Bounds::revise(Figure& figure, const Eigen::VectorXd& dq, const Eigen::VectorXd& mu) {
  if (!any_) return false;
  // The least-index rule ends after at most 2^n changes and, but for examples made to be slow,
  // after some n. Beyond twice that, what is left is rounding.
  const int blocks = most_revisions, most = blocks + 2 * figure.rows();
  const bool one_by_one = revisions_ >= blocks;
  if (revisions_++ >= most) return false;
  System& system = figure.assembly.system;
  bool changed = false;
  const auto let_go = [&](int r) {
    figure.switch_row(r, false);
    system.b[r] = 0;
    changed = true;
  };
  const auto hold = [&](int r) {
    figure.switch_row(r, true);
    system.b[r] = figure.wanted[r] - figure.assembly.c[r];
    changed = true;
  };
  if (!one_by_one) {
    for (int r = 0; r < figure.rows(); ++r)
      if (would_pull(figure, r, mu)) let_go(r);
    if (changed) return true;
  }
  figure.rates(dq, rates_, [&](int r) { return figure.stop(r) && !figure.on(r); });
  for (int r = 0; r < figure.rows(); ++r) {
    if (one_by_one && changed) break;
    if (one_by_one && would_pull(figure, r, mu))
      let_go(r);
    else if (would_be_passed(figure, r))
      hold(r);
  }
  return changed;
}

}  // namespace limber
