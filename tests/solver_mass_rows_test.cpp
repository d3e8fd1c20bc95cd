// With mass, what is not just held: motors, hands, stops, damping, air, snaps and cuts. Energy changes
// by the work that was booked and by nothing else.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "solver/energy_momentum.h"
#include "solver/stepper.h"
#include "tests/scenes.h"

namespace limber {
namespace {

constexpr double pi = std::numbers::pi, h = 1.0 / 240, g = 9810;

struct Playing {
  World world;
  Stepper stepper;
  explicit Playing(World begun) : world(std::move(begun)) { world.physics.on = true; }
  const StepReport& tick() {
    const StepReport& report = stepper.step(world, h, Run::play);
    for (const IslandReport& island : report.islands) REQUIRE_FALSE(island.refused);
    return report;
  }
  void ticks(int n) {
    for (int k = 0; k < n; ++k) tick();
  }
  MassBalance balance() {
    MassBalance out;
    REQUIRE(stepper.measure(world, out));
    return out;
  }
  // What is left when the work put in and what was lost are accounted for.
  double books() { return balance().energy() - world.physics.work + world.physics.lost; }
};

double turn_of(const World& world, CurveId bar) {
  const Point way = place(world, bar, 1) - place(world, bar, 0);
  return std::atan2(way.y(), way.x());
}

}  // namespace

TEST_CASE("with mass a motor without a limit turns at its speed from the first tick, and its work is booked") {
  World world;
  const CurveId crank = add_bar(world, {0, 0}, {50, 0});
  nail(world, crank, 0, {0, 0});
  const MotorId motor = drive(world, crank, 2);
  Playing playing(world);
  const double before = playing.balance().energy();
  playing.world.set(motor, *playing.world.find(motor));  // switched on in a figure with mass
  playing.ticks(240);
  CHECK(std::abs(turn_of(playing.world, crank) - 2) < 1e-9);
  const MassBalance now = playing.balance();
  const double moment = 0.005 * 50 * 50 / 3;
  CHECK(now.kinetic == doctest::Approx(0.5 * moment * 4).epsilon(1e-4));
  CHECK(std::abs(playing.books() - before) < 1e-7 * std::abs(now.potential));
  // It takes hold of the bar as it stands, at once: half of what that takes is lost.
  CHECK(playing.world.physics.lost == doctest::Approx(0.5 * moment * 4).epsilon(1e-6));
  // It carries the weight of the bar at its arm.
  CHECK(playing.stepper.motor_force(motor) == doctest::Approx(0.005 * g * 25 * std::cos(2.0)).epsilon(1e-2));
  CHECK(playing.stepper.motor_power(motor) ==
        doctest::Approx(2 * playing.stepper.motor_force(motor)).epsilon(1e-6));
}

// Its speed swung about that in the mean of every tick, by the square of what it turns in one.
TEST_CASE("with mass a motor without a limit has its speed at the end of every tick; with one, to the order of a step") {
  for (const double speed : {0.5, 3.0, 20.0})
    for (const double limit : {1e6, std::numeric_limits<double>::infinity()}) {
      CAPTURE(speed);
      CAPTURE(limit);
      World world;
      world.physics.gravity.setZero();
      const CurveId crank = add_bar(world, {0, 0}, {60, 0});
      nail(world, crank, 0, {0, 0});
      const MotorId id = drive(world, crank, speed);
      Playing playing(world);
      Motor motor = *world.find(id);
      motor.limit = limit;
      playing.world.set(id, motor);
      playing.ticks(3);
      const double near = std::isfinite(limit) ? std::pow(h * speed, 2) / 11 : 1e-12;
      for (int k = 0; k < 20; ++k) {
        playing.tick();
        REQUIRE(playing.world.body(crank)->velocity[2] == doctest::Approx(speed).epsilon(near));
      }
      CHECK(std::abs(playing.books()) < 1e-9 * playing.balance().kinetic);
    }
}

TEST_CASE("two rods on a crank that a motor turns: half the tick brings them to a tenth of the error") {
  const auto swung = [](double speed, int parts) {
    World world;
    const CurveId crank = add_bar(world, {0, 0}, {60, 0});
    const CurveId upper = add_bar(world, {60, 0}, {105, -66}), lower = add_bar(world, {105, -66}, {168, -116});
    nail(world, crank, 0, {0, 0});
    attach(world, crank, 1, upper, 0);
    attach(world, upper, 1, lower, 0);
    const MotorId motor = drive(world, crank, speed);
    Playing playing(world);
    playing.world.set(motor, *playing.world.find(motor));
    for (int k = 0; k < 120 * parts; ++k) playing.stepper.step(playing.world, h / parts, Run::play);
    return place(playing.world, lower, 1);
  };
  for (const double speed : {3.0, 9.0}) {
    const Point wanted = swung(speed, 8);
    const double whole = (swung(speed, 1) - wanted).norm(), half = (swung(speed, 2) - wanted).norm();
    CAPTURE(speed);
    CAPTURE(whole);
    CHECK(whole < 1e-5);
    CHECK(half < 0.1 * whole);
  }
}

// A motor without a limit at a dead point: what the steps that came to nothing had done was booked as its work.
TEST_CASE("a tick that is refused books nothing") {
  World world;
  const double out = 24 + std::sqrt(80.0 * 80 - 18 * 18);
  const CurveId crank = add_bar(world, {0, 0}, {24, 18}), rod = add_bar(world, {24, 18}, {out, 0});
  const CurveId slider = add_curve(world, "point", {out, 0});
  nail(world, crank, 0, {0, 0});
  attach(world, crank, 1, rod, 0);
  attach(world, rod, 1, slider, 0);
  hold(world, "fixed_length", {world.add(parameter_of(slider, 1)), 0.0});
  Motor motor;
  motor.constraint = hold(world, "fixed_length", {world.add(parameter_of(slider, 0)), out});
  motor.input = 1;
  motor.speed = 20;
  const MotorId id = world.add(motor);
  Playing playing(world);
  playing.world.set(id, motor);
  const double books = playing.books();
  int refused = 0;
  for (int k = 0; k < 120; ++k) {
    const double work = playing.world.physics.work, lost = playing.world.physics.lost;
    if (!playing.stepper.step(playing.world, h, Run::play).islands[0].refused) continue;
    ++refused;
    REQUIRE(playing.world.physics.work == work);
    REQUIRE(playing.world.physics.lost == lost);
  }
  CHECK(refused > 10);
  CHECK(std::abs(playing.books() - books) < 1e-6 * std::abs(books));
}

TEST_CASE("with mass a motor at its limit speeds up a wheel as its torque says, and holds its speed then") {
  World world;
  world.physics.gravity.setZero();
  const CurveId crank = add_bar(world, {0, 0}, {60, 0});
  nail(world, crank, 0, {0, 0});
  const MotorId motor = drive(world, crank, 20);
  const double moment = 0.006 * 60 * 60 / 3, torque = 4 * moment;  // 4 rad/s^2
  Motor weak = *world.find(motor);
  weak.limit = torque;
  world.set(motor, weak);
  Playing playing(world);
  bool stalled = true;
  for (int k = 0; k < 480; ++k) stalled = stalled && !playing.tick().islands[0].stalled.empty();
  CHECK(stalled);
  CHECK(playing.world.body(crank)->velocity[2] == doctest::Approx(8).epsilon(1e-3));
  CHECK(playing.books() == doctest::Approx(0).epsilon(1e-9));
  playing.ticks(960);
  CHECK(playing.world.body(crank)->velocity[2] == doctest::Approx(20).epsilon(1e-3));
  CHECK(playing.tick().islands[0].stalled.empty());
  CHECK(std::abs(playing.books()) < 1e-6 * playing.balance().kinetic);
}

TEST_CASE("a bar that falls on a stop stays there: what the impact takes is booked") {
  World world;
  const CurveId bar = add_bar(world, {0, 100}, {80, 100});
  hold(world, "at_least", {world.add(parameter_of(bar, 1)), 0.0});
  hold(world, "fixed_angle", {world.add(parameter_of(bar, 2)), 0.0});
  Playing playing(world);
  const double weight = 0.008 * g, before = playing.balance().energy();
  playing.ticks(480);
  CHECK(std::abs(place(playing.world, bar, 0).y()) < 1e-6);
  CHECK(playing.world.body(bar)->velocity.norm() < 1e-6);
  CHECK(playing.world.physics.lost == doctest::Approx(100 * weight).epsilon(1e-6));
  CHECK(playing.balance().energy() - before + playing.world.physics.lost == doctest::Approx(0).epsilon(1e-6));
}

// The whole of it was booked as work of the motor, below 0, because a motor took part.
TEST_CASE("what is lost never comes back, and what a hard stop takes is not the motor's work") {
  World world;
  world.physics.gravity.setZero();
  const CurveId crank = add_bar(world, {0, 0}, {50, 0}), hammer = add_bar(world, {50, 0}, {50, 40});
  nail(world, crank, 0, {0, 0});
  attach(world, crank, 1, hammer, 0);
  drive(world, crank, 2);
  // It swings about the crank's end until its angle is at the stop.
  hold(world, "at_least", {world.add(parameter_of(hammer, 2)), 1.2});
  Playing playing(world);
  playing.world.set_velocity(hammer, {20 * 6, 2 * 50, -6});
  const double books = playing.books();
  double lost = 0, most = 0;
  for (int k = 0; k < 120; ++k) {
    playing.tick();
    most = std::max(most, playing.world.physics.lost - lost);
    REQUIRE(playing.world.physics.lost >= lost - 1e-9 * playing.balance().kinetic);
    lost = playing.world.physics.lost;
  }
  // The hammer stops in one blow: its turning about the crank's end, m l^2/3 w^2/2 at 6 rad/s and what the crank adds.
  CHECK(most > 0.5 * 0.5 * 0.004 * 40 * 40 / 3 * 36);
  CHECK(std::abs(playing.books() - books) < 1e-6 * books);
}

// Its velocity went on as it was, half of it into the nail, and came back from there in every tick.
TEST_CASE("a rod on a nail that is thrown goes on as the nail lets it") {
  World world;
  const CurveId rod = add_bar(world, {0, 0}, {0, -120});
  nail(world, rod, 0, {0, 0});
  Playing playing(world);
  playing.world.set_velocity(rod, {300, 50, 0});
  playing.tick();
  const double m = 0.012;
  // About the nail: m l/2 v = m l^2/3 w.
  const double w = 1.5 * 300 / 120;
  CHECK(playing.world.body(rod)->velocity[2] == doctest::Approx(w).epsilon(0.01));
  CHECK(playing.world.physics.lost == doctest::Approx(0.5 * m * (300.0 * 300 + 50 * 50) - m * 120 * 120 / 6 * w * w).epsilon(1e-6));
}

TEST_CASE("a rope that goes taut stops what it holds only along itself") {
  World world;
  const CurveId stone = add_curve(world, "point", {0, 0});
  hold(world, "rope", {Point(0, 100), world.add(point_at(stone, 0)), 150.0});
  Playing playing(world);
  playing.world.set_velocity(stone, {300, 0, 0});
  for (int k = 0; k < 720; ++k) {
    playing.tick();
    REQUIRE((place(playing.world, stone, 0) - Point(0, 100)).norm() < 150 + 1e-6);
  }
  CHECK(playing.world.physics.lost > 0);
  CHECK(std::abs(playing.books() - 0.5 * 0.01 * 300 * 300) < 1e-6 * 0.01 * g * 150);
}

TEST_CASE("a bead that comes to the end of its wire stays on it") {
  World world;
  const CurveId wire = add_curve(world, "line", {0, 0, 200, -120});
  for (int i = 0; i < 4; ++i) world.set_locked(wire, i, true);
  const CurveId bead = add_curve(world, "point", {0, 0});
  const ConnectorId slider = world.add(sliding_at(wire, 0));
  hold(world, "coincident", {world.add(point_at(bead, 0)), slider});
  Playing playing(world);
  playing.ticks(480);
  CHECK((place(playing.world, bead, 0) - Point(200, -120)).norm() < 1e-6);
  CHECK(playing.world.physics.lost == doctest::Approx(0.01 * g * 120).epsilon(1e-6));
}

TEST_CASE("a damped spring comes to rest as the textbook says, and what it loses is booked") {
  World world;
  const CurveId weight = add_curve(world, "point", {0, -110});
  const double stiffness = 4, mass = 0.01, damping = 0.05;
  const ConstraintId spring =
      hold(world, "distance", {Point(0, 0), world.add(point_at(weight, 0)), 100.0}, 1 / stiffness);
  world.set_damping(spring, damping);
  Playing playing(world);
  const double before = playing.balance().energy();
  playing.ticks(240);
  const double rest = -100 - mass * g / stiffness, decay = damping / (2 * mass);
  const double omega = std::sqrt(stiffness / mass - decay * decay);
  const double wanted = rest + (-110 - rest) * std::exp(-decay) * (std::cos(omega) + decay / omega * std::sin(omega));
  CHECK(std::abs(place(playing.world, weight, 0).y() - wanted) < 1e-3);
  CHECK(playing.balance().energy() + playing.world.physics.lost == doctest::Approx(before).epsilon(1e-6));
  CHECK(playing.world.physics.lost > 0);
}

TEST_CASE("air slows what flies, as fast as its density says") {
  World world;
  world.physics.gravity.setZero();
  world.physics.air = 2e-4;  // twice the density: a rate of 2 in a second
  const CurveId bar = add_bar(world, {0, 0}, {80, 0});
  Playing playing(world);
  playing.world.set_velocity(bar, {100, 50, 3});
  playing.ticks(240);
  const double left = std::exp(-2.0);
  CHECK((playing.world.body(bar)->velocity - left * Eigen::Vector3d(100, 50, 3)).norm() < 1e-6 * 100);
  CHECK(playing.books() == doctest::Approx(0.5 * 0.008 * 12500 + 0.5 * 0.008 * 6400 / 12 * 9).epsilon(1e-9));
}

TEST_CASE("a hand lifts a bar with mass, and its work is the gain of energy") {
  World world;
  const CurveId bar = add_bar(world, {0, 0}, {80, 0});
  Playing playing(world);
  const double before = playing.balance().energy();
  const HandId hand = playing.world.grab(bar, 0.5);
  playing.world.pull(hand, {40, 0});
  playing.ticks(480);
  CHECK(place(playing.world, bar, 0.5).y() == doctest::Approx(-g / (31.4 * 31.4)).epsilon(1e-3));
  for (int k = 0; k < 120; ++k) {
    playing.world.pull(hand, {40, k + 1.0});
    playing.tick();
  }
  playing.ticks(480);
  CHECK(place(playing.world, bar, 0.5).y() == doctest::Approx(120 - g / (31.4 * 31.4)).epsilon(1e-3));
  CHECK(std::abs(playing.balance().energy() - before - playing.world.physics.work + playing.world.physics.lost) <
        1e-6 * 0.008 * g * 120);
  playing.world.release(hand);
  const double top = place(playing.world, bar, 0.5).y();
  playing.ticks(24);
  CHECK(place(playing.world, bar, 0.5).y() < top - 40);  // it falls
}

TEST_CASE("a constraint that is met snaps: what it stops it stops at once, and momentum along the rest stays") {
  World world;
  world.physics.gravity.setZero();
  const CurveId bar = add_bar(world, {0, 0}, {100, 0});
  Playing playing(world);
  playing.world.set_velocity(bar, {0, 200, 0});
  playing.ticks(24);
  const Point end = place(playing.world, bar, 0);
  nail(playing.world, bar, 0, end);
  playing.tick();
  // Angular momentum about the nail: m v l/2 = m l^2/3 w.
  CHECK(playing.world.body(bar)->velocity[2] == doctest::Approx(1.5 * 200 / 100.0).epsilon(1e-6));
  const double kept = 0.5 * (0.01 * 1e4 / 3) * 9;
  CHECK(playing.balance().kinetic == doctest::Approx(kept).epsilon(1e-6));
  CHECK(playing.world.physics.lost == doctest::Approx(0.5 * 0.01 * 4e4 - kept).epsilon(1e-6));
}

TEST_CASE("a constraint that is not met brings what it joins together, without a bounce, and the books are right") {
  World world;
  world.physics.gravity.setZero();
  const CurveId a = add_bar(world, {0, 0}, {100, 0}), b = add_bar(world, {180, 90}, {260, 90});
  attach(world, a, 1, b, 0);
  Playing playing(world);
  double before = (place(playing.world, a, 1) - place(playing.world, b, 0)).norm();
  for (int k = 0; k < 480; ++k) {
    playing.tick();
    const double now = (place(playing.world, a, 1) - place(playing.world, b, 0)).norm();
    REQUIRE(now <= before + 1e-9);
    before = now;
  }
  CHECK(before < 1e-6);
  CHECK(playing.balance().momentum.norm() < 1e-9);
  CHECK(std::abs(playing.books()) < 1e-6 * playing.world.physics.work);
}

TEST_CASE("constraints that contradict each other find a compromise, and it stays there") {
  World world;
  const CurveId bar = add_bar(world, {0, 0}, {100, 0});
  nail(world, bar, 0, {-20, 0});
  nail(world, bar, 1, {120, 0});
  Playing playing(world);
  playing.ticks(480);
  const double left = place(playing.world, bar, 0).x();
  CHECK(left == doctest::Approx(0).epsilon(1e-3));
  CHECK(std::abs(place(playing.world, bar, 0).y()) < 1);
  playing.ticks(240);
  CHECK(std::abs(place(playing.world, bar, 0).x() - left) < 1e-3);
}

TEST_CASE("curves welded while they fly go on as one: momentum and angular momentum stay; cut apart, too") {
  World world;
  world.physics.gravity.setZero();
  const CurveId a = add_bar(world, {0, 0}, {100, 0}), b = add_bar(world, {0, 20}, {60, 80});
  Playing playing(world);
  playing.world.set_velocity(a, {100, 30, 1});
  playing.world.set_velocity(b, {-40, 60, -2});
  playing.tick();
  const MassBalance apart = playing.balance();
  const LinkId link = playing.world.weld({a, b});
  playing.tick();
  const MassBalance joined = playing.balance();
  CHECK((joined.momentum - apart.momentum).norm() < 1e-12);
  CHECK(joined.angular_momentum == doctest::Approx(apart.angular_momentum).epsilon(1e-9));
  CHECK(joined.kinetic == doctest::Approx(apart.kinetic - playing.world.physics.lost).epsilon(1e-9));
  playing.ticks(100);
  const MassBalance whole = playing.balance();
  playing.world.remove(link);
  const MassBalance again = playing.balance();
  CHECK(again.kinetic == doctest::Approx(whole.kinetic).epsilon(1e-12));
  CHECK((again.momentum - whole.momentum).norm() < 1e-12);
  CHECK(again.angular_momentum == doctest::Approx(whole.angular_momentum).epsilon(1e-9));
}

TEST_CASE("what the clock moves drives a figure with mass") {
  World world;
  const CurveId bar = add_bar(world, {20, 0}, {20, -80});
  hold(world, "follow_circle", {world.add(point_at(bar, 0)), Point(0, 0), 20.0, 0.5});
  Playing playing(world);
  const double before = playing.balance().energy();
  playing.ticks(240);
  CHECK((place(playing.world, bar, 0) - Point(-20, 0)).norm() < 1e-6);
  CHECK(std::abs(playing.balance().energy() - before - playing.world.physics.work) < 1e-4 * 0.008 * g * 80);
}

// Stretched straight between two nails it can go nowhere, and to bear anything sideways its pull has no bound: steps ended
// with pulls of a million times its weight, which lost their digits, and the energy of the rest with them.
TEST_CASE("bars straight between two nails that are pulled sideways put no energy in") {
  World world;
  world.physics.gravity.setZero();
  std::vector<CurveId> bars;
  for (int i = 0; i < 3; ++i) {
    bars.push_back(add_bar(world, {0.0, 20.0 * i}, {0.0, 20.0 * (i + 1)}));
    if (i == 0) nail(world, bars[0], 0, {0, 0});
    else attach(world, bars[static_cast<std::size_t>(i - 1)], 1, bars.back(), 0);
  }
  const CurveId arm = add_bar(world, {0, 20}, {40, 20}), tail = add_bar(world, {40, 20}, {40, -20});
  attach(world, bars[0], 1, arm, 0);
  attach(world, arm, 1, tail, 0);
  Playing playing(world);
  nail(playing.world, bars[2], 0.5, {0, 50});
  playing.world.set_velocity(arm, {0, 100, 5});
  playing.world.set_velocity(tail, {80, 200, -7});
  const HandId hand = playing.world.grab(tail, 1);
  const Point from = place(playing.world, tail, 1);
  double books = 0;
  for (int k = 0; k < 480; ++k) {
    playing.world.pull(hand, from + 60 * Point(std::sin(0.02 * k), std::cos(0.03 * k) - 1));
    playing.tick();
    if (k == 0) books = playing.books();
    REQUIRE(std::abs(playing.books() - books) < 1e-8 * (playing.balance().kinetic + std::abs(playing.world.physics.work)));
  }
}

}  // namespace limber
