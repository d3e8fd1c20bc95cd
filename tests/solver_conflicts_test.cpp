// Constraints that contradict each other: the sets that are named are minimal, they contain what
// was added last to a figure that agreed, and they do not flicker.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "solver/diagnose.h"
#include "solver/stepper.h"
#include "tests/laws.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

using Set = std::vector<ConstraintId>;

// A figure that agrees, with one constraint more that does not.
struct Contradiction {
  std::string name;
  World world;
  ConstraintId culprit;
  std::size_t size = 0;  // of the minimal set, where it is known
};

Point somewhere(Random& random, double r) { return random.point(r); }

// Rigid, and then a distance that is wrong.
Contradiction braced(Random& random) {
  const auto [points, bars] = random.rigid_framework(random.whole(3, 6));
  Linkage scene = linkage(points, bars, {0, 1});
  const std::size_t from = 0, to = points.size() - 1;
  const ConnectorId a = scene.world.add(point_at(scene.at[from].first, scene.at[from].second));
  const ConnectorId b = scene.world.add(point_at(scene.at[to].first, scene.at[to].second));
  const double wrong = (points[to] - points[from]).norm() * random.in(1.15, 1.4);
  const ConstraintId culprit = hold(scene.world, "distance", {a, b, wrong});
  return {"braced", std::move(scene.world), culprit, 0};
}

// A chain nailed at its begin, then at a place it does not reach: every link of it is needed.
Contradiction too_short(Random& random) {
  const int n = random.whole(1, 5);
  Chain scene = chain(n);
  const double angle = random.in(-3, 3);
  const ConstraintId culprit =
      nail(scene.world, scene.bars.back(), 1,
           n * random.in(1.2, 2) * Point(std::cos(angle), std::sin(angle)));
  return {"too short", std::move(scene.world), culprit, static_cast<std::size_t>(n) + 1};
}

Contradiction two_distances(Random& random) {
  World world;
  const CurveId a = add_bar(world, somewhere(random, 3), somewhere(random, 3));
  const CurveId b = add_bar(world, somewhere(random, 3), somewhere(random, 3));
  const ConnectorId on_a = world.add(point_at(a, random.in(0, 1)));
  const ConnectorId on_b = world.add(point_at(b, random.in(0, 1)));
  nail(world, a, 0);
  const double d = random.in(1, 3);
  hold(world, "distance", {on_a, on_b, d});
  Stepper().settle(world);
  const ConstraintId culprit = hold(world, "distance", {on_a, on_b, d + random.in(0.3, 1)});
  return {"two distances", std::move(world), culprit, 2};
}

Contradiction level_and_upright(Random& random) {
  World world;
  const CurveId bar = add_bar(world, somewhere(random, 2), Point(4, random.in(-0.4, 0.4)));
  const ConnectorId begin = world.add(point_at(bar, 0)), end = world.add(point_at(bar, 1));
  nail(world, bar, 0.5);
  hold(world, "horizontal", {begin, end});
  Stepper().settle(world);
  const ConstraintId culprit = hold(world, "vertical", {begin, end});
  return {"level and upright", std::move(world), culprit, 2};
}

Contradiction two_angles(Random& random) {
  World world;
  const CurveId a = add_bar(world, Point(0, 0), Point(2, 0.2)),
                b = add_bar(world, Point(2, 0.2), Point(3, 2));
  attach(world, a, 1, b, 0);
  nail(world, a, 0);
  const ConnectorId along_a = world.add(measure_of(a, "along")),
                    along_b = world.add(measure_of(b, "along"));
  hold(world, "perpendicular", {along_a, along_b});
  Stepper().settle(world);
  const ConstraintId culprit = hold(world, "angle", {along_a, along_b, random.in(0.5, 1.1)});
  return {"two angles", std::move(world), culprit, 2};
}

