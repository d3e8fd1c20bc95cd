#include "codegen/expression.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "codegen/compile.h"
#include "codegen/explain.h"
#include "codegen/interpret.h"

using namespace limber;

namespace {

using Curve = CurveDefinition<Program>;
using Constraint = ConstraintDefinition<Program>;

Definition<Program> lowered(const std::string& text) {
  const auto result = lower(text);
  if (!result) FAIL(explain(result.error(), text, ""));
  return *result;
}
Curve curve(const std::string& text) { return std::get<Curve>(lowered(text)); }
Constraint constraint(const std::string& text) { return std::get<Constraint>(lowered(text)); }

std::vector<double> run(const Program& program, const std::vector<double>& in) {
  REQUIRE(static_cast<int>(in.size()) == program.inputs);
  std::vector<double> out(program.outputs.size());
  const Kernel kernel = interpret(program);
  (void)kernel(in.data(), out.data());
  return out;
}

constexpr double pi = std::numbers::pi;

}  // namespace

TEST_CASE("parameters have names, labels, roles, ranges and locks") {
  const Curve c = curve(
      "curve c \"Title\"\n  place p \"centre\" = (1, -2)\n  length a \"width\" = 3, b = 2, a > 0, "
      "1 <= b < 5\n"
      "  angle phi = 30deg\n  fixed number n \"teeth\" = 24, n >= 3\n  t from 0 to 1\n  at = p + "
      "(a t, b t + n*phi)\n");
  REQUIRE(c.parameters.size() == 6);
  CHECK(c.title == "Title");
  CHECK(c.parameters[0].name == "p.x");
  CHECK(c.parameters[0].label == "centre x");
  CHECK(c.parameters[0].role == Role::x);
  CHECK(c.parameters[1].role == Role::y);
  CHECK(c.parameters[1].value == -2);
  CHECK(c.parameters[2].label == "width");
  CHECK(c.parameters[2].minimum == 0);
  CHECK(c.parameters[2].above_minimum);
  CHECK(std::isinf(c.parameters[2].maximum));
  CHECK(c.parameters[3].label == "b");
  CHECK(c.parameters[3].minimum == 1);
  CHECK(!c.parameters[3].above_minimum);
  CHECK(c.parameters[3].maximum == 5);
  CHECK(c.parameters[3].below_maximum);
  CHECK(c.parameters[4].role == Role::angle);
  CHECK(c.parameters[4].value == doctest::Approx(pi / 6));
  CHECK(!c.parameters[4].locked);
  CHECK(c.parameters[5].locked);
}

TEST_CASE("x0, y0 of a parameters line are a place, other names plain numbers") {
  const Curve c =
      curve("curve c\n parameters x0 = 1, y0 = 2, a = 3\n t from 0 to 1\n x = x0 + a*t\n y = y0\n");
  CHECK(c.parameters[0].role == Role::x);
  CHECK(c.parameters[1].role == Role::y);
  CHECK(c.parameters[2].role == Role::number);
}

TEST_CASE("the three ways to write a circle are one circle") {
  const std::string head = "curve c\n place p = (1, 2)\n length a = 3\n t from 0 to tau closed\n";
  for (const std::string way :
       {" x = p.x + a cos t\n y = p.y + a sin t\n", " at = p + a (cos t, sin t)\n",
        " r = a about p\n", " let k = polar(a, t)\n at = p + k\n",
        " y = p.y + a sin t\n let k = cos t\n x = p.x + a*k\n"}) {
    const Curve c = curve(head + way);
    CHECK(c.closed);
    CHECK(c.t_end == doctest::Approx(2 * pi));
    const auto at = run(c.point, {1, 2, 3, 0.5});
    CHECK(at[0] == doctest::Approx(1 + 3 * std::cos(0.5)));
    CHECK(at[1] == doctest::Approx(2 + 3 * std::sin(0.5)));
  }
}

TEST_CASE("a polar curve is turned and placed") {
  const Curve c = curve(
      "curve c\n place p = (0, 0)\n angle phi = 0\n length a = 1\n θ from 0 to pi\n r = a (1 + cos "
      "θ) about p turned phi\n");
  const auto at = run(c.point, {1, 2, 0.3, 2, 0.7});
  const double r = 2 * (1 + std::cos(0.7));
  CHECK(at[0] == doctest::Approx(1 + r * std::cos(1.0)));
  CHECK(at[1] == doctest::Approx(2 + r * std::sin(1.0)));
}

