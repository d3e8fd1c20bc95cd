#include "curves/carry.h"

#include <doctest/doctest.h>

#include <set>

#include "curves/bounds.h"
#include "curves/nearest.h"
#include "laws.h"

namespace limber {

TEST_CASE("every type can be mirrored, exactly or within the error that is told") {
  std::set<std::string> converted;
  for (auto& [type, random] : every_curve_type(150))
    for (int trial = 0; trial < 2; ++trial) {
      const Curve curve = trial == 0 ? default_curve(type) : random.curve(type);
      const double size = rough_size(curve), tolerance = 1e-3 * size;
      const Similarity s = mirrored(random.point(20), random.point(1));
      CAPTURE(type->name);
      CAPTURE(curve.q.transpose());
      const auto image =
          carried(s, curve, curve_type(type->closed ? "closed_path" : "path"), tolerance);
      REQUIRE(image);
      CHECK(image->error <= tolerance);
      CHECK(image->exact == (image->curve.type == type));
      if (!image->exact) converted.insert(type->name);
      for (int i = 0; i < 20; ++i) {
        const double t = random.t(curve);
        Point x, y;
        REQUIRE(point_at(curve, t, x));
        // what hangs on the curve stays on it
        REQUIRE(point_at(image->curve, image->new_t(curve, s, t), y));
        CHECK((s(x) - y).norm() <= 1.1 * image->error);
      }
    }
  // What winds one way only, and what is cut off in the middle of a turn.
  for (const std::string& name : converted) {
    CAPTURE(name);
    const bool handed =
        std::set<std::string>{"spiral", "logarithmic_spiral", "fermat_spiral", "involute", "rose",
                              "trochoid", "cycloid", "epitrochoid", "hypotrochoid", "coil_spring", "cam"}
            .contains(name);
    CHECK(handed);
  }
}

TEST_CASE("a mirrored curve mirrored again is where it was") {
  Random random(151);
  const auto path = curve_type("path");
  for (const char* name : {"arc", "elliptic_arc", "clothoid", "sine", "parabola", "catenary",
                           "witch", "lissajous", "bar", "spline"}) {
    const Curve curve = random.curve(curve_type(name));
    const Similarity s = mirrored(random.point(20), random.point(1));
    CAPTURE(name);
    const auto there = carried(s, curve, path, 1e-3);
    REQUIRE(there);
    CHECK(there->exact);
    const auto back = carried(s, there->curve, path, 1e-3);
    REQUIRE(back);
    CHECK(back->exact);
    for (int i = 0; i < 10; ++i) {
      Point x;
      REQUIRE(point_at(curve, random.t(curve), x));
      CHECK(nearest(back->curve, x, 1e-9)->distance < 1e-7 * rough_size(curve));
    }
  }
}

}  // namespace limber