Contradiction three_sizes(Random& random) {
  World world;
  const double r = random.in(1, 2);
  const CurveId a = add_circle(world, Point(0, 0), r), b = add_circle(world, Point(5, 0), r);
  const ConnectorId r_a = world.add(parameter_of(a, 2)), r_b = world.add(parameter_of(b, 2));
  hold(world, "equal", {r_a, r_b});
  hold(world, "fixed_length", {r_a, r});
  Stepper().settle(world);
  const ConstraintId culprit = hold(world, "fixed_length", {r_b, r * random.in(1.2, 1.6)});
  return {"three sizes", std::move(world), culprit, 3};
}

Contradiction contradiction(unsigned seed) {
  Random random(seed);
  switch (seed % 6) {
    case 0:
      return braced(random);
    case 1:
      return too_short(random);
    case 2:
      return two_distances(random);
    case 3:
      return level_and_upright(random);
    case 4:
      return two_angles(random);
    default:
      return three_sizes(random);
  }
}

// Whether the world holds with these of its constraints alone.
bool agree(const World& world, const Set& set) {
  World copy = world;
  world.constraints().each([&](ConstraintId id, const Constraint&) {
    copy.set_enabled(id, std::find(set.begin(), set.end(), id) != set.end());
  });
  Stepper stepper;
  for (int k = 0; k < 2400; ++k) {
    const StepReport& report = stepper.step(copy);
    if (!report.rests) continue;
    for (const IslandReport& island : report.islands)
      if (!island.not_met.empty()) return false;
    return true;
  }
  return false;
}

Set less(Set set, ConstraintId id) {
  set.erase(std::remove(set.begin(), set.end(), id), set.end());
  return set;
}

Set all_conflicts(const Diagnosis& diagnosis) {
  Set all;
  for (const IslandDiagnosis& island : diagnosis.islands)
    for (const Set& conflict : island.conflicts)
      all.insert(all.end(), conflict.begin(), conflict.end());
  return all;
}

}  // namespace

TEST_CASE("a contradiction is named with a minimal set, and the culprit is in it") {
  const int scenes = 60;
  int found = 0, minimal = 0, sets = 0;
  for (unsigned seed = 1; seed <= scenes; ++seed) {
    Contradiction scene = contradiction(seed);
    CAPTURE(seed);
    CAPTURE(scene.name);
    const Diagnosis diagnosis = Diagnoser().run(scene.world);
    const Set named = all_conflicts(diagnosis);
    if (std::find(named.begin(), named.end(), scene.culprit) != named.end()) ++found;
    for (const IslandDiagnosis& island : diagnosis.islands)
      for (const Set& conflict : island.conflicts) {
        ++sets;
        if (scene.size > 0) CHECK(conflict.size() == scene.size);
        CHECK(!agree(scene.world, conflict));
        const bool each = std::all_of(conflict.begin(), conflict.end(), [&](ConstraintId id) {
          return agree(scene.world, less(conflict, id));
        });
        CHECK(each);
        minimal += each;
        // and removing a named one resolves it
        if (island.conflicts.size() > 1) continue;
        World resolved = scene.world;
        resolved.remove(conflict.front());
        CHECK(all_conflicts(Diagnoser().run(resolved)).empty());
      }
  }
  CHECK(minimal == sets);
  CHECK(found >= 0.95 * scenes);
  MESSAGE(sets, " conflicts, ", minimal, " minimal; the culprit is named in ", found, " of ",
          scenes);
}

TEST_CASE("a figure that only has not got there yet has no conflict") {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Random random(seed);
    Chain scene = chain(4);
    nail(scene.world, scene.bars.back(), 1,
         random.in(0.5, 3) * Point(std::cos(seed), std::sin(seed)));
    CHECK(all_conflicts(Diagnoser().run(scene.world)).empty());
  }
}

