#include "curves/tessellate.h"

#include <doctest/doctest.h>

#include <cmath>

#include "curves/bounds.h"
#include "laws.h"

namespace limber {
namespace {

// How far the curve strays from its polyline: samples between the t of each segment.
double worst_deviation(const Curve& curve, const Polyline& polyline, int samples) {
  double worst = 0;
  polyline.for_each_segment([&](int i) {
    const std::size_t k = static_cast<std::size_t>(i);
    for (int s = 1; s < samples; ++s) {
      const double t = polyline.t[k] + (polyline.t[k + 1] - polyline.t[k]) * s / samples;
      Point x;
      if (!point_at(curve, t, x)) continue;
      worst = std::max(worst, distance_to_segment(x, polyline.points[k], polyline.points[k + 1]));
    }
  });
  return worst;
}

}  // namespace

TEST_CASE("the curve stays within tolerance of its polyline, for every curve type") {
  for (auto& [type, random] : every_curve_type(30))
    for (int trial = 0; trial < 6; ++trial) {
      const Curve curve = random.curve(type);
      for (const double share : {1e-2, 1e-3, 1e-4}) {
        const double tolerance = share * rough_size(curve);
        const Polyline polyline = tessellate(curve, tolerance);
        CAPTURE(type->name);
        CAPTURE(curve.q.transpose());
        CAPTURE(share);
        REQUIRE(polyline.complete);
        REQUIRE(polyline.run_count() == 1);
        CHECK(polyline.t.front() == t_begin(curve));
        CHECK(polyline.t.back() == t_end(curve));
        CHECK(polyline.closed == type->closed);
        CHECK(worst_deviation(curve, polyline, 12) <= tolerance);
        for (std::size_t i = 0; i + 1 < polyline.points.size(); i += 7) {
          Point x;
          REQUIRE(point_at(curve, polyline.t[i], x));
          CHECK((x - polyline.points[i]).norm() <= 1e-9 * rough_size(curve));
        }
      }
    }
}

TEST_CASE("a circle gets little more than the fewest points, and a line two") {
  const Curve circle = default_curve(curve_type("circle"));
  const double r = circle.q[2], tolerance = 0.001 * r;
  const double fewest = M_PI / std::acos(1 - 0.001);
  const Polyline polyline = tessellate(circle, tolerance);
  CHECK(static_cast<double>(polyline.points.size()) < 1.35 * fewest + 2);
  CHECK(polyline.points.back() == polyline.points.front());
  CHECK(tessellate(default_curve(curve_type("line")), 0.01).points.size() == 2);
  CHECK(tessellate(default_curve(curve_type("rectangle")), 0.01).points.size() == 5);
  CHECK(tessellate(default_curve(curve_type("polyline")), 0.01).points.size() == 4);
}

TEST_CASE("a curve that runs to and fro on a line is drawn to its ends") {
  const Curve curve =
      default_curve(compiled("curve to_and_fro \"To and fro\"\n place c = (0, 0)\n t from 0 to "
                             "4*pi\n at = c + (10 sin t, 5 sin t)"));
  const Polyline polyline = tessellate(curve, 0.01);
  const Box box = polyline.box();
  CHECK(box.max().x() == doctest::Approx(10).epsilon(0.002));
  CHECK(box.min().x() == doctest::Approx(-10).epsilon(0.002));
}

TEST_CASE("a wave with many periods is not overlooked") {
  const Curve curve = default_curve(compiled(
      "curve waves \"Waves\"\n place c = (0, 0)\n t from 0 to 32\n at = c + (t, sin(tau*t))"));
  CHECK(worst_deviation(curve, tessellate(curve, 0.01), 40) <= 0.01);
}

TEST_CASE("poles, jumps and edges of the domain cut a curve into runs") {
  struct Case {
    const char* text;
    int runs;
  };
  const Case cases[] = {
      {"curve a \"A\"\n place c = (0, 0)\n t from -2 to 3\n at = c + (t, 1/t)", 2},
      {"curve b \"B\"\n place c = (0, 0)\n t from 0 to 10\n at = c + (t, tan t)", 4},
      {"curve c \"C\"\n place c = (0, 0)\n t from -1 to 5\n at = c + (t, log t)", 1},
      {"curve d \"D\"\n place c = (0, 0)\n t from -3 to 3\n at = c + (t, sqrt(1 - t^2))", 1},
      {"curve e \"E\"\n place c = (0, 0)\n t from 0 to 3.5\n at = c + (t, floor(t))", 4},
      {"curve f \"F\"\n place c = (0, 0)\n t from -2 to 2\n at = c + (t, 1/(t^2 - 1))", 3},
      {"curve g \"G\"\n place c = (0, 0)\n t from -2 to -1\n at = c + (t, log t)", 0},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    const Curve curve = default_curve(compiled(c.text));
    const Polyline polyline = tessellate(curve, 0.01);
    CHECK(polyline.run_count() == c.runs);
    for (const Point& p : polyline.points) CHECK(p.allFinite());
    polyline.for_each_segment([&](int i) {
      const std::size_t k = static_cast<std::size_t>(i);
      CHECK(polyline.t[k] < polyline.t[k + 1]);
    });
  }
}

TEST_CASE("the edge of the domain is reached") {
  const Curve half =
      default_curve(compiled("curve half \"Half circle\"\n place c = (0, 0)\n t from -3 to 3\n at "
                             "= c + (t, sqrt(1 - t^2))"));
  const Polyline polyline = tessellate(half, 0.001);
  REQUIRE(!polyline.empty());
  CHECK(polyline.points.front().x() == doctest::Approx(-1).epsilon(1e-6));
  CHECK(polyline.points.back().x() == doctest::Approx(1).epsilon(1e-6));
}

TEST_CASE("what never settles ends at the cap") {
  const Curve curve = default_curve(
      compiled("curve wild \"Wild\"\n place c = (0, 0)\n t from 0 to 1\n at = c + (t, sin(1/t))"));
  const Polyline polyline = tessellate(curve, 1e-7);
  CHECK(static_cast<int>(polyline.points.size()) <= Polyline::most_points);
  CHECK(polyline.points.size() > 1000);
}

TEST_CASE("a curve shrunk to a point is drawn as one") {
  Curve circle = default_curve(curve_type("circle"));
  circle.q[2] = 0;
  const Polyline polyline = tessellate(circle, 0.01);
  REQUIRE(!polyline.empty());
  CHECK(polyline.box().diagonal().norm() == 0);
}

}  // namespace limber
