// limber convert and limber fmt: a drawing in the text this program writes; for fmt also a formula
// file in its plain form.
#include <fmt/format.h>

#include <algorithm>

#include "app/cli/work.h"
#include "app/exchange/format.h"
#include "app/files/document_file.h"
#include "codegen/format.h"

namespace limber::cli {
namespace {

// Where the text of one input goes.
bool deliver(Work& work, const std::string& input, const std::string& text) {
  const Arguments& arguments = work.arguments;
  if (arguments.has("--in-place") && format_of(input))
    return work.fail(status_usage,
                     fmt::format("{} is a picture, which a drawing must not write over", input),
                     fmt::format("limber convert {} -o drawing.limber", input)),
           false;
  if (arguments.has("--in-place") && input != "-") return write_over(work, input, text);
  const std::string output = arguments.has("--output") ? arguments.text("--output") : "-";
  return write_file(work, output, text);
}

bool makes_sense(Work& work) {
  const Arguments& arguments = work.arguments;
  const std::size_t inputs = arguments.operands().size();
  if (arguments.has("--in-place") && arguments.has("--output"))
    return work.fail(status_usage, "--in-place and --output exclude each other"), false;
  if (!arguments.has("--in-place") && inputs > 1 &&
      !(arguments.command().name == "fmt" && arguments.has("--check")))
    return work.fail(status_usage, "several drawings can only be written with --in-place"), false;
  return true;
}

bool is_formula_file(const std::string& name) {
  return name.ends_with(".curve") || name.ends_with(".constraint");
}

template <class Do>
int for_each_input(Work& work, Do what) {
  if (!makes_sense(work)) return work.status;
  const std::optional<Document> fresh = fresh_document(work);
  if (!fresh) return work.status;
  for (const std::string& input : work.arguments.operands()) {
    const std::optional<std::string> text = read_text(work, input);
    View view;
    const std::optional<Document> document =
        text ? document_from(work, *text, input, *fresh, &view) : std::nullopt;
    if (!document) return work.status;
    const Result<std::string> written = to_json(*document, view);
    if (!written) return work.fail(status_failed, written.error());
    if (!what(input, *text, *written)) return work.status;
  }
  return work.status;
}

}  // namespace

int convert(Work& work) {
  if (!work.arguments.has("--output") && !work.arguments.has("--in-place"))
    return work.fail(status_usage, "limber convert needs -o FILE or --in-place");
  return for_each_input(
      work, [&](const std::string& input, const std::string&, const std::string& written) {
        return deliver(work, input, written);
      });
}

int format(Work& work) {
  const bool only_check = work.arguments.has("--check");
  const auto formatted = [&](const std::string& input, const std::string& text,
                             const std::string& written) {
    if (!only_check) return deliver(work, input, written);
    if (text != written)
      work.fail(status_failed, fmt::format("{} is not as limber fmt writes it", input),
                fmt::format("limber fmt --in-place {}", input));
    return true;
  };
  const auto& inputs = work.arguments.operands();
  const auto formulas = std::ranges::count_if(inputs, is_formula_file);
  if (formulas == 0) return for_each_input(work, formatted);
  if (!makes_sense(work)) return work.status;
  if (static_cast<std::size_t>(formulas) != inputs.size())
    return work.fail(status_usage, "limber fmt takes drawings or formula files, not both at once");
  for (const std::string& input : inputs) {
    const std::optional<std::string> text = read_text(work, input);
    if (!text) return work.status;
    const Result<std::string> written = plain_form(*text);
    if (!written) return work.fail(status_failed, written.error(), input, *text);
    if (!formatted(input, *text, *written)) return work.status;
  }
  return work.status;
}

}  // namespace limber::cli
