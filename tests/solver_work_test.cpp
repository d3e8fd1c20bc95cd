// What a step costs, counted: factorisations and evaluations. Times differ from machine to machine,
// these do not; a bound that is passed is a step that has become slower.
#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <functional>

#include "solver/stepper.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

constexpr double pi = 3.14159265358979323846;

struct Work {
  double factorisations = 0, evaluations = 0;  // a step
  double lag = 0;                              // the worst, of the drawing's size
};

Work counted(World world, int steps, Run run, const std::function<void(World&, int)>& event) {
  Stepper stepper;
  Work work;
  for (int k = 1; k <= steps; ++k) {
    if (event) event(world, k);
    const IslandReport& island = stepper.step(world, tick, run).islands.front();
    work.factorisations += 1.0 * island.factorisations / steps;
    work.evaluations += 1.0 * island.iterations / steps;
    work.lag = std::max(work.lag, island.lag / world.size());
  }
  return work;
}

World driven(World world, CurveId crank) {
  const ConstraintId angle =
      hold(world, "fixed_angle", {world.add(parameter_of(crank, 2)), world.find(crank)->q[2]});
  world.add(Motor{angle, 1, 2 * pi});
  return world;
}

}  // namespace

TEST_CASE("a linkage that plays is factored about once a tick") {
  FourBar four = four_bar(4, 1.5, 3.5, 3, 1);
  const Work of_four = counted(driven(four.world, four.crank), 240, Run::play, {});
  CHECK(of_four.factorisations < 1.2);
  CHECK(of_four.evaluations < 5.5);
  Jansen leg = jansen();
  const Work of_leg = counted(driven(leg.world, leg.crank), 240, Run::play, {});
  CHECK(of_leg.factorisations < 1.6);
  CHECK(of_leg.evaluations < 5.5);
}

TEST_CASE("a net of bars that turns with the hand takes a factor every few events") {
  Grid scene = grid(8);
  const Point from = place(scene.world, scene.far_bar, 1);
  const HandId hand = scene.world.grab(scene.far_bar, 1);
  const Work work = counted(scene.world, 40, Run::edit, [&](World& world, int k) {
    world.pull(hand, Eigen::Rotation2Dd(pi / 360 * k) * from);
  });
  CHECK(work.factorisations < 0.6);
  CHECK(work.evaluations < 8);
  CHECK(work.lag < 1e-9);
}

TEST_CASE("a four-bar that is pulled takes a factor every few events") {
  FourBar scene = four_bar(4, 1.5, 3.5, 3, 1);
  const Point from = place(scene.world, scene.crank, 1);
  const HandId hand = scene.world.grab(scene.crank, 1);
  const Work work = counted(scene.world, 240, Run::edit, [&](World& world, int k) {
    world.pull(hand, Eigen::Rotation2Dd(pi / 120 * k) * from);
  });
  CHECK(work.factorisations < 1);
  CHECK(work.evaluations < 10);
  CHECK(work.lag < 1e-9);
}

TEST_CASE("a chain that follows its end takes about one factor an event, however long it is") {
  for (const int n : {100, 400}) {
    CAPTURE(n);
    Chain scene = chain(n);
    const Point from = place(scene.world, scene.bars.back(), 1);
    const HandId hand = scene.world.grab(scene.bars.back(), 1);
    const Work work = counted(scene.world, 40, Run::edit, [&](World& world, int k) {
      world.pull(hand, from + 0.1 * k * Point(-0.3, 0.95));
    });
    CHECK(work.factorisations < 1.2);
    CHECK(work.evaluations < 14);
    CHECK(work.lag < 1e-9);
  }
}

TEST_CASE(
    "a pull too far for one frame's work goes on in the next, and ends where a slow one does") {
  std::vector<Eigen::Matrix2Xd> ends;
  double size = 0;
  for (const int events : {1, 40}) {
    Chain scene = chain(300);
    World& world = scene.world;
    Stepper stepper;
    stepper.settle(world);
    const Point from = place(world, scene.bars.back(), 1), to = from + Point(-4, 9);
    const HandId hand = world.grab(scene.bars.back(), 1);
    int most = 0, ticks = 0;
    const auto step = [&] {
      const StepReport& report = stepper.step(world);
      if (!report.islands.empty()) most = std::max(most, report.islands.front().iterations);
      ++ticks;
      return report.rests;
    };
    for (int k = 1; k <= events; ++k) {
      world.pull(hand, from + (to - from) * k / events);
      step();
    }
    while (ticks < 1000 && !step()) continue;
    CHECK(most < 1000);
    CHECK(ticks > 2);
    CHECK((place(world, scene.bars.back(), 1) - to).norm() < 1e-9 * world.size());
    size = world.size();
    Eigen::Matrix2Xd end(2, 300);
    for (int i = 0; i < 300; ++i)
      end.col(i) = place(world, scene.bars[static_cast<std::size_t>(i)], 1);
    ends.push_back(end);
  }
  CHECK((ends[0] - ends[1]).lpNorm<Eigen::Infinity>() < 1e-6 * size);
}
