#include "tests/mass_figures.h"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <functional>
#include <numbers>
#include <optional>
#include <random>
#include <utility>
#include <variant>

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
  bool falls = false;  // for ever: energy is of what it has, where that is more

  explicit Playing(World begun) : world(std::move(begun)), size(world.size()) {
    world.physics.on = true;
    before = books();
  }
  MassBalance balance() {
    MassBalance out;
    (void)stepper.measure(world, out);
    return out;
  }
  double books() { return books(balance()); }
  double books(const MassBalance& now) const { return now.energy() - world.physics.work + world.physics.lost; }
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
      const MassBalance now = balance();
      const double of = falls ? std::max(energy_of, now.kinetic) : energy_of;
      found.energy = std::max(found.energy, std::abs(books(now) - before) / of);
      looking += seconds_of_thread() - looked;
    }
    const double spent = 1e3 * (seconds_of_thread() - begin - looking);
    found.milliseconds = (found.milliseconds * found.ticks + spent) / (found.ticks + n);
    found.ticks += n;
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

namespace {
constexpr double chain_length = 2000, chain_mass = 1e-4 * chain_length;

Strayed play_chain(World world, double seconds) {
  Playing playing(std::move(world));
  playing.ticks(static_cast<int>(std::lround(seconds / h)), chain_mass * g * chain_length, 8);
  return playing.found;
}
}  // namespace

Strayed hanging_chain(int n, double seconds) {
  const double l = chain_length / n, span = 1600, half = chain_length / 2;
  // It rests as a catenary, cosh. A wave of a tenth of its sag lies on that as it is let go, one half above its rest
  // and one below; every bar is as long as the way between its ends is then.
  const auto length = [&](double a) { return 2 * a * std::sinh(span / (2 * a)); };
  double low = 200, high = 5000;
  for (int k = 0; k < 200; ++k) (length(0.5 * (low + high)) > chain_length ? low : high) = 0.5 * (low + high);
  const double a = low, nails = std::hypot(a, half), sag = nails - a;
  std::vector<Point> points;
  std::vector<std::pair<int, int>> bars;
  for (int i = 0; i <= n; ++i) {
    const double along = static_cast<double>(i) / n, s = -half + l * i;
    points.push_back({a * std::asinh(s / a), std::hypot(a, s) - nails - 0.1 * sag * std::sin(2 * pi * along)});
    if (i > 0) bars.push_back({i - 1, i});
  }
  return play_chain(linkage(points, bars, {0, n}).world, seconds);
}

