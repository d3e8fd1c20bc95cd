// The other half of emit_cpp: what a definition says about itself, as C++ that says it again.
#include <charconv>
#include <cmath>

#include "codegen/emit_cpp.h"
#include "codegen/functions.h"

namespace limber {

namespace {

// Text as a string literal. Octal escapes have at most three digits, so what follows cannot join in.
std::string quoted(const std::string& text) {
  std::string q = "\"";
  for (const char c : text) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (c == '\n') q += "\\n\"\n    \"";
    else if (c == '"' || c == '\\' || c == '?' || byte < 32 || byte > 126) {
      const char octal[] = {'\\', static_cast<char>('0' + byte / 64),
                            static_cast<char>('0' + byte / 8 % 8),
                            static_cast<char>('0' + byte % 8), 0};
      q += octal;
    } else q += c;
  }
  return q + "\"";
}

std::string written(double value) {
  if (std::isinf(value)) return value > 0 ? "kInfinity" : "-kInfinity";
  char buffer[32];
  return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}
std::string written(bool value) { return value ? "true" : "false"; }
std::string written(int value) { return std::to_string(value); }
std::string written(const std::string& text) { return quoted(text); }
template <class E>
std::string written_enum(const char* type, E value) {
  return std::string("static_cast<") + type + ">(" + std::to_string(static_cast<int>(value)) + ")";
}
std::string written(Role role) { return written_enum("Role", role); }
std::string written(Shape shape) { return written_enum("Shape", shape); }
std::string written(Sense sense) { return written_enum("Sense", sense); }
std::string written(Bound bound) { return written_enum("Bound", bound); }

template <class... Fields>
std::string braces(const Fields&... fields) {
  std::string text;
  ((text += (text.empty() ? "" : ", ") + written(fields)), ...);
  return "{" + text + "}";
}

std::string written(const Parameter& p) {
  return braces(p.name, p.label, p.value, p.role, p.minimum, p.maximum, p.above_minimum,
                p.below_maximum, p.locked, p.whole);
}
std::string written(const Input& i) { return braces(i.name, i.shape, i.role, i.value); }
template <class T>
std::string written(const std::vector<T>& list) {
  std::string text;
  for (const T& item : list) text += (text.empty() ? "" : ", ") + written(item);
  return "{" + text + "}";
}

template <class T>
std::string set(const std::string& field, const T& value) {
  return "  d." + field + " = " + written(value) + ";\n";
}

std::string facts(const CurveDefinition<Program>& d) {
  const Family& f = d.family;
  std::string text = set("name", d.name) + set("title", d.title) + set("text", d.text) +
                     set("parameters", d.parameters) + set("is_family", d.is_family) +
                     set("is_traced", d.is_traced) +
                     set("t_begin", d.t_begin) + set("t_end", d.t_end) + set("closed", d.closed) +
                     set("t_end_parameter", d.t_end_parameter) + set("corners", d.corners) +
                     set("corner_at_joints", d.corner_at_joints) +
                     set("drag_facts.entries", d.drag_facts.entries) +
                     set("drag_facts.degree", d.drag_facts.degree);
  if (d.is_family)
    text += set("family.node", f.node) + set("family.default_nodes", f.default_nodes) +
            set("family.window", f.window) + set("family.step", f.step) +
            set("family.offset", f.offset) + set("family.extra", f.extra) +
            set("family.minimum_nodes", f.minimum_nodes) + set("family.wraps", f.wraps);
  text += "  d.measures.resize(" + std::to_string(d.measures.size()) + ");\n";
  for (std::size_t i = 0; i < d.measures.size(); ++i) {
    const Measure<Program>& m = d.measures[i];
    const std::string at = "measures[" + std::to_string(i) + "].";
    text += set(at + "name", m.name) + set(at + "shape", m.shape) + set(at + "along", m.along) +
            set(at + "role", m.role);
    for (const Integral<Program>& integral : m.integrals)
      text += "  d." + at + "integrals.push_back({" + written(integral.from) + ", " +
              written(integral.to) + ", {}, {}});\n";
  }
  return text;
}

std::string facts(const ConstraintDefinition<Program>& d) {
  return set("name", d.name) + set("title", d.title) + set("text", d.text) +
         set("preference", d.preference) + set("inputs", d.inputs) + set("rows", d.rows) +
         set("row_roles", d.row_roles) + set("senses", d.senses) + set("timed", d.timed);
}

std::string one_of(const char* cpu, const std::string& function) {
  return std::string("{") + cpu + "::" + function + "_one, " + cpu + "::" + function + "_many}";
}

// The functions in the order of visit_functions, which puts them back in their places.
template <class D>
std::string functions(const D& d) {
  std::string text;
  const std::vector<WrittenFunction> written = written_functions(d);
  auto next = written.begin();
  visit_functions(d, [&](const FunctionName& function, const Program& p) {
    if (p.outputs.empty()) {
      text += "      {},\n";
      return;
    }
    const std::string& name = (next++)->name;
    text += "      {" + std::to_string(p.inputs) + ", " + std::to_string(p.outputs.size()) + ", " +
            one_of("plain", name) + ", " + one_of("fma", name) +
            (function.many ? ", avx512::" + name + "_many" : "") + "},\n";
  });
  return text;
}

template <class D>
std::string declarations(const char* cpu, const D& d) {
  std::string text = std::string("namespace ") + cpu + " {\n";
  for (const WrittenFunction& function : written_functions(d)) {
    if (function.again || (cpu == std::string("avx512") && !function.many)) continue;
    text += "void " + function.name + "_one(const void*, const double*, double*);\nvoid " +
            function.name + "_many(const void*, const double*, const double*, int, double*, int);\n";
  }
  return text + "}\n";
}

template <class D>
std::string definition(const D& d, const char* type, const char* prefix) {
  return declarations("plain", d) + declarations("fma", d) + declarations("avx512", d) + "static " + type + " " + prefix +
         mangle(d.name) + "() {\n  " + type + " d;\n" + facts(d) +
         "  const Compiled functions[] = {\n" + functions(d) +
         "  };\n  fill(d, functions);\n  return d;\n}\n\n";
}
std::string written_definition(const CurveDefinition<Program>& d) {
  return definition(d, "CurveDefinition<Compiled>", "curve_");
}
std::string written_definition(const ConstraintDefinition<Program>& d) {
  return definition(d, "ConstraintDefinition<Compiled>", "constraint_");
}

}  // namespace

