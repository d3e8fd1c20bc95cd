#include "tests/bench/drags.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <ctime>

namespace limber {
namespace {

constexpr double pi = 3.14159265358979323846;

void rest(DragScene& drag) {
  Stepper stepper;
  stepper.settle(drag.world);
  drag.size = drag.world.size();
}

void drive(World& world, CurveId crank) {
  const ConstraintId angle =
      hold(world, "fixed_angle", {world.add(parameter_of(crank, 2)), world.find(crank)->q[2]});
  world.add(Motor{angle, 1, 2 * pi});
}

}  // namespace

DragScene chain_drag(int n) {
  Chain scene = chain(n);
  DragScene drag{"chain " + std::to_string(n), std::move(scene.world), {}, {}};
  rest(drag);
  const Point from = place(drag.world, scene.bars.back(), 1);
  drag.hand = drag.world.grab(scene.bars.back(), 1);
  drag.target = [from](int k) { return Point(from + 0.1 * k * Point(-0.3, 0.95)); };
  return drag;
}

DragScene grid_drag(int k) {
  Grid scene = grid(k);
  DragScene drag{"grid " + std::to_string(k), std::move(scene.world), {}, {}};
  rest(drag);
  const Point from = place(drag.world, scene.far_bar, 1);
  drag.hand = drag.world.grab(scene.far_bar, 1);
  drag.target = [from](int event) { return Point(Eigen::Rotation2Dd(pi / 360 * event) * from); };
  return drag;
}

DragScene four_bar_play() {
  FourBar scene = four_bar(4, 1.5, 3.5, 3, 1);
  drive(scene.world, scene.crank);
  DragScene drag{"four-bar", std::move(scene.world), {}, {}};
  rest(drag);
  return drag;
}

DragScene jansen_play() {
  Jansen scene = jansen();
  drive(scene.world, scene.crank);
  DragScene drag{"Jansen", std::move(scene.world), {}, {}};
  rest(drag);
  return drag;
}

DragScene four_bars_drag(int count) {
  DragScene drag{std::to_string(count) + " four-bars, one pulled", {}, {}, {}};
  CurveId pulled;
  for (int i = 0; i < count; ++i) {
    const Point base(7.0 * (i % 32), 7.0 * (i / 32));
    const Point A = base + Point(0.8, 1.2), C = base + Point(3.6, 2.6), B = base + Point(4, 0);
    const CurveId crank = add_bar(drag.world, base, A), coupler = add_bar(drag.world, A, C),
                  rocker = add_bar(drag.world, B, C);
    nail(drag.world, crank, 0);
    nail(drag.world, rocker, 0);
    attach(drag.world, crank, 1, coupler, 0);
    attach(drag.world, coupler, 1, rocker, 1);
    if (i == 0) pulled = crank;
  }
  rest(drag);
  drag.size = 7;
  const Point from = place(drag.world, pulled, 1);
  drag.hand = drag.world.grab(pulled, 1);
  drag.target = [from](int k) { return Point(Eigen::Rotation2Dd(pi / 120 * k) * from); };
  return drag;
}

double microseconds_of_this_thread() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

Times measure(DragScene drag, Path path, int steps) {
  Stepper stepper;
  stepper.path = path;
  Times times;
  std::vector<double> each;
  int at_once = 1, counted = 0;
  for (int k = 1; k <= steps;) {
    const bool warm = k > steps / 10;  // analysed, and with memory
    const double begin = microseconds_of_this_thread();
    for (int i = 0; i < at_once; ++i, ++k) {
      if (drag.hand) drag.world.pull(drag.hand, drag.target(k));
      const StepReport& report = stepper.step(drag.world, tick, drag.hand ? Run::edit : Run::play);
      if (!warm) continue;
      ++counted;
      for (const IslandReport& island : report.islands) {
        times.residual = std::max(times.residual, island.residual / drag.size);
        times.lag = std::max(times.lag, island.lag / drag.size);
        times.iterations += island.iterations;
        times.factorisations += island.factorisations;
        times.path = name(island.path);
      }
    }
    const double spent = (microseconds_of_this_thread() - begin) / at_once;
    if (warm) each.push_back(spent);
    at_once = std::clamp(static_cast<int>(worth_timing / spent), 1, 50);
  }
  times.iterations /= counted;
  times.factorisations /= counted;
  std::sort(each.begin(), each.end());
  times.median = each[each.size() / 2];
  times.slowest_of_20 = each[each.size() * 95 / 100];
  return times;
}

}  // namespace limber
