// Laws of every constraint kind of the library. A new file in data/constraints is found here by
// itself.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "solver/assemble.h"
#include "solver/figure.h"
#include "solver/islands.h"
#include "solver/stepper.h"
#include "tests/laws.h"
#include "tests/scenes.h"
#include "tests/worlds.h"

using namespace limber;

namespace {

constexpr double pi = 3.14159265358979323846;

// One constraint of the kind, each input on a curve of its own: points and directions on bars and
// ellipses, lengths and angles and numbers on their parameters and measures.
struct Scene {
  World world;
  ConstraintId constraint;
  std::vector<CurveId> curves;
};

Argument bound(World& world, const Input& input, std::size_t i, bool together, Random& random,
               std::vector<CurveId>& curves) {
  const Point at = together ? Point(0, 0) : Point(3.0 * static_cast<double>(i), random.in(-1, 1));
  if (input.shape == Shape::point && i % 2 == 0) {
    curves.push_back(together ? add_curve(world, "point", {0, 0})
                              : add_bar(world, at, Point(at + Point(2, random.in(0.5, 1)))));
    return world.add(point_at(curves.back(), together ? 0 : random.in(0, 1)));
  }
  curves.push_back(add_curve(world, "ellipse", {at.x(), at.y(), 2, 1.2, random.in(-1, 1)}));
  const CurveId curve = curves.back();
  if (input.shape == Shape::point)
    return world.add(together ? measure_of(curve, "center") : point_at(curve, random.in(0, 6)));
  if (input.shape == Shape::direction) return world.add(tangent_at(curve, random.in(0, 6)));
  if (input.role == Role::angle) return world.add(parameter_of(curve, 4));
  if (input.role == Role::length)
    return world.add(i % 2 == 0 ? parameter_of(curve, 2) : measure_of(curve, "perimeter"));
  return world.add(measure_of(curve, "area"));
}

// Numbers that have a default are written down, all else is bound to a curve; the second form binds
// everything.
Scene scene_of(const std::shared_ptr<const ConstraintKind>& kind, unsigned seed,
               bool together = false, double compliance = 0) {
  Random random(seed);
  Scene scene;
  add_curve(scene.world, "line", {-8, -6, 8, -6});  // so that the drawing has a size
  std::vector<Argument> on;
  for (std::size_t i = 0; i < kind->inputs.size(); ++i) {
    const Input& input = kind->inputs[i];
    // The second half of a kind's numbers says how much: a distance, a ratio.
    const bool written = input.shape == Shape::number && i > 0 &&
                         i + 1 >= kind->inputs.size() - 1 &&
                         (input.value != 0 || kind->inputs.size() > 2);
    if (written)
      on.push_back(Argument(input.value == 0 ? 0.3 : input.value));
    else
      on.push_back(bound(scene.world, input, i, together, random, scene.curves));
  }
  Constraint constraint;
  constraint.kind = kind;
  constraint.on = on;
  constraint.compliance = compliance;
  scene.constraint = scene.world.add(std::move(constraint));
  return scene;
}

const Island& island_of(const Islands& islands, ConstraintId id) {
  for (const Island& island : islands.all)
    for (const ConstraintId other : island.constraints)
      if (other == id) return island;
  FAIL("no island");
  return islands.all.front();
}

// dc/dtime + J dq of the first rows.
Eigen::VectorXd rate_along(const Assembly& assembly, const Eigen::VectorXd& dq, int rows) {
  Eigen::VectorXd rate = assembly.c_time.head(rows);
  for (const Pattern::Block& block : assembly.pattern.blocks) {
    const int begin = assembly.pattern.begin[static_cast<std::size_t>(block.object)];
    const int end = assembly.pattern.begin[static_cast<std::size_t>(block.object) + 1];
    for (int j = begin; j < end; ++j)
      for (int r = 0; r < block.rows && block.row + r < rows; ++r)
        rate[block.row + r] +=
            assembly.system.J[static_cast<std::size_t>(block.at + (j - begin) * block.rows + r)] *
            dq[j];
  }
  return rate;
}

void check_finite(const World& world) {
  world.bodies().each([](CurveId, const Body& body) { REQUIRE(body.curve.q.allFinite()); });
}

}  // namespace

TEST_CASE("every kind that a drawing needs is in the library") {
  for (const char* name :
       {"coincident",     "tangent",       "rolling",     "distance",     "angle",
        "parallel",       "perpendicular", "horizontal",  "vertical",     "equal",
        "equal_angle",    "equal_number",  "ratio",       "midpoint",     "symmetric",
        "collinear",      "fixed_number",  "fixed_angle", "fixed_length", "fixed_area",
        "follow_circle",  "follow_line",   "crank",       "at_least",     "at_most",
        "angle_at_least", "angle_at_most", "stop",        "rope",         "stay",
        "near_length",    "near_angle",    "gear_ratio",  "prismatic",    "joint_angle",
        "gears_on_arm",   "slide",         "swing",       "line_distance", "curve_distance",
        "equal_spacing",  "equal_steps",   "turned_about", "belt_drive"})
    CHECK(kind(name)->name == name);
}

