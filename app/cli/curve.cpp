// limber curve: a formula file, and what the compiler made of it.
#include <fmt/format.h>

#include <cmath>

#include "app/cli/picture_file.h"
#include "app/cli/work.h"
#include "app/files/json.h"
#include "app/script/quantity.h"
#include "codegen/emit_cpp.h"
#include "codegen/listing.h"

namespace limber::cli {
namespace {

// The text of a built-in kind, when the operand is the name of one and not a file.
std::optional<std::string> builtin_text(const std::string& name) {
  if (name.find_first_of("./") != std::string::npos || name == "-") return {};
  for (const bool is_curve : {true, false})
    if (const Result<Definition<Kernel>> found = builtin(name, is_curve))
      return std::visit([](const auto& definition) { return definition.text; }, *found);
  return {};
}

std::string_view word_for(Role role) {
  switch (role) {
    case Role::length:
      return "length";
    case Role::angle:
      return "angle";
    case Role::x:
      return "x of a place";
    case Role::y:
      return "y of a place";
    default:
      return "number";
  }
}

std::string range_of(const Parameter& parameter) {
  std::string out;
  if (std::isfinite(parameter.minimum))
    out +=
        fmt::format(", {} {}", parameter.above_minimum ? ">" : ">=", shortest(parameter.minimum));
  if (std::isfinite(parameter.maximum))
    out +=
        fmt::format(", {} {}", parameter.below_maximum ? "<" : "<=", shortest(parameter.maximum));
  return out + (parameter.locked ? ", starts locked" : "");
}

std::string summary(const CurveDefinition<Program>& curve) {
  std::string out = fmt::format("curve {} \"{}\"\n", curve.name, curve.title);
  for (const Parameter& parameter : curve.parameters)
    out += fmt::format("  {:<12} {} = {}{}\n", parameter.name, word_for(parameter.role),
                       shortest(parameter.value), range_of(parameter));
  for (const Parameter& parameter : curve.family.node)
    out += fmt::format("  {:<12} {}, of each node\n", parameter.name, word_for(parameter.role));
  const std::string end =
      curve.t_end_parameter >= 0
          ? curve.parameters[static_cast<std::size_t>(curve.t_end_parameter)].name
          : shortest(curve.t_end);
  out +=
      fmt::format("  t from {} to {}{}\n", shortest(curve.t_begin),
                  curve.is_family ? "the number of pieces" : end, curve.closed ? ", closed" : "");
  for (const Measure<Program>& measure : curve.measures) {
    const std::string_view shape = measure.shape == Shape::point       ? "point"
                                   : measure.shape == Shape::direction ? "direction"
                                                                       : word_for(measure.role);
    out += fmt::format("  {:<12} {}{}\n", measure.name, shape, measure.along ? ", along t" : "");
  }
  return out;
}

std::string summary(const ConstraintDefinition<Program>& constraint) {
  std::string out =
      fmt::format("{} {} \"{}\"\n", constraint.preference ? "preference" : "constraint",
                  constraint.name, constraint.title);
  for (const Input& input : constraint.inputs) {
    const std::string_view shape = input.shape == Shape::point       ? "point"
                                   : input.shape == Shape::direction ? "direction"
                                                                     : word_for(input.role);
    out += fmt::format("  {:<12} {}\n", input.name, shape);
  }
  return out + fmt::format("  {} rows\n", constraint.rows);
}

std::string derivatives(const Definition<Program>& definition) {
  std::string out;
  for (const NamedFunction& function : functions_of(definition)) {
    if (function.name == "point" || function.name == "bend" || function.name == "drag") continue;
    out += fmt::format("# {}\n{}\n", function.name,
                       listing(*function.program, function.inputs, function.outputs));
  }
  return out;
}

std::string costs(const Definition<Program>& definition, bool json) {
  std::string rows;
  Tally all;
  const auto row = [&](const std::string& name, const Tally& one) {
    if (json)
      rows += fmt::format(
          "{}    {{\"function\": {}, \"operations\": {}, \"functions\": {}, \"once\": {}}}",
          rows.empty() ? "" : ",\n", json_string(name), one.operations, one.functions, one.once);
    else
      rows += fmt::format("{:<32} {:>10} {:>10} {:>10}\n", name, one.operations, one.functions,
                          one.once);
  };
  for (const NamedFunction& function : functions_of(definition)) {
    const Tally one = tally(*function.program);
    all.operations += one.operations, all.functions += one.functions, all.once += one.once;
    row(function.name, one);
  }
  row("all", all);
  if (json) return fmt::format("{{\n  \"version\": 1,\n  \"cost\": [\n{}\n  ]\n}}\n", rows);
  return fmt::format("{:<32} {:>10} {:>10} {:>10}\n", "function", "operations", "functions",
                     "once") +
         rows;
}

std::string shown(Work& work, const Definition<Program>& definition) {
  const std::string what = work.arguments.text("--show");
  if (what == "derivatives") return derivatives(definition);
  if (what == "code") return emit_functions(definition);
  if (what == "cost") return costs(definition, work.arguments.has("--json"));
  return std::visit([](const auto& one) { return summary(one); }, definition);
}

// The curve alone on the paper, with its default parameters.
bool preview(Work& work, const std::string& text, const std::string& name) {
  std::optional<Document> document = fresh_document(work);
  if (!document) return false;
  const Result<SharedCurveType> type = document->library.add(text, Tier::interpret);
  if (!type) return work.fail(status_formula, type.error(), name, text), false;
  document->world.add(default_curve(*type));
  tidy(*document);
  PictureOptions options;
  std::tie(options.width, options.height) = work.arguments.size("--size");
  options.theme = &theme_named(work.arguments.text("--theme"));
  const std::string file = work.arguments.text("--preview");
  const std::optional<PictureFormat> format = picture_format(work, file);
  if (!format) return false;
  const std::optional<std::string> picture = picture_of(work, *document, options, *format);
  return picture && write_file(work, file, *picture);
}

}  // namespace

int curve(Work& work) {
  const std::string& operand = work.arguments.operand();
  const std::optional<std::string> builtin = builtin_text(operand);
  const std::optional<std::string> text = builtin ? builtin : read_text(work, operand);
  if (!text) return work.status;
  const Result<Definition<Program>> definition = lower(*text);
  if (!definition) return work.fail(status_formula, definition.error(), operand, *text);
  if (work.arguments.has("--preview")) {
    if (!std::holds_alternative<CurveDefinition<Program>>(*definition))
      return work.fail(status_usage, "only a curve can be previewed");
    if (!preview(work, *text, operand)) return work.status;
  }
  Data data(work, "");
  data.write(shown(work, *definition));
  data.finish();
  return work.status;
}

}  // namespace limber::cli
