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

namespace {

// Two steppers, one that has seen all of it and one that is new at every tick, do the same.
void check_forgetful(World world, Stepper& old, Run run) {
  World other = world;
  old.step(world, tick, run);
  Stepper fresh;
  fresh.step(other, tick, run);
  CHECK(hash(world) == hash(other));
}

}  // namespace

// After a drag that kept its factor, a flow was linearised at another place than the state.
TEST_CASE("a motor that starts in the middle of a drag does what it does after one just begun") {
  for (int events = 1; events <= 12; ++events) {
    CAPTURE(events);
    FourBar scene = four_bar(80, 30, 70, 60, 1);
    World& world = scene.world;
    drive(world, scene.crank, 2);
    Stepper stepper;
    stepper.settle(world);
    const HandId hand = world.grab(scene.coupler, 0.5);
    const Point from = world.find(hand)->target;
    for (int k = 1; k <= events; ++k) {
      world.pull(hand, from + 0.7 * k * Point(-0.6, 0.8));
      stepper.step(world);
    }
    check_forgetful(world, stepper, Run::play);
  }
}

// Asking for a force refactored where the next step took its factor from.
TEST_CASE("asking for a force changes nothing of what comes next") {
  const auto dragged = [](bool asks) {
    FourBar scene = four_bar(80, 30, 70, 60, 1);
    World& world = scene.world;
    const ConstraintId joint = world.constraints().at_slot(2);
    REQUIRE(world.find(joint));
    Stepper stepper;
    stepper.settle(world);
    const HandId hand = world.grab(scene.coupler, 0.5);
    const Point from = world.find(hand)->target;
    std::vector<std::uint64_t> hashes;
    for (int k = 1; k <= 60; ++k) {
      world.pull(hand, from + 0.3 * k * Point(-0.6, 0.8));
      stepper.step(world);
      if (asks && k % 3 == 0) (void)stepper.force(joint);
      hashes.push_back(hash(world));
    }
    return hashes;
  };
  CHECK(dragged(false) == dragged(true));
}
