// Islands are analysed by themselves: what is done to one leaves the others, and every hand, as they
// are. And whatever a stepper has stepped before, the same world goes on with the same bits.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "solver/stepper.h"
#include "tests/laws.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

// Three four-bars side by side, in one world.
struct Row3 {
  World world;
  CurveId crank[3], coupler[3], rocker[3];
};

Row3 three_four_bars() {
  Row3 out;
  for (int i = 0; i < 3; ++i) {
    const Point at(200 * i, 0), A = at + Point(20, 22), B = at + Point(90, 55), D = at + Point(80, 0);
    out.crank[i] = add_bar(out.world, at, A);
    out.coupler[i] = add_bar(out.world, A, B);
    out.rocker[i] = add_bar(out.world, D, B);
    nail(out.world, out.crank[i], 0);
    nail(out.world, out.rocker[i], 0);
    attach(out.world, out.crank[i], 1, out.coupler[i], 0);
    attach(out.world, out.coupler[i], 1, out.rocker[i], 1);
  }
  return out;
}

Point on_circle(int k) { return Point(20 * std::cos(0.1 * k), 20 * std::sin(0.1 * k)); }

}  // namespace

// Any edit used to throw away what was analysed of every island.
TEST_CASE("grabbing, nailing and cutting one figure leaves the analysis of the others") {
  Row3 scene = three_four_bars();
  World& world = scene.world;
  Stepper stepper;
  CHECK(stepper.step(world).analysed == 3);
  stepper.settle(world);
  const auto analysed_after = [&](const std::function<void()>& edit) {
    edit();
    world.wake();
    const int anew = stepper.step(world).analysed;
    stepper.settle(world);
    return anew;
  };
  HandId hand;
  ConstraintId nailed;
  CHECK(analysed_after([] {}) == 0);
  CHECK(analysed_after([&] { hand = world.grab(scene.coupler[1], 0.5); }) == 1);
  CHECK(analysed_after([&] { nailed = nail(world, scene.coupler[2], 0.5); }) == 1);
  CHECK(analysed_after([&] { world.remove(nailed); }) == 1);
  CHECK(analysed_after([&] { world.release(hand); }) == 1);
  CHECK(analysed_after([&] { world.set_locked(scene.crank[0], 0, true); }) == 1);
  // Joined to its neighbour: one island instead of two.
  ConstraintId joint;
  CHECK(analysed_after([&] { joint = attach(world, scene.crank[0], 0.5, scene.crank[1], 0.5); }) == 1);
  CHECK(analysed_after([&] { world.remove(joint); }) == 2);
  // A copy of the world is the same one.
  World copy = world;
  copy.wake();
  CHECK(stepper.step(copy).analysed == 0);
}

// A locked number is part of the analysis: it has no column.
TEST_CASE("a locked length typed anew is seen, though no other thing has changed") {
  Row3 scene = three_four_bars();
  Stepper stepper;
  stepper.settle(scene.world);
  Eigen::VectorXd q = scene.world.find(scene.coupler[0])->q;
  q[3] += 5;
  scene.world.set_q(scene.coupler[0], q);
  CHECK(stepper.step(scene.world).analysed == 1);
  stepper.settle(scene.world);
  const double length =
      (place(scene.world, scene.coupler[0], 1) - place(scene.world, scene.coupler[0], 0)).norm();
  CHECK(length == doctest::Approx(q[3]).epsilon(1e-9));
  CHECK((place(scene.world, scene.coupler[0], 0) - place(scene.world, scene.crank[0], 1)).norm() <
        1e-6);
}

// A hand's path used to begin anew, and its cuts with it, when anything anywhere was edited.
TEST_CASE("a drag goes on bit for bit while other figures are taken hold of, nailed and cut") {
  Row3 quiet = three_four_bars();
  Stepper one, other;
  one.settle(quiet.world);
  Row3 busy = quiet;
  const HandId a = quiet.world.grab(quiet.coupler[0], 0.4), b = busy.world.grab(busy.coupler[0], 0.4);
  const Point start = quiet.world.find(a)->target;
  for (int k = 1; k <= 120; ++k) {
    CAPTURE(k);
    const Point to = start + on_circle(k) - on_circle(0);
    quiet.world.pull(a, to);
    busy.world.pull(b, to);
    if (k == 20) busy.world.grab(busy.crank[1], 1);
    if (k == 40) nail(busy.world, busy.coupler[2], 0.5);
    if (k == 60) attach(busy.world, busy.crank[1], 0.5, busy.crank[2], 0.5);
    if (k == 80) busy.world.set_locked(busy.rocker[2], 0, true);
    one.step(quiet.world);
    other.step(busy.world);
    for (const CurveId id : {quiet.crank[0], quiet.coupler[0], quiet.rocker[0]})
      REQUIRE(quiet.world.find(id)->q == busy.world.find(id)->q);
  }
}

// Some memory of the stepper used to stay behind: how the way shown last was curved, and the
// shortest cut of a figure as it was when first met.
TEST_CASE("the same world goes on with the same bits, whatever was stepped before") {
  const auto check = [](World world, CurveId curve, double t, double reach, std::uint32_t seed) {
    CAPTURE(seed);
    Random random(seed);
    Stepper old;
    old.settle(world);
    const HandId hand = world.grab(curve, t);
    Point at = world.find(hand)->target;
    for (int piece = 0; piece < 3; ++piece) {
      const Point to = at + random.point(reach);
      for (int k = 1; k <= 20; ++k) {
        world.pull(hand, at + (to - at) * (k / 20.0));
        World fresh = world, elsewhere = world;
        Stepper young;
        young.step(fresh);
        if (k % 5 == 0) {  // it is led astray on the way
          elsewhere.pull(hand, at + random.point(reach));
          old.step(elsewhere);
        }
        old.step(world);
        REQUIRE(hash(world) == hash(fresh));
      }
      at = to;
    }
  };
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    FourBar bars = four_bar(80, 30, 70, 60, 1.2);
    check(bars.world, bars.coupler, 0.3, 60, seed);
    Chain links = chain(5);
    check(links.world, links.bars.back(), 1, 4, seed);
    SliderCrank slider = slider_crank(20, 60, 1);
    check(slider.world, slider.rod, 0.5, 30, seed);
    Circles circles = tangent_circles(3);
    check(circles.world, circles.circles[1], 0.2, 2, seed);
    Springs springs = hanging_springs(3, 10);
    check(springs.world, springs.points[1], 0, 2, seed);
    World alone;
    const CurveId ellipse = add_curve(alone, "ellipse", {0, 0, 3, 2, 0.4});
    check(alone, ellipse, 0.7, 4, seed);
  }
}
