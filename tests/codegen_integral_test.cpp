// Integrals in the curve: integral(f, s = a..b), its derivatives, and the three evaluators of it.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "codegen/compile.h"
#include "codegen/explain.h"
#include "codegen/integrate.h"
#include "codegen/machine_code.h"
#include "curves/library.h"
#include "laws.h"
#include "solver/stepper.h"

namespace limber {
namespace {

const char* const clothoid = R"(curve cornu "Clothoid, by its definition"
  place a = (0, 0)
  angle phi = 0
  length l = 50, l > 0
  number turn = 3, -5 <= turn <= 5
  t from 0 to 1
  at = a + rotate(l*integral((cos(turn*s^2), sin(turn*s^2)), s = 0..t), phi)
  length travelled = l*t
)";

SharedCurveType made(const std::string& text, Tier tier = Tier::interpret) {
  CurveLibrary library;
  const Result<SharedCurveType> type = library.add(text, tier);
  if (!type) FAIL(explain(type.error(), text, ""));
  return *type;
}

std::string refusal(const std::string& text) {
  CurveLibrary library;
  const Result<SharedCurveType> type = library.add(text, Tier::interpret);
  return type ? "" : type.error().message;
}


// As curve texts: what is integrated, its closed form.
struct Known {
  const char* text;  // of x, with the parameters a and b and the variable t
  double (*value)(double a, double b, double t);
};
const Known known[] = {
    {"integral(s^2, s = 0..t)", [](double, double, double t) { return t * t * t / 3; }},
    {"integral(a*cos(b*s), s = 0..t)",
     [](double a, double b, double t) { return a * std::sin(b * t) / b; }},
    {"integral(exp(-s*t), s = a..b)",
     [](double a, double b, double t) { return (std::exp(-a * t) - std::exp(-b * t)) / t; }},
    {"integral(1/(1 + s^2), s = -t..t^2)",
     [](double, double, double t) { return std::atan(t * t) + std::atan(t); }},
    {"integral(a, s = t..b)", [](double a, double b, double t) { return a * (b - t); }},
    {"integral(|s - a|, s = 0..t)",
     [](double a, double, double t) {
       return t < a ? a * t - t * t / 2 : a * a / 2 + (t - a) * (t - a) / 2;
     }},
    {"integral(sin(40s), s = 0..t)",
     [](double, double, double t) { return (1 - std::cos(40 * t)) / 40; }},
    {"integral(sqrt(s), s = 0..t)", [](double, double, double t) { return std::pow(t, 1.5) / 1.5; }},
};

std::string curve_of(const char* x) {
  return std::string("curve k\n place c = (0, 0)\n number a = 0.7, b = 1.3\n t from 0.2 to 2\n at = c + (") +
         x + ", b*t)\n";
}

}  // namespace

TEST_CASE("Gauss's and Kronrod's rules integrate polynomials exactly") {
  for (int degree = 0; degree <= 31; ++degree) {
    const std::string power = std::to_string(degree);
    const Curve curve = default_curve(made("curve p\n place c = (0, 0)\n t from 0 to 1\n at = c + "
                                           "(integral(s^" + power + ", s = -1..t), t)"));
    Point x;
    REQUIRE(point_at(curve, 1, x));
    CHECK(x.x() == doctest::Approx(degree % 2 ? 0 : 2.0 / (degree + 1)).epsilon(1e-14));
  }
}

TEST_CASE("an integral in the curve has the value of its closed form") {
  Random random(14);
  for (const Known& one : known) {
    CAPTURE(std::string(one.text));
    Curve curve = default_curve(made(curve_of(one.text)));
    for (int trial = 0; trial < 20; ++trial) {
      const double a = random.in(0.3, 0.9), b = random.in(1, 2), t = random.in(0.2, 2);
      curve.q << 0, 0, a, b;
      Point x;
      REQUIRE(point_at(curve, t, x));
      const double tolerance = std::string(one.text).find('|') == std::string::npos &&
                                       std::string(one.text).find("sqrt") == std::string::npos
                                   ? 1e-12
                                   : 1e-9;  // a kink, a root
      CHECK(std::abs(x.x() - one.value(a, b, t)) <= tolerance * (1 + std::abs(x.x())));
    }
  }
}

TEST_CASE("derivatives of integrals agree with differences of their closed forms") {
  constexpr double h = 1e-5;
  for (const Known& one : known) {
    CAPTURE(std::string(one.text));
    Curve curve = default_curve(made(curve_of(one.text)));
    const double a = 0.71, b = 1.32, t = 1.1;
    curve.q << 0, 0, a, b;
    Motion motion;
    REQUIRE(motion_at(curve, t, motion));
    const auto difference = [&](double da, double db, double dt) {
      return (one.value(a + h * da, b + h * db, t + h * dt) -
              one.value(a - h * da, b - h * db, t - h * dt)) / (2 * h);
    };
    const auto second = [&](double da, double db, double dt) {
      return (one.value(a + h * da, b + h * db, t + h * dt) +
              one.value(a - h * da, b - h * db, t - h * dt) - 2 * one.value(a, b, t)) / (h * h);
    };
    CHECK(motion.x_t.x() == doctest::Approx(difference(0, 0, 1)).epsilon(1e-6));
    CHECK(motion.x_q(0, 2) == doctest::Approx(difference(1, 0, 0)).epsilon(1e-6));
    CHECK(motion.x_q(0, 3) == doctest::Approx(difference(0, 1, 0)).epsilon(1e-6));
    // A corner that moves inside an integral is not seen by its second derivative.
    if (std::string(one.text).find('|') != std::string::npos) continue;
    Locale memory;
    Point bend;
    REQUIRE(bend_at(curve, t, Eigen::Vector4d(0, 0, 0.3, -0.4), 0.5, memory, bend));
    CHECK(bend.x() == doctest::Approx(second(0.3, -0.4, 0.5)).epsilon(1e-4));
  }
}

