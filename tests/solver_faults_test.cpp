// Numerical faults and what must happen: a row each.
#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "solver/stepper.h"
#include "tests/laws.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

constexpr double pi = 3.14159265358979323846;

void check_finite(const World& world) {
  world.bodies().each([](CurveId, const Body& body) { CHECK(body.curve.q.allFinite()); });
}

// Drags the end of a chain along a path, and gives the state at the end.
Eigen::VectorXd dragged(World& world, CurveId held, double t, const std::vector<Point>& path,
                        Path solver = Path::automatic) {
  Stepper stepper;
  stepper.path = solver;
  stepper.settle(world);
  const HandId hand = world.grab(held, t);
  for (const Point& target : path) {
    world.pull(hand, target);
    stepper.step(world);
  }
  stepper.settle(world);
  std::vector<double> all;
  world.bodies().each([&](CurveId, const Body& body) {
    all.insert(all.end(), body.curve.q.data(), body.curve.q.data() + body.curve.q.size());
  });
  return Eigen::Map<Eigen::VectorXd>(all.data(), static_cast<Eigen::Index>(all.size()));
}

std::vector<Point> path_from(const World& world, CurveId curve, double t, Point way, int events) {
  std::vector<Point> path;
  for (int k = 1; k <= events; ++k) path.push_back(place(world, curve, t) + way * k / events);
  return path;
}

}  // namespace

TEST_CASE("redundant constraints change nothing") {
  Chain plain = chain(6), doubled = chain(6);
  std::vector<ConstraintId> all;
  doubled.world.constraints().each([&](ConstraintId id, const Constraint&) { all.push_back(id); });
  for (const ConstraintId id : all) doubled.world.add(Constraint(*doubled.world.find(id)));
  const std::vector<Point> path = path_from(plain.world, plain.bars.back(), 1, Point(-1.5, 1), 30);
  const Eigen::VectorXd a = dragged(plain.world, plain.bars.back(), 1, path);
  const Eigen::VectorXd b = dragged(doubled.world, doubled.bars.back(), 1, path);
  CHECK((a - b).cwiseAbs().maxCoeff() < 1e-9 * plain.world.size());
}

TEST_CASE("the order of insertion changes nothing") {
  const Point joints[4] = {Point(0, 0), Point(1, 0.5), Point(2, 0), Point(3, 0.5)};
  std::vector<Eigen::VectorXd> ends;
  for (const bool backwards : {false, true}) {
    World world;
    CurveId bars[3];
    for (int k = 0; k < 3; ++k) {
      const int i = backwards ? 2 - k : k;
      bars[i] = add_bar(world, joints[i], joints[i + 1]);
    }
    for (int k = 0; k < 3; ++k) {
      const int i = backwards ? 2 - k : k;
      if (i == 0)
        nail(world, bars[0], 0);
      else
        attach(world, bars[i - 1], 1, bars[i], 0);
    }
    (void)dragged(world, bars[2], 1, path_from(world, bars[2], 1, Point(-1, 1), 20));
    Eigen::VectorXd end(3);
    for (int i = 0; i < 3; ++i) end[i] = world.find(bars[i])->q[2];
    ends.push_back(end);
  }
  CHECK((ends[0] - ends[1]).norm() < 1e-9);
}

TEST_CASE("scaled, turned and moved drawings do the same, scaled, turned and moved") {
  const auto run = [](double scale, double turn, Point move) {
    const Eigen::Matrix2d R = Eigen::Rotation2Dd(turn).toRotationMatrix();
    const auto S = [&](double x, double y) { return Point(scale * (R * Point(x, y)) + move); };
    World world;
    const CurveId a = add_bar(world, S(0, 0), S(1, 0.6)), b = add_bar(world, S(1, 0.6), S(2, 0));
    const CurveId c = add_bar(world, S(2, 0), S(2.6, 0.9));
    nail(world, a, 0);
    attach(world, a, 1, b, 0);
    attach(world, b, 1, c, 0);
    std::vector<Point> path;
    for (int k = 1; k <= 20; ++k) path.push_back(S(2.6 - 0.07 * k, 0.9 + 0.03 * k));
    (void)dragged(world, c, 1, path);
    Eigen::Matrix2Xd joints(2, 3);
    int i = 0;
    for (const CurveId id : {a, b, c})
      joints.col(i++) = R.transpose() * (place(world, id, 1) - move) / scale;
    return joints;
  };
  const Eigen::Matrix2Xd plain = run(1, 0, Point(0, 0));
  CHECK((run(1e-9, 0, Point(0, 0)) - plain).norm() < 1e-8);
  CHECK((run(1e9, 0, Point(0, 0)) - plain).norm() < 1e-8);
  CHECK((run(1, 1.1, Point(0, 0)) - plain).norm() < 1e-8);
  CHECK((run(1, 0, Point(1e6, -1e6)) - plain).norm() < 1e-6);
}

