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