TEST_CASE("the clothoid by its definition is the clothoid of the toolbox, and is pulled like it") {
  const SharedCurveType type = made(clothoid);
  Random random(1744);
  for (int trial = 0; trial < 50; ++trial) {
    Curve defined = default_curve(type), series = default_curve(curve_type("clothoid"));
    defined.q << random.in(-5, 5), random.in(-5, 5), random.in(-3, 3), random.in(1, 80), random.in(-5, 5);
    series.q = defined.q;
    const double t = random.in(0, 1);
    Motion a, b;
    REQUIRE(motion_at(defined, t, a));
    REQUIRE(motion_at(series, t, b));
    const double size = 1 + series.q[3];
    CHECK((a.x - b.x).norm() <= 1e-11 * size);
    CHECK((a.x_t - b.x_t).norm() <= 1e-10 * size);
    CHECK((a.x_q - b.x_q).norm() <= 1e-9 * size);
  }
  for (const double t : {0.2, 0.5, 1.0}) {
    World world;
    const CurveId id = world.add(default_curve(type));
    Point x, now;
    REQUIRE(point_at(*world.find(id), t, x));
    const Point target = x + Point(4, -3);
    world.pull(world.grab(id, t), target);
    Stepper stepper;
    for (int step = 0; step < 30; ++step) stepper.step(world);
    REQUIRE(point_at(*world.find(id), t, now));
    CHECK((now - target).norm() < 0.01);
  }
}

TEST_CASE("interpreter and machine code give the same bits for integrals, one and many") {
  for (const std::string& text : {std::string(clothoid), curve_of("integral(exp(-s*t), s = a..b)"),
                                  curve_of("integral(a*cos(b*s), s = 0..t) + integral(sin(a*s), s = 0..2)")}) {
    const SharedCurveType quick = made(text), compiled = made(text, Tier::machine_code);
    Curve a = default_curve(quick), b = default_curve(compiled);
    Random random(3);
    for (int wait = 0; wait < 2; ++wait) {
      for (int trial = 0; trial < 30; ++trial) {
        const double t = random.in(t_begin(a), t_end(a));
        Motion one, other;
        REQUIRE(motion_at(a, t, one));
        REQUIRE(motion_at(b, t, other));
        for (std::size_t k = 0; k < one.values.size(); ++k)
          CHECK(std::bit_cast<std::uint64_t>(one.values[k]) ==
                std::bit_cast<std::uint64_t>(other.values[k]));
      }
      std::vector<double> t, in_lanes(6 * 37), singly(6);
      for (int k = 0; k < 37; ++k) t.push_back(random.in(t_begin(a), t_end(a)));
      Locale locale;
      locate_span(b, 0, locale);
      along(compiled->shape, locale, t.data(), 37, in_lanes.data(), 37);
      for (std::size_t k = 0; k < 37; ++k) {
        locate(a, t[k], locale);
        REQUIRE(quick->shape(locale.in.data(), singly.data()));
        for (std::size_t j = 0; j < 6; ++j)
          CHECK(std::bit_cast<std::uint64_t>(singly[j]) ==
                std::bit_cast<std::uint64_t>(in_lanes[j * 37 + k]));
      }
      finish_compiling();
    }
  }
}

TEST_CASE("an integral is cut into so many parts and no more, and has no value where its integrand has none") {
  int calls = 0;
  const auto count = [](const void* self, const double*, const double* t, int n, double* out, int) {
    ++*static_cast<int*>(const_cast<void*>(self));
    for (int k = 0; k < n; ++k) out[k] = std::sin(1 / t[k]);
  };
  double in[1] = {0}, out[1];
  integrate({count, &calls, 0, 1}, in, 0, 1, out);
  CHECK(calls <= 2 * most_integral_parts);
  CHECK(out[0] == doctest::Approx(0.504067).epsilon(0.01));
  const Curve curve = default_curve(made(curve_of("integral(log(s - 0.5), s = 0.6..t)")));
  Point x;
  CHECK(point_at(curve, 1, x));
  CHECK_FALSE(point_at(curve, 0.3, x));
}

TEST_CASE("what cannot be integrated is said") {
  CHECK(refusal(curve_of("integral(integral(s*u, u = 0..s), s = 0..t)")) ==
        "An integral inside an integral cannot be worked out.");
}

}  // namespace limber
