// Whole figures swept through singularity: the least singular value of a figure passes through the
// tolerance of the rank, from 1e-1 to 1e-16. What it does stays bounded and continuous, what it is
// taken for changes once, and nothing trembles.
#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "solver/stepper.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

constexpr double pi = 3.14159265358979323846;
constexpr Path every_path[] = {Path::qr, Path::ldlt, Path::svd, Path::automatic};

Point polar(double r, double angle) { return r * Point(std::cos(angle), std::sin(angle)); }

}  // namespace

// Two bars of length 1, one nailed. Brought to a reach of 2 - s the elbow is off the line by
// sqrt(s - s^2/4), and that is also how far the two rows of the elbow are from being one. (On which
// side it comes back is for the sense it came with to say: it has been at a dead point.)
TEST_CASE("an arm stretched to within 1e-16 of straight follows the closed form there and back") {
  for (const Path path : every_path) {
    CAPTURE(std::string(name(path)));
    Linkage arm = linkage({Point(0, 0), polar(1, 0.5), polar(1, 0.5) + polar(1, -0.5)},
                          {{0, 1}, {1, 2}}, {0});
    World& world = arm.world;
    Stepper stepper;
    stepper.path = path;
    stepper.settle(world);
    const HandId hand = world.grab(arm.bars[1], 1);
    std::vector<double> there;
    const auto elbow = [&](double s) {
      world.pull(hand, Point(2 - s, 0));
      stepper.step(world);
      stepper.settle(world);
      return place(world, arm.bars[0], 1).y();
    };
    double before = 1;
    for (int k = 1; k <= 16; ++k) {
      const double s = std::pow(10.0, -k);
      const double y = elbow(s);
      CAPTURE(s);
      // What the hand leaves off (1e-11 of the drawing) is as much of s.
      const double exact = std::sqrt(s - s * s / 4);
      CHECK(y <= before);
      CHECK(std::abs(y * y - exact * exact) < 1e-9);
      before = y;
      there.push_back(y);
    }
    for (int k = 16; k >= 1; --k) {
      const double y = elbow(std::pow(10.0, -k));
      const double was = there[static_cast<std::size_t>(k - 1)];
      CHECK(std::abs(y * y - was * was) < 1e-9);
    }
  }
}

// Three parallel arms of length 1 carry one bar; the middle one's nail is off by a part of it.
// Exact, the figure moves; off, it is rigid. What it is taken for changes once on the way.
TEST_CASE(
    "a parallelogram with a third arm that hardly fits is a mechanism, or stands, and no third") {
  for (const Path path : every_path) {
    CAPTURE(std::string(name(path)));
    int changes = 0, last = -1;
    double before = 0;
    for (int k = 3; k <= 16; ++k) {
      const double misfit = std::pow(10.0, -k);
      CAPTURE(misfit);
      World world;
      const double angle = 1.1;
      CurveId arms[3];
      for (int i = 0; i < 3; ++i) {
        const Point foot(1.5 * i + (i == 1 ? misfit : 0), 0);
        arms[i] = add_bar(world, foot, Point(1.5 * i, 0) + polar(1, angle));
        nail(world, arms[i], 0);
      }
      const CurveId beam = add_bar(world, polar(1, angle), Point(3, 0) + polar(1, angle));
      for (int i = 0; i < 3; ++i) attach(world, arms[i], 1, beam, 0.5 * i);
      Stepper stepper;
      stepper.path = path;
      stepper.settle(world);
      const HandId hand = world.grab(arms[0], 1);
      double most = 0, turn = 0, worst = 0;
      int rank = -1;
      for (int j = 1; j <= 40; ++j) {
        const double now = angle + 0.02 * (j <= 20 ? j : 40 - j);
        const Point was = place(world, beam, 0.7);
        world.pull(hand, polar(1, now));
        const IslandReport& island = stepper.step(world).islands.front();
        most = std::max(most, (place(world, beam, 0.7) - was).norm());
        worst = std::max(worst, island.residual);
        rank = island.rank;
        if (j == 20) turn = world.find(arms[0])->q[2] - angle;
      }
      stepper.settle(world);
      const double back = std::abs(world.find(arms[0])->q[2] - angle);
      if (last >= 0 && rank != last) ++changes;
      last = rank;
      CHECK(most < 1.1 * 0.02);  // no farther in an event than the hand
      CHECK(worst <= hard_tolerance * world.size());
      // Rows that hold to a tolerance leave it some play, more the better it fits.
      const double play = misfit > 1e-9 ? 2 * hard_tolerance * world.size() / misfit : 1e-6;
      CHECK(back <= play);
      CHECK(turn >= before - play);  // the better it fits, the farther it goes
      before = turn;
    }
    CHECK(changes == 1);
    CHECK(before == doctest::Approx(0.4).epsilon(1e-6));
  }
}

// A crank-driven four-bar that is nearly a parallelogram: with the crank shorter by a part, the
// rocker turns back just before it lies flat; exact, it goes on.
TEST_CASE(
    "a nearly exact parallelogram turns back or goes on at its change point, and never leaps") {
  for (const Path path : every_path) {
    CAPTURE(std::string(name(path)));
    int changes = 0, last = -1;
    for (int k = 1; k <= 16; ++k) {
      const double shorter = std::pow(10.0, -k);
      CAPTURE(shorter);
      FourBar scene = four_bar(4, 1.5 - shorter, 4, 1.5, 1);
      World& world = scene.world;
      const ConstraintId crank =
          hold(world, "fixed_angle", {world.add(parameter_of(scene.crank, 2)), 1.0});
      world.add(Motor{crank, 1, pi / 2});
      Stepper stepper;
      stepper.path = path;
      double most = 0, worst = 0;
      int stalled = 0;
      for (int j = 0; j < 4 * 240 + 40; ++j) {
        const Point was = place(world, scene.rocker, 1);
        const IslandReport& island = stepper.step(world, tick, Run::play).islands.front();
        most = std::max(most, (place(world, scene.rocker, 1) - was).norm());
        worst = std::max(worst, island.residual);
        stalled += !island.stalled.empty();
      }
      const double turned = world.find(scene.rocker)->q[2];
      CHECK(most < 3 * pi / 2 * tick * 1.5);  // of the crank's end
      CHECK(worst <= hard_tolerance * world.size());
      CHECK(stalled == 0);
      const int round = turned > 4;
      if (last >= 0 && round != last) ++changes;
      last = round;
    }
    CHECK(changes <= 1);
  }
}
