// Figures with a known answer beyond linkages of bars: ternary links, rolling, tangent circles,
// hanging chains and springs.
#include <doctest/doctest.h>

#include <cmath>

#include "solver/stepper.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

constexpr double pi = 3.14159265358979323846;

Point turned(Point z, Point w) {  // as complex numbers
  return {z.x() * w.x() - z.y() * w.y(), z.x() * w.y() + z.y() * w.x()};
}

// The point at these distances from a and b, left of a -> b.
Point corner(Point a, Point b, double from_a, double from_b) {
  const double d = (b - a).norm();
  const Point u = (b - a) / d;
  const double along = (from_a * from_a - from_b * from_b + d * d) / (2 * d);
  return a + along * u + std::sqrt(from_a * from_a - along * along) * Point(-u.y(), u.x());
}

// A coupler with a point of its own: a bar of the linkage and an arm welded to it.
struct Coupler {
  World world;
  CurveId crank, coupler, arm, rocker;
};
Coupler with_arm(double ground, double crank, double coupler, double rocker, double angle,
                 Point z) {
  Coupler scene;
  World& world = scene.world;
  const Point A = crank * Point(std::cos(angle), std::sin(angle)), B(ground, 0);
  const Point C = corner(A, B, coupler, rocker);
  scene.crank = add_bar(world, Point(0, 0), A);
  scene.coupler = add_bar(world, A, C);
  scene.arm = add_bar(world, A, Point(A + turned(z, C - A)));
  scene.rocker = add_bar(world, B, C);
  world.weld({scene.coupler, scene.arm});
  nail(world, scene.crank, 0);
  nail(world, scene.rocker, 0);
  attach(world, scene.crank, 1, scene.coupler, 0);
  attach(world, scene.coupler, 1, scene.rocker, 1);
  return scene;
}

}  // namespace

TEST_CASE("the coupler curve of a four-bar is the one in closed form") {
  const Point z(0.6, 0.8);
  Coupler scene = with_arm(4, 1.5, 3.5, 3, 1, z);
  drive(scene.world, scene.crank, 2 * pi);
  Stepper stepper;
  for (int k = 0; k < 480; ++k) {
    stepper.step(scene.world, tick, Run::play);
    const double angle = scene.world.find(scene.crank)->q[2];
    const Point A = 1.5 * Point(std::cos(angle), std::sin(angle)),
                C = corner(A, Point(4, 0), 3.5, 3);
    CHECK((place(scene.world, scene.arm, 1) - A - turned(z, C - A)).norm() < 1e-8);
  }
}

TEST_CASE("Roberts's point runs along the ground from pivot to pivot, by the known amount") {
  // arms of 1.2 over a ground of 2, a coupler of 1 with a triangle of sides 1.2 hanging from it
  const double arm = 1.2, ground = 2, coupler = 1;
  const double across = -std::sqrt(arm * arm - coupler * coupler / 4);
  Coupler scene = with_arm(ground, arm, coupler, arm, std::acos(0.5 / arm), Point(0.5, across));
  World& world = scene.world;
  CHECK(place(world, scene.arm, 1).norm() == doctest::Approx(1).epsilon(1e-9));  // in the middle
  Stepper stepper;
  drive(world, scene.crank, -0.5);
  double worst = 0, reach = 1;
  while (reach < 1.99) {
    stepper.step(world, tick, Run::play);
    const Point p = place(world, scene.arm, 1);
    REQUIRE(p.x() > reach);
    reach = p.x();
    worst = std::max(worst, std::abs(p.y()));
  }
  CHECK(worst < 0.01 * ground);   // one per cent of the way
  CHECK(worst > 0.001 * ground);  // but not straight
}

