// Dead points and change points: a figure passes them in the sense it came, or stops there and says
// so. It never teleports and never silently changes its branch.
#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "solver/stepper.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

constexpr double pi = 3.14159265358979323846;

double cross(Point a, Point b) { return a.x() * b.y() - a.y() * b.x(); }

// The joint of coupler and rocker in closed form; side: its branch.
Point joint(const double (&bar)[4], double angle, double side) {
  const Point A = bar[1] * Point(std::cos(angle), std::sin(angle)), B(bar[0], 0);
  const double d = (B - A).norm();
  const Point u = (B - A) / d;
  const double along = (bar[2] * bar[2] - bar[3] * bar[3] + d * d) / (2 * d);
  const double across = std::sqrt(std::max(0.0, bar[2] * bar[2] - along * along));
  return A + along * u + side * across * Point(-u.y(), u.x());
}

double branch(const FourBar& scene) {
  const Point A = place(scene.world, scene.crank, 1);
  return cross(place(scene.world, scene.rocker, 0) - A, place(scene.world, scene.coupler, 1) - A);
}

// Where a figure lies flat its rows see the square of what it is off: rows that are met to 1e-11 of
// the drawing leave it the root of that.
constexpr double flat = 3e-5;

constexpr int turns = 1000, ticks_a_turn = 40;
constexpr double turning = 240 * 2 * pi / ticks_a_turn;  // radians per second

}  // namespace

TEST_CASE("cranks that go round keep their branch for a thousand turns, as the closed form says") {
  const double classes[][4] = {
      {4, 1.5, 3.5, 3},  // crank and rocker
      {1.5, 4, 3.5, 3},  // double crank: the ground is the shortest
      {5, 1, 4.5, 2},    // a slim one
  };
  for (const auto& bar : classes)
    for (const double side : {1.0, -1.0})
      for (const double speed : {turning, -turning}) {
        if (side * speed < 0 && bar[0] == 5) continue;
        FourBar scene = four_bar(bar[0], bar[1], bar[2], bar[3], 1, side);
        drive(scene.world, scene.crank, speed);
        Stepper stepper;
        double worst = 0, off = 0;
        int flips = 0;
        for (int k = 0; k < turns * ticks_a_turn / (side > 0 ? 1 : 10); ++k) {
          const IslandReport& island = stepper.step(scene.world, tick, Run::play).islands.front();
          worst = std::max(worst, island.residual);
          const double angle = scene.world.find(scene.crank)->q[2];
          off = std::max(off,
                         (place(scene.world, scene.coupler, 1) - joint(bar, angle, side)).norm());
          if (branch(scene) * side <= 0) ++flips;
        }
        CAPTURE(bar[0]);
        CAPTURE(side);
        CHECK(worst <= hard_tolerance * scene.world.size());
        CHECK(off < 1e-8 * scene.world.size());
        CHECK(flips == 0);
      }
}

TEST_CASE("rockers driven to and fro keep their branch for a thousand swings") {
  const double classes[][4] = {
      {4, 3, 1.5, 3.5},    // double rocker: the coupler is the shortest
      {4, 3, 3.5, 1.5},    // rocker and crank
      {3, 2.5, 2.8, 2.6},  // no bar goes round
  };
  for (const auto& bar : classes) {
    FourBar scene = four_bar(bar[0], bar[1], bar[2], bar[3], 1.2, 1);
    World& world = scene.world;
    const MotorId motor = drive(world, scene.crank, 0.3 * 60);
    Stepper stepper;
    double worst = 0, off = 0;
    int flips = 0;
    for (int swing = 0; swing < 2 * turns; ++swing) {
      Motor turned = *world.find(motor);
      turned.speed = -turned.speed;
      world.set(motor, turned);
      for (int k = 0; k < 8; ++k) {
        worst = std::max(worst, stepper.step(world, tick, Run::play).islands.front().residual);
        const double angle = world.find(scene.crank)->q[2];
        off = std::max(off, (place(world, scene.coupler, 1) - joint(bar, angle, 1)).norm());
        if (branch(scene) <= 0) ++flips;
      }
    }
    CAPTURE(bar[2]);
    CHECK(worst <= hard_tolerance * world.size());
    CHECK(off < 1e-8 * world.size());
    CHECK(flips == 0);
  }
}

