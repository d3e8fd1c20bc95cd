#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "codegen/explain.h"
#include "curves/bounds.h"
#include "curves/library.h"
#include "curves/tessellate.h"
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

// Of a curve given by an equation or a differential equation, which has no t of the book's: the point of it,
// found in another way, that lies where this one should.
struct Found {
  const char* name;
  const char* source;  // whose notation it is, or what it says
  const char* lines;
  std::function<Point(const Point&)> beside;
};

constexpr double a = 2, b = 3, c = 0.5, k = 1.5, n = 3;

Point polar_point(double r, double theta) { return {r * std::cos(theta), r * std::sin(theta)}; }

std::function<Point(double)> polar_curve(double (*r)(double)) {
  return [r](double theta) { return polar_point(r(theta), theta); };
}
std::function<Point(double)> graph_of(double (*f)(double)) {
  return [f](double x) { return Point(x, f(x)); };
}

// Parametric, polar and Cartesian forms in the notation of the catalogues of plane curves (MacTutor's Famous Curves
// Index, for one), with a = 2, b = 3, c = 1/2, k = 3/2, n = 3.
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

// Folium: r = 3a sin θ cos θ/(sin³θ + cos³θ). Along one ray there is one point, and the node.
Point on_folium(const Point& x) {
  if (x.norm() < 1e-9) return Point(0, 0);
  const double theta = std::atan2(x.y(), x.x()), s = std::sin(theta), co = std::cos(theta);
  return polar_point(3 * a * s * co / (s * s * s + co * co * co), theta);
}
// Cassini's ovals about (-c, 0) and (c, 0): r² = c² cos 2θ ± √(b⁴ − c⁴ sin²2θ), of which one lies in one oval.
Point on_cassini(const Point& x) {
  constexpr double f = 2.5, g = 2;  // half the distance of the foci, b
  const double theta = std::atan2(x.y(), x.x()), s = std::sin(2 * theta);
  const double root = std::sqrt(std::max(g * g * g * g - f * f * f * f * s * s, 0.0));
  const double far = std::sqrt(f * f * std::cos(2 * theta) + root);
  const double near = std::sqrt(std::max(f * f * std::cos(2 * theta) - root, 0.0));
  return polar_point(std::abs(x.norm() - far) < std::abs(x.norm() - near) ? far : near, theta);
}
// y = a sech τ, x = a(τ − tanh τ) − x of the place where it begins.
Point on_tractrix(const Point& x) {
  const auto along = [](double tau) { return a * (tau - std::tanh(tau)); };
  const double begin = std::acosh(a / 1.0), goal = x.x() + along(begin);
  double low = 0, high = 10;
  for (int round = 0; round < 200; ++round) {
    const double middle = 0.5 * (low + high);
    (along(middle) < goal ? low : high) = middle;
  }
  return Point(x.x(), a / std::cosh(0.5 * (low + high)));
}
// y = e^(-x²/2)
Point on_bell(const Point& x) { return Point(x.x(), std::exp(-x.x() * x.x() / 2)); }

const Found kFound[] = {
    {"folium_equation", "MacTutor, Foliumd", "x³ + y³ = 3axy\nwithin 8", on_folium},
    {"cassini_equation", "Wikipedia, Cassini oval",
     "place f1 = (-2.5, 0), f2 = (2.5, 0)\nnumber g = 2\n|p − f1| · |p − f2| = g²", on_cassini},
    {"tractrix_rate", "the tangent of a tractrix has the length a",
     "y' = −y/√(a² − y²)\ny(0) = 1\n0 ≤ x ≤ 4", on_tractrix},
    {"bell_rate", "the logarithm of the bell falls as a parabola", "y' = −x*y\ny(0) = 1\n−3 ≤ x ≤ 3", on_bell},
};

std::string file_of(const char* name, const char* lines) {
  return std::string("curve ") + name +
         "\n  length a = 2, b = 3, c = 0.5\n  number k = 1.5, n = 3\n" + lines + "\n";
}

SharedCurveType type_of(const char* name, const char* lines, Tier tier = Tier::interpret) {
  CurveLibrary library;
  const std::string text = file_of(name, lines);
  const Result<SharedCurveType> type = library.add(text, tier);
  if (!type) FAIL(explain(type.error(), text, ""));
  return *type;
}

