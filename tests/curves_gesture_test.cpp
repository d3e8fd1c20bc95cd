#include "curves/gesture.h"

#include <doctest/doctest.h>

#include "curves/bounds.h"
#include "curves/nearest.h"
#include "curves/transform.h"
#include "laws.h"

namespace limber {

TEST_CASE("a gesture makes a valid curve of about the size of the gesture, where it was") {
  for (auto& [type, random] : every_curve_type(80)) {
    if (is_drawn_by_clicks(*type)) continue;
    for (int trial = 0; trial < 10; ++trial) {
      const Point press = random.point(100),
                  release = press + Point(random.in(5, 60), random.in(5, 60));
      const double size = (release - press).norm();
      CAPTURE(type->name);
      CAPTURE(press.transpose());
      CAPTURE(release.transpose());
      const auto curve = draw(type, press, release);
      REQUIRE(curve);
      CHECK(is_valid(*curve));
      const Box box = bounds(*curve, 1e-3 * size);
      CHECK(box.exteriorDistance(press) < 1.01 * size);
      CHECK(box.exteriorDistance(release) < 1.01 * size);
      CHECK(box.diagonal().norm() < 8 * size);
      if (type->name != "point") CHECK(box.diagonal().norm() > 0.4 * size);
    }
  }
}

TEST_CASE("the same gesture elsewhere makes the same curve there, for every curve type") {
  for (auto& [type, random] : every_curve_type(81)) {
    if (is_drawn_by_clicks(*type)) continue;
    const Point press = random.point(10), release = press + Point(20, 13), shift(7, -30);
    const auto here = draw(type, press, release),
               there = draw(type, press + shift, release + shift);
    CAPTURE(type->name);
    REQUIRE(here);
    REQUIRE(there);
    Similarity move;
    move.move = shift;
    CHECK((transformed(move, *here).q - there->q).norm() < 1e-9 * (1 + there->q.norm()));
  }
}

TEST_CASE("what was drawn is what comes out") {
  const Point a(3, 4), b(13, 24);
  const auto drawn = [&](const char* name) {
    const auto curve = draw(curve_type(name), a, b);
    REQUIRE(curve);
    return *curve;
  };
  const auto end = [&](const Curve& curve, bool last) {
    Point x;
    REQUIRE(point_at(curve, last ? t_end(curve) : t_begin(curve), x));
    return x;
  };
  for (const char* name :
       {"line", "bar", "quadratic", "cubic", "conic", "arc", "sine", "cycloid"}) {
    CAPTURE(name);
    CHECK((end(drawn(name), false) - a).norm() < 1e-9);
    CHECK((end(drawn(name), true) - b).norm() < 1e-9);
  }
  for (const char* name : {"rectangle", "ellipse", "rounded_rectangle", "superellipse"}) {
    CAPTURE(name);
    const Box box = bounds(drawn(name), 1e-9);
    CHECK((box.min() - a).norm() < 1e-6);
    CHECK((box.max() - b).norm() < 1e-6);
  }
  for (const char* name :
       {"circle", "regular_polygon", "spiral", "logarithmic_spiral", "fermat_spiral", "involute",
        "rose", "lemniscate", "cardioid", "limacon"}) {
    CAPTURE(name);
    const Curve curve = drawn(name);
    CHECK((curve.q.head<2>() - a).norm() < 1e-9);
    CHECK(nearest(curve, b, 1e-6)->distance < 1e-5);
  }
}

TEST_CASE("a gesture with no extent makes no curve that needs one") {
  CHECK(!draw(curve_type("circle"), Point(1, 1), Point(1, 1)));
  CHECK(!draw(curve_type("bar"), Point(1, 1), Point(1, 1)));
  CHECK(draw(curve_type("point"), Point(1, 1), Point(1, 1)));
}

TEST_CASE("clicks become nodes, for every family") {
  for (auto& [type, random] : every_curve_type(82)) {
    if (!is_drawn_by_clicks(*type)) continue;
    CAPTURE(type->name);
    std::vector<Point> clicks;
    for (int k = 0; k < 6; ++k) {
      clicks.push_back(random.point(50));
      const auto curve = draw(type, clicks);
      CHECK(curve.has_value() == (k + 1 >= type->family.minimum_nodes));
      if (!curve) continue;
      CHECK(node_count(*curve) == k + 1);
      CHECK(is_valid(*curve));
      Point x;
      CHECK(point_at(*curve, 0.5 * t_end(*curve), x));
    }
  }
}

TEST_CASE("a type without a draw line is stretched from press to release") {
  const auto type = compiled(
      "curve hook \"Hook\"\n place c = (0, 0)\n length a = 3\n angle phi = 0\n t from 0 to 1\n"
      " at = c + rotate((a*t, a*t^3), phi)");
  const auto curve = draw(type, Point(1, 2), Point(8, -3));
  REQUIRE(curve);
  Point from, to;
  REQUIRE(point_at(*curve, 0, from));
  REQUIRE(point_at(*curve, 1, to));
  CHECK((from - Point(1, 2)).norm() < 1e-9);
  CHECK((to - Point(8, -3)).norm() < 1e-9);
}

}  // namespace limber
