// What the formula compiler promises, measured: both sides in one run, ratios printed.
//   1. from the Enter key to a type that runs, for twenty formulas
//   2. run-time code against the same derivatives written by hand in C++ at -O3
//   3. many points at once against one at a time, for run-time and build-time code, on each class of
//      processors this one can be
//   4. the largest formula: time and memory
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>
#include <span>
#include <string>
#include <thread>

#include "codegen/builtin.h"
#include "codegen/emit_llvm.h"
#include "codegen/functions.h"
#include "codegen/interpret.h"
#include "codegen/limits.h"
#include "codegen/machine_code.h"
#include "tests/bench/formulas.h"
#include "tests/bench/hand_written.h"
#include "tests/bench/rows.h"
#include "tests/formula_forms.h"
#include "tests/random_program.h"

namespace {

using namespace limber;

double milliseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(now).count();
}

// Nanoseconds of one call of each function. They take turns, so that what else the machine does hits
// all alike, and the best of many rounds counts: what else it does only adds.
template <class... F>
std::array<double, sizeof...(F)> nanoseconds(F... f) {
  constexpr int kRounds = 2000, kCalls = 20;
  std::array<double, sizeof...(F)> best;
  best.fill(1e30);
  for (int round = 0; round < kRounds; ++round) {
    std::size_t which = 0;
    const auto time = [&](auto& g) {
      const double begin = milliseconds();
      for (int i = 0; i < kCalls; ++i) g();
      best[which] = std::min(best[which], (milliseconds() - begin) * 1e6 / kCalls);
      ++which;
    };
    (time(f), ...);
  }
  return best;
}

double at_fraction(std::vector<double> sorted, double fraction) {
  std::sort(sorted.begin(), sorted.end());
  return sorted[static_cast<std::size_t>(fraction * (sorted.size() - 1) + 0.5)];
}

int operations(const CurveDefinition<Program>& curve) {
  int n = 0;
  visit_functions(curve, [&](const FunctionName&, const Program& p) {
    for (const Instruction& i : p.code) n += i.op > Op::input;
  });
  return n;
}

bool has_come_to(const CurveDefinition<Kernel>& curve, Stage stage) {
  bool all = true;
  visit_functions(curve, [&](const FunctionName&, const Kernel& k) {
    if (k) all = all && stage_of(k) >= stage;
  });
  return all;
}

double wait_for(const CurveDefinition<Kernel>& curve, Stage stage, double begin) {
  while (!has_come_to(curve, stage)) std::this_thread::sleep_for(std::chrono::microseconds(100));
  return milliseconds() - begin;
}

// The same without the machine's other work: processor time of reading, differentiating, recording
// for the interpreter and compiling quickly, one after the other in this thread.
double processor_milliseconds(const char* text) {
  const auto clock = [] {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
  };
  const double begin = clock();
  const auto program = lower(text);
  CompileRequest request;
  request.optimise = false;
  visit_functions(std::get<CurveDefinition<Program>>(*program),
                  [&](const FunctionName&, const Program& p) {
                    if (p.outputs.empty()) return;
                    (void)interpret(p);
                    request.sources.push_back({&p, false});
                  });
  const MachineCode code = llvm_library()->compile(request);
  return clock() - begin;
}

struct EnterTimes {
  std::vector<double> counts, interpreted, quick, optimised, processor;
};

void press_enter(const char* text, EnterTimes& times) {
  const auto program = lower(text);
  times.counts.push_back(operations(std::get<CurveDefinition<Program>>(*program)));
  const double begin = milliseconds();
  const auto compiled = compile_now(text, Tier::machine_code);
  times.interpreted.push_back(milliseconds() - begin);
  const auto& curve = std::get<CurveDefinition<Kernel>>(*compiled);
  times.quick.push_back(wait_for(curve, Stage::quick, begin));
  times.optimised.push_back(wait_for(curve, Stage::optimised, begin));
  finish_compiling();
  times.processor.push_back(processor_milliseconds(text));
  std::printf("   %-14s %10.0f %12.2f %13.2f (%5.2f) %10.2f\n", curve.name.c_str(), times.counts.back(),
              times.interpreted.back(), times.quick.back(), times.processor.back(),
              times.optimised.back());
}

void press_enter(std::span<const char* const> texts, const char* what, double goal, double tail) {
  EnterTimes times;
  for (const char* text : texts) press_enter(text, times);
  for (const double f : {0.5, 0.95})
    std::printf("   %-14s %10.0f %12.2f %13.2f (%5.2f) %10.2f\n", f == 0.5 ? "median" : "95 of 100",
                at_fraction(times.counts, f), at_fraction(times.interpreted, f),
                at_fraction(times.quick, f), at_fraction(times.processor, f),
                at_fraction(times.optimised, f));
  std::printf("   goal: machine code in %g ms median", goal);
  if (tail > 0) std::printf(", %g ms at 95 of 100", tail);
  std::printf("\n\n");
  const std::string row = std::string("Enter key to machine code") + what;
  bench_row(row + ", median", at_fraction(times.quick, 0.5), "ms");
  if (tail > 0) bench_row(row + ", 95 of 100", at_fraction(times.quick, 0.95), "ms");
}

