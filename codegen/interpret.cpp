#include "codegen/interpret.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "codegen/flow.h"
#include "codegen/root.h"
#include "codegen/tape.h"

namespace limber {

namespace {

using Run = void (*)(const Step*, const Step*, const TapeCall*, double*);

struct Runs {
  Run one, lanes, few_lanes;
};
constexpr Runs kPlainRuns{plain::run_one, plain::run_lanes, plain::run_few_lanes};
constexpr Runs kFmaRuns{fma::run_one, fma::run_lanes, fma::run_few_lanes};
constexpr Runs kAvx512Runs{fma::run_one, avx512::run_lanes, fma::run_few_lanes};

const Runs& runs_on(CpuClass cpu) {
  switch (cpu) {
    case CpuClass::plain: return kPlainRuns;
    case CpuClass::fma: return kFmaRuns;
    case CpuClass::avx512: break;
  }
  return kAvx512Runs;
}

struct Interpreter {
  Program program;
  std::vector<Kernel> integrands;  // of program.integrals
  Tapes tapes;
  Runs run;
};

// Registers of this thread, aligned for vectors; grows to the largest tape seen and stays. Two
// areas, since the fixed tape's results are read while the other runs; and two more for the integrand
// of an integral that is being computed.
thread_local int nesting = 0;
struct alignas(64) Vector {
  double lane[8];
};
double* scratch(int area, std::size_t doubles) {
  thread_local std::vector<Vector> memory[4];
  std::vector<Vector>& m = memory[area + 2 * nesting];
  if (m.size() * 8 < doubles) m.resize((doubles + 7) / 8);
  return m.data()->lane;
}

double* run_from_inputs(const Tape& tape, Run run, const double* in, int given) {
  double* r = scratch(0, tape.registers + 1);
  double* inputs = std::copy(tape.constants.begin(), tape.constants.end(), r);
  std::copy(in, in + given, inputs);
  run(tape.steps.data(), tape.steps.data() + tape.steps.size(), tape.calls.data(), r);
  return r;
}

void one(const void* self, const double* in, double* out) {
  const Interpreter& i = *static_cast<const Interpreter*>(self);
  const Tape& tape = i.tapes.one;
  const double* r = run_from_inputs(tape, i.run.one, in, tape.inputs);
  for (std::size_t j = 0; j < tape.outputs.size(); ++j) out[j] = r[tape.outputs[j]];
}

// The numbers that stay the same, in every lane of a block of w.
void spread(const Tapes& tapes, const double* fixed, int w, double* lanes) {
  for (const Load& load : tapes.spread)
    std::fill_n(lanes + load.to * w, w, fixed[load.from]);
}

void many(const void* self, const double* in, const double* last, int count, double* out,
          int stride) {
  const Interpreter& i = *static_cast<const Interpreter*>(self);
  const Tapes& tapes = i.tapes;
  const int given = std::max(tapes.fixed.inputs - 1, 0);
  const double* fixed = run_from_inputs(tapes.fixed, i.run.one, in, given);
  const Step* begin = tapes.along.steps.data();
  const Step* end = begin + tapes.along.steps.size();
  double* lanes = scratch(1, static_cast<std::size_t>(tapes.along.registers) * kLanes);
  int spread_width = 0;
  for (int k = 0; k < count;) {
    const int w = count - k > 2 * kFewLanes ? kLanes : kFewLanes;
    if (w != spread_width) spread(tapes, fixed, spread_width = w, lanes);
    const int n = std::min(w, count - k);
    std::copy(last + k, last + k + n, lanes);
    std::fill(lanes + n, lanes + w, last[k + n - 1]);
    (w == kLanes ? i.run.lanes : i.run.few_lanes)(begin, end, tapes.along.calls.data(), lanes);
    for (std::size_t j = 0; j < tapes.outputs.size(); ++j) {
      const std::int32_t from = tapes.outputs[j];
      if (from >= 0) std::copy_n(lanes + from * w, n, out + j * stride + k);
      else std::fill_n(out + j * stride + k, n, fixed[~from]);
    }
    k += n;
  }
}

}  // namespace

double* call_memory(int doubles) {
  thread_local std::vector<double> memory;
  if (memory.size() < static_cast<std::size_t>(doubles))
    memory.resize(static_cast<std::size_t>(doubles));
  return memory.data();
}

void integrate_nested(const IntegrandCode& f, const double* in, double from, double to, double* out) {
  ++nesting;
  (f.is_root ? find_root : f.flows ? follow : integrate)(f, in, from, to, out);
  --nesting;
}

Kernel interpret(const Program& program, CpuClass cpu) {
  auto owner = std::make_shared<Interpreter>(Interpreter{program, {}, {}, runs_on(cpu)});
  for (const IntegralCall& integral : owner->program.integrals)
    owner->integrands.push_back(interpret(integral.integrand, cpu));
  owner->tapes = record(owner->program);
  for (Tape* tape : {&owner->tapes.one, &owner->tapes.fixed, &owner->tapes.along})
    for (TapeCall& call : tape->calls) {
      const Kernel& f = owner->integrands[call.integral];
      const IntegralCall& of = owner->program.integrals[call.integral];
      call.code = {f.code().many, f.code().self, f.inputs() - 1, f.outputs(), of.states > 0, of.is_root};
    }
  const KernelCode code{one, many, owner.get()};
  return Kernel(program.inputs, static_cast<int>(program.outputs.size()), code, std::move(owner));
}

}  // namespace limber