TEST_CASE("the end of a string that unwinds from a circle draws its involute") {
  World world;
  const double r = 2, length = 12, begin = 1;
  const auto involute = [&](double a) {
    return Point(r * Point(std::cos(a) + a * std::sin(a), std::sin(a) - a * std::cos(a)));
  };
  const CurveId circle = add_circle(world, Point(0, 0), r);
  for (int i = 0; i < 3; ++i) world.set_locked(circle, i, true);
  const Point along(-std::sin(begin), std::cos(begin));
  const CurveId string = add_bar(world, involute(begin), Point(involute(begin) + length * along));
  const ConnectorId on_string = world.add(sliding_at(string, r * begin / length));
  const ConnectorId on_circle = world.add(sliding_at(circle, begin));
  hold(world, "tangent",
       {on_string, on_circle, world.add(tangent_at(string, on_string)),
        world.add(tangent_at(circle, on_circle))});
  hold(world, "rolling",
       {world.add(measure_of(string, "travelled", on_string)),
        world.add(measure_of(circle, "travelled", on_circle)), 0.0, 1.0});
  Stepper stepper;
  stepper.settle(world);
  const HandId hand = world.grab(string, 0);
  for (int k = 1; k <= 100; ++k) {
    world.pull(hand, involute(begin + 0.03 * k));
    stepper.step(world);
    const double a = std::get<SlidingAt>(world.find(on_circle)->what).t;
    CHECK((place(world, string, 0) - involute(a)).norm() < 1e-8 * world.size());
  }
  stepper.settle(world);
  CHECK((place(world, string, 0) - involute(begin + 3)).norm() < 1e-6);
}

TEST_CASE("a circle between three that touch each other has the radius of Descartes and Soddy") {
  World world;
  const double radius[3] = {1, 2, 3};
  const Point a(0, 0), b(3, 0);
  const Point centers[3] = {a, b, corner(a, b, 4, 5)};
  std::vector<CurveId> outer;
  Point middle = Point::Zero();
  for (int i = 0; i < 3; ++i) {
    outer.push_back(add_circle(world, centers[i], radius[i]));
    for (int k = 0; k < 3; ++k) world.set_locked(outer.back(), k, true);
    middle += centers[i] / (3 * radius[i]);
  }
  const CurveId inner = add_circle(world, Point(0.9, 0.9), 0.2);
  for (int i = 0; i < 3; ++i) {
    const Point way = Point(0.9, 0.9) - centers[i];
    const double angle = std::atan2(way.y(), way.x());
    const CurveId other = outer[static_cast<std::size_t>(i)];
    const ConnectorId on_outer = world.add(sliding_at(other, angle));
    const ConnectorId on_inner = world.add(sliding_at(inner, angle + pi));
    hold(world, "tangent",
         {on_outer, on_inner, world.add(tangent_at(other, on_outer)),
          world.add(tangent_at(inner, on_inner))});
  }
  Stepper stepper;
  CHECK(stepper.settle(world) < 2400);
  CHECK(world.find(inner)->q[2] == doctest::Approx(6.0 / 23).epsilon(1e-8));
  // and a chain of them: touching this one and two of the three, by the same theorem
  const CurveId next = add_circle(world, Point(0.95, 0.35), 0.1);
  const CurveId sides[3] = {outer[0], outer[1], inner};
  const double k4 = 23.0 / 6, k = 1 + 0.5 + k4 + 2 * std::sqrt(0.5 + 0.5 * k4 + k4);
  for (const CurveId other : sides) {
    const Eigen::VectorXd& q = world.find(other)->q;
    const Point way = Point(0.95, 0.35) - Point(q[0], q[1]);
    const double angle = std::atan2(way.y(), way.x());
    const ConnectorId on_outer = world.add(sliding_at(other, angle));
    const ConnectorId on_inner = world.add(sliding_at(next, angle + pi));
    hold(world, "tangent",
         {on_outer, on_inner, world.add(tangent_at(other, on_outer)),
          world.add(tangent_at(next, on_inner))});
  }
  CHECK(stepper.settle(world) < 2400);
  CHECK(world.find(next)->q[2] == doctest::Approx(1 / k).epsilon(1e-8));
  CHECK(world.find(inner)->q[2] == doctest::Approx(6.0 / 23).epsilon(1e-8));
}

