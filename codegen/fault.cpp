#include "codegen/fault.h"

#include <cassert>
#include <cmath>

#include "codegen/interpret.h"

namespace limber {

namespace {

// Every value of the program.
std::vector<double> all_values(const Program& program, const double* in) {
  Program whole = program;
  whole.outputs.clear();
  for (std::size_t k = 0; k < program.code.size(); ++k)
    whole.outputs.push_back(static_cast<std::int32_t>(k));
  std::vector<double> values(program.code.size());
  const bool finite = interpret(whole)(in, values.data());
  (void)finite;  // the branch not taken may be anything
  return values;
}

// An operand that is not finite and that the result depends on, or -1.
std::int32_t bad_operand(const Instruction& i, const std::vector<double>& values) {
  auto bad = [&](std::int32_t v) { return !std::isfinite(values[v]); };
  const int n = arity(i.op);
  if (n > 0 && bad(i.a)) return i.a;
  if (i.op == Op::select) {
    const std::int32_t taken = values[i.a] != 0 ? i.b : i.c;
    return bad(taken) ? taken : -1;
  }
  if (n > 1 && bad(i.b)) return i.b;
  return -1;
}

// The operation's operands are finite, its result is not.
std::string describe(const Program& program, const Instruction& i, const std::vector<double>& values) {
  const int n = arity(i.op);
  const double a = n > 0 ? values[i.a] : 0, b = n > 1 ? values[i.b] : 0;
  switch (i.op) {
    case Op::input: return "a parameter that is not a finite number";
    case Op::div: if (b == 0) return "a division by zero"; break;
    case Op::sqrt: return "the square root of a negative number";
    case Op::log: return a < 0 ? "the logarithm of a negative number" : "the logarithm of zero";
    case Op::asin: return "the arc sine of a number outside -1 to 1";
    case Op::acos: return "the arc cosine of a number outside -1 to 1";
    case Op::integral:
      return program.integrals[static_cast<std::size_t>(i.value)].is_root
                 ? "an equation that no place near the traced curve fulfils"
                 : "an integral over a place without a value";
    case Op::acosh: return "the area cosine of a number below 1";
    case Op::atanh: return "the area tangent of a number not between -1 and 1";
    case Op::pow:
      if (a == 0 && b < 0) return "zero to a negative power";
      if (a < 0 && b != std::floor(b)) return "a negative number to a power that is not whole";
      break;
    default: break;
  }
  return "a number too large to compute with";
}

}  // namespace

std::string explain_fault(const Program& program, const double* in) {
  const std::vector<double> values = all_values(program, in);
  for (std::int32_t at : program.outputs) {
    if (std::isfinite(values[at])) continue;
    for (;;) {
      const std::int32_t deeper = bad_operand(program.code[at], values);
      if (deeper < 0) return describe(program, program.code[at], values);
      at = deeper;
    }
  }
  return "";
}

}  // namespace limber
