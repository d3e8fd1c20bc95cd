#include "app/cli/curve_report.h"

#include <fmt/format.h>

#include <cmath>

#include "app/document/quantity.h"
#include "app/editor/formula_report.h"
#include "app/files/json.h"
#include "codegen/emit_cpp.h"
#include "codegen/listing.h"

namespace limber::cli {
namespace {

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
    case Role::dx:
      return "x of a vector";
    case Role::dy:
      return "y of a vector";
    default:
      return "number";
  }
}

std::string_view shape_word(Shape shape, Role role) {
  if (shape == Shape::point) return "point";
  return shape == Shape::direction ? "direction" : word_for(role);
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

// Where t ends: a number, or what decides it.
std::string end_of_t(const CurveDefinition<Program>& curve) {
  if (curve.is_family) return "the number of pieces";
  return curve.t_end_parameter >= 0
             ? curve.parameters[static_cast<std::size_t>(curve.t_end_parameter)].name
             : shortest(curve.t_end);
}

// What people give of each node. (The pieces of a traced curve are found, not given.)
std::vector<Parameter> nodes_of(const CurveFacts& curve) {
  return curve.is_traced ? std::vector<Parameter>() : curve.family.node;
}

std::string summary(const CurveDefinition<Program>& curve) {
  std::string out = fmt::format("curve {} \"{}\"\n", curve.name, curve.title);
  for (const Parameter& parameter : curve.parameters)
    out += fmt::format("  {:<12} {} = {}{}\n", parameter.name, word_for(parameter.role),
                       shortest(parameter.value), range_of(parameter));
  for (const Parameter& parameter : nodes_of(curve))
    out += fmt::format("  {:<12} {}, of each node\n", parameter.name, word_for(parameter.role));
  out += fmt::format("  t from {} to {}{}\n", shortest(curve.t_begin), end_of_t(curve),
                     curve.closed ? ", closed" : "");
  for (const Measure<Program>& measure : curve.measures) {
    out += fmt::format("  {:<12} {}{}\n", measure.name, shape_word(measure.shape, measure.role),
                       measure.along ? ", along t" : "");
  }
  return out;
}

std::string summary(const ConstraintDefinition<Program>& constraint) {
  std::string out =
      fmt::format("{} {} \"{}\"\n", constraint.preference ? "preference" : "constraint",
                  constraint.name, constraint.title);
  for (const Input& input : constraint.inputs) {
    out += fmt::format("  {:<12} {}\n", input.name, shape_word(input.shape, input.role));
  }
  return out + fmt::format("  {} rows\n", constraint.rows);
}

// ---- the same for machines

template <class Things, class Write>
std::string json_list(const Things& things, Write write) {
  std::string out;
  for (const auto& thing : things) out += (out.empty() ? "" : ", ") + write(thing);
  return "[" + out + "]";
}

std::string json_parameter(const Parameter& parameter) {
  std::string out =
      fmt::format("{{\"name\": {}, \"title\": {}, \"role\": {}, \"value\": {}",
                  json_string(parameter.name), json_string(parameter.label),
                  json_string(word_for(parameter.role)), json_number(parameter.value));
  if (std::isfinite(parameter.minimum))
    out += fmt::format(", \"minimum\": {}", json_number(parameter.minimum));
  if (std::isfinite(parameter.maximum))
    out += fmt::format(", \"maximum\": {}", json_number(parameter.maximum));
  return out + (parameter.locked ? ", \"locked\": true}" : "}");
}

std::string json_summary(const CurveDefinition<Program>& curve) {
  const auto measure = [](const Measure<Program>& one) {
    return fmt::format("{{\"name\": {}, \"shape\": {}, \"along\": {}}}", json_string(one.name),
                       json_string(shape_word(one.shape, one.role)), one.along);
  };
  return fmt::format(
      "\"curve\": {}, \"title\": {}, \"t\": [{}, {}], \"closed\": {}, \"parameters\": {}, "
      "\"nodes\": {}, \"measures\": {}",
      json_string(curve.name), json_string(curve.title), json_string(shortest(curve.t_begin)),
      json_string(end_of_t(curve)), curve.closed, json_list(curve.parameters, json_parameter),
      json_list(nodes_of(curve), json_parameter), json_list(curve.measures, measure));
}

std::string json_summary(const ConstraintDefinition<Program>& constraint) {
  const auto input = [](const Input& one) {
    return fmt::format("{{\"name\": {}, \"shape\": {}}}", json_string(one.name),
                       json_string(shape_word(one.shape, one.role)));
  };
  return fmt::format(
      "\"constraint\": {}, \"title\": {}, \"preference\": {}, \"inputs\": {}, "
      "\"rows\": {}",
      json_string(constraint.name), json_string(constraint.title), constraint.preference,
      json_list(constraint.inputs, input), constraint.rows);
}

std::string json_body(const Definition<Program>& definition, std::string_view what) {
  if (what == "code") return fmt::format("\"code\": {}", json_string(emit_functions(definition)));
  if (what == "derivatives") {
    const auto function = [](const NamedFunction& one) {
      return fmt::format("{{\"function\": {}, \"text\": {}}}", json_string(one.name),
                         json_string(listing(*one.program, one.inputs, one.outputs)));
    };
    return "\"derivatives\": " + json_list(telling_functions(definition), function);
  }
  if (what == "cost") {
    const auto cost = [](const FunctionCost& one) {
      return fmt::format(
          "{{\"function\": {}, \"operations\": {}, \"functions\": {}, \"once\": {}}}",
          json_string(one.function), one.tally.operations, one.tally.functions, one.tally.once);
    };
    return "\"cost\": " + json_list(costs_of(definition), cost);
  }
  return std::visit([](const auto& one) { return json_summary(one); }, definition);
}

std::string catalogue_row(const CurveDefinition<Program>& curve) {
  std::vector<std::string_view> names;
  for (const Parameter& parameter : curve.parameters) names.push_back(parameter.name);
  for (const Parameter& parameter : nodes_of(curve)) names.push_back(parameter.name);
  return fmt::format("curve       {:<20} {}{}\n", curve.name, nodes_of(curve).empty() ? "" : "nodes of ",
                     fmt::join(names, ", "));
}

std::string catalogue_row(const ConstraintDefinition<Program>& constraint) {
  std::vector<std::string> inputs;
  for (const Input& input : constraint.inputs)
    inputs.push_back(fmt::format("{} {}", shape_word(input.shape, input.role), input.name));
  return fmt::format("{:<11} {:<20} {}\n", constraint.preference ? "preference" : "constraint",
                     constraint.name, fmt::join(inputs, ", "));
}

}  // namespace

std::string catalogue(std::span<const Definition<Program>> definitions) {
  std::string out;
  for (const Definition<Program>& definition : definitions)
    out += std::visit([](const auto& one) { return catalogue_row(one); }, definition);
  return out;
}

std::string json_catalogue(std::span<const Definition<Program>> definitions) {
  const auto kind = [](const Definition<Program>& definition) {
    return "\n  {" + std::visit([](const auto& one) { return json_summary(one); }, definition) +
           "}";
  };
  return "{\"version\": 1, \"kinds\": " + json_list(definitions, kind) + "}\n";
}

std::string report(const Definition<Program>& definition, std::string_view what) {
  if (what == "derivatives") return derivatives_text(definition);
  if (what == "code") return emit_functions(definition);
  if (what == "cost") return costs_text(definition);
  return std::visit([](const auto& one) { return summary(one); }, definition);
}

std::string json_report(const Definition<Program>& definition, std::string_view what) {
  return "{\"version\": 1, " + json_body(definition, what) + "}\n";
}

}  // namespace limber::cli
