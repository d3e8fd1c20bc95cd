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

namespace {

// A crank of length 10 with its far end weighed down.
struct Winch {
  World world;
  CurveId crank;
  MotorId motor;
};

Winch winch(double weight, double speed, double limit, double angle = 0) {
  Winch scene;
  scene.crank = add_bar(scene.world, Point(0, 0), polar(10, angle));
  nail(scene.world, scene.crank, 0);
  scene.motor = drive(scene.world, scene.crank, speed);
  Motor motor = *scene.world.find(scene.motor);
  motor.limit = limit;
  scene.world.set(scene.motor, motor);
  scene.world.add(Force{scene.world.add(point_at(scene.crank, 1)), Point(0, -weight)});
  return scene;
}

double phase_of(const World& world, MotorId id) {
  const Motor& motor = *world.find(id);
  return world.find(motor.constraint)->on[static_cast<std::size_t>(motor.input)].number[0];
}

}  // namespace

// Such a motor stood for ever, whatever hung on it: a brake of unlimited force.
TEST_CASE("a motor too weak to hold its load is driven back by it, as fast as the drag says") {
  // Of a bar about its end the drag against turning is length^3 / 3.
  const double drag = 1000.0 / 3;
  for (const double limit : {0.0, 20.0, 60.0}) {
    CAPTURE(limit);
    Winch scene = winch(10, 1, limit);
    Stepper stepper;
    const StepReport& report = stepper.step(scene.world, tick, Run::play);
    const double angle = scene.world.find(scene.crank)->q[2];
    CHECK(angle == doctest::Approx(tick * (limit - 100) / drag).epsilon(1e-3));
    CHECK(phase_of(scene.world, scene.motor) == doctest::Approx(angle));
    REQUIRE(report.islands.size() == 1);
    CHECK(report.islands[0].stalled.size() == 1);
    CHECK(report.islands[0].not_met.empty());
    for (int k = 0; k < 9600; ++k) stepper.step(scene.world, tick, Run::play);
    // Where what is left of the load is what it can hold.
    CHECK(10 * 10 * std::cos(scene.world.find(scene.crank)->q[2]) ==
          doctest::Approx(limit).scale(100).epsilon(1e-3));
  }
}

TEST_CASE("a motor strong enough lifts its load at its speed, one in between more slowly") {
  const double drag = 1000.0 / 3;
  Winch strong = winch(10, 1, 100 + drag + 1);
  Winch middling = winch(10, 1, 100 + drag / 2);
  Stepper stepper, other;
  CHECK(stepper.step(strong.world, tick, Run::play).islands[0].stalled.empty());
  CHECK(strong.world.find(strong.crank)->q[2] == doctest::Approx(tick));
  CHECK(other.step(middling.world, tick, Run::play).islands[0].stalled.empty());
  CHECK(middling.world.find(middling.crank)->q[2] == doctest::Approx(tick / 2).epsilon(1e-3));
}

// The first was throttled as if the second did not act, then the second.
TEST_CASE("what two limited motors on one crank do does not depend on their order") {
  const double speeds[][2] = {{5, 2}, {3, 3}, {4, -1}, {2, 0}};
  const double limits[][2] = {{400, 400}, {900, 100}, {50, 30}, {1e4, 300}};
  for (const auto& speed : speeds)
    for (const auto& limit : limits) {
      CAPTURE(speed[0]);
      CAPTURE(speed[1]);
      CAPTURE(limit[0]);
      CAPTURE(limit[1]);
      double ends[2];
      for (int order = 0; order < 2; ++order) {
        Winch scene = winch(10, speed[order], limit[order]);
        const MotorId other = drive(scene.world, scene.crank, speed[1 - order]);
        Motor second = *scene.world.find(other);
        second.limit = limit[1 - order];
        scene.world.set(other, second);
        Stepper stepper;
        for (int k = 0; k < 20; ++k) {
          const StepReport& report = stepper.step(scene.world, tick, Run::play);
          CHECK(report.islands[0].not_met.empty());
        }
        ends[order] = scene.world.find(scene.crank)->q[2];
      }
      CHECK(ends[0] == doctest::Approx(ends[1]).epsilon(1e-6));
    }
}

// It held against any hand, by its row.
TEST_CASE("a hand stronger than a motor's limit turns its crank") {
  Winch scene = winch(0, 1, 5);
  Stepper stepper;
  const HandId hand = scene.world.grab(scene.crank, 1);
  for (int k = 1; k <= 60; ++k) {
    scene.world.pull(hand, polar(10, -0.01 * k));
    stepper.step(scene.world, tick, Run::play);
  }
  for (int k = 0; k < 30; ++k) stepper.step(scene.world, tick, Run::play);
  CHECK(scene.world.find(scene.crank)->q[2] == doctest::Approx(-0.6).epsilon(1e-3));
}
