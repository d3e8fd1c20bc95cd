#include "codegen/emit_cpp.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "codegen/bundle.h"
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

// Where a line stands: in the evaluation of one, in what is fixed for many, or in what runs, in lanes
// or, for a few, in doubles. In the last, fixed values are doubles beside lanes, which arithmetic allows and functions do not.
enum class Place { one, fixed, along };

std::string integrand_name(const std::string& function, std::size_t k) {
  return function + "_integrand" + std::to_string(k);
}

class Writer {
 public:
  Writer(const std::string& name, const Program& program)
      : name_(name), program_(program), needed_(needed(program)), along_(runs_along(program)),
        member_(program.code.size(), false), bundle_(program.code.size()) {
    for (const std::int32_t v : program.outputs) member_[holder(v)] = true;
    for (std::size_t k = 0; k < program.code.size(); ++k)
      if (needed_[k] && along_[k]) mark_operands(program.code[k]);
    for (std::size_t k = 0; k < program.code.size(); ++k)
      if (along_[k] || program.code[k].op == Op::constant) member_[k] = false;
  }

  std::string one_and_many() {
    return head() + one() + member_lines() + "  LIMBER_INLINE_MEMBER explicit " + name_ +
           "([[maybe_unused]] const double* in) {\n" + lines(Place::fixed) + "  }\n" +
           "  template <class V>\n" +
           "  LIMBER_INLINE_MEMBER void along([[maybe_unused]] V t, Rows<V>& out) const {\n" +
           lines(Place::along) + output_lines(Place::along) + "  }\n};\nLIMBER_ENTRIES_ALONG(" +
           name_ + ")\n";
  }

  std::string only_one() { return head() + one() + "};\nLIMBER_ENTRIES(" + name_ + ")\n"; }

 private:
  // The cosine of a sincos lives in the same variable as the sine, the parts of an integral in one.
  std::int32_t holder(std::int32_t v) const {
    return lives_in_another(program_.code[v].op) ? program_.code[v].a : v;
  }
  static bool lives_in_another(Op op) { return op == Op::cos_of_sincos || op == Op::part; }
  const IntegralCall& integral_of(const Instruction& i) const {
    return program_.integrals[static_cast<std::size_t>(i.value)];
  }

  void mark_operands(const Instruction& i) {
    for_each_operand(program_, i, [&](std::int32_t v) { member_[holder(v)] = true; });
  }

