// The one table of mathematical functions. Interpreter, build-time and run-time code take sine,
// logarithm and the rest from here and from nowhere else, so they give the same bits.
//
// The functions are SLEEF's reproducible sets, at most one unit in the last place off. Within a
// class of processors a function gives the same bits in one lane and in several, whatever stands in
// the other lanes (tests/codegen_math_test.cpp). The class is chosen once, when the program starts:
//   plain   any x86-64: two lanes
//   fma     processors with AVX2 and FMA (all of the last ten years): four lanes
//   avx512  processors with AVX-512 besides: eight lanes, and the bits of fma
// Plain differs from the others in last bits, so a recorded session replays bit for bit on plain
// processors or on the others.
#pragma once

#include "codegen/math_list.h"
#include "codegen/program.h"

namespace limber {

// Each runs what those before it run.
enum class CpuClass { plain, fma, avx512 };

// The class of this machine. Asks the processor once.
CpuClass this_cpu();

// The class whose lanes calls within one evaluation share (bundle.h). There are seldom more than four
// of one function, so eight lanes would only cost more.
inline CpuClass sharing_class(CpuClass cpu) {
  return cpu == CpuClass::plain ? CpuClass::plain : CpuClass::fma;
}

// A function as machine code sees it, in the C calling convention:
//   one  double (double) or double (double, double); of sincos a pair {sine, cosine}, by value
//   wide the same of vectors of `lanes` doubles; the pair of sincos is returned in memory
struct MathFunction {
  Op op;
  void (*one)();
  void (*wide)();
};

struct MathTable {
  int lanes;  // of the wide functions: 2, 4 or 8
  const MathFunction* begin_;
  const MathFunction* end_;
  const MathFunction* begin() const { return begin_; }
  const MathFunction* end() const { return end_; }
};

const MathTable& math_table(CpuClass cpu);

}  // namespace limber
