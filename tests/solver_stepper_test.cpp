#include "solver/stepper.h"

#include <doctest/doctest.h>
#include <Eigen/Geometry>

#include <cmath>

#include "tests/allocations.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

constexpr double pi = 3.14159265358979323846;

// Steps, and checks what must hold after every step.
const IslandReport& step(Stepper& stepper, World& world, Run run = Run::edit) {
  const StepReport& report = stepper.step(world, tick, run);
  static const IslandReport none;
  if (report.islands.empty()) return none;
  const IslandReport& island = report.islands.front();
  CHECK(island.residual <= hard_tolerance * world.size());
  world.bodies().each([](CurveId, const Body& body) { CHECK(body.curve.q.allFinite()); });
  return island;
}

// Where crank end, joint and rocker end are oriented: the branch of a four-bar.
double branch(const FourBar& scene) {
  const Point A = place(scene.world, scene.crank, 1), B = place(scene.world, scene.rocker, 0),
              C = place(scene.world, scene.coupler, 1);
  return (B - A).x() * (C - A).y() - (B - A).y() * (C - A).x();
}

// The joint of coupler and rocker in closed form.
Point closed_form(double ground, double crank, double coupler, double rocker, double angle,
                  double side) {
  const Point A = crank * Point(std::cos(angle), std::sin(angle)), B(ground, 0);
  const double d = (B - A).norm();
  const Point u = (B - A) / d;
  const double along = (coupler * coupler - rocker * rocker + d * d) / (2 * d);
  const double across = side * std::sqrt(coupler * coupler - along * along);
  return A + along * u + across * Point(-u.y(), u.x());
}

}  // namespace

TEST_CASE("a world that rests is not touched, bit for bit") {
  FourBar scene = four_bar(4, 1.5, 3.5, 3, 1);
  Stepper stepper;
  stepper.settle(scene.world);
  const std::uint64_t before = hash(scene.world);
  for (int k = 0; k < 10; ++k) CHECK(stepper.step(scene.world).islands.empty());
  CHECK(hash(scene.world) == before);
}

TEST_CASE("a four-bar dragged by its crank follows the closed form") {
  FourBar scene = four_bar(4, 1.5, 3.5, 3, 1);
  World& world = scene.world;
  Stepper stepper;
  stepper.settle(world);
  const HandId hand = world.grab(scene.crank, 1);
  for (int k = 0; k <= 300; ++k) {
    const double angle = 1 + 2 * pi * k / 100;
    world.pull(hand, 1.5 * Point(std::cos(angle), std::sin(angle)));
    const IslandReport& island = step(stepper, world);
    CHECK(island.lag < 1e-4 * world.size());
    const double turned = world.find(scene.crank)->q[2];
    CHECK((place(world, scene.coupler, 1) - closed_form(4, 1.5, 3.5, 3, turned, 1)).norm() < 1e-8);
  }
  stepper.settle(world);
  CHECK((place(world, scene.crank, 1) - world.find(hand)->target).norm() < 1e-9);
}

TEST_CASE("out of reach the held point hangs at the nearest place, and rests there") {
  FourBar scene = four_bar(4, 1.5, 3.5, 3, 1);
  World& world = scene.world;
  Stepper stepper;
  stepper.settle(world);
  const HandId hand = world.grab(scene.crank, 1);
  for (const double distance : {2.0, 5.0, 50.0}) {
    const Point target = distance * Point(std::cos(2.5), std::sin(2.5));
    world.pull(hand, target);
    CHECK(stepper.settle(world, 200) < 200);
    const Point held = place(world, scene.crank, 1);
    CHECK((held - 1.5 * target.normalized()).norm() < 1e-6);
  }
  world.release(hand);
  const Point held = place(world, scene.crank, 1);
  stepper.settle(world);
  CHECK(place(world, scene.crank, 1) == held);  // nothing creeps
}

TEST_CASE("a drag cut into 1, 10, 100 or 1,000 events ends in the same place") {
  std::vector<Eigen::VectorXd> ends;
  for (const int events : {1, 10, 100, 1000}) {
    Chain scene = chain(8);
    World& world = scene.world;
    Stepper stepper;
    stepper.settle(world);
    const HandId hand = world.grab(scene.bars.back(), 1);
    const Point from = place(world, scene.bars.back(), 1);
    for (int k = 1; k <= events; ++k) {
      world.pull(hand, from + Point(-2.5, 1.8) * k / events);
      step(stepper, world);
    }
    stepper.settle(world);
    CHECK((place(world, scene.bars.back(), 1) - from - Point(-2.5, 1.8)).norm() < 1e-8);
    Eigen::VectorXd end(8);
    for (int i = 0; i < 8; ++i) end[i] = world.find(scene.bars[static_cast<std::size_t>(i)])->q[2];
    ends.push_back(end);
  }
  for (const Eigen::VectorXd& end : ends) CHECK((end - ends.front()).norm() < 1e-6);
}