TEST_CASE("y may be written in terms of x, and lets in any order") {
  const Curve c = curve(
      "curve c\n length a = 2\n t from 0 to 1\n y = sin(x) + b\n x = a*t\n let b = d^2\n let d = "
      "3\n");
  CHECK(run(c.point, {2, 0.25})[1] == doctest::Approx(std::sin(0.5) + 9));
}

TEST_CASE("e may be a parameter, the eccentricity, and is else the number") {
  CHECK(run(curve("curve c\n number e = 0.5, 0 <= e < 1\n t from 0 to 1\n at = (e t, t)\n").point,
            {0.5, 1})[0] == 0.5);
  CHECK(run(curve("curve c\n number f = 0.5\n t from 0 to 1\n at = (e t, t)\n").point,
            {0.5, 1})[0] == doctest::Approx(std::exp(1)));
}

TEST_CASE("a number is a parameter when its value is plain, and measured when it names something") {
  const Curve c = curve(
      "curve c\n length a = 2*pi\n number k = 1\n length twice = 2a\n t from 0 to 1\n at = (a t, k "
      "t)\n number slope = y'/x'\n angle up = atan2(y', x')\n");
  CHECK(c.parameters.size() == 2);
  REQUIRE(c.find("twice"));
  CHECK(c.find("twice")->role == Role::length);
  CHECK(!c.find("twice")->along);
  CHECK(c.find("slope")->role == Role::number);
  CHECK(c.find("up")->role == Role::angle);
  CHECK(c.measures.back().name == "normal");
}

TEST_CASE("tangent and normal are of length 1, the normal to the left") {
  const Curve c = curve("curve c\n length a = 2\n t from 0 to 1\n at = (a t, a t^2)\n");
  const auto tangent = run(c.find("tangent")->value, {2, 0.5}),
             normal = run(c.find("normal")->value, {2, 0.5});
  CHECK(tangent[0] == doctest::Approx(std::sqrt(0.5)));
  CHECK(tangent[1] == doctest::Approx(std::sqrt(0.5)));
  CHECK(normal[0] == doctest::Approx(-std::sqrt(0.5)));
  CHECK(c.find("tangent")->along);
  CHECK(c.find("tangent")->shape == Shape::direction);
}

TEST_CASE("integrals are inputs of their own, with bounds, shared when equal") {
  const Curve c = curve(
      "curve c\n length a = 2\n t from 0 to 3\n at = (a t, 0)\n length l = integral(|x'|)\n length "
      "s = integral(|x'|, begin, t)\n"
      " number part = s/l + integral(|at'|, 0, t)\n length rest = integral(|x'|, t, end)\n number "
      "rate = s'\n");
  const auto* l = c.find("l");
  REQUIRE(l->integrals.size() == 1);
  CHECK((l->integrals[0].from == Bound::begin && l->integrals[0].to == Bound::end));
  CHECK(!l->along);
  CHECK(l->role == Role::length);
  CHECK(c.find("s")->along);
  CHECK((c.find("s")->integrals[0].to == Bound::t));
  CHECK(c.find("part")->integrals.size() == 2);
  CHECK((c.find("rest")->integrals[0].from == Bound::t));
  CHECK(run(l->integrals[0].integrand, {2, 0.5})[0] == 2);  // |x'| = a
  CHECK(run(c.find("rate")->value, {2, 0.5})[0] ==
        2);  // the derivative of the length so far is the speed
}

TEST_CASE("|x'| is the speed along the curve") {
  const Curve c = curve(
      "curve c\n length a = 2\n t from 0 to 1\n x = 3a*t\n y = 4a*t\n number v = |x'|\n number u = "
      "abs(x')\n");
  CHECK(run(c.find("v")->value, {2, 0.5})[0] == doctest::Approx(10));
  CHECK(run(c.find("u")->value, {2, 0.5})[0] == doctest::Approx(6));
}

TEST_CASE("t may end at a parameter, corners then repeat") {
  const Curve c = curve(
      "curve c\n fixed number teeth = 5\n length a = 1\n t from 0 to teeth closed\n corners at "
      "0.25, 0.75\n theta = tau*t/teeth\n r = a + t - floor(t)\n");
  CHECK(c.t_end_parameter == 0);
  CHECK(c.t_end == 5);
  CHECK(c.corners == std::vector<double>{0.25, 0.75});
}