// Every curve of the book, and what is on it beside a place of it.
struct Every {
  const char *name, *lines;
  std::function<Point(double t, const Point& x)> expected;
};
std::vector<Every> every_curve() {
  std::vector<Every> all;
  for (const Printed& one : kCurves)
    all.push_back({one.name, one.lines, [&one](double t, const Point&) { return one.at(t); }});
  for (const Found& one : kFound)
    all.push_back({one.name, one.lines, [&one](double, const Point& x) { return one.beside(x); }});
  return all;
}

double share_of(const Curve& curve, double share) {
  return t_begin(curve) + share * (t_end(curve) - t_begin(curve));
}

// What the hand holds at t, if the numbers that are free were a little other ones.
Point reachable(const Curve& curve, double t) {
  Curve other = curve;
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(curve.type->parameters.size()); ++i)
    other.q[i] *= i % 2 ? 1.01 : 0.99;
  Point x;
  REQUIRE(point_at(other, t, x));
  return x;
}

}  // namespace

TEST_CASE("forty curves typed as a textbook prints them are taken, and have its values") {
  CHECK(std::size(kCurves) + std::size(kFound) >= 40);
  for (const Printed& printed : kCurves) {
    INFO(std::string(printed.name));
    const Curve curve = default_curve(type_of(printed.name, printed.lines));
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
  for (const Found& found : kFound) {
    INFO(std::string(found.name));
    INFO(std::string(found.source));
    const Curve curve = default_curve(type_of(found.name, found.lines));
    for (int i = 0; i <= 200; ++i) {
      Point x;
      REQUIRE(point_at(curve, share_of(curve, i / 200.0), x));
      CAPTURE(x.transpose());
      CHECK((x - found.beside(x)).norm() <= 1e-12 * (1 + x.norm()));
    }
  }
}

TEST_CASE("curves typed as a textbook prints them are drawn to the tolerance, all of each") {
  for (const Every& one : every_curve()) {
    INFO(std::string(one.name));
    const Curve curve = default_curve(type_of(one.name, one.lines));
    const double tolerance = 1e-3 * rough_size(curve);
    const Polyline line = tessellate(curve, tolerance);
    CHECK(line.complete);
    double worst = 0, drawn = 0;
    line.for_each_segment([&](int i) {
      const auto from = static_cast<std::size_t>(i), to = from + 1;
      drawn += line.t[to] - line.t[from];
      for (const double share : {0.2, 0.5, 0.8}) {
        const double t = line.t[from] + share * (line.t[to] - line.t[from]);
        Point x;
        REQUIRE(point_at(curve, t, x));
        worst = std::max(worst, distance_to_segment(one.expected(t, x), line.points[from], line.points[to]));
      }
    });
    CHECK(worst <= tolerance);
    CHECK(drawn == doctest::Approx(t_end(curve) - t_begin(curve)));
  }
}

TEST_CASE("curves typed as a textbook prints them are the same to the bit, interpreted and compiled") {
  for (const Every& one : every_curve()) {
    INFO(std::string(one.name));
    const Curve slow = default_curve(type_of(one.name, one.lines));
    const Curve fast = default_curve(type_of(one.name, one.lines, Tier::machine_code));
    REQUIRE(slow.q == fast.q);
    for (int i = 0; i <= 40; ++i) {
      Motion x, y;
      const double t = share_of(slow, i / 40.0);
      REQUIRE(motion_at(slow, t, x) == motion_at(fast, t, y));
      CHECK(x.x == y.x);
      CHECK(x.x_t == y.x_t);
      CHECK(x.x_q == y.x_q);
    }
  }
}

TEST_CASE("curves typed as a textbook prints them are where the hand is, at ten places each") {
  for (const Every& one : every_curve()) {
    INFO(std::string(one.name));
    const SharedCurveType type = type_of(one.name, one.lines, Tier::machine_code);
    for (int i = 0; i < 10; ++i) {
      World world;
      const CurveId id = world.add(default_curve(type));
      const double t = share_of(*world.find(id), (i + 0.37) / 10);
      CAPTURE(t);
      const Point target = reachable(*world.find(id), t);
      const HandId hand = world.grab(id, t);
      world.pull(hand, target);
      Stepper stepper;
      for (int step = 0; step < 60; ++step) stepper.step(world);
      const Curve& pulled = *world.find(id);
      CHECK(pulled.q.allFinite());
      Point now;
      REQUIRE(place_of(world, world.find(hand)->on, now));
      CHECK((now - target).norm() < 1e-6 * rough_size(pulled));
    }
  }
}
