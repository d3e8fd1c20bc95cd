// Random worlds and random pulls: after every step everything is finite, what was met is met, and
// nothing has leapt.
#include <doctest/doctest.h>
#include <Eigen/Geometry>
#include <cmath>
#include <random>

#include "solver/stepper.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

class Chance {
 public:
  explicit Chance(unsigned seed) : engine_(seed) {}
  double in(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_()) / 4294967296.0;
  }
  int below(int n) { return static_cast<int>(in(0, n)); }
  Point point(double r) { return Point(in(-r, r), in(-r, r)); }

 private:
  std::mt19937 engine_;
};

// Curves of several types, tied to each other where they are or nearly, some of it redundant, some
// of it contradictory.
World random_world(Chance& chance, std::vector<CurveId>& curves) {
  World world;
  const int count = 2 + chance.below(6);
  for (int i = 0; i < count; ++i) {
    const Point at = chance.point(5);
    switch (chance.below(4)) {
      case 0:
        curves.push_back(add_circle(world, at, chance.in(0.2, 2)));
        break;
      case 1:
        curves.push_back(
            add_curve(world, "line", {at.x(), at.y(), at.x() + 1, at.y() + chance.in(-2, 2)}));
        break;
      default:
        curves.push_back(add_bar(world, at, Point(at + chance.point(2) + Point(0.1, 0.1))));
    }
  }
  const auto some = [&] { return curves[static_cast<std::size_t>(chance.below(count))]; };
  for (int i = 0; i < count + chance.below(4); ++i) {
    const CurveId a = some(), b = some();
    const ConnectorId on_a = world.add(point_at(a, chance.in(0, 1)));
    switch (chance.below(6)) {
      case 0:
        hold(world, "coincident", {on_a, place(world, a, 0.5)});
        break;
      case 1:
        hold(world, "coincident", {on_a, world.add(sliding_at(b, chance.in(0.1, 0.9)))});
        break;
      case 2:
        hold(world, "distance", {on_a, world.add(point_at(b, chance.in(0, 1))), chance.in(0, 3)});
        break;
      case 3:
        hold(world, "distance", {on_a, world.add(point_at(b, 0.2)), 1.0}, chance.in(0.01, 1));
        break;
      case 4:
        hold(world, "horizontal", {on_a, world.add(point_at(b, 0.7))});
        break;
      default:
        nail(world, a, chance.in(0, 1));
    }
  }
  return world;
}

}  // namespace

TEST_CASE("random worlds under random pulls keep the promises of a step") {
  for (unsigned seed = 1; seed <= 150; ++seed) {
    CAPTURE(seed);
    Chance chance(seed);
    std::vector<CurveId> curves;
    World world = random_world(chance, curves);
    Stepper stepper;
    stepper.settle(world, 60);
    const HandId hand =
        world.grab(curves[static_cast<std::size_t>(chance.below(static_cast<int>(curves.size())))],
                   chance.in(0, 1));
    const double size = world.size();
    for (int k = 0; k < 12; ++k) {
      const World before = world;
      world.pull(hand, chance.point(8));
      const StepReport& report = stepper.step(world);
      for (const IslandReport& island : report.islands) {
        if (island.not_met.empty()) CHECK(island.residual <= hard_tolerance * size);
        for (const CurveId id : island.curves) REQUIRE(world.find(id)->q.allFinite());
      }
    }
    world.release(hand);
  }
}

TEST_CASE("undo is a copy: the world before a drag is the world before the drag, bit for bit") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Chance chance(seed);
    std::vector<CurveId> curves;
    World world = random_world(chance, curves);
    Stepper stepper;
    stepper.settle(world, 60);
    const World kept = world;
    const std::uint64_t before = hash(world);
    const auto drag = [&] {
      const HandId hand = world.grab(curves[0], 0.5);
      for (int k = 0; k < 8; ++k) {
        world.pull(hand, Point(k, 2 - k));
        stepper.step(world);
      }
      world.release(hand);
      return hash(world);
    };
    const std::uint64_t after = drag();
    world = kept;
    CHECK(hash(world) == before);
    CHECK(drag() == after);  // and again: the same bits
  }
}