TEST_CASE("a motor that drives a rocker against its dead point stalls, and comes back as it went") {
  const double bars[][4] = {{4, 3, 1.5, 3.5}, {4, 3, 3.5, 1.5}, {3, 2.5, 2.8, 2.6}};
  for (const auto& bar : bars) {
    FourBar scene = four_bar(bar[0], bar[1], bar[2], bar[3], 1.2, 1);
    World& world = scene.world;
    const MotorId motor = drive(world, scene.crank, 2);
    Stepper stepper;
    bool stalled = false;
    double before = world.find(scene.crank)->q[2];
    for (int k = 0; k < 800; ++k) {
      const IslandReport& island = stepper.step(world, tick, Run::play).islands.front();
      CHECK(island.residual <= hard_tolerance * world.size());
      stalled = stalled || !island.stalled.empty();
      const double angle = world.find(scene.crank)->q[2];
      CHECK(std::abs(angle - before) < 0.05);
      before = angle;
    }
    CHECK(stalled);
    Motor turned = *world.find(motor);
    turned.speed = -turned.speed;
    world.set(motor, turned);
    for (int k = 0; k < 60; ++k) stepper.step(world, tick, Run::play);
    CHECK(world.find(scene.crank)->q[2] < before - 0.2);
    const double angle = world.find(scene.crank)->q[2], side = branch(scene) > 0 ? 1 : -1;
    CHECK((place(world, scene.coupler, 1) - joint(bar, angle, side)).norm() < 1e-8 * world.size());
  }
}

TEST_CASE("figures that can lie flat pass their change points in the sense they came, every turn") {
  // s + l = p + q. Going on as it came, each joint follows the smooth closed form.
  for (const double speed : {turning / 4, -turning / 4}) {
    // ground 4, crank 2, coupler and rocker 3: across = 2 sqrt 2 cos(angle / 2), period two turns
    const double bar[4] = {4, 2, 3, 3};
    FourBar scene = four_bar(bar[0], bar[1], bar[2], bar[3], 1, 1);
    drive(scene.world, scene.crank, speed);
    Stepper stepper;
    double off = 0, worst = 0;
    for (int k = 0; k < 40 * 4 * ticks_a_turn; ++k) {
      worst = std::max(worst, stepper.step(scene.world, tick, Run::play).islands.front().residual);
      const double angle = scene.world.find(scene.crank)->q[2];
      const double side = std::cos(angle / 2) >= 0 ? 1 : -1;
      off = std::max(off, (place(scene.world, scene.coupler, 1) - joint(bar, angle, side)).norm());
    }
    CHECK(worst <= hard_tolerance * scene.world.size());
    CHECK(off < 1e-8 * scene.world.size());
  }
}

TEST_CASE("a parallelogram passes its change points a thousand times, in both senses") {
  for (const double speed : {turning / 2, -turning / 2})
    for (const double start : {1.0, pi / 2}) {  // pi / 2: the change point is hit exactly
      FourBar scene = parallelogram(4, 1.5, start);
      drive(scene.world, scene.crank, speed);
      Stepper stepper;
      double off = 0, off_flat = 0;
      for (int k = 0; k < turns / 4 * 2 * ticks_a_turn; ++k) {
        stepper.step(scene.world, tick, Run::play);
        const double crank = scene.world.find(scene.crank)->q[2];
        const double apart =
            std::abs(std::sin(0.5 * (crank - scene.world.find(scene.rocker)->q[2])));
        double& most = std::abs(std::sin(crank)) < 0.05 ? off_flat : off;
        most = std::max(most, apart);
      }
      CHECK(off < 1e-8);
      CHECK(off_flat < flat);
    }
}

TEST_CASE("an antiparallelogram stays one through its change points") {
  for (const double speed : {4.0, -4.0}) {
    const double bar[4] = {4, 1.5, 4, 1.5};
    FourBar scene = four_bar(4, 1.5, 4, 1.5, 1, -1);
    drive(scene.world, scene.crank, speed);
    Stepper stepper;
    for (int k = 0; k < 2000; ++k) {
      stepper.step(scene.world, tick, Run::play);
      const double angle = scene.world.find(scene.crank)->q[2];
      const double side = std::sin(angle) >= 0 ? -1 : 1;
      CHECK((place(scene.world, scene.coupler, 1) - joint(bar, angle, side)).norm() <
            (std::abs(std::sin(angle)) < 0.05 ? flat : 1e-8) * scene.world.size());
    }
  }
}

