// Driven mechanisms: what rides along does not stop a motor, a limit of its way does, whatever its
// speed, and where branches meet it goes on as it came.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "solver/stepper.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

constexpr double pi = 3.14159265358979323846;

Point polar(double r, double angle) { return r * Point(std::cos(angle), std::sin(angle)); }
double speed_of(double degrees_a_tick) { return degrees_a_tick * pi / 180 / tick; }

// How far a crank that began at `from` has turned after a turn's worth of ticks, in degrees.
double turned(World& world, CurveId crank, double from, double degrees) {
  drive(world, crank, speed_of(degrees));
  Stepper stepper;
  stepper.settle(world);
  for (int k = 0; k < static_cast<int>(360 / degrees); ++k)
    for (const IslandReport& island : stepper.step(world, tick, Run::play).islands) {
      CHECK(island.stalled.empty());
      CHECK(island.not_met.empty());
    }
  return (world.find(crank)->q[2] - from) * 180 / pi;
}

// N loops of a parallelogram side by side, their arms at this angle; they lie flat at 0 and 180
// degrees, where every arm could go its own way.
struct Loops {
  World world;
  std::vector<CurveId> arms;
};

Loops loops(int n, double angle) {
  Loops scene;
  for (int i = 0; i <= n; ++i) {
    const Point a(i, 0), b = a + polar(1, angle);
    scene.arms.push_back(add_bar(scene.world, a, b));
    nail(scene.world, scene.arms.back(), 0);
    if (i == 0) continue;
    const CurveId top = add_bar(scene.world, b - Point(1, 0), b);
    attach(scene.world, scene.arms[static_cast<std::size_t>(i - 1)], 1, top, 0);
    attach(scene.world, top, 1, scene.arms[static_cast<std::size_t>(i)], 1);
  }
  return scene;
}

}  // namespace

// The motor stopped for good at 63 degrees of 360: near a place where rows are merely ill-scaled the
// figure was led by its last motion, and rows of angles, weighed by the size of the drawing, made all
// others give.
TEST_CASE("a coupler a hundred or a thousand times as long as its pins are apart turns with its crank") {
  for (const double times : {10.0, 100.0, 1000.0})
    for (const double degrees : {0.75, 3.0, 15.0}) {
      CAPTURE(times);
      CAPTURE(degrees);
      FourBar scene = four_bar(80, 30, 70, 60, 1);
      const Point A = place(scene.world, scene.crank, 1), C = place(scene.world, scene.rocker, 1);
      World world;
      const CurveId crank = add_bar(world, Point(0, 0), A);
      const CurveId coupler = add_bar(world, A, A + (C - A) * times);
      const CurveId rocker = add_bar(world, Point(80, 0), C);
      nail(world, crank, 0);
      nail(world, rocker, 0);
      attach(world, crank, 1, coupler, 0);
      attach(world, coupler, 1 / times, rocker, 1);
      CHECK(turned(world, crank, 1, degrees) == doctest::Approx(360).epsilon(1e-9));
    }
}

TEST_CASE("a tracer point far out on the coupler, or a long slot, does not stop the crank") {
  for (const double times : {30.0, 300.0})
    for (const double degrees : {0.75, 3.0, 15.0}) {
      CAPTURE(times);
      CAPTURE(degrees);
      FourBar scene = four_bar(80, 30, 70, 60, 1);
      const Point far = place(scene.world, scene.crank, 1) + times * 100 * Point(-0.3, 1);
      scene.world.weld({scene.coupler, add_curve(scene.world, "point", {far.x(), far.y()})});
      CHECK(turned(scene.world, scene.crank, 1, degrees) == doctest::Approx(360).epsilon(1e-9));

      World world;  // the crank's end slides on a lever
      const Point pivot(0, -40), end = polar(20, 1);
      const double length = times * 100;
      const CurveId crank = add_bar(world, Point(0, 0), end);
      const CurveId lever =
          add_bar(world, pivot, pivot + (end - pivot).normalized() * length);
      nail(world, crank, 0);
      nail(world, lever, 0);
      hold(world, "coincident",
           {world.add(point_at(crank, 1)),
            world.add(Connector{lever, SlidingAt{(end - pivot).norm() / length}})});
      CHECK(turned(world, crank, 1, degrees) == doctest::Approx(360).epsilon(1e-9));
    }
}

// The crank reaches as far as coupler and rocker less `excess`: about 180 degrees there is a zone
// where the figure cannot be. Steps across it ended on the other side, on either branch, and the
// linkage seemed to turn fully; and a tick that was refused at last threw away how far it had come.
TEST_CASE("a motor stalls where its way ends, whatever its speed and however narrow the gap") {
  for (const double excess : {1e-6, 1e-4, 1e-3, 1e-2, 0.1, 1.0})
    for (const double degrees : {0.75, 3.0, 15.0, 30.0, 75.0})
      for (const double start : {1.0, 1.3, -2.0}) {
        CAPTURE(excess);
        CAPTURE(degrees);
        CAPTURE(start);
        FourBar scene = four_bar(80, 30, 60, 50 - excess, start, 1);
        const double reach = 110 - excess;
        const double last = std::acos((80 * 80 + 30 * 30 - reach * reach) / (2 * 80 * 30.0));
        drive(scene.world, scene.crank, speed_of(degrees));
        Stepper stepper;
        stepper.settle(scene.world);
        bool stalled = false;
        for (int k = 0; k < 1.2 * 360 / degrees + 4; ++k) {
          const IslandReport& island = stepper.step(scene.world, tick, Run::play).islands[0];
          stalled = !island.stalled.empty();
          CHECK(island.not_met.empty());
        }
        CHECK(stalled);
        CHECK(std::abs(scene.world.find(scene.crank)->q[2] - last) < 1e-3);
      }
}

// Ticks of one degree from 90 land on the flat places exactly. It left its branch there for N >= 6.
TEST_CASE("loops that lie flat together go on as they came") {
  for (const int n : {1, 4, 6, 10, 20}) {
    CAPTURE(n);
    Loops scene = loops(n, pi / 2);
    drive(scene.world, scene.arms.front(), -speed_of(1));
    Stepper stepper;
    stepper.settle(scene.world);
    double off = 0;
    for (int k = 0; k < 720; ++k) {
      stepper.step(scene.world, tick, Run::play);
      const double angle = scene.world.find(scene.arms.front())->q[2];
      for (const CurveId arm : scene.arms)
        off = std::max(off, std::abs(std::remainder(scene.world.find(arm)->q[2] - angle, 2 * pi)));
    }
    CHECK(off < 1e-5);
    CHECK(scene.world.find(scene.arms.front())->q[2] == doctest::Approx(-3.5 * pi));
  }
}

// Both ways lead on from there, and nothing says which: it stands, and says so.
TEST_CASE("a mechanism that cannot start from a dead pose is reported") {
  SliderCrank scene = slider_crank(20, 60, 0);
  const CurveId origin = add_curve(scene.world, "point", {0, 0});
  nail(scene.world, origin, 0);
  const ConstraintId length =
      hold(scene.world, "distance",
           {scene.world.add(point_at(origin, 0)), scene.world.add(point_at(scene.rod, 1)), 80.0});
  scene.world.add(Motor{length, 2, -10});
  Stepper stepper;
  stepper.settle(scene.world);
  for (int k = 0; k < 20; ++k)
    CHECK(stepper.step(scene.world, tick, Run::play).islands[0].stalled.size() == 1);
}
