// With mass, figures whose motion is known: by closed forms, or by their equations in few coordinates,
// written by hand and integrated finely.
#include <doctest/doctest.h>

#include <Eigen/Cholesky>

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>

#include "solver/energy_momentum.h"
#include "solver/stepper.h"
#include "tests/allocations.h"
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

// y' = f(y), by Runge and Kutta's method.
template <std::size_t n>
using State = std::array<double, n>;
template <std::size_t n>
State<n> integrated(State<n> y, double seconds, int parts, const std::function<State<n>(const State<n>&)>& f) {
  const double dt = seconds / parts;
  const auto moved = [&](const State<n>& k, double by) {
    State<n> out = y;
    for (std::size_t i = 0; i < n; ++i) out[i] += by * k[i];
    return out;
  };
  for (int step = 0; step < parts; ++step) {
    const State<n> k1 = f(y), k2 = f(moved(k1, dt / 2)), k3 = f(moved(k2, dt / 2)), k4 = f(moved(k3, dt));
    for (std::size_t i = 0; i < n; ++i) y[i] += dt / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return y;
}

// n rods of length l and mass m, hung on each other: the angles a from straight down, and their rates.
//   sum_j H_ij cos(a_i - a_j) a_j'' = - sum_j H_ij sin(a_i - a_j) a_j'^2 - G_i sin a_i
template <int n>
State<2 * n> hung_rods(const State<2 * n>& y, double l, double m) {
  Eigen::Matrix<double, n, n> A;
  Eigen::Matrix<double, n, 1> b;
  for (int i = 0; i < n; ++i) {
    b[i] = -m * g * l * (n - 1 - i + 0.5) * std::sin(y[static_cast<std::size_t>(i)]);
    for (int j = 0; j < n; ++j) {
      const int low = std::max(i, j);
      const double H = m * l * l * (i == j ? n - 1 - i + 1.0 / 3 : n - 1 - low + 0.5);
      const double d = y[static_cast<std::size_t>(i)] - y[static_cast<std::size_t>(j)];
      const double rate = y[static_cast<std::size_t>(n + j)];
      A(i, j) = H * std::cos(d);
      b[i] -= H * std::sin(d) * rate * rate;
    }
  }
  const Eigen::Matrix<double, n, 1> a = A.ldlt().solve(b);
  State<2 * n> out;
  for (int i = 0; i < n; ++i) {
    out[static_cast<std::size_t>(i)] = y[static_cast<std::size_t>(n + i)];
    out[static_cast<std::size_t>(n + i)] = a[i];
  }
  return out;
}

template <int n>
void check_hung_rods(double seconds, double tolerance) {
  CAPTURE(n);
  const double l = 100, m = 0.01;
  World world;
  State<2 * n> y{};
  Point at(0, 0);
  CurveId before;
  for (int i = 0; i < n; ++i) {
    y[static_cast<std::size_t>(i)] = 0.6 + 0.3 * i;
    const Point next = at + l * Point(std::sin(0.6 + 0.3 * i), -std::cos(0.6 + 0.3 * i));
    const CurveId rod = add_bar(world, at, next);
    if (i == 0) nail(world, rod, 0, at);
    else attach(world, before, 1, rod, 0);
    before = rod;
    at = next;
  }
  Playing playing(world);
  playing.ticks(static_cast<int>(seconds * 240));
  y = integrated<2 * n>(y, seconds, 40000, [&](const State<2 * n>& s) { return hung_rods<n>(s, l, m); });
  Point wanted(0, 0);
  for (int i = 0; i < n; ++i)
    wanted += l * Point(std::sin(y[static_cast<std::size_t>(i)]), -std::cos(y[static_cast<std::size_t>(i)]));
  CHECK((place(playing.world, before, 1) - wanted).norm() < tolerance * l);
}

}  // namespace

TEST_CASE("single, double and triple pendulums swing as their equations say, to 1e-6 of a rod in half a second") {
  check_hung_rods<1>(0.5, 1e-6);
  check_hung_rods<2>(0.5, 1e-6);
  check_hung_rods<3>(0.5, 1e-5);
}

// Seed 002: the unit circle as a wire.
TEST_CASE("a bead on a wire swings the same as a point that slides, as a distance, and as an implicit row") {
  const double r = 100, angle = 1.1;
  const Point start = r * Point(std::sin(angle), -std::cos(angle));
  const auto swing = [&](int how) {
    World world;
    const CurveId bead = add_curve(world, "point", {start.x(), start.y()});
    const ConnectorId at = world.add(point_at(bead, 0));
    if (how == 0) {
      const CurveId wire = add_curve(world, "circle", {0, 0, r});
      for (int i = 0; i < 3; ++i) world.set_locked(wire, i, true);
      hold(world, "coincident", {at, world.add(sliding_at(wire, angle - pi / 2))});
    } else if (how == 1) {
      hold(world, "distance", {Point(0, 0), at, r});
    } else {
      ConstraintLibrary kinds = *ConstraintLibrary::load();
      const auto kind = kinds.add("constraint wire (point a, length r = 1):\n  (a.x^2 + a.y^2 - r^2)/2 = 0",
                                  Tier::interpret, compile_budget());
      REQUIRE(kind);
      world.add(Constraint{*kind, {at, r}, 0, true, 0, false});
    }
    Playing playing(world);
    playing.ticks(480);
    return place(playing.world, bead, 0);
  };
  const State<2> y = integrated<2>({angle, 0}, 2, 100000, [&](const State<2>& s) {
    return State<2>{s[1], -g / r * std::sin(s[0])};
  });
  const Point wanted = r * Point(std::sin(y[0]), -std::cos(y[0]));
  for (int how = 0; how < 3; ++how) {
    CAPTURE(how);
    CHECK((swing(how) - wanted).norm() < 1e-5 * r);
  }
}