TEST_CASE("a chain of many bars hangs in a catenary") {
  // Equal bars, equal weights on the joints: the slopes grow by the same amount from bar to bar,
  // and as the bars become many, y = a cosh(x / a).
  for (const int n : {8, 32}) {
    const double length = 12, span = 8, l = length / n, weight = 100.0 / n;
    World world;
    std::vector<CurveId> bars;
    // at first a V
    const double depth = std::sqrt(length * length - span * span) / 2;
    const auto at = [&](int i) {
      const double s = static_cast<double>(i) / n;
      return Point(span * (s - 0.5), -depth * (1 - std::abs(2 * s - 1)));
    };
    for (int i = 0; i < n; ++i) {
      bars.push_back(add_bar(world, at(i), at(i + 1)));
      if (i == 0) continue;
      attach(world, bars[static_cast<std::size_t>(i) - 1], 1, bars.back(), 0);
      world.add(Force{world.add(point_at(bars.back(), 0)), Point(0, -weight)});
    }
    nail(world, bars.front(), 0);
    nail(world, bars.back(), 1);
    Stepper stepper;
    for (int k = 0; k < 4000 && !stepper.step(world, 0.05).rests; ++k) {
    }
    std::vector<double> slope;
    for (const CurveId bar : bars) slope.push_back(std::tan(world.find(bar)->q[2]));
    const double growth = (slope.back() - slope.front()) / (n - 1);
    for (int i = 0; i < n; ++i)
      CHECK(slope[static_cast<std::size_t>(i)] ==
            doctest::Approx(growth * (i - 0.5 * (n - 1))).epsilon(1e-4));
    // 2 a sinh(span / 2a) = length
    double a = 3;
    for (int k = 0; k < 60; ++k) {
      const double f = 2 * a * std::sinh(span / (2 * a)) - length;
      const double f_a = 2 * std::sinh(span / (2 * a)) - span / a * std::cosh(span / (2 * a));
      a -= f / f_a;
    }
    const double sag = a * (std::cosh(span / (2 * a)) - 1);
    const double deepest = -place(world, bars[static_cast<std::size_t>(n / 2)], 0).y();
    CHECK(std::abs(deepest - sag) < 2.0 * l * l / length);
  }
}

TEST_CASE("springs side by side share the weight, springs in a row add their lengths") {
  for (const double k : {0.5, 20.0, 1e4})
    for (const bool in_a_row : {false, true}) {
      World world;
      add_curve(world, "line", {-3, 0, 3, 0});
      const double k_1 = k, k_2 = 3 * k, weight = 2;
      const CurveId low = add_curve(world, "point", {0, in_a_row ? -2.0 : -1.0});
      const ConnectorId on_low = world.add(point_at(low, 0));
      if (in_a_row) {
        const CurveId middle = add_curve(world, "point", {0, -1});
        const ConnectorId on_middle = world.add(point_at(middle, 0));
        hold(world, "distance", {Argument(Point(0, 0)), on_middle, 1.0}, 1 / k_1);
        hold(world, "distance", {on_middle, on_low, 1.0}, 1 / k_2);
      } else {
        hold(world, "distance", {Argument(Point(0, 0)), on_low, 1.0}, 1 / k_1);
        hold(world, "distance", {Argument(Point(0, 0)), on_low, 1.0}, 1 / k_2);
      }
      world.add(Force{on_low, Point(0, -weight)});
      Stepper stepper;
      CHECK(stepper.settle(world, 20000) < 20000);
      const double longer = in_a_row ? weight / k_1 + weight / k_2 : weight / (k_1 + k_2);
      CHECK(-place(world, low, 0).y() ==
            doctest::Approx((in_a_row ? 2 : 1) + longer).epsilon(1e-6));
    }
}
