// Curves given by an equation: f(x, y) = 0, traced. Every branch in the square is found, every point is
// on the curve, and where the parameters go the points follow.
#include "curves/trace.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>

#include "codegen/explain.h"
#include "codegen/format.h"
#include "curves/drag_matrix.h"
#include "curves/equation.h"
#include "curves/library.h"
#include "curves/nearest.h"
#include "curves/tessellate.h"
#include "laws.h"

namespace limber {
namespace {

struct Case {
  const char* name;
  const char* body;
};
const Case gallery[] = {
    {"circle", "length a = 10\n x^2 + y^2 = a^2 about c"},
    {"folium", "length a = 10\n x^3 + y^3 = 3 a x y about c"},
    {"two_ovals", "length a = 10\n |p - c + (11, 0)|*|p - c - (11, 0)| = a^2"},
    {"nearly_two", "length a = 10\n (x^2 + y^2)^2 - 2*a^2*(x^2 - y^2) = 0.0001 a^4 about c"},
    {"lemniscate", "length a = 10\n (x^2 + y^2)^2 = a^2*(x^2 - y^2) about c"},
    {"oval_and_branch", "length a = 10\n a y^2 = x^3 - a^2 x about c"},
    {"small_oval", "length a = 10\n a y^2 = x^3 - 0.03 a^2 x about c\n within 4a"},
    {"tiny_oval", "length a = 10\n (x^2 + y^2 - 1e-6 a^2)*(x - a) = 0 about c\n within 3a"},
    {"lame", "length a = 20, b = 10\n number n = 2.5\n |x/a|^n + |y/b|^n = 1 about c"},
    {"cusp", "length a = 10\n a y^2 = x^3 about c\n within 2a"},
    {"cardioid", "length a = 10\n (x^2 + y^2 - a x)^2 = a^2*(x^2 + y^2) about c"},
    {"trifolium", "length a = 10\n (x^2 + y^2)^2 = a x*(x^2 - 3y^2) about c"},
    {"clover", "length a = 10\n (x^2 + y^2)^3 = 4 a^2 x^2 y^2 about c"},
    {"hyperbola", "length a = 10\n x y = a^2 about c\n within 5a"},
    {"nested", "length a = 10\n (x^2 + y^2 - a^2)*(x^2 + y^2 - 4a^2)*(x^2 + y^2 - 9a^2) = 10 a^6 about c"},
    {"waves", "length a = 10\n sin(x/a) = cos(y/a) + 0.3 about c\n within 8a"},
    {"trident", "length a = 10\n x y a = x^3 + a^3 about c\n within 4a"},
};

std::string text_of(const Case& one) {
  return std::string("curve ") + one.name + "\n place c = (1, -2)\n " + one.body + "\n";
}

SharedCurveType made(const std::string& text, Tier tier = Tier::interpret) {
  CurveLibrary library;
  const Result<SharedCurveType> type = library.add(text, tier);
  if (!type) FAIL(explain(type.error(), text, ""));
  return *type;
}

// f in the size of lengths: how far off a place is, to first order.
double distance_off(const Equation& equation, const Point& x) {
  const Equation::Value v = equation.at(x);
  return std::abs(v.f) / v.gradient.norm();
}

// Zeros between the nodes of a grid, found without the tracer.
std::vector<Point> zeros_on_grid(const Equation& equation, int cells) {
  std::vector<Point> found;
  const double h = 2 * equation.half() / cells;
  const Point corner = equation.middle() - Point(equation.half(), equation.half()) + Point(1e-3, 2e-3) * h;
  const auto at = [&](double i, double j) { return Point(corner + h * Point(i, j)); };
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j)
      for (const Point& way : {Point(1, 0), Point(0, 1)}) {
        Point a = at(i, j), b = at(i + way.x(), j + way.y());
        const double f_a = equation.at(a).f, f_b = equation.at(b).f;
        if ((f_a > 0) == (f_b > 0)) continue;
        for (int k = 0; k < 45; ++k) {
          const Point m = 0.5 * (a + b);
          ((equation.at(m).f > 0) == (f_a > 0) ? a : b) = m;
        }
        if (std::abs(equation.at(a).f) < 1e-6 * (std::abs(f_a) + std::abs(f_b))) found.push_back(a);
      }
  return found;
}

}  // namespace

TEST_CASE("all of a curve that lies in its square is found, and nothing else") {
  for (const Case& one : gallery) {
    INFO(one.name);
    const Curve curve = default_curve(made(text_of(one)));
    const Equation equation(curve);
    const double size = equation.half();
    const Polyline line = tessellate(curve, 1e-4 * size);
    CHECK(line.complete);
    for (const Point& x : line.points) {
      const Equation::Value v = equation.at(x);
      const bool regular = v.gradient.norm() > 1e-4 * v.bending() * size;
      if (regular) CHECK(distance_off(equation, x) < 1e-11 * size);
    }
    double worst = 0;
    for (const Point& zero : zeros_on_grid(equation, 97)) {
      double least = size;
      line.for_each_segment([&](int i) {
        const auto k = static_cast<std::size_t>(i);
        least = std::min(least, distance_to_segment(zero, line.points[k], line.points[k + 1]));
      });
      worst = std::max(worst, least);
    }
    CHECK(worst < 1.5e-4 * size);
    CHECK(!is_worn(curve));
  }
}

TEST_CASE("an oval much smaller than the square is found") {
  const Curve curve = default_curve(made(text_of(gallery[7])));
  const std::optional<Nearest> found = nearest(curve, Point(1.001, -2), 1e-9);
  REQUIRE(found);
  CHECK(std::abs((found->x - Point(1, -2)).norm() - 0.01) < 1e-9);
}

