// Random drawings stepped by each path: QR, LDLT, SVD and the automatic choice end in the same
// place; what is not met assembles itself without a leap; and where constraints contradict each
// other each path ends at a least-squares compromise, where the gradient J'c of the sum of squares
// vanishes.
#include <doctest/doctest.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <string>

#include "solver/figure.h"
#include "solver/stepper.h"
#include "tests/oracles.h"
#include "tests/worlds.h"

using namespace limber;

namespace {

constexpr Path every_path[] = {Path::qr, Path::ldlt, Path::svd, Path::automatic};

bool finite(const World& world) {
  bool good = true;
  world.bodies().each([&](CurveId, const Body& body) { good = good && body.curve.q.allFinite(); });
  return good;
}

bool has_springs(const World& world) {
  bool some = false;
  world.constraints().each([&](ConstraintId, const Constraint& constraint) {
    some = some || constraint.compliance > 0 || constraint.kind->preference;
  });
  return some;
}

// Places along every curve, and of every point that slides.
std::vector<Point> places(const World& world) {
  std::vector<Point> all;
  const auto add = [&](bool good, const Point& x) { all.push_back(good ? x : Point(0, 0)); };
  Point x = Point::Zero();
  world.bodies().each([&](CurveId, const Body& body) {
    const double begin = t_begin(body.curve), end = t_end(body.curve);
    for (int i = 0; i <= 4; ++i)
      add(point_at(body.curve, begin + (end - begin) * (i + 0.1) / 4.2, x), x);
  });
  world.connectors().each([&](ConnectorId, const Connector& connector) {
    if (std::holds_alternative<SlidingAt>(connector.what)) add(place_of(world, connector, x), x);
  });
  return all;
}

// In parts of the drawing's size.
double difference(const World& one, const World& other) {
  const std::vector<Point> a = places(one), b = places(other);
  REQUIRE(a.size() == b.size());
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, (a[i] - b[i]).norm());
  return most / one.size();
}

World stepped(World world, Path path) {
  Stepper stepper;
  stepper.path = path;
  stepper.step(world);
  REQUIRE(finite(world));
  return world;
}

// By how much the end of a step differs from itself when it begins elsewhere by some 1e-12.
double sensitivity(const World& start, const World& end, Path path) {
  Random random(1);
  double most = 0;
  for (int k = 0; k < 3; ++k) {
    World nudged = start;
    start.bodies().each([&](CurveId id, const Body& body) {
      Eigen::VectorXd q = body.curve.q;
      for (Eigen::Index i = 0; i < q.size(); ++i)
        if (!body.locked[static_cast<std::size_t>(i)]) q[i] *= 1 + random.in(-1e-12, 1e-12);
      nudged.set_q(id, q);
    });
    most = std::max(most, difference(end, stepped(nudged, path)));
  }
  return most;
}

// Every island where it stands, factored by a path: rows as a step finds them.
template <class Visit>
void each_figure(const World& world, Path path, Visit visit) {
  for (const Island& island : find_islands(world).all) {
    Figure figure;
    figure.build(world, island);
    figure.read(world, path);
    if (!figure.evaluate(figure.q) || !figure.weigh()) continue;
    for (int r = 0; r < figure.rows(); ++r)
      if (figure.stop(r)) figure.switch_row(r, figure.assembly.c[r] <= 1e-9 * world.size());
    visit(figure);
  }
}

// Whether the rank is beyond doubt, also in squares, as LDLT sees it.
bool is_clear(const World& world) {
  bool clear = true;
  each_figure(world, Path::ldlt, [&](Figure& figure) {
    clear =
        clear && figure.refactor() && !figure.factor.doubtful && figure.factor.smallest_kept > 1e-3;
  });
  return clear;
}

struct Tally {
  int steps = 0, sensitive = 0, in_doubt = 0, apart = 0;
};