TEST_CASE("the Jacobian of every kind agrees with differences, and so does its bending") {
  for (const auto& kind : every_kind())
    for (unsigned seed = 1; seed <= 4; ++seed) {
      CAPTURE(kind->name);
      Scene scene = scene_of(kind, seed);
      const Islands islands = find_islands(scene.world);
      Assembly assembly;
      assembly.build(scene.world, island_of(islands, scene.constraint));
      assembly.read(scene.world);
      const Eigen::VectorXd q = assembly.q;
      const double time = 0.4, h = 1e-6;
      Random random(seed);
      Eigen::VectorXd dq(q.size());
      for (double& one : dq) one = random.in(-1, 1);
      REQUIRE(assembly.evaluate(q, time));
      REQUIRE(assembly.differentiate());
      const int rows = kind->rows;
      Eigen::VectorXd bent;
      REQUIRE(assembly.bend(q, time, dq, bent));
      const auto c_at = [&](double s) {
        REQUIRE(assembly.evaluate(q + s * dq, time + s));
        return Eigen::VectorXd(assembly.c.head(rows));
      };
      const auto rate_at = [&](double s) {
        REQUIRE(assembly.evaluate(q + s * dq, time + s));
        REQUIRE(assembly.differentiate());
        return rate_along(assembly, dq, rows);
      };
      const Eigen::VectorXd first = (c_at(h) - c_at(-h)) / (2 * h);
      const double wide = 1e-4;
      const Eigen::VectorXd second = (rate_at(wide) - rate_at(-wide)) / (2 * wide);
      CHECK((rate_at(0) - first).norm() < 1e-5 * (1 + first.norm()));
      CHECK((bent.head(rows) - second).norm() < 1e-5 * (1 + second.norm()));
    }
}

TEST_CASE("every kind can be hard, soft, and hard again") {
  for (const auto& kind : every_kind())
    for (unsigned seed = 1; seed <= 2; ++seed) {
      CAPTURE(kind->name);
      Scene scene = scene_of(kind, seed, false, 0.5);
      World& world = scene.world;
      Stepper stepper;
      for (const double compliance : {0.5, 0.0, 1e-6, 0.0, 10.0}) {
        CAPTURE(compliance);
        world.set_compliance(scene.constraint, compliance);
        bool met = false;
        for (int k = 0; k < 2400; ++k) {
          const StepReport& report = stepper.step(world);
          check_finite(world);
          if (!report.rests) continue;
          met = report.islands.empty() || report.islands[0].not_met.empty();
          break;
        }
        if (compliance == 0 && !kind->preference) CHECK(met);  // a preference always gives
        const HandId hand = world.grab(scene.curves[0], 0);
        const Point from = world.find(hand)->target;
        for (int k = 1; k <= 5; ++k) {
          world.pull(hand, from + k * Point(0.1, 0.2));
          stepper.step(world);
          check_finite(world);
        }
        world.release(hand);
      }
    }
}

TEST_CASE("constraint forces do no work, whatever the kind") {
  for (const auto& kind : every_kind()) {
    if (kind->preference || kind->timed) continue;
    CAPTURE(kind->name);
    Scene scene = scene_of(kind, 3);
    World& world = scene.world;
    Stepper stepper;
    stepper.settle(world);
    const Islands islands = find_islands(world);
    Figure figure;
    figure.build(world, island_of(islands, scene.constraint));
    figure.read(world, Path::automatic);
    REQUIRE(figure.evaluate(figure.q));
    REQUIRE(figure.weigh());
    for (int r = 0; r < figure.rows(); ++r) figure.switch_row(r, r < kind->rows);
    REQUIRE(figure.refactor());
    Random random(5);
    Eigen::VectorXd Q(figure.assembly.columns()), v, lambda, work(figure.assembly.columns());
    for (double& one : Q) one = random.in(-1, 1);
    const Eigen::VectorXd none = Eigen::VectorXd::Zero(figure.rows());
    REQUIRE(figure.solver.solve(figure.assembly.system, Q, none, v, lambda).finite);
    figure.assembly.metric.times(v, work);
    const Eigen::VectorXd constraint_force = work - Q;  // J' lambda
    CHECK(std::abs(constraint_force.dot(v)) < 1e-9 * (constraint_force.norm() * v.norm() + 1e-12));
  }
}

TEST_CASE("things on one point can be pulled apart in 36 directions, under every kind") {
  for (const auto& kind : every_kind()) {
    CAPTURE(kind->name);
    int followed = 0;
    for (int k = 0; k < 36; ++k) {
      CAPTURE(k);
      Scene scene = scene_of(kind, 7, true);
      World& world = scene.world;
      Stepper stepper;
      stepper.settle(world, 120);
      check_finite(world);
      const Point way(std::cos(pi * k / 18), std::sin(pi * k / 18));
      const HandId hand = world.grab(scene.curves[0], 0);
      const Point from = world.find(hand)->target;
      for (const double far : {0.3, 1.0, 2.5}) {
        world.pull(hand, from + far * way);
        for (int j = 0; j < 8; ++j) {
          const StepReport& report = stepper.step(world);
          check_finite(world);
          for (const IslandReport& island : report.islands)
            if (island.not_met.empty()) CHECK(island.residual <= hard_tolerance * world.size());
        }
      }
      stepper.settle(world, 60);
      followed += (place(world, scene.curves[0], 0) - from).norm() > 0.1;
    }
    // Nothing else holds it: the figure as a whole can follow. Points on one place have no angle,
    // so one that is asked for lets them part only where the pull leads within a right angle of it.
    CHECK(followed >= (kind->name == "crank" ? 18 : 36));
  }
}