std::string emit_registry(const std::string& function,
                          const std::vector<Definition<Program>>& definitions) {
  std::string text =
      "// Written by limber_gen from the files in data/.\n"
      "#include \"codegen/builtin.h\"\n"
      "#include \"codegen/functions.h\"\n\n"
      "namespace limber {\n\n"
      "[[maybe_unused]] static constexpr double kInfinity = std::numeric_limits<double>::infinity();\n\n"
      "template <class D>\nstatic void fill(D& d, const Compiled* functions) {\n"
      "  visit_functions(d, [&](const FunctionName&, Compiled& f) { f = *functions++; });\n}\n\n";
  std::string list;
  for (const Definition<Program>& d : definitions) {
    std::visit([&](const auto& each) { text += written_definition(each); }, d);
    const bool curve = std::holds_alternative<CurveDefinition<Program>>(d);
    const std::string name = std::visit([](const auto& each) { return each.name; }, d);
    list += std::string("  all.push_back(") + (curve ? "curve_" : "constraint_") + mangle(name) +
            "());\n";
  }
  return text + "std::vector<Definition<Compiled>> " + function + "() {\n" +
         "  std::vector<Definition<Compiled>> all;\n" + list + "  return all;\n}\n\n}  // namespace limber\n";
}

}  // namespace limber
