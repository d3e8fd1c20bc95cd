#include "solver/equations.h"

#include <cmath>

#include "solver/tolerances.h"

namespace limber {

void first_order(Figure& figure, double h, double clock, const Eigen::VectorXd& phase_steps) {
  Assembly& assembly = figure.assembly;
  System& system = assembly.system;
  system.Q = h * assembly.Q;
  for (int r = 0; r < figure.rows(); ++r) {
    const Row& row = assembly.rows[static_cast<std::size_t>(r)];
    const double c = assembly.c[r];
    system.A[r] = 0;
    figure.wanted[r] = 0;
    if (row.compliance > 0) {
      if (row.stop) figure.switch_row(r, c < 0);
      system.A[r] = row.compliance / h;
      system.b[r] = -c;
    } else {
      if (row.unmet(c) > nearly_met * assembly.size) figure.wanted[r] = c * std::exp(-h / tau);
      system.b[r] = figure.wanted[r] - c - assembly.c_time[r] * clock;
    }
    if (!figure.on(r)) system.b[r] = 0;
  }
  for (Eigen::Index m = 0; m < phase_steps.size(); ++m) {
    const Drive& drive = assembly.motors[static_cast<std::size_t>(m)];
    system.b.segment(drive.row, drive.gain.size()) -= drive.gain * phase_steps[m];
  }
}

}  // namespace limber
