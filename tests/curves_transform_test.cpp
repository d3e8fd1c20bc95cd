#include "curves/transform.h"

#include <doctest/doctest.h>

#include <cmath>

#include "curves/bounds.h"
#include "curves/nearest.h"
#include "laws.h"

namespace limber {
namespace {

Similarity random_similarity(Random& random) {
  Similarity s;
  s.move = random.point(50);
  s.angle = random.in(-3, 3);
  s.scale = random.in(0.3, 3);
  return s;
}

}  // namespace

TEST_CASE("transforming through the roles is transforming the points, for every curve type") {
  Random random(70);
  for (const auto& type : every_curve_type())
    for (int trial = 0; trial < 5; ++trial) {
      const Curve curve = random.curve(type);
      CAPTURE(type->name);
      CAPTURE(curve.q.transpose());
      const Similarity s = random_similarity(random);
      const double tolerance = 1e-8 * rough_size(curve);
      if (follows(curve, s, tolerance)) continue;
      // A circle does not know how far it has turned: as a shape it follows all the same.
      for (int i = 0; i < 20; ++i) {
        Point x;
        REQUIRE(point_at(curve, random.t(curve), x));
        CHECK(nearest(transformed(s, curve), s(x), tolerance)->distance < tolerance);
      }
    }
}

TEST_CASE("a curve that cannot turn does not follow") {
  const Curve curve =
      default_curve(compiled("curve upright \"Upright\"\n place c = (0, 0)\n length a = 3\n t from "
                             "0 to 1\n at = c + (a*t, a*t^2)"));
  Similarity turn, move;
  turn.angle = 0.5;
  move.move = Point(3, 4);
  CHECK(!follows(curve, turn, 1e-6));
  CHECK(follows(curve, move, 1e-9));
}

TEST_CASE("similarities compose and invert") {
  Random random(71);
  for (int trial = 0; trial < 50; ++trial) {
    Similarity a = random_similarity(random), b = random_similarity(random);
    a.mirror = trial % 2 == 0;
    b.mirror = trial % 3 == 0;
    const Point p = random.point(10);
    CHECK(((a * b)(p)-a(b(p))).norm() < 1e-9);
    CHECK((a.inverse()(a(p)) - p).norm() < 1e-9);
  }
  const Similarity m = mirrored(Point(1, 1), Point(1, 1));
  CHECK((m(Point(3, 0)) - Point(0, 3)).norm() < 1e-12);
  CHECK((about(Point(2, 3), 1, 2)(Point(2, 3)) - Point(2, 3)).norm() < 1e-12);
}

TEST_CASE("the columns of a similarity are its derivatives, for every curve type") {
  Random random(72);
  Eigen::Matrix<double, Eigen::Dynamic, 4> columns;
  for (const auto& type : every_curve_type()) {
    const Curve curve = random.curve(type);
    CAPTURE(type->name);
    similarity_columns(*type, curve.q, columns);
    for (int i = 0; i < 4; ++i) {
      const auto at = [&](double h) {
        Similarity s;
        if (i < 2) s.move[i] = h;
        if (i == 2) s.angle = h;
        if (i == 3) s.scale = std::exp(h);
        return transformed(s, curve).q;
      };
      const Eigen::VectorXd slope = (at(1e-5) - at(-1e-5)) / 2e-5;
      CHECK((slope - columns.col(i)).norm() < 1e-6 * (1 + columns.col(i).norm()));
    }
  }
}

}  // namespace limber