TEST_CASE("two contradictions are two conflicts") {
  World world;
  Set culprits;
  const CurveId bar = add_bar(world, Point(0, 0), Point(2, 0));
  const ConnectorId begin = world.add(point_at(bar, 0)), end = world.add(point_at(bar, 1));
  hold(world, "horizontal", {begin, end});
  culprits.push_back(hold(world, "vertical", {begin, end}));
  const CurveId other = add_circle(world, Point(1, 1), 1);
  const ConnectorId r = world.add(parameter_of(other, 2));
  hold(world, "coincident",
       {world.add(point_at(bar, 0.5)), world.add(measure_of(other, "center"))});
  hold(world, "fixed_length", {r, 1.0});
  culprits.push_back(hold(world, "fixed_length", {r, 1.5}));
  const Diagnosis diagnosis = Diagnoser().run(world);
  REQUIRE(diagnosis.islands.size() == 1);
  CHECK(diagnosis.islands[0].conflicts.size() == 2);
  const Set named = all_conflicts(diagnosis);
  for (const ConstraintId id : culprits)
    CHECK(std::find(named.begin(), named.end(), id) != named.end());
}

// The parallelogram can leave its branch at a change point, where its rows depend on each other for
// a moment. Whoever drags it through must not see its freedoms flicker.
TEST_CASE("reports do not flicker while a figure is dragged through its dead points") {
  FourBar scene = parallelogram(4, 1.5, 0.6);
  World& world = scene.world;
  Stepper stepper;
  stepper.settle(world);
  Diagnoser diagnoser;
  const Diagnosis before = diagnoser.run(world);
  const HandId hand = world.grab(scene.crank, 1);
  for (int k = 0; k <= 400; ++k) {
    const double angle = 0.6 - 0.6 * k / 200;  // exactly flat at k = 200
    world.pull(hand, 1.5 * Point(std::cos(angle), std::sin(angle)));
    stepper.step(world);
    const Diagnosis now = diagnoser.run(world);
    CHECK(now.freedoms == before.freedoms);
    CHECK(now.islands[0].redundant == before.islands[0].redundant);
    CHECK(now.islands[0].conflicts.empty());
    CHECK(now.islands[0].curves.size() == before.islands[0].curves.size());
    for (const Mobility& curve : now.islands[0].curves) CHECK(curve.moves);
  }
}

TEST_CASE("grabbing and pulling never change the report, typing a number does") {
  FourBar scene = parallelogram(4, 1.5, 1);
  World& world = scene.world;
  const CurveId third = add_bar(world, Point(2, 0), place(world, scene.coupler, 0.5));
  nail(world, third, 0);
  const ConstraintId joint = attach(world, scene.coupler, 0.5, third, 1);
  Stepper stepper;
  stepper.settle(world);
  Diagnoser diagnoser;
  const Diagnosis before = diagnoser.run(world);
  CHECK(before.freedoms == 1);
  const HandId hand = world.grab(scene.coupler, 0.3);
  CHECK(diagnoser.run(world).islands[0].redundant == before.islands[0].redundant);
  for (int k = 0; k < 50; ++k) {
    world.pull(hand, Point(2 + 0.1 * k, 1));
    stepper.step(world);
    const Diagnosis now = diagnoser.run(world);
    CHECK(now.freedoms == 1);
    CHECK(now.islands[0].redundant == before.islands[0].redundant);
  }
  world.release(hand);
  world.remove(joint);
  CHECK(diagnoser.run(world).freedoms == 2);  // the third bar swings by itself
}

TEST_CASE("which way a curve can still go") {
  SliderCrank scene = slider_crank(1, 3, 0.5);
  const Diagnosis diagnosis = Diagnoser().run(scene.world);
  REQUIRE(diagnosis.islands.size() == 1);
  for (const Mobility& curve : diagnosis.islands[0].curves) {
    CHECK(curve.moves);
    CHECK(curve.directions == 1);
    if (curve.curve != scene.crank) continue;
    CHECK(std::abs(curve.along.x() * std::cos(0.5) + curve.along.y() * std::sin(0.5)) < 1e-9);
  }
  World free;
  add_bar(free, Point(0, 0), Point(1, 0));
  CHECK(Diagnoser().run(free).islands[0].curves[0].directions == 2);
}
