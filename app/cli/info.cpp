// limber info: what a bug report should carry. Nothing about the machine or its user.
#include <fmt/format.h>

#include <Eigen/Core>
#include <thread>

#include "app/cli/work.h"
#include "app/drawing/picture.h"
#include "app/document/variables.h"
#include "app/files/atomic_write.h"
#include "app/files/form.h"
#include "app/files/json.h"
#include "codegen/limits.h"
#include "codegen/machine_code.h"
#include "include/core/SkMilestone.h"
#include "solver/stepper.h"

namespace limber::cli {
namespace {

struct Fact {
  std::string group, name, value;
};

std::string text(double value) { return fmt::format("{}", value); }

std::vector<Fact> facts(const Document& fresh) {
  std::vector<Fact> out;
  const auto add = [&](std::string group, std::string name, std::string value) {
    out.push_back({std::move(group), std::move(name), std::move(value)});
  };
  add("program", "version", LIMBER_VERSION);
  add("program", "build", LIMBER_BUILD_TYPE);
  add("program", "compiler", "g++ " __VERSION__);
  add("program", "run-time compiler",
      llvm_library() ? "found" : "not found; formulas are interpreted");
  add("program", "processors", text(std::thread::hardware_concurrency()));
  add("program", "curve types", text(static_cast<double>(fresh.library->names().size())));
  add("program", "constraint kinds", text(static_cast<double>(fresh.kinds->all().size())));
  add("formats", "document", text(document_version));
  add("formats", "script", text(script_version));
  add("libraries", "Eigen",
      fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION));
  add("libraries", "Skia", fmt::format("m{}", SK_MILESTONE));
  add("solver", "tick", "1/240 s");
  add("solver", "tolerance of hard constraints",
      fmt::format("{} of the drawing's size", hard_tolerance));

  add("limits", "bytes of a file", text(static_cast<double>(max_file_bytes)));
  const JsonLimits json;
  add("limits", "depth of a document", text(json.depth));
  add("limits", "objects and lists in a document", text(json.containers));
  add("limits", "bytes of a text in a document", text(static_cast<double>(json.string_bytes)));
  add("limits", "bytes of a formula", text(static_cast<double>(limits::formula_bytes)));
  add("limits", "depth of a formula", text(limits::depth));
  add("limits", "operations of a formula", text(limits::operations));
  add("limits", "terms of a formula, functions and sums written out", text(limits::worked_terms));
  add("limits", "terms of a sum", text(limits::series_terms));
  add("limits", "nodes of a formula with derivatives", text(limits::graph_nodes));
  add("limits", "digits of a number", text(limits::digits));
  add("limits", "characters of a name", text(limits::name_length));
  add("limits", "parameters of a curve type", text(limits::parameters));
  add("limits", "measures of a curve type", text(limits::measures));
  add("limits", "inputs of a constraint", text(limits::inputs));
  add("limits", "rows of a constraint", text(limits::rows));
  add("limits", "instructions of a definition as machine code",
      text(static_cast<double>(limits::compiled_instructions)));
  add("limits", "instructions of a definition optimised",
      text(static_cast<double>(limits::optimised_instructions)));
  add("limits", "symbolic operations of a document",
      text(static_cast<double>(limits::symbolic_work)));
  add("limits", "seconds to optimise a definition", text(limits::optimise_seconds));
  add("limits", "seconds to compile a document's formulas", text(limits::compile_seconds));
  add("limits", "pixels of a picture's side", text(largest_side));
  add("limits", "bytes of a picture", text(static_cast<double>(largest_picture)));
  add("limits", "lines of a script", text(static_cast<double>(most_script_lines)));
  add("limits", "size of a number of a drawing", text(largest_number));
  add("limits", "variables of a drawing", text(static_cast<double>(most_variables)));
  add("limits", "threads", text(most_threads));
  add("limits of --batch", "seconds", text(batch_limits.seconds));
  add("limits of --batch", "bytes of memory", text(static_cast<double>(batch_limits.memory)));
  add("limits of --batch", "curves, connectors and constraints", text(batch_limits.nodes));
  add("limits of --batch", "bytes of output", text(static_cast<double>(batch_limits.output)));
  return out;
}

std::string as_text(const std::vector<Fact>& all) {
  std::string out, group;
  for (const Fact& fact : all) {
    if (fact.group != group) out += fmt::format("{}{}\n", group.empty() ? "" : "\n", fact.group);
    group = fact.group;
    out += fmt::format("  {:<40} {}\n", fact.name, fact.value);
  }
  return out;
}

std::string as_json(const std::vector<Fact>& all) {
  std::string out = "{\n  \"version\": 1", group;
  for (const Fact& fact : all) {
    if (fact.group != group)
      out += fmt::format("{},\n  {}: {{\n", group.empty() ? "" : "\n  }", json_string(fact.group));
    else
      out += ",\n";
    group = fact.group;
    out += fmt::format("    {}: {}", json_string(fact.name), json_string(fact.value));
  }
  return out + "\n  }\n}\n";
}

}  // namespace

int info(Work& work) {
  if (work.arguments.has("--schema")) {
    Data schema(work, "");
    schema.write(document_schema());
    schema.finish();
    return work.status;
  }
  const std::optional<Document> fresh = fresh_document(work);
  if (!fresh) return work.status;
  const std::vector<Fact> all = facts(*fresh);
  Data data(work, "");
  data.write(work.arguments.has("--json") ? as_json(all) : as_text(all));
  data.finish();
  return work.status;
}

}  // namespace limber::cli
