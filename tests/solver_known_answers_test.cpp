// Mechanisms whose motion is known in closed form.
#include <doctest/doctest.h>

#include <cmath>

#include "solver/stepper.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

constexpr double pi = 3.14159265358979323846;

void play(Stepper& stepper, World& world) {
  for (const IslandReport& island : stepper.step(world, tick, Run::play).islands) {
    CHECK(island.residual <= hard_tolerance * world.size());
    CHECK(island.not_met.empty());
    CHECK(island.stalled.empty());
  }
}

}  // namespace

TEST_CASE("slider-crank: the slider is where the closed form says") {
  SliderCrank scene = slider_crank(1, 3, 0.5);
  drive(scene.world, scene.crank, 2 * pi);
  Stepper stepper;
  for (int k = 0; k < 480; ++k) {
    play(stepper, scene.world);
    const double angle = scene.world.find(scene.crank)->q[2];
    const double x = std::cos(angle) + std::sqrt(9 - std::sin(angle) * std::sin(angle));
    CHECK(std::abs(place(scene.world, scene.rod, 1).x() - x) < 1e-9);
  }
}

TEST_CASE("a motor keeps its phase: after ten turns the crank is where it began") {
  FourBar scene = four_bar(4, 1.5, 3.5, 3, 1);
  const MotorId motor = drive(scene.world, scene.crank, 2 * pi);
  const ConstraintId crank = scene.world.find(motor)->constraint;
  Stepper stepper;
  const Point before = place(scene.world, scene.coupler, 0.3);
  for (int k = 0; k < 2400; ++k) play(stepper, scene.world);
  CHECK((place(scene.world, scene.coupler, 0.3) - before).norm() < 1e-8);
  CHECK(scene.world.find(crank)->on[1].number[0] == doctest::Approx(1 + 20 * pi).epsilon(1e-12));
}

TEST_CASE("a parallelogram keeps its sense through its change points, both ways round") {
  for (const double speed : {2 * pi, -2 * pi})
    for (const double start : {1.0, pi / 2}) {  // pi / 2: the change point is hit exactly
      FourBar scene = parallelogram(4, 1.5, start);
      drive(scene.world, scene.crank, speed);
      Stepper stepper;
      for (int k = 0; k < 720; ++k) {
        play(stepper, scene.world);
        const double crank = scene.world.find(scene.crank)->q[2];
        const double rocker = scene.world.find(scene.rocker)->q[2];
        CHECK(std::abs(std::sin(crank - rocker)) < 1e-4);
      }
    }
}

TEST_CASE("Peaucellier's pen runs on a straight line") {
  Peaucellier scene = peaucellier();
  World& world = scene.world;
  Stepper stepper;
  stepper.settle(world);
  const HandId hand = world.grab(scene.crank, 1);
  const double x = place(world, scene.pen_bar, 1).x();
  double lowest = 1e9, highest = -1e9;
  for (int k = 0; k <= 80; ++k) {
    const double angle = 0.4 - 0.02 * k;
    world.pull(hand, Point(2.5, 0) + 2.5 * Point(std::cos(angle), std::sin(angle)));
    stepper.step(world);
    const Point pen = place(world, scene.pen_bar, 1);
    CHECK(std::abs(pen.x() - x) < 1e-9 * world.size());
    lowest = std::min(lowest, pen.y());
    highest = std::max(highest, pen.y());
  }
  CHECK(highest - lowest > 1);
}

TEST_CASE("a point of a trammel's bar runs on an ellipse") {
  Trammel scene = trammel(2, 0.7);
  World& world = scene.world;
  Stepper stepper;
  stepper.settle(world);
  const HandId hand = world.grab(scene.bar, 0.25);
  for (int k = 0; k <= 100; ++k) {
    const double angle = 0.7 + 2 * pi * k / 100;
    world.pull(hand, Point(1.5 * std::cos(angle), 0.5 * std::sin(angle)));
    stepper.step(world);
    const Point p = place(world, scene.bar, 0.25);
    CHECK(std::abs(p.x() * p.x() / 2.25 + p.y() * p.y() / 0.25 - 1) < 1e-8);
    CHECK((p - Point(1.5 * std::cos(angle), 0.5 * std::sin(angle))).norm() < 1e-3 * world.size());
  }
}

TEST_CASE("Watt's point runs nearly straight, by the known amount") {
  // Watt: two arms of length 1 turned apart, a coupler of length 0.4; its middle.
  FourBar watt;
  watt.crank = add_bar(watt.world, Point(-1, 0.2), Point(0, 0.2));
  watt.coupler = add_bar(watt.world, Point(0, 0.2), Point(0, -0.2));
  watt.rocker = add_bar(watt.world, Point(1, -0.2), Point(0, -0.2));
  nail(watt.world, watt.crank, 0);
  nail(watt.world, watt.rocker, 0);
  attach(watt.world, watt.crank, 1, watt.coupler, 0);
  attach(watt.world, watt.coupler, 1, watt.rocker, 1);
  Stepper stepper;
  stepper.settle(watt.world);
  drive(watt.world, watt.crank, 1);
  double worst = 0, reach = 0;
  for (int k = 0; k < 60; ++k) {  // a quarter of a radian
    play(stepper, watt.world);
    const Point p = place(watt.world, watt.coupler, 0.5);
    worst = std::max(worst, std::abs(p.x()));
    reach = std::max(reach, std::abs(p.y()));
  }
  CHECK(reach > 0.24);
  CHECK(worst < 3e-3 * reach);
  CHECK(worst > 1e-3 * reach);
}

