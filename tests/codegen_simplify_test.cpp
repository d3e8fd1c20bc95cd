#include "codegen/simplify.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "codegen/compile.h"
#include "codegen/interpret.h"

using namespace limber;

namespace {

int count(const Program& program, Op op) {
  return static_cast<int>(std::ranges::count(program.code, op, &Instruction::op));
}

int operations(const Program& program) {
  return static_cast<int>(std::ranges::count_if(program.code, [](const Instruction& i) {
    return i.op != Op::constant && i.op != Op::input && i.op != Op::cos_of_sincos;
  }));
}

double run(const Program& program, std::vector<double> in) {
  std::vector<double> out(program.outputs.size());
  const Kernel kernel = interpret(program);
  (void)kernel(in.data(), out.data());
  return out[0];
}

struct Two {
  Graph g;
  Node u = g.new_input(), v = g.new_input();
  Program program(std::vector<Node> outputs) const { return simplify(g, {u, v}, outputs); }
};

}  // namespace

TEST_CASE("what is asked for twice is one node, in either order") {
  Two e;
  CHECK(e.g.add(e.u, e.v) == e.g.add(e.v, e.u));
  CHECK(e.g.mul(e.u, e.v) == e.g.mul(e.v, e.u));
  CHECK(e.g.sub(e.u, e.v) != e.g.sub(e.v, e.u));
}

TEST_CASE("algebra that needs no thought is done") {
  Two e;
  Graph& g = e.g;
  const Node zero = g.constant(0), one = g.constant(1);
  CHECK(g.sub(e.u, e.u) == zero);
  CHECK(g.mul(zero, e.u) == zero);
  CHECK(g.mul(one, e.u) == e.u);
  CHECK(g.div(e.u, e.u) == one);
  CHECK(g.add(e.u, e.u) == g.scale(2, e.u));
  CHECK(g.add(g.scale(2, e.u), g.scale(-2, e.u)) == zero);
  CHECK(g.sub(g.add(e.u, e.v), e.v) == e.u);
  CHECK(g.neg(g.neg(e.u)) == e.u);
  CHECK(g.mul(e.u, g.mul(e.u, e.u)) == g.whole_power(e.u, 3));
  CHECK(g.whole_power(g.sqrt(e.u), 2) == e.u);
  CHECK(g.whole_power(g.neg(e.u), 2) == g.whole_power(e.u, 2));
  CHECK(g.sqrt(g.whole_power(e.u, 2)) == g.abs(e.u));
  CHECK(g.reciprocal(g.reciprocal(e.u)) == e.u);
  CHECK(g.pow(e.u, g.constant(0.5)) == g.sqrt(e.u));
}

TEST_CASE("a difference is one operation") {
  Two e;
  const Program p = e.program({e.g.sub(e.u, e.v)});
  CHECK(operations(p) == 1);
  CHECK(count(p, Op::sub) == 1);
  CHECK(run(p, {5, 3}) == 2);
  const Program q = e.program({e.g.sub(e.u, e.g.scale(3, e.v))});
  CHECK(operations(q) == 2);
  CHECK(run(q, {5, 3}) == -4);
}

TEST_CASE("one division where the quotient serves once, one reciprocal where it serves often") {
  Two e;
  const Program once = e.program({e.g.div(e.u, e.v)});
  CHECK(operations(once) == 1);
  CHECK(count(once, Op::div) == 1);
  const Node w = e.g.apply(Op::sin, e.u);
  const Program twice = e.program({e.g.div(e.u, e.v), e.g.div(w, e.v)});
  CHECK(count(twice, Op::div) == 1);
  CHECK(count(twice, Op::mul) == 2);
}

TEST_CASE("whole powers are products that share their squares") {
  Two e;
  const auto products = [&](int n) {
    const Program p = e.program({e.g.whole_power(e.u, n)});
    CHECK(count(p, Op::pow) == 0);
    CHECK(run(p, {1.1, 0}) == doctest::Approx(std::pow(1.1, n)).epsilon(1e-14));
    return count(p, Op::mul);
  };
  CHECK(products(2) == 1);
  CHECK(products(3) == 2);
  CHECK(products(4) == 2);
  CHECK(products(8) == 3);
  CHECK(products(15) <= 6);
  CHECK(products(64) == 6);
  const Program together = e.program({e.g.whole_power(e.u, 2), e.g.whole_power(e.u, 3),
                                      e.g.whole_power(e.u, 4), e.g.whole_power(e.u, 5)});
  CHECK(count(together, Op::mul) == 4);
  CHECK(run(e.program({e.g.whole_power(e.u, -3)}), {2, 0}) == 0.125);
}

TEST_CASE("sine and cosine of one argument are computed together, alone otherwise") {
  Two e;
  const Program both = e.program({e.g.apply(Op::cos, e.u), e.g.apply(Op::sin, e.u)});
  CHECK(count(both, Op::sincos) == 1);
  CHECK(count(both, Op::sin) + count(both, Op::cos) == 0);
  CHECK(well_formed(both));
  const Program one = e.program({e.g.apply(Op::cos, e.u), e.g.apply(Op::sin, e.v)});
  CHECK(count(one, Op::sincos) == 0);
}

TEST_CASE("what does not depend on the last input comes first") {
  Two e;
  const Node late = e.g.apply(Op::sin, e.v);
  const Node early = e.g.apply(Op::exp, e.u);
  const Program p = e.program({e.g.mul(late, early)});
  const std::vector<bool> along = runs_along(p);
  CHECK(std::ranges::is_sorted(along));
}

TEST_CASE("constants are folded, and what has no finite value is left to fail when run") {
  Graph g;
  const Node c = g.apply(Op::sin, g.constant(1));
  REQUIRE(g.is_constant(c));
  CHECK(g.value(c) == doctest::Approx(std::sin(1.0)));
  CHECK(!g.is_constant(g.apply(Op::log, g.constant(-1))));
  CHECK(!g.is_constant(g.reciprocal(g.constant(0))));
  CHECK(g.is_constant(g.guarded_reciprocal(g.constant(0)), 0));
}

TEST_CASE("a circle takes no more operations than a careful hand would use") {
  const auto result = lower(
      "curve circle\n place c = (0, 0)\n length r = 1\n t from 0 to tau\n at = c + r (cos t, sin "
      "t)\n");
  REQUIRE(result);
  const auto& circle = std::get<CurveDefinition<Program>>(*result);
  CHECK(operations(circle.point) == 5);   // sincos, two products, two sums
  CHECK(operations(circle.motion) == 6);  // and one change of sign
  CHECK(operations(circle.shape) == 7);   // the same, and one more change of sign
}
