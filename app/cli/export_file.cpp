#include "app/cli/export_file.h"

#include <fmt/format.h>

namespace limber::cli {

const FormatEntry* export_format(Work& work, const std::string& file) {
  if (file == "-") return &entry_of(Format::png);
  if (const FormatEntry* entry = format_of(file)) return entry;
  work.fail(
      status_usage,
      fmt::format("{}: the suffix names the format, and it is one of {}", file, format_endings()),
      "write -o drawing.png");
  return nullptr;
}

bool export_file(Work& work, const std::string& file, const Document& document, Format format,
                 const ExportOptions& options) {
  const Result<Exported> made = export_drawing(document, format, options);
  if (!made) return work.fail(status_limit, made.error()), false;
  for (const std::string& note : made->notes) work.console.warn(note);
  if (!write_file(work, file, made->bytes)) return false;
  const std::string said = fmt::format("{}: {}", file, summary(*made, format, options));
  if (entry_of(format).exact)
    work.console.note(said);
  else
    work.console.detail(said);
  return true;
}

}  // namespace limber::cli
