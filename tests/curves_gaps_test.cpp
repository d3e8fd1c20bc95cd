// Curves that have poles, jumps, stops and places without a value. Every piece that has a value is
// drawn to the tolerance, nothing else is, and what is missing is said.
#include "curves/gaps.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "curves/drag_matrix.h"
#include "curves/library.h"
#include "laws.h"
#include "solver/stepper.h"

namespace limber {
namespace {

struct Case {
  const char* name;
  const char* body;
  int runs;
  int missing;  // gaps that are more than a jump
};

const Case gallery[] = {
    {"tangent", "t from 0 to 10\n at = c + (t, tan t)", 4, 3},
    {"simple_pole", "t from 0 to 1\n at = c + (t, 1/(t - 0.3))", 2, 1},
    {"double_pole", "t from -1 to 1\n at = c + (t, 1/t^2)", 2, 1},
    {"double_pole_aside", "t from -1 to 1\n at = c + (t, 1/(t - 0.317)^2)", 2, 1},
    {"two_poles", "t from -2 to 2\n at = c + (t, 1/(t^2 - 1))", 3, 2},
    {"pole_at_begin", "t from 0 to 1\n at = c + (t, 1/t)", 1, 1},
    {"pole_at_end", "t from 0 to 1\n at = c + (t, 1/(1 - t))", 1, 1},
    {"folium", "t from -20 to 20\n at = c + 30/(1 + t^3)*(t, t^2)", 2, 1},
    {"secant", "t from 0 to 7\n at = c + (t, 1/cos t)", 3, 2},
    {"hyperbolic_spiral", "t from 0 to 20\n at = c + 10/t*(cos t, sin t)", 1, 1},
    {"cissoid", "t from -1.5 to 1.5\n at = c + 10*(sin(t)^2, sin(t)^2*tan t)", 1, 0},
    {"cissoid_beyond", "t from -2 to 2\n at = c + 10*(sin(t)^2, sin(t)^2*tan t)", 3, 2},
    {"conchoid", "t from -2 to 2\n at = c + (2/cos(t) + 3)*(cos t, sin t)", 3, 2},
    {"go_stop_go", "t from 0 to 3\n let u = min(t, 1) + max(t - 2, 0)\n at = c + 10*(u, u^2)", 1, 0},
    {"go_stop_go_round", "t from 0 to 9\n let u = min(t, 3) + max(t - 6, 0)\n at = c + 10*(cos u, sin u)", 1, 0},
    {"stop_at_begin", "t from -5 to 2\n let u = max(t, 0)\n at = c + 10*(cos(3u), sin(2u))", 1, 0},
    {"watt", "t from 0 to tau\n let w = sin t + sqrt(1.3^2 - cos(t)^2)\n at = c + sqrt(2.1 - w^2)*(cos t, sin t)", 2, 1},
    {"half_circle", "t from -3 to 3\n at = c + (t, sqrt(1 - t^2))", 1, 2},
    {"two_arcs", "t from 0 to tau\n at = c + (t, sqrt(sin(2t)))", 2, 2},
    {"logarithm", "t from -1 to 5\n at = c + (t, log t)", 1, 1},
    {"log_of_distance", "t from -1 to 1\n at = c + (t, log(abs(t - 0.3)))", 2, 1},
    {"arc_sine", "t from -2 to 2\n at = c + (t, asin t)", 1, 2},
    {"nothing", "t from -2 to -1\n at = c + (t, log t)", 0, 1},
    {"steps", "t from 0 to 3.5\n at = c + (t, floor(t))", 4, 0},
    {"step_along", "t from 0 to 3.5\n at = c + (t + floor(t), 0)", 4, 0},
    {"small_step_along", "t from 0 to 3.5\n at = c + (10t + 0.25 floor(t), 0)", 4, 0},
    {"slanted_steps", "t from 0 to 3.5\n at = c + (10t, 10t + floor(t))", 4, 0},
    {"many_steps", "t from 0 to 40\n at = c + (t, floor(t)/10)", 40, 0},
    {"saw", "t from 0 to 5\n at = c + (t, mod(t, 1))", 5, 0},
    {"signs", "t from 0 to 9\n at = c + (t, sign(sin t))", 3, 0},
    {"square_root_sign", "t from 0 to 9\n at = c + (t, 3 atan2(sin t, cos t))", 2, 0},
    {"branches", "t from 0 to 4\n at = c + piecewise((t, 0) if t < 1, (t, 1) if t < 2.5, (t, t) otherwise)", 3, 0},
    {"gap_and_pole", "t from -2 to 2\n at = c + (t, sqrt(abs(t) - 0.5)/(t - 1))", 3, 2},
    {"steep", "t from -1 to 1\n at = c + (t, tanh(1e6*(t - 0.123)))", 1, 0},
    {"cube_root", "t from -8 to 8\n at = c + (t, cbrt(t))", 1, 0},
    {"astroid_root", "t from -1 to 1\n at = c + 10*(t, (1 - (t^2)^(1/3))^(3/2))", 1, 0},
};

Curve made(const Case& one) {
  const std::string text =
      "curve " + std::string(one.name) + " \"A curve\"\n place c = (0, 0)\n " + one.body;
  return default_curve(compiled(text.c_str()));
}

// The segment in which t lies, or -1.
int segment_at(const Polyline& line, double t) {
  int found = -1;
  line.for_each_segment([&](int i) {
    const std::size_t k = static_cast<std::size_t>(i);
    if (line.t[k] <= t && t <= line.t[k + 1]) found = i;
  });
  return found;
}

double distance_to(const Polyline& line, int i, const Point& p) {
  const std::size_t k = static_cast<std::size_t>(i);
  return distance_to_segment(p, line.points[k], line.points[k + 1]);
}

// Everything with a value, near enough to be looked at, lies on the segment of its t.
void check_drawn(const Curve& curve, const Polyline& line, double tolerance) {
  constexpr int looks = 4001;
  const double begin = t_begin(curve), end = t_end(curve);
  int missing = 0, off = 0;
  for (int k = 0; k < looks; ++k) {
    const double t = begin + (end - begin) * (k + 0.5 + 0.3 * std::sin(k)) / (looks + 1);
    Point x;
    if (!point_at(curve, t, x) || x.norm() > 1000) continue;
    const int i = segment_at(line, t);
    if (i < 0)
      ++missing;
    else if (!(distance_to(line, i, x) <= tolerance))
      ++off;
  }
  CHECK(missing == 0);
  CHECK(off == 0);
}

// Every point of a segment is near the curve at some t of that segment.
void check_nothing_else(const Curve& curve, const Polyline& line, double tolerance) {
  int astray = 0;
  line.for_each_segment([&](int i) {
    const std::size_t k = static_cast<std::size_t>(i);
    if (line.points[k].norm() > 1000 || line.points[k + 1].norm() > 1000) return;
    constexpr int looks = 128;
    std::vector<Point> seen;
    for (int n = 0; n <= looks; ++n) {
      // At its very ends the formula may be on the other side of a jump.
      const double share = std::clamp(n / static_cast<double>(looks), 1e-9, 1 - 1e-9);
      Point x;
      if (point_at(curve, line.t[k] + (line.t[k + 1] - line.t[k]) * share, x)) seen.push_back(x);
    }
    for (int n = 0; n <= 16; ++n) {
      const Point p = line.points[k] + (line.points[k + 1] - line.points[k]) * n / 16.0;
      double nearest = 1e300;
      for (std::size_t s = 0; s + 1 < seen.size(); ++s) {
        // A stretch that is itself a jump does not count as curve.
        const double stretch = (seen[s + 1] - seen[s]).norm();
        const double usual = 8 * (line.points[k + 1] - line.points[k]).norm() / looks;
        if (stretch > usual + 2 * tolerance) continue;
        nearest = std::min(nearest, distance_to_segment(p, seen[s], seen[s + 1]));
      }
      if (!(nearest <= 2 * tolerance)) ++astray;
    }
  });
  CHECK(astray == 0);
}

}  // namespace

TEST_CASE("every piece that has a value is drawn to the tolerance, and nothing else is") {
  for (const Case& one : gallery)
    for (const double tolerance : {0.05, 0.002}) {
      CAPTURE(std::string(one.name));
      CAPTURE(tolerance);
      const Curve curve = made(one);
      const Polyline line = tessellate(curve, tolerance);
      CHECK(line.complete);
      CHECK(line.run_count() == one.runs);
      CHECK(line.points.size() < 4000);
      check_drawn(curve, line, tolerance);
      check_nothing_else(curve, line, tolerance);
    }
}

TEST_CASE("what is missing of a curve is said") {
  for (const Case& one : gallery) {
    CAPTURE(std::string(one.name));
    const Curve curve = made(one);
    const Polyline line = tessellate(curve, 0.01);
    int missing = 0;
    for (const Gap& gap : gaps(curve, line)) missing += gap.why != Gap::jump;
    CHECK(missing == one.missing);
    CHECK(describe_gaps(curve, line).empty() == (one.missing == 0));
  }
  const auto said = [](const char* name) {
    for (const Case& one : gallery)
      if (one.name == std::string(name)) {
        const Curve curve = made(one);
        return describe_gaps(curve, tessellate(curve, 0.01));
      }
    return std::string();
  };
  CHECK(said("logarithm") == "No value from t = -1 to 0: the logarithm of a negative number.");
  CHECK(said("half_circle") == "No value from t = -3 to -1 and from 1 to 3: the square root of a negative number.");
  CHECK(said("simple_pole") == "It runs off to infinity at t = 0.3.");
  CHECK(said("nothing") == "No value from t = -2 to -1: the logarithm of a negative number.");
}

TEST_CASE("a curve with gaps can be pulled: its drag is finite and of the size of what is seen") {
  for (const Case& one : gallery) {
    if (one.runs == 0) continue;
    CAPTURE(std::string(one.name));
    const Curve curve = made(one);
    DragMatrix drag;
    REQUIRE(drag_matrix(curve, {0, 1}, 0.01, drag));
    CHECK(drag.M(0, 0) > 0.1);
    CHECK(drag.M(0, 0) < 1e9);
  }
}

TEST_CASE("a curve with gaps follows the hand wherever it has a value") {
  for (const Case& one : gallery) {
    if (one.runs == 0) continue;
    CAPTURE(std::string(one.name));
    const Curve curve = made(one);
    for (const double share : {0.07, 0.43, 0.81}) {
      const double t = t_begin(curve) + share * (t_end(curve) - t_begin(curve));
      Point x, now;
      if (!point_at(curve, t, x)) continue;
      CAPTURE(t);
      World world;
      const CurveId id = world.add(curve);
      const Point target = x + Point(1.5, -0.5);
      world.pull(world.grab(id, t), target);
      Stepper stepper;
      for (int step = 0; step < 20; ++step) stepper.step(world);
      REQUIRE(point_at(*world.find(id), t, now));
      CHECK((now - target).norm() < 0.01);
    }
  }
}

TEST_CASE("a closed curve that does not close is refused, or drawn open where only some do") {
  CurveLibrary library;
  const auto refused = [&](const char* text) {
    const Result<SharedCurveType> type = library.add(text, Tier::interpret);
    return type ? std::string() : type.error().message;
  };
  CHECK(refused("curve half\n place c = (0, 0)\n t from 0 to pi closed\n at = c + (cos t, sin t)") ==
        "This curve does not close: it begins at (1, 0) and ends at (-1, 0).");
  CHECK(refused("curve ring\n place c = (0, 0)\n t from 0 to tau closed\n at = c + (cos t, sin t)").empty());
  Curve polygon = default_curve(curve_type("regular_polygon"));
  CHECK(tessellate(polygon, 0.01).closed);
  for (std::size_t i = 0; i < polygon.type->parameters.size(); ++i)
    if (polygon.type->parameters[i].name == "n") polygon.q[static_cast<Eigen::Index>(i)] = 6.5;
  const Polyline open = tessellate(polygon, 0.01);
  CHECK_FALSE(open.closed);
  CHECK(describe_gaps(polygon, open) == "It does not close.");
}

TEST_CASE("a curve repeats itself so often and no more") {
  CurveLibrary library;
  const auto made_with = [&](const std::string& n) {
    return library.add("curve many\n place c = (0, 0)\n fixed number n = " + n +
                           "\n t from 0 to n\n at = c + (t, sin(tau*t))",
                       Tier::interpret);
  };
  const auto good = made_with("10000");
  REQUIRE(good);
  CHECK((*good)->parameters[2].maximum == 10000);
  CHECK(tessellate(default_curve(*good), 0.01).points.size() <= Polyline::most_points);
  for (const char* n : {"10001", "1e12"}) {
    const auto bad = made_with(n);
    REQUIRE_FALSE(bad);
    CHECK(bad.error().message == "A curve repeats at most 10000 times.");
  }
}

TEST_CASE("the picture of a curve with poles is of its size") {
  for (const char* name : {"tangent", "double_pole", "folium", "hyperbolic_spiral"}) {
    CAPTURE(name);
    for (const Case& one : gallery)
      if (one.name == std::string(name)) {
        const Box frame = tessellate(made(one), 0.01).frame();
        CHECK(frame.sizes().maxCoeff() < 500);
        CHECK(frame.sizes().minCoeff() > 0.5);
      }
  }
}

}  // namespace limber
