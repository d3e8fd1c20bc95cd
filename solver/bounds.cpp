#include "solver/bounds.h"

#include <algorithm>
#include <cmath>

#include "solver/tolerances.h"

namespace limber {

double impulse(const Drive& drive, const Eigen::VectorXd& mu) {
  double sum = 0;
  for (Eigen::Index r = 0; r < drive.gain.size(); ++r) sum -= drive.gain[r] * mu[drive.row + r];
  return sum;
}

void Bounds::begin(Figure& figure, double h) {
  touches_ = false;
  motors_.clear();
  const std::vector<Drive>& drives = figure.assembly.motors;
  for (std::size_t m = 0; h > 0 && m < drives.size(); ++m)
    if (drives[m].running && std::isfinite(drives[m].limit))
      motors_.push_back({.motor = static_cast<int>(m), .most = drives[m].limit * h});
  any_ = figure.has_stops() || !motors_.empty();
  if (!figure.has_stops()) return;
  const double near = touching_distance * figure.assembly.size;
  for (int r = 0; r < figure.rows(); ++r)
    if (figure.stop(r) && figure.hard(r)) {
      figure.switch_row(r, figure.assembly.c[r] <= near);
      touches_ = touches_ || figure.on(r);
    }
}

bool Bounds::gives_way() const {
  return std::any_of(motors_.begin(), motors_.end(), [](const Limited& m) { return m.side != 0; });
}

bool Bounds::would_pull(const Figure& figure, int row, const Eigen::VectorXd& mu) const {
  return figure.stop(row) && figure.on(row) && mu[row] < 0;
}

bool Bounds::would_be_passed(const Figure& figure, int row) const {
  return figure.stop(row) && figure.hard(row) && !figure.on(row) &&
         figure.assembly.c[row] + rates_[row] <
             figure.wanted[row] - touching_distance * figure.assembly.size;
}

void Bounds::let_go(Figure& figure, int row) const {
  figure.switch_row(row, false);
  figure.assembly.system.b[row] = 0;
}

void Bounds::hold(Figure& figure, int row) const {
  figure.switch_row(row, true);
  figure.assembly.system.b[row] = figure.wanted[row] - figure.assembly.c[row];
}

// True when the motor is to act otherwise.
bool Bounds::revise(const Figure& figure, Limited& limited, const Eigen::VectorXd& mu) const {
  const Drive& drive = figure.assembly.motors[static_cast<std::size_t>(limited.motor)];
  const int side = limited.side;
  if (side != 0) {
    if (limited.excess * side > 0) limited.side = 0;  // it gave way to the wrong side
  } else if (const double pushes = impulse(drive, mu);
             std::abs(pushes) > (1 + limit_rounding) * limited.most) {
    limited.side = pushes > 0 ? 1 : -1;
  }
  return limited.side != side;
}

// The first in order of the rows that is to act otherwise.
bool Bounds::revise_first(Figure& figure, const Eigen::VectorXd& mu) {
  for (int r = 0; r < figure.rows(); ++r) {
    for (Limited& limited : motors_)
      if (figure.assembly.motors[static_cast<std::size_t>(limited.motor)].row == r &&
          revise(figure, limited, mu))
        return true;
    if (would_pull(figure, r, mu)) return let_go(figure, r), true;
    if (would_be_passed(figure, r)) return hold(figure, r), true;
  }
  return false;
}

bool Bounds::revise(Figure& figure, const Eigen::VectorXd& dq, const Eigen::VectorXd& mu) {
  if (!any_) return false;
  // The least-index rule ends after at most 2^n changes and, but for examples made to be slow,
  // after some n. Beyond twice that, what is left is rounding.
  const int blocks = most_revisions, most = blocks + 2 * figure.rows();
  const bool one_by_one = revisions_ >= blocks;
  if (revisions_++ >= most) return false;
  const auto find_rates = [&] {
    figure.rates(dq, rates_, [&](int r) { return figure.stop(r) && !figure.on(r); });
  };
  if (one_by_one) {
    find_rates();
    return revise_first(figure, mu);
  }
  bool changed = false;
  for (Limited& limited : motors_) changed = revise(figure, limited, mu) || changed;
  for (int r = 0; r < figure.rows(); ++r)
    if (would_pull(figure, r, mu)) {
      let_go(figure, r);
      changed = true;
    }
  if (changed) return true;
  find_rates();
  for (int r = 0; r < figure.rows(); ++r)
    if (would_be_passed(figure, r)) {
      hold(figure, r);
      changed = true;
    }
  return changed;
}

}  // namespace limber
