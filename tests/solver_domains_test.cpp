// Formulas at the limits of their domains, poles, curves shrunk to nothing, and evaluations that
// fail: nothing that is not finite is ever stored, and what stands still can be pulled again.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "solver/stepper.h"
#include "tests/laws.h"
#include "tests/random_formula.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

constexpr double pi = 3.14159265358979323846;

bool finite(const World& world) {
  bool good = true;
  world.bodies().each([&](CurveId, const Body& body) {
    good = good && body.curve.q.allFinite() && body.sense.allFinite();
  });
  world.connectors().each([&](ConnectorId, const Connector& connector) {
    if (const SlidingAt* sliding = std::get_if<SlidingAt>(&connector.what))
      good = good && std::isfinite(sliding->t);
  });
  return good;
}

// Random pulls at a random formula; the number of steps taken. Prints nothing unless it fails.
int pull_about(std::uint64_t seed, int pulls) {
  CAPTURE(seed);
  Random random(static_cast<std::uint32_t>(seed));
  CurveLibrary library;
  const std::string text = RandomFormula(seed, false).curve();
  Result<SharedCurveType> type = library.add(text, Tier::interpret);
  if (!type) return 0;
  CAPTURE(text);
  World world;
  const CurveId curve = world.add(default_curve(*type));
  add_bar(world, Point(-2, -2), Point(2, -2));
  if (seed % 3 == 0) {
    Point at;
    if (point_at(*world.find(curve), 0.5, at)) nail(world, curve, 0.5, at);
  }
  Stepper stepper;
  int steps = 0;
  HandId hand;
  for (int k = 0; k < pulls; ++k) {
    if (k % 10 == 0) {
      world.release(hand);
      hand = world.grab(curve, random.in(0, 2));
    }
    world.pull(hand, random.point(k % 7 == 0 ? 100 : 3));
    stepper.step(world);
    ++steps;
    REQUIRE(finite(world));
  }
  return steps;
}

}  // namespace

// Takes as long as it is asked to: limber_tests -tc="random formulas*" --no-skip, with LIMBER_STEPS
// and LIMBER_SEED. A wild formula can take a second a step.
TEST_CASE("random formulas under random pulls: nothing that is not finite is ever stored" *
          doctest::skip()) {
  const auto number = [](const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
  };
  std::uint64_t seed = number("LIMBER_SEED", 1);
  const int wanted = static_cast<int>(number("LIMBER_STEPS", 1000));
  MESSAGE("first seed ", seed);
  for (int steps = 0; steps < wanted; ++seed) steps += pull_about(seed, 20);
  MESSAGE("last seed ", seed - 1);
}

