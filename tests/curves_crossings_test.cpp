#include "curves/crossings.h"

#include <doctest/doctest.h>

#include <cmath>

#include "curves/bounds.h"
#include "laws.h"

namespace limber {
namespace {

// How often n . (x - p) changes its sign along very many samples.
int sign_changes(const Curve& curve, const Point& p, const Point& n, int samples) {
  int changes = 0;
  double before = 0;
  for (int i = 0; i <= samples; ++i) {
    Point x;
    if (!point_at(curve, t_begin(curve) + (t_end(curve) - t_begin(curve)) * i / samples, x))
      continue;
    const double f = n.dot(x - p);
    if (f * before < 0) ++changes;
    if (f != 0) before = f;
  }
  return changes;
}

}  // namespace

TEST_CASE("every crossing with a line is found, for every curve type") {
  for (auto& [type, random] : every_curve_type(90)) {
    if (type->name == "point") continue;
    for (int trial = 0; trial < 10; ++trial) {
      const Curve curve = random.curve(type);
      const double size = rough_size(curve), tolerance = 1e-7 * size;
      Point p;
      REQUIRE(point_at(curve, random.t(curve), p));
      const double angle = random.in(0, M_PI);
      const Point along(std::cos(angle), std::sin(angle)), n(-along.y(), along.x());
      CAPTURE(type->name);
      CAPTURE(curve.q.transpose());
      CAPTURE(p.transpose());
      CAPTURE(angle);
      const auto found = crossings_with_line(curve, p, along, tolerance);
      bool sees_p = false;
      for (const Crossing& c : found) {
        CHECK(std::abs(n.dot(c.x - p)) <= tolerance);
        sees_p |= (c.x - p).norm() < 10 * tolerance;
      }
      CHECK(sees_p);
      CHECK(static_cast<int>(found.size()) >= sign_changes(curve, p, n, 20000));
    }
  }
}

TEST_CASE("curves of every type are crossed where they are known to be") {
  for (auto& [type, random] : every_curve_type(91)) {
    if (type->name == "point") continue;
    // A line laid across the curve, as a curve, crosses where the endless line does.
    const Curve curve = random.curve(type);
    const double size = rough_size(curve), tolerance = 1e-7 * size;
    const Point center = bounds(curve, 0.01 * size).center() + random.point(0.1 * size);
    Curve line = default_curve(curve_type("line"));
    line.q << center - Point(5 * size, 2 * size), center + Point(5 * size, 2 * size);
    CAPTURE(type->name);
    CAPTURE(curve.q.transpose());
    const auto expected = crossings_with_line(curve, center, Point(5, 2), tolerance);
    const auto found = crossings(curve, line, tolerance);
    CHECK(found.size() == expected.size());
    for (const Crossing& c : found) {
      Point a, b;
      REQUIRE(point_at(curve, c.t, a));
      REQUIRE(point_at(line, c.other_t, b));
      CHECK((a - b).norm() <= tolerance);
    }
  }
}

TEST_CASE("circles cross twice, touch once, miss") {
  const auto circle = [](double x, double r) {
    Curve c = default_curve(curve_type("circle"));
    c.q << x, 0, r;
    return c;
  };
  CHECK(crossings(circle(0, 5), circle(6, 5), 1e-9).size() == 2);
  CHECK(crossings(circle(0, 5), circle(10, 5), 1e-9).size() == 1);
  CHECK(crossings(circle(0, 5), circle(10.001, 5), 1e-9).empty());
  CHECK(crossings(circle(0, 5), circle(1, 2), 1e-9).empty());
  CHECK(crossings(circle(0, 5), circle(9.9999, 5), 1e-9).size() == 2);
  const auto touch = crossings_with_line(circle(0, 5), Point(0, 5), Point(1, 0), 1e-9);
  REQUIRE(touch.size() == 1);
  CHECK(touch[0].t == doctest::Approx(M_PI / 2).epsilon(1e-4));
}

TEST_CASE("a figure of eight crosses itself in its middle") {
  const auto eight = self_crossings(default_curve(curve_type("lemniscate")), 1e-9);
  REQUIRE(eight.size() == 1);
  CHECK(eight[0].x.norm() < 1e-8);
  CHECK(eight[0].t == doctest::Approx(M_PI / 2));
  CHECK(eight[0].other_t == doctest::Approx(3 * M_PI / 2));
  CHECK(self_crossings(default_curve(curve_type("ellipse")), 1e-9).empty());
}

}  // namespace limber