void enter_key() {
  std::printf("1. from the Enter key to a type that runs (ms; in brackets processor time)\n");
  std::printf("   %-14s %10s %12s %13s %10s\n", "", "operations", "interpreted", "machine code", "optimised");
  press_enter(kTypedFormulas, "", 20, 50);
  std::printf("   sums, functions of one's own, integrals, equations between x and y\n");
  press_enter(form_examples, ", newer forms", 20, 0);
  std::printf("   differential equations\n");
  press_enter(flow_examples, ", differential equations", 50, 0);
}

struct Reference {
  const char* name;
  const char* text;
  void (*by_hand)(const double* in, double* out);
};

const char* typed(const std::string& name) {
  for (const char* text : kTypedFormulas)
    if (std::string(text).starts_with("curve " + name + "\n")) return text;
  return nullptr;
}

std::vector<Reference> references() {
  static constexpr const char* kCircle =
      "curve circle\n  place c = (0, 0)\n  length r = 10\n  t from 0 to tau closed\n"
      "  at = c + r (cos t, sin t)\n";
  return {{"circle", kCircle, hand_written::circle},
          {"spiral", typed("spiral"), hand_written::spiral},
          {"lemniscate", typed("lemniscate"), hand_written::lemniscate},
          {"hypotrochoid", typed("hypotrochoid"), hand_written::hypotrochoid},
          {"butterfly", typed("butterfly"), hand_written::butterfly}};
}

// Parameters and a place along the curve that differ from call to call, as in use.
std::vector<std::vector<double>> places(const CurveFacts& curve) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<std::vector<double>> all(64);
  for (std::vector<double>& in : all) {
    for (const Parameter& p : curve.parameters) in.push_back(p.value + 0.1 * unit(random));
    in.push_back(curve.t_begin + unit(random) * (curve.t_end - curve.t_begin));
  }
  return all;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b, int n) {
  double largest = 0;
  for (int j = 0; j < n; ++j) largest = std::max(largest, std::abs(a[j] - b[j]) / (1 + std::abs(b[j])));
  return largest;
}

CurveDefinition<Kernel> machine_code_of(const char* text) {
  const auto compiled = compile_now(text, Tier::machine_code);
  finish_compiling();
  return std::get<CurveDefinition<Kernel>>(*compiled);
}

void against_hand_written() {
  std::printf("2. x, x_t, x_q: run-time code against C++ written by hand (ns)\n");
  std::printf("   %-14s %10s %10s %10s %12s %12s\n", "", "run time", "by hand", "ratio", "interpreted",
              "difference");
  for (const Reference& reference : references()) {
    const CurveDefinition<Kernel> curve = machine_code_of(reference.text);
    const auto slow = compile_now(reference.text, Tier::interpret);
    const Kernel& interpreted = std::get<CurveDefinition<Kernel>>(*slow).motion;
    const auto in = places(curve);
    std::vector<double> ours(64), theirs(64);
    double difference = 0;
    for (const auto& place : in) {
      const bool finite = curve.motion(place.data(), ours.data());
      reference.by_hand(place.data(), theirs.data());
      if (!finite) difference = 1;
      difference = std::max(difference, largest_difference(ours, theirs, curve.motion.outputs()));
    }
    const auto each = [&](auto f) {
      return [&in, f, k = std::size_t{0}]() mutable { f(in[k++ % 64].data()); };
    };
    const KernelCode code = curve.motion.code(), slow_code = interpreted.code();
    const auto [a, b, c] = nanoseconds(
        each([&](const double* p) { code.one(code.self, p, ours.data()); }),
        each([&](const double* p) { reference.by_hand(p, theirs.data()); }),
        each([&](const double* p) { slow_code.one(slow_code.self, p, ours.data()); }));
    std::printf("   %-14s %10.1f %10.1f %10.2f %12.1f %12.1e\n", reference.name, a, b, a / b, c,
                difference);
    bench_row(std::string(reference.name) + ", run-time code beside hand-written", a / b, "times");
  }
  std::printf("   goal: ratio at most 1.0\n\n");
}

// Run-time code as a processor of this class would have it, with no choice of tiers in between.
Kernel machine_code_for(const Program& program, CpuClass cpu) {
  CompileRequest request;
  request.sources = {{&program, true}};
  request.cpu = cpu;
  const MachineCode code = llvm_library()->compile(request);
  return Kernel(program.inputs, static_cast<int>(program.outputs.size()),
                {code.functions[0].one, code.functions[0].many, nullptr}, code.owner);
}

