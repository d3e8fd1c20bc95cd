// What a row says: of time, around the circle, between things that cannot move, at distance 0.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "solver/diagnose.h"
#include "solver/stepper.h"
#include "tests/laws.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

constexpr double pi = 3.14159265358979323846;

std::shared_ptr<const ConstraintKind> own_kind(const char* text) {
  static ConstraintLibrary library;
  const auto made = library.add(text, Tier::interpret);
  if (!made) FAIL(made.error().message);
  return *made;
}

void lock_all(World& world, CurveId id) {
  for (int i = 0; i < world.find(id)->q.size(); ++i) world.set_locked(id, i, true);
}

}  // namespace

// Whether a kind depends on time was guessed by looking at three moments. One that begins to act
// after six seconds did not, at any of them, and slept for ever while the drawing played.
TEST_CASE("a constraint that begins to move after six seconds moves then") {
  World world;
  const CurveId point = add_curve(world, "point", {0, 0});
  Constraint late;
  late.kind = own_kind("constraint late (point a): a = (max(0, time - 6), 0)");
  late.on = {world.add(point_at(point, 0))};
  world.add(late);
  Stepper stepper;
  for (int k = 0; k < 7 * 240; ++k) stepper.step(world, tick, Run::play);
  CHECK(place(world, point, 0).x() == doctest::Approx(1).epsilon(1e-9));
}

// Nobody looked at a constraint between curves of which all parameters are locked: it was never
// unmet, and no conflict.
TEST_CASE("a constraint between curves that cannot move is unmet, and a conflict by itself") {
  World world;
  const CurveId a = add_bar(world, Point(0, 0), Point(10, 0));
  const CurveId b = add_bar(world, Point(11, 0), Point(20, 5));
  const CurveId free = add_bar(world, Point(0, 10), Point(10, 12));
  lock_all(world, a);
  lock_all(world, b);
  const ConstraintId apart = attach(world, a, 1, b, 0);
  const ConstraintId met = nail(world, a, 0, Point(0, 0));
  const ConstraintId nailed = nail(world, free, 0);
  CHECK(find_unmet(world, hard_tolerance) == std::vector<ConstraintId>{apart});
  const Diagnosis diagnosis = Diagnoser().run(world);
  std::vector<std::vector<ConstraintId>> conflicts;
  for (const IslandDiagnosis& island : diagnosis.islands)
    conflicts.insert(conflicts.end(), island.conflicts.begin(), island.conflicts.end());
  CHECK(conflicts == std::vector<std::vector<ConstraintId>>{{apart}});
  CHECK(diagnosis.freedoms == 1);
  (void)met;
  (void)nailed;
}

// The margin of a limit that is excluded, and the weight of its row, were those of the drawing when
// its rows were made: how small a circle could become depended on what the stepper had seen before.
TEST_CASE("ranges are weighed by the drawing as it is, whatever was stepped before") {
  World world;
  const CurveId circle = add_circle(world, Point(0, 0), 1);
  hold(world, "coincident", {world.add(measure_of(circle, "center")), Point(0, 0)});
  const auto lead = [&](World& led, Stepper& stepper, HandId hand, Point to) {
    const Point from = led.find(hand)->target;
    for (int k = 1; k <= 60; ++k) {
      led.pull(hand, from + (to - from) * (k / 60.0));
      stepper.step(led);
    }
    stepper.settle(led, 240);
  };
  Stepper old, fresh;
  old.settle(world);
  const HandId hand = world.grab(circle, 0);
  lead(world, old, hand, Point(1000, 0));
  world.measure_again();  // as after another text of a variable was typed
  World other = world;
  lead(world, old, hand, Point(0, 0));
  lead(other, fresh, hand, Point(0, 0));
  const double least = world.find(circle)->q[2], expected = other.find(circle)->q[2];
  CHECK(expected > 1e-4);
  CHECK(std::abs(least - expected) < 1e-3 * expected);
}

// The angle between two directions was compared with phi on the number line: it is at most half a
// turn, so that 180 degrees lay on its jump and more could never be met.
TEST_CASE("an angle is met around the circle, from any start") {
  for (const double phi : {0.0, 1.0, pi, 181 * pi / 180, 1.5 * pi, -1.2 * pi, 7.0, -20.0})
    for (const double start : {0.3, 2.0, -2.5}) {
      CAPTURE(phi);
      CAPTURE(start);
      World world;
      const CurveId a = add_bar(world, Point(0, 0), Point(10, 0));
      const CurveId b = add_bar(world, Point(0, 0), 10 * Point(std::cos(start), std::sin(start)));
      nail(world, a, 0);
      nail(world, b, 0);
      const ConstraintId angle =
          hold(world, "angle",
               {world.add(measure_of(a, "along")), world.add(measure_of(b, "along")), phi});
      Stepper stepper;
      CHECK(stepper.settle(world) < 2400);
      CHECK(find_unmet(world, hard_tolerance).empty());
      const double turned = world.find(b)->q[2] - world.find(a)->q[2] - phi;
      CHECK(std::abs(std::remainder(turned, 2 * pi)) < 1e-8);
      for (const IslandDiagnosis& island : Diagnoser().run(world).islands)
        CHECK(island.conflicts.empty());
      (void)angle;
    }
}