TEST_CASE("the three paths give the same motion") {
  std::vector<Eigen::VectorXd> ends;
  for (const Path path : {Path::qr, Path::ldlt, Path::svd}) {
    Grid scene = grid(2);
    std::vector<Point> targets;
    const Point corner = place(scene.world, scene.far_bar, 1);
    for (int k = 1; k <= 20; ++k) targets.push_back(Eigen::Rotation2Dd(0.02 * k) * corner);
    ends.push_back(dragged(scene.world, scene.far_bar, 1, targets, path));
  }
  CHECK((ends[1] - ends[0]).norm() < 1e-7);
  CHECK((ends[2] - ends[0]).norm() < 1e-7);
}

TEST_CASE("points on one place can be pulled apart in every direction") {
  for (int k = 0; k < 36; ++k) {
    World world;
    const CurveId a = add_curve(world, "point", {0, 0}), b = add_curve(world, "point", {0, 0});
    add_curve(world, "line", {-5, -5, 5, -5});  // so that the drawing has a size
    hold(world, "rope", {world.add(point_at(a, 0)), world.add(point_at(b, 0)), 3.0});
    nail(world, a, 0);
    Stepper stepper;
    stepper.settle(world);
    const HandId hand = world.grab(b, 0);
    const Point way(std::cos(pi * k / 18), std::sin(pi * k / 18));
    world.pull(hand, 2 * way);
    stepper.settle(world);
    CHECK((place(world, b, 0) - 2 * way).norm() < 1e-6);
    world.pull(hand, 5 * way);  // farther than the rope is long
    stepper.settle(world);
    CHECK((place(world, b, 0) - 3 * way).norm() < 1e-6);
  }
}

TEST_CASE("a radius stops before zero, says so, and can be pulled open again") {
  World world;
  const CurveId circle = add_circle(world, Point(0, 0), 2);
  hold(world, "coincident", {world.add(measure_of(circle, "center")), Point(0, 0)});
  Stepper stepper;
  stepper.settle(world);
  const HandId hand = world.grab(circle, 0);
  world.pull(hand, Point(-3, 0));  // through the centre
  bool limited = false;
  for (int k = 0; k < 200; ++k) {
    const StepReport& report = stepper.step(world);
    check_finite(world);
    if (!report.islands.empty()) limited = limited || !report.islands[0].limits.empty();
    if (report.rests) break;
  }
  CHECK(limited);
  CHECK(world.find(circle)->q[2] > 0);
  CHECK(world.find(circle)->q[2] < 1e-4);
  world.pull(hand, Point(1.5, 0));
  stepper.settle(world);
  CHECK(world.find(circle)->q[2] == doctest::Approx(1.5).epsilon(1e-6));
}

// Its cuts were shorter than the rounding of a place, and the path was never at its end.
TEST_CASE("a hand leads a circle shut to nothing along a long path, and its ticks end") {
  for (const double r : {1e-8, 1e-12, 1e-15}) {
    CAPTURE(r);
    World world;
    const CurveId circle = add_circle(world, Point(12.9, -7.6), r);
    Stepper stepper;
    const HandId hand = world.grab(circle, 1);
    for (int k = 0; k < 10; ++k) {
      world.pull(hand, Point(12.9 - 4 * k, -7.6 + k));
      stepper.step(world);
      check_finite(world);
    }
  }
}

