#include "curves/length.h"

#include <doctest/doctest.h>

#include <cmath>

#include "curves/bounds.h"
#include "laws.h"

namespace limber {
namespace {

// Chords of very many samples between breaks, and Richardson's step: the error of chords falls with
// the square of their number.
double length_by_chords(const Curve& curve, int samples) {
  std::vector<double> joints;
  breaks(curve, joints);
  const auto chords = [&](int n) {
    double sum = 0;
    for (std::size_t k = 0; k + 1 < joints.size(); ++k) {
      Point before, x;
      REQUIRE(point_at(curve, joints[k], before));
      for (int i = 1; i <= n; ++i) {
        const double s = static_cast<double>(i) / n, ease = s * s * (3 - 2 * s);
        REQUIRE(point_at(curve, joints[k] + (joints[k + 1] - joints[k]) * ease, x));
        sum += (x - before).norm();
        before = x;
      }
    }
    return sum;
  };
  return (4 * chords(2 * samples) - chords(samples)) / 3;
}

}  // namespace

TEST_CASE("length agrees with fine sampling, for every curve type") {
  for (auto& [type, random] : every_curve_type(60))
    for (int trial = 0; trial < 3; ++trial) {
      const Curve curve = random.curve(type);
      CAPTURE(type->name);
      CAPTURE(curve.q.transpose());
      const auto found = length(curve);
      REQUIRE(found);
      CHECK(std::abs(*found - length_by_chords(curve, 2000)) <= 1e-6 * rough_size(curve));
    }
}

TEST_CASE("lengths and areas known in closed form") {
  const auto of = [](const char* name) { return default_curve(curve_type(name)); };
  CHECK(*length(of("circle")) == doctest::Approx(2 * M_PI * 15).epsilon(1e-9));
  CHECK(*enclosed_area(of("circle")) == doctest::Approx(M_PI * 15 * 15).epsilon(1e-9));
  CHECK(*length(of("cycloid")) == doctest::Approx(2 * 8 * 3.0).epsilon(1e-8));
  CHECK(*length(of("cardioid")) == doctest::Approx(8 * 9.0).epsilon(1e-8));
  CHECK(*enclosed_area(of("cardioid")) == doctest::Approx(1.5 * M_PI * 81).epsilon(1e-8));
  CHECK(*length(of("clothoid")) == doctest::Approx(50).epsilon(1e-9));
  CHECK(*length(of("rectangle")) == doctest::Approx(2 * (36 + 24)).epsilon(1e-12));
  CHECK(*enclosed_area(of("rectangle")) == doctest::Approx(36 * 24).epsilon(1e-12));
  CHECK(std::abs(*enclosed_area(of("lemniscate"))) < 1e-6);
  CHECK(*length(of("point")) == 0);
}

TEST_CASE("stations are equally far apart, for every curve type") {
  for (auto& [type, random] : every_curve_type(61)) {
    const Curve curve = random.curve(type);
    CAPTURE(type->name);
    const std::vector<double> t = stations(curve, 8);
    REQUIRE(t.size() == 8);
    CHECK(t.front() == t_begin(curve));
    CHECK(t.back() == t_end(curve));
    const double share = *length(curve) / 7;
    for (std::size_t k = 0; k + 1 < t.size(); ++k)
      CHECK(*length(curve, t[k], t[k + 1]) == doctest::Approx(share).epsilon(1e-7));
  }
}

TEST_CASE("the t at a length is where that length is") {
  const Curve ellipse = default_curve(curve_type("ellipse"));
  for (const double s : {0.0, 1.0, 17.5, 80.0}) {
    const auto t = t_at_length(ellipse, s);
    REQUIRE(t);
    CHECK(*length(ellipse, 0, *t) == doctest::Approx(s).epsilon(1e-8));
  }
}

}  // namespace limber