TEST_CASE("Chebyshev's lambda: a straight stretch, by the figure in the books") {
  // ground 2, crank 1, coupler 2.5 and again as far beyond the joint, rocker 2.5: the tip of the
  // coupler of length 5 runs straight to a fraction of a per cent through half of the crank's turn
  World world;
  const double ground = 2, crank_length = 1, half = 2.5;
  const double angle = pi;
  const Point A = crank_length * Point(std::cos(angle), std::sin(angle)), B(ground, 0);
  const double d = (B - A).norm();
  const Point u = (B - A) / d;
  const Point C = A + 0.5 * d * u + std::sqrt(half * half - d * d / 4) * Point(-u.y(), u.x());
  const CurveId crank = add_bar(world, Point(0, 0), A);
  const CurveId coupler = add_bar(world, A, Point(2 * C - A));
  const CurveId rocker = add_bar(world, B, C);
  nail(world, crank, 0);
  nail(world, rocker, 0);
  attach(world, crank, 1, coupler, 0);
  attach(world, coupler, 0.5, rocker, 1);
  drive(world, crank, 2);
  Stepper stepper;
  double lowest = 1e9, highest = -1e9, left = 1e9, right = -1e9;
  for (int k = 0; k < 180; ++k) {  // 1.5 radians beyond the middle of the stretch
    play(stepper, world);
    const Point tip = place(world, coupler, 1);
    lowest = std::min(lowest, tip.y());
    highest = std::max(highest, tip.y());
    left = std::min(left, tip.x());
    right = std::max(right, tip.x());
  }
  CHECK(right - left > 1.5);
  CHECK(highest - lowest < 0.01 * (right - left));
}

TEST_CASE("circles that touch stay in touch while one is dragged round another") {
  Circles scene = tangent_circles(2);
  World& world = scene.world;
  Stepper stepper;
  stepper.settle(world);
  const CurveId a = scene.circles[0], b = scene.circles[1];
  const HandId hand = world.grab(measure_of(b, "center"));
  const double distance = 2.25;
  for (int k = 0; k <= 100; ++k) {
    const double angle = 2 * pi * k / 100;
    world.pull(hand, distance * Point(std::cos(angle), std::sin(angle)));
    stepper.step(world);
    const Eigen::VectorXd& q = world.find(b)->q;
    const Point center(q[0], q[1]);
    const Eigen::VectorXd& other = world.find(a)->q;
    CHECK((center - Point(other[0], other[1])).norm() == doctest::Approx(distance).epsilon(1e-9));
  }
}

TEST_CASE("a wheel that rolls on a line draws a cycloid") {
  World world;
  const CurveId road = add_curve(world, "line", {0, 0, 40, 0});
  for (int i = 0; i < 4; ++i) world.set_locked(road, i, true);
  // An ellipse with equal axes is a circle that can turn; it stands on the road at x = 2.
  const CurveId wheel = add_curve(world, "ellipse", {2, 1, 1, 1, 0});
  world.set_locked(wheel, 2, true);
  world.set_locked(wheel, 3, true);
  const ConnectorId on_road = world.add(sliding_at(road, 2.0 / 40));
  const ConnectorId on_wheel = world.add(sliding_at(wheel, 1.5 * pi));
  hold(world, "tangent",
       {on_road, on_wheel, world.add(tangent_at(road, on_road)),
        world.add(tangent_at(wheel, on_wheel))});
  // Rolling to the right it turns clockwise, and the place of contact runs on along the rim.
  hold(world, "rolling",
       {world.add(measure_of(road, "travelled", on_road)),
        world.add(measure_of(wheel, "travelled", on_wheel)), 2 - 1.5 * pi, 1.0});
  Stepper stepper;
  CHECK(stepper.settle(world) < 2400);
  const HandId hand = world.grab(measure_of(wheel, "center"));
  for (int k = 1; k <= 100; ++k) {
    const double x = 2 + 0.1 * k;
    world.pull(hand, Point(x, 1));
    stepper.step(world);
    CHECK(stepper.settle(world) < 2400);
    // the point of the rim that was at the right, t = 0, turned clockwise by x - 2
    const Point rim = place(world, wheel, 0), expected(x + std::cos(2 - x), 1 + std::sin(2 - x));
    CHECK((rim - expected).norm() < 1e-6);
  }
}
