// Files, pictures and texts of other programs: opened, dropped, pasted; and things copied for them.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "app/drawing/images.h"
#include "app/drawing/picture.h"
#include "app/edits/apply.h"
#include "app/edits/base64.h"
#include "app/editor/arranging.h"
#include "app/editor/clipboard.h"
#include "app/editor/workspace.h"
#include "app/exchange/embedded.h"
#include "app/exchange/export.h"
#include "app/exchange/import.h"
#include "app/files/document_file.h"
#include "codegen/explain.h"

namespace limber {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_told = 12;  // notes in a dialog: more than can be read are counted

// What an import could not take, for people; empty: it took all.
std::string left_out(const Imported& made, const std::string& name) {
  if (made.notes.empty()) return "";
  std::string out = fmt::format("Not all of {} could be taken along:", name);
  for (std::size_t k = 0; k < std::min(made.notes.size(), most_told); ++k)
    out += "\n" + safe(text_of(made.notes[k]));
  const std::size_t more = made.notes.size() + static_cast<std::size_t>(made.notes_left_out);
  if (more > most_told)
    out += fmt::format("\nand {} more; limber import lists them all.", more - most_told);
  return out;
}

ImportOptions options_of(const ImportChoices& choices) { return {choices.attach, choices.fit}; }

// As large as it is at 96 pixels to the inch.
constexpr double mm_per_pixel = 25.4 / 96;
constexpr double picture_density = 192;  // of what is copied as a picture: sharp on dense screens

}  // namespace

ImportChoices Workspace::import_choices() const {
  return preferences_ ? preferences_->now().importing : importing_;
}

void Workspace::choose_import(const ImportChoices& choices) {
  importing_ = choices;
  remember([&](Preferences& p) { p.importing = choices; });
}

Result<Workspace::Drawing> Workspace::imported_drawing(const fs::path& path,
                                                       const FileText& file) const {
  const std::string name = safe(path.filename().string());
  const auto refuse = [&](const Error& error) {
    const std::string where = error.line > 0 ? fmt::format(" (line {})", error.line) : "";
    return Error{fmt::format("Cannot open {}: {}{}", name, error.message, where), 0, 0, 1, {}, {}};
  };
  const Result<Imported> made = import_text(file.bytes, path.string(), options_of(import_choices()));
  if (!made) return refuse(made.error());
  Result<Document> document = apply(fresh_, {edit::Insert{made->script}});
  if (!document) return refuse(document.error());
  Drawing drawing{*std::move(document), {}, path, file.stamp};
  drawing.picture = true;
  drawing.imported = fmt::format("Imported {}: {}", name, summary(*made));
  drawing.left_out = left_out(*made, name);
  return drawing;
}

bool Workspace::insert_import(std::string_view bytes, std::string_view name,
                              const std::string& title, const std::optional<Point>& at) {
  if (const std::optional<FoundDrawing> inside = drawing_in(bytes); inside && inside->unchanged) {
    const Result<Document> document = from_json(inside->text, fresh_, nullptr);
    std::set<ThingId> all;
    if (document) each_thing(*document, [&](ThingId id) { all.insert(id); });
    const Result<std::string> text =
        document ? copied_text(*document, all) : Result<std::string>(document.error());
    if (text) return insert_script(title, *text, at), true;
  }
  const Result<Imported> made = import_text(bytes, name, options_of(import_choices()));
  if (!made) return editor_.say(safe(std::string(name)) + ": " + made.error().message), false;
  if (made->curves + made->texts + made->pictures == 0)
    return editor_.say("There is nothing in it that could be drawn"), true;
  insert_script(title, copied_form(made->script), at);
  if (const std::string told = left_out(*made, safe(std::string(name))); !told.empty()) notify(told);
  return true;
}

void Workspace::insert_picture(const std::string& bytes, const Point& at) {
  const std::optional<std::pair<int, int>> pixels = size_of_image(bytes);
  if (!pixels) return editor_.say("The picture is not a PNG, JPEG or WebP picture");
  edit::PictureEdit picture;
  picture.as = editor_.document().names->fresh("picture");
  picture.data = to_base64(bytes);
  picture.size = Point(pixels->first, pixels->second) * mm_per_pixel;
  picture.at = at - picture.size / 2;
  const std::string name = picture.as;
  if (editor_.perform("Paste picture", {{std::move(picture)}}))
    editor_.select_only({editor_.document().find(name)});
}

namespace {
// Of pixels, by its ending.
bool is_picture(const fs::path& path) {
  std::string ending = path.extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending == ".png" || ending == ".jpg" || ending == ".jpeg" || ending == ".webp";
}
}  // namespace

void Workspace::drop(const fs::path& path, const Point& at) {
  if (is_picture(path)) {
    const Result<FileText> picture = read_file(path);
    if (!picture) return editor_.say(picture.error().message);
    return insert_picture(picture->bytes, editor_.camera().to_paper(at));
  }
  const bool foreign = path.extension() != drawing_ending && can_import(path.string());
  if (!foreign) return open(path);
  const Result<FileText> file = read_file(path);
  if (!file) return editor_.say(file.error().message);
  insert_import(file->bytes, path.filename().string(), "Import", editor_.camera().to_paper(at));
}

namespace {
// What is chosen, with what it is grouped with; all where nothing is.
Result<Document> chosen_part(const Editor& editor) {
  if (editor.selection().empty()) return editor.document();
  return part_of(editor.document(), with_groups(editor.document(), editor.selection().things()));
}
}  // namespace

// With the drawing of what was chosen inside, so that nothing is lost on the way back.
void Workspace::copy_as_svg() {
  editor_.come_to_rest();
  const Result<Document> part = chosen_part(editor_);
  if (!part) return editor_.say(part.error().message);
  ExportOptions options;
  options.background = false;
  const Result<Exported> made = export_drawing(*part, Format::svg, options);
  if (!made) return editor_.say(made.error().message);
  clipboard_.put(made->bytes);
  editor_.say("Copied as SVG");
}

void Workspace::copy_as_picture() {
  editor_.come_to_rest();
  const Result<Document> part = chosen_part(editor_);
  if (!part) return editor_.say(part.error().message);
  ExportOptions options;
  options.density = picture_density;
  const Result<Exported> made = export_drawing(*part, Format::png, options);
  if (!made) return editor_.say(made.error().message);
  const bool put = clipboard_.put_picture && clipboard_.put_picture(made->bytes);
  editor_.say(put ? "Copied as a picture"
                  : "Pictures are copied by xclip or wl-copy, and neither can be started");
}

}  // namespace limber