  std::string head() const {
    int operations = 0;
    for (std::size_t k = 0; k < program_.code.size(); ++k)
      operations += needed_[k] && program_.code[k].op > Op::input &&
                    !lives_in_another(program_.code[k].op);
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

  // Calls of one function stand together, in lanes.
  std::string one() {
    std::string text =
        "  LIMBER_INLINE_MEMBER static void one([[maybe_unused]] const double* in, double* out) {\n";
    for (const Bundle& together : in_bundles(program_, 4)) {
      const std::size_t first = together[0];
      if (program_.code[first].op == Op::constant || program_.code[first].op == Op::part) continue;
      const char* number = together.size() > 1 ? "Lanes" : "double";
      text += "    const " + type_of(first, number) + " " + variable(first) + " = " +
              (together.size() > 1 ? call_in_lanes(together)
                                   : expression(program_.code[first], Place::one)) + ";\n";
      if (together.size() > 1)
        for (std::size_t lane = 0; lane < together.size(); ++lane)
          bundle_[together[lane]] = {static_cast<std::int32_t>(first), static_cast<int>(lane)};
    }
    text += output_lines(Place::one) + "  }\n";
    bundle_.assign(bundle_.size(), {});
    return text;
  }

  std::string call_in_lanes(const Bundle& calls) const {
    const Op op = program_.code[calls[0]].op;
    std::string text = std::string(name_of(op)) + "(" + gathered(calls, &Instruction::a);
    if (arity(op) > 1) text += ", " + gathered(calls, &Instruction::b);
    return text + ")";
  }
  std::string gathered(const Bundle& calls, std::int32_t Instruction::* operand) const {
    std::string text;
    for (std::size_t lane = 0; lane < 4; ++lane) {
      const std::int32_t k = calls[std::min(lane, calls.size() - 1)];
      text += (lane ? ", " : "") + value(program_.code[k].*operand);
    }
    return "Lanes{" + text + "}";
  }

  std::string lines(Place place) const {
    std::string text;
    for (std::size_t k = 0; k < program_.code.size(); ++k) {
      const Op op = program_.code[k].op;
      if (!needed_[k] || op == Op::constant || lives_in_another(op)) continue;
      if (along_[k] != (place == Place::along)) continue;
      const std::string begin =
          member_[k] ? "" : "const " + type_of(k, place == Place::along ? "V" : "double") + " ";
      text += "    " + begin + variable(k) + " = " + expression(program_.code[k], place) + ";\n";
    }
    return text;
  }

  std::string output_lines(Place place) const {
    std::string text;
    for (std::size_t j = 0; j < program_.outputs.size(); ++j) {
      const std::string result = argument(program_.outputs[j], place);
      text += place == Place::along ? "    out.put(" + result + ");\n"
                                    : "    out[" + std::to_string(j) + "] = " + result + ";\n";
    }
    return text;
  }

  std::string type_of(std::size_t k, const std::string& number) const {
    if (program_.code[k].op == Op::integral)
      return "Parts<" + number + ", " +
             std::to_string(integral_of(program_.code[k]).integrand.outputs.size()) + ">";
    return program_.code[k].op == Op::sincos ? "SineCosine<" + number + ">" : number;
  }
  std::string variable(std::size_t k) const { return "v" + std::to_string(k); }

  std::string value(std::int32_t v) const {
    const Instruction& i = program_.code[v];
    if (i.op == Op::constant) return literal(i.value);
    const std::int32_t held = holder(v);
    const Member& in_bundle = bundle_[held];
    std::string text = variable(in_bundle.first < 0 ? held : in_bundle.first);
    if (i.op == Op::sincos) text += ".sin";
    if (i.op == Op::cos_of_sincos) text += ".cos";
    if (i.op == Op::integral) text += ".part[0]";
    if (i.op == Op::part) text += ".part[" + std::to_string(static_cast<int>(i.value)) + "]";
    if (in_bundle.first >= 0) text += "[" + std::to_string(in_bundle.lane) + "]";
    return text;
  }
  std::string argument(std::int32_t v, Place place) const {
    return place == Place::along && !along_[v] ? "spread<V>(" + value(v) + ")" : value(v);
  }

  std::string expression(const Instruction& i, Place place) const {
    if (i.op == Op::input)
      return place == Place::along ? std::string("t") : "input(in, " + std::to_string(i.a) + ")";
    if (i.op == Op::neg) return "-" + value(i.a);
    if (i.op == Op::integral) return integral(i, place);
    if (const char* symbol = infix(i.op)) return value(i.a) + symbol + value(i.b);
    const int n = arity(i.op);
    std::string call = name_of(i.op) + ("(" + argument(i.a, place));
    if (n > 1) call += ", " + argument(i.b, place);
    if (n > 2) call += ", " + argument(i.c, place);
    return call + ")";
  }

  // integral<outputs>(integrand, {arguments, and room for the variable}, from, to)
  std::string integral(const Instruction& i, Place place) const {
    const IntegralCall& call = integral_of(i);
    const std::string number = place == Place::along ? "V" : "double";
    std::string arguments;
    for (const std::int32_t v : call.arguments) arguments += argument(v, place) + ", ";
    return (call.is_root ? "root<" : call.states > 0 ? "flow<" : "integral<") + std::to_string(call.integrand.outputs.size()) + ">(" +
           integrand_name(name_, static_cast<std::size_t>(i.value)) + "_many, Arguments<" + number +
           ", " + std::to_string(call.arguments.size() + 1) + ">{{" + arguments + number + "{}}}, " +
           argument(i.a, place) + ", " + argument(i.b, place) + ")";
  }

  struct Member {
    std::int32_t first = -1;  // the call that names the bundle
    int lane = 0;
  };

  const std::string& name_;
  const Program& program_;
  std::vector<bool> needed_, along_;
  std::vector<bool> member_;    // fixed, and read by what runs
  std::vector<Member> bundle_;  // while writing one()
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

namespace {

template <class D>
std::vector<WrittenFunction> functions_written_once(const D& definition) {
  std::vector<WrittenFunction> all;
  visit_functions(definition, [&](const FunctionName& function, const Program& program) {
    if (program.outputs.empty()) return;
    const auto same = std::ranges::find_if(all, [&](const WrittenFunction& other) {
      return other.many == function.many && *other.program == program;
    });
    const bool again = same != all.end();
    all.push_back({again ? same->name : function_name(definition, function.name), &program,
                   function.many, again});
  });
  return all;
}

}  // namespace

std::vector<WrittenFunction> written_functions(const CurveDefinition<Program>& curve) {
  return functions_written_once(curve);
}
std::vector<WrittenFunction> written_functions(const ConstraintDefinition<Program>& constraint) {
  return functions_written_once(constraint);
}

// Its integrands first.
std::string emit_function(const std::string& name, const Program& program, bool along) {
  std::string text;
  for (std::size_t k = 0; k < program.integrals.size(); ++k)
    text += emit_function(integrand_name(name, k), program.integrals[k].integrand, true) + "\n";
  Writer writer(name, program);
  return text + (along && program.inputs > 0 ? writer.one_and_many() : writer.only_one());
}

std::string emit_functions(const Definition<Program>& definition) {
  std::string text =
      "// Written by limber_gen from a file in data/; compiled for each class of processors.\n"
      "#include \"codegen/lanes.h\"\n\nnamespace limber::LIMBER_CPU {\n";
  bool flows = false;
  const auto visit = [&](const auto& d) {
    for (const WrittenFunction& function : written_functions(d))
      if (!function.again) {
        text += "\n" + emit_function(function.name, *function.program, function.many);
        for (const IntegralCall& call : function.program->integrals)
          flows = flows || call.states > 0 || call.is_root;
      }
  };
  std::visit(visit, definition);
  if (flows) text.replace(text.find("codegen/lanes.h"), 15, "codegen/flow_lanes.h");
  return text + "\n}  // namespace limber::LIMBER_CPU\n";
}

}  // namespace limber
