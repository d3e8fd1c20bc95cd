#include "codegen/program.h"

#include <algorithm>
#include <iterator>

namespace limber {

namespace {

struct OpFacts {
  const char* name;
  int arity;
};

// In the order of the enumeration.
constexpr OpFacts kFacts[] = {
    {"constant", 0}, {"input", 0},
    {"add", 2}, {"sub", 2}, {"mul", 2}, {"div", 2},
    {"neg", 1}, {"abs", 1}, {"sqrt", 1}, {"floor", 1},
    {"sign", 1},
    {"min", 2}, {"max", 2},
    {"less", 2}, {"less_equal", 2}, {"equal", 2},
    {"logical_and", 2}, {"logical_or", 2}, {"logical_not", 1},
    {"select", 3},
    {"sin", 1}, {"cos", 1}, {"tan", 1}, {"asin", 1}, {"acos", 1}, {"atan", 1}, {"atan2", 2},
    {"sinh", 1}, {"cosh", 1}, {"tanh", 1}, {"exp", 1}, {"log", 1}, {"pow", 2}, {"cbrt", 1},
    {"asinh", 1}, {"acosh", 1}, {"atanh", 1}, {"erf", 1},
    {"sincos", 1}, {"cos_of_sincos", 1},
    {"integral", 2}, {"part", 1}, {"flow", 2}, {"root", 2},
};
static_assert(std::size(kFacts) == static_cast<std::size_t>(Op::root) + 1);

bool operand_exists(std::int32_t operand, std::size_t here) {
  return operand >= 0 && static_cast<std::size_t>(operand) < here;
}

bool well_formed(const IntegralCall& call) {
  return call.integrand.integrals.empty() && !call.integrand.outputs.empty() &&
         call.integrand.inputs == static_cast<int>(call.arguments.size()) + 1 &&
         call.states <= static_cast<int>(call.arguments.size()) &&
         (!call.is_root || (call.states == 0 && call.integrand.outputs.size() == 2)) &&
         (call.states == 0 || call.states == static_cast<int>(call.integrand.outputs.size())) &&
         limber::well_formed(call.integrand);
}

bool well_formed(const Program& program, std::size_t k) {
  const Instruction& i = program.code[k];
  if (i.op > Op::part) return false;
  if (i.op == Op::input) return i.a >= 0 && i.a < program.inputs;
  if (i.op == Op::integral && !(i.value >= 0 && i.value < static_cast<double>(program.integrals.size())))
    return false;
  bool exist = true;
  for_each_operand(program, i, [&](std::int32_t v) { exist = exist && operand_exists(v, k); });
  if (!exist) return false;
  if (i.op == Op::integral) return well_formed(program.integrals[static_cast<std::size_t>(i.value)]);
  if (i.op == Op::part) {
    const Instruction& call = program.code[static_cast<std::size_t>(i.a)];
    if (call.op != Op::integral) return false;
    const auto& of = program.integrals[static_cast<std::size_t>(call.value)].integrand;
    return i.value >= 0 && i.value < static_cast<double>(of.outputs.size());
  }
  if (i.op == Op::sincos)
    return k + 1 < program.code.size() && program.code[k + 1].op == Op::cos_of_sincos;
  if (i.op == Op::cos_of_sincos)
    return static_cast<std::size_t>(i.a) + 1 == k && program.code[i.a].op == Op::sincos;
  return true;
}

}  // namespace

const char* name_of(Op op) { return kFacts[static_cast<std::size_t>(op)].name; }
int arity(Op op) { return kFacts[static_cast<std::size_t>(op)].arity; }

bool well_formed(const Program& program) {
  for (std::size_t k = 0; k < program.code.size(); ++k)
    if (!well_formed(program, k)) return false;
  for (const std::int32_t output : program.outputs)
    if (!operand_exists(output, program.code.size())) return false;
  return true;
}

std::vector<bool> runs_along(const Program& program) {
  std::vector<bool> along(program.code.size(), false);
  for (std::size_t k = 0; k < program.code.size(); ++k) {
    const Instruction& i = program.code[k];
    bool runs = i.op == Op::input && i.a == program.inputs - 1;
    for_each_operand(program, i, [&](std::int32_t v) { runs = runs || along[v]; });
    along[k] = runs;
  }
  return along;
}

int degree_along(const Program& program) {
  constexpr int none = 1 << 20;  // no polynomial; sums of it stay above any degree there is
  std::vector<int> degree(program.code.size(), 0);
  for (std::size_t k = 0; k < program.code.size(); ++k) {
    const Instruction& i = program.code[k];
    const int n = arity(i.op);
    const int a = n > 0 ? degree[i.a] : 0, b = n > 1 ? degree[i.b] : 0, c = n > 2 ? degree[i.c] : 0;
    switch (i.op) {
      case Op::input:
        degree[k] = i.a == program.inputs - 1;
        break;
      case Op::add:
      case Op::sub:
        degree[k] = std::max(a, b);
        break;
      case Op::mul:
        degree[k] = std::min(a + b, none);
        break;
      case Op::neg:
        degree[k] = a;
        break;
      case Op::div:
        degree[k] = b == 0 ? a : none;
        break;
      case Op::integral:
        for_each_operand(program, i, [&](std::int32_t v) { degree[k] += degree[v] == 0 ? 0 : none; });
        degree[k] = std::min(degree[k], none);
        break;
      default:
        degree[k] = a == 0 && b == 0 && c == 0 ? 0 : none;
    }
  }
  int highest = 0;
  for (const std::int32_t output : program.outputs) highest = std::max(highest, degree[output]);
  return highest < none ? highest : -1;
}

std::vector<bool> needed(const Program& program) {
  std::vector<bool> need(program.code.size(), false);
  for (const std::int32_t output : program.outputs) need[output] = true;
  for (std::size_t k = program.code.size(); k-- > 0;) {
    if (!need[k]) continue;
    const Instruction& i = program.code[k];
    for_each_operand(program, i, [&](std::int32_t v) { need[v] = true; });
  }
  return need;
}

bool Program::operator==(const Program& other) const {
  return inputs == other.inputs && code == other.code && outputs == other.outputs &&
         integrals == other.integrals;
}

}  // namespace limber