// Seed 003: a crank of length r, turned by a torque, a rod of length l, a slider on a level rail. The
// angle a of the crank alone moves: T = M(a) a'^2 / 2.
TEST_CASE("a slider-crank goes as its equation says, its torque switched while it runs") {
  const double r = 30, l = 80, torque = 60;
  World world;
  const double a0 = 0.5, s0 = r * std::cos(a0) + std::sqrt(l * l - r * r * std::sin(a0) * std::sin(a0));
  const CurveId crank = add_bar(world, {0, 0}, r * Point(std::cos(a0), std::sin(a0)));
  const CurveId rod = add_bar(world, r * Point(std::cos(a0), std::sin(a0)), {s0, 0});
  nail(world, crank, 0, {0, 0});
  attach(world, crank, 1, rod, 0);
  const CurveId rail = add_curve(world, "line", {-200, 0, 200, 0});
  for (int i = 0; i < 4; ++i) world.set_locked(rail, i, true);
  hold(world, "coincident", {world.add(point_at(rod, 1)), world.add(sliding_at(rail, (s0 + 200) / 400))});
  const ForceId push = world.add(Force{world.add(parameter_of(crank, 2)), {torque, 0}});
  Playing playing(world);
  const double m1 = 1e-4 * r, m2 = 1e-4 * l;
  // Places of the rod's centre and their derivatives by a, in closed form.
  const auto f = [&](double tau_now) {
    return [&, tau_now](const State<2>& y) {
      const double a = y[0], w = y[1];
      const auto M = [&](double x) {
        const double s = std::sin(x), c = std::cos(x), b = std::asin(r * s / l);
        const double b1 = r * c / (l * std::cos(b));
        const double cx = -r * s - l / 2 * std::sin(b) * b1, cy = r * c - l / 2 * std::cos(b) * b1;
        return m1 * r * r / 3 + m2 * (cx * cx + cy * cy) + m2 * l * l / 12 * b1 * b1;
      };
      const auto U = [&](double x) {
        const double b = std::asin(r * std::sin(x) / l);
        return m1 * g * r / 2 * std::sin(x) + m2 * g * (r * std::sin(x) - l / 2 * std::sin(b));
      };
      const double e = 1e-5;
      const double M_a = (M(a + e) - M(a - e)) / (2 * e), U_a = (U(a + e) - U(a - e)) / (2 * e);
      return State<2>{w, (tau_now - U_a - 0.5 * M_a * w * w) / M(a)};
    };
  };
  State<2> y = {a0, 0};
  for (const double now : {torque, 0.0, -torque}) {
    playing.world.set(push, {now, 0});
    playing.ticks(48);
    y = integrated<2>(y, 0.2, 4000, f(now));
    const Point wanted = r * Point(std::cos(y[0]), std::sin(y[0]));
    CHECK((place(playing.world, crank, 1) - wanted).norm() < 1e-6 * 200);
  }
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

// Parts are snapped on and cut off at random: no energy comes from nowhere.
TEST_CASE("random snaps, springs, welds and cuts: energy rises only by work that is booked") {
  std::mt19937 random(1990);
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
  std::vector<ConstraintId> made;
  double books = playing.energy();
  for (int trial = 0; trial < 200; ++trial) {
    const CurveId a = bars[random() % bars.size()], b = bars[random() % bars.size()];
    const int what = static_cast<int>(random() % 4);
    if (what == 0 && a != b) made.push_back(attach(playing.world, a, 1, b, 0));
    if (what == 1) made.push_back(nail(playing.world, a, 0.5));
    if (what >= 2 && !made.empty()) {
      const std::size_t which = random() % made.size();
      playing.world.remove(made[which]);
      made.erase(made.begin() + static_cast<std::ptrdiff_t>(which));
    }
    playing.ticks(8);
    CAPTURE(trial);
    const double now = playing.energy() - playing.world.physics.work + playing.world.physics.lost;
    REQUIRE(std::abs(now - books) <= 1e-4 * (std::abs(playing.energy()) + std::abs(playing.world.physics.work)) + 1e-9);
    books = now;
  }
  CHECK(playing.world.physics.lost >= 0);
}

}  // namespace limber
