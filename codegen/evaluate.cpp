// evaluate: a number field of the program; compile.h.
#include <cmath>

#include "codegen/compile.h"
#include "codegen/meaning.h"
#include "codegen/names.h"
#include "codegen/parse.h"

namespace limber {

Result<double> evaluate(std::string_view text, const std::map<std::string, double>& names) {
  std::vector<Error> errors;
  const Formula formula = parse_expression(text, errors);
  std::map<std::string, double> known;
  for (const auto& [name, value] : names) known[spelled_out(name)] = value;
  Graph graph;
  graph.constant(0);
  Surroundings around;
  around.find = [&](const std::string& name) -> std::optional<Value> {
    if (const auto found = known.find(name); found != known.end())
      return number_value(graph.constant(found->second));
    if (const auto unit = find_unit(name)) return number_value(graph.constant(*unit));
    return {};
  };
  for (const auto& [name, value] : known) around.names.push_back(name);
  Evaluator evaluator(graph, formula, errors);
  Value value;
  if (!formula.lets.empty()) value = evaluator.number(formula.lets.front().value, around);
  if (!errors.empty()) return gather(std::move(errors));
  // All leaves are constants: what is not folded had no finite value.
  if (value.kind != Value::number || !graph.is_constant(value.x) ||
      !std::isfinite(graph.value(value.x)))
    return error_at({1, 1, 1}, "This has no finite value.");
  return graph.value(value.x);
}

}  // namespace limber
