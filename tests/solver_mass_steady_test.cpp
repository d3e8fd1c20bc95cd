// With mass nothing is allocated in a tick once it runs, whatever acts.
#include <doctest/doctest.h>

#include "solver/stepper.h"
#include "tests/allocations.h"
#include "tests/mass_figures.h"
#include "tests/scenes.h"

namespace limber {
namespace {

constexpr double h = tick;

// So many in so many ticks, on all threads, after some that may.
long allocated(World world, int ticks = 120, int threads = 1, int before = 60) {
  world.physics.on = true;
  Stepper stepper;
  stepper.threads = threads;
  for (int k = 0; k < before; ++k) stepper.step(world, h, Run::play);
  const long counted = allocations_of_all();
  for (int k = 0; k < ticks; ++k) stepper.step(world, h, Run::play);
  return allocations_of_all() - counted;
}

World rods(int n, Point from) {
  World world;
  CurveId before;
  for (int i = 0; i < n; ++i) {
    const CurveId rod = add_bar(world, from + Point(20.0 * i, 0), from + Point(20.0 * (i + 1), 0));
    if (i == 0) nail(world, rod, 0, from);
    else attach(world, before, 1, rod, 0);
    before = rod;
  }
  return world;
}

}  // namespace

TEST_CASE("nothing is allocated in a tick by forces, torques, air, damped springs, the clock and rows of an own kind") {
  SUBCASE("a force and a torque, in air") {
    World world = rods(2, {0, 0});
    world.physics.air = 1e-5;
    const CurveId first = world.bodies().at_slot(0);
    world.add(Force{world.add(point_at(first, 1)), {30, 10}});
    world.add(Force{world.add(parameter_of(first, 2)), {200, 0}});
    CHECK(allocated(world) == 0);
  }
  SUBCASE("a damped spring") {
    World world;
    const CurveId weight = add_curve(world, "point", {0, -110});
    world.set_damping(hold(world, "distance", {Point(0, 0), world.add(point_at(weight, 0)), 100.0}, 0.25), 0.05);
    CHECK(allocated(world) == 0);
  }
  SUBCASE("the clock") {
    World world;
    const CurveId bar = add_bar(world, {20, 0}, {20, -80});
    hold(world, "follow_circle", {world.add(point_at(bar, 0)), Point(0, 0), 20.0, 0.5});
    CHECK(allocated(world) == 0);
  }
  SUBCASE("a row of an own kind") {
    World world;
    const CurveId bead = add_curve(world, "point", {60, 80});
    ConstraintLibrary kinds = *ConstraintLibrary::load();
    const auto kind = kinds.add("constraint wire (point a, length r = 1):\n  (a.x^2 + a.y^2 - r^2)/2 = 0",
                                Tier::interpret, compile_budget());
    REQUIRE(kind);
    world.add(Constraint{*kind, {world.add(point_at(bead, 0)), 100.0}, 0, true, 0, false});
    CHECK(allocated(world) == 0);
  }
}

TEST_CASE("nothing is allocated in a tick while a figure stands, by two threads, or while steps are cut") {
  SUBCASE("it hangs and stands") {
    World world;
    nail(world, add_bar(world, {0, 0}, {0, -80}), 0, {0, 0});
    CHECK(allocated(world, 240) == 0);
  }
  SUBCASE("forty figures by two threads") {
    World world;
    for (int k = 0; k < 40; ++k) {
      CurveId before;
      for (int i = 0; i < 6; ++i) {
        const Point from(200.0 * k + 10 * i, 0);
        const CurveId rod = add_bar(world, from, from + Point(10, 0));
        if (i == 0) nail(world, rod, 0, from);
        else attach(world, before, 1, rod, 0);
        before = rod;
      }
    }
    CHECK(allocated(world, 60, 2) == 0);
  }
  SUBCASE("a chain that whips, its ticks cut") {
    World world = rods(40, {0, 0});
    world.physics.on = true;
    int odd = 0;
    world.bodies().each([&](CurveId id, const Body&) { world.set_velocity(id, {0, 0, odd++ % 2 ? 400.0 : -400.0}); });
    Stepper stepper;
    for (int k = 0; k < 4; ++k) stepper.step(world, h, Run::play);
    const long counted = allocations_of_all();
    int steps = 0;
    constexpr int ticks = 200;
    for (int k = 0; k < ticks; ++k)
      for (const IslandReport& island : stepper.step(world, h, Run::play).islands) steps += island.substeps;
    CHECK(allocations_of_all() == counted);
    CHECK(steps > ticks);
  }
}

}  // namespace limber
