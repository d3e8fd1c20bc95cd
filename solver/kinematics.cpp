#include "solver/kinematics.h"

#include <algorithm>
#include <cmath>

#include "solver/tolerances.h"

namespace limber {

void Kinematics::build(const World& world, const Island& island) {
  island_ = island;
  figure_.build(world, island);
}

bool Kinematics::solve(const World& world, std::span<const MotorId> stalled) {
  figure_.read(world, Path::automatic);
  Assembly& assembly = figure_.assembly;
  for (Drive& drive : assembly.motors)
    drive.running = world.find(drive.id)->running &&
                    std::find(stalled.begin(), stalled.end(), drive.id) == stalled.end();
  for (int r = 0; r < figure_.rows(); ++r)
    figure_.switch_row(r, figure_.hard(r) && !figure_.stop(r));
  assembly.system.A.setZero();
  if (!figure_.evaluate(figure_.q) || !figure_.weigh() || !figure_.refactor()) return false;
  zero_.setZero(assembly.columns());
  b_ = -assembly.c_time;
  for (const Drive& drive : assembly.motors)
    if (drive.running) b_.segment(drive.row, drive.gain.size()) -= drive.gain * drive.speed;
  for (int r = 0; r < figure_.rows(); ++r)
    if (!figure_.on(r)) b_[r] = 0;
  const SolveReport first = figure_.solver.solve(assembly.system, zero_, b_, v, mu_);
  if (!first.finite || first.residual > impossible_motion * (b_.cwiseAbs().maxCoeff() + nonzero))
    return false;
  if (!assembly.bend(figure_.q, figure_.time, v, bent_)) return false;
  b_ = -bent_;
  for (int r = 0; r < figure_.rows(); ++r)
    if (!figure_.on(r)) b_[r] = 0;
  return figure_.solver.solve(assembly.system, zero_, b_, a, mu_).finite;
}

// The point is read by an assembly of its own: the island's may not look at it.
bool Kinematics::motion_of(const World& world, const Connector& point, Point& velocity,
                           Point& acceleration) const {
  Readings readings;
  readings.build(world, island_);
  if (!world.find(point.curve)) return false;
  return motion_of(readings, readings.add(world, point), velocity, acceleration);
}

bool Kinematics::motion_of(const World& world, ConnectorId point, Point& velocity,
                           Point& acceleration) const {
  Readings readings;
  readings.build(world, island_);
  const Connector* connector = world.find(point);
  if (!connector || !world.find(connector->curve)) return false;
  return motion_of(readings, readings.add(world, point), velocity, acceleration);
}

bool Kinematics::motion_of(Readings& readings, int r, Point& velocity, Point& acceleration) const {
  if (readings[r].n != 2) return false;
  readings.finish();
  if (!readings.evaluate(figure_.q) || !readings.differentiate()) return false;
  Point of_v, of_a, bent;
  readings.rate(r, v, of_v.data());
  readings.rate(r, a, of_a.data());
  if (!readings.bend(r, figure_.q, v, bent.data())) return false;
  velocity = of_v;
  acceleration = of_a + bent;
  return true;
}

}  // namespace limber
