#include "codegen/machine_code.h"

#include <doctest/doctest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "codegen/limits.h"
#include "tests/random_program.h"

namespace limber {
namespace {

// A clock that stands still but when told, and that can stop whoever asks for the time.
std::atomic<double> now = 0, each_call = 0;
std::mutex mutex;
std::condition_variable changed;
bool held = false;

double told_time() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [] { return !held; });
  return now = now + each_call;
}

void hold(bool whether) {
  const std::lock_guard lock(mutex);
  held = whether;
  changed.notify_all();
}

// Everything before is done and counted, and time is ours.
class Clock {
 public:
  explicit Clock(double seconds_each_call) {
    finish_compiling();
    each_call = seconds_each_call;
    set_compile_clock(told_time);
    before_ = compile_counts();
  }
  ~Clock() {
    hold(false);
    finish_compiling();
    set_compile_clock(nullptr);
  }
  CompileCounts counts() const {
    const CompileCounts all = compile_counts();
    return {all.quick - before_.quick, all.optimised - before_.optimised,
            all.dropped - before_.dropped, all.refused - before_.refused};
  }

 private:
  CompileCounts before_;
};

std::vector<Kernel> some_kernels(RandomPrograms& random, const SharedBudget& budget) {
  return compile_in_background({{random.program(20), true}}, budget);
}

TEST_CASE("a definition is compiled quickly, then optimised") {
  if (!llvm_library()) return;
  RandomPrograms random(40);
  const Clock clock(0);
  const std::vector<Kernel> kernels = some_kernels(random, compile_budget());
  finish_compiling();
  CHECK(stage_of(kernels[0]) == Stage::optimised);
  CHECK(clock.counts().quick == 1);
  CHECK(clock.counts().optimised == 1);
}

TEST_CASE("a document that has spent its ten seconds stays interpreted, to the same bits") {
  if (!llvm_library()) return;
  RandomPrograms random(41);
  const Clock clock(limits::compile_seconds / 2 + 0.1);  // so long seems every compilation
  const SharedBudget document = compile_budget(), another = compile_budget();
  const Program program = random.program(40);
  const auto compiled = [&](const SharedBudget& budget) {
    const std::vector<Kernel> kernels = compile_in_background({{program, true}}, budget);
    finish_compiling();
    return kernels[0];
  };
  const Kernel first = compiled(document), second = compiled(document), third = compiled(document);
  CHECK(stage_of(first) == Stage::quick);  // too slow to be worth optimising
  CHECK(stage_of(second) == Stage::quick);
  CHECK(document->spent());
  CHECK(stage_of(third) == Stage::interpreted);
  CHECK(stage_of(compiled(another)) == Stage::quick);  // documents do not pay for each other
  CHECK(first_difference(first, third, random, 50) == "");
  CHECK(clock.counts().optimised == 0);
}

TEST_CASE("what would take more than a second to optimise is compiled quickly only") {
  if (!llvm_library()) return;
  RandomPrograms random(42);
  const Clock clock(0.5);
  const std::vector<Kernel> kernels = some_kernels(random, nullptr);
  finish_compiling();
  CHECK(stage_of(kernels[0]) == Stage::quick);
  CHECK(clock.counts().refused == 1);
}

TEST_CASE("what was superseded before its turn is not compiled") {
  if (!llvm_library()) return;
  RandomPrograms random(43);
  const Clock clock(0);
  hold(true);  // the compiler is busy with the first
  const std::vector<Kernel> first = some_kernels(random, nullptr);
  for (int typed = 0; typed < 10; ++typed) (void)some_kernels(random, nullptr);
  const std::vector<Kernel> last = some_kernels(random, nullptr);
  hold(false);
  finish_compiling();
  CHECK(stage_of(first[0]) == Stage::optimised);
  CHECK(stage_of(last[0]) == Stage::optimised);
  CHECK(clock.counts().quick <= 3);  // one of the ten may have been on its way
  CHECK(clock.counts().dropped >= 18);
}

// The largest definitions the limits let through, by counting what is asked of the compiler.
TEST_CASE("what is too large is never handed to the compiler") {
  if (!llvm_library()) return;
  RandomPrograms random(44);
  const Clock clock(0);
  const auto kernels_of = [&](std::size_t operations, bool along) {
    return compile_in_background({{random.program(static_cast<int>(operations)), along}});
  };
  const auto huge = kernels_of(limits::compiled_instructions + 1, false);
  finish_compiling();
  CHECK(stage_of(huge[0]) == Stage::interpreted);
  CHECK(clock.counts().quick == 0);
  const auto large = kernels_of(limits::optimised_instructions / 2 + 1, true);
  finish_compiling();
  CHECK(stage_of(large[0]) == Stage::quick);
  CHECK(clock.counts().optimised == 0);
}

}  // namespace
}  // namespace limber
