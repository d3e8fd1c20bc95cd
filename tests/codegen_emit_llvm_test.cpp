#include "codegen/emit_llvm.h"

#include <doctest/doctest.h>

#include <deque>

#include "codegen/interpret.h"
#include "codegen/machine_code.h"
#include "tests/random_functions.h"

namespace limber {
namespace {

// Machine code for many programs at once, of one class and level.
MachineCode compile(const std::vector<Program>& programs, CpuClass cpu, bool optimise) {
  CompileRequest request;
  request.cpu = cpu;
  request.optimise = optimise;
  for (const Program& p : programs) request.sources.push_back({&p, true});
  return llvm_library()->compile(request);
}

// `many` of machine code wants at least as many as the lanes; this fills up for it.
struct Whole {
  MachineFunction function;
  int lanes, outputs;
};
void one(const void* self, const double* in, double* out) {
  static_cast<const Whole*>(self)->function.one(nullptr, in, out);
}
void many(const void* self, const double* in, const double* last, int count, double* out,
          int stride) {
  const Whole& w = *static_cast<const Whole*>(self);
  if (count >= w.lanes) return w.function.many(nullptr, in, last, count, out, stride);
  std::vector<double> padded(last, last + count), block(w.lanes * w.outputs);
  padded.resize(w.lanes, 1);
  w.function.many(nullptr, in, padded.data(), w.lanes, block.data(), w.lanes);
  for (int j = 0; j < w.outputs; ++j)
    for (int k = 0; k < count; ++k) out[j * stride + k] = block[j * w.lanes + k];
}

void check_against_interpreter(const std::vector<Program>& batch, CpuClass cpu,
                               CpuClass interpreters, bool optimise, RandomPrograms& random) {
  const MachineCode code = compile(batch, cpu, optimise);
  REQUIRE(code.error == "");
  for (std::size_t i = 0; i < batch.size(); ++i) {
    CAPTURE(i);
    const Kernel expected = interpret(batch[i], interpreters);
    const Whole whole{code.functions[i], math_table(cpu).lanes, expected.outputs()};
    const Kernel kernel(expected.inputs(), expected.outputs(), {one, many, &whole}, code.owner);
    REQUIRE(first_difference(expected, kernel, random, 100) == "");
  }
}

void check_against_interpreter(int programs, CpuClass cpu, bool optimise, unsigned seed) {
  RandomPrograms random(seed);
  for (int done = 0; done < programs; done += 50) {
    CAPTURE(done);
    std::vector<Program> batch;
    for (int i = 0; i < 50; ++i) batch.push_back(random.program(5 + random.below(60)));
    check_against_interpreter(batch, cpu, cpu, optimise, random);
  }
}

TEST_CASE("run-time code gives the interpreter's bits on 1000 random formulas") {
  if (!llvm_library()) return;
  RandomPrograms random(7);
  const std::vector<Program> all = random_formulas(1000);
  for (std::size_t done = 0; done < all.size(); done += 50) {
    CAPTURE(done);
    const std::vector<Program> batch(all.begin() + done, all.begin() + done + 50);
    check_against_interpreter(batch, this_cpu(), this_cpu(), true, random);
  }
}

TEST_CASE("run-time code gives the interpreter's bits on 1000 random programs, optimised") {
  if (!llvm_library()) return;
  check_against_interpreter(1000, this_cpu(), true, 6);
}

TEST_CASE("run-time code gives the interpreter's bits, compiled quickly") {
  if (!llvm_library()) return;
  check_against_interpreter(500, this_cpu(), false, 7);
}

TEST_CASE("run-time code gives the interpreter's bits on lesser processors than this") {
  if (!llvm_library()) return;
  for (const CpuClass cpu : {CpuClass::plain, CpuClass::fma}) {
    if (cpu >= this_cpu()) continue;
    check_against_interpreter(200, cpu, true, 8);
    check_against_interpreter(200, cpu, false, 9);
  }
}

// What a session recorded on one of these processors promises to do on the other.
TEST_CASE("run-time code in eight lanes gives the bits of the interpreter in four") {
  if (!llvm_library() || this_cpu() < CpuClass::avx512) return;
  RandomPrograms random(11);
  std::vector<Program> batch;
  for (int i = 0; i < 200; ++i) batch.push_back(random.program(5 + random.below(60)));
  check_against_interpreter(batch, CpuClass::avx512, CpuClass::fma, true, random);
}

// /proc/self/maps: no mapping may be writable and executable at once.
TEST_CASE("no page is writable and executable while code is in use") {
  if (!llvm_library()) return;
  RandomPrograms random(10);
  const std::vector<Program> programs = {random.program(50)};
  const MachineCode code = compile(programs, this_cpu(), true);
  REQUIRE(code.error == "");
  FILE* maps = std::fopen("/proc/self/maps", "r");
  REQUIRE(maps);
  char line[512];
  while (std::fgets(line, sizeof line, maps)) {
    char flags[8] = "";
    REQUIRE(std::sscanf(line, "%*s %7s", flags) == 1);
    CHECK_FALSE((flags[1] == 'w' && flags[2] == 'x'));
  }
  std::fclose(maps);
}

}  // namespace
}  // namespace limber
