// No figure freezes while the hand's place can be reached.
#include <doctest/doctest.h>

#include "solver/stepper.h"
#include "tests/laws.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

struct Rectangle {
  World world;
  CurveId lines[4];
};

// Four lines with three right angles, one corner nailed: it can turn, and both its sides can grow.
Rectangle rectangle() {
  Rectangle scene;
  const Point corner[] = {Point(0, 0), Point(60, 0), Point(60, 40), Point(0, 40)};
  for (int i = 0; i < 4; ++i) {
    const Point a = corner[i], b = corner[(i + 1) % 4];
    scene.lines[i] = add_curve(scene.world, "line", {a.x(), a.y(), b.x(), b.y()});
  }
  for (int i = 0; i < 4; ++i) attach(scene.world, scene.lines[i], 1, scene.lines[(i + 1) % 4], 0);
  for (int i = 0; i < 3; ++i)
    hold(scene.world, "perpendicular",
         {scene.world.add(measure_of(scene.lines[i], "along")),
          scene.world.add(measure_of(scene.lines[i + 1], "along"))});
  nail(scene.world, scene.lines[0], 0);
  return scene;
}

double lag(const World& world, HandId hand) {
  Point held;
  REQUIRE(place_of(world, world.find(hand)->on, held));
  return (held - world.find(hand)->target).norm();
}

}  // namespace

// Where a side shrinks the angles at it were weighed as if it were as long as the drawing: no step
// was short enough, and in 12 of 40 drags what was left was a sliver that never opened again.
TEST_CASE("a rectangle of lines led about at random comes back with its hand") {
  for (std::uint32_t seed = 1; seed <= 100; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Rectangle scene = rectangle();
    World& world = scene.world;
    Stepper stepper;
    stepper.settle(world);
    const HandId hand = world.grab(scene.lines[2], 0);
    const Point start = world.find(hand)->target;
    Point at = start;
    for (int i = 0; i <= 12; ++i) {
      const Point to = i < 12 ? Point(start + random.point(80)) : start;
      for (int k = 1; k <= 20; ++k) {
        world.pull(hand, at + (to - at) * (k / 20.0));
        for (const IslandReport& island : stepper.step(world).islands)
          CHECK(island.residual <= hard_tolerance * world.size());
      }
      at = to;
    }
    for (int k = 0; k < 16; ++k) stepper.step(world);
    CHECK(lag(world, hand) < 1e-6 * world.size());
  }
}