TEST_CASE("the sense of a motion is state: a copy taken at the change point goes the same way") {
  FourBar scene = parallelogram(4, 1.5, pi / 2);
  drive(scene.world, scene.crank, -2 * pi);
  Stepper stepper;
  for (int k = 0; k < 60; ++k) stepper.step(scene.world, tick, Run::play);  // at 0, flat
  CHECK(std::abs(std::sin(scene.world.find(scene.crank)->q[2])) < 1e-6);
  World copy = scene.world;
  Stepper fresh;
  for (int k = 0; k < 60; ++k) {
    stepper.step(scene.world, tick, Run::play);
    fresh.step(copy, tick, Run::play);
  }
  CHECK(hash(copy) == hash(scene.world));
  CHECK(std::abs(std::sin(copy.find(scene.crank)->q[2] - copy.find(scene.rocker)->q[2])) < 1e-8);
}

TEST_CASE("an arm of two bars pulled straight can be bent again") {
  for (const double side : {1.0, -1.0}) {
    Linkage arm = linkage({Point(0, 0), Point(1, 0.8 * side), Point(2, 0)}, {{0, 1}, {1, 2}}, {0});
    World& world = arm.world;
    Stepper stepper;
    stepper.settle(world);
    const HandId hand = world.grab(arm.bars[1], 1);
    const double reach = 2 * std::hypot(1, 0.8);
    for (const double far : {1.5 * reach, 4 * reach}) {
      world.pull(hand, Point(far, 0));  // out of reach: straight
      stepper.settle(world, 600);
      const Point held = place(world, arm.bars[1], 1);
      CHECK((held - Point(far, 0)).norm() == doctest::Approx(far - reach).epsilon(1e-9));
      CHECK((held - Point(reach, 0)).norm() < 1e-5);
      for (const double x : {0.9, 0.5, 0.2}) {
        world.pull(hand, Point(x * reach, 0));
        stepper.settle(world, 600);
        CHECK((place(world, arm.bars[1], 1) - Point(x * reach, 0)).norm() < 1e-6);
      }
      CHECK(std::abs(place(world, arm.bars[0], 1).y()) > 0.3);
    }
  }
}

TEST_CASE("an elbow dragged through alignment goes on to the other side") {
  for (const double side : {1.0, -1.0})
    for (const int events : {20, 200}) {
      Linkage arm =
          linkage({Point(-1.2, 0), Point(0, 1 * side), Point(1.2, 0)}, {{0, 1}, {1, 2}}, {0});
      World& world = arm.world;
      // the far end slides on the axis
      const CurveId rail = add_curve(world, "line", {-4, 0, 4, 0});
      for (int i = 0; i < 4; ++i) world.set_locked(rail, i, true);
      hold(world, "coincident",
           {world.add(point_at(arm.bars[1], 1)), world.add(sliding_at(rail, 5.2 / 8))});
      Stepper stepper;
      stepper.settle(world);
      const HandId hand = world.grab(arm.bars[0], 1);
      for (int k = 1; k <= events; ++k) {
        world.pull(hand, Point(0, side * (1 - 2.0 * k / events)));
        const IslandReport& island = stepper.step(world).islands.front();
        CHECK(island.residual <= hard_tolerance * world.size());
      }
      stepper.settle(world);
      CHECK(place(world, arm.bars[0], 1).y() * side < -0.9);
      CHECK((place(world, arm.bars[0], 1) - place(world, arm.bars[1], 0)).norm() < 1e-9);
    }
}

