#include "curves/bounds.h"

#include <doctest/doctest.h>

#include <cmath>

#include "laws.h"

namespace limber {

TEST_CASE("bounds contain 10,000 samples and touch the curve, for every curve type") {
  for (auto& [type, random] : every_type_and_form(50))
    for (int trial = 0; trial < 3; ++trial) {
      const Curve curve = random.curve(type);
      const double tolerance = 1e-6 * rough_size(curve);
      const Box box = bounds(curve, tolerance);
      CAPTURE(type->name);
      CAPTURE(curve.q.transpose());
      Box sampled;
      int outside = 0;
      for (int i = 0; i <= 10000; ++i) {
        Point x;
        REQUIRE(point_at(curve, t_begin(curve) + (t_end(curve) - t_begin(curve)) * i / 10000, x));
        sampled.extend(x);
        if (!box.contains(x)) ++outside;
      }
      CHECK(outside == 0);
      // 10,000 samples miss an extreme by about the square of their distance, a corner by that
      // itself.
      const double missed = 2e-3 * rough_size(curve);
      CHECK((sampled.min() - box.min()).maxCoeff() <= missed);
      CHECK((box.max() - sampled.max()).maxCoeff() <= missed);
    }
}

TEST_CASE("bounds of a turned ellipse are exact") {
  Curve ellipse = default_curve(curve_type("ellipse"));
  ellipse.q << 1, 2, 20, 10, 0.5;
  const Box box = bounds(ellipse, 1e-8);
  const double w = std::hypot(20 * std::cos(0.5), 10 * std::sin(0.5));
  const double h = std::hypot(20 * std::sin(0.5), 10 * std::cos(0.5));
  CHECK((box.max() - Point(1 + w, 2 + h)).norm() < 4e-8);
  CHECK((box.min() - Point(1 - w, 2 - h)).norm() < 4e-8);
}

}  // namespace limber
