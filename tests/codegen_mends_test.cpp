// What once went wrong with formulas, and has no other test of its own.
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "curves/library.h"
#include "laws.h"
#include "solver/stepper.h"
#include "tests/places.h"

namespace limber {
namespace {

double number_at(const Curve& curve, const char* measure, double t) {
  MeasureReading reading;
  REQUIRE(curve.type->find(measure));
  REQUIRE(measure_at(curve, *curve.type->find(measure), t, reading));
  return reading.value[0];
}

}  // namespace

// A number written with t began again at each round, and one written as an integral did not: what
// rolled by it jumped back after one turn.
TEST_CASE("beyond one turn a number of t goes on as an integral does") {
  const Curve wheel = default_curve(compiled(
      "curve wheel\n place c = (0, 0)\n length r = 3, r > 0\n t from 0 to tau closed\n"
      " at = c + r (cos t, sin t)\n length rolled = r*t\n length run = integral(|x'|, begin, t)\n"));
  for (const double t : {-9.0, -0.5, 0.0, 1.0, 6.2, 6.4, 13.0, 40.0}) {
    CAPTURE(t);
    CHECK(number_at(wheel, "rolled", t) == doctest::Approx(3 * t).epsilon(1e-12));
    CHECK(number_at(wheel, "run", t) == doctest::Approx(3 * t).epsilon(1e-9));
  }
}

// "t from 0 to n" took an n that pulling could change.
TEST_CASE("a number of repetitions is fixed, said or not, and a pull leaves it") {
  const Curve wave = default_curve(compiled(
      "curve wave\n place c = (0, 0)\n length a = 2, a > 0\n number n = 4\n t from 0 to n\n"
      " at = c + a*(t, sin(tau*t))\n"));
  CHECK(wave.type->parameters[3].name == "n");
  CHECK(wave.type->parameters[3].locked);
  World world;
  const CurveId id = world.add(wave);
  Point end;
  REQUIRE(point_at(wave, 4, end));
  world.pull(world.grab(id, 4), end + Point(7, 3));
  Stepper stepper;
  for (int k = 0; k < 60; ++k) stepper.step(world);
  Point now;
  REQUIRE(point_at(*world.find(id), 4, now));
  CHECK((now - end - Point(7, 3)).norm() < 1e-6);
  CHECK(world.find(id)->q[3] == 4);
}

// |x'| was refused wherever x' is a plain number: in every graph y = f(x).
TEST_CASE("the speed along a graph is that of the point, not that of x alone") {
  const Curve graph = default_curve(compiled(
      "curve graph\n place c = (0, 0)\n x from 0 to 2\n at = c + (x, 3x)\n length l = integral(|x'|)\n"));
  CHECK(number_at(graph, "l", 0) == doctest::Approx(2 * std::sqrt(10.0)).epsilon(1e-12));
  const Curve parabola = default_curve(
      compiled("curve parabola\n length a = 2\n x from 0 to 1\n y = a x^2\n length l = integral(|x'|)\n"));
  const double slope = 4, root = std::sqrt(1 + slope * slope);
  CHECK(number_at(parabola, "l", 0) ==
        doctest::Approx(0.5 * root + std::asinh(slope) / (2 * slope)).epsilon(1e-9));
}

// The README named a source file that was gone.
TEST_CASE("every source file that the README names is there") {
  std::ifstream file(source_folder() + "/README.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  REQUIRE(!text.empty());
  int named = 0;
  for (std::size_t from = text.find('`'); from != text.npos;) {
    const std::size_t to = text.find('`', from + 1);
    if (to == text.npos) break;
    const std::string name = text.substr(from + 1, to - from - 1);
    const bool source = name.find('/') != name.npos && name.find(' ') == name.npos &&
                        (name.ends_with(".cpp") || name.ends_with(".h") || name.ends_with(".sh"));
    if (source) {
      CAPTURE(name);
      CHECK(std::filesystem::exists(source_folder() + "/" + name));
      ++named;
    }
    from = text.find('`', to + 1);
  }
  CHECK(named >= 5);
}

}  // namespace limber
