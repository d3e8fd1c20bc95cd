// Kinematics: exact velocities and accelerations of a driven island, for plots and arrows.
//
//   J v = -(dc/dtime + dc/dphase speed)           the motors at their speeds, the clock running
//   J a = -c''(v)                                 what c bends along v, the motors as well
//   of a point:  x' = x_q v,    x'' = x_q a + x''(v)
//
// both of smallest norm in the metric of M. Nothing is differenced.
#pragma once

#include <Eigen/Core>
#include <span>

#include "solver/figure.h"

namespace limber {

class Kinematics {
 public:
  void build(const World& world, const Island& island);
  // False when the figure cannot move so, or has no finite value. Motors that have stalled stand.
  [[nodiscard]] bool solve(const World& world, std::span<const MotorId> stalled = {});
  // Of a point of the island; after solve. False when the connector is no point of it. One that
  // slides is known by its id: its t moves as well.
  [[nodiscard]] bool motion_of(const World& world, const Connector& point, Point& velocity,
                               Point& acceleration) const;
  [[nodiscard]] bool motion_of(const World& world, ConnectorId point, Point& velocity,
                               Point& acceleration) const;

  Eigen::VectorXd v, a;  // columns

 private:
  bool motion_of(Readings& readings, int point, Point& velocity, Point& acceleration) const;

  Island island_;
  Figure figure_;
  Eigen::VectorXd zero_, b_, bent_, mu_;
};

}  // namespace limber
