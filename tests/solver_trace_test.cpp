// Curves given by an equation in the world: pulled, nailed, slid on, welded, as any other curve.
#include <doctest/doctest.h>

#include <cmath>

#include "curves/bounds.h"
#include "curves/equation.h"
#include "curves/library.h"
#include "curves/nearest.h"
#include "curves/trace.h"
#include "laws.h"
#include "solver/stepper.h"
#include "tests/scenes.h"

namespace limber {
namespace {

const char* const folium =
    "curve folium\n place c = (0, 0)\n length a = 10, a > 0\n angle phi = 0\n"
    " x^3 + y^3 = 3 a x y about c turned phi\n within 3a\n";
const char* const cassini =
    "curve cassini\n place f = (-10, 0), g = (10, 0)\n length b = 11, b > 0\n"
    " |p - f|*|p - g| = b^2\n number area = integral(x*y' - y*x')/2\n length around = integral(|x'|)\n";
const char* const elliptic =
    "curve elliptic\n place c = (0, 0)\n length s = 10, s > 0\n number a = -1.5, b = 0.5\n"
    " y^2*s = x^3 + a*s^2*x + b*s^3 about c\n within 4s\n";
const char* const sextic =
    "curve sextic\n place c = (0, 0)\n length a = 20, a > 0\n angle phi = 0\n"
    " (x^2 + y^2)^3 = 4 a^2 x^2 y^2 + 0.001 a^6 about c turned phi\n";

// As the window has it.
SharedCurveType fast(const char* text) {
  CurveLibrary library;
  const Result<SharedCurveType> type = library.add(text, Tier::machine_code);
  REQUIRE(type);
  return *type;
}

double off(const World& world, CurveId id, const Point& x) {
  const Equation::Value v = Equation(*world.find(id)).at(x);
  return std::abs(v.f) / v.gradient.norm();
}

}  // namespace

TEST_CASE("a curve given by an equation is under the hand at every event of a drag") {
  for (const char* text : {folium, cassini, elliptic, sextic}) {
    const Curve curve = default_curve(fast(text));
    const double size = rough_size(curve);
    CAPTURE(text);
    for (const double share : {0.31, 0.37, 0.62, 0.7}) {  // not where a branch leaves its square
      const double t = share * t_end(curve);
      Point begin;
      REQUIRE(point_at(curve, t, begin));
      CAPTURE(t);
      World world;
      const CurveId id = world.add(curve);
      const HandId hand = world.grab(id, t);
      Stepper stepper;
      for (int event = 1; event <= 24; ++event) {
        const double way = event / 24.0;
        const Point target = begin + size * way * Point(0.4 * std::cos(3 * way), 0.3 * std::sin(2 * way));
        world.pull(hand, target);
        for (int k = 0; k < 4; ++k) stepper.step(world);
        Point held;
        REQUIRE(place_of(world, world.find(hand)->on, held));
        CHECK((held - target).norm() < 1e-6 * size);
        CHECK(off(world, id, held) < 1e-9 * size);
        CHECK(!is_worn(*world.find(id)));
      }
    }
  }
}

TEST_CASE("what is nailed stays nailed while a traced curve is pulled elsewhere") {
  const Curve curve = default_curve(fast(cassini));
  World world;
  const CurveId id = world.add(curve);
  Point nailed;
  REQUIRE(point_at(curve, 0.3, nailed));
  const ConnectorId on = world.add(point_at(id, 0.3));
  hold(world, "coincident", {on, nailed});
  const HandId hand = world.grab(id, 0.55 * t_end(curve));
  const Point begin = world.find(hand)->target;
  Stepper stepper;
  for (int event = 1; event <= 12; ++event) {
    world.pull(hand, begin + 0.4 * event * Point(-1, 0.4));
    for (int k = 0; k < 4; ++k) stepper.step(world);
    Point now;
    REQUIRE(place_of(world, *world.find(on), now));
    CHECK((now - nailed).norm() < 1e-6);
  }
}

TEST_CASE("a point that slides on a traced oval stays on it") {
  const Curve curve = default_curve(fast(cassini));
  CHECK(goes_round(curve));
  World world;
  const CurveId id = world.add(curve);
  for (int i = 0; i < 5; ++i) world.set_locked(id, i, true);
  const CurveId bar = add_bar(world, Point(0, 0), Point(25, 0.1));
  nail(world, bar, 0);
  const std::optional<Nearest> start = nearest(curve, Point(15, 0), 1e-9);
  REQUIRE(start);
  const ConnectorId on_bar = world.add(sliding_at(bar, start->x.norm() / 25)),
                    on_oval = world.add(sliding_at(id, start->t));
  hold(world, "coincident", {on_bar, on_oval});
  drive(world, bar, 6);
  Stepper stepper;
  stepper.settle(world, 240);
  double turned = 0, before = 0;
  for (int tick_count = 0; tick_count < 400; ++tick_count) {
    stepper.step(world, tick, Run::play);
    Point bead;
    REQUIRE(place_of(world, *world.find(on_oval), bead));
    CHECK(std::abs((bead - Point(-10, 0)).norm() * (bead - Point(10, 0)).norm() - 121) < 1e-6);
    const double angle = std::atan2(bead.y(), bead.x());
    if (tick_count > 0) turned += std::remainder(angle - before, 2 * M_PI);
    before = angle;
  }
  CHECK(turned > 1);
}

TEST_CASE("a welded traced curve turns and grows with its link") {
  const Curve curve = default_curve(fast(cassini));
  World world;
  const CurveId id = world.add(curve);
  const CurveId bar = add_bar(world, Point(0, 30), Point(20, 30));
  world.weld({id, bar});
  const HandId hand = world.grab(bar, 1);
  Stepper stepper;
  for (int event = 1; event <= 30; ++event) {
    world.pull(hand, Point(20, 30) + event * Point(-0.7, 0.8));
    for (int k = 0; k < 4; ++k) stepper.step(world);
  }
  for (double t = 0.2; t < t_end(*world.find(id)); t += 0.9) {
    Point x;
    REQUIRE(point_at(*world.find(id), t, x));
    CHECK(off(world, id, x) < 1e-8);
  }
}

TEST_CASE("the area of a traced oval is that of the formula") {
  // Of Cassini's single oval: a^2 + b^2 E-like integral; checked by the polar form.
  const Curve curve = default_curve(fast(cassini));
  MeasureReading area, around;
  REQUIRE(measure_at(curve, *curve.type->find("area"), 0, area));
  REQUIRE(measure_at(curve, *curve.type->find("around"), 0, around));
  double expected = 0;
  const int parts = 20000;
  for (int k = 0; k < parts; ++k) {
    const double angle = 2 * M_PI * (k + 0.5) / parts;
    const double root = std::sqrt(std::pow(11.0, 4) - std::pow(10.0, 4) * std::pow(std::sin(2 * angle), 2));
    expected += 0.5 * (100 * std::cos(2 * angle) + root) * 2 * M_PI / parts;
  }
  CHECK(area.value[0] == doctest::Approx(expected).epsilon(1e-8));
  CHECK(around.value[0] > 2 * std::sqrt(M_PI * expected));
}

}  // namespace limber
