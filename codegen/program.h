// Program: a function R^n -> R^m as straight-line code, the one meeting point of the road. The
// symbolic half ends here (simplify) and the three evaluators begin here: interpret, emit_cpp,
// emit_llvm.
//
// Laws
//  - Single assignment: instruction k computes value k from values before it.
//  - Evaluators perform exactly these operations, in this order, in double precision, without
//    contraction, and take every function from the one table of math.h. So all of them, at any
//    optimisation level, in one lane or in four, give the same bits.
//  - No names: what a person typed never gets this far.
#pragma once

#include <cstdint>
#include <vector>

namespace limber {

enum class Op : std::uint8_t {
  constant,               // value
  input,                  // the a-th input
  add, sub, mul, div,     // a op b
  neg, abs, sqrt, floor,  // op(a); IEEE exact
  sign,                   // -1, 0 or 1; sign(nan) is nan
  min, max,               // a < b ? a : b, and a > b ? a : b
  less, less_equal, equal,  // 1.0 or 0.0
  logical_and, logical_or, logical_not,  // of 1.0 and 0.0
  select,                 // a != 0 ? b : c; the branch not taken may be anything, nan included
  sin, cos, tan, asin, acos, atan, atan2,  // from math.h's table, as are all below
  sinh, cosh, tanh, exp, log, pow, cbrt,
  asinh, acosh, atanh, erf,
  sincos,                 // the sine of a; the very next instruction is cos_of_sincos
  cos_of_sincos,          // a = the sincos just before
  integral,               // from a to b, of program.integrals[value]: the first output of its integrand
  part,                   // output number `value` of the integral a
  flow,                   // of a Graph alone: the state a of a differential equation where its variable is b
  root,                   // of a Graph alone: where c is 0, a being its derivative
};

struct Instruction {
  Op op = Op::constant;
  std::int32_t a = -1, b = -1, c = -1;  // earlier values, or the number of the input
  double value = 0;                     // of a constant
  bool operator==(const Instruction&) const = default;
};

struct IntegralCall;

// The last input may be one that runs along the curve (t): then many evaluations share all other
// inputs, and what depends on those alone is computed once.
struct Program {
  int inputs = 0;
  std::vector<Instruction> code;
  std::vector<std::int32_t> outputs;  // which values come out, in order
  std::vector<IntegralCall> integrals;
  bool operator==(const Program&) const;
};

// What is integrated: a program of its own, whose last input is the variable. It has no integrals.
// Of a system of differential equations it gives the rates of `states` numbers, its inputs just before the
// variable; what comes out is where they are at the upper bound, the arguments being where they begin.
// Of a root it gives a function and its derivative; what comes out is where the function is 0 (root.h).
struct IntegralCall {
  Program integrand;
  std::vector<std::int32_t> arguments;  // earlier values: its inputs but for the last
  int states = 0;
  bool is_root = false;
  bool operator==(const IntegralCall&) const = default;
};

const char* name_of(Op op);  // "add", as in the enumeration
int arity(Op op);            // how many earlier values an instruction reads: 0 to 3; see for_each_operand

// Calls f(v) for each earlier value that instruction i of the program reads.
template <class F>
void for_each_operand(const Program& program, const Instruction& i, F&& f) {
  const int n = arity(i.op);
  if (n > 0) f(i.a);
  if (n > 1) f(i.b);
  if (n > 2) f(i.c);
  if (i.op == Op::integral)
    for (const std::int32_t v : program.integrals[static_cast<std::size_t>(i.value)].arguments) f(v);
}

// Every operand exists and comes before its use, and sincos pairs are pairs. What simplify hands
// over always is; evaluators assert it.
bool well_formed(const Program& program);

// For every value: does it depend on the last input? The others are computed once for many.
std::vector<bool> runs_along(const Program& program);

// The degree of the outputs as polynomials in the last input, read off the operations: never too
// low. -1 when some output is no polynomial, as far as the operations tell.
int degree_along(const Program& program);

// For every value: does some output need it?
std::vector<bool> needed(const Program& program);

}  // namespace limber
