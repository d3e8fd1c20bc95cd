#include "app/editor/workspace.h"

#include <algorithm>
#include <cctype>
#include <memory>
#include <utility>

#include "app/drawing/assets.h"
#include "app/editor/arranging.h"
#include "app/editor/clipboard.h"
#include "app/editor/keys.h"
#include "app/exchange/embedded.h"
#include "app/exchange/import.h"
#include "app/exchange/format.h"
#include "app/files/document_file.h"
#include "app/files/linked_file.h"

namespace limber {

namespace {
// What a name promises that a drawing's file does not hold.
constexpr std::pair<std::string_view, std::string_view> other_endings[] = {
    {".jpg", "a picture"},         {".jpeg", "a picture"}, {".tif", "a picture"},
    {".tiff", "a picture"},        {".bmp", "a picture"},  {".avi", "a film"},
    {formula_ending, "a formula"}, {kind_ending, "a formula"}, {".pull", "a script"},
    {".rec", "a recording"}};

// Those that stay as they were from one start to the next, as the preferences call them.
constexpr std::pair<Pane, std::string_view> remembered_panes[] = {{Pane::history, "history"},
                                                                  {Pane::mechanism, "mechanism"}};
}  // namespace

Result<std::filesystem::path> drawing_path(const std::filesystem::path& typed) {
  std::string ending = typed.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending == drawing_ending) return typed;
  for (const auto& [other, holds] : other_endings) {
    if (ending != other) continue;
    const std::string stem = shown(typed.stem());
    return Error{shown(typed.filename()) + " would be " + std::string(holds) +
                     ", and this is a drawing that goes on being worked on: save it as " + stem +
                     std::string(drawing_ending) + ".",
                 0,
                 0,
                 1,
                 "exporting knows " + format_endings(),
                 {}};
  }
  std::filesystem::path named = typed;
  named += drawing_ending;
  return named;
}

Workspace::Workspace(Document fresh, Io& io)
    : fresh_(std::move(fresh)),
      fresh_interpreted_(with_compiling(fresh_, {Tier::interpret, compile_budget()})),
      io_(io),
      editor_(fresh_) {}

// ---- files

void Workspace::new_drawing() {
  guard([this] {
    give_up_work();
    fresh_ = with_compiling(fresh_, {fresh_.compiling->tier, compile_budget()});
    editor_.open(fresh_);
    set_path({});
    example_.clear();
    stamp_ = {};
  });
}

void Workspace::open(const std::filesystem::path& path) {
  if (const Result<bool> opened = try_to_open(path); !opened) editor_.say(sentence(opened.error()));
  std::error_code error;
  if (!std::filesystem::exists(path, error) && !error)
    remember([&](Preferences& p) { std::erase(p.recent, path); });
}

Result<bool> Workspace::open_first(const std::filesystem::path& path) {
  Result<bool> opened = try_to_open(path);
  if (!opened) notify(sentence(opened.error()));
  return opened;
}

// What cannot be opened is found before anything is asked.
Result<bool> Workspace::try_to_open(const std::filesystem::path& path) {
  if (is_formula_file(path)) return add_formula(path);
  Result<Drawing> drawing = read_drawing(path);
  if (!drawing) return drawing.error();
  guard([this, read = std::make_shared<Drawing>(*std::move(drawing))] {
    // The answer may have been to save, to this very file.
    if (!changed_since(read->path, read->stamp)) return work_on(*read);
    Result<Drawing> again = read_drawing(read->path);
    if (!again) return editor_.say(sentence(again.error()));
    work_on(*std::move(again));
  });
  return true;
}

