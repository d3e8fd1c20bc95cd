#include "curves/nearest.h"

#include <doctest/doctest.h>

#include <cmath>

#include "curves/bounds.h"
#include "curves/pick_index.h"
#include "laws.h"

namespace limber {
namespace {

double nearest_by_brute_force(const Curve& curve, const Point& p, int samples) {
  double least = INFINITY;
  for (int i = 0; i <= samples; ++i) {
    Point x;
    if (point_at(curve, t_begin(curve) + (t_end(curve) - t_begin(curve)) * i / samples, x))
      least = std::min(least, (x - p).norm());
  }
  return least;
}

}  // namespace

TEST_CASE("nearest is nearest, for every curve type") {
  for (auto& [type, random] : every_type_and_form(40))
    for (int trial = 0; trial < 5; ++trial) {
      const Curve curve = random.curve(type);
      const double size = rough_size(curve), tolerance = 1e-6 * size;
      const Point p = bounds(curve, 0.01 * size).center() + random.point(size);
      CAPTURE(type->name);
      CAPTURE(curve.q.transpose());
      CAPTURE(p.transpose());
      const auto found = nearest(curve, p, tolerance);
      REQUIRE(found);
      Point x;
      REQUIRE(point_at(curve, found->t, x));
      CHECK((x - found->x).norm() == 0);
      CHECK(found->distance == (x - p).norm());
      CHECK(found->distance <= nearest_by_brute_force(curve, p, 10000) + tolerance);
    }
}

TEST_CASE("a place on the curve is its own nearest, for every curve type") {
  for (auto& [type, random] : every_type_and_form(41))
    for (int trial = 0; trial < 40; ++trial) {
      const Curve curve = random.curve(type);
      CAPTURE(type->name);
      CAPTURE(curve.q.transpose());
      // Anywhere, and often beside an end or a cusp, where the curve hardly moves with t.
      std::vector<double> joints;
      breaks(curve, joints);
      const double joint = joints[static_cast<std::size_t>(
          random.whole(0, static_cast<int>(joints.size()) - 1))];
      const double range = t_end(curve) - t_begin(curve);
      const double t = trial % 2 ? random.in(t_begin(curve), t_end(curve))
                                 : std::clamp(joint + random.normal(0.03) * range, t_begin(curve),
                                              t_end(curve));
      CAPTURE(t);
      Point x;
      REQUIRE(point_at(curve, t, x));
      const auto found = nearest(curve, x, 1e-9 * rough_size(curve));
      REQUIRE(found);
      CHECK(found->distance < 1e-7 * rough_size(curve));
    }
}

TEST_CASE("picking finds the nearest of many curves") {
  Random random(42);
  std::vector<Curve> curves;
  std::vector<Polyline> polylines;
  for (int k = 0; k < 120; ++k) {
    const auto& type = random.any(every_curve_type());
    Curve curve = random.stream(type->name).curve(type);
    const Point shift = random.point(300);
    for (int i = 0; i < curve.q.size(); ++i) {
      if (parameter(*curve.type, i).role == Role::x) curve.q[i] += shift.x();
      if (parameter(*curve.type, i).role == Role::y) curve.q[i] += shift.y();
    }
    curves.push_back(curve);
    polylines.push_back(tessellate(curve, 0.02));
  }
  PickIndex index;
  for (int k = 0; k < 120; ++k) index.set(k, &polylines[static_cast<std::size_t>(k)]);
  for (int trial = 0; trial < 50; ++trial) {
    const Point p = random.point(300);
    double least = INFINITY;
    for (const Curve& curve : curves) least = std::min(least, nearest(curve, p, 1e-6)->distance);
    const auto all = index.within(p, 1000);
    REQUIRE(all.size() == 120);
    const double nearest_of_all = all.front().distance;
    CHECK(std::abs(nearest_of_all - least) <= 0.021);
    const auto near = index.within(p, nearest_of_all + 5);
    REQUIRE(!near.empty());
    CHECK(near.front().distance == nearest_of_all);
    CHECK(index.within(p, 0.5 * nearest_of_all - 1e-9).empty());
  }
  index.remove(0);
  for (int trial = 0; trial < 20; ++trial)
    for (const Pick& pick : index.within(random.point(300), 1000)) CHECK(pick.curve != 0);
}

TEST_CASE("rubber bands enclose and touch") {
  PickIndex index;
  const Polyline a = tessellate(default_curve(curve_type("circle")), 0.01);  // radius 15
  index.set(3, &a);
  CHECK(index.enclosed(Box(Point(-16, -16), Point(16, 16))) == std::vector<int>{3});
  CHECK(index.enclosed(Box(Point(-16, -16), Point(14, 16))).empty());
  CHECK(index.touched(Box(Point(14, -1), Point(20, 1))) == std::vector<int>{3});
  CHECK(index.touched(Box(Point(-5, -5), Point(5, 5))).empty());
}

}  // namespace limber