TEST_CASE("points follow their parameters as the equation says") {
  for (const Case& one : gallery) {
    INFO(one.name);
    const Curve curve = default_curve(made(text_of(one)));
    Random random(7);
    int followed = 0;
    for (int round = 0; round < 1000 && followed < 20; ++round) {
      const double t = random.in(t_begin(curve), t_end(curve));
      Motion motion;
      if (!motion_at(curve, t, motion)) continue;
      const Equation equation(curve);
      const Equation::Value v = equation.at(motion.x);
      if (v.gradient.norm() < 0.02 * v.bending() * equation.half()) continue;  // near a singular point
      CHECK(std::abs(v.gradient.normalized().dot(motion.x_t)) < 1e-9 * equation.half());
      for (int i = 0; i < static_cast<int>(curve.type->parameters.size()); ++i) {
        const double h = 1e-6 * std::max(1.0, std::abs(curve.q[i]));
        Curve ahead = curve, behind = curve;
        ahead.q[i] += h;
        behind.q[i] -= h;
        Point a, b;
        REQUIRE(point_at(ahead, t, a));
        REQUIRE(point_at(behind, t, b));
        const Point rate = (a - b) / (2 * h);
        CHECK((rate - motion.x_q.col(i)).norm() < 1e-5 * (1 + rate.norm()));
      }
      ++followed;
    }
    CHECK(followed == 20);  // the others are near singular points
  }
}

TEST_CASE("interpreted and compiled, an equation gives the same bits") {
  for (const Case& one : gallery) {
    INFO(one.name);
    const Curve slow = default_curve(made(text_of(one)));
    Curve fast = default_curve(made(text_of(one), Tier::machine_code));
    REQUIRE(slow.q.size() == fast.q.size());
    CHECK(slow.q == fast.q);
    for (double t = 0.03; t < t_end(slow); t += 0.37) {
      Motion a, b;
      const bool has_a = motion_at(slow, t, a), has_b = motion_at(fast, t, b);
      CHECK(has_a == has_b);
      if (!has_a || !has_b) continue;
      for (std::size_t k = 0; k < a.values.size(); ++k)
        CHECK(std::bit_cast<std::uint64_t>(a.values[k]) == std::bit_cast<std::uint64_t>(b.values[k]));
    }
  }
}

TEST_CASE("traced again after its parameters changed, a curve has its points where they were") {
  for (const Case& one : gallery) {
    INFO(one.name);
    const Curve curve = default_curve(made(text_of(one)));
    Curve grown = curve;
    grown.q[2] *= 1.02;
    const Curve again = traced(grown);
    CHECK(!is_worn(again));
    int followed = 0;
    for (double t = 0.3; t < t_end(grown); t += 0.77) {
      Point before, after;
      if (!point_at(grown, t, before)) continue;
      REQUIRE(point_at(again, t_after(grown, again, t), after));
      CHECK((after - before).norm() < 1e-9 * Equation(grown).half());
      ++followed;
    }
    CHECK(followed > 0.8 * t_end(grown) / 0.77);
  }
}

TEST_CASE("what is no equation of a curve is refused with a sentence") {
  const auto refusal = [](const std::string& body) {
    CurveLibrary library;
    const auto type = library.add("curve c\n place m = (0, 0)\n length a = 1\n" + body, Tier::interpret);
    return type ? std::string() : type.error().message;
  };
  CHECK(refusal(" x^2 + y^2 = a^2\n") == "");
  CHECK(refusal(" x^2 - x^2 = a*y - a*y\n") == "This is no equation between x and y.");
  CHECK(refusal(" x^2 + y^2 = a^2\n x^2 - y^2 = 1\n") == "A curve is given by one equation.");
  CHECK(refusal(" x^2 + y^2 = a^2\n t from 0 to 1\n") ==
        "A curve given by an equation has no range of its own; within says where it is traced.");
  CHECK(refusal(" x^2 + y^2 = a^2\n at = (t, t)\n") == "The curve is given in two ways.");
  CHECK(refusal(" at = (t, a t)\n t from 0 to 1\n within 3a\n") ==
        "Only a curve given by an equation is traced within something.");
  CHECK(refusal(" x^2 + integral(s, s = 0..y) = a^2\n") ==
        "In an equation of the curve there is no integral and no prime.");
}

TEST_CASE("an equation is written in plain form and read again") {
  const std::string text =
      "curve folium\n  place c = (0, 0)\n  length a = 10\n  x^3 + y^3 = 3*a*x*y about c\n  within 3*a\n";
  const Result<std::string> plain = plain_form(text);
  REQUIRE(plain);
  CHECK(*plain == text);
}

// A third of a million blobs, each with a place without a gradient: the search went on for minutes.
TEST_CASE("an equation that is a texture is traced as far as its limits go") {
  const Curve curve = default_curve(made("curve texture\n length a = 1\n sin(9x/a)*sin(9y/a) = 0.3\n within 100a\n"));
  const Eigen::Index pieces = (curve.q.size() - 1) / 8;
  CHECK(pieces > 100);
  CHECK(pieces <= most_pieces);
}

TEST_CASE("an equation without any real point is an empty curve") {
  const Curve curve = default_curve(made("curve none\n length a = 1\n x^2 + y^2 = -a^2\n"));
  CHECK(tessellate(curve, 0.01).empty());
  Point x;
  CHECK(!point_at(curve, 0.5, x));
}

}  // namespace limber
