#include "solver/motors.h"

#include <algorithm>

#include "solver/tolerances.h"

namespace limber {
namespace {

// Of a drive: the only one of its rows that depends on the phase, or -1 where several do.
int only_row(const Drive& drive) {
  int found = -1;
  for (int r = 0; r < drive.gain.size(); ++r) {
    if (drive.gain[r] == 0) continue;
    if (found >= 0) return -1;
    found = drive.row + r;
  }
  return found;
}

}  // namespace

void Motors::build(const Figure& figure) {
  const Eigen::Index n = static_cast<Eigen::Index>(figure.assembly.motors.size());
  phases_.setZero(n);
  steps_.setZero(n);
  stalled_.assign(figure.assembly.motors.size(), 0);
  gives_way_.assign(figure.assembly.motors.size(), 0);
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

void Motors::note_stalls(const Figure& figure, double remaining, double h) {
  for (std::size_t m = 0; m < stalled_.size(); ++m)
    if (figure.assembly.motors[m].running && h - remaining < stalling_pace * h) stalled_[m] = 1;
}

void Motors::give_way(Passage& passage) {
  Figure& figure = passage.figure;
  std::fill(gives_way_.begin(), gives_way_.end(), char(0));
  for (const Bounds::Limited& limited : passage.direction.limited_motors()) {
    if (limited.side == 0) continue;
    const std::size_t m = static_cast<std::size_t>(limited.motor);
    const double wanted = steps_[limited.motor];
    steps_[limited.motor] += limited.excess;
    gives_way_[m] = 1;
    stalled_[m] = steps_[limited.motor] * wanted < stalling_pace * wanted * wanted;
    // Where several rows depend on the phase they hold what is square to it.
    if (const int row = only_row(figure.assembly.motors[m]); row >= 0) figure.switch_row(row, false);
  }
}

bool Motors::follow_given_way(Passage& passage) const {
  Figure& figure = passage.figure;
  Assembly& assembly = figure.assembly;
  bool any = false;
  for (const char gives : gives_way_) any = any || gives;
  for (int k = 0; any && k < phase_iterations; ++k) {
    for (std::size_t m = 0; m < assembly.motors.size(); ++m)
      if (gives_way_[m]) follow_figure(assembly.motors[m], assembly);
    if (!figure.evaluate(passage.trials.end) || !figure.differentiate()) return false;
  }
  return true;
}

// One step of Newton's.
void Motors::follow_figure(const Drive& drive, Assembly& assembly) {
  const double square = drive.gain.squaredNorm();
  if (!(square > 0)) return;
  const double step = drive.gain.dot(assembly.c.segment(drive.row, drive.gain.size())) / square;
  assembly.set_phase(drive, assembly.phase(drive) - step);
}

void Motors::follow_figure(Figure& figure) {
  for (const Drive& drive : figure.assembly.motors) follow_figure(drive, figure.assembly);
}

}  // namespace limber
