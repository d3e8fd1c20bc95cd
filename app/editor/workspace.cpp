#include "app/editor/workspace.h"

#include <utility>

#include "app/drawing/assets.h"
#include "app/files/document_file.h"

namespace limber {

namespace {
bool in_use(const World& world, const CurveType* type) {
  bool found = false;
  world.bodies().each([&](CurveId, const Body& body) { found |= body.curve.type.get() == type; });
  return found;
}

// Why a formula may not take the place of the type of its name, or nothing. Curves keep the
// mathematics they were drawn with, and a file knows a type by its name.
std::string taken(const Document& document, const std::string& name) {
  const SharedCurveType known = document.library.find(name);
  if (!known) return "";
  if (document.library.is_builtin(name))
    return "the toolbox has a curve called " + name + " already; give yours another name";
  if (in_use(document.world, known.get()))
    return "curves of this drawing are made with the " + name +
           " you added before; give the new one another name, or delete them first";
  return "";
}
}  // namespace

std::string sentence(const Error& error) {
  std::string text;
  if (error.line > 0) text += "line " + std::to_string(error.line) + ": ";
  text += error.message;
  if (!error.suggestion.empty()) text += " (" + error.suggestion + ")";
  return text;
}

Workspace::Workspace(Document fresh, Io& io) : fresh_(std::move(fresh)), io_(io), editor_(fresh_) {
  fresh_.tier = editor_.document().tier = Tier::machine_code;
}

// ---- files

void Workspace::new_drawing() {
  guard([this] {
    fresh_.compiling = compile_budget();
    editor_.open(fresh_);
    path_.clear();
    example_.clear();
    stamp_ = {};
  });
}

void Workspace::open(const std::filesystem::path& path) {
  if (path.extension() == formula_ending) return add_type(path);
  guard([this, path] {
    const Result<FileText> file = read_file(path);
    if (!file) return editor_.say(sentence(file.error()));
    load(file->bytes, path, file->stamp);
  });
}

// One step of undo; the new type's drawing tool is in hand, so that the next drag draws one.
void Workspace::add_type(const std::filesystem::path& path) {
  const std::string called = shown(path.filename());
  const Result<FileText> file = read_file(path);
  if (!file) return editor_.say(sentence(file.error()));
  Document& document = editor_.document();
  CurveLibrary library = document.library;
  const Result<SharedCurveType> type = library.add(file->bytes, document.tier, document.compiling);
  if (!type) return editor_.say("Cannot use " + called + ": " + sentence(type.error()));
  const std::string title = (*type)->title;
  if (document.library.find((*type)->name) != *type) {
    const std::string why = taken(document, (*type)->name);
    if (!why.empty()) return editor_.say("Cannot use " + called + ": " + why);
    editor_.finish_gesture();
    document.library = std::move(library);
    editor_.commit("New curve: " + title);
  }
  dialog_ = Dialog::none;
  editor_.use(make_draw_tool((*type)->name));
  editor_.say(title + " is in the toolbox: drag on the paper to draw one");
}

void Workspace::open_example(std::string_view asset_name) {
  guard([this, name = std::string(asset_name)] {
    load(asset(name), {}, {});
    example_ = name.substr(0, name.find('.'));
    editor_.fit_unless_seen();
  });
}

void Workspace::load(std::string_view bytes, const std::filesystem::path& path,
                     const FileStamp& stamp) {
  Result<Document> document = from_json(bytes, fresh_);
  if (!document) {
    editor_.say("Cannot open " + shown(path.filename()) + ": " + sentence(document.error()));
    return;
  }
  editor_.open(*std::move(document));
  dialog_ = Dialog::none;
  path_ = path;
  example_.clear();
  stamp_ = stamp;
}

void Workspace::save() {
  if (path_.empty()) return show(Dialog::save_as);
  if (changed_since(path_, stamp_)) return show(Dialog::changed_on_disk);
  if (write(path_)) go_on();
}

void Workspace::save_as(const std::filesystem::path& path) {
  std::filesystem::path named = path;
  if (named.extension().empty()) named += drawing_ending;
  if (!write(named)) return;
  path_ = named;
  dialog_ = Dialog::none;
  go_on();
}

void Workspace::overwrite() {
  dialog_ = Dialog::none;
  if (write(path_)) go_on();
}

bool Workspace::write(const std::filesystem::path& path) {
  // What is saved is what will be seen: not a figure half way to its place.
  editor_.finish_gesture();
  editor_.come_to_rest();
  Document document = editor_.document();
  document.view = View{editor_.camera().center(), editor_.camera().scale()};
  const Result<std::string> text = to_json(document);
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
  return true;
}

void Workspace::quit() {
  guard([this] { running_ = false; });
}

// ---- dialogs

void Workspace::show(Dialog dialog) {
  dialog_ = dialog;
  editor_.touch();
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

void Workspace::close_dialog() {
  pending_ = nullptr;
  show(Dialog::none);
}

// ---- words

std::string Workspace::name() const {
  if (!path_.empty()) return shown(path_.stem());
  return example_.empty() ? "Untitled" : example_;
}

std::string Workspace::title() const {
  return (editor_.modified() ? "● " : "") + name() + " – Limber";
}

// ---- keys

const std::vector<Command>& Workspace::commands() {
  std::vector<std::string> types = editor_.document().library.names();
  if (commands_.empty() || types != commands_for_) {
    commands_ = make_commands(editor_.document().library);
    commands_for_ = std::move(types);
  }
  return commands_;
}

bool Workspace::handle(const KeyEvent& event) {
  if (editor_.handle(event)) return true;
  if (!event.down) return false;
  const Command* command = find_command(commands(), {event.key, event.modifiers});
  if (!command) return false;
  run(*command, *this);
  return true;
}

}  // namespace limber
