#include "curves/fit.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "curves/bounds.h"
#include "curves/transform.h"
#include "laws.h"

namespace limber {
namespace {

// `count` values of t from begin to end, equally far apart along the curve.
std::vector<double> stations(const Curve& curve, int count) {
  constexpr int chords = 20000;
  std::vector<double> t, length;
  Point before = Point::Zero(), x;
  for (int i = 0; i <= chords; ++i) {
    t.push_back(t_begin(curve) + (t_end(curve) - t_begin(curve)) * i / chords);
    REQUIRE(point_at(curve, t.back(), x));
    length.push_back(i == 0 ? 0 : length.back() + (x - before).norm());
    before = x;
  }
  std::vector<double> found{t.front()};
  for (int i = 1; i < count; ++i) {
    const double wanted = length.back() * i / (count - 1);
    const auto after = std::lower_bound(length.begin(), length.end() - 1, wanted);
    const std::size_t k = static_cast<std::size_t>(after - length.begin());
    const double share = (wanted - length[k - 1]) / (length[k] - length[k - 1]);
    found.push_back(t[k - 1] + share * (t[k] - t[k - 1]));
  }
  return found;
}

// A stroke a hand might draw along the curve: not quite even, with a tremor.
Stroke stroke_along(const Curve& curve, double tremor, Random& random) {
  Stroke stroke;
  for (const double at : stations(curve, 90)) {
    Point x;
    REQUIRE(point_at(curve, at, x));
    stroke.push_back(x + Point(random.normal(tremor), random.normal(tremor)));
  }
  return stroke;
}

// As a hand places it: anywhere, turned, of any size.
Curve placed(Curve curve, Random& random) {
  Similarity s;
  s.move = random.point(100);
  s.angle = random.in(-3, 3);
  s.scale = random.in(0.5, 3);
  return transformed(s, curve);
}

double farthest(const Curve& a, const Curve& b) {
  const Polyline x = tessellate(a, 1e-3 * rough_size(a)), y = tessellate(b, 1e-3 * rough_size(a));
  double worst = 0;
  for (const auto& [from, to] : {std::pair(&x, &y), std::pair(&y, &x)})
    for (const Point& p : from->points) {
      double least = INFINITY;
      to->for_each_segment([&](int i) {
        const std::size_t k = static_cast<std::size_t>(i);
        least = std::min(least, distance_to_segment(p, to->points[k], to->points[k + 1]));
      });
      worst = std::max(worst, least);
    }
  return worst;
}

const std::vector<const char*> fittable = {"line",       "circle",   "arc",   "ellipse",
                                           "rectangle",  "parabola", "cubic", "spiral",
                                           "lemniscate", "cardioid", "sine",  "regular_polygon"};

}  // namespace

TEST_CASE("noisy strokes give back the type and its shape") {
  Random random(120);
  std::vector<std::shared_ptr<const CurveType>> types;
  for (const char* name : fittable) types.push_back(curve_type(name));
  for (const auto& type : types)
    for (int trial = 0; trial < 3; ++trial) {
      const Curve curve = placed(default_curve(type), random);
      const double size = rough_size(curve);
      const Stroke stroke = stroke_along(curve, 0.003 * size, random);
      CAPTURE(type->name);
      CAPTURE(curve.q.transpose());
      const auto fit = fit_stroke(stroke, types, 0.01 * size);
      REQUIRE(fit);
      CAPTURE(fit->curve.q.transpose());
      CAPTURE(fit->rms / size);
      CHECK(fit->curve.type->name == type->name);
      CHECK(farthest(curve, fit->curve) < 0.02 * size);
    }
}

TEST_CASE("a noisy stroke of every type gives back its shape") {
  for (auto& [type, random] : every_curve_type(126)) {
    if (type->is_family || type->name == "point") continue;
    const Curve curve = placed(default_curve(type), random);
    const double size = rough_size(curve);
    // A gear has more corners than a stroke has places to tell them by.
    const Stroke stroke = stroke_along(curve, 0.003 * size, random);
    CAPTURE(type->name);
    CAPTURE(curve.q.transpose());
    const auto fit = fit_type(stroke, type, 0.01 * size);
    REQUIRE(fit);
    CAPTURE(fit->curve.q.transpose());
    CHECK(fit->rms < 0.02 * size);
    if (type->name != "gear") CHECK(farthest(curve, fit->curve) < 0.02 * size);
  }
}

TEST_CASE("parameters come back from a noisy circle") {
  Random random(121);
  Curve circle = default_curve(curve_type("circle"));
  circle.q << 20, -7, 33;
  const auto fit = fit_type(stroke_along(circle, 0.1, random), circle.type, 0.5);
  REQUIRE(fit);
  CHECK((fit->curve.q - circle.q).norm() < 0.1);
}

TEST_CASE("corners of a stroke are found where they are, and none on a smooth one") {
  Random random(122);
  for (int trial = 0; trial < 5; ++trial) {
    const Curve rectangle = placed(default_curve(curve_type("rectangle")), random);
    const double size = rough_size(rectangle);
    const Stroke stroke = stroke_along(rectangle, 0.002 * size, random);
    CHECK(find_corners(stroke, 0.01 * size).size() == 4);
    const Curve ellipse = placed(default_curve(curve_type("ellipse")), random);
    const double round = rough_size(ellipse);
    CHECK(find_corners(stroke_along(ellipse, 0.002 * round, random), 0.01 * round).empty());
    CHECK(is_closed_stroke(stroke));
  }
}

TEST_CASE("a stroke with corners becomes a polyline and a path through them") {
  Random random(123);
  Curve zigzag = default_curve(curve_type("polyline"));
  zigzag.q.resize(8);
  zigzag.q << 0, 0, 20, 30, 45, -5, 70, 25;
  const Stroke stroke = stroke_along(zigzag, 0.15, random);
  const auto line = fit_path(stroke, zigzag.type, 1.5);
  REQUIRE(line);
  CHECK(node_count(line->curve) == 4);
  CHECK((line->curve.q - zigzag.q).norm() < 4);
  const auto path = fit_path(stroke, curve_type("path"), 1.5);
  REQUIRE(path);
  CHECK(node_count(path->curve) == 4);
  CHECK(farthest(path->curve, zigzag) < 2);
}

TEST_CASE("a freehand stroke becomes a smooth path within tolerance") {
  Random random(124);
  const Curve spline = random.curve(curve_type("bspline"));
  const double size = rough_size(spline);
  const Stroke stroke = stroke_along(spline, 0.002 * size, random);
  for (const char* name : {"path", "bspline", "spline"}) {
    CAPTURE(name);
    const auto fit = fit_path(stroke, curve_type(name), 0.012 * size);
    REQUIRE(fit);
    CHECK(farthest(fit->curve, spline) < 0.02 * size);
  }
}

TEST_CASE("a stroke that is one place is no curve") {
  CHECK(!fit_stroke({Point(1, 1)}, {curve_type("line")}, 1));
  CHECK(!fit_stroke({Point(1, 1), Point(1, 1)}, {curve_type("line")}, 1));
}

}  // namespace limber