TEST_CASE("a point that slides stops at the end of an open curve, and comes back") {
  World world;
  const CurveId rail = add_curve(world, "line", {0, 0, 4, 0});
  for (int i = 0; i < 4; ++i) world.set_locked(rail, i, true);
  const CurveId bead = add_curve(world, "point", {2, 0});
  const ConnectorId slider = world.add(sliding_at(rail, 0.5));
  hold(world, "coincident", {world.add(point_at(bead, 0)), slider});
  Stepper stepper;
  stepper.settle(world);
  const HandId hand = world.grab(bead, 0);
  world.pull(hand, Point(7, 1));
  stepper.settle(world);
  CHECK((place(world, bead, 0) - Point(4, 0)).norm() < 1e-6);
  world.pull(hand, Point(1, 2));
  stepper.settle(world);
  CHECK((place(world, bead, 0) - Point(1, 0)).norm() < 1e-6);
}

TEST_CASE("a motor against a nail stalls; nothing stretches and nothing winds up") {
  FourBar scene = four_bar(4, 1.5, 3.5, 3, 1);
  World& world = scene.world;
  const ConstraintId crank =
      hold(world, "fixed_angle", {world.add(parameter_of(scene.crank, 2)), 1.0});
  world.add(Motor{crank, 1, 2 * pi});
  const ConstraintId pin = nail(world, scene.coupler, 0.5);
  Stepper stepper;
  for (int k = 0; k < 60; ++k) {
    const StepReport& report = stepper.step(world, tick, Run::play);
    REQUIRE(report.islands.size() == 1);
    CHECK(report.islands[0].residual <= hard_tolerance * world.size());
    CHECK(report.islands[0].stalled.size() == 1);
  }
  CHECK(world.find(crank)->on[1].number[0] == doctest::Approx(1).epsilon(1e-3));
  world.remove(pin);  // then it goes on from where it stood
  for (int k = 0; k < 24; ++k)
    CHECK(stepper.step(world, tick, Run::play).islands[0].stalled.empty());
  CHECK(world.find(crank)->on[1].number[0] == doctest::Approx(1 + 0.2 * pi).epsilon(1e-2));
}

TEST_CASE("a weak motor turns as fast as its limit allows") {
  World world;
  const CurveId bar = add_bar(world, Point(0, 0), Point(3, 0));
  nail(world, bar, 0);
  const ConstraintId angle = hold(world, "fixed_angle", {world.add(parameter_of(bar, 2)), 0.0});
  // drag 1 on every unit of length: torque = speed * L^3 / 3 = 9 * speed
  world.add(Motor{angle, 1, 2.0, 4.5});
  Stepper stepper;
  for (int k = 0; k < 240; ++k) stepper.step(world, tick, Run::play);
  CHECK(world.find(bar)->q[2] == doctest::Approx(0.5).epsilon(1e-3));
}

TEST_CASE("the energy of springs never grows, however stiff they are and however long the step") {
  for (const double stiffness : {1e-6, 1.0, 1e3, 1e6, 1e12})
    for (const double h : {1e-4, 1e-2, 1.0}) {
      World world;
      std::vector<CurveId> points;
      std::vector<ConnectorId> on;
      for (int i = 0; i < 4; ++i) {
        points.push_back(add_curve(world, "point", {1.0 * i, 0.3 * i * i}));
        on.push_back(world.add(point_at(points.back(), 0)));
      }
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < i; ++j)
          hold(world, "distance",
               {on[static_cast<std::size_t>(i)], on[static_cast<std::size_t>(j)], 1.0 + 0.2 * i},
               1 / stiffness);
      const auto energy = [&] {
        double sum = 0;
        for (int i = 0; i < 4; ++i)
          for (int j = 0; j < i; ++j) {
            const double c = (place(world, points[static_cast<std::size_t>(i)], 0) -
                              place(world, points[static_cast<std::size_t>(j)], 0))
                                 .norm() -
                             1 - 0.2 * i;
            sum += 0.5 * stiffness * c * c;
          }
        return sum;
      };
      Stepper stepper;
      double before = energy();
      for (int k = 0; k < 50; ++k) {
        stepper.step(world, h);
        check_finite(world);
        const double after = energy();
        CHECK(after <= before * (1 + 1e-12) + 1e-300);
        before = after;
      }
    }
}

