// Giving a drawing away: what the window adds to app/exchange is a file, and memory of the last
// time.
#include "app/editor/workspace.h"
#include "app/exchange/export.h"
#include "app/exchange/sheet.h"
#include "app/files/linked_file.h"

namespace limber {

namespace fs = std::filesystem;

ExportChoices Workspace::export_choices() const {
  ExportChoices choices = preferences_ ? preferences_->now().exporting : exporting_;
  if (!format_of("x" + choices.ending)) choices.ending = ExportChoices().ending;
  return choices;
}

// Where it was exported to the last time, else beside the drawing.
fs::path Workspace::export_path() const {
  if (!offered_export_.empty()) return offered_export_;
  if (!last_export_.empty()) return last_export_;
  std::error_code ignored;
  const fs::path folder =
      path_.empty() ? fs::current_path(ignored) : fs::absolute(path_, ignored).parent_path();
  return folder / (name() + export_choices().ending);
}

// Exports are for paper and for others: in light colours, whatever the window's are.
ExportOptions Workspace::export_options(const ExportChoices& choices) const {
  ExportOptions options;
  options.page = choices.page && !page_box(editor_.document()).isEmpty();
  options.only =
      choices.selection && !editor_.selection().empty() ? &editor_.selection().things() : nullptr;
  options.background = choices.background;
  options.marks = choices.marks;
  options.scale = choices.scale;
  options.density = choices.density;
  options.tolerance = choices.tolerance;
  options.view = editor_.view();
  options.samples = &editor_.samples();
  std::error_code ignored;
  const fs::path folder = path_.empty() ? path_ : fs::absolute(path_, ignored).parent_path();
  options.linked = [folder](const std::string& name) { return read_linked(folder, name); };
  return options;
}

bool Workspace::export_as(const fs::path& path, const ExportChoices& choices) {
  const auto refuse = [&](const std::string& why) { return editor_.say(why), false; };
  const FormatEntry* entry = format_of(path);
  if (!entry)
    return refuse(shown(path.filename()) +
                  ": the ending of a name says the format, and it is one of " + format_endings() +
                  ".");
  editor_.finish_gesture();
  const ExportOptions options = export_options(choices);
  const Result<Exported> made = export_drawing(editor_.shown(), entry->format, options);
  if (!made) return refuse(sentence(made.error()));
  return write_export(path, choices, *made, summary(*made, entry->format, options));
}

bool Workspace::write_export(const fs::path& path, const ExportChoices& choices,
                             const Exported& made, const std::string& summary) {
  const Result<FileStamp> written = atomic_write(path, made.bytes, io_, Backup::none);
  if (!written) return editor_.say(sentence(written.error())), false;
  last_export_ = path;
  offered_export_.clear();
  exporting_ = choices;
  exporting_.ending = format_of(path)->ending;
  remember([&](Preferences& p) { p.exporting = exporting_; });
  std::string said = "Exported " + shown(path.filename()) + ": " + summary;
  for (const std::string& note : made.notes) said += "; " + note;
  editor_.say(said);
  dialog_ = Dialog::none;
  editor_.touch();
  return true;
}

void Workspace::export_again() {
  if (last_export_.empty()) return show(Dialog::export_as);
  start_film_ = format_of(last_export_, export_choices().film)->moves;
  if (start_film_) return show(Dialog::export_as);
  export_as(last_export_, export_choices());
}

}  // namespace limber
