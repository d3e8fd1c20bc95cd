// limber convert and limber fmt: a drawing in the text this program writes.
#include <fmt/format.h>

#include "app/cli/work.h"
#include "app/files/document_file.h"

namespace limber::cli {
namespace {

// Where the text of one input goes.
bool deliver(Work& work, const std::string& input, const std::string& text) {
  const Arguments& arguments = work.arguments;
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

template <class Do>
int for_each_input(Work& work, Do what) {
  if (!makes_sense(work)) return work.status;
  const std::optional<Document> fresh = fresh_document(work);
  if (!fresh) return work.status;
  for (const std::string& input : work.arguments.operands()) {
    const std::optional<std::string> text = read_text(work, input);
    const std::optional<Document> document =
        text ? document_from(work, *text, input, *fresh) : std::nullopt;
    if (!document) return work.status;
    const Result<std::string> written = to_json(*document);
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
  return for_each_input(
      work, [&](const std::string& input, const std::string& text, const std::string& written) {
        if (!only_check) return deliver(work, input, written);
        if (text != written)
          work.fail(status_failed, fmt::format("{} is not as limber fmt writes it", input),
                    fmt::format("limber fmt --in-place {}", input));
        return true;
      });
}

}  // namespace limber::cli