TEST_CASE("nor does that of random springs on random curves") {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    World world;
    struct Spring {
      CurveId a, b;
      double t_a, t_b, rest, stiffness;
    };
    std::vector<CurveId> curves;
    for (int i = 0; i < 3; ++i)
      curves.push_back(i == 0 ? add_bar(world, random.point(3), random.point(3))
                              : add_circle(world, random.point(3), random.in(0.5, 2)));
    std::vector<Spring> springs;
    for (int i = 0; i < 6; ++i) {
      const Spring s{curves[static_cast<std::size_t>(i % 3)],
                     curves[static_cast<std::size_t>((i + 1) % 3)],
                     random.in(0, 1),
                     random.in(0, 1),
                     random.in(0, 3),
                     std::pow(10, random.in(-6, 12))};
      hold(world, "distance",
           {world.add(point_at(s.a, s.t_a)), world.add(point_at(s.b, s.t_b)), s.rest},
           1 / s.stiffness);
      springs.push_back(s);
    }
    // What rounding of the places makes of it is no growth.
    double rounding = 0;
    const auto energy = [&] {
      double sum = 0;
      rounding = 0;
      for (const Spring& s : springs) {
        const double c = (place(world, s.a, s.t_a) - place(world, s.b, s.t_b)).norm() - s.rest;
        sum += 0.5 * s.stiffness * c * c;
        rounding += s.stiffness * (std::abs(c) + 1e-14) * 1e-14;
      }
      return sum;
    };
    const double h = std::pow(10, random.in(-4, 0));
    Stepper stepper;
    double before = energy();
    for (int k = 0; k < 20; ++k) {
      stepper.step(world, h);
      check_finite(world);
      const double after = energy();
      CHECK(after <= before * (1 + 1e-12) + rounding);
      before = after;
    }
  }
}

TEST_CASE("a typed dimension travels to its value") {
  World world;
  const CurveId a = add_curve(world, "point", {0, 0}), b = add_curve(world, "point", {2, 0});
  const ConnectorId on_a = world.add(point_at(a, 0));
  nail(world, a, 0);
  const ConstraintId d = hold(world, "distance", {on_a, world.add(point_at(b, 0)), 2.0});
  Stepper stepper;
  stepper.settle(world);
  world.set_number(d, 2, 5.0);
  double before = 2;
  int ticks = 0;
  while (!stepper.step(world).rests && ++ticks < 2400) {
    const double now = place(world, b, 0).norm();
    CHECK(now >= before - 1e-9);
    CHECK(now - before < 0.5);
    before = now;
  }
  CHECK(before == doctest::Approx(5).epsilon(1e-9));
  CHECK(ticks > 20);
}

TEST_CASE("welded curves move and turn as one, and a weld can be undone") {
  World world;
  const CurveId a = add_bar(world, Point(0, 0), Point(2, 0)),
                b = add_bar(world, Point(2, 0), Point(2, 1));
  const CurveId wheel = add_circle(world, Point(1, 1), 0.5);
  const LinkId link = world.weld({a, b, wheel});
  nail(world, a, 0);
  Stepper stepper;
  stepper.settle(world);
  const HandId hand = world.grab(b, 1);
  const double far = (place(world, b, 1) - place(world, a, 0)).norm();
  for (int k = 1; k <= 50; ++k) {
    const double angle = std::atan2(1, 2) + 0.05 * k;
    world.pull(hand, far * Point(std::cos(angle), std::sin(angle)));
    const IslandReport& island = stepper.step(world).islands.front();
    CHECK(island.residual <= hard_tolerance * world.size());
    CHECK(island.columns == 3);
  }
  CHECK((place(world, a, 1) - place(world, b, 0)).norm() < 1e-9);
  CHECK((place(world, a, 1) - place(world, a, 0)).norm() == doctest::Approx(2).epsilon(1e-12));
  const Eigen::VectorXd& q = world.find(wheel)->q;
  CHECK((Point(q[0], q[1]) - place(world, a, 0.5)).norm() == doctest::Approx(1).epsilon(1e-9));
  CHECK(q[2] == 0.5);
  world.remove(link);
  world.release(hand);
  const Point where = place(world, b, 1);
  stepper.settle(world);
  CHECK(place(world, b, 1) == where);
}