// Nanoseconds a point, one call each and all in one call.
void print_many(const std::string& name, const Kernel& kernel, std::vector<double> in) {
  constexpr int kPoints = 64;
  std::vector<double> last(kPoints), out(kPoints * kernel.outputs());
  for (int k = 0; k < kPoints; ++k) last[k] = 0.01 + 0.015 * k;
  const KernelCode code = kernel.code();
  const auto [one, many] = nanoseconds(
      [&] {
        for (const double t : last) {
          in.back() = t;
          code.one(code.self, in.data(), out.data());
        }
      },
      [&] { kernel.along(in.data(), last.data(), kPoints, out.data(), kPoints); });
  std::printf("   %-42s %10.2f %10.2f %10.1f\n", name.c_str(), one / kPoints,
              many / kPoints, one / many);
  bench_row(name + ", many at once beside one by one", one / many, "times");
}

void many_at_once(CpuClass cpu) {
  const std::string lanes = ", " + std::to_string(math_table(cpu).lanes) + " lanes";
  std::printf("3. many points at once against one at a time (ns a point), in %d lanes\n",
              math_table(cpu).lanes);
  std::printf("   %-42s %10s %10s %10s\n", "", "one", "many", "times");
  for (const Reference& reference : references()) {
    const auto lowered = lower(reference.text);
    const auto& curve = std::get<CurveDefinition<Program>>(*lowered);
    const std::vector<double> in = places(curve)[0];
    const std::string name = reference.name;
    print_many(name + " point, run time" + lanes, machine_code_for(curve.point, cpu), in);
    print_many(name + " motion, run time" + lanes, machine_code_for(curve.motion, cpu), in);
    print_many(name + " drag, run time" + lanes, machine_code_for(curve.drag, cpu), in);
    print_many(name + " motion, interpreted" + lanes, interpret(curve.motion, cpu), in);
  }
  for (const Definition<Compiled>& definition : compiled_definitions()) {
    const auto* curve = std::get_if<CurveDefinition<Compiled>>(&definition);
    if (!curve || !(curve->name == "circle" || curve->name == "spiral" || curve->name == "bspline"))
      continue;
    std::mt19937_64 random(1);
    std::vector<double> in(curve->point.inputs);
    for (double& x : in) x = 1 + static_cast<double>(random() % 1000) * 0.01;
    const auto compiled = [&](const Compiled& f) {
      return Kernel(f.inputs, f.outputs, f.on(cpu), nullptr);
    };
    print_many(curve->name + " point, build time" + lanes, compiled(curve->point), in);
    print_many(curve->name + " motion, build time" + lanes, compiled(curve->motion), in);
    print_many(curve->name + " drag, build time" + lanes, compiled(curve->drag), in);
  }
  std::printf("   goal: at least 3 times\n\n");
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// Straight-line programs at the limits: the compiler does not care what they mean.
void largest_formula() {
  std::printf("4. the largest formulas (ms, and MB at most in use)\n");
  RandomPrograms random(1);
  const auto compile = [](const Program& program, bool along, bool optimise) {
    CompileRequest request;
    request.sources = {{&program, along}};
    request.optimise = optimise;
    const double begin = milliseconds();
    const MachineCode code = llvm_library()->compile(request);
    std::printf("   %6zu operations, %-10s %-9s %8.0f ms %8.0f MB %s\n", program.code.size(),
                optimise ? "optimised" : "quick", along ? "with many" : "", milliseconds() - begin,
                peak_megabytes(), code.error.c_str());
    bench_row(std::to_string(program.code.size()) + " operations, " +
                  (optimise ? "optimised" : "quick") + (along ? " with many" : ""),
              milliseconds() - begin, "ms");
  };
  for (const int limit : {2500, 5000, 9950, 19950}) {
    const Program program = random.program(limit);
    compile(program, false, false);
    if (program.code.size() <= limits::optimised_instructions) compile(program, false, true);
    if (2 * program.code.size() <= limits::optimised_instructions) compile(program, true, true);
  }
  std::printf("   goal: 1000 ms, 256 MB\n");
}

}  // namespace

// bench_codegen [section...]
int main(int argc, char** argv) {
  const auto wanted = [&](const char* section) {
    bool found = argc == 1;
    for (int i = 1; i < argc; ++i) found = found || std::string(argv[i]) == section;
    return found;
  };
  if (!llvm_library()) {
    std::printf("liblimber_llvm.so is not beside this program\n");
    return 1;
  }
  warm_up_compiler();  // as when the formula editor opens
  finish_compiling();
  if (wanted("1")) enter_key();
  if (wanted("2")) against_hand_written();
  for (const CpuClass cpu : {CpuClass::avx512, CpuClass::fma})
    if (wanted("3") && cpu <= this_cpu()) many_at_once(cpu);
  if (wanted("4")) largest_formula();
}