// A picture of ours holds the drawing it was made from.
Result<Workspace::Drawing> Workspace::read_drawing(const std::filesystem::path& path) const {
  const Result<FileText> file = read_file(path);
  if (!file) return file.error();
  View view;
  const bool picture = looks_like_svg(file->bytes);
  const std::optional<FoundDrawing> inside = picture ? drawing_in(file->bytes) : std::nullopt;
  const bool ours = path.extension() == drawing_ending;
  if (!inside && (picture || (!ours && can_import(path.string())))) return imported_drawing(path, *file);
  Result<Document> document = from_json(inside ? inside->text : file->bytes, fresh_, &view);
  if (document) {
    Drawing drawing{*std::move(document), view, path, file->stamp};
    drawing.picture = picture;
    drawing.unchanged = !inside || inside->unchanged;
    return drawing;
  }
  Error error = document.error();
  error.message = "Cannot open " + shown(path.filename()) + ": " + sentence(error);
  error.line = 0;
  error.suggestion.clear();
  return error;
}

void Workspace::open_example(std::string_view asset_name) {
  guard([this, name = std::string(asset_name)] {
    View view;
    Result<Document> document = from_json(asset(name), fresh_, &view);
    if (!document) return editor_.say("Cannot open " + name + ": " + sentence(document.error()));
    work_on({*std::move(document), view, {}, {}});
    example_ = name.substr(0, name.find('.'));
    editor_.fit_unless_seen();
  });
}

void Workspace::work_on(Drawing drawing) {
  give_up_work();
  show_pane(Pane::start, false);
  editor_.open(drawing.document, drawing.view);
  if (dialog_ != Dialog::notice) dialog_ = Dialog::none;  // a notice of the start is read first
  set_path(drawing.path);
  example_.clear();
  stamp_ = drawing.stamp;
  if (drawing.picture) {  // it is saved as a drawing, beside the picture
    set_path({});
    example_ = shown(drawing.path.stem());
    editor_.say(!drawing.imported.empty() ? drawing.imported
                : drawing.unchanged
                    ? "The drawing inside " + shown(drawing.path.filename())
                    : shown(drawing.path.filename()) +
                          " was changed by another program; this is the drawing as it was before");
  }
  if (!drawing.imported.empty()) editor_.fit_unless_seen();
  if (!drawing.left_out.empty()) notify(drawing.left_out);
  if (!path_.empty()) remember([&](Preferences& p) { add_recent(p, path_); });
}

// Pictures that a drawing links to lie below its folder.
void Workspace::set_path(const std::filesystem::path& path) {
  path_ = path;
  last_export_.clear();
  offered_export_.clear();
  std::error_code ignored;
  const std::filesystem::path folder =
      path.empty() ? path : std::filesystem::absolute(path, ignored).parent_path();
  editor_.read_pictures_by(
      [folder](const std::string& name) { return read_linked(folder, name); });
}

void Workspace::save() {
  if (path_.empty()) return show(Dialog::save_as);
  if (changed_since(path_, stamp_)) return show(Dialog::changed_on_disk);
  write_then_go_on();
}

void Workspace::overwrite() {
  dialog_ = Dialog::none;
  write_then_go_on();
}

// What waited for this save waits no longer when it fails: the next one may come hours later.
void Workspace::write_then_go_on() {
  if (write(path_))
    go_on();
  else
    pending_ = nullptr;
}

void Workspace::save_as(const std::filesystem::path& path) {
  if (format_of(path)) {  // what waited for a save does not wait for a picture
    pending_ = nullptr;
    offered_export_ = path;
    return show(Dialog::export_as);
  }
  const Result<std::filesystem::path> named = path == path_ ? path : drawing_path(path);
  if (!named) return editor_.say(sentence(named.error()));
  if (!write(*named)) return;  // the dialog stays open, and what waits for it
  set_path(*named);
  dialog_ = Dialog::none;
  go_on();
}

bool Workspace::write(const std::filesystem::path& path) {
  // What is saved is what will be seen: not a figure half way to its place.
  editor_.finish_gesture();
  editor_.come_to_rest();
  const Result<std::string> text = to_json(editor_.document(), editor_.view());
  if (!text) {
    editor_.say(sentence(text.error()));
    return false;
  }
  const Result<FileStamp> stamp = atomic_write(path, *text, io_);
  if (!stamp) {
    editor_.say(sentence(stamp.error()));
    return false;
  }
  stamp_ = *stamp;
  editor_.mark_saved();
  editor_.say("Saved " + shown(path.filename()));
  remember([&](Preferences& p) { add_recent(p, path); });
  return true;
}

