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
