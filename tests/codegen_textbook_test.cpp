#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "codegen/explain.h"
#include "curves/library.h"
#include "solver/stepper.h"
#include "solver/world.h"

using namespace limber;

namespace {

constexpr double pi = std::numbers::pi;

struct Printed {
  const char* name;
  const char* lines;  // as the book prints them
  double begin, end;  // where it is compared
  std::function<Point(double)> at;
};

constexpr double a = 2, b = 3, c = 0.5, k = 1.5, n = 3;

Point polar_point(double r, double theta) { return {r * std::cos(theta), r * std::sin(theta)}; }

std::function<Point(double)> polar_curve(double (*r)(double)) {
  return [r](double theta) { return polar_point(r(theta), theta); };
}
std::function<Point(double)> graph_of(double (*f)(double)) {
  return [f](double x) { return Point(x, f(x)); };
}

// Parametric, polar and Cartesian forms as tables of plane curves give them, with a = 2, b = 3,
// c = 1/2, k = 3/2, n = 3.
const Printed kCurves[] = {
    {"circle", "x = a cos t\ny = a sin t\n0 ≤ t ≤ 2π", 0, 2 * pi,
     [](double t) { return polar_point(a, t); }},
    {"ellipse", "(x, y) = (a cos t, b sin t)\n0 ≤ t < 2π", 0, 6,
     [](double t) { return Point(a * std::cos(t), b * std::sin(t)); }},
    {"parabola", "y = x²/(4a)\n−4 ≤ x ≤ 4", -4, 4,
     graph_of([](double x) { return x * x / (4 * a); })},
    {"hyperbola", "x = a sec t\ny = b tan t\n−1 ≤ t ≤ 1", -1, 1,
     [](double t) { return Point(a / std::cos(t), b * std::tan(t)); }},
    {"cycloid", "x = a(t − sin t)\ny = a(1 − cos t)\n0 ≤ t ≤ 4π", 0, 4 * pi,
     [](double t) { return Point(a * (t - std::sin(t)), a * (1 - std::cos(t))); }},
    {"astroid", "x = a cos³t\ny = a sin³t\n0 ≤ t ≤ 2π", 0, 2 * pi,
     [](double t) { return Point(a * std::pow(std::cos(t), 3), a * std::pow(std::sin(t), 3)); }},
    {"cardioid", "r = 2a(1 − cos θ)\n0 ≤ θ ≤ 2π", 0, 2 * pi,
     polar_curve([](double t) { return 2 * a * (1 - std::cos(t)); })},
    {"limacon", "r = b + 2a cos θ\n0 ≤ θ ≤ 2π", 0, 2 * pi,
     polar_curve([](double t) { return b + 2 * a * std::cos(t); })},
    {"lemniscate", "x(t) = (a cos t)/(1 + sin²t)\ny(t) = (a sin t cos t)/(1 + sin²t)\n0 ≤ t ≤ 2π",
     0, 2 * pi,
     [](double t) {
       const double d = 1 + std::sin(t) * std::sin(t);
       return Point(a * std::cos(t) / d, a * std::sin(t) * std::cos(t) / d);
     }},
    {"rose", "r(θ) = a cos kθ\nθ ∈ [0, 4π]", 0, 4 * pi,
     polar_curve([](double t) { return a * std::cos(k * t); })},
    {"archimedean_spiral", "r = a + bθ\n0 ≤ θ ≤ 6π", 0, 6 * pi,
     polar_curve([](double t) { return a + b * t; })},
    {"logarithmic_spiral", "r = ae^(cθ)\n−π ≤ θ ≤ π", -pi, pi,
     polar_curve([](double t) { return a * std::exp(c * t); })},
    {"hyperbolic_spiral", "r = a/θ\nθ in [1, 10]", 1, 10,
     polar_curve([](double t) { return a / t; })},
    {"lituus", "r = a/√θ\n1 ≤ θ ≤ 20", 1, 20,
     polar_curve([](double t) { return a / std::sqrt(t); })},
    {"fermat_spiral", "r = a√θ\n1 ≤ θ ≤ 20", 1, 20,
     polar_curve([](double t) { return a * std::sqrt(t); })},
    {"folium", "x = 3at/(1 + t³)\ny = 3at²/(1 + t³)\n0 ≤ t ≤ 5", 0, 5,
     [](double t) {
       const double d = 1 + t * t * t;
       return Point(3 * a * t / d, 3 * a * t * t / d);
     }},
    {"cissoid", "r = 2a sin θ tan θ\n−1 ≤ θ ≤ 1", -1, 1,
     polar_curve([](double t) { return 2 * a * std::sin(t) * std::tan(t); })},
    {"conchoid", "r = b + a sec θ\n−1 ≤ θ ≤ 1", -1, 1,
     polar_curve([](double t) { return b + a / std::cos(t); })},
    {"witch", "y = 8a³/(x² + 4a²)\n−6 ≤ x ≤ 6", -6, 6,
     graph_of([](double x) { return 8 * a * a * a / (x * x + 4 * a * a); })},
    {"tractrix", "x = a(t − tanh t)\ny = a sech t\n−3 ≤ t ≤ 3", -3, 3,
     [](double t) { return Point(a * (t - std::tanh(t)), a / std::cosh(t)); }},
    {"catenary", "y = a cosh(x/a)\n−4 ≤ x ≤ 4", -4, 4,
     graph_of([](double x) { return a * std::cosh(x / a); })},
    {"nephroid", "x = a(3cos t − cos 3t)\ny = a(3sin t − sin 3t)\n0 ≤ t ≤ 2π", 0, 2 * pi,
     [](double t) {
       return Point(a * (3 * std::cos(t) - std::cos(3 * t)),
                    a * (3 * std::sin(t) - std::sin(3 * t)));
     }},
    {"deltoid", "x = 2a cos t + a cos 2t\ny = 2a sin t − a sin 2t\n0 ≤ t ≤ 2π", 0, 2 * pi,
     [](double t) {
       return Point(2 * a * std::cos(t) + a * std::cos(2 * t),
                    2 * a * std::sin(t) - a * std::sin(2 * t));
     }},
    {"epicycloid",
     "x = (a + b)cos t − b cos((a/b + 1)t)\ny = (a + b)sin t − b sin((a/b + 1)t)\n0 ≤ t ≤ 6π", 0,
     6 * pi,
     [](double t) {
       const double m = a / b + 1;
       return Point((a + b) * std::cos(t) - b * std::cos(m * t),
                    (a + b) * std::sin(t) - b * std::sin(m * t));
     }},
    {"hypotrochoid",
     "x = (a − b)cos t + c cos((a − b)t/b)\ny = (a − b)sin t − c sin((a − b)t/b)\n0 ≤ t ≤ 6π", 0,
     6 * pi,
     [](double t) {
       const double m = (a - b) * t / b;
       return Point((a - b) * std::cos(t) + c * std::cos(m),
                    (a - b) * std::sin(t) - c * std::sin(m));
     }},
    {"involute", "x = a(cos t + t sin t)\ny = a(sin t − t cos t)\n0 ≤ t ≤ 10", 0, 10,
     [](double t) {
       return Point(a * (std::cos(t) + t * std::sin(t)), a * (std::sin(t) - t * std::cos(t)));
     }},
    {"lissajous", "x = a sin(nt + c)\ny = b sin t\n0 ≤ t ≤ 2π", 0, 2 * pi,
     [](double t) { return Point(a * std::sin(n * t + c), b * std::sin(t)); }},
    {"strophoid", "r = a cos 2θ sec θ\n−1 ≤ θ ≤ 1", -1, 1,
     polar_curve([](double t) { return a * std::cos(2 * t) / std::cos(t); })},
    {"serpentine", "y = abx/(x² + a²)\n−8 ≤ x ≤ 8", -8, 8,
     graph_of([](double x) { return a * b * x / (x * x + a * a); })},
    {"kappa", "r = a cot θ\n0.5 ≤ θ ≤ 2.5", 0.5, 2.5,
     polar_curve([](double t) { return a / std::tan(t); })},
    {"butterfly", "r = a(e^(sin θ) − 2cos 4θ + sin^5((2θ − π)/24))\n0 ≤ θ ≤ 24π", 0, 24 * pi,
     polar_curve([](double t) {
       return a * (std::exp(std::sin(t)) - 2 * std::cos(4 * t) +
                   std::pow(std::sin((2 * t - pi) / 24), 5));
     })},
    {"cochleoid", "r = a(sin θ)/θ\n1 ≤ θ ≤ 20", 1, 20,
     polar_curve([](double t) { return a * std::sin(t) / t; })},
    {"tschirnhausen", "r = a sec³(θ/3)\n−3 ≤ θ ≤ 3", -3, 3,
     polar_curve([](double t) { return a / std::pow(std::cos(t / 3), 3); })},
    {"quadratrix", "r = 2aθ/(π sin θ)\n0.5 ≤ θ ≤ 2.5", 0.5, 2.5,
     polar_curve([](double t) { return 2 * a * t / (pi * std::sin(t)); })},
    {"bell", "f(u) = e^(−u²)\ny = a f(x/b)\n−6 ≤ x ≤ 6", -6, 6,
     graph_of([](double x) { return a * std::exp(-x * x / (b * b)); })},
    {"square_wave", "y = ∑(j = 1..4, a sin((2j − 1)x)/(2j − 1))\n−π ≤ x ≤ π", -pi, pi,
     graph_of([](double x) {
       double sum = 0;
       for (int j = 1; j <= 4; ++j) sum += a * std::sin((2 * j - 1) * x) / (2 * j - 1);
       return sum;
     })},
};

std::string file_of(const Printed& printed) {
  return std::string("curve ") + printed.name +
         "\n  length a = 2, b = 3, c = 0.5\n  number k = 1.5, n = 3\n" + printed.lines + "\n";
}

SharedCurveType type_of(const Printed& printed) {
  CurveLibrary library;
  const std::string text = file_of(printed);
  const Result<SharedCurveType> type = library.add(text, Tier::interpret);
  if (!type) FAIL(explain(type.error(), text, ""));
  return *type;
}

}  // namespace

