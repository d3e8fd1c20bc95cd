// Tape: a Program prepared for the interpreter. Constants and inputs sit in the first registers,
// every other value is written to a register that is free again after its last use, and a step
// names registers only.
#pragma once

#include <cstdint>
#include <vector>

#include "codegen/integrate.h"
#include "codegen/program.h"

namespace limber {

// register[to] = op(register[a], register[b], register[c]); sincos writes its cosine to c. An integral
// goes from register a to register b; c is its number among the calls of the tape.
struct Step {
  Op op;
  std::int32_t to, a, b, c;
};

// Room for the arguments and results of a call; one call at a time in each thread.
double* call_memory(int doubles);
// integrate(), the interpreter's memory being in use.
void integrate_nested(const IntegrandCode& f, const double* in, double from, double to, double* out);

// The call of an integrand: `code` is evaluated for the values of the registers `arguments`, its
// outputs go to the registers `results`.
struct TapeCall {
  std::size_t integral = 0;  // its number in the program
  IntegrandCode code;        // filled in by the interpreter
  const std::int32_t *arguments = nullptr, *results = nullptr;
};

struct Load {  // register[to] = value of register `from` of the tape before
  std::int32_t to, from;
};

// Registers 0 .. constants.size() hold the constants, then come the inputs, then what is computed.
struct Tape {
  int inputs = 0;
  int registers = 0;
  std::vector<double> constants;
  std::vector<Step> steps;
  std::vector<std::int32_t> outputs;  // registers
  std::vector<TapeCall> calls;
  std::vector<std::vector<std::int32_t>> call_registers;  // what they point to
};

// One Program is three tapes: `one` computes everything; `fixed` what does not depend on the last
// input, once; `along` the rest, in lanes, beginning with the last input in register 0 and the
// numbers of `fixed` it needs spread over its next registers.
struct Tapes {
  Tape one, fixed, along;
  std::vector<Load> spread;           // from `fixed` to `along`
  std::vector<std::int32_t> outputs;  // of each output: a register of `along`, or ~register of `fixed`
};

Tapes record(const Program& program);

// Runs of a tape, one set for each class of processors. `registers` has room for the tape's; in
// the lane versions each register is kLanes doubles.
constexpr int kLanes = 16;      // enough to make the cost of choosing the operation small
constexpr int kFewLanes = 4;    // for what remains

namespace plain {
void run_one(const Step* begin, const Step* end, const TapeCall* calls, double* registers);
void run_lanes(const Step* begin, const Step* end, const TapeCall* calls, double* registers);
void run_few_lanes(const Step* begin, const Step* end, const TapeCall* calls, double* registers);
}  // namespace plain

namespace fma {
void run_one(const Step* begin, const Step* end, const TapeCall* calls, double* registers);
void run_lanes(const Step* begin, const Step* end, const TapeCall* calls, double* registers);
void run_few_lanes(const Step* begin, const Step* end, const TapeCall* calls, double* registers);
}  // namespace fma

namespace avx512 {  // the others are fma's
void run_lanes(const Step* begin, const Step* end, const TapeCall* calls, double* registers);
}

}  // namespace limber
