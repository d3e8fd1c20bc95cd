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

bool export_film(Work& work, const std::string& file, const Document& document, Format format,
                 const ExportOptions& options, const FilmOptions& film, bool true_size) {
  const Attentive looking;
  Result<std::unique_ptr<FilmJob>> job = FilmJob::begin(document, format, options, film, true_size);
  if (!job) return work.fail(status_limit, job.error()), false;
  const double whole = 100;
  for (;;) {
    const Result<bool> done = (*job)->advance();
    if (!done) return work.console.clear_progress(), work.fail(status_limit, done.error()), false;
    if (*done) break;
    if (interrupted())
      return work.console.clear_progress(), work.status = status_interrupted, false;
    work.console.progress("film, per cent", whole * (*job)->progress(), whole);
  }
  work.console.clear_progress();
  if (!write_file(work, file, (*job)->made().bytes)) return false;
  work.console.note(fmt::format("{}: {}", file, film_summary(**job, (*job)->made())));
  return true;
}

}  // namespace limber::cli
