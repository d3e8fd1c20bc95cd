// Machine code at run time: kernels that answer at once, interpreted, and become machine code under
// way, without changing a bit of what they compute.
//
// The compiler (emit_llvm) lives in a small library beside the program, loaded when first needed,
// because LLVM takes 20 ms to load and most drawings do without. One thread compiles: first all
// functions of a definition quickly, for one evaluation at a time; then, up to
// limits::optimised_instructions, optimised, for one and for many. Where the library is missing, a
// definition is above limits::compiled_instructions, or its document has spent its budget, kernels
// simply stay as they are; LIMBER_JIT=off in the environment does without it altogether. What nobody holds any more when its turn comes is not compiled.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "codegen/compile.h"
#include "codegen/kernel.h"
#include "codegen/limits.h"
#include "codegen/program.h"

namespace limber {

struct FunctionSource {
  Program program;
  bool along = false;  // is called for many values of the last input
};

class CompileBudget {
 public:
  explicit CompileBudget(double seconds) : left_(seconds) {}
  bool spent() const { return left_ <= 0; }
  void spend(double seconds) { left_ = left_ - seconds; }  // by the one thread that compiles

  // Of symbolic work, counted in operations asked of graphs; by the thread that reads the document.
  bool symbolic_spent() const { return symbolic_left_ <= 0; }
  void spend_symbolic(std::int64_t work) { symbolic_left_ -= work; }

 private:
  std::atomic<double> left_;
  std::int64_t symbolic_left_ = limits::symbolic_work;
};

// One kernel for each program; they are compiled together.
std::vector<Kernel> compile_in_background(std::vector<FunctionSource> sources,
                                          const SharedBudget& budget = nullptr);

// Loads and tries the compiler, so that the first formula does not wait for it: when the formula
// editor opens, say.
void warm_up_compiler();

// How far a kernel of compile_in_background has come; interpreted for every other kernel.
enum class Stage { interpreted, quick, optimised };
Stage stage_of(const Kernel& kernel);

// Waits until nothing is left to compile. For tests and benchmarks.
void finish_compiling();

// What the thread that compiles has done since the program started, in definitions.
struct CompileCounts {
  int quick = 0, optimised = 0;
  int dropped = 0;  // nobody held them any more
  int refused = 0;  // by their document's budget, or expected to take too long to optimise
};
CompileCounts compile_counts();

// The clock budgets are measured with, in seconds; null for the processor time of the thread that
// compiles. For tests.
void set_compile_clock(double (*seconds)());

// Call at the end of main: LLVM must not be at work while the program's static objects die.
void stop_compiling();

// The library itself, loaded on the first call; null when it is not there.
struct LlvmLibrary;
const LlvmLibrary* llvm_library();

}  // namespace limber