void Workspace::quit() {
  guard([this] {
    give_up_work();
    write_drafts();
    running_ = false;
  });
}

// ---- dialogs

void Workspace::show(Dialog dialog) {
  dialog_ = dialog;
  editor_.touch();
}

void Workspace::notify(std::string sentence) {
  if (dialog_ == Dialog::notice)
    notice_ += "\n\n" + sentence;
  else
    notice_ = std::move(sentence);
  show(Dialog::notice);
}

// ---- the clipboard

void Workspace::copy() {
  editor_.come_to_rest();
  const Result<std::string> text =
      copied_text(editor_.document(), with_groups(editor_.document(), editor_.selection().things()));
  if (!text) return editor_.say(sentence(text.error()));
  clipboard_.put(*text);
  editor_.say("Copied; Paste puts it where the pointer is");
}

void Workspace::cut() {
  copy();
  editor_.remove_selection();
}

void Workspace::paste() {
  const std::string text = clipboard_.take();
  std::optional<Point> at;
  if (editor_.pointer_on_paper()) at = editor_.camera().to_paper(editor_.pointer());
  const Point place = at.value_or(editor_.camera().center());
  if (text.empty()) {
    const std::string picture = clipboard_.take_picture ? clipboard_.take_picture() : "";
    if (picture.empty()) return editor_.say("There is nothing to paste");
    return insert_picture(picture, place);
  }
  if (is_copied_text(text)) return insert_script("Paste", text, at);
  if (looks_like_svg(text) && insert_import(text, "pasted.svg", "Paste SVG", place)) return;
  const std::string name = editor_.document().names->fresh("text");
  if (editor_.perform("Paste text", {{edit::TextEdit{text, name, place, {}}}}))
    editor_.select_only({editor_.document().find(name)});
}

// As one step, and chosen.
void Workspace::insert_script(const std::string& title, const std::string& text,
                              const std::optional<Point>& at) {
  editor_.come_to_rest();
  const Result<Pasted> what = pasted(editor_.document(), fresh_, text, at);
  if (!what) return editor_.say("Cannot paste: " + sentence(what.error()));
  if (!editor_.perform(title, {what->edit})) return;
  std::set<ThingId> made;
  for (const std::string& name : what->names) made.insert(editor_.document().find(name));
  editor_.select_only(made);
}

// ---- what is remembered

void Workspace::use(PreferencesFile& file) {
  preferences_ = &file;
  commands_.clear();
  editor_.set_theme(theme_named(file.now().theme));
  editor_.show_grid(file.now().grid);
  editor_.set_pace(file.now().pace);
  for (const std::string& pane : file.now().panes) {
    if (pane == "outline") outline_ = true;
    for (const auto& [remembered, name] : remembered_panes)
      if (pane == name) panes_[static_cast<std::size_t>(remembered)] = true;
  }
  scale_ = std::clamp(file.now().scale, least_scale, most_scale);
  std::vector<std::string> complaints = file.complaints();
  if (!complaints.empty())
    complaints.push_back("The file as it was is kept as " +
                         shown(file.path().filename().string() + ".bak") + ".");
  std::vector<Command> usual = make_commands(fresh_);
  for (std::string& complaint : choose_keys(usual, file.now().keys))
    complaints.push_back("keys: " + std::move(complaint));
  if (complaints.empty()) return;
  std::string told = shown(file.path()) + ":";
  for (const std::string& complaint : complaints) told += "\n" + complaint;
  notify(told);
}

// Not being able to remember is told once; work goes on.
void Workspace::remember(const std::function<void(Preferences&)>& change) {
  if (!preferences_) return;
  const Result<bool> written = preferences_->change(change);
  if (!written && !std::exchange(told_not_remembered_, true))
    editor_.say(sentence(written.error()));
}

void Workspace::choose_theme(const Theme& theme) {
  editor_.set_theme(theme);
  remember([&](Preferences& p) { p.theme = theme.name; });
}

