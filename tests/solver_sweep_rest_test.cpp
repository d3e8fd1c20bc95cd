// What springs and weights move comes to rest where the forces balance.
#include <doctest/doctest.h>

#include <cmath>

#include "solver/stepper.h"
#include "tests/laws.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

// Points joined by springs in a net, the upper corners nailed, a weight on each.
struct Net {
  World world;
  std::vector<CurveId> points;
};

Net net(int n, double stiffness, double weight, Random& random) {
  Net scene;
  World& world = scene.world;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const Point at = Point(i, -j) + random.point(0.1);
      scene.points.push_back(add_curve(world, "point", {at.x(), at.y()}));
      if (j == 0 && (i == 0 || i == n - 1)) nail(world, scene.points.back(), 0);
    }
  const auto point = [&](int i, int j) {
    return world.add(point_at(scene.points[static_cast<std::size_t>(j * n + i)], 0));
  };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      if (i + 1 < n) hold(world, "distance", {point(i, j), point(i + 1, j), 1.0}, 1 / stiffness);
      if (j + 1 < n) hold(world, "distance", {point(i, j), point(i, j + 1), 1.0}, 1 / stiffness);
      world.add(Force{point(i, j), Point(0, -weight)});
    }
  return scene;
}

}  // namespace

// A spring pulls along the line it lies on; that this line turns was not known to a step. Each went
// past the place of rest and the next came back as far, with hardly less energy: four springs in a row
// took 785 ticks, or came to no rest at all.
TEST_CASE("weights on springs, pulled aside and let go, hang still below each other soon") {
  Random random(7);
  for (int trial = 0; trial < 20; ++trial) {
    CAPTURE(trial);
    const int n = random.whole(2, 6);
    const double stiffness = std::exp(random.in(1.5, 5));
    Springs scene = hanging_springs(n, stiffness);
    World& world = scene.world;
    Stepper stepper;
    stepper.settle(world);
    const HandId hand =
        world.grab(scene.points[static_cast<std::size_t>(random.whole(0, n - 1))], 0);
    const Point from = world.find(hand)->target, way = random.point(2);
    for (int k = 1; k <= 10; ++k) {
      world.pull(hand, from + way * (k / 10.0));
      stepper.step(world);
    }
    world.release(hand);
    CHECK(stepper.settle(world, 600) < 600);
    double y = 0;
    for (int i = 0; i < n; ++i) {
      y -= 1 + (n - i) / stiffness;
      CHECK((place(world, scene.points[static_cast<std::size_t>(i)], 0) - Point(0, y)).norm() <
            1e-6 * n);
    }
  }
}

TEST_CASE("nets of springs under weights come to rest") {
  Random random(11);
  for (int trial = 0; trial < 8; ++trial) {
    CAPTURE(trial);
    Net scene = net(random.whole(2, 5), std::exp(random.in(1, 4)), random.in(0.05, 0.5), random);
    Stepper stepper;
    CHECK(stepper.settle(scene.world, 2400) < 2400);
  }
}
