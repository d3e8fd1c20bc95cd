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

Curve line_between(const Point& from, const Point& to) {
  Curve line = default_curve(curve_type("line"));
  line.q << from, to;
  return line;
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
      const Curve line = line_between(p - 9 * size * along, p + 11 * size * along);
      CAPTURE(type->name);
      CAPTURE(curve.q.transpose());
      CAPTURE(p.transpose());
      CAPTURE(angle);
      const auto found = crossings(curve, line, tolerance);
      bool sees_p = false;
      for (const Crossing& c : found) {
        Point a, b;
        REQUIRE(point_at(curve, c.t, a));
        REQUIRE(point_at(line, c.other_t, b));
        CHECK((a - b).norm() <= tolerance);
        sees_p |= (c.x - p).norm() < 10 * tolerance;
      }
      CHECK(sees_p);
      CHECK(static_cast<int>(found.size()) >= sign_changes(curve, p, n, 20000));
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
  const auto touch = crossings(circle(0, 5), line_between(Point(-9, 5), Point(9, 5)), 1e-9);
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