TEST_CASE("thirty-six curves typed as a textbook prints them are taken, and have its values") {
  CHECK(std::size(kCurves) >= 30);
  for (const Printed& printed : kCurves) {
    CAPTURE(printed.name);
    const Curve curve = default_curve(type_of(printed));
    CHECK(t_begin(curve) == doctest::Approx(printed.begin));
    for (int i = 0; i <= 40; ++i) {
      const double t = printed.begin + (printed.end - printed.begin) * i / 40;
      CAPTURE(t);
      Point x;
      REQUIRE(point_at(curve, t, x));
      const Point expected = printed.at(t);
      CHECK((x - expected).norm() <= 1e-12 * (1 + expected.norm()));
    }
  }
}

TEST_CASE("curves typed as a textbook prints them can be pulled, at ten places each") {
  for (const Printed& printed : kCurves) {
    CAPTURE(printed.name);
    const SharedCurveType type = type_of(printed);
    for (int i = 0; i < 10; ++i) {
      const double t = printed.begin + (printed.end - printed.begin) * (i + 0.37) / 10;
      CAPTURE(t);
      World world;
      const CurveId id = world.add(default_curve(type));
      Point x;
      REQUIRE(point_at(*world.find(id), t, x));
      const Point target = 1.05 * x + Point(0.01, 0.02);
      const HandId hand = world.grab(id, t);
      world.pull(hand, target);
      Stepper stepper;
      for (int step = 0; step < 20; ++step) stepper.step(world);
      const Curve& pulled = *world.find(id);
      CHECK(pulled.q.allFinite());
      Point now;
      REQUIRE(point_at(pulled, t, now));
      CHECK((now - target).norm() < (x - target).norm());
    }
  }
}