void Workspace::choose_grid(bool shown) {
  editor_.show_grid(shown);
  remember([&](Preferences& p) { p.grid = shown; });
}

void Workspace::choose_window(int width, int height) {
  remember([&](Preferences& p) { p.window = {width, height}; });
}

void Workspace::choose_scale(double scale) {
  scale_ = std::clamp(scale, least_scale, most_scale);
  editor_.touch();
  remember([&](Preferences& p) { p.scale = scale_; });
}

void Workspace::show_help(const std::string& page) {
  help_page_ = page;
  show_pane(Pane::help, true);
}

void Workspace::choose_pace(double pace) {
  editor_.set_pace(pace);
  remember([&](Preferences& p) { p.pace = pace; });
}

void Workspace::show_outline(bool shown) {
  const bool was = std::exchange(outline_, shown);
  editor_.touch();
  if (was != shown) remember_panes();
}

void Workspace::show_pane(Pane pane, bool shown) {
  const bool was = std::exchange(panes_[static_cast<std::size_t>(pane)], shown);
  editor_.touch();
  for (const auto& [remembered, name] : remembered_panes)
    if (pane == remembered && was != shown) remember_panes();
}

void Workspace::remember_panes() {
  remember([&](Preferences& p) {
    p.panes.clear();
    if (outline_) p.panes.emplace_back("outline");
    for (const auto& [pane, name] : remembered_panes)
      if (pane_shown(pane)) p.panes.emplace_back(name);
  });
}

bool Workspace::play_bar_shown() const {
  const World& world = editor_.document().world;
  bool timed = false;
  world.constraints().each([&](ConstraintId, const Constraint& one) { timed |= one.kind->timed; });
  return pane_shown(Pane::mechanism) || timed || world.motors().size() > 0 || world.physics.on;
}

void Workspace::begin_variable() {
  variable_wanted_ = true;
  editor_.touch();
}

bool Workspace::take_begin_variable() { return std::exchange(variable_wanted_, false); }

void Workspace::guard(std::function<void()> then) {
  editor_.finish_gesture();
  editor_.set_playing(false);
  if (!editor_.modified()) return then();
  pending_ = std::move(then);
  show(Dialog::unsaved);
}

void Workspace::go_on() {
  if (const auto pending = std::exchange(pending_, nullptr)) pending();
}

void Workspace::save_then_go_on() {
  dialog_ = Dialog::none;
  save();
}

void Workspace::drop_and_go_on() {
  dialog_ = Dialog::none;
  go_on();
}

// What is to be recovered is asked about after what could not be opened.
void Workspace::close_dialog() {
  pending_ = nullptr;
  offered_export_.clear();
  if (dialog_ == Dialog::recover) put_off_found();
  const bool more = dialog_ == Dialog::notice && !found_.empty();
  show(more ? Dialog::recover : Dialog::none);
}

// ---- words

std::string Workspace::name() const {
  if (!path_.empty()) return shown(path_.stem());
  return example_.empty() ? std::string(untitled) : example_;
}

std::string Workspace::title() const {
  return (editor_.modified() ? "● " : "") + name() + " – Limber";
}

// ---- keys

const std::vector<Command>& Workspace::commands() {
  std::vector<std::string> types = editor_.document().library->names();
  for (const auto& kind : editor_.document().kinds->all()) types.push_back(kind->name);
  static const std::vector<std::filesystem::path> none;
  const auto& recent = preferences_ ? preferences_->now().recent : none;
  if (commands_.empty() || types != commands_for_ || recent != commands_recent_ ||
      kept_ != commands_kept_) {
    commands_ = make_commands(editor_.document(), recent, kept_);
    if (preferences_) (void)choose_keys(commands_, preferences_->now().keys);
    commands_for_ = std::move(types);
    commands_recent_ = recent;
    commands_kept_ = kept_;
  }
  return commands_;
}

bool Workspace::handle(const KeyEvent& event) {
  if (editor_.handle(event)) return true;
  if (!event.down) return false;
  const Command* command = find_command(commands(), event);
  if (!command) return false;
  run(*command, *this);
  return true;
}

}  // namespace limber