Strayed thrown_chain(int n, double seconds) {
  const double l = chain_length / n, rate = 4;
  std::vector<Point> points;
  std::vector<std::pair<int, int>> bars;
  for (int i = 0; i <= n; ++i) {
    points.push_back({0, -l * i});
    if (i > 0) bars.push_back({i - 1, i});
  }
  Linkage made = linkage(points, bars, {0});
  for (int i = 0; i < n; ++i)
    made.world.set_velocity(made.bars[static_cast<std::size_t>(i)], {rate * l * (i + 0.5), 0, rate});
  return play_chain(made.world, seconds);
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

namespace {

// Of teeth, turns, waves, or whether a node is smooth: nothing that gives.
bool is_count(const Parameter& one) { return one.role == Role::number && one.locked; }

double inertia_of(const Flexible& shape, const Flexible::Spread& spread, int parameter) {
  for (int k = 0; k < shape.size(); ++k)
    if (shape.ways()[static_cast<std::size_t>(k)].parameter == parameter) return spread.N(1 + k, 1 + k);
  return 0;
}

// A number of a curve that moves no point of it, or none but as others do together, turning it among them: by
// Cholesky's method with pivots, phi first; what has no inertia left beside those before it. Or -1.
int dependent_number(const Flexible& shape, const Eigen::MatrixXd& N) {
  constexpr double least = 1e-4;  // of its own inertia
  Eigen::MatrixXd left = N;
  std::vector<char> taken(static_cast<std::size_t>(N.rows()), 0);
  for (Eigen::Index next = 0;;) {
    taken[static_cast<std::size_t>(next)] = 1;
    const Eigen::VectorXd column = left.col(next) / std::sqrt(left(next, next));
    left -= column * column.transpose();
    next = -1;
    double most = 0;
    Eigen::Index worst = -1;
    for (Eigen::Index k = 1; k < N.rows(); ++k) {
      if (taken[static_cast<std::size_t>(k)]) continue;
      const double part = left(k, k) / N(k, k);
      if (next < 0 || part > most) most = part, next = k;
      worst = k;
    }
    if (next < 0) return -1;
    if (most < least) return shape.ways()[static_cast<std::size_t>(worst - 1)].parameter;
  }
}

}  // namespace

Bent bent_curve(const SharedCurveType& type, double frequency) {
  Bent out;
  out.curve = out.world.add(default_curve(type));
  const int n = static_cast<int>(out.world.find(out.curve)->q.size());
  Bend bend{0, 1, 0};
  for (int i = 0; i < n; ++i) {
    bend.parameter = i;
    if (why_rigid(*type, i).empty() && !is_count(parameter(*type, i))) out.world.set_bend(out.curve, i, &bend);
  }
  // What moves nothing of its own stays rigid: it has no inertia to bend against.
  Flexible shape;
  Flexible::Spread spread;
  for (;;) {
    const Body& body = *out.world.body(out.curve);
    if (!shape.build(body, can_turn(body.curve)) || !shape.read(body)) return out;
    const std::vector<double> none(static_cast<std::size_t>(shape.size()), 0);
    if (!shape.spread(none.data(), spread)) return out;
    const int rigid = dependent_number(shape, spread.N);
    if (rigid < 0) break;
    // The second number of a place bends with the first.
    const bool first = std::any_of(body.bends.begin(), body.bends.end(), [&](const Bend& one) { return one.parameter == rigid; });
    out.world.set_bend(out.curve, first ? rigid : rigid - 1, nullptr);
    out.rigid.push_back(first ? rigid : rigid - 1);
  }
  // Each as stiff as its own inertia wants.
  const std::vector<Bend> bends = out.world.body(out.curve)->bends;
  const double density = out.world.physics.density, w = 2 * pi * frequency;
  for (Bend known : bends) {
    const bool is_length = is_place(parameter(*type, known.parameter).role);
    const double inertia = is_length ? 0 : inertia_of(shape, spread, known.parameter);
    known.stiffness = density * (inertia > 0 ? inertia : shape.length()) * w * w;
    out.world.set_bend(out.curve, known.parameter, &known);
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

Strayed nailed_bent(Bent bent, double t, double seconds, double most_processor) {
  nail(bent.world, bent.curve, t);
  Playing playing(bent.world);
  playing.falls = true;
  const int ticks = static_cast<int>(std::lround(seconds / h)), look_every = seconds > 100 ? 24 : 1;
  const double begin = seconds_of_thread();
  while (playing.found.ticks < ticks && seconds_of_thread() - begin < most_processor)
    playing.ticks(std::min(24, ticks - playing.found.ticks), bent.energy * g, look_every);
  return playing.found;
}

// ---- snaps

namespace {

// What was snapped on: a constraint, or a weld.
using Snap = std::variant<ConstraintId, LinkId>;
enum class SnapKind { nail, angle, cross, weld, join };

// One figure: an upright row of bars of length 20, nailed at its lower end, and at each joint of it a row of 19 more.
class Snapping {
 public:
  explicit Snapping(int bars) : playing_(comb(bars)) {
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
    for (const Snap& snap : std::exchange(made_, {})) cut(snap);
  }

  void snap_or_cut() {
    made_now_ = {};
    seen_ = false;
    ++found.snaps;
    if (made_.size() > 30 || (!made_.empty() && random_() % 3 == 0)) {
      const std::size_t which = random_() % made_.size();
      cut(made_[which]);
      made_.erase(made_.begin() + static_cast<std::ptrdiff_t>(which));
      return;
    }
    const auto what = static_cast<SnapKind>(random_() % (driven_ ? 5 : 4));
    if (snap(what)) ++found.of_kind[static_cast<std::size_t>(what)];
    if (made_now_) made_.push_back(*made_now_);
  }

  void tick(int k) {
    World& world = playing_.world;
    if (driven_) world.pull(hand_, from_ + 60 * Point(std::sin(0.02 * k), std::cos(0.03 * k) - 1));
    const double work = world.physics.work, lost = world.physics.lost;
    const double begin = seconds_of_thread();
    const StepReport& report = playing_.stepper.step(world, h, Run::play);
    milliseconds_ = 1e3 * (seconds_of_thread() - begin);
    for (const IslandReport& island : report.islands) {
      found.refused += island.refused;
      found.steps += island.substeps;
      found.largest = std::max(found.largest, static_cast<int>(island.curves.size()));
    }
    ++found.ticks;
    const double worked = world.physics.work - work, gone = world.physics.lost - lost;
    const double there = energy_ + std::abs(worked), now = playing_.balance().energy(), risen = now - energy_;
    energy_ = now;
    double& most = driven_ ? found.risen : found.risen_alone;
    most = std::max(most, (risen - (driven_ ? worked : 0)) / there);
    found.regained = std::max(found.regained, -gone / there);
  }

  // One tick after a snap.
  void look() {
    found.milliseconds.push_back(milliseconds_);
    if (!made_now_) return;
    if (const auto* id = std::get_if<ConstraintId>(&*made_now_)) {
      double force = 0;
      for (const double row : playing_.stepper.force(*id)) force += std::abs(row);
      found.unfelt += force == 0;
    }
    if (!seen_) return;
    ++found.met;
    found.reacted = std::max(found.reacted, (now_held() - held_).norm() / size_);
  }

  // What the snaps have taken is given to it again.
  void throw_all() {
    for (const CurveId id : bars_)
      playing_.world.set_velocity(id, {number(-50, 50), number(-50, 50), number(-2, 2)});
    energy_ = playing_.balance().energy();
  }

  Snapped found;

 private:
  World comb(int bars) {
    World world;
    const auto add = [&](Point from, Point to, CurveId before) {
      bars_.push_back(add_bar(world, from, to));
      if (before) attach(world, before, 1, bars_.back(), 0);
      else nail(world, bars_.back(), 0, from);
    };
    CurveId spine;
    for (int i = 0; i < bars; ++i) {
      const int along = i % 20;
      const double up = 20 * (i / 20);
      if (along == 0) add({0, up}, {0, up + 20}, std::exchange(spine, {}));
      else add({20.0 * (along - 1), up + 20}, {20.0 * along, up + 20}, bars_.back());
      if (along == 0) spine = bars_.back();
    }
    return world;
  }
  double number(double low, double high) {
    return low + (high - low) * static_cast<double>(random_()) / 4294967296.0;
  }
  CurveId any() { return bars_[random_() % bars_.size()]; }
  LinkId link(CurveId id) const { return playing_.world.body(id)->link; }

  void cut(const Snap& snap) {
    World& world = playing_.world;
    if (const auto* id = std::get_if<ConstraintId>(&snap)) world.remove(*id);
    else if (world.find(std::get<LinkId>(snap))) world.remove(std::get<LinkId>(snap));  // else it is in a larger one
  }

  // What a snap that was met holds: places and angles, as numbers that are to stay.
  Eigen::Vector3d now_held() const {
    const World& world = playing_.world;
    const Point p = place(world, a_, t_a_);
    const double angle = world.find(a_)->q[2];
    Eigen::Vector3d out = Eigen::Vector3d::Zero();
    if (kind_ == SnapKind::nail) out.head<2>() = p;
    if (kind_ == SnapKind::angle) out[2] = 20 * angle;
    if (kind_ == SnapKind::cross) out.head<2>() = p - place(world, b_, t_b_);
    if (kind_ == SnapKind::weld) {  // b as it lies beside a
      const double other = world.find(b_)->q[2];
      out.head<2>() = Eigen::Rotation2Dd(-angle) * Point(place(world, b_, 0) - place(world, a_, 0));
      out[2] = 20 * (other - angle);
    }
    return out;
  }

  bool snap(SnapKind what) {
    World& world = playing_.world;
    kind_ = what;
    a_ = any(), b_ = any();
    t_a_ = t_b_ = 0.5;
    if (what == SnapKind::cross && !find_crossing()) return false;
    if (a_ == b_ || (what >= SnapKind::cross && link(a_) && link(a_) == link(b_))) return false;
    if (what == SnapKind::nail) made_now_ = nail(world, a_, 0.5);
    if (what == SnapKind::angle) made_now_ = hold(world, "fixed_angle", {world.add(parameter_of(a_, 2)), world.find(a_)->q[2]});
    if (what == SnapKind::cross) made_now_ = attach(world, a_, t_a_, b_, t_b_);
    if (what == SnapKind::weld) made_now_ = world.weld({a_, b_});
    if (what == SnapKind::join) made_now_ = attach(world, a_, 1, b_, 0);
    seen_ = what != SnapKind::join;
    held_ = now_held();
    return true;
  }

  // The first bar that crosses a_, from a random one on: two bars that are pinned where they cross.
  bool find_crossing() {
    const World& world = playing_.world;
    const std::size_t from = random_() % bars_.size();
    const Point p = place(world, a_, 0), u = place(world, a_, 1) - p;
    for (std::size_t k = 0; k < bars_.size(); ++k) {
      b_ = bars_[(from + k) % bars_.size()];
      const Point q = place(world, b_, 0), v = place(world, b_, 1) - q;
      const double det = u.x() * v.y() - u.y() * v.x();
      if (std::abs(det) < 0.1 * u.norm() * v.norm()) continue;
      t_a_ = ((q - p).x() * v.y() - (q - p).y() * v.x()) / det;
      t_b_ = ((q - p).x() * u.y() - (q - p).y() * u.x()) / det;
      if (std::min(t_a_, t_b_) > 0.05 && std::max(t_a_, t_b_) < 0.95) return true;
    }
    return false;
  }

  std::mt19937 random_{1990};
  std::vector<CurveId> bars_;
  Playing playing_;
  std::vector<Snap> made_;
  std::optional<Snap> made_now_;
  SnapKind kind_ = SnapKind::nail;
  CurveId a_, b_;
  double t_a_ = 0, t_b_ = 0, milliseconds_ = 0, size_ = 1;
  double energy_ = 0;  // before the snap: of curves that are welded the velocities are joined in the tick
  bool seen_ = false, driven_ = false;
  Eigen::Vector3d held_ = Eigen::Vector3d::Zero();
  Point from_ = Point::Zero();
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
  std::sort(all.found.milliseconds.begin(), all.found.milliseconds.end());
  return all.found;
}

}  // namespace limber