TEST_CASE("a parameter stops at the limit of its formula, says so, and comes back") {
  struct Border {
    const char* text;
    double inside, outside;  // values of a
  };
  const Border borders[] = {
      {"curve c\n  place p = (0, 0)\n  number a = 1\n  t from 0 to 1\n  x = p.x + t\n  y = p.y + "
       "sqrt(a)",
       1, -2},
      {"curve c\n  place p = (0, 0)\n  number a = 1\n  t from 0 to 1\n  x = p.x + t + a\n  y = p.y "
       "+ log(a)",
       1, -2},
      {"curve c\n  place p = (0, 0)\n  number a = 0.2\n  t from 0 to 1\n  x = p.x + a\n  y = p.y + "
       "asin(a) + t",
       0.2, 3},
      {"curve c\n  place p = (0, 0)\n  number a = 0.2\n  t from 0 to 1\n  x = p.x + a + t\n  y = "
       "p.y + acos(a)",
       0.2, -3},
      {"curve c\n  place p = (0, 0)\n  number a = 1\n  t from 0 to 1\n  x = p.x + t + a\n  y = p.y "
       "+ a^0.5",
       1, -2},
      {"curve c\n  place p = (0, 0)\n  length a = 1, a > 0\n  t from 0 to 1\n  x = p.x + a\n  y = "
       "p.y + t",
       1, -2},
      {"curve c\n  place p = (0, 0)\n  number a = 1, 0 <= a <= 2\n  t from 0 to 1\n  x = p.x + a\n "
       " y = p.y + t",
       1, 5},
  };
  for (const Border& border : borders) {
    CAPTURE(border.text);
    World world;
    const CurveId curve = world.add(default_curve(compiled(border.text)));
    world.set_locked(curve, 0, true);
    world.set_locked(curve, 1, true);
    add_bar(world, Point(-2, -2), Point(2, -2));
    Stepper stepper;
    stepper.settle(world);
    const ConnectorId number = world.add(parameter_of(curve, 2));
    const ConstraintId wanted = hold(world, "fixed_number", {number, border.inside});
    stepper.settle(world);
    world.set_number(wanted, 1, border.outside);
    for (int k = 0; k < 200; ++k) {
      stepper.step(world);
      REQUIRE(finite(world));
    }
    Point at;
    CHECK(point_at(*world.find(curve), 0.5, at));  // still on this side
    world.set_number(wanted, 1, border.inside);
    stepper.settle(world);
    CHECK(world.find(curve)->q[2] == doctest::Approx(border.inside).epsilon(1e-6));
    // and the same by hand
    world.remove(wanted);
    const HandId hand = world.grab(curve, 0.5);
    for (const double way : {4.0, -4.0, 3.0, -1.0, 0.5}) {
      world.pull(hand, Point(way, way));
      for (int k = 0; k < 10; ++k) {
        stepper.step(world);
        REQUIRE(finite(world));
        CHECK(point_at(*world.find(curve), 0.5, at));
      }
    }
  }
}

TEST_CASE("a curve with a pole can be pulled everywhere else") {
  const char* poles[] = {
      "1/t",         "1/t^2",       "tan(pi*t/2)", "log(abs(t))", "1/(t^2 - 0.25)",
      "1/sin(pi*t)", "exp(1/t)/10", "1/cbrt(t)",   "atan(1/t)",   "t/abs(t)"};
  for (const char* pole : poles)
    for (const char* slope : {"a", "a + 0.2 a^2"}) {
      const std::string text =
          std::string("curve c\n  place p = (0, 0)\n  number a = 1\n  t from -1.1 to 1.3\n") +
          "  x = p.x + t\n  y = p.y + (" + slope + ")*0.2*" + pole;
      CAPTURE(text);
      World world;
      const CurveId curve = world.add(default_curve(compiled(text.c_str())));
      Stepper stepper;
      stepper.settle(world);
      REQUIRE(finite(world));
      for (const double t : {-0.8, -0.3, 0.3, 0.8}) {
        const HandId hand = world.grab(curve, t);
        const Point to = world.find(hand)->target + Point(0.2, 0.1);
        world.pull(hand, to);
        stepper.settle(world, 300);
        REQUIRE(finite(world));
        CHECK((place(world, curve, t) - to).norm() < 1e-6);
        world.release(hand);
      }
      // on the pole itself: nothing to hold, or held and finite
      const HandId hand = world.grab(curve, 0);
      world.pull(hand, Point(3, 3));
      stepper.settle(world, 50);
      CHECK(finite(world));
      world.release(hand);
    }
}

// Does not come back from nothing: a circle through three points on one place is nowhere, and so is a belt
// round two wheels on one.
const std::vector<std::string> stand_still = {"circle_through", "arc_through", "belt"};

