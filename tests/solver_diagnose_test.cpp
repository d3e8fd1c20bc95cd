#include "solver/diagnose.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "solver/stepper.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

int freedoms(const World& world) { return Diagnoser().run(world).freedoms; }

}  // namespace

TEST_CASE("degrees of freedom are the known ones") {
  World free_bar;
  add_bar(free_bar, Point(0, 0), Point(1, 0));
  CHECK(freedoms(free_bar) == 3);
  CHECK(freedoms(four_bar(4, 1.5, 3.5, 3, 1).world) == 1);
  CHECK(freedoms(chain(7).world) == 7);
  CHECK(freedoms(peaucellier().world) == 1);
  CHECK(freedoms(jansen().world) == 1);
  CHECK(freedoms(slider_crank(1, 3, 0.5).world) == 1);
  CHECK(freedoms(trammel(2, 0.7).world) == 1);
  CHECK(freedoms(grid(3).world) == 1);  // counting rows would say far less than 0
}

TEST_CASE("a third parallel bar is redundant: the parallelogram still moves") {
  FourBar scene = parallelogram(4, 1.5, 1);
  World& world = scene.world;
  const CurveId third = add_bar(world, Point(2, 0), place(world, scene.coupler, 0.5));
  nail(world, third, 0);
  attach(world, scene.coupler, 0.5, third, 1);
  const Diagnosis diagnosis = Diagnoser().run(world);
  CHECK(diagnosis.freedoms == 1);
  REQUIRE(diagnosis.islands.size() == 1);
  CHECK(diagnosis.islands[0].redundant.size() == 1);
  CHECK(diagnosis.islands[0].conflicts.empty());
}

TEST_CASE("what is nailed cannot move, what is not can, and in which direction") {
  World world;
  const CurveId bar = add_bar(world, Point(0, 0), Point(2, 0));
  nail(world, bar, 0);
  Diagnosis diagnosis = Diagnoser().run(world);
  REQUIRE(diagnosis.islands.size() == 1);
  const Mobility& turning = diagnosis.islands[0].curves.front();
  CHECK(turning.moves);
  CHECK(turning.directions == 1);
  CHECK(std::abs(turning.along.y()) == doctest::Approx(1));
  nail(world, bar, 1);
  diagnosis = Diagnoser().run(world);
  CHECK(diagnosis.freedoms == 0);
  CHECK(!diagnosis.islands[0].curves.front().moves);
  CHECK(diagnosis.islands[0].redundant.size() == 1);  // one of the four rows
}

TEST_CASE("the triangle that cannot be: all three joints, and removing one resolves it") {
  Triangle scene = triangle(3, 1, 1);
  World& world = scene.world;
  Stepper stepper;
  stepper.settle(world);
  Diagnosis diagnosis = Diagnoser().run(world);
  REQUIRE(diagnosis.islands.size() == 1);
  REQUIRE(diagnosis.islands[0].conflicts.size() == 1);
  const std::vector<ConstraintId>& conflict = diagnosis.islands[0].conflicts[0];
  CHECK(conflict.size() == 3);
  for (int i = 0; i < 3; ++i)
    CHECK(std::find(conflict.begin(), conflict.end(), scene.joints[static_cast<std::size_t>(i)]) !=
          conflict.end());
  world.remove(conflict.front());
  stepper.settle(world);
  diagnosis = Diagnoser().run(world);
  CHECK(diagnosis.islands[0].conflicts.empty());
}

TEST_CASE("a bar nailed at both ends too far apart: the two nails are the conflict") {
  World world;
  const CurveId bar = add_bar(world, Point(0, 0), Point(1, 0));
  const ConstraintId a = nail(world, bar, 0, Point(0, 0)), b = nail(world, bar, 1, Point(3, 0));
  Stepper stepper;
  stepper.settle(world);
  const Diagnosis diagnosis = Diagnoser().run(world);
  REQUIRE(diagnosis.islands[0].conflicts.size() == 1);
  CHECK(diagnosis.islands[0].conflicts[0] == std::vector<ConstraintId>{a, b});
  CHECK(place(world, bar, 0).x() == doctest::Approx(1).epsilon(1e-6));  // in the middle
  CHECK(place(world, bar, 1).x() == doctest::Approx(2).epsilon(1e-6));
}

TEST_CASE("pulling does not change the diagnosis") {
  FourBar scene = four_bar(4, 1.5, 3.5, 3, 1);
  const int before = freedoms(scene.world);
  const HandId hand = scene.world.grab(scene.crank, 1);
  scene.world.pull(hand, Point(9, 9));
  CHECK(freedoms(scene.world) == before);
  Stepper stepper;
  stepper.settle(scene.world);
  CHECK(freedoms(scene.world) == before);
}
