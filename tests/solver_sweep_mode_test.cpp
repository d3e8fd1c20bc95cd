// What was crossed stays crossed, unless the path forces it.
#include <doctest/doctest.h>

#include <cmath>

#include "solver/stepper.h"
#include "tests/laws.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

constexpr double pi = 3.14159265358979323846;

double cross(Point a, Point b) { return a.x() * b.y() - a.y() * b.x(); }

void lead(World& world, Stepper& stepper, HandId hand, Point from, Point to, int events) {
  for (int k = 1; k <= events; ++k) {
    world.pull(hand, from + (to - from) * (static_cast<double>(k) / events));
    stepper.step(world);
  }
}

}  // namespace

// A crank-rocker cannot change its branch without being taken apart, wherever the hand leads it.
TEST_CASE("a four-bar keeps its branch however its coupler is led about") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const double side = seed % 2 == 0 ? 1 : -1;
    FourBar scene = four_bar(80, 30, 70, 60, random.in(-3, 3), side);
    Stepper stepper;
    stepper.settle(scene.world);
    const HandId hand = scene.world.grab(scene.coupler, random.in(0, 1));
    const Point start = scene.world.find(hand)->target;
    Point at = start;
    for (int i = 0; i < 4; ++i) {
      const Point to = start + random.point(60);
      lead(scene.world, stepper, hand, at, to, 30);
      at = to;
      const Point A = place(scene.world, scene.crank, 1);
      const double now =
          cross(place(scene.world, scene.rocker, 0) - A, place(scene.world, scene.coupler, 1) - A);
      CHECK(now * side > 0);
    }
  }
}