TEST_CASE("a minimum is a wall: a drag slides along it and does not pass") {
  World world;
  const CurveId a = add_curve(world, "point", {0, 0}), b = add_curve(world, "point", {2, 0});
  nail(world, a, 0);
  hold(world, "stop", {world.add(point_at(a, 0)), world.add(point_at(b, 0)), 1.0});
  Stepper stepper;
  stepper.settle(world);
  const HandId hand = world.grab(b, 0);
  for (int k = 0; k <= 100; ++k) {  // straight through the wall, a little off its middle
    world.pull(hand, Point(2 - 0.04 * k, 0.3));
    stepper.step(world);
    CHECK(place(world, b, 0).norm() >= 1 - 1e-8);
  }
  stepper.settle(world);
  CHECK((place(world, b, 0) - Point(-2, 0.3)).norm() < 1e-6);  // round and out on the other side
}

TEST_CASE("the same calls on the same world give the same bits, whatever was stepped before") {
  const auto run = [](Stepper& stepper) {
    FourBar scene = four_bar(4, 1.5, 3.5, 3, 1);
    stepper.settle(scene.world);
    const HandId hand = scene.world.grab(scene.coupler, 0.4);
    for (int k = 0; k < 50; ++k) {
      scene.world.pull(hand, Point(1 + 0.05 * k, 2 - 0.03 * k));
      stepper.step(scene.world);
    }
    return hash(scene.world);
  };
  Stepper used, fresh;
  Chain other = chain(9);
  used.settle(other.world);
  const std::uint64_t first = run(used), second = run(fresh), third = run(used);
  CHECK(first == second);
  CHECK(first == third);
}

TEST_CASE("only what is connected to what moves is solved") {
  World world;
  std::vector<CurveId> cranks;
  for (int i = 0; i < 20; ++i) {
    const Point base(6.0 * i, 0);
    const CurveId crank = add_bar(world, base, Point(base + Point(1, 1)));
    nail(world, crank, 0);
    cranks.push_back(crank);
  }
  Stepper stepper;
  stepper.settle(world);
  const HandId hand = world.grab(cranks[7], 1);
  world.pull(hand, Point(42, 1.4));
  const StepReport& report = stepper.step(world);
  REQUIRE(report.islands.size() == 1);
  CHECK(report.islands[0].curves == std::vector<CurveId>{cranks[7]});
}

TEST_CASE("editing while it runs: constraints come and go in the middle of a drag") {
  Chain scene = chain(4);
  World& world = scene.world;
  Stepper stepper;
  stepper.settle(world);
  const HandId hand = world.grab(scene.bars.back(), 1);
  const Point from = place(world, scene.bars.back(), 1);
  ConstraintId pin;
  for (int k = 0; k < 60; ++k) {
    if (k == 20) pin = nail(world, scene.bars[0], 1);
    if (k == 40) world.remove(pin);
    world.pull(hand, from + Point(-0.02, 0.01) * k);
    const StepReport& report = stepper.step(world);
    REQUIRE(report.islands.size() == 1);
    CHECK(report.islands[0].residual <= hard_tolerance * world.size());
    CHECK(report.islands[0].lag < 1e-3 * world.size());
  }
}

TEST_CASE("the force in a constraint is what hangs on it") {
  World world;
  const CurveId weight = add_curve(world, "point", {0, -2});
  add_curve(world, "line", {-3, 0, 3, 0});
  const ConnectorId on = world.add(point_at(weight, 0));
  const ConstraintId rod = hold(world, "distance", {Argument(Point(0, 0)), on, 2.0});
  world.add(Force{on, Point(0, -5)});
  Stepper stepper;
  stepper.step(world);
  const std::span<const double> force = stepper.force(rod);
  REQUIRE(force.size() == 1);
  CHECK(force[0] == doctest::Approx(-5).epsilon(1e-9));  // it pulls the distance shorter
}

TEST_CASE("a hundred thousand steps of a motor leave no drift") {
  FourBar scene = four_bar(4, 1.5, 3.5, 3, 1);
  World& world = scene.world;
  const ConstraintId crank =
      hold(world, "fixed_angle", {world.add(parameter_of(scene.crank, 2)), 1.0});
  world.add(Motor{crank, 1, 2 * pi});
  Stepper stepper;
  const Point before = place(world, scene.coupler, 0.3);
  double worst = 0;
  for (int k = 0; k < 100800; ++k)  // 420 turns
    worst = std::max(worst, stepper.step(world, tick, Run::play).islands[0].residual);
  CHECK(worst <= hard_tolerance * world.size());
  CHECK((place(world, scene.coupler, 0.3) - before).norm() < 1e-7);
}

