#include "codegen/math.h"

#include <cmath>
#include <doctest/doctest.h>

#include "codegen/interpret.h"
#include "tests/random_program.h"

namespace limber {
namespace {

// f(p, t) with t, the last input, running: one lane by one(), several by along().
Program single_function(Op op) {
  Program p;
  p.inputs = 2;
  p.code = {{Op::input, 0}, {Op::input, 1}};
  if (arity(op) == 2) p.code.push_back({op, 0, 1});
  else p.code.push_back({op, 1});
  p.outputs = {2};
  if (op == Op::sincos) {
    p.code.push_back({Op::cos_of_sincos, 2});
    p.outputs.push_back(3);
  }
  return p;
}

std::vector<CpuClass> classes_here() {
  std::vector<CpuClass> classes;
  for (const CpuClass cpu : {CpuClass::plain, CpuClass::fma, CpuClass::avx512})
    if (cpu <= this_cpu()) classes.push_back(cpu);
  return classes;
}

// Neighbours of every size: a lane must not see what stands beside it.
TEST_CASE("every function gives the same bits in one lane and in several") {
  RandomPrograms random(1);
  for (const CpuClass cpu : classes_here())
    for (const MathFunction& f : math_table(cpu)) {
      CAPTURE(std::string(name_of(f.op)));
      const Kernel kernel = interpret(single_function(f.op), cpu);
      for (int trial = 0; trial < 200; ++trial) {
        double in[2] = {trial % 4 ? random.number() : random.extreme(), 0};
        std::vector<double> last = random.inputs(16);
        double out[2 * 16];
        kernel.along(in, last.data(), 16, out, 16);
        for (int k = 0; k < 16; ++k) {
          in[1] = last[k];
          double one[2];
          (void)kernel(in, one);
          for (int j = 0; j < kernel.outputs(); ++j) REQUIRE(same_bits(one[j], out[j * 16 + k]));
        }
      }
    }
}

TEST_CASE("eight lanes give the bits of four") {
  if (this_cpu() < CpuClass::avx512) return;
  RandomPrograms random(3);
  for (const MathFunction& f : math_table(CpuClass::avx512)) {
    CAPTURE(std::string(name_of(f.op)));
    const Program program = single_function(f.op);
    const Kernel four = interpret(program, CpuClass::fma), eight = interpret(program, CpuClass::avx512);
    for (int trial = 0; trial < 500; ++trial) {
      const double in[2] = {trial % 4 ? random.number() : random.extreme(), 0};
      const std::vector<double> last = random.inputs(16);
      double of_four[2 * 16], of_eight[2 * 16];
      four.along(in, last.data(), 16, of_four, 16);
      eight.along(in, last.data(), 16, of_eight, 16);
      for (int k = 0; k < 16 * four.outputs(); ++k) REQUIRE(same_bits(of_four[k], of_eight[k]));
    }
  }
}

TEST_CASE("the functions are within four units of the last place of the C library's") {
  RandomPrograms random(2);
  const auto close = [](double ours, double theirs) {
    return same_bits(ours, theirs) || std::abs(ours - theirs) <= 0x1p-50 * std::abs(theirs);
  };
  const auto check = [&](Op op, double (*theirs)(double, double)) {
    for (const CpuClass cpu : classes_here()) {
      const Kernel kernel = interpret(single_function(op), cpu);
      for (int trial = 0; trial < 500; ++trial) {
        const double in[2] = {std::abs(random.number()), random.number()};
        double out[2];
        (void)kernel(in, out);
        CAPTURE(std::string(name_of(op))); CAPTURE(in[0]); CAPTURE(in[1]);
        CHECK(close(out[0], theirs(in[0], in[1])));
      }
    }
  };
#define LIMBER_CHECK1(f) check(Op::f, [](double, double t) { return std::f(t); });
#define LIMBER_CHECK2(f) check(Op::f, [](double p, double t) { return std::f(p, t); });
  LIMBER_FUNCTIONS_1(LIMBER_CHECK1)
  LIMBER_FUNCTIONS_2(LIMBER_CHECK2)
  check(Op::sincos, [](double, double t) { return std::sin(t); });
}

TEST_CASE("each class has every function of the enumeration once") {
  for (const CpuClass cpu : {CpuClass::plain, CpuClass::fma, CpuClass::avx512}) {
    int seen = 0;
    for (const MathFunction& f : math_table(cpu)) {
      CHECK(f.op >= Op::sin);
      CHECK((f.one && f.wide));
      ++seen;
    }
    CHECK(seen == static_cast<int>(Op::sincos) - static_cast<int>(Op::sin) + 1);
  }
}

}  // namespace
}  // namespace limber
