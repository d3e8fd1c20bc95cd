// Curves given by differential equations: x' = ..., x(0) = ..., their derivatives by the variational
// equations, and the three evaluators of them.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "codegen/compile.h"
#include "codegen/explain.h"
#include "codegen/flow.h"
#include "codegen/format.h"
#include "curves/drag_matrix.h"
#include "curves/library.h"
#include "curves/tessellate.h"
#include "laws.h"
#include "solver/stepper.h"
#include "tests/random_functions.h"

namespace limber {
namespace {

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

// The numbers of a kernel at these inputs, and whether all of them are finite.
std::vector<double> values(const Kernel& kernel, const std::vector<double>& in) {
  std::vector<double> out(static_cast<std::size_t>(kernel.outputs()));
  CHECK(kernel(in.data(), out.data()));
  return out;
}

const char* const growth =
    "curve growth \"Growth\"\n  number k = 0.7, a = 2\n  t from 0 to 3\n  x' = 1\n  y' = k*y\n"
    "  x(0) = 0\n  y(0) = a\n";
const char* const oscillator =
    "curve oscillator \"Oscillator\"\n  number w = 1.3, a = 2\n  t from 0 to 3\n  x'' = -w^2*x\n"
    "  y = x'\n  x(0) = a\n  x'(0) = 0\n";
// The start is within the range, a let stands in a rate, the variable is not t.
const char* const gauss =
    "curve gauss \"Bell\"\n  number k = 1\n  x from -2 to 3\n  let slope = -k*x\n  y' = slope*y\n"
    "  y(0) = 1\n";

}  // namespace

TEST_CASE("solutions that are known come out to 1e-12, with their derivatives") {
  for (const double t : {0.0, 0.4, 1.7, 3.0}) {
    const auto y = values(made(growth)->motion, {0.7, 2, t});
    const double e = std::exp(0.7 * t);
    const double wanted[] = {t, 2 * e, 1, 1.4 * e, 0, 2 * t * e, 0, e};
    for (std::size_t i = 0; i < 8; ++i) CHECK(std::abs(y[i] - wanted[i]) <= 1e-12 * (1 + std::abs(wanted[i])));
    const auto x = values(made(oscillator)->motion, {1.3, 2, t});
    const double c = std::cos(1.3 * t), s = std::sin(1.3 * t);
    const double swing[] = {2 * c,       -2.6 * s, -2.6 * s, -3.38 * c,
                            -2 * t * s, -2 * s - 2.6 * t * c, c, -1.3 * s};
    for (std::size_t i = 0; i < 8; ++i) CHECK(std::abs(x[i] - swing[i]) <= 1e-11 * (1 + std::abs(swing[i])));
  }
  for (const double x : {-2.0, -0.3, 0.0, 1.5, 3.0})
    CHECK(values(made(gauss)->point, {1.4, x})[1] == doctest::Approx(std::exp(-0.7 * x * x)).epsilon(1e-12));
}

TEST_CASE("derivatives of a solution agree with differences of it, the second ones too") {
  Random random(1694);
  for (const char* text : flow_examples)
    for (int trial = 0; trial < 3; ++trial) {
      const auto type = made(text);
      const Curve curve = random.curve(type);
      const double t = random.t(curve);
      CAPTURE(type->name);
      CAPTURE(curve.q.transpose());
      CAPTURE(t);
      Eigen::VectorXd dq(curve.q.size());
      for (int i = 0; i < dq.size(); ++i) dq[i] = random.in(-1, 1) * std::max(0.1, 0.1 * std::abs(curve.q[i]));
      const double dt = random.in(-0.5, 0.5);
      Motion motion;
      const auto at = [&](double s) {
        Point x;
        REQUIRE(point_at({type, curve.q + s * dq}, t + s * dt, x));
        return x;
      };
      const auto rate = [&](double s) {
        REQUIRE(motion_at({type, curve.q + s * dq}, t + s * dt, motion));
        return Point(motion.x_q * dq + motion.x_t * dt);
      };
      const auto slope = [](const auto& f) {
        const double h = 1e-3;
        return Point((8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h));
      };
      CHECK((rate(0) - slope(at)).norm() < 1e-8 * (1 + rate(0).norm()));
      Locale memory;
      Point bent;
      REQUIRE(bend_at(curve, t, dq, dt, memory, bent));
      CHECK((bent - slope(rate)).norm() < 1e-7 * (1 + bent.norm() + rate(0).norm()));
    }
}

TEST_CASE("machine code follows a solution as the interpreter does, to the bit") {
  for (const char* text : flow_examples) {
    const auto slow = made(text), fast = made(text, Tier::machine_code);
    CAPTURE(slow->name);
    const Curve curve = default_curve(slow);
    for (const auto& [a, b] : {std::pair(&slow->point, &fast->point), {&slow->motion, &fast->motion},
                               {&slow->sweep, &fast->sweep}}) {
      std::vector<double> in(curve.q.data(), curve.q.data() + curve.q.size()), t, one, two;
      in.push_back(0);
      for (int k = 0; k < 21; ++k) t.push_back(slow->t_begin + (slow->t_end - slow->t_begin) * k / 20);
      one.resize(t.size() * static_cast<std::size_t>(a->outputs()));
      two = one;
      a->along(in.data(), t.data(), 21, one.data(), 21);
      b->along(in.data(), t.data(), 21, two.data(), 21);
      for (std::size_t i = 0; i < one.size(); ++i)
        CHECK(std::bit_cast<std::uint64_t>(one[i]) == std::bit_cast<std::uint64_t>(two[i]));
      in.back() = t[13];
      std::vector<double> single(static_cast<std::size_t>(b->outputs()));
      CHECK((*b)(in.data(), single.data()));
      for (std::size_t j = 0; j < single.size(); ++j) CHECK(single[j] == one[j * 21 + 13]);
    }
  }
}

TEST_CASE("a curve given by a differential equation is drawn, has drag and follows a pull") {
  for (const char* text : flow_examples) {
    const auto type = made(text, Tier::machine_code);
    CAPTURE(type->name);
    const Curve curve = default_curve(type);
    CHECK(tessellate(curve, 0.001).points.size() > 20);
    World world;
    const CurveId id = world.add(curve);
    const double t = 0.6 * type->t_begin + 0.4 * type->t_end;
    const HandId hand = world.grab(id, t);
    const Point target = world.find(hand)->target + Point(0.3, 0.2);
    world.pull(hand, target);
    Stepper stepper;
    stepper.settle(world, 60);
    Point x;
    REQUIRE(point_at(*world.find(id), t, x));
    CHECK((x - target).norm() < 1e-6);
  }
}

TEST_CASE("where a solution ends the curve ends, and the way there is bounded") {
  // y' = 1 + y^2 from 0 is tan t: it has no value beyond a right angle.
  const auto tangent = made(
      "curve pole \"Pole\"\n  number k = 1\n  t from 0 to 3\n  x = t\n  y' = k*(1 + y^2)\n  y(0) = 0\n");
  CHECK(values(tangent->point, {1, 1.5})[1] == doctest::Approx(std::tan(1.5)).epsilon(1e-10));
  double out[2];
  const double beyond[] = {1, 1.7}, stiff[] = {1e9, 1.0};
  CHECK(!tangent->point(beyond, out));
  CHECK(!tangent->point(stiff, out));
  // A rate that jumps is followed, step by ever smaller step, or given up; it never hangs.
  const auto jump = made(
      "curve jump \"Jump\"\n  number k = 1\n  t from 0 to 3\n  x = t\n  y' = sign(sin(40t + 1))*k\n  y(0) = 0\n");
  // (The exact value: 1/40 of a triangle of height pi, which rises and falls with 40 t + 1.)
  for (const double t : {0.06, 0.3, 2.9}) {
    const double in[] = {1, t};
    const bool found = jump->point(in, out);
    if (t < 0.1) REQUIRE(found);  // over one jump
    if (!found) continue;
    CHECK(out[0] == t);
    CHECK(std::abs(out[1] - (std::abs(std::remainder(40 * t + 1, 2 * M_PI)) - 1) / 40) < 1e-9);
  }
  // Without a jump on the way there is a value for certain.
  const double before[] = {1, 0.05};
  REQUIRE(jump->point(before, out));
  CHECK(out[1] == doctest::Approx(0.05).epsilon(1e-12));
}

TEST_CASE("what is wrong with a differential equation is said") {
  const std::string head = "curve e \"E\"\n  number k = 1\n  t from 0 to 3\n";
  CHECK(refusal(head + "  x' = k\n  y' = y\n  x(0) = 0\n") == "It is not said where y begins.");
  CHECK(refusal(head + "  x' = k*y'\n  y' = y\n  x(0) = 0\n  y(0) = 1\n") ==
        "In a differential equation there is no integral and no other prime.");
  CHECK(refusal(head + "  x' = k\n  y' = y\n  x(0) = 0\n  y(1) = k\n") == "All unknowns begin at the same t.");
  CHECK(refusal(head + "  x' = k\n  x(0) = 0\n") == "x is given, but y is missing.");
  CHECK(refusal(head + "  x' = k\n  y' = y\n  x(k) = 0\n  y(0) = 1\n") ==
        "Where a solution begins is a plain number.");
  CHECK(refusal(head + "  x = t\n  y' = y\n  y(0) = y\n") ==
        "Where a solution begins is said by parameters and lets of them.");
  CHECK(refusal(head + "  x = t\n  y = t\n  y' = k*y\n  y(0) = 1\n") == "y is given in two ways.");
  CHECK(refusal(head + "  x = t\n  y''' = k*y\n  y(0) = 1\n") == "A differential equation has one prime or two.");
  CHECK(refusal(head + "  x = t\n  y' = k*y\n  y' = 2\n  y(0) = 1\n") ==
        "For y there is an equation already.");
  CHECK(refusal("curve e \"E\"\n  nodes place p = (0, 0), (1, 1)\n  pieces = nodes - 1\n  x' = 1\n  y' = p[0].x\n"
                "  x(0) = 0\n  y(0) = 0\n") == "A curve with nodes cannot have differential equations.");
}

TEST_CASE("differential equations have one plain form, which says the same") {
  for (const char* text : flow_examples) {
    const Result<std::string> once = plain_form(text);
    REQUIRE(once);
    CHECK(*plain_form(*once) == *once);
    CHECK(made(*once)->name == made(text)->name);
  }
}

}  // namespace limber
