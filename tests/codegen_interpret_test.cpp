#include "codegen/interpret.h"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>

#include "codegen/fault.h"
#include "tests/random_program.h"

namespace limber {
namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();

// op(a, b, c) of three inputs, one at a time and in lanes.
double apply(Op op, double a, double b = 0, double c = 0) {
  Program p;
  p.inputs = 3;
  p.code = {{Op::input, 0}, {Op::input, 1}, {Op::input, 2}, {op, 0, 1, 2}};
  p.outputs = {3};
  const double in[3] = {a, b, c};
  double one, lanes[3];
  const Kernel kernel = interpret(p);
  (void)kernel(in, &one);
  const double last[3] = {c, c, c};
  kernel.along(in, last, 3, lanes, 3);
  for (const double x : lanes) CHECK(same_bits(x, one));
  return one;
}

TEST_CASE("the operations mean what program.h says, zeros and nan included") {
  CHECK(apply(Op::add, 1, 2) == 3);
  CHECK(apply(Op::sub, 1, 2) == -1);
  CHECK(apply(Op::mul, 3, 2) == 6);
  CHECK(apply(Op::div, 3, 2) == 1.5);
  CHECK(same_bits(apply(Op::neg, 0.0), -0.0));
  CHECK(same_bits(apply(Op::abs, -0.0), 0.0));
  CHECK(apply(Op::sqrt, 9) == 3);
  CHECK(apply(Op::floor, -1.5) == -2);
  CHECK(same_bits(apply(Op::sign, -0.0), 0.0));
  CHECK(apply(Op::sign, -kInfinity) == -1);
  CHECK(std::isnan(apply(Op::sign, kNan)));
  CHECK(apply(Op::min, kNan, 1) == 1);
  CHECK(std::isnan(apply(Op::min, 1, kNan)));
  CHECK(same_bits(apply(Op::max, 0.0, -0.0), -0.0));
  CHECK(apply(Op::less, 1, 2) == 1);
  CHECK(apply(Op::less, kNan, 2) == 0);
  CHECK(apply(Op::less_equal, 2, 2) == 1);
  CHECK(apply(Op::equal, 0.0, -0.0) == 1);
  CHECK(apply(Op::logical_and, 1, 0) == 0);
  CHECK(apply(Op::logical_or, 1, 0) == 1);
  CHECK(apply(Op::logical_not, 0) == 1);
  CHECK(apply(Op::select, 1, 5, kNan) == 5);
  CHECK(apply(Op::select, 0, kNan, 7) == 7);
}

// The plainest evaluator there can be, against which registers and tapes are checked.
std::vector<double> step_by_step(const Program& p, const std::vector<double>& in) {
  std::vector<double> v(p.code.size());
  for (std::size_t k = 0; k < p.code.size(); ++k) {
    const Instruction& i = p.code[k];
    const auto operand = [&](std::int32_t o) { return o >= 0 ? v[o] : 0; };
    if (i.op == Op::constant) v[k] = i.value;
    else if (i.op == Op::input) v[k] = in[i.a];
    else if (i.op == Op::cos_of_sincos) v[k] = v[k];
    else if (i.op == Op::sincos) {
      Program both;
      both.inputs = 1;
      both.code = {{Op::input, 0}, {Op::sincos, 0}, {Op::cos_of_sincos, 1}};
      both.outputs = {1, 2};
      (void)interpret(both)(&v[i.a], &v[k]);
    } else {
      Program single;
      single.inputs = 3;
      single.code = {{Op::input, 0}, {Op::input, 1}, {Op::input, 2}, {i.op, 0, 1, 2}};
      single.outputs = {3};
      const double abc[3] = {operand(i.a), operand(i.b), operand(i.c)};
      (void)interpret(single)(abc, &v[k]);
    }
  }
  std::vector<double> out;
  for (const std::int32_t o : p.outputs) out.push_back(v[o]);
  return out;
}

TEST_CASE("a program gives the bits of its operations done one by one") {
  RandomPrograms random(3);
  for (int trial = 0; trial < 60; ++trial) {
    const Program p = random.program(10 + random.below(100));
    const Kernel kernel = interpret(p);
    for (int point = 0; point < 3; ++point) {
      const std::vector<double> in = random.inputs(p.inputs);
      const std::vector<double> expected = step_by_step(p, in);
      std::vector<double> out(p.outputs.size());
      (void)kernel(in.data(), out.data());
      for (std::size_t j = 0; j < out.size(); ++j) REQUIRE(same_bits(out[j], expected[j]));
    }
  }
}

TEST_CASE("many evaluations give the bits of one at a time, for every count") {
  RandomPrograms random(4);
  for (int trial = 0; trial < 200; ++trial) {
    const Program p = random.program(5 + random.below(120));
    const Kernel kernel = interpret(p);
    const int count = trial % 41, stride = count + 3;
    std::vector<double> in = random.inputs(p.inputs);
    const std::vector<double> last = random.inputs(count);
    std::vector<double> out(p.outputs.size() * stride, -1234), one(p.outputs.size());
    kernel.along(in.data(), last.data(), count, out.data(), stride);
    for (int k = 0; k < count; ++k) {
      in.back() = last[k];
      (void)kernel(in.data(), one.data());
      for (std::size_t j = 0; j < one.size(); ++j) REQUIRE(same_bits(one[j], out[j * stride + k]));
    }
    for (std::size_t j = 0; j < one.size(); ++j)
      for (int k = count; k < stride; ++k) REQUIRE(out[j * stride + k] == -1234);
  }
}

TEST_CASE("a result that is not finite is a status, and says why") {
  const auto fault = [](Op op, double a, double b = 0) {
    Program p;
    p.inputs = 2;
    p.code = {{Op::input, 0}, {Op::input, 1}, {op, 0, 1}, {Op::add, 2, 0}};
    p.outputs = {0, 3};
    const double in[2] = {a, b};
    double out[2];
    CHECK(interpret(p)(in, out) == explain_fault(p, in).empty());
    return explain_fault(p, in);
  };
  CHECK(fault(Op::log, 2) == "");
  CHECK(fault(Op::log, -2) == "the logarithm of a negative number");
  CHECK(fault(Op::log, 0) == "the logarithm of zero");
  CHECK(fault(Op::sqrt, -2) == "the square root of a negative number");
  CHECK(fault(Op::div, 1, 0) == "a division by zero");
  CHECK(fault(Op::div, 1e300, 1e-300) == "a number too large to compute with");
  CHECK(fault(Op::acos, 1.5) == "the arc cosine of a number outside -1 to 1");
  CHECK(fault(Op::pow, -2, 0.5) == "a negative number to a power that is not whole");
  CHECK(fault(Op::pow, 0, -1) == "zero to a negative power");
  CHECK(fault(Op::add, kNan) == "a parameter that is not a finite number");
}

TEST_CASE("a fault in a branch not taken is no fault") {
  Program p;
  p.inputs = 1;
  p.code = {{Op::input, 0}, {Op::constant, -1, -1, -1, 0.0}, {Op::less, 1, 0}, {Op::log, 0},
            {Op::select, 2, 3, 1}};
  p.outputs = {4};
  const double in = -1;
  double out;
  CHECK(interpret(p)(&in, &out));
  CHECK(out == 0);
  CHECK(explain_fault(p, &in) == "");
}

}  // namespace
}  // namespace limber
