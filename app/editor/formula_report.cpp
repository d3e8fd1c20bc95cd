#include "app/editor/formula_report.h"

#include <fmt/format.h>

namespace limber {

namespace {
std::string listed(const NamedFunction& function) {
  return fmt::format("# {}\n{}\n", function.name,
                     listing(*function.program, function.inputs, function.outputs));
}
}  // namespace

std::vector<NamedFunction> telling_functions(const Definition<Program>& definition) {
  std::vector<NamedFunction> out = functions_of(definition);
  std::erase_if(out, [](const NamedFunction& function) {
    return function.name == "point" || function.name == "bend" || function.name == "drag";
  });
  return out;
}

std::string derivatives_text(const Definition<Program>& definition) {
  std::string out;
  for (const NamedFunction& function : telling_functions(definition)) out += listed(function);
  return out;
}

std::string drag_text(const Definition<Program>& definition) {
  for (const NamedFunction& function : functions_of(definition))
    if (function.name == "drag") return listed(function);
  return "";
}

std::vector<FunctionCost> costs_of(const Definition<Program>& definition) {
  std::vector<FunctionCost> out;
  Tally all;
  for (const NamedFunction& function : functions_of(definition)) {
    const Tally one = tally(*function.program);
    all.operations += one.operations, all.functions += one.functions, all.once += one.once;
    out.push_back({function.name, one});
  }
  out.push_back({"all", all});
  return out;
}

std::string costs_text(const Definition<Program>& definition) {
  constexpr auto row = "{:<32} {:>10} {:>10} {:>10}\n";
  std::string out = fmt::format(row, "function", "operations", "functions", "once");
  for (const auto& [function, one] : costs_of(definition))
    out += fmt::format(row, function, one.operations, one.functions, one.once);
  return out;
}

}  // namespace limber
