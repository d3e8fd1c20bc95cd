// Every tick ends, after an amount of work that can be counted.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "solver/stepper.h"
#include "tests/laws.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

constexpr int most_work = 20000;  // evaluations in a tick

// Pulls a curve alone in a drawing about, and says the most evaluations of a tick.
int work_of_drag(World world, CurveId id, double t, double reach) {
  Stepper stepper;
  stepper.settle(world, 60);
  const HandId hand = world.grab(id, t);
  REQUIRE(world.find(hand));
  const Point from = world.find(hand)->target;
  int most = 0;
  for (int k = 1; k <= 30; ++k) {
    world.pull(hand, from + reach * Point(std::sin(0.2 * k), 1 - std::cos(0.2 * k)));
    for (const IslandReport& island : stepper.step(world).islands)
      most = std::max(most, island.iterations);
    REQUIRE(world.find(id)->q.allFinite());
  }
  return most;
}

}  // namespace

// The size of a drawing was measured at eight equal parts of t: all of them on one point of a rose
// with eight turns, which had the size 3.5e-14. Then every limit was nothing, and a drag never
// ended.
TEST_CASE("no curve that extends has a size of nothing, however often it repeats itself") {
  for (const auto& type : every_curve_type()) {
    CAPTURE(type->name);
    if (type->name == "point") continue;
    for (int whole = 1; whole <= 16; ++whole) {
      CAPTURE(whole);
      Curve curve = default_curve(type);
      for (int i = 0; i < static_cast<int>(type->parameters.size()); ++i) {
        const Parameter& p = type->parameters[static_cast<std::size_t>(i)];
        if (p.role == Role::number && whole > p.minimum && whole <= p.maximum) curve.q[i] = whole;
      }
      double extent = 0;
      Point first;
      REQUIRE(point_at(curve, t_begin(curve), first));
      for (int k = 1; k <= 997; ++k) {
        Point x;
        if (point_at(curve, t_begin(curve) + (t_end(curve) - t_begin(curve)) * k / 997, x))
          extent = std::max(extent, (x - first).norm());
      }
      World world;
      world.add(curve);
      if (extent < 1e3) CHECK(world.size() > 0.3 * extent);
    }
  }
}

TEST_CASE("roses, epitrochoids and Lissajous figures of whole turns are pulled in a limited time") {
  const std::vector<std::pair<const char*, std::vector<double>>> curves = {
      {"rose", {0, 0, 18, 2, 0, 8}},
      {"rose", {0, 0, 18, 4, 0, 16}},
  };
  for (const auto& [type, q] : curves) {
    CAPTURE(type);
    World world;
    const CurveId id = add_curve(world, type, q);
    CHECK(work_of_drag(world, id, 0.35, 10) < most_work);
  }
  for (const char* type : {"epitrochoid", "lissajous", "hypotrochoid"})
    for (int whole = 2; whole <= 16; whole *= 2) {
      CAPTURE(type);
      CAPTURE(whole);
      Curve curve = default_curve(curve_type(type));
      for (int i = 0; i < static_cast<int>(curve.type->parameters.size()); ++i) {
        const Parameter& p = parameter(*curve.type, i);
        if (p.role == Role::number && whole > p.minimum && whole <= p.maximum) curve.q[i] = whole;
      }
      World world;
      const CurveId id = world.add(curve);
      CHECK(work_of_drag(world, id, 0.35, 10) < most_work);
    }
}
