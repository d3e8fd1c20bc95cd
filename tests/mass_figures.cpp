#include "tests/mass_figures.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <functional>
#include <numbers>
#include <random>
#include <utility>

#include "solver/energy_momentum.h"
#include "solver/flexible.h"

namespace limber {
namespace {

constexpr double pi = std::numbers::pi, h = tick, g = 9810;

// Of the processor: what else the machine does is not measured.
double seconds_of_thread() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Playing {
  World world;
  Stepper stepper;
  Strayed found;
  double before = 0, size = 1;

  explicit Playing(World begun) : world(std::move(begun)), size(world.size()) {
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
    const double begin = seconds_of_thread();
    double looking = 0;
    for (int k = 0; k < n; ++k) {
      for (const IslandReport& island : stepper.step(world, h, Run::play).islands) {
        found.refused += island.refused;
        found.steps += island.substeps;
        found.rows = std::max(found.rows, island.residual / size);
      }
      if (k % look_every != 0) continue;
      const double looked = seconds_of_thread();
      found.energy = std::max(found.energy, std::abs(books() - before) / energy_of);
      looking += seconds_of_thread() - looked;
    }
    found.ticks += n;
    found.milliseconds = 1e3 * (seconds_of_thread() - begin - looking) / n;
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

Point hung_at(double l, double phi) { return l * Point(std::sin(phi), -std::cos(phi)); }

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
  playing.found.place = (place(playing.world, bob, 0) - hung_at(l, phi)).norm() / l;
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
  playing.found.place = (place(playing.world, made.bars[0], 1) - hung_at(l, phi)).norm() / l;
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

// ---- few equations

namespace {

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
Strayed hung(double seconds) {
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
  playing.ticks(static_cast<int>(std::lround(seconds / h)), n * m * g * n * l);
  y = integrated<2 * n>(y, seconds, 40000, [&](const State<2 * n>& s) { return hung_rods<n>(s, l, m); });
  Point wanted(0, 0);
  for (int i = 0; i < n; ++i)
    wanted += l * Point(std::sin(y[static_cast<std::size_t>(i)]), -std::cos(y[static_cast<std::size_t>(i)]));
  playing.found.place = (place(playing.world, before, 1) - wanted).norm() / (n * l);
  return playing.found;
}

}  // namespace

Strayed hung_rods(int n, double seconds) {
  return n == 1 ? hung<1>(seconds) : n == 2 ? hung<2>(seconds) : hung<3>(seconds);
}

Strayed bead_on_wire(Wire how, double seconds) {
  const double r = 100, angle = 1.1;
  const Point start = r * Point(std::sin(angle), -std::cos(angle));
  World world;
  const CurveId bead = add_curve(world, "point", {start.x(), start.y()});
  const ConnectorId at = world.add(point_at(bead, 0));
  if (how == Wire::slides) {
    const CurveId wire = add_curve(world, "circle", {0, 0, r});
    for (int i = 0; i < 3; ++i) world.set_locked(wire, i, true);
    hold(world, "coincident", {at, world.add(sliding_at(wire, angle - pi / 2))});
  } else if (how == Wire::distance) {
    hold(world, "distance", {Point(0, 0), at, r});
  } else {
    ConstraintLibrary kinds = *ConstraintLibrary::load();
    const auto kind = kinds.add("constraint wire (point a, length r = 1):\n  (a.x^2 + a.y^2 - r^2)/2 = 0",
                                Tier::interpret, compile_budget());
    if (!kind) return {.place = 1};
    world.add(Constraint{*kind, {at, r}, 0, true, 0, false});
  }
  Playing playing(world);
  playing.ticks(static_cast<int>(std::lround(seconds / h)), 0.01 * g * r);
  const State<2> y = integrated<2>({angle, 0}, seconds, static_cast<int>(seconds * 20000), [&](const State<2>& s) {
    return State<2>{s[1], -g / r * std::sin(s[0])};
  });
  playing.found.place = (place(playing.world, bead, 0) - r * Point(std::sin(y[0]), -std::cos(y[0]))).norm() / r;
  return playing.found;
}

// The angle a of the crank alone moves: T = M(a) a'^2 / 2.
Strayed slider_crank(double seconds) {
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
  double strayed = 0, energy = 0;
  for (const double now : {torque, 0.0, -torque}) {
    playing.world.set(push, {now, 0});
    playing.before = playing.books();
    playing.found.energy = 0;
    const int ticks = static_cast<int>(std::lround(seconds / 3 / h));
    playing.ticks(ticks, (m1 + m2) * g * (r + l));
    energy = std::max(energy, playing.found.energy);
    y = integrated<2>(y, ticks * h, static_cast<int>(20000 * ticks * h), f(now));
    strayed = std::max(strayed, (place(playing.world, crank, 1) - r * Point(std::cos(y[0]), std::sin(y[0]))).norm());
  }
  playing.found.place = strayed / (r + l);
  playing.found.energy = energy;
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
  out.why_not = "its numbers do not bend";
  if (!shape.build(body, true) || !shape.read(body)) return out;
  const std::vector<double> none(static_cast<std::size_t>(shape.size()), 0);
  Flexible::Spread spread;
  if (!shape.spread(none.data(), spread)) return out;
  out.why_not = "some of its numbers move no point of it";
  if (moves_nothing(spread.N)) return out;
  out.why_not.clear();
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

namespace {

// Rows of 20 bars of length 20, each nailed at its left end.
class Snapping {
 public:
  explicit Snapping(int bars) : playing_(in_rows(bars)) {
    playing_.world.physics.gravity.setZero();  // else what is cut off is soon far away
    playing_.world.physics.air = 2e-5;
    size_ = playing_.world.size();
    throw_all();
  }

  // While something drives it: a hand that is led about, two motors with a limit.
  void drive(bool driven) {
    World& world = playing_.world;
    driven_ = driven;
    if (driven) {
      motors_ = {limber::drive(world, bars_[0], 3), limber::drive(world, bars_[20], -5)};
      for (const MotorId id : motors_) {  // what it drives may be nailed
        Motor weak = *world.find(id);
        weak.limit = 500;
        world.set(id, weak);
      }
      hand_ = world.grab(bars_[50], 0.7);
      from_ = place(world, bars_[50], 0.7);
      return;
    }
    for (const MotorId id : motors_) world.remove(world.find(id)->constraint);
    world.release(hand_);
    for (const ConstraintId id : std::exchange(made_, {})) world.remove(id);
  }

  void snap_or_cut() {
    World& world = playing_.world;
    made_now_ = {};
    ++found.snaps;
    if (made_.size() > 30 || (!made_.empty() && random_() % 3 == 0)) {
      const std::size_t which = random_() % made_.size();
      world.remove(made_[which]);
      made_.erase(made_.begin() + static_cast<std::ptrdiff_t>(which));
      return;
    }
    const CurveId a = bars_[random_() % bars_.size()], b = bars_[random_() % bars_.size()];
    const std::uint32_t what = random_() % (driven_ ? 3 : 2);
    met_ = what < 2;
    if (what == 0) {
      nailed_ = place(world, a, 0.5);
      made_now_ = nail(world, a, 0.5);
    } else if (what == 1) {
      made_now_ = hold(world, "fixed_angle", {world.add(parameter_of(a, 2)), world.find(a)->q[2]});
    } else if (a != b) {
      made_now_ = attach(world, a, 1, b, 0);
    }
    snapped_ = a;
    angle_ = world.find(a)->q[2];
    nail_ = what == 0;
    if (made_now_) made_.push_back(made_now_);
  }

  void tick(int k) {
    World& world = playing_.world;
    if (driven_) world.pull(hand_, from_ + 60 * Point(std::sin(0.02 * k), std::cos(0.03 * k) - 1));
    const double energy = playing_.balance().energy(), work = world.physics.work, lost = world.physics.lost;
    for (const IslandReport& island : playing_.stepper.step(world, h, Run::play).islands)
      found.refused += island.refused;
    const double worked = world.physics.work - work, gone = world.physics.lost - lost;
    const double there = energy + std::abs(worked), risen = playing_.balance().energy() - energy;
    double& most = driven_ ? found.risen : found.risen_alone;
    most = std::max(most, (risen - (driven_ ? worked : 0)) / there);
    found.regained = std::max(found.regained, -gone / there);
  }

  // One tick after a snap.
  void look() {
    if (!made_now_) return;
    const World& world = playing_.world;
    double force = 0;
    for (const double row : playing_.stepper.force(made_now_)) force += std::abs(row);
    found.unfelt += force == 0;
    if (!met_) return;
    ++found.met;
    const double off = nail_ ? (place(world, snapped_, 0.5) - nailed_).norm()
                             : 20 * std::abs(world.find(snapped_)->q[2] - angle_);
    found.reacted = std::max(found.reacted, off / size_);
  }

  // What the snaps have taken is given to it again.
  void throw_all() {
    for (const CurveId id : bars_)
      playing_.world.set_velocity(id, {number(-50, 50), number(-50, 50), number(-2, 2)});
  }

  Snapped found;

 private:
  World in_rows(int bars) {
    World world;
    for (int i = 0; i < bars; ++i) {
      const Point from(20.0 * (i % 20), 20.0 * (i / 20));
      bars_.push_back(add_bar(world, from, from + Point(20, 0)));
      if (i % 20 > 0) attach(world, bars_[bars_.size() - 2], 1, bars_.back(), 0);
      else nail(world, bars_.back(), 0, from);
    }
    return world;
  }
  double number(double low, double high) {
    return low + (high - low) * static_cast<double>(random_()) / 4294967296.0;
  }

  std::mt19937 random_{1990};
  std::vector<CurveId> bars_;
  Playing playing_;
  std::vector<ConstraintId> made_;
  ConstraintId made_now_;
  CurveId snapped_;
  bool met_ = false, nail_ = false, driven_ = false;
  Point nailed_ = Point::Zero(), from_ = Point::Zero();
  double angle_ = 0, size_ = 1;
  std::vector<MotorId> motors_;
  HandId hand_;
};

}  // namespace

Snapped random_snaps(int bars, int count) {
  Snapping all(bars);
  for (int k = 0; k < count; ++k) {
    if (k % 100 == 0) {
      if (k > 0 && k % 200 == 0) all.drive(false);
      all.throw_all();
      all.tick(2 * k);
      all.tick(2 * k + 1);
      if (k % 200 == 100) all.drive(true);
    }
    all.snap_or_cut();
    all.tick(2 * k);
    all.look();
    all.tick(2 * k + 1);
  }
  return all.found;
}

}  // namespace limber
