#include "solver/world.h"

#include <doctest/doctest.h>

#include "solver/islands.h"
#include "tests/scenes.h"

using namespace limber;

TEST_CASE("an id finds its thing until it is removed, and nothing afterwards") {
  World world;
  const CurveId first = add_bar(world, Point(0, 0), Point(1, 0));
  REQUIRE(world.find(first));
  world.remove(first);
  CHECK(!world.find(first));
  const CurveId second = add_bar(world, Point(0, 0), Point(1, 0));
  CHECK(second.index != first.index);  // a slot is not used again: what is new comes last
  CHECK(!world.find(first));
  CHECK(world.find(second));
}

TEST_CASE("removing a curve takes along what hangs on it, and nothing else") {
  FourBar scene = four_bar(4, 1.5, 3.5, 3, 1);
  World& world = scene.world;
  CHECK(world.connectors().size() == 6);
  CHECK(world.constraints().size() == 4);
  world.remove(scene.coupler);
  CHECK(world.bodies().size() == 2);
  CHECK(world.constraints().size() == 2);  // the nails
  CHECK(world.connectors().size() == 4);
}

TEST_CASE("a copy of a world is the world, and lives by itself") {
  FourBar scene = four_bar(4, 1.5, 3.5, 3, 1);
  const World copy = scene.world;
  CHECK(hash(copy) == hash(scene.world));
  CHECK(copy.topology() == scene.world.topology());
  scene.world.remove(scene.coupler);
  CHECK(copy.find(scene.coupler));
  CHECK(copy.topology() != scene.world.topology());
}

TEST_CASE("two worlds that were edited differently never share a topology") {
  FourBar scene = four_bar(4, 1.5, 3.5, 3, 1);
  World a = scene.world, b = scene.world;
  a.set_locked(scene.crank, 0, true);
  b.set_locked(scene.crank, 1, true);
  CHECK(a.topology() != b.topology());
}

TEST_CASE("islands: four-bars by themselves, joined by a constraint, parted by what cannot move") {
  World world;
  std::vector<CurveId> bars;
  for (int i = 0; i < 3; ++i) bars.push_back(add_bar(world, Point(i, 0), Point(i, 1)));
  CHECK(find_islands(world).all.size() == 3);
  const ConstraintId joint = attach(world, bars[0], 1, bars[1], 0);
  CHECK(find_islands(world).all.size() == 2);
  attach(world, bars[1], 1, bars[2], 0);
  CHECK(find_islands(world).all.size() == 1);
  for (int i = 0; i < 4; ++i) world.set_locked(bars[1], i, true);
  CHECK(find_islands(world).all.size() == 2);
  world.set_enabled(joint, false);
  CHECK(find_islands(world).all.size() == 2);
}

TEST_CASE("the size of a drawing does not depend on where it lies") {
  FourBar scene = four_bar(4, 1.5, 3.5, 3, 1);
  const double size = scene.world.size();
  CHECK(size > 3);
  CHECK(size < 6);
  World far;
  add_bar(far, Point(1e6, 1e6), Point(1e6 + 3, 1e6));
  CHECK(far.size() == doctest::Approx(3).epsilon(1e-6));
  CHECK(World().size() == 1);
}

TEST_CASE("welding a welded curve welds its whole link") {
  World world;
  std::vector<CurveId> bars;
  for (int i = 0; i < 4; ++i) bars.push_back(add_bar(world, Point(i, 0), Point(i, 1)));
  const LinkId first = world.weld({bars[0], bars[1]});
  const LinkId both = world.weld({bars[1], bars[2]});
  CHECK(!world.find(first));
  CHECK(world.find(both)->members.size() == 3);
  CHECK(world.body(bars[0])->link == both);
  world.remove(both);
  CHECK(!world.body(bars[0])->link);
}
