// Welds: a curve of any type welded to a bar is one rigid link with it, moves and turns as one,
// scales as one when asked, and comes apart where it is.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "curves/transform.h"
#include "solver/stepper.h"
#include "tests/laws.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

constexpr int samples = 16;

// Places along a curve, and what the link is held by.
std::vector<Point> along(const World& world, CurveId id) {
  std::vector<Point> all;
  const Curve& curve = *world.find(id);
  const double begin = t_begin(curve), end = t_end(curve);
  for (int i = 0; i <= samples; ++i) {
    Point x;
    REQUIRE(point_at(curve, begin + (end - begin) * (i + 0.01) / (samples + 0.02), x));
    all.push_back(x);
  }
  return all;
}

// The similarity that takes the bar from where it was to where it is.
Similarity carried(const Curve& before, const Curve& after) {
  const Point from(before.q[0], before.q[1]), to(after.q[0], after.q[1]);
  const Similarity turn{.angle = after.q[2] - before.q[2], .scale = after.q[3] / before.q[3]};
  return {.move = to - turn(from), .angle = turn.angle, .scale = turn.scale};
}

// How far the curve is from where the bar carries it, in drawing units.
double bent(const std::vector<Point>& before, const std::vector<Point>& after,
            const Similarity& S) {
  double most = 0;
  for (std::size_t i = 0; i < before.size(); ++i)
    most = std::max(most, (S(before[i]) - after[i]).norm());
  return most;
}

struct Welded {
  World world;
  CurveId curve, bar;
  LinkId link;
};

Welded welded(const std::shared_ptr<const CurveType>& type, bool scales, Random& random) {
  Welded scene;
  const Curve curve = random.curve(type);
  Point on;
  REQUIRE(point_at(curve, random.t(curve), on));
  scene.curve = scene.world.add(curve);
  scene.bar = add_bar(scene.world, on + Point(40, -25), on);
  scene.link = scene.world.weld({scene.curve, scene.bar}, scales);
  return scene;
}

// Whether the shape is the one before, carried along. (A circle has no angle: its points stay where
// they are when it turns, and it is the same circle.)
double reshaped(const Curve& before, const Curve& after, const Similarity& S) {
  return (transformed(S, before).q - after.q).cwiseAbs().maxCoeff();
}

bool turns(const Curve& curve) {
  return follows(curve, {.angle = 0.7}, 1e-9 * 40) && follows(curve, {.angle = -2.1}, 1e-9 * 40);
}

}  // namespace

TEST_CASE("every type welded to a bar is rigid with it, however it is pulled and turned") {
  for (auto& [type, random] : every_curve_type(31))
    for (const bool nailed : {false, true})
      for (const bool by_curve : {false, true}) {
        CAPTURE(type->name);
        CAPTURE(nailed);
        CAPTURE(by_curve);
        Welded scene = welded(type, false, random);
        World& world = scene.world;
        const Curve bar = *world.find(scene.bar);
        const Curve curve = *world.find(scene.curve);
        CHECK((turns(curve) || type->name == "circle"));
        if (nailed) nail(world, scene.bar, 0);
        const std::vector<Point> before = along(world, scene.curve);
        Stepper stepper;
        stepper.settle(world);
        const CurveId held = by_curve ? scene.curve : scene.bar;
        const HandId hand = world.grab(held, by_curve ? random.t(*world.find(held)) : 1.0);
        const Point from = world.find(hand)->target;
        for (int k = 1; k <= 30; ++k) {
          const double angle = 0.1 * k;
          const Point away = from - Point(bar.q[0], bar.q[1]);
          const Similarity S{.move = nailed ? Point(0, 0) : 0.2 * k * Point(3, -2), .angle = angle};
          world.pull(hand, Point(bar.q[0], bar.q[1]) + S(away));
          const IslandReport& island = stepper.step(world).islands.front();
          CHECK(island.columns == 3);
          CHECK(island.residual <= hard_tolerance * world.size());
          const Curve& now = *world.find(scene.bar);
          CHECK(now.q[3] == bar.q[3]);
          CHECK(reshaped(curve, *world.find(scene.curve), carried(bar, now)) <=
                1e-9 * world.size());
          if (turns(curve))
            CHECK(bent(before, along(world, scene.curve), carried(bar, now)) <=
                  1e-9 * world.size());
        }
        CHECK((place(world, scene.bar, 1) - Point(bar.q[0], bar.q[1])).norm() > 1);
        // Undone: nothing moves, to the last bit, and each is itself again.
        world.release(hand);
        stepper.settle(world);
        const Eigen::VectorXd q = world.find(scene.curve)->q, q_bar = world.find(scene.bar)->q;
        world.remove(scene.link);
        stepper.settle(world);
        CHECK(world.find(scene.curve)->q == q);
        CHECK(world.find(scene.bar)->q == q_bar);
        const HandId again = world.grab(scene.curve, random.t(*world.find(scene.curve)));
        world.pull(again, world.find(again)->target + Point(3, 4));
        stepper.settle(world, 60);
        CHECK(world.find(scene.curve)->q != q);
        CHECK(world.find(scene.bar)->q == q_bar);
      }
}

TEST_CASE("a weld that scales grows as one, whatever the type") {
  for (auto& [type, random] : every_curve_type(32)) {
    CAPTURE(type->name);
    Welded scene = welded(type, true, random);
    World& world = scene.world;
    const Curve bar = *world.find(scene.bar);
    const Curve curve = *world.find(scene.curve);
    CHECK(follows(curve, {.scale = 1.3}, 1e-9 * 40));
    nail(world, scene.bar, 0);
    const std::vector<Point> before = along(world, scene.curve);
    Stepper stepper;
    stepper.settle(world);
    const HandId hand = world.grab(scene.bar, 1);
    const Point from(bar.q[0], bar.q[1]), away = world.find(hand)->target - from;
    const double size = world.size();
    for (int k = 1; k <= 30; ++k) {
      const Similarity S{.angle = -0.05 * k, .scale = 1 + 0.02 * k};
      world.pull(hand, from + S(away));
      const IslandReport& island = stepper.step(world).islands.front();
      CHECK(island.columns == 4);
      CHECK(island.residual <= hard_tolerance * size);
      const Similarity S_bar = carried(bar, *world.find(scene.bar));
      CHECK(reshaped(curve, *world.find(scene.curve), S_bar) <= 1e-9 * size);
      if (turns(curve)) CHECK(bent(before, along(world, scene.curve), S_bar) <= 1e-9 * size);
    }
    stepper.settle(world);
    CHECK(world.find(scene.bar)->q[3] == doctest::Approx(1.6 * bar.q[3]).epsilon(1e-9));
    world.release(hand);
    stepper.settle(world);
    const Eigen::VectorXd q = world.find(scene.curve)->q;
    world.remove(scene.link);
    stepper.settle(world);
    CHECK(world.find(scene.curve)->q == q);
  }
}