// The error is flat where these begin: nothing says which way to go, and yet they can be met.
TEST_CASE("what can be met is met, also from where the error is flat") {
  const auto settles = [](World& world) {
    Stepper stepper;
    for (int k = 0; k < 2400; ++k) {
      const StepReport& report = stepper.step(world);
      if (report.rests) return report.islands.empty() || report.islands[0].not_met.empty();
    }
    return false;
  };
  World upright;
  const CurveId bar = add_bar(upright, Point(0, 0), Point(2, 0));
  nail(upright, bar, 0);
  hold(upright, "vertical", {upright.add(point_at(bar, 0)), upright.add(point_at(bar, 1))});
  CHECK(settles(upright));
  World crossed;
  const CurveId a = add_bar(crossed, Point(0, 0), Point(2, 0)),
                b = add_bar(crossed, Point(0, 1), Point(2, 1));
  hold(crossed, "perpendicular",
       {crossed.add(measure_of(a, "along")), crossed.add(measure_of(b, "along"))});
  CHECK(settles(crossed));
  World aligned;
  const CurveId c = add_bar(aligned, Point(0, 0), Point(2, 0)),
                d = add_bar(aligned, Point(0, 1), Point(0, 3));
  hold(aligned, "parallel",
       {aligned.add(measure_of(c, "along")), aligned.add(measure_of(d, "along"))});
  CHECK(settles(aligned));
  World apart;
  const CurveId p = add_curve(apart, "point", {1, 1}), r = add_curve(apart, "point", {1, 1});
  add_bar(apart, Point(-3, -3), Point(3, -3));
  hold(apart, "distance", {apart.add(point_at(p, 0)), apart.add(point_at(r, 0)), 2.0});
  CHECK(settles(apart));
  CHECK((place(apart, p, 0) - place(apart, r, 0)).norm() == doctest::Approx(2).epsilon(1e-9));
}

TEST_CASE("a stop that is not met is met with time constant tau, like any other constraint") {
  World world;
  const CurveId a = add_curve(world, "point", {0, 0}), b = add_curve(world, "point", {1, 0});
  nail(world, a, 0);
  hold(world, "stop", {world.add(point_at(a, 0)), world.add(point_at(b, 0)), 4.0});
  Stepper stepper;
  double before = 3;
  for (int k = 0; k < 40; ++k) {
    stepper.step(world);
    const double missing = 4 - place(world, b, 0).norm();
    CHECK(missing == doctest::Approx(before * std::exp(-tick / tau)).epsilon(1e-3));
    before = missing;
  }
  stepper.settle(world);
  CHECK(place(world, b, 0).norm() >= 4 - hard_tolerance * world.size());
}

TEST_CASE("a hand out of reach pulls at what holds the figure, with the same force all along") {
  Linkage scene = linkage({Point(0, 0), Point(1, 0.5), Point(2, 0), Point(3, 0.5)},
                          {{0, 1}, {1, 2}, {2, 3}}, {0});
  World& world = scene.world;
  Stepper stepper;
  stepper.settle(world);
  const HandId hand = world.grab(scene.bars[2], 1);
  const double reach = 3 * std::hypot(1, 0.5);
  world.pull(hand, Point(reach + 2, 0));
  stepper.settle(world, 600);
  const double pull = world.size() / tau * 2;  // of the rubber band
  int joints = 0;
  world.constraints().each([&](ConstraintId id, const Constraint&) {
    const std::span<const double> force = stepper.force(id);
    REQUIRE(force.size() == 2);
    CHECK(std::abs(force[0]) == doctest::Approx(pull).epsilon(1e-4));
    CHECK(std::abs(force[1]) < 1e-2 * pull);
    ++joints;
  });
  CHECK(joints == 3);
  // within reach and at rest nothing pulls
  world.pull(hand, Point(1.5, 0.5));
  stepper.settle(world, 600);
  world.constraints().each([&](ConstraintId id, const Constraint&) {
    for (const double force : stepper.force(id)) CHECK(std::abs(force) < 1e-3 * pull);
  });
}