// Held at 180 degrees, a figure stuttered by a tenth of a radian when it was turned.
TEST_CASE("two bars held at a straight angle turn as one") {
  World world;
  const CurveId a = add_bar(world, Point(0, 0), Point(10, 0));
  const CurveId b = add_bar(world, Point(0, 0), Point(-10, 0));
  nail(world, a, 0);
  attach(world, a, 0, b, 0);
  hold(world, "angle", {world.add(measure_of(a, "along")), world.add(measure_of(b, "along")), pi});
  Stepper stepper;
  stepper.settle(world);
  const HandId hand = world.grab(a, 1);
  double most = 0;
  for (int k = 1; k <= 600; ++k) {
    const double turn = 0.02 * k, before = world.find(b)->q[2];
    world.pull(hand, 10 * Point(std::cos(turn), std::sin(turn)));
    const IslandReport& island = stepper.step(world).islands.front();
    CHECK(island.not_met.empty());
    most = std::max(most, std::abs(world.find(b)->q[2] - before - 0.02));
    CHECK((place(world, b, 1) + place(world, a, 1)).norm() < 1e-7);
  }
  CHECK(most < 1e-6);
}

// A motor on an angle stopped at half a turn.
TEST_CASE("a driven angle goes on past a turn, and past ten, both ways") {
  for (const double speed : {2.0, -2.0}) {
    World world;
    const CurveId a = add_bar(world, Point(0, 0), Point(10, 0));
    const CurveId b = add_bar(world, Point(0, 0), Point(0, 10));
    lock_all(world, a);
    nail(world, b, 0);
    const ConstraintId angle =
        hold(world, "angle",
             {world.add(measure_of(a, "along")), world.add(measure_of(b, "along")), pi / 2});
    world.add(Motor{.constraint = angle, .input = 2, .speed = speed});
    Stepper stepper;
    for (int k = 0; k < 35 * 240; ++k) {
      const IslandReport& island = stepper.step(world, tick, Run::play).islands.front();
      REQUIRE(island.stalled.empty());
      REQUIRE(island.residual <= hard_tolerance * world.size());
    }
    CHECK(world.find(b)->q[2] == doctest::Approx(pi / 2 + 35 * speed).epsilon(1e-9));
  }
}

// Drawn clockwise, a closed curve had a negative area, and one asked to have 100 turned inside out.
TEST_CASE("a closed curve has the same area whichever way it was drawn") {
  for (const auto& type : every_curve_type()) {
    if (!type->find("area") || !has_nodes(*type)) continue;
    CAPTURE(type->name);
    Random random(11);
    const Curve curve = random.curve(type);
    const Eigen::Index own = static_cast<Eigen::Index>(type->family.node.size());
    const Eigen::Index shared = static_cast<Eigen::Index>(type->parameters.size());
    Curve other = curve;  // its mirror image
    for (Eigen::Index i = shared; i < curve.q.size(); ++i)
      if (is_second(type->family.node[static_cast<std::size_t>((i - shared) % own)].role))
        other.q[i] = -curve.q[i];
    MeasureReading one, two;
    REQUIRE(measure_at(curve, *type->find("area"), 0, one));
    REQUIRE(measure_at(other, *type->find("area"), 0, two));
    CHECK(one.value[0] > 0);
    CHECK(two.value[0] == doctest::Approx(one.value[0]).epsilon(1e-9));
  }
}

// The mobility of such a point is what rounding makes of 0. It was taken at its word: the first event
// threw the rod 280 units away.
TEST_CASE("a point that is nailed stays, however it is pulled") {
  for (int k = 0; k < 400; ++k) {
    const double length = 20 + 0.5 * k, phi = -0.35 + 0.1 * (k / 8);
    CAPTURE(length);
    CAPTURE(phi);
    World world;
    const CurveId rod = add_curve(world, "bar", {0, 0, phi, length});
    world.set_locked(rod, 3, true);
    Constraint nail;
    nail.kind = kind("coincident");
    nail.on = {world.add(measure_of(rod, "start")), Argument(Point(0, 0))};
    world.add(nail);
    const HandId hand = world.grab(rod, 0);
    Stepper stepper;
    for (const double part : {1.0, 0.5, 0.0}) {
      world.pull(hand, part * Point(33.132968083955348, 114.69409881625327));
      stepper.step(world);
      CHECK(place(world, rod, 0).norm() < 1e-9 * length);
    }
  }
}
