// limber import: a file of another program as a drawing.
#include "app/exchange/import.h"

#include <fmt/format.h>

#include "app/cli/work.h"
#include "app/edits/apply.h"

namespace limber::cli {

int import(Work& work) {
  const std::string& file = work.arguments.operand();
  const std::string output = work.arguments.text("--output");
  if (output.empty())
    return work.fail(status_usage, "limber import needs -o FILE", "write -o drawing.limber");
  const std::optional<Document> fresh = fresh_document(work);
  const std::optional<std::string> bytes = fresh ? read_text(work, file) : std::nullopt;
  if (!bytes) return work.status;
  ImportOptions options;
  options.attach = work.arguments.has("--attach");
  if (work.arguments.has("--fit")) options.fit = work.arguments.number("--fit");
  Result<Imported> made = import_text(*bytes, file, options);
  if (!made) return work.fail(status_invalid, made.error(), shown_name(file), *bytes);
  for (const ImportNote& note : made->notes)
    work.console.warn(note.line > 0 ? fmt::format("{}:{}", shown_name(file), text_of(note))
                                    : fmt::format("{}: {}", shown_name(file), text_of(note)));
  if (made->notes_left_out > 0)
    work.console.warn(fmt::format("{}: {} more of these", shown_name(file), made->notes_left_out));
  const Result<Document> drawing = apply(*fresh, {edit::Insert{std::move(made->script)}});
  if (!drawing) return work.fail(status_failed, drawing.error());
  work.console.note(fmt::format("{}: {}", output, summary(*made)));
  save_document(work, output, *drawing, {});
  return work.status;
}

}  // namespace limber::cli
