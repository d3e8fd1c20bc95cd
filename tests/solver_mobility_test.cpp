// Mechanisms whose mobility is known: by the books, by a theorem on bar frameworks, or because
// they were seen to move. In many of them counting bars and joints gives the wrong number.
#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <string>

#include "solver/diagnose.h"
#include "solver/stepper.h"
#include "tests/laws.h"
#include "tests/scenes.h"

using namespace limber;

namespace {

constexpr double pi = 3.14159265358979323846;
using Bars = std::vector<std::pair<int, int>>;

Point at_angle(double r, double phi) { return {r * std::cos(phi), r * std::sin(phi)}; }

// Keeps count, so that the test can say how many there were.
struct Tally {
  int mechanisms = 0, miscounted = 0;

  void check(const std::string& name, const World& world, int known) {
    CAPTURE(name);
    const Diagnosis diagnosis = Diagnoser().run(world);
    CHECK(diagnosis.freedoms == known);
    int counted = 0;
    for (const IslandDiagnosis& island : diagnosis.islands) {
      counted += island.columns - island.rows;
      CHECK(island.freedoms == island.columns - island.rank);
      CHECK(island.conflicts.empty());
      // a row too many is named, and only then
      CHECK(island.redundant.empty() == (island.rank == island.rows));
    }
    ++mechanisms;
    if (counted != known) ++miscounted;
  }
};

void chains_and_loops(Tally& tally) {
  for (int n = 1; n <= 8; ++n) tally.check("chain " + std::to_string(n), chain(n).world, n);
  for (int n = 3; n <= 9; ++n) {
    std::vector<Point> corners;
    Bars bars;
    for (int i = 0; i < n; ++i) {
      corners.push_back(at_angle(2 + 0.3 * (i % 3), 2 * pi * i / n));
      bars.push_back({i, (i + 1) % n});
    }
    const std::string name = "loop " + std::to_string(n);
    tally.check(name, linkage(corners, bars, {}).world, n);
    tally.check(name + ", one nail", linkage(corners, bars, {0}).world, n - 2);
    tally.check(name + ", two nails", linkage(corners, bars, {0, 1}).world, n - 3);
  }
}

void parallelograms(Tally& tally) {
  for (int extra = 0; extra <= 6; ++extra) {
    FourBar scene = parallelogram(4, 1.5, 1);
    for (int i = 1; i <= extra; ++i) {
      const double t = static_cast<double>(i) / (extra + 1);
      const CurveId arm =
          add_bar(scene.world, Point(4 * t, 0), place(scene.world, scene.coupler, t));
      nail(scene.world, arm, 0);
      attach(scene.world, scene.coupler, t, arm, 1);
    }
    tally.check("parallelogram with arms " + std::to_string(extra), scene.world, 1);
  }
  // a ladder of parallelograms, one on top of the other; each storey moves by itself, and a third
  // post in every storey changes nothing
  for (int storeys = 1; storeys <= 4; ++storeys)
    for (const bool posts : {false, true}) {
      std::vector<Point> points;
      for (int i = 0; i <= storeys; ++i)
        for (int k = 0; k < 3; ++k) points.push_back(i * at_angle(1, 1.1) + Point(k, 0));
      World world;
      std::vector<CurveId> decks;
      for (int i = 1; i <= storeys; ++i) {
        const std::size_t row = static_cast<std::size_t>(3 * i);
        decks.push_back(add_bar(world, points[row], points[row + 2]));
        for (int k = 0; k < 3; ++k) {
          if (k == 1 && !posts) continue;
          const std::size_t column = static_cast<std::size_t>(k);
          const CurveId post = add_bar(world, points[row - 3 + column], points[row + column]);
          if (i == 1)
            nail(world, post, 0);
          else
            attach(world, decks[static_cast<std::size_t>(i) - 2], 0.5 * k, post, 0);
          attach(world, decks.back(), 0.5 * k, post, 1);
        }
      }
      tally.check("ladder " + std::to_string(storeys) + (posts ? " with posts" : ""), world,
                  storeys);
    }
}

void frameworks(Tally& tally) {
  for (unsigned seed = 1; seed <= 48; ++seed) {
    Random random(seed);
    const int n = 4 + static_cast<int>(seed % 6);
    auto [points, bars] = random.rigid_framework(n);
    const std::string name = "framework " + std::to_string(seed);
    switch (seed % 3) {
      case 0:
        tally.check(name, linkage(points, bars, {0, 1}).world, 0);
        break;
      case 1: {  // more bars than it needs
        const int more = 1 + static_cast<int>(seed % 4);
        for (int k = 0, i = 0; i < n && k < more; ++i)
          for (int j = i + 1; j < n && k < more; ++j)
            if (std::find(bars.begin(), bars.end(), std::pair(i, j)) == bars.end()) {
              bars.push_back({i, j});
              ++k;
            }
        tally.check(name + ", braced", linkage(points, bars, {0, 1}).world, 0);
        break;
      }
      default:
        bars.pop_back();
        tally.check(name + ", one bar less", linkage(points, bars, {0, 1}).world, 1);
    }
  }
}

// Scott Russell's and the trammel with its idle crank: the middle of the bar runs on a circle
// anyway, so a bar that holds it there is one row too many, twice.
void trammels(Tally& tally) {
  for (const double angle : {0.4, 0.7, 1.2}) {
    Trammel plain = trammel(2, angle);
    tally.check("trammel", plain.world, 1);
    const CurveId crank = add_bar(plain.world, Point(0, 0), place(plain.world, plain.bar, 0.5));
    nail(plain.world, crank, 0);
    attach(plain.world, plain.bar, 0.5, crank, 1);
    tally.check("trammel with a crank", plain.world, 1);
    const double t = 0.5;  // and a second idle crank beside it
    const CurveId second = add_bar(plain.world, Point(0, 0), place(plain.world, plain.bar, t));
    nail(plain.world, second, 0);
    attach(plain.world, plain.bar, t, second, 1);
    tally.check("trammel with two cranks", plain.world, 1);
  }
}

// Burmester's focal mechanism is overdetermined and moves; so is a four-bar with one of Roberts's
// cognates on its coupler point. Both are built from the similarity of their triangles.
World with_cognate(double angle) {
  const double ground = 4, crank = 1.5, coupler = 3.5, rocker = 3;
  FourBar scene = four_bar(ground, crank, coupler, rocker, angle);
  World& world = scene.world;
  const Point A = place(world, scene.crank, 1), B = place(world, scene.coupler, 1);
  // the coupler point P over A B, in complex numbers P = A + z (B - A)
  const auto times = [](Point a, Point b) {
    return Point(a.x() * b.x() - a.y() * b.y(), a.x() * b.y() + a.y() * b.x());
  };
  const Point z(0.45, 0.35);
  const Point P = A + times(z, B - A), O(0, 0), C(ground, 0);
  const Point third = times(z, C - O);  // the third pivot
  const Point A1 = P - A + O;           // parallelogram O A P A1
  const Point B1 = A1 + times(z, A - O);
  const auto triangle = [&](Point a, Point b, Point c) {
    const CurveId side = add_bar(world, a, b), other = add_bar(world, a, c);
    world.weld({side, other});
    return std::pair(side, other);
  };
  // the coupler as a ternary link
  const CurveId arm = add_bar(world, A, P);
  world.weld({scene.coupler, arm});
  // the cognate: crank O A1, triangle A1 P B1, rocker from the third pivot to B1
  const CurveId crank_1 = add_bar(world, O, A1);
  const auto [side, other] = triangle(A1, P, B1);
  const CurveId rocker_1 = add_bar(world, third, B1);
  nail(world, crank_1, 0);
  nail(world, rocker_1, 0);
  attach(world, crank_1, 1, side, 0);
  attach(world, other, 1, rocker_1, 1);
  attach(world, side, 1, arm, 1);
  return world;
}

void famous(Tally& tally) {
  // all classes of four-bars, both branches
  const double bars[6][4] = {{4, 1.5, 3.5, 3}, {1.5, 4, 3.5, 3},   {4, 3, 1.5, 3.5},
                             {4, 3, 3.5, 1.5}, {3, 2.5, 2.8, 2.6}, {4, 2, 3, 3}};
  for (const auto& b : bars)
    for (const double side : {1.0, -1.0})
      tally.check("four-bar", four_bar(b[0], b[1], b[2], b[3], 1.1, side).world, 1);
  tally.check("Peaucellier", peaucellier().world, 1);
  tally.check("Jansen", jansen().world, 1);
  for (const double angle : {0.3, 0.9, 2.1}) {
    tally.check("slider-crank", slider_crank(1, 3, angle).world, 1);
    tally.check("four-bar with a cognate", with_cognate(angle), 1);
  }
  for (int k = 1; k <= 4; ++k) tally.check("braced grid", grid(k).world, 1);
  for (int n = 2; n <= 5; ++n) tally.check("touching circles", tangent_circles(n).world, n - 1);
}

// Peaucellier's cell with a second pair of arms on the same joints, and with the rhombus doubled.
void peaucellier_variants(Tally& tally) {
  for (int variant = 0; variant < 3; ++variant) {
    Peaucellier scene = peaucellier();
    World& world = scene.world;
    for (const std::size_t i : {std::size_t(1), std::size_t(2)}) {  // O A, O B
      if (variant == 0 && i == 2) continue;
      const CurveId again =
          add_bar(world, place(world, scene.bars[i], 0), place(world, scene.bars[i], 1));
      nail(world, again, 0);
      attach(world, scene.bars[i], 1, again, 1);
    }
    if (variant == 2)
      for (const std::size_t i : {std::size_t(3), std::size_t(4)}) {
        const CurveId again =
            add_bar(world, place(world, scene.bars[i], 0), place(world, scene.bars[i], 1));
        attach(world, scene.bars[i], 0, again, 0);
        attach(world, scene.bars[i], 1, again, 1);
      }
    tally.check("Peaucellier, arms doubled", world, 1);
  }
}

// Freedoms of single curves and of things that are not bars.
void others(Tally& tally) {
  World circle;
  const CurveId c = add_circle(circle, Point(1, 1), 2);
  tally.check("circle", circle, 3);
  hold(circle, "coincident", {circle.add(measure_of(c, "center")), Point(1, 1)});
  tally.check("circle on its centre", circle, 1);
  nail(circle, c, 0);
  tally.check("circle on its centre and a nail", circle, 0);

  World wheels;
  const CurveId a = add_curve(wheels, "wheel", {0, 0, 0, 1}),
                b = add_curve(wheels, "wheel", {3, 0, 0, 2});
  for (const CurveId wheel : {a, b})
    hold(wheels, "coincident",
         {wheels.add(measure_of(wheel, "center")),
          Argument(wheel == a ? Point(0, 0) : Point(3, 0))});
  tally.check("two wheels", wheels, 2);
  hold(wheels, "gear_ratio",
       {wheels.add(parameter_of(a, 2)), wheels.add(parameter_of(b, 2)), -2.0, 0.0});
  tally.check("two geared wheels", wheels, 1);

  for (int n = 2; n <= 5; ++n) {  // welded, they are one
    World welded;
    std::vector<CurveId> members;
    for (int i = 0; i < n; ++i)
      members.push_back(i % 2 ? add_circle(welded, Point(i, 1), 0.5)
                              : add_bar(welded, Point(i, 0), Point(i + 1, 0.4)));
    const LinkId link = welded.weld(members);
    tally.check("welded", welded, 3);
    nail(welded, members[0], 0);
    tally.check("welded, nailed", welded, 1);
    nail(welded, members[0], 1);
    tally.check("welded, nailed twice", welded, 0);
    welded.remove(link);
    welded.weld(members, true);
    tally.check("welded so that it grows, nailed twice", welded, 0);
  }
  World lines;  // a line through two nails may still be longer: no, its ends are its parameters
  const CurveId line = add_curve(lines, "line", {0, 0, 2, 1});
  tally.check("line", lines, 4);
  nail(lines, line, 0.5);
  tally.check("line nailed in its middle", lines, 2);
}

}  // namespace

TEST_CASE("more than a hundred mechanisms have the mobility they are known to have") {
  Tally tally;
  chains_and_loops(tally);
  parallelograms(tally);
  frameworks(tally);
  trammels(tally);
  famous(tally);
  peaucellier_variants(tally);
  others(tally);
  CHECK(tally.mechanisms >= 140);
  CHECK(tally.miscounted >= 40);  // where bars and joints would be counted wrongly
  MESSAGE(tally.mechanisms, " mechanisms, ", tally.miscounted,
          " of them miscounted by Gruebler's formula");
}