TEST_CASE("what a hand drags along is held by the force its drag takes") {
  World world;
  const CurveId bar = add_bar(world, Point(0, 0), Point(3, 0));
  const ConstraintId pivot = nail(world, bar, 0);
  Stepper stepper;
  stepper.settle(world);
  const HandId hand = world.grab(bar, 1);
  const double turn = 1e-3;
  world.pull(hand, 3 * Point(std::cos(turn), std::sin(turn)));
  stepper.step(world);
  // drag L^3/3 about the pivot; the hand at L pushes L^2/3 times the speed of turning, the drag
  // itself is L^2/2: the pivot takes the sixth of L^2 that is left, the other way
  const std::span<const double> force = stepper.force(pivot);
  REQUIRE(force.size() == 2);
  CHECK(std::abs(force[1]) == doctest::Approx(9.0 / 6 * turn / tick).epsilon(1e-2));
}

// A crank with a spring at its end stuck a quarter turn on the way to a hand beyond its reach:
// every step was refused, since the hand's large force along the crank seemed to do work against
// it.
TEST_CASE("a figure with springs follows a hand that is out of reach") {
  World world;
  const CurveId crank = add_bar(world, Point(0, 0), Point(20, 0));
  nail(world, crank, 0);
  const CurveId weight = add_circle(world, Point(30, 8), 4);
  hold(world, "distance",
       {world.add(point_at(crank, 1)), world.add(measure_of(weight, "center")), 12.0}, 0.1);
  Stepper stepper;
  stepper.settle(world);
  const HandId hand = world.grab(crank, 0.7);
  int refused = 0;
  for (int k = 1; k <= 240; ++k) {
    const double angle = 3.1 * k / 240;
    world.pull(hand, 30 * Point(std::cos(angle), std::sin(angle)));
    for (const IslandReport& island : stepper.step(world).islands) refused += island.refused;
  }
  CHECK(refused == 0);
  stepper.settle(world);
  CHECK((place(world, crank, 0.7) - 14 * Point(std::cos(3.1), std::sin(3.1))).norm() <
        1e-3 * world.size());
}

TEST_CASE("a rope under weights that is pulled taut slides on to where the hand leads it") {
  World world;
  std::vector<CurveId> bars;
  for (int i = 0; i < 24; ++i) {
    const double sag = i < 12 ? -4.0 * i : -4.0 * (24 - i);
    const double next = i < 12 ? sag - 4 : sag + 4;
    bars.push_back(add_bar(world, Point(4 * i, sag), Point(4 * i + 4, next)));
    if (i > 0) {
      attach(world, bars[static_cast<std::size_t>(i) - 1], 1, bars.back(), 0);
      world.add(Force{world.add(point_at(bars.back(), 0)), Point(0, -1)});
    }
  }
  nail(world, bars.front(), 0);
  nail(world, bars.back(), 1);
  Stepper stepper;
  stepper.settle(world);
  const HandId hand = world.grab(bars[11], 0.5);
  const double reach = 11.5 * std::sqrt(32.0);  // of the bars from the nail to the hand
  const Point to = reach * Point(2, 0.3);
  int refused = 0;
  const auto lead = [&](Point end, int events) {
    const Point from = world.find(hand)->target;
    double lag = 0;
    for (int k = 1; k <= events; ++k) {
      world.pull(hand, from + (end - from) * k / events);
      for (const IslandReport& island : stepper.step(world).islands) {
        refused += island.refused;
        lag = std::max(lag, island.lag);
      }
    }
    return lag;
  };
  CHECK(lead(Point(40, -10), 240) < 5e-3 * world.size());
  lead(to, 240);
  for (int k = 0; k < 480; ++k) stepper.step(world);
  CHECK(refused == 0);
  const Point held = place(world, bars[11], 0.5);
  CHECK((held - reach * to.normalized()).norm() < 0.02 * world.size());
  double stirred = 0;
  for (int k = 0; k < 240; ++k) {
    stepper.step(world);
    stirred = std::max(stirred, (place(world, bars[11], 0.5) - held).norm());
  }
  CHECK(stirred < 1e-3 * world.size());
}
