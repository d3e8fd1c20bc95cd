#include "solver/motors.h"

#include <algorithm>

namespace limber {

void Motors::build(const Figure& figure) {
  const Eigen::Index n = static_cast<Eigen::Index>(figure.assembly.motors.size());
  phases_.setZero(n);
  steps_.setZero(n);
  stalled_.assign(figure.assembly.motors.size(), 0);
}

void Motors::begin() {
  pace_ = 1;
  std::fill(stalled_.begin(), stalled_.end(), char(0));
}

void Motors::keep_phases(const Figure& figure) {
  for (Eigen::Index m = 0; m < phases_.size(); ++m)
    phases_[m] = figure.assembly.phase(figure.assembly.motors[static_cast<std::size_t>(m)]);
}

void Motors::restore_phases(Figure& figure) const {
  for (Eigen::Index m = 0; m < phases_.size(); ++m)
    figure.assembly.set_phase(figure.assembly.motors[static_cast<std::size_t>(m)], phases_[m]);
}

void Motors::advance_phases(Figure& figure) const {
  for (Eigen::Index m = 0; m < phases_.size(); ++m) {
    const Drive& drive = figure.assembly.motors[static_cast<std::size_t>(m)];
    if (drive.running) figure.assembly.set_phase(drive, phases_[m] + steps_[m]);
  }
}

void Motors::set_steps(const Figure& figure, double h) {
  for (Eigen::Index m = 0; m < steps_.size(); ++m) {
    const Drive& drive = figure.assembly.motors[static_cast<std::size_t>(m)];
    steps_[m] = drive.running ? drive.speed * pace_ * h : 0;
  }
}

void Motors::stand() {
  pace_ = 0;
  std::fill(stalled_.begin(), stalled_.end(), char(1));
}

// On its phase, from the forces in its rows.
double Motors::force(const Passage& passage, const Drive& drive, double h) {
  double sum = 0;
  for (Eigen::Index r = 0; r < drive.gain.size(); ++r)
    sum -= drive.gain[r] * passage.direction.mu[drive.row + r] / h;
  return sum;
}

void Motors::follow_figure(Figure& figure) {
  Assembly& assembly = figure.assembly;
  for (const Drive& drive : assembly.motors) {
    const double square = drive.gain.squaredNorm();
    if (!(square > 0)) continue;
    const double step = drive.gain.dot(assembly.c.segment(drive.row, drive.gain.size())) / square;
    assembly.set_phase(drive, assembly.phase(drive) - step);
  }
}

}  // namespace limber
