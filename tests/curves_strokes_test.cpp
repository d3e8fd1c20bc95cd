#include "curves/strokes.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "curves/bounds.h"
#include "laws.h"

namespace limber {
namespace {

// What a pen has drawn, as very short lines.
struct Drawn {
  std::vector<std::vector<Point>> runs;
  int lines = 0, cubics = 0;
  bool closed = false;

  void move(const Point& p) { runs.push_back({p}); }
  void line(const Point& p) {
    runs.back().push_back(p);
    ++lines;
  }
  void cubic(const Point& a, const Point& b, const Point& p) {
    const Point from = runs.back().back();
    for (int i = 1; i <= 32; ++i) {
      const double u = i / 32.0, v = 1 - u;
      runs.back().push_back(v * v * v * from + 3 * u * v * v * a + 3 * u * u * v * b +
                            u * u * u * p);
    }
    ++cubics;
  }
  void close() { closed = true; }
};

double distance(const Point& p, const std::vector<std::vector<Point>>& runs) {
  double least = std::numeric_limits<double>::infinity();
  for (const std::vector<Point>& run : runs)
    for (std::size_t i = 0; i + 1 < run.size(); ++i)
      least = std::min(least, distance_to_segment(p, run[i], run[i + 1]));
  return least;
}

std::vector<std::vector<Point>> runs_of(const Polyline& line) {
  std::vector<std::vector<Point>> runs;
  for (int k = 0; k < line.run_count(); ++k)
    runs.emplace_back(line.points.begin() + line.runs[static_cast<std::size_t>(k)],
                      line.points.begin() + line.runs[static_cast<std::size_t>(k) + 1]);
  return runs;
}

}  // namespace

TEST_CASE("strokes and curve are within twice the tolerance of each other, for every curve type") {
  for (auto& [type, random] : every_curve_type(140))
    for (int trial = 0; trial < 4; ++trial) {
      const Curve curve = random.curve(type);
      const double tolerance = random.in(0.5e-3, 4e-3) * rough_size(curve);
      CAPTURE(type->name);
      CAPTURE(curve.q.transpose());
      CAPTURE(tolerance);
      const Polyline line = tessellate(curve, tolerance), fine = tessellate(curve, 0.05 * tolerance);
      Drawn drawn;
      trace(line, tolerance, drawn);
      CHECK(drawn.closed == line.closed);
      CHECK(static_cast<int>(drawn.runs.size()) == line.run_count());
      const std::vector<std::vector<Point>> curve_runs = runs_of(fine);
      const std::size_t step = 1 + fine.points.size() / 300;
      for (std::size_t i = 0; i < fine.points.size(); i += step)
        CHECK(distance(fine.points[i], drawn.runs) <= 2 * tolerance);
      for (const std::vector<Point>& run : drawn.runs)
        for (std::size_t i = 0; i < run.size(); i += 1 + run.size() / 300)
          CHECK(distance(run[i], curve_runs) <= 2 * tolerance);
    }
}

TEST_CASE("few strokes: a circle takes at most six, a cubic that does not turn much one, a line one") {
  const auto strokes = [](const char* name, double tolerance) {
    Drawn drawn;
    const Curve curve = default_curve(curve_type(name));
    trace(tessellate(curve, tolerance * rough_size(curve)), tolerance * rough_size(curve), drawn);
    return drawn.lines + drawn.cubics;
  };
  CHECK(strokes("circle", 1e-3) <= 6);
  CHECK(strokes("quadratic", 1e-3) <= 2);
  CHECK(strokes("line", 1e-3) == 1);
  CHECK(strokes("polyline", 1e-3) == 3);
  CHECK(strokes("rounded_rectangle", 1e-4) == 8);  // coarser, a corner is but two short lines
}

TEST_CASE("corners stay corners") {
  const Curve curve = default_curve(curve_type("rectangle"));
  Drawn drawn;
  trace(tessellate(curve, 0.01), 0.01, drawn);
  CHECK(drawn.lines == 4);
  CHECK(drawn.cubics == 0);
  CHECK(drawn.closed);
}

TEST_CASE("a curve shrunk to a point is a line of no length") {
  Curve curve = default_curve(curve_type("point"));
  Drawn drawn;
  trace(tessellate(curve, 0.01), 0.01, drawn);
  REQUIRE(drawn.runs.size() == 1);
  for (const Point& p : drawn.runs[0]) CHECK(p == drawn.runs[0][0]);
  CHECK(drawn.lines == 1);
}

}  // namespace limber
