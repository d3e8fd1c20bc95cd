// Velocities and accelerations of connectors whose t is state.
#include <doctest/doctest.h>

#include <cmath>

#include "solver/stepper.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

// By differences of where the connector is, two steps before and behind.
void check_rates(const World& start, ConnectorId id) {
  Stepper stepper;
  const double h = 1e-3;
  World world = start, middle;
  std::vector<Point> places;
  for (int k = 0; k < 5; ++k) {
    if (k == 2) middle = world;
    Point at;
    REQUIRE(place_of(world, *world.find(id), at));
    places.push_back(at);
    for (const IslandReport& island : stepper.step(world, h, Run::play).islands)
      REQUIRE(island.not_met.empty());
  }
  const Point by_steps = (8 * (places[3] - places[1]) - (places[4] - places[0])) / (12 * h);
  const Point twice =
      (16 * (places[3] + places[1]) - (places[4] + places[0]) - 30 * places[2]) / (12 * h * h);
  REQUIRE(by_steps.norm() > 0.1);
  Point v, a;
  REQUIRE(stepper.motion_of(middle, id, v, a));
  CHECK((v - by_steps).norm() < 1e-7 * (1 + v.norm()));
  CHECK((a - twice).norm() < 1e-5 * (1 + a.norm()));
}

}  // namespace

// The slider of a slider-crank stood still, by its own account, while the end of the rod it carries
// moved: its t was read as fixed.
TEST_CASE("a point that slides on a fixed rail is as fast as the rod it carries") {
  SliderCrank scene = slider_crank(20, 60, 1);
  drive(scene.world, scene.crank, 2);
  Stepper stepper;
  Point of_rod, of_slider, rod_a, slider_a;
  REQUIRE(stepper.motion_of(scene.world, point_at(scene.rod, 1), of_rod, rod_a));
  REQUIRE(stepper.motion_of(scene.world, scene.slider, of_slider, slider_a));
  CHECK(of_rod.norm() > 1);
  CHECK((of_slider - of_rod).norm() < 1e-9 * of_rod.norm());
  CHECK((slider_a - rod_a).norm() < 1e-9 * (1 + rod_a.norm()));
  check_rates(scene.world, scene.slider);
}

// Whitworth's quick return: the block at the crank's end slides along a lever that swings.
TEST_CASE("a block that slides on a swinging lever has the velocity of the crank's end") {
  World world;
  const Point pin(0, 20);
  const CurveId crank = add_bar(world, pin, pin + Point(9, 3));
  const CurveId lever = add_bar(world, Point(0, 0), 1.6 * (pin + Point(9, 3)));
  nail(world, crank, 0);
  nail(world, lever, 0);
  const ConnectorId block = world.add(sliding_at(lever, 1 / 1.6));
  const ConnectorId end = world.add(point_at(crank, 1));
  hold(world, "coincident", {block, end});
  drive(world, crank, 3);
  Stepper stepper;
  stepper.settle(world);
  Point of_end, of_block, a_end, a_block;
  REQUIRE(stepper.motion_of(world, end, of_end, a_end));
  REQUIRE(stepper.motion_of(world, block, of_block, a_block));
  CHECK(of_end.norm() == doctest::Approx(3 * Point(9, 3).norm()));
  CHECK((of_block - of_end).norm() < 1e-9 * of_end.norm());
  CHECK((a_block - a_end).norm() < 1e-9 * a_end.norm());
  check_rates(world, block);
}

// Two cranks that share one rail: each slider belongs to its own figure, the rail to none.
TEST_CASE("sliders of two figures on one rail are not mistaken for each other") {
  World world;
  const CurveId rail = add_curve(world, "line", {-100, 0, 200, 0});
  for (int i = 0; i < 4; ++i) world.set_locked(rail, i, true);
  ConnectorId sliders[2];
  CurveId rods[2];
  for (int i = 0; i < 2; ++i) {
    const Point base(90.0 * i, 0), joint = base + Point(8, 12);
    const double reach = std::sqrt(50.0 * 50 - 12 * 12);
    const CurveId crank = add_bar(world, base, joint);
    rods[i] = add_bar(world, joint, Point(joint.x() + reach, 0));
    nail(world, crank, 0);
    attach(world, crank, 1, rods[i], 0);
    sliders[i] = world.add(sliding_at(rail, (joint.x() + reach + 100) / 300));
    hold(world, "coincident", {world.add(point_at(rods[i], 1)), sliders[i]});
    drive(world, crank, i == 0 ? 1 : -2.5);
  }
  Stepper stepper;
  for (int i = 0; i < 2; ++i) {
    Point of_rod, of_slider, a, b;
    REQUIRE(stepper.motion_of(world, point_at(rods[i], 1), of_rod, a));
    REQUIRE(stepper.motion_of(world, sliders[i], of_slider, b));
    CHECK(of_rod.norm() > 1);
    CHECK((of_slider - of_rod).norm() < 1e-9 * of_rod.norm());
  }
}