TEST_CASE("a family knows its window, its pieces and its nodes") {
  const Curve c = curve(
      "curve path\n nodes place p = (0, 0), (1, 2), (3, 2), (4, 0) at least 3\n nodes fixed number "
      "w = 1, 1, 2, 1, w > 0\n"
      " length h = 5\n pieces = (nodes - 1)/3\n corners at joints\n at = (1 - t)*w[0] p[0] + "
      "t*h*w[3] p[3]\n");
  CHECK(c.is_family);
  CHECK(c.family.window == 4);
  CHECK(c.family.offset == 0);
  CHECK(c.family.step == 3);
  CHECK(c.family.extra == -1);
  CHECK(c.family.spans(7) == 2);
  CHECK(c.family.minimum_nodes == 4);
  CHECK(c.corner_at_joints);
  REQUIRE(c.family.node.size() == 3);
  CHECK(c.family.node[0].role == Role::x);
  CHECK(c.family.node[2].name == "w");
  CHECK(c.family.node[2].locked);
  CHECK(c.family.node[2].above_minimum);
  CHECK(c.family.default_nodes == std::vector<double>{0, 0, 1, 1, 2, 1, 3, 2, 2, 4, 0, 1});
  CHECK(c.point.inputs == 1 + 4 * 3 + 1);
  std::vector<double> in{2, 7, 8, 3, 0, 0,  0,
                         0, 0, 0, 5, 6, 10, 0.5};  // h, then x y w of four nodes, t
  CHECK(run(c.point, in)[0] == doctest::Approx(0.5 * 3 * 7 + 0.5 * 2 * 10 * 5));
}

TEST_CASE("a closed family wraps") {
  const Curve c = curve(
      "curve c\n nodes place p = (0, 0), (1, 0), (1, 1)\n closed\n pieces = nodes\n at = (1 - t) "
      "p[0] + t p[1] + 0 p[-1]\n");
  CHECK(c.family.wraps);
  CHECK(c.closed);
  CHECK(c.family.offset == -1);
  CHECK(c.family.window == 3);
  CHECK(c.family.spans(3) == 3);
}

TEST_CASE("a gesture sets what it says, in order, and leaves the defaults") {
  const Curve c = curve(
      "curve c\n place p = (0, 0)\n length r = 3, h = 4\n number n = 2\n t from 0 to 1\n at = p + "
      "(r, h*n t)\n draw p = press, r = |release - p|/n\n");
  CHECK(run(c.gesture, {1, 2, 4, 6}) == std::vector<double>{1, 2, 2.5, 4, 2});
}

TEST_CASE("rows of constraints: equations, stops, points, scales") {
  const Constraint c = constraint(
      "constraint c \"All\" (point a, point b, direction u, length d = 2, angle phi = 45deg, "
      "number k):\n"
      "  let v = b - a\n  |v| = d\n  a = b\n  |v| >= d\n  |v| <= d\n  angle(u, v) = phi\n  "
      "cross(unit(v), u)\n  k*time - 1\n  cross(v, u) scale angle\n");
  REQUIRE(c.rows == 9);
  CHECK(c.title == "All");
  CHECK(c.input_size() == 9);
  CHECK(c.inputs[3].value == 2);
  CHECK(c.inputs[4].role == Role::angle);
  CHECK(c.row_roles == std::vector<Role>{Role::length, Role::length, Role::length, Role::length,
                                         Role::length, Role::angle, Role::number, Role::number,
                                         Role::angle});
  CHECK(c.senses[0] == Sense::equal);
  CHECK(c.senses[3] == Sense::at_least);
  CHECK(c.senses[4] == Sense::at_least);
  const auto out = run(c.evaluate, {0, 0, 3, 4, 1, 0, 2, 0.5, 3, 2});
  CHECK(out[0] == 3);      // |v| - d
  CHECK(out[1] == -3);     // a - b
  CHECK(out[3] == 3);      // at least: |v| - d >= 0
  CHECK(out[4] == -3);     // at most: d - |v| >= 0
  CHECK(out[7] == 5);      // 3*2 - 1
  CHECK(out[9 + 7] == 3);  // its derivative by time
}

TEST_CASE("a preference is a sum of squares, and becomes one row for each") {
  const Constraint c = constraint(
      "preference c (point a, point b, number k):\n  |a - b|^2 + 4 (k - 1)^2\n  k*k/9 + dot(a, "
      "a)\n");
  CHECK(c.preference);
  REQUIRE(c.rows == 6);
  const auto out = run(c.evaluate, {1, 2, 4, 8, 3, 0});
  CHECK(std::vector<double>(out.begin(), out.begin() + 6) ==
        std::vector<double>{-3, -6, 4, 1, 1, 2});
  CHECK(c.row_roles[0] == Role::length);
  CHECK(c.row_roles[2] == Role::number);
}
