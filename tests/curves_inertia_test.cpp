#include "curves/inertia.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "curves/library.h"
#include "curves/transform.h"
#include "tests/laws.h"
#include "tests/scenes.h"

namespace limber {
namespace {

Curve curve_of(std::string_view type, std::initializer_list<double> q) {
  Curve curve = default_curve(curve_type(type));
  curve.q = Eigen::Map<const Eigen::VectorXd>(q.begin(), static_cast<Eigen::Index>(q.size()));
  return curve;
}

Inertia inertia_of(const Curve& curve) {
  InertiaMemory memory;
  Inertia out;
  REQUIRE(inertia_of(curve, memory, out));
  return out;
}

constexpr double pi = std::numbers::pi, exact = 1e-11;

}  // namespace

// The lumped drag matrix, taken for a mass, would put half of the rod at each end: m l^2 / 2 about
// the end instead of m l^2 / 3, and a period 22 % too long.
TEST_CASE("a rod has its moment about the middle, and swings with the period of the textbook") {
  const double l = 300, g = 9810;
  for (const Curve& rod : {curve_of("line", {10, 20, 10 + l, 20}), curve_of("bar", {10, 20, 0, l})}) {
    CAPTURE(rod.type->name);
    const Inertia inertia = inertia_of(rod);
    CHECK(inertia.mass == doctest::Approx(l).epsilon(exact));
    CHECK((inertia.centre - Point(10 + l / 2, 20)).norm() < exact * l);
    CHECK(inertia.moment == doctest::Approx(l * l * l / 12).epsilon(exact));
    const double about_end = inertia.moment + inertia.mass * l * l / 4;
    const double period = 2 * pi * std::sqrt(about_end / (inertia.mass * g * l / 2));
    CHECK(period == doctest::Approx(2 * pi * std::sqrt(2 * l / (3 * g))).epsilon(exact));
  }
}

TEST_CASE("the moment of a ring is m r^2, whether it knows an angle or not") {
  const double r = 12;
  for (const Curve& ring : {curve_of("circle", {5, -3, r}), curve_of("wheel", {5, -3, 0.7, r})}) {
    CAPTURE(ring.type->name);
    const Inertia inertia = inertia_of(ring);
    CHECK(inertia.mass == doctest::Approx(2 * pi * r).epsilon(exact));
    CHECK((inertia.centre - Point(5, -3)).norm() < exact * r);
    CHECK(inertia.moment == doctest::Approx(inertia.mass * r * r).epsilon(exact));
  }
}

// Sides of 2 a and 2 b: each is a rod and an arm, 2 (2b)^3/12 + 2 (2b) a^2 and likewise.
TEST_CASE("a rectangle of rods has the moment of its four rods by Steiner's theorem") {
  const double w = 40, h = 30;
  Inertia sum;
  const Point corner[] = {{0, 0}, {w, 0}, {w, h}, {0, h}};
  for (int k = 0; k < 4; ++k) {
    const Point a = corner[k], b = corner[(k + 1) % 4];
    sum.add(inertia_of(curve_of("line", {a.x(), a.y(), b.x(), b.y()})));
  }
  const double by_hand = 2 * (w * w * w / 12 + w * h * h / 4) + 2 * (h * h * h / 12 + h * w * w / 4);
  CHECK(sum.mass == doctest::Approx(2 * (w + h)).epsilon(exact));
  CHECK((sum.centre - Point(w / 2, h / 2)).norm() < exact * w);
  CHECK(sum.moment == doctest::Approx(by_hand).epsilon(exact));
  const Inertia whole = inertia_of(
      curve_of("closed_polyline", {0, 0, w, 0, w, h, 0, h}));
  CHECK(whole.mass == doctest::Approx(sum.mass).epsilon(exact));
  CHECK((whole.centre - sum.centre).norm() < exact * w);
  CHECK(whole.moment == doctest::Approx(sum.moment).epsilon(exact));
}

TEST_CASE("adding the inertia of nothing changes nothing, and nothing plus a body is the body") {
  const Inertia rod = inertia_of(curve_of("line", {1, 2, 4, 6}));
  Inertia left, right = rod;
  left.add(rod);
  right.add({});
  for (const Inertia& inertia : {left, right}) {
    CHECK(inertia.mass == rod.mass);
    CHECK(inertia.moment == rod.moment);
    CHECK(inertia.centre == rod.centre);
  }
}

TEST_CASE("a point has no length, and stands where it is") {
  const Inertia inertia = inertia_of(curve_of("point", {7, 8}));
  CHECK(inertia.mass == 0);
  CHECK(inertia.moment == 0);
  CHECK(inertia.centre == Point(7, 8));
}

// Riemann's sum over many equal parts of t, which knows nothing of panels and series.
TEST_CASE("mass, centre and moment agree with a plain sum along t, for every curve type") {
  for (const auto& type : every_curve_type()) {
    CAPTURE(type->name);
    const Curve curve = default_curve(type);
    constexpr int parts = 20000;
    const double begin = t_begin(curve), dt = (t_end(curve) - begin) / parts;
    double mass = 0, square = 0;
    Point first = Point::Zero();
    bool finite = true;
    for (int k = 0; k < parts; ++k) {
      Course course;
      finite = finite && course_at(curve, begin + (k + 0.5) * dt, course);
      const double dm = course.x_t.norm() * dt;
      mass += dm;
      first += dm * course.x;
      square += dm * course.x.squaredNorm();
    }
    if (!finite || !std::isfinite(mass)) continue;
    const Inertia inertia = inertia_of(curve);
    CHECK(inertia.mass == doctest::Approx(mass).epsilon(1e-5));
    if (!(mass > 0)) continue;
    const Point centre = first / mass;
    const double moment = square - mass * centre.squaredNorm();
    const double extent = std::sqrt(square / mass);
    CHECK((inertia.centre - centre).norm() < 1e-5 * extent);
    CHECK(std::abs(inertia.moment - moment) < 1e-5 * square);
  }
}

TEST_CASE("moving and turning a curve leaves its mass and moment, and takes its centre along") {
  const Similarity far{.move = Point(2000, -700), .angle = 1.1};
  for (const auto& type : every_curve_type()) {
    const Curve curve = default_curve(type);
    if (!follows(curve, far, 1e-8)) continue;
    CAPTURE(type->name);
    const Inertia here = inertia_of(curve), there = inertia_of(transformed(far, curve));
    const double size = 1 + std::sqrt(here.moment / std::max(here.mass, 1e-12));
    CHECK(there.mass == doctest::Approx(here.mass).epsilon(1e-9));
    CHECK(std::abs(there.moment - here.moment) <= 1e-9 * here.mass * size * size);
    CHECK((there.centre - far(here.centre)).norm() < 1e-9 * (size + 2000));
  }
}

}  // namespace limber
