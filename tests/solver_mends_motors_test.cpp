// Motors: what they can hold, where they stall, and what must not stop them.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "solver/stepper.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

constexpr double pi = 3.14159265358979323846;

Point polar(double r, double angle) { return r * Point(std::cos(angle), std::sin(angle)); }

// The joint of coupler and rocker of a four-bar in closed form; side: its branch.
Point joint(const double (&bar)[4], double angle, double side) {
  const Point A = polar(bar[1], angle), B(bar[0], 0);
  const double d = (B - A).norm();
  const Point u = (B - A) / d;
  const double along = (bar[2] * bar[2] - bar[3] * bar[3] + d * d) / (2 * d);
  const double across = std::sqrt(std::max(0.0, bar[2] * bar[2] - along * along));
  return A + along * u + side * across * Point(-u.y(), u.x());
}

}  // namespace

// At the stall a point at rest had a velocity of -15,482: what the motor's speed would ask for
// there.
TEST_CASE("where a motor has stalled nothing moves, and the velocities say so") {
  FourBar scene = four_bar(40, 30, 28, 32, 1, 1);
  World& world = scene.world;
  drive(world, scene.crank, 5);
  Stepper stepper;
  bool stalled = false;
  for (int k = 0; k < 400; ++k) {
    stepper.step(world, tick, Run::play);
    stalled = !stepper.step(world, tick, Run::play).islands.front().stalled.empty();
  }
  REQUIRE(stalled);
  Point velocity, acceleration;
  REQUIRE(stepper.motion_of(world, point_at(scene.rocker, 1), velocity, acceleration));
  CHECK(velocity.norm() == 0);
  CHECK(acceleration.norm() == 0);
}
