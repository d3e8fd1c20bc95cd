// limber curve: a formula file, and what the compiler made of it.
#include <fmt/format.h>

#include <filesystem>

#include "app/cli/curve_report.h"
#include "app/cli/export_file.h"
#include "app/cli/work.h"
#include "app/document/nearest_word.h"
#include "app/edits/resolve.h"
#include "codegen/functions.h"

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

int list_kinds(Work& work) {
  std::vector<Definition<Program>> all;
  for (const bool curves : {true, false})
    for (const std::string& name : builtin_names(curves)) {
      const Result<Definition<Kernel>> kind = builtin(name, curves);
      all.push_back(std::visit(
          [](const auto& one) { return Definition<Program>(without_functions<Program>(one)); },
          *kind));
    }
  Data data(work, "");
  data.write(work.arguments.has("--json") ? json_catalogue(all) : catalogue(all));
  data.finish();
  return work.status;
}

// Neither a file nor a kind: what was probably meant.
std::string kind_meant(const std::string& name) {
  std::vector<std::string_view> names;
  for (const bool curves : {true, false})
    names.insert(names.end(), builtin_names(curves).begin(), builtin_names(curves).end());
  const std::string near = nearest_word(name, names);
  return near.empty() ? "" : fmt::format("did you mean {}?", near);
}

// The curve alone on the paper, with its default parameters.
bool preview(Work& work, const std::string& text, const std::string& name) {
  std::optional<Document> document = fresh_document(work);
  if (!document) return false;
  CurveLibrary library = document->library;
  const Result<SharedCurveType> type = library.add(text, Tier::interpret);
  if (!type) return work.fail(status_formula, type.error(), name, text), false;
  Result<Document> defined = apply(*document, {edit::Define{std::string(text)}});
  if (defined) defined = apply(*defined, {draw_edit(default_curve(*type), "")});
  if (!defined) return work.fail(status_formula, defined.error()), false;
  ExportOptions options;
  options.size = work.arguments.size("--size");
  options.theme = &theme_named(work.arguments.text("--theme"));
  const std::string file = work.arguments.text("--preview");
  const FormatEntry* entry = export_format(work, file);
  return entry && export_file(work, file, *defined, entry->format, options);
}

}  // namespace

int curve(Work& work) {
  if (work.arguments.operands().empty()) return list_kinds(work);
  const std::string& operand = work.arguments.operand();
  const std::optional<std::string> builtin = builtin_text(operand);
  if (!builtin && operand != "-" && !std::filesystem::exists(operand))
    if (const std::string meant = kind_meant(operand); !meant.empty())
      return work.fail(status_failed,
                       fmt::format("there is neither a file nor a kind called {}", operand), meant);
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
  const std::string what = work.arguments.text("--show");
  data.write(work.arguments.has("--json") ? json_report(*definition, what)
                                          : report(*definition, what));
  data.finish();
  return work.status;
}

}  // namespace limber::cli