TEST_CASE("a fast mouse does not throw a linkage onto its mirror image") {
  FourBar scene = four_bar(4, 1.5, 3.5, 3, 1);
  World& world = scene.world;
  Stepper stepper;
  stepper.settle(world);
  const HandId hand = world.grab(scene.coupler, 0.5);
  const double before = branch(scene);
  for (const Point& target : {Point(2, 8), Point(-6, 1), Point(3, -5), Point(9, 2), Point(1, 3)}) {
    world.pull(hand, target);
    stepper.settle(world, 300);
    CHECK(branch(scene) * before > 0);
  }
}

TEST_CASE("a long chain follows its end") {
  Chain scene = chain(100);
  World& world = scene.world;
  Stepper stepper;
  stepper.settle(world);
  const HandId hand = world.grab(scene.bars.back(), 1);
  const Point from = place(world, scene.bars.back(), 1);
  for (int k = 1; k <= 60; ++k) {
    world.pull(hand, from + 0.3 * k * Point(-0.8, 0.6));
    CHECK(step(stepper, world).lag < 0.5e-3 * world.size());
  }
}

TEST_CASE("the triangle that cannot be settles at the least-squares compromise and says so") {
  Triangle scene = triangle(3, 1, 1);
  World& world = scene.world;
  Stepper stepper;
  int ticks = 0;
  while (ticks < 2400) {
    const StepReport& report = stepper.step(world);
    ++ticks;
    if (report.rests) {
      CHECK(report.islands.front().not_met.size() >= 3);
      break;
    }
  }
  CHECK(ticks < 2400);
  // All three on one line; three joints share what is missing, 3 - 1 - 1 = 1, and the nail with
  // them: each of the four rows in line takes the same force, so the same gap.
  const Point a0 = place(world, scene.a, 0), a1 = place(world, scene.a, 1);
  const Point b0 = place(world, scene.b, 0), b1 = place(world, scene.b, 1);
  const Point c0 = place(world, scene.c, 0), c1 = place(world, scene.c, 1);
  CHECK((b0 - a1).norm() == doctest::Approx(1.0 / 3).epsilon(1e-5));
  CHECK((c0 - b1).norm() == doctest::Approx(1.0 / 3).epsilon(1e-5));
  CHECK((a0 - c1).norm() == doctest::Approx(1.0 / 3).epsilon(1e-5));
}

TEST_CASE("hanging springs stretch by what hangs on them") {
  const double k = 10;
  Springs scene = hanging_springs(5, k);
  Stepper stepper;
  CHECK(stepper.settle(scene.world, 20000) < 20000);
  double y = 0;
  for (int i = 1; i <= 5; ++i) {
    y -= 1 + (5 - i + 1) / k;
    const Point p = place(scene.world, scene.points[static_cast<std::size_t>(i) - 1], 0);
    CHECK(p.y() == doctest::Approx(y).epsilon(1e-6));
    CHECK(std::abs(p.x()) < 1e-9);
  }
}

TEST_CASE("an unmet constraint is met with time constant tau") {
  World world;
  const CurveId bar = add_bar(world, Point(0, 0), Point(1, 0));
  nail(world, bar, 0, Point(0, 0));
  nail(world, bar, 1, Point(0.6, 0.8));  // can be met by turning
  Stepper stepper;
  double before = (place(world, bar, 1) - Point(0.6, 0.8)).norm();
  for (int k = 0; k < 10; ++k) {
    stepper.step(world);
    const double after = (place(world, bar, 1) - Point(0.6, 0.8)).norm();
    CHECK(after == doctest::Approx(before * std::exp(-tick / tau)).epsilon(0.2));
    before = after;
  }
  stepper.settle(world);
  CHECK((place(world, bar, 1) - Point(0.6, 0.8)).norm() < 1e-9);
}

TEST_CASE("nothing is allocated in the steady state of a drag") {
  Chain rope = chain(20);
  FourBar linkage = four_bar(4, 1.5, 3.5, 3, 1);
  Grid net = grid(4);
  struct Scene {
    World& world;
    CurveId held;
    double turn;  // about the origin, an event
    Point move;
  };
  for (const Scene& scene : {Scene{rope.world, rope.bars.back(), 0, Point(-0.02, 0.01)},
                             Scene{linkage.world, linkage.crank, 0.02, Point(0, 0)},
                             Scene{net.world, net.far_bar, 0.01, Point(0, 0)}}) {
    World& world = scene.world;
    Stepper stepper;
    stepper.settle(world);
    const HandId hand = world.grab(scene.held, 1);
    const Point from = place(world, scene.held, 1);
    const auto drag = [&](int first, int last) {
      for (int k = first; k < last; ++k) {
        world.pull(hand, Eigen::Rotation2Dd(scene.turn * k) * from + scene.move * k);
        stepper.step(world);
      }
    };
    drag(0, 100);
    const auto before = allocations();
    drag(100, 200);
    CHECK(allocations() == before);
  }
}
