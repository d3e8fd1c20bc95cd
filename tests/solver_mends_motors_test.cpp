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

double speed_of(double degrees_a_tick) { return degrees_a_tick * pi / 180 / tick; }

}  // namespace

// It turned 165 degrees where 360 were asked.
TEST_CASE("a crank a thousand sizes from the origin turns as far as one at it") {
  const double bar[4] = {80, 30, 70, 60};
  const Point places[] = {Point(0, 0), Point(1e5, -2e5), Point(-1e6, 1e6)};
  for (int trial = 0; trial < 9; ++trial) {
    const Point away = places[trial / 3];
    const double degrees[] = {0.75, 3, 15};
    const double step = degrees[trial % 3];
    CAPTURE(away.x());
    CAPTURE(step);
    World world;
    const Point A = polar(bar[1], 1), C = joint(bar, 1, 1), B(bar[0], 0);
    const CurveId crank = add_bar(world, away, away + A);
    const CurveId coupler = add_bar(world, away + A, away + C);
    const CurveId rocker = add_bar(world, away + B, away + C);
    nail(world, crank, 0);
    nail(world, rocker, 0);
    attach(world, crank, 1, coupler, 0);
    attach(world, coupler, 1, rocker, 1);
    drive(world, crank, speed_of(step));
    Stepper stepper;
    stepper.settle(world);
    for (int k = 0; k < static_cast<int>(360 / step); ++k) stepper.step(world, tick, Run::play);
    CHECK(world.find(crank)->q[2] == doctest::Approx(1 + 2 * pi).epsilon(1e-6));
    CHECK((place(world, rocker, 1) - away - joint(bar, world.find(crank)->q[2], 1)).norm() < 1e-4);
  }
}

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

TEST_CASE("motors of 30 degrees a tick keep their branch for a hundred turns") {
  const double classes[][4] = {{80, 30, 70, 60}, {30, 80, 70, 60}, {100, 20, 90, 40}};
  for (const auto& bar : classes)
    for (const double side : {1.0, -1.0}) {
      CAPTURE(bar[0]);
      CAPTURE(side);
      FourBar scene = four_bar(bar[0], bar[1], bar[2], bar[3], 1, side);
      World& world = scene.world;
      drive(world, scene.crank, speed_of(30));
      Stepper stepper;
      double off = 0;
      for (int k = 0; k < 1200; ++k) {
        stepper.step(world, tick, Run::play);
        const double angle = world.find(scene.crank)->q[2];
        off = std::max(off, (place(world, scene.coupler, 1) - joint(bar, angle, side)).norm());
      }
      CHECK(world.find(scene.crank)->q[2] == doctest::Approx(1 + 1200 * pi / 6).epsilon(1e-9));
      CHECK(off < 1e-6);
    }
}

// Within 1e-5 of its change point a fast tick took the other branch.
TEST_CASE("a nearly flat parallelogram goes on as it came, in ticks of any length") {
  for (const double off : {1e-3, 1e-5, 1e-6, 1e-8})
    for (const double degrees : {1.0, 10.0, 30.0}) {
      CAPTURE(off);
      CAPTURE(degrees);
      FourBar scene = parallelogram(60, 30, 1);
      World& world = scene.world;
      drive(world, scene.crank, -speed_of(degrees));
      Stepper stepper;
      // so that some tick ends `off` before the flat place
      const double first = std::fmod(1 - off, degrees * pi / 180);
      stepper.step(world, tick * first / (degrees * pi / 180), Run::play);
      double most = 0;
      for (int k = 0; k < static_cast<int>(400 / degrees); ++k) {
        stepper.step(world, tick, Run::play);
        most = std::max(
            most, std::abs(std::remainder(
                      world.find(scene.crank)->q[2] - world.find(scene.rocker)->q[2], 2 * pi)));
      }
      CHECK(most < 1e-3);
    }
}
