// The one table of mathematical functions. Interpreter, build-time and run-time code take sine,
// logarithm and the rest from here and from nowhere else, so they give the same bits.
//
// The functions are SLEEF's reproducible sets, at most one unit in the last place off. Within a
// class of processors a function gives the same bits in one lane and in several, whatever stands in
// the other lanes (tests/codegen_math_test.cpp). The class is chosen once, when the program starts:
//   fma    processors with AVX2 and FMA (all of the last ten years): four lanes
//   plain  any x86-64: two lanes
// The two classes differ in last bits, so a recorded session replays bit for bit within a class.
#pragma once

#include "codegen/math_list.h"
#include "codegen/program.h"

namespace limber {

enum class CpuClass { plain, fma };

// The class of this machine. Asks the processor once.
CpuClass this_cpu();

// A function as machine code sees it, in the C calling convention:
//   one  double (double) or double (double, double); of sincos a pair {sine, cosine}, by value
//   wide the same of vectors of `lanes` doubles; the pair of sincos is returned in memory
struct MathFunction {
  Op op;
  void (*one)();
  void (*wide)();
};

struct MathTable {
  int lanes;  // of the wide functions: 4 or 2
  const MathFunction* begin_;
  const MathFunction* end_;
  const MathFunction* begin() const { return begin_; }
  const MathFunction* end() const { return end_; }
};

const MathTable& math_table(CpuClass cpu);

}  // namespace limber
