#include "tests/mass_figures.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <random>

#include "solver/energy_momentum.h"
#include "solver/flexible.h"

namespace limber {
namespace {

constexpr double pi = std::numbers::pi, h = tick, g = 9810;

struct Playing {
  World world;
  Stepper stepper;
  Strayed found;
  double before = 0;

  explicit Playing(World begun) : world(std::move(begun)) {
    world.physics.on = true;
    before = books();
  }
  MassBalance balance() {
    MassBalance out;
    (void)stepper.measure(world, out);
    return out;
  }
  double books() { return balance().energy() - world.physics.work + world.physics.lost; }
  void ticks(int n, double energy_of, int look_every = 1) {
    const auto begin = std::chrono::steady_clock::now();
    double looking = 0;
    for (int k = 0; k < n; ++k) {
      for (const IslandReport& island : stepper.step(world, h, Run::play).islands) {
        found.refused += island.refused;
        found.steps += island.substeps;
        found.rows = std::max(found.rows, island.residual);
      }
      if (k % look_every != 0) continue;
      const auto looked = std::chrono::steady_clock::now();
      found.energy = std::max(found.energy, std::abs(books() - before) / energy_of);
      looking += std::chrono::duration<double>(std::chrono::steady_clock::now() - looked).count();
    }
    found.ticks += n;
    const double all = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    found.milliseconds = 1e3 * (all - looking) / n;
  }
};

// phi'' = -k sin(phi), from phi and its rate: by Runge and Kutta's method, so finely that it is exact here.
double swung(double phi, double rate, double k, double seconds) {
  const int parts = static_cast<int>(seconds * 10000);
  const double dt = seconds / parts;
  const auto a = [&](double at) { return -k * std::sin(at); };
  for (int i = 0; i < parts; ++i) {
    const double k1 = rate, l1 = a(phi), k2 = rate + 0.5 * dt * l1, l2 = a(phi + 0.5 * dt * k1);
    const double k3 = rate + 0.5 * dt * l2, l3 = a(phi + 0.5 * dt * k2), k4 = rate + dt * l3,
                 l4 = a(phi + dt * k3);
    phi += dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    rate += dt / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
  }
  return phi;
}

Point hung(double l, double phi) { return l * Point(std::sin(phi), -std::cos(phi)); }

}  // namespace

Strayed iftomm_pendulum(double seconds) {
  const double l = 1000;
  World world;
  const CurveId bob = add_curve(world, "point", {l, 0});
  world.set_weight(bob, 0, 1);
  hold(world, "distance", {Point(0, 0), world.add(point_at(bob, 0)), l});
  Playing playing(world);
  playing.ticks(static_cast<int>(std::lround(seconds / h)), g * l, 24);
  const double phi = swung(pi / 2, 0, g / l, seconds);
  playing.found.place = (place(playing.world, bob, 0) - hung(l, phi)).norm() / l;
  return playing.found;
}

Strayed iftomm_windows(int n, double seconds) {
  const double l = 1000;
  std::vector<Point> points;
  std::vector<std::pair<int, int>> bars;
  std::vector<int> nails;
  for (int i = 0; i <= n; ++i) {
    points.push_back({l * i, 0});
    points.push_back({l * i, l});
    nails.push_back(2 * i);
    bars.push_back({2 * i, 2 * i + 1});
    if (i > 0) bars.push_back({2 * i - 1, 2 * i + 1});
  }
  Linkage made = linkage(points, bars, nails);
  World& world = made.world;
  const double rate = -1;  // rad/s: 1 m/s at the joints, to the right
  for (std::size_t b = 0; b < made.bars.size(); ++b) {
    world.set_weight(made.bars[b], 0, 1);
    const bool upright = bars[b].first + 1 == bars[b].second && bars[b].first % 2 == 0;
    world.set_velocity(made.bars[b], upright ? Eigen::Vector3d(-rate * l / 2, 0, rate)
                                             : Eigen::Vector3d(-rate * l, 0, 0));
  }
  Playing playing(world);
  playing.ticks(static_cast<int>(std::lround(seconds / h)), g * l, 4);
  // One freedom: the inertia of n + 1 bars about their ends and n that go round unturned; phi from below.
  const double inertia = (n + 1) / 3.0 + n, weight = (n + 1) / 2.0 + n;
  const double phi = swung(pi, rate, g / l * weight / inertia, seconds);
  playing.found.place = (place(playing.world, made.bars[0], 1) - hung(l, phi)).norm() / l;
  return playing.found;
}

Strayed hanging_chain(int n, double seconds) {
  const double l = 2000.0 / n, span = 1600;
  // It hangs as a catenary, cosh; 10 % deeper than that it is let go, every bar as long as it is.
  const auto length = [&](double a) { return 2 * a * std::sinh(span / (2 * a)); };
  double low = 200, high = 5000;
  for (int k = 0; k < 200; ++k) (length(0.5 * (low + high)) > 2000 ? low : high) = 0.5 * (low + high);
  const double a = low;
  const auto rest = [&](int i) {
    const double s = -1000 + l * i, x = a * std::asinh(s / a);
    return Point(x, std::sqrt(a * a + s * s) - std::sqrt(a * a + 1e6));
  };
  std::vector<Point> points;
  std::vector<std::pair<int, int>> bars;
  for (int i = 0; i <= n; ++i) {
    const double along = static_cast<double>(i) / n;
    points.push_back(rest(i) + Point(0, -0.1 * 500 * std::sin(2 * pi * along)));
    if (i > 0) bars.push_back({i - 1, i});
  }
  Linkage made = linkage(points, bars, {0, n});
  Playing playing(made.world);
  const double mass = 1e-4 * 2000;
  playing.ticks(static_cast<int>(std::lround(seconds / h)), mass * g * 2000, 8);
  return playing.found;
}

// ---- what bends

// Whether some of its numbers, or several together, move no point of it.
static bool moves_nothing(const Eigen::MatrixXd& N) {
  const Eigen::VectorXd scale = N.diagonal().cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd even = scale.asDiagonal() * N * scale.asDiagonal();
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(even).eigenvalues()[0] < 1e-5;
}

Bent bent_curve(const SharedCurveType& type, double frequency) {
  Bent out;
  out.curve = out.world.add(default_curve(type));
  const Curve curve = *out.world.find(out.curve);
  const int n = static_cast<int>(curve.q.size());
  Bend bend{0, 1, 0};
  for (int i = 0; i < n; ++i) {
    bend.parameter = i;
    if (why_rigid(*type, i).empty()) out.world.set_bend(out.curve, i, &bend);
  }
  // Each as stiff as its own inertia wants.
  const Body body = *out.world.body(out.curve);
  Flexible shape;
  if (!shape.build(body, true) || !shape.read(body)) return out;
  const std::vector<double> none(static_cast<std::size_t>(shape.size()), 0);
  Flexible::Spread spread;
  if (!shape.spread(none.data(), spread)) return out;
  if (moves_nothing(spread.N)) return out;
  const double density = out.world.physics.density, w = 2 * pi * frequency;
  for (const Bend& known : body.bends) {
    bend = known;
    bend.stiffness = density * shape.length() * w * w;
    for (int k = 0; k < shape.size(); ++k)
      if (shape.ways()[static_cast<std::size_t>(k)].parameter == known.parameter &&
          !is_place(parameter(*type, known.parameter).role))
        bend.stiffness = density * spread.N(1 + k, 1 + k) * w * w;
    out.world.set_bend(out.curve, known.parameter, &bend);
  }
  out.energy = density * shape.length() * shape.length();
  return out;
}

Strayed thrown_bent(Bent bent, double seconds) {
  bent.world.physics.gravity.setZero();
  bent.world.set_velocity(bent.curve, {80, 30, 4});
  Body body = *bent.world.body(bent.curve);
  // Something is bent as it is let go.
  for (const Bend& bend : body.bends)
    if (!is_place(parameter(*body.curve.type, bend.parameter).role))
      bent.world.set_rest(bent.curve, bend.parameter, 0.9 * body.rest[bend.parameter]);
  Playing playing(bent.world);
  const MassBalance begin = playing.balance();
  playing.ticks(static_cast<int>(std::lround(seconds / h)), begin.energy());
  const MassBalance end = playing.balance();
  playing.found.momentum = (end.momentum - begin.momentum).norm() / begin.momentum.norm();
  playing.found.turning = std::abs(end.angular_momentum - begin.angular_momentum) /
                          std::abs(begin.angular_momentum);
  return playing.found;
}

Strayed nailed_bent(Bent bent, double t, double seconds) {
  nail(bent.world, bent.curve, t);
  Playing playing(bent.world);
  playing.ticks(static_cast<int>(std::lround(seconds / h)), bent.energy * g, seconds > 100 ? 24 : 1);
  return playing.found;
}

// ---- snaps

Snapped random_snaps(int bars, int count) {
  std::mt19937 random(1990);
  const auto number = [&](double from, double to) {
    return from + (to - from) * static_cast<double>(random()) / 4294967296.0;
  };
  World world;
  world.physics.gravity.setZero();  // else what is cut off is soon far away
  world.physics.air = 2e-5;
  std::vector<CurveId> all;
  for (int i = 0; i < bars; ++i) {
    const Point from(20.0 * (i % 20), 20.0 * (i / 20));
    all.push_back(add_bar(world, from, from + Point(20, 0)));
    if (i % 20 > 0) attach(world, all[all.size() - 2], 1, all.back(), 0);
    else nail(world, all.back(), 0, from);
    world.set_velocity(all.back(), {number(-50, 50), number(-50, 50), number(-2, 2)});
  }
  Playing playing(world);
  Snapped out;
  std::vector<ConstraintId> made;
  double before = playing.books();
  for (int k = 0; k < count; ++k) {
    World& now = playing.world;
    if (made.size() > 30 || (!made.empty() && random() % 3 == 0)) {
      const std::size_t which = random() % made.size();
      now.remove(made[which]);
      made.erase(made.begin() + static_cast<std::ptrdiff_t>(which));
    } else {
      const CurveId a = all[random() % all.size()], b = all[random() % all.size()];
      const std::uint32_t what = random() % 3;
      if (what == 0) made.push_back(nail(now, a, 0.5));
      else if (what == 1 && a != b) made.push_back(attach(now, a, 1, b, 0));
      else made.push_back(hold(now, "fixed_angle", {now.add(parameter_of(a, 2)), now.find(a)->q[2]}));
    }
    ++out.snaps;
    for (const IslandReport& island : playing.stepper.step(now, h, Run::play).islands)
      out.refused += island.refused;
    const double books = playing.books(), scale = std::abs(playing.balance().energy()) + std::abs(now.physics.work);
    out.risen = std::max(out.risen, (books - before) / scale);
    before = books;
  }
  return out;
}

}  // namespace limber
