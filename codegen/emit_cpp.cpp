#include "codegen/emit_cpp.h"

#include <charconv>
#include <cmath>

#include "codegen/functions.h"

namespace limber {

namespace {

// The shortest text that reads back as the same double.
std::string literal(double value) {
  if (std::isnan(value)) return "__builtin_nan(\"\")";
  if (std::isinf(value)) return value > 0 ? "__builtin_inf()" : "(-__builtin_inf())";
  char buffer[32];
  std::string text(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return std::signbit(value) ? "(" + text + ")" : text;
}

const char* infix(Op op) {
  switch (op) {
    case Op::add: return " + ";
    case Op::sub: return " - ";
    case Op::mul: return " * ";
    case Op::div: return " / ";
    default: return nullptr;
  }
}

// Writes one program. Values are fixed or run along the last input; in the part that runs, the fixed
// ones are doubles beside values of type V, which arithmetic allows and functions do not.
class Writer {
 public:
  Writer(const std::string& name, const Program& program)
      : name_(name), program_(program), needed_(needed(program)), along_(runs_along(program)),
        member_(program.code.size(), false) {
    for (const std::int32_t v : program.outputs) member_[holder(v)] = true;
    for (std::size_t k = 0; k < program.code.size(); ++k)
      if (needed_[k] && along_[k]) mark_operands(program.code[k]);
    for (std::size_t k = 0; k < program.code.size(); ++k)
      if (along_[k] || program.code[k].op == Op::constant) member_[k] = false;
  }

  std::string one_and_many() const {
    return head() + member_lines() + "  LIMBER_INLINE_MEMBER explicit " + name_ +
           "([[maybe_unused]] const double* in) {\n" + lines(false, true) + "  }\n" +
           "  template <class V>\n"
           "  LIMBER_INLINE_MEMBER void along([[maybe_unused]] V t, V* out) const {\n" +
           lines(true, true) + output_lines(true) + "  }\n};\n" + entry("_one", kOne, "one", "(in, out)") +
           entry("_many", kMany, "many", "(in, last, count, out, stride)");
  }

  std::string only_one() const {
    return head() +
           "  LIMBER_INLINE_MEMBER static void one([[maybe_unused]] const double* in, double* out) {\n" +
           lines(false, false) + output_lines(false) + "  }\n};\n" +
           "void " + name_ + "_one(" + kOne + ") { " + name_ + "::one(in, out); }\n" +
           entry("_many", kMany, "repeat", "(in, last, count, out, stride)");
  }

 private:
  static constexpr const char* kOne = "const void*, const double* in, double* out";
  static constexpr const char* kMany =
      "const void*, const double* in, const double* last, int count, double* out, int stride";

  std::string entry(const char* suffix, const char* arguments, const char* how,
                    const char* passed) const {
    return "void " + name_ + suffix + "(" + arguments + ") {\n  " + how + "<" + name_ + ">" +
           passed + ";\n}\n";
  }

  // The cosine of a sincos lives in the same variable as the sine.
  std::int32_t holder(std::int32_t v) const {
    return program_.code[v].op == Op::cos_of_sincos ? program_.code[v].a : v;
  }

  void mark_operands(const Instruction& i) {
    const int n = arity(i.op);
    if (n > 0) member_[holder(i.a)] = true;
    if (n > 1) member_[holder(i.b)] = true;
    if (n > 2) member_[holder(i.c)] = true;
  }

  std::string head() const {
    int operations = 0;
    for (std::size_t k = 0; k < program_.code.size(); ++k)
      operations += needed_[k] && program_.code[k].op > Op::input &&
                    program_.code[k].op != Op::cos_of_sincos;
    return "// " + std::to_string(operations) + " operations\nstruct " + name_ +
           " {\n  static constexpr int kInputs = " + std::to_string(program_.inputs) +
           ", kOutputs = " + std::to_string(program_.outputs.size()) + ";\n";
  }

  std::string member_lines() const {
    std::string text;
    for (std::size_t k = 0; k < program_.code.size(); ++k)
      if (member_[k]) text += "  " + type_of(k, "double") + " " + variable(k) + ";\n";
    return text;
  }

  // `along`: the part that runs, in V; otherwise the fixed part, or when not `split` everything.
  std::string lines(bool along, bool split) const {
    std::string text;
    for (std::size_t k = 0; k < program_.code.size(); ++k) {
      const Op op = program_.code[k].op;
      if (!needed_[k] || op == Op::constant || op == Op::cos_of_sincos) continue;
      if (split && along_[k] != along) continue;
      const bool declared = split && member_[k];
      const std::string begin =
          declared ? "" : "const " + type_of(k, along ? "V" : "double") + " ";
      text += "    " + begin + variable(k) + " = " + expression(program_.code[k], along) + ";\n";
    }
    return text;
  }

  std::string output_lines(bool along) const {
    std::string text;
    for (std::size_t j = 0; j < program_.outputs.size(); ++j)
      text += "    out[" + std::to_string(j) + "] = " + argument(program_.outputs[j], along) + ";\n";
    return text;
  }

  std::string type_of(std::size_t k, const std::string& number) const {
    return program_.code[k].op == Op::sincos ? "SineCosine<" + number + ">" : number;
  }
  std::string variable(std::size_t k) const { return "v" + std::to_string(k); }

  std::string value(std::int32_t v) const {
    const Instruction& i = program_.code[v];
    if (i.op == Op::constant) return literal(i.value);
    if (i.op == Op::sincos) return variable(v) + ".sin";
    if (i.op == Op::cos_of_sincos) return variable(i.a) + ".cos";
    return variable(v);
  }
  std::string argument(std::int32_t v, bool along) const {
    return along && !along_[v] ? "spread<V>(" + value(v) + ")" : value(v);
  }

  std::string expression(const Instruction& i, bool along) const {
    if (i.op == Op::input) return along ? std::string("t") : "in[" + std::to_string(i.a) + "]";
    if (i.op == Op::neg) return "-" + value(i.a);
    if (const char* symbol = infix(i.op)) return value(i.a) + symbol + value(i.b);
    const int n = arity(i.op);
    std::string call = name_of(i.op) + ("(" + argument(i.a, along));
    if (n > 1) call += ", " + argument(i.b, along);
    if (n > 2) call += ", " + argument(i.c, along);
    return call + ")";
  }

  const std::string& name_;
  const Program& program_;
  std::vector<bool> needed_, along_;
  std::vector<bool> member_;  // fixed, and read by the part that runs
};

}  // namespace

std::string mangle(const std::string& name) {
  constexpr const char* kHex = "0123456789abcdef";
  std::string safe;
  for (const char c : name) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_') safe += c;
    else safe += std::string("_x") + kHex[byte / 16] + kHex[byte % 16] + "_";
  }
  return safe;
}

std::string function_name(const CurveFacts& curve, const std::string& function) {
  return "curve_" + mangle(curve.name) + "_" + mangle(function);
}
std::string function_name(const ConstraintFacts& constraint, const std::string& function) {
  return "constraint_" + mangle(constraint.name) + "_" + mangle(function);
}

std::string emit_function(const std::string& name, const Program& program, bool along) {
  const Writer writer(name, program);
  return along && program.inputs > 0 ? writer.one_and_many() : writer.only_one();
}

std::string emit_functions(const Definition<Program>& definition) {
  std::string text =
      "// Written by limber_gen from a file in data/; compiled for each class of processors.\n"
      "#include \"codegen/lanes.h\"\n\nnamespace limber::LIMBER_CPU {\n";
  const auto visit = [&](const auto& d) {
    visit_functions(d, [&](const FunctionName& function, const Program& program) {
      if (!program.outputs.empty())
        text += "\n" + emit_function(function_name(d, function.name), program, function.many);
    });
  };
  std::visit(visit, definition);
  return text + "\n}  // namespace limber::LIMBER_CPU\n";
}

}  // namespace limber
