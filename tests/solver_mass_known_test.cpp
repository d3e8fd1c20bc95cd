// With mass, figures whose motion is known: by closed forms, or by their equations in few coordinates,
// written by hand and integrated finely.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <variant>

#include "solver/energy_momentum.h"
#include "solver/stepper.h"
#include "tests/allocations.h"
#include "tests/mass_figures.h"
#include "tests/scenes.h"

namespace limber {
namespace {

constexpr double pi = std::numbers::pi, h = 1.0 / 240, g = 9810;

struct Playing {
  World world;
  Stepper stepper;
  explicit Playing(World begun) : world(std::move(begun)) { world.physics.on = true; }
  void ticks(int n) {
    for (int k = 0; k < n; ++k)
      for (const IslandReport& island : stepper.step(world, h, Run::play).islands)
        REQUIRE_FALSE(island.refused);
  }
  double energy() {
    MassBalance out;
    REQUIRE(stepper.measure(world, out));
    return out.energy();
  }
};

Point velocity_of(const World& world, CurveId id) {
  const Link* link = world.find(world.body(id)->link);
  const Eigen::VectorXd& velocity = link ? Eigen::VectorXd(link->velocity) : world.body(id)->velocity;
  return velocity.size() < 2 ? Point(0, 0) : Point(velocity.head<2>());
}

}  // namespace

TEST_CASE("single, double and triple pendulums swing as their equations say, to 1e-6 of their length") {
  CHECK(hung_rods(1, 2).place < 1e-6);
  CHECK(hung_rods(2, 1).place < 1e-6);
  CHECK(hung_rods(3, 0.5).place < 1e-6);
}

TEST_CASE("a bead on a wire swings the same as a point that slides, as a distance, and as an implicit row") {
  for (const Wire how : {Wire::slides, Wire::distance, Wire::implicit}) {
    CAPTURE(static_cast<int>(how));
    CHECK(bead_on_wire(how, 2).place < 1e-6);
  }
}

TEST_CASE("a slider-crank goes as its equation says, its torque switched while it runs") {
  CHECK(slider_crank(3).place < 1e-6);
}

TEST_CASE("with mass nothing is allocated in a tick once it runs: pendulum, chain, motor, slide, stop, hand") {
  World world;
  CurveId before;
  for (int i = 0; i < 6; ++i) {
    const CurveId rod = add_bar(world, {40.0 * i, 0}, {40.0 * (i + 1), 0});
    if (i == 0) nail(world, rod, 0, {0, 0});
    else attach(world, before, 1, rod, 0);
    before = rod;
  }
  hold(world, "rope", {Point(0, 60), world.add(point_at(before, 1)), 200.0});
  const CurveId crank = add_bar(world, {0, 100}, {30, 100});
  nail(world, crank, 0, {0, 100});
  const MotorId motor = drive(world, crank, 3);
  Motor weak = *world.find(motor);
  weak.limit = 200;
  world.set(motor, weak);
  const CurveId rail = add_curve(world, "line", {0, 200, 100, 150});
  for (int i = 0; i < 4; ++i) world.set_locked(rail, i, true);
  const CurveId bead = add_curve(world, "point", {0, 200});
  hold(world, "coincident", {world.add(point_at(bead, 0)), world.add(sliding_at(rail, 0))});
  const CurveId a = add_bar(world, {0, 300}, {50, 300}), b = add_bar(world, {0, 320}, {50, 330});
  world.weld({a, b});
  Playing playing(world);
  playing.world.pull(playing.world.grab(before, 0.5), {150, 50});
  playing.ticks(60);
  const long counted = allocations();
  for (int k = 0; k < 240; ++k) playing.stepper.step(playing.world, h, Run::play);
  CHECK(allocations() == counted);
}

TEST_CASE("islands with mass give the same bits with one thread and with two") {
  World world;
  for (int k = 0; k < 40; ++k) {
    CurveId before;
    for (int i = 0; i < 10; ++i) {
      const CurveId rod = add_bar(world, {200.0 * k + 10 * i, 0}, {200.0 * k + 10 * (i + 1), 0});
      if (i == 0) nail(world, rod, 0, {200.0 * k, 0});
      else attach(world, before, 1, rod, 0);
      before = rod;
    }
  }
  Playing one(world), two(world);
  two.stepper.threads = 2;
  one.ticks(60);
  two.ticks(60);
  CHECK(hash(one.world) == hash(two.world));
}

// Parts are snapped on and cut off at random: no energy comes from nowhere. Nor does it fly apart: rates that rows which
// contradict each other are to have, held hard, threw some figures at 100 m/s and more.
TEST_CASE("random snaps, springs, welds and cuts: energy rises only by work that is booked") {
  for (unsigned seed = 1990; seed < 2000; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const auto number = [&](double low, double high) {
      return std::uniform_real_distribution<double>(low, high)(random);
    };
    World world;
    world.physics.gravity.setZero();  // else what is cut off is soon far away
    world.physics.air = 2e-4;
    std::vector<CurveId> bars;
    for (int i = 0; i < 12; ++i) {
      const Point at(number(-150, 150), number(-150, 150));
      bars.push_back(add_bar(world, at, at + Point(number(20, 60), number(-40, 40))));
    }
    nail(world, bars[0], 0);
    Playing playing(world);
    std::vector<std::variant<ConstraintId, LinkId>> made;
    int springs = 0, welds = 0;
    double there = 0;
    for (int trial = 0; trial < 200; ++trial) {
      CAPTURE(trial);
      World& now = playing.world;
      const CurveId a = bars[random() % bars.size()], b = bars[random() % bars.size()];
      const double before = playing.energy() - now.physics.work + now.physics.lost;
      double books = before;
      switch (random() % 7) {
        case 0:
          if (a != b) made.push_back(attach(now, a, 1, b, 0));
          break;
        case 1:
          made.push_back(nail(now, a, 0.5));
          break;
        case 2:  // as long as it is: it has no energy yet
          if (a == b) break;
          made.push_back(hold(now, "distance", {now.add(point_at(a, 1)), now.add(point_at(b, 0)),
                                                (place(now, a, 1) - place(now, b, 0)).norm()}, 0.5));
          now.set_damping(std::get<ConstraintId>(made.back()), 0.01);
          ++springs;
          break;
        case 3:
          if (a == b || (now.body(a)->link && now.body(a)->link == now.body(b)->link)) break;
          made.push_back(now.weld({a, b}));
          ++welds;
          break;
        default: {
          if (made.empty()) break;
          const std::size_t which = random() % made.size();
          if (const auto* id = std::get_if<ConstraintId>(&made[which])) now.remove(*id);
          else if (now.find(std::get<LinkId>(made[which]))) now.remove(std::get<LinkId>(made[which]));
          made.erase(made.begin() + static_cast<std::ptrdiff_t>(which));
          // A spring that is cut takes what is in it away.
          books = playing.energy() - now.physics.work + now.physics.lost;
          CHECK(books <= before + 1e-12 * (1 + std::abs(before)));
        }
      }
      there = std::max(there, playing.energy() + std::abs(now.physics.work));
      playing.ticks(8);
      for (const CurveId bar : bars) REQUIRE(velocity_of(now, bar).norm() < 3e4);
      const double after = playing.energy() - now.physics.work + now.physics.lost;
      REQUIRE(std::abs(after - books) <= 1e-8 * there + 1e-9);
    }
    CHECK(springs > 5);
    CHECK(welds > 5);
    CHECK(playing.world.physics.lost >= 0);
  }
}

}  // namespace limber