// The same step by every path. Where rounding alone makes more of a difference than 1e-9, or the
// rank is in doubt before or after, only that is asked which every step promises (see stepped).
void compare_paths(const World& start, Tally& tally) {
  const World by_qr = stepped(start, Path::qr);
  for (const Path path : {Path::ldlt, Path::svd, Path::automatic}) {
    const World end = stepped(start, path);
    ++tally.steps;
    const double off = difference(by_qr, end);
    if (off <= 1e-9) continue;
    const bool clear = is_clear(start) && is_clear(by_qr) && is_clear(end);
    const double rounding =
        std::max(sensitivity(start, by_qr, Path::qr), sensitivity(start, end, path));
    if (!clear) ++tally.in_doubt;
    if (clear && off <= 100 * rounding) ++tally.sensitive;
    if (!clear || off <= 100 * rounding) continue;
    ++tally.apart;
    MESSAGE(std::string(name(path)), " is off by ", off, ", rounding by ", rounding,
            describe(start));
  }
}

}  // namespace

TEST_CASE("a step of a random drawing that is not met ends in the same place by every path") {
  Tally tally;
  for (unsigned seed = 1; seed <= 2000; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    compare_paths(random_drawing(random_traits(random), random).world, tally);
  }
  MESSAGE(tally.steps, " steps compared; beyond 1e-9: ", tally.sensitive, " by rounding, ",
          tally.in_doubt, " with the rank in doubt, ", tally.apart, " else");
  CHECK(tally.sensitive + tally.in_doubt < tally.steps / 100);
  CHECK(tally.apart <= tally.steps / 1000);
}

TEST_CASE("a pull on a random drawing that is met ends in the same place by every path") {
  Tally tally;
  for (unsigned seed = 1; seed <= 2000; seed += 5) {
    CAPTURE(seed);
    Random random(seed);
    Drawn drawn = random_drawing(random_traits(random), random);
    World& world = drawn.world;
    Stepper stepper;
    bool met = false;
    for (int k = 0; k < 8; ++k) {
      const StepReport& report = stepper.step(world, 1);
      met = std::all_of(report.islands.begin(), report.islands.end(),
                        [](const IslandReport& island) { return island.not_met.empty(); });
      if (report.rests) break;
    }
    const CurveId held = drawn.curves[seed % drawn.curves.size()];
    const HandId hand = met ? world.grab(held, random.t(*world.find(held))) : HandId();
    if (!hand) continue;
    world.pull(hand, world.find(hand)->target + random.point(0.05 * world.size()));
    compare_paths(world, tally);
  }
  MESSAGE(tally.steps, " steps compared; beyond 1e-9: ", tally.sensitive, " by rounding, ",
          tally.in_doubt, " with the rank in doubt, ", tally.apart, " else");
  CHECK(tally.steps > 500);
  CHECK(tally.sensitive + tally.in_doubt < tally.steps / 30);
  CHECK(tally.apart == 0);
}

namespace {

// How far the points of a curve went: the root mean square along it, the longest way of all curves.
// (IslandReport::moved measures dq by M as it is at the end: of a logarithmic spiral that opens while its
// first radius shrinks that is 60 times as far as any point goes.)
double way_between(const World& before, const World& after) {
  constexpr int places = 33;
  double longest = 0;
  before.bodies().each([&](CurveId id, const Body& body) {
    const Curve &old = body.curve, &now = *after.find(id);
    double sum = 0;
    int found = 0;
    for (int k = 0; k < places; ++k) {
      const auto at = [&](const Curve& curve) {
        return t_begin(curve) + (t_end(curve) - t_begin(curve)) * k / (places - 1);
      };
      Point x, y;
      if (!point_at(old, at(old), x) || !point_at(now, at(now), y)) continue;
      sum += (x - y).squaredNorm();
      ++found;
    }
    if (found > 0) longest = std::max(longest, std::sqrt(sum / found));
  });
  return longest;
}

}  // namespace

// Contradictory ones went several times the size of the drawing in a tick, a spiral a million
// times.
TEST_CASE("random drawings assemble themselves without a leap") {
  int ticks = 0;
  for (unsigned seed = 2; seed <= 2000; seed += 2) {
    CAPTURE(seed);
    Random random(seed);
    Traits traits = random_traits(random);
    traits.soft = false;
    World world = random_drawing(traits, random).world;
    if (has_springs(world)) continue;  // these go as fast as they are stiff
    Stepper stepper;
    for (int k = 0; k < 4; ++k) {
      const World before = world;
      ticks += static_cast<int>(stepper.step(world).islands.size());
      CHECK(way_between(before, world) < world.size());
    }
  }
  CHECK(ticks > 1500);
}