// At the end of its way it moves in no direction, whatever is done to first order: what it did then
// was decided by rounding, or it stood there for ever.
TEST_CASE(
    "a piston led past the end of its way and back takes the crank through, in however many "
    "events") {
  for (const double far : {90.0, 200.0})
    for (const double aside : {0.0, 60.0}) {
      std::vector<double> ends;
      for (const int events : {3, 10, 40, 200}) {
        SliderCrank scene = slider_crank(20, 60, 1);
        World& world = scene.world;
        Stepper stepper;
        stepper.settle(world);
        const HandId hand = world.grab(scene.rod, 1);
        const Point from = world.find(hand)->target;
        const auto lead = [&](Point a, Point b) {
          for (int k = 1; k <= events; ++k) {
            world.pull(hand, a + (b - a) * (static_cast<double>(k) / events));
            stepper.step(world);
          }
        };
        lead(from, Point(far, aside));
        lead(Point(far, aside), from);
        stepper.settle(world);
        CAPTURE(far);
        CAPTURE(aside);
        CAPTURE(events);
        CHECK((place(world, scene.rod, 1) - from).norm() < 1e-9);
        CHECK(place(world, scene.crank, 1).y() < -1);  // it began above
        ends.push_back(place(world, scene.crank, 1).y());
      }
      for (const double end : ends) CHECK(end == doctest::Approx(ends.front()).epsilon(1e-9));
    }
}

// Where the hand's place is just in reach its mobility is a square of what is left to go: a pull
// damped by more than that came nearer by less and less, and the arm crept for seconds.
TEST_CASE("an arm led away and back to where it lies straight is there in four frames, and still") {
  for (const int bars : {2, 3, 4})
    for (const double part : {0.3, 1.0})
      for (const int events : {5, 60}) {
        std::vector<Point> points = {Point(0, 0)};
        std::vector<std::pair<int, int>> pairs;
        for (int i = 0; i < bars; ++i) {
          points.push_back(Point(i + 1, 0));
          pairs.push_back({i, i + 1});
        }
        Linkage scene = linkage(points, pairs, {0});
        World& world = scene.world;
        Stepper stepper;
        stepper.settle(world);
        const HandId hand = world.grab(scene.bars.back(), part);
        const Point from = world.find(hand)->target;
        for (int k = 1; k <= 2 * events; ++k) {
          const double away = 1 - std::abs(1 - static_cast<double>(k) / events);
          world.pull(hand, from + away * bars * Point(-0.6, 0.8));
          stepper.step(world);
        }
        for (int k = 0; k < 16; ++k) stepper.step(world);
        CAPTURE(bars);
        CAPTURE(part);
        CAPTURE(events);
        CHECK((place(world, scene.bars.back(), part) - from).norm() < 1e-6 * world.size());
        CHECK(world.sleeps());
      }
}

TEST_CASE("a straight figure under a weight that pulls sideways moves until it hangs") {
  for (const int bars : {1, 2, 5})
    for (const double angle : {0.0, 0.5 * pi, pi, 1.0}) {  // how the straight figure begins
      const Point way(std::cos(angle), std::sin(angle));
      std::vector<Point> points;
      std::vector<std::pair<int, int>> pairs;
      for (int i = 0; i <= bars; ++i) points.push_back(i * way);
      for (int i = 0; i < bars; ++i) pairs.push_back({i, i + 1});
      Linkage scene = linkage(points, pairs, {0});
      World& world = scene.world;
      const ConnectorId end = world.add(point_at(scene.bars.back(), 1));
      world.add(Force{end, Point(0, -20)});
      Stepper stepper;
      CAPTURE(bars);
      CAPTURE(angle);
      const int ticks = stepper.settle(world, 24000);
      const Point hangs = place(world, scene.bars.back(), 1);
      if (angle == 0.5 * pi) continue;  // standing on its head it is balanced
      CHECK(ticks < 24000);
      CHECK((hangs - Point(0, -bars)).norm() < 1e-3 * bars);
    }
}

TEST_CASE("a figure that hangs straight is pulled aside by a sideways force") {
  Linkage scene = linkage({Point(0, 0), Point(0, -1), Point(0, -2)}, {{0, 1}, {1, 2}}, {0});
  World& world = scene.world;
  const ConnectorId end = world.add(point_at(scene.bars[1], 1));
  const ForceId weight = world.add(Force{end, Point(0, -5)});
  Stepper stepper;
  stepper.settle(world);
  world.set(weight, Point(5, -5));
  stepper.settle(world, 24000);
  CHECK((place(world, scene.bars[1], 1) - Point(std::sqrt(2), -std::sqrt(2))).norm() < 1e-3);
}
