#include "codegen/kernel.h"

#include <doctest/doctest.h>

#include <atomic>
#include <thread>

#include "codegen/interpret.h"
#include "codegen/limits.h"
#include "codegen/machine_code.h"
#include "tests/random_program.h"

namespace limber {
namespace {

TEST_CASE("a kernel keeps its bits while its code is replaced under it") {
  RandomPrograms random(11);
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<FunctionSource> sources;
    for (int i = 0; i < 5; ++i) sources.push_back({random.program(80), i % 2 == 0});
    const std::vector<Kernel> kernels = compile_in_background(sources);
    // While it compiles, and once it has.
    for (int round = 0; round < 2; ++round) {
      for (std::size_t i = 0; i < kernels.size(); ++i)
        REQUIRE(first_difference(interpret(sources[i].program), kernels[i], random, 50) == "");
      finish_compiling();
      if (llvm_library())
        for (const Kernel& kernel : kernels) REQUIRE(stage_of(kernel) == Stage::optimised);
    }
  }
}

TEST_CASE("a kernel is replaced while other threads call it") {
  RandomPrograms random(12);
  const Program program = random.program(200);
  const Kernel expected = interpret(program);
  const std::vector<Kernel> kernels = compile_in_background({{program, true}});
  std::atomic<int> differences = 0;
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 3; ++seed)
    threads.emplace_back([&, seed] {
      RandomPrograms mine(seed);
      differences += !first_difference(expected, kernels[0], mine, 2000).empty();
    });
  for (std::thread& thread : threads) thread.join();
  finish_compiling();
  CHECK(differences == 0);
}

TEST_CASE("the compiler can be warmed up, any number of times") {
  warm_up_compiler();
  warm_up_compiler();
  finish_compiling();
}

TEST_CASE("kernels that nobody holds any more are not compiled, and do no harm") {
  RandomPrograms random(13);
  for (int i = 0; i < 50; ++i) (void)compile_in_background({{random.program(300), true}});
  finish_compiling();
}

TEST_CASE("above the limit a kernel stays interpreted") {
  RandomPrograms random(14);
  const Program program = random.program(static_cast<int>(limits::compiled_instructions) + 1);
  const std::vector<Kernel> kernels = compile_in_background({{program, true}});
  finish_compiling();
  CHECK(stage_of(kernels[0]) == Stage::interpreted);
  CHECK(first_difference(interpret(program), kernels[0], random, 3) == "");
}

}  // namespace
}  // namespace limber
