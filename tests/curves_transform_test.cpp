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
  for (auto& [type, random] : every_curve_type(70))
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

TEST_CASE("similarities invert, mirrored or not") {
  Random random(71);
  for (int trial = 0; trial < 50; ++trial) {
    Similarity a = random_similarity(random);
    a.mirror = trial % 2 == 0;
    const Point p = random.point(10);
    CHECK((a.inverse()(a(p)) - p).norm() < 1e-9);
  }
  const Similarity m = mirrored(Point(1, 1), Point(1, 1));
  CHECK((m(Point(3, 0)) - Point(0, 3)).norm() < 1e-12);
  CHECK((about(Point(2, 3), 1, 2)(Point(2, 3)) - Point(2, 3)).norm() < 1e-12);
}

// A link somewhere, and the similarity it stands for.
LinkPlace random_place(Random& random) {
  const Point p = random.point(50);
  return {p.x(), p.y(), random.in(-3, 3), random.in(-1, 1)};
}
Similarity similarity_of(const LinkPlace& place) {
  return {Point(place[0], place[1]), place[2], std::exp(place[3]), false};
}

TEST_CASE("a welded curve follows its link as a similarity moves it, for every curve type") {
  Eigen::Matrix<double, Eigen::Dynamic, 4> q_place;
  Eigen::VectorXd q;
  for (auto& [type, random] : every_curve_type(72)) {
    const Curve curve = random.curve(type);
    CAPTURE(type->name);
    const LinkPlace place = random_place(random);
    follow_link(*type, curve.q, place, q, q_place);
    const Eigen::VectorXd wanted = transformed(similarity_of(place), curve).q;
    CHECK((q - wanted).norm() <= 1e-13 * (1 + wanted.norm()));
    follow_link(*type, curve.q, LinkPlace::Zero(), q, q_place);
    CHECK(q == curve.q);  // to the bit: a drawing opened is as it was saved
  }
}

TEST_CASE("how a welded curve follows is differentiated right, once and twice, for every curve type") {
  Eigen::Matrix<double, Eigen::Dynamic, 4> q_place, ahead, behind;
  Eigen::VectorXd q, bend;
  for (auto& [type, random] : every_curve_type(73)) {
    const Curve curve = random.curve(type);
    CAPTURE(type->name);
    const LinkPlace place = random_place(random), rate = random_place(random) / 50;
    follow_link(*type, curve.q, place, q, q_place);
    const auto at = [&](const LinkPlace& there, auto& columns) {
      follow_link(*type, curve.q, there, q, columns);
      return q;
    };
    for (int i = 0; i < 4; ++i) {
      const LinkPlace step = 1e-5 * LinkPlace::Unit(i);
      const Eigen::VectorXd slope = (at(place + step, ahead) - at(place - step, behind)) / 2e-5;
      CHECK((slope - q_place.col(i)).norm() < 1e-6 * (1 + q_place.col(i).norm()));
    }
    at(place + 1e-5 * rate, ahead);
    at(place - 1e-5 * rate, behind);
    const Eigen::VectorXd second = (ahead - behind) * rate / 2e-5;
    bend_with_link(*type, curve.q, place, rate, bend);
    CHECK((second - bend).norm() < 1e-6 * (1 + bend.norm()));
  }
}

}  // namespace limber
