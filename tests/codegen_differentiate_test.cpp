#include "codegen/differentiate.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "codegen/compile.h"
#include "codegen/explain.h"
#include "codegen/interpret.h"
#include "codegen/simplify.h"
#include "tests/random_formula.h"

using namespace limber;

namespace {

using Curve = CurveDefinition<Program>;
using Constraint = ConstraintDefinition<Program>;

double value(const Graph& graph, Node f, const std::vector<Node>& inputs,
             const std::vector<double>& in) {
  const Program program = simplify(graph, inputs, {f});
  double out = 0;
  const Kernel kernel = interpret(program);
  (void)kernel(in.data(), &out);
  return out;
}

std::vector<double> run(const Program& program, const std::vector<double>& in) {
  std::vector<double> out(program.outputs.size());
  const Kernel kernel = interpret(program);
  (void)kernel(in.data(), out.data());
  return out;
}

Definition<Program> lowered(const std::string& text) {
  const auto result = lower(text);
  if (!result) FAIL(explain(result.error(), text, ""));
  return *result;
}

}  // namespace

TEST_CASE("every function's derivative, and the derivative of that, agree with differences") {
  struct Case {
    Op op;
    double at;
  };
  for (const Case c : {Case{Op::sin, 0.7},
                       {Op::cos, 0.7},
                       {Op::tan, 0.7},
                       {Op::asin, 0.4},
                       {Op::acos, 0.4},
                       {Op::atan, 0.7},
                       {Op::sinh, 0.7},
                       {Op::cosh, 0.7},
                       {Op::tanh, 0.7},
                       {Op::exp, 0.7},
                       {Op::log, 0.7},
                       {Op::sqrt, 0.7},
                       {Op::cbrt, 0.7},
                       {Op::cbrt, -0.7},
                       {Op::asinh, -0.7},
                       {Op::acosh, 1.7},
                       {Op::atanh, 0.7},
                       {Op::erf, 0.7},
                       {Op::abs, -0.7},
                       {Op::abs, 0.7}}) {
    CAPTURE(name_of(c.op));
    Graph g;
    const Node u = g.new_input();
    const Node f = g.apply(c.op, u);
    const Node f1 = differentiate(g, {f}, {{u, g.constant(1)}})[0];
    const Node f2 = differentiate(g, {f1}, {{u, g.constant(1)}})[0];
    const double h = 1e-4;
    const auto at = [&](Node n, double x) { return value(g, n, {u}, {x}); };
    CHECK(at(f1, c.at) ==
          doctest::Approx((at(f, c.at + h) - at(f, c.at - h)) / (2 * h)).epsilon(1e-6));
    CHECK(at(f2, c.at) ==
          doctest::Approx((at(f1, c.at + h) - at(f1, c.at - h)) / (2 * h)).epsilon(1e-6));
  }
}

TEST_CASE("powers, quotients and atan2, by each operand") {
  Graph g;
  const Node u = g.new_input(), v = g.new_input();
  const std::vector<double> in{0.8, 1.7};
  for (const Node f :
       {g.pow(u, v), g.div(u, v), g.apply(Op::atan2, u, v), g.mul(u, v), g.whole_power(u, 5),
        g.pow(u, g.constant(-1.5)), g.apply(Op::min, u, v), g.apply(Op::max, u, v)})
    for (const Node by : {u, v}) {
      const Node d = differentiate(g, {f}, {{by, g.constant(1)}})[0];
      const double h = 1e-4;
      auto high = in, low = in;
      (by == u ? high[0] : high[1]) += h;
      (by == u ? low[0] : low[1]) -= h;
      CHECK(value(g, d, {u, v}, in) ==
            doctest::Approx((value(g, f, {u, v}, high) - value(g, f, {u, v}, low)) / (2 * h))
                .epsilon(1e-6));
    }
}

TEST_CASE("a derivative is finite wherever the value is") {
  // On the corner, at the root, on one point: all derivatives exist as numbers.
  for (const std::string x : {"abs(t)",
                              "sqrt(t)",
                              "sqrt(t^2)",
                              "cbrt(t)",
                              "t^0.3",
                              "t^1.7",
                              "|(t, r*t)|",
                              "unit((t, r t)).x",
                              "asin(1 - t)",
                              "acos(1 - t)",
                              "min(t, 2t)",
                              "max(t, 0)",
                              "atan2(t, r*t)",
                              "angle((t, 0), (0, t))",
                              "abs(t)^(2/(r + 1))",
                              "sign(t)*sqrt(abs(t))",
                              "floor(t)",
                              "if(t < 0, 1, t)",
                              "t^r",
                              "|t|^(r + t)"}) {
    CAPTURE(x);
    const auto curve = std::get<Curve>(
        lowered("curve c\n number r = 1\n t from 0 to 1\n x = " + x + "\n y = r*t\n"));
    for (const Program* f : {&curve.motion, &curve.shape, &curve.sweep, &curve.drag})
      for (const double out : run(*f, {1, 0})) CHECK(std::isfinite(out));
    for (const double out : run(curve.bend, {1, 0, 0.5, 0.25})) CHECK(std::isfinite(out));
  }
}

TEST_CASE("two points that coincide have a distance, and can be pulled apart") {
  const auto c = std::get<Constraint>(lowered("distance(point a, point b, number d): |a - b| - d"));
  const std::vector<double> out = run(c.evaluate, {3, 4, 3, 4, 0, 0});
  CHECK(out[0] == 0);
  for (const double d : out) CHECK(std::isfinite(d));
  // A hair apart, the derivative is the direction, of length 1, at every scale.
  for (const double h : {1e-3, 1e-9, 1e-100}) {
    const std::vector<double> apart = run(c.evaluate, {h, 0, 0, 0, 0, 0});
    CHECK(apart[2] == doctest::Approx(1));
    CHECK(apart[4] == doctest::Approx(-1));
  }
}

TEST_CASE("derivatives of a thousand random formulas agree with differences") {
  RandomFormula random(1990, true);
  int compared = 0;
  for (int k = 0; k < 1000; ++k) {
    const std::string text = random.curve();
    CAPTURE(text);
    const auto curve = std::get<Curve>(lowered(text));
    const std::vector<double> in{0.31, -0.22, 1.15, 0.65, 1.05, 0.42, 0.9 + 0.001 * (k % 100)};
    const int n = static_cast<int>(in.size());
    const std::vector<double> motion = run(curve.motion, in), sweep = run(curve.sweep, in);
    for (int by = 0; by < n; ++by) {
      const int column = by == n - 1 ? 1 : by + 2;  // t comes first
      double best = std::numeric_limits<double>::infinity();
      for (const double h : {1e-2, 3e-3, 1e-3, 3e-4, 1e-4}) {
        const auto at = [&](const Program& f, double step) {
          auto there = in;
          there[by] += step;
          return run(f, there);
        };
        double worst = 0;
        for (const auto& [f, out] : {std::pair{&curve.point, &motion}, {&curve.sweep, &sweep}}) {
          const auto a = at(*f, h), b = at(*f, -h), c = at(*f, 2 * h), d = at(*f, -2 * h);
          for (int j = 0; j < 2; ++j) {
            const double wanted = (8 * (a[j] - b[j]) - (c[j] - d[j])) / (12 * h);
            worst =
                std::max(worst, std::abs((*out)[2 * column + j] - wanted) / (1 + std::abs(wanted)));
          }
        }
        best = std::min(best, worst);
      }
      CAPTURE(by);
      CHECK(best < 1e-6);
      ++compared;
    }
  }
  CHECK(compared == 7000);
}