TEST_CASE("every curve shrunk to nothing stays finite and can be pulled again") {
  for (const auto& type : every_curve_type())
    for (const double small : {0.0, 1e-310, 1e-12, -1e-9}) {
      CAPTURE(type->name);
      CAPTURE(small);
      World world;
      Curve curve = default_curve(type);
      for (int i = 0; i < curve.q.size(); ++i) {
        const Parameter& p = parameter(*type, i);
        if (p.role == Role::length) curve.q[i] = small;
        if (has_nodes(*type) && (p.role == Role::x || p.role == Role::y)) curve.q[i] = 0;
      }
      if (!has_nodes(*type))  // all its places on one
        for (int i = 0; i < curve.q.size(); ++i)
          if (parameter(*type, i).role == Role::x || parameter(*type, i).role == Role::y)
            curve.q[i] = 0;
      const CurveId id = world.add(curve);
      add_bar(world, Point(-5, -5), Point(5, -5));  // the drawing has a size
      Stepper stepper;
      stepper.settle(world, 60);
      REQUIRE(finite(world));
      const double t = t_begin(curve) + 0.37 * (t_end(curve) - t_begin(curve));
      const int every = type->name == "circle" || type->name == "bar" ? 1 : 12;
      for (int k = 0; k < 36; k += every) {
        CAPTURE(k);
        const HandId hand = world.grab(id, t);
        const bool stands =
            std::find(stand_still.begin(), stand_still.end(), type->name) != stand_still.end();
        if (!hand) {
          CHECK(stands);
          break;
        }
        const Point to = 2 * Point(std::cos(pi * k / 18), std::sin(pi * k / 18));
        const double before = (place(world, id, t) - to).norm();
        world.pull(hand, to);
        stepper.settle(world, 20);
        REQUIRE(finite(world));
        if (!stands)
          CHECK((place(world, id, t) - to).norm() < 0.95 * before);  // there, or on its way
        world.release(hand);
      }
    }
}

// ---- faults

namespace {

// A type whose nth evaluation of the motion of a point fails: once, or from then on.
struct Saboteur {
  Kernel good;
  int countdown = 0;
  bool for_good = false;
  double bad = std::numeric_limits<double>::quiet_NaN();

  static void one(const void* self, const double* in, double* out) {
    Saboteur& s = *static_cast<Saboteur*>(const_cast<void*>(self));
    s.good.code().one(s.good.code().self, in, out);
    if (--s.countdown == 0 || (s.for_good && s.countdown < 0)) out[2] = s.bad;
  }
  static void many(const void* self, const double* in, const double* last, int count, double* out,
                   int stride) {
    const Saboteur& s = *static_cast<const Saboteur*>(self);
    s.good.code().many(s.good.code().self, in, last, count, out, stride);
  }
};

}  // namespace

TEST_CASE("the nth evaluation fails: the step is refused or shorter, and the state stays good") {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    for (const bool for_good : {false, true})
      for (int n = 1; n <= 60; ++n) {
        CAPTURE(n);
        CAPTURE(for_good);
        FourBar scene = four_bar(4, 1.5, 3.5, 3, 1);
        World world = scene.world;
        const auto saboteur = std::make_shared<Saboteur>();
        auto type = std::make_shared<CurveType>(*world.find(scene.coupler)->type);
        saboteur->good = type->motion;
        saboteur->bad = bad;
        type->motion = Kernel(type->motion.inputs(), type->motion.outputs(),
                              {Saboteur::one, Saboteur::many, saboteur.get()}, saboteur);
        // the same linkage with a coupler of that type
        const Curve coupler{type, world.find(scene.coupler)->q};
        world.remove(scene.coupler);
        const CurveId id = world.add(coupler);
        world.set_locked(id, 3, true);
        attach(world, scene.crank, 1, id, 0);
        attach(world, id, 1, scene.rocker, 1);
        Stepper stepper;
        stepper.settle(world);
        const HandId hand = world.grab(scene.crank, 1);
        saboteur->countdown = n;
        saboteur->for_good = for_good;
        bool refused = false;
        for (int k = 1; k <= 4; ++k) {
          const World before = world;
          const double angle = 1 + 0.1 * k;
          world.pull(hand, 1.5 * Point(std::cos(angle), std::sin(angle)));
          const StepReport& report = stepper.step(world);
          REQUIRE(finite(world));
          REQUIRE(report.islands.size() == 1);
          refused = refused || report.islands[0].refused;
          if (report.islands[0].refused)
            world.bodies().each([&](CurveId body, const Body& now) {
              CHECK(now.curve.q == before.body(body)->curve.q);
            });
          CHECK((place(world, scene.crank, 1) - place(world, id, 0)).norm() <= 1e-9 * world.size());
        }
        if (for_good) continue;
        // it was one bad moment: the drag goes on
        stepper.settle(world);
        CHECK((place(world, scene.crank, 1) - world.find(hand)->target).norm() < 1e-6);
      }
}
