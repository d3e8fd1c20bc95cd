#include "codegen/emit_cpp.h"

#include <doctest/doctest.h>

#include "codegen/interpret.h"
#include "tests/golden.h"
#include "tests/random_functions.h"

namespace limber {
namespace {

// x = x0 + r cos(t + turn), y = y0 + r sin(t + turn), r = b t; and the number b, which is fixed.
Program spiral() {
  Program p;
  p.inputs = 5;  // x0 y0 b turn t
  p.code = {{Op::input, 0}, {Op::input, 1},  {Op::input, 2},         {Op::input, 3}, {Op::input, 4},
            {Op::mul, 2, 4}, {Op::add, 4, 3}, {Op::sincos, 6},        {Op::cos_of_sincos, 7},
            {Op::mul, 5, 8}, {Op::add, 0, 9}, {Op::mul, 5, 7},        {Op::add, 1, 11},
            {Op::constant, -1, -1, -1, 0.1},  {Op::max, 2, 13},       {Op::min, 5, 14},
            {Op::sincos, 3}, {Op::cos_of_sincos, 16}};
  p.outputs = {10, 12, 2, 15, 17};
  return p;
}

TEST_CASE("the emitted C++ reads as it did when it was looked at") {
  CHECK(matches_golden("emit_cpp_along.txt", emit_function("spiral", spiral(), true)));
  CHECK(matches_golden("emit_cpp_one.txt", emit_function("spiral", spiral(), false)));
}

TEST_CASE("names become letters, digits and underscores") {
  CHECK(mangle("center") == "center");
  CHECK(mangle("x; system(\"\")//").find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") ==
        std::string::npos);
}

TEST_CASE("build-time code gives the interpreter's bits, on each class of processors") {
  RandomPrograms random(5);
  const std::vector<Program> programs = random_functions();
  const std::vector<Compiled> compiled = compiled_random_functions();
  REQUIRE(programs.size() == compiled.size());
  for (const CpuClass cpu : {CpuClass::plain, CpuClass::fma, CpuClass::avx512}) {
    if (cpu > this_cpu()) continue;
    for (std::size_t i = 0; i < programs.size(); ++i) {
      CAPTURE(i);
      const Compiled& c = compiled[i];
      const Kernel kernel(c.inputs, c.outputs, c.on(cpu), nullptr);
      REQUIRE(first_difference(interpret(programs[i], cpu), kernel, random, 100) == "");
    }
  }
}

}  // namespace
}  // namespace limber