namespace {

// How much of c a motion could still take away, as a cosine: |J'c| beside |J| |c|, in the metric of
// M. Stops that are touched may push: what leads into them does not count.
double gradient(Figure& figure) {
  const double touching = 1e-7 * figure.assembly.size;
  const double usual = 1 / std::sqrt(figure.assembly.size);  // of a row
  Eigen::VectorXd c = figure.assembly.c;
  std::vector<char> touched(static_cast<std::size_t>(figure.rows()), 0);
  for (int r = 0; r < figure.rows(); ++r) {
    const bool counts = figure.hard(r) && (!figure.stop(r) || c[r] < -touching);
    touched[static_cast<std::size_t>(r)] =
        figure.hard(r) && figure.stop(r) && !counts && c[r] < touching;
    figure.switch_row(r, counts || touched[static_cast<std::size_t>(r)]);
    if (!counts) c[r] = 0;
  }
  const Dense dense({figure.assembly.pattern, figure.assembly.system});
  const Eigen::MatrixXd B = dense.C.topRows(dense.L.rows());
  Eigen::VectorXd g = B * c;
  Eigen::MatrixXd walls(B.rows(), 0);
  for (int r = 0; r < figure.rows(); ++r)
    if (touched[static_cast<std::size_t>(r)]) {
      walls.conservativeResize(Eigen::NoChange, walls.cols() + 1);
      walls.col(walls.cols() - 1) = B.col(r);
    }
  if (walls.cols() > 0) {
    const Eigen::VectorXd pushed = walls * walls.colPivHouseholderQr().solve(g);
    g -= pushed;
  }
  double largest = 0;
  for (int r = 0; r < figure.rows(); ++r)
    largest = std::max(largest, std::abs(c[r]) * std::max(B.col(r).norm(), usual));
  return largest > 0 ? g.norm() / largest : 0;
}

}  // namespace

// Circles and bars, too many distances between points of them, some nails: nothing here has a
// corner, and nothing can be met.
World contradictory_world(Random& random) {
  World world;
  std::vector<CurveId> curves;
  for (int i = 0; i < 3; ++i)
    curves.push_back(world.add(random.curve(curve_type(i == 1 ? "circle" : "bar"))));
  const auto some_point = [&] {
    const CurveId id = curves[static_cast<std::size_t>(random.whole(0, 2))];
    return world.add(point_at(id, random.t(*world.find(id))));
  };
  const auto hold = [&](const char* name, std::vector<Argument> on) {
    for (const auto& kind : every_kind())
      if (kind->name == name) world.add(Constraint{.kind = kind, .on = std::move(on)});
  };
  for (int i = 0; i < 12; ++i) {
    const ConnectorId a = some_point();
    hold("distance", {a, some_point(), random.in(20, 60)});
  }
  for (int i = 0; i < 3; ++i) {
    const ConnectorId a = some_point();
    hold("coincident", {a, random.point(30)});
  }
  const ConnectorId radius = world.add(parameter_of(curves[1], 2));
  hold("fixed_length", {radius, random.in(10, 20)});
  return world;
}

TEST_CASE("contradictory figures come to rest where the sum of squares is least, by every path") {
  for (unsigned seed = 1; seed <= 15; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const World start = contradictory_world(random);
    std::vector<double> least;
    for (const Path path : every_path) {
      CAPTURE(std::string(name(path)));
      World world = start;
      Stepper stepper;
      stepper.path = path;
      CHECK(stepper.settle(world, 4800) < 4800);
      each_figure(world, path, [&](Figure& figure) {
        double sum = 0;
        for (int r = 0; r < figure.rows(); ++r)
          if (!figure.stop(r)) sum += figure.assembly.c[r] * figure.assembly.c[r];
        const double left = gradient(figure);
        CHECK(left < 1e-5);
        least.push_back(sum);
      });
    }
    for (const double sum : least) CHECK(sum == doctest::Approx(least.front()).epsilon(1e-9));
  }
}
