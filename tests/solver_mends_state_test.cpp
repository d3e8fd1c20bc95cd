// What the state of a world is, and what it must not depend on.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <set>

#include "solver/stepper.h"
#include "tests/laws.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

// A crank with a motor, a spring and a force.
struct Rich {
  World world;
  CurveId crank, rod;
  ConstraintId spring, joint;
  MotorId motor;
  ForceId force;
};
Rich rich() {
  Rich scene;
  World& world = scene.world;
  scene.crank = add_bar(world, Point(0, 0), Point(10, 0));
  scene.rod = add_bar(world, Point(10, 0), Point(30, 5));
  nail(world, scene.crank, 0);
  scene.joint = attach(world, scene.crank, 1, scene.rod, 0);
  scene.motor = drive(world, scene.crank, 1);
  const ConnectorId tip = world.add(point_at(scene.rod, 1));
  scene.spring = hold(world, "coincident", {tip, Point(35, 0)}, 0.5);
  scene.force = world.add(Force{tip, Point(1, 0)});
  return scene;
}

}  // namespace

// The hash saw neither how soft a spring is, nor whether it is switched on, nor what is locked, nor
// motors, forces and hands: two worlds that go on differently had the same one.
TEST_CASE("worlds that go on differently have different hashes") {
  const Rich scene = rich();
  const std::vector<std::function<void(World&)>> changes = {
      [&](World& world) { world.set_compliance(scene.spring, 0.25); },
      [&](World& world) { world.set_enabled(scene.joint, false); },
      [&](World& world) { world.set_locked(scene.rod, 3, false); },
      [&](World& world) { world.set_locked(scene.rod, 0, true); },
      [&](World& world) { world.set(scene.force, Point(0, 1)); },
      [&](World& world) { world.remove(scene.force); },
      [&](World& world) { world.remove(scene.motor); },
      [&](World& world) {
        Motor motor = *world.find(scene.motor);
        motor.speed = 2;
        world.set(scene.motor, motor);
      },
      [&](World& world) {
        Motor motor = *world.find(scene.motor);
        motor.limit = 3;
        world.set(scene.motor, motor);
      },
      [&](World& world) {
        Motor motor = *world.find(scene.motor);
        motor.running = false;
        world.set(scene.motor, motor);
      },
      [&](World& world) { world.grab(scene.rod, 0.5); },
      [&](World& world) { world.grab(scene.rod, 0.75); },
      [&](World& world) { world.pull(world.grab(scene.rod, 0.5), Point(3, 3)); },
  };
  World asleep = scene.world;
  asleep.sleep();
  std::set<std::uint64_t> hashes = {hash(asleep)};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    CAPTURE(i);
    World world = asleep;
    changes[i](world);
    world.sleep();  // which is in the hash: what changed must show without
    CHECK(hashes.insert(hash(world)).second);
  }
}
