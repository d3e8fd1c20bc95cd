#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "solver/energy_momentum.h"
#include "tests/scenes.h"

namespace limber {
namespace {

constexpr double pi = std::numbers::pi, h = 1.0 / 240, g = 9810;

struct Played {
  World world;
  EnergyMomentum figure;
};

Played with_mass(World world, const Eigen::Vector2d& gravity = {0, -g}) {
  Played played;
  played.world = std::move(world);
  played.world.physics.on = true;
  played.world.physics.gravity = gravity;
  const Islands islands = find_islands(played.world);
  REQUIRE(islands.all.size() == 1);
  played.figure.build(played.world, islands.all.front());
  return played;
}

double energy(Played& played) {
  MassBalance balance;
  REQUIRE(played.figure.measure(played.world, balance));
  return balance.energy();
}

// phi'' = -k sin(phi) by Runge and Kutta's method, so finely that it is exact here.
double swung(double phi, double k, double seconds) {
  constexpr int parts = 200000;
  const double dt = seconds / parts;
  double omega = 0;
  for (int i = 0; i < parts; ++i) {
    const auto a = [&](double at) { return -k * std::sin(at); };
    const double k1 = omega, l1 = a(phi), k2 = omega + 0.5 * dt * l1, l2 = a(phi + 0.5 * dt * k1);
    const double k3 = omega + 0.5 * dt * l2, l3 = a(phi + 0.5 * dt * k2), k4 = omega + dt * l3,
                 l4 = a(phi + dt * k3);
    phi += dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    omega += dt / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
  }
  return phi;
}

World pendulum(double l, double angle, CurveId& rod) {
  World world;
  rod = add_bar(world, {0, 0}, l * Point(std::sin(angle), -std::cos(angle)));
  nail(world, rod, 0, {0, 0});
  return world;
}

}  // namespace

TEST_CASE("a rod nailed at its end swings as the equation of the pendulum says, for 10 s") {
  const double l = 300, angle = 2;
  CurveId rod;
  Played played = with_mass(pendulum(l, angle, rod));
  const double before = energy(played);
  for (int k = 0; k < 2400; ++k) REQUIRE(played.figure.tick(played.world, h));
  const double wanted = swung(angle, 3 * g / (2 * l), 10);
  const Point end = place(played.world, rod, 1);
  CHECK((end - l * Point(std::sin(wanted), -std::cos(wanted))).norm() < 2e-3);
  CHECK(std::abs(energy(played) - before) < 1e-9 * 0.03 * g * l);
  CHECK(place(played.world, rod, 0).norm() < 1e-9);
}

TEST_CASE("a pendulum at rest hangs, and the nail carries its weight") {
  World world;
  const CurveId rod = add_bar(world, {0, 0}, {0, -200});
  const ConstraintId at = nail(world, rod, 0, {0, 0});
  Played played = with_mass(world);
  for (int k = 0; k < 24; ++k) REQUIRE(played.figure.tick(played.world, h));
  CHECK((place(played.world, rod, 1) - Point(0, -200)).norm() < 1e-10);
  CHECK(played.figure.force(at)[1] == doctest::Approx(200 * 1e-4 * g).epsilon(1e-9));
}

TEST_CASE("double and triple pendulums keep their energy and their joints") {
  for (const int n : {2, 3}) {
    CAPTURE(n);
    World world;
    CurveId before;
    for (int k = 0; k < n; ++k) {
      const CurveId rod = add_bar(world, {100.0 * k, 0}, {100.0 * (k + 1), 0});
      if (k == 0) nail(world, rod, 0, {0, 0});
      else attach(world, before, 1, rod, 0);
      before = rod;
    }
    Played played = with_mass(world);
    const double start = energy(played);
    for (int k = 0; k < 1200; ++k) REQUIRE(played.figure.tick(played.world, h));
    CHECK(std::abs(energy(played) - start) < 1e-9 * n * n * 0.01 * g * 100);
    CHECK(place(played.world, before, 0).norm() < 100 * (n - 1) + 1e-6);
  }
}

TEST_CASE("without gravity a thrown pair of bars keeps momentum and angular momentum") {
  World world;
  const CurveId a = add_bar(world, {0, 0}, {100, 0}), b = add_bar(world, {100, 0}, {160, 90});
  attach(world, a, 1, b, 0);
  hold(world, "distance",
       {world.add(point_at(a, 0)), world.add(point_at(b, 1)), 120.0}, 1 / 5.0);
  Played played = with_mass(world, Eigen::Vector2d::Zero());
  played.world.set_velocity(a, {300, -100, 0});
  played.world.set_velocity(b, {300, -100, 0});
  REQUIRE(played.figure.tick(played.world, h));
  MassBalance first, last;
  REQUIRE(played.figure.measure(played.world, first));
  for (int k = 0; k < 2400; ++k) REQUIRE(played.figure.tick(played.world, h));
  REQUIRE(played.figure.measure(played.world, last));
  CHECK((last.momentum - first.momentum).norm() < 1e-10 * first.momentum.norm());
  CHECK(std::abs(last.angular_momentum - first.angular_momentum) <
        1e-8 * (1 + std::abs(first.angular_momentum)));
  CHECK(std::abs(last.energy() - first.energy()) < 1e-9 * first.energy());
}

// Rows that are there twice, and a body held on more points than it needs.
TEST_CASE("redundant rows are normal: a rod nailed twice at one place swings as nailed once") {
  CurveId rod;
  World once = pendulum(250, 1, rod), twice = once;
  nail(twice, rod, 0, {0, 0});
  Played one = with_mass(once), two = with_mass(twice);
  for (int k = 0; k < 480; ++k) {
    REQUIRE(one.figure.tick(one.world, h));
    REQUIRE(two.figure.tick(two.world, h));
  }
  CHECK((place(one.world, rod, 1) - place(two.world, rod, 1)).norm() < 1e-6);
}

TEST_CASE("a bead that slides on a circle of wire swings as a pendulum of its radius") {
  World world;
  const double r = 120, angle = 1.2;
  const CurveId wire = add_curve(world, "circle", {0, 0, r});
  for (int i = 0; i < 3; ++i) world.set_locked(wire, i, true);
  const CurveId bead = add_curve(world, "point", {r * std::sin(angle), -r * std::cos(angle)});
  const ConnectorId slider = world.add(sliding_at(wire, angle - pi / 2));
  hold(world, "coincident", {world.add(point_at(bead, 0)), slider});
  Played played = with_mass(world);
  const double start = energy(played);
  for (int k = 0; k < 480; ++k) REQUIRE(played.figure.tick(played.world, h));
  const double wanted = swung(angle, g / r, 2);
  CHECK((place(played.world, bead, 0) - r * Point(std::sin(wanted), -std::cos(wanted))).norm() < 2e-3);
  CHECK(std::abs(energy(played) - start) < 1e-9 * 0.01 * g * r);
}

TEST_CASE("a mass on a spring swings with the period of the textbook") {
  World world;
  const CurveId weight = add_curve(world, "point", {0, -110});
  const double stiffness = 4, mass = 0.01;
  hold(world, "distance", {Point(0, 0), world.add(point_at(weight, 0)), 100.0}, 1 / stiffness);
  Played played = with_mass(world);
  const double rest = -100 - mass * g / stiffness, omega = std::sqrt(stiffness / mass);
  for (int k = 0; k < 240; ++k) REQUIRE(played.figure.tick(played.world, h));
  const double wanted = rest + (-110 - rest) * std::cos(omega * 1);
  CHECK(std::abs(place(played.world, weight, 0).y() - wanted) < 1e-3);
}

TEST_CASE("the same world and velocities give the same bits, whatever was stepped before") {
  CurveId rod;
  Played all = with_mass(pendulum(250, 1, rod));
  for (int k = 0; k < 50; ++k) REQUIRE(all.figure.tick(all.world, h));
  Played fresh = with_mass(all.world);
  for (int k = 0; k < 50; ++k) {
    REQUIRE(all.figure.tick(all.world, h));
    REQUIRE(fresh.figure.tick(fresh.world, h));
  }
  CHECK(all.world.find(rod)->q == fresh.world.find(rod)->q);
}

}  // namespace limber
