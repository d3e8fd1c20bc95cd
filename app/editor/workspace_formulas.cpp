// The formulas of a person's own: made, changed, kept for other drawings.
#include <algorithm>

#include "app/edits/apply.h"
#include "app/edits/formula_kind.h"
#include "app/editor/formula_bare.h"
#include "app/editor/kind_commands.h"
#include "app/editor/workspace.h"
#include "app/files/xdg.h"

namespace limber {

namespace {

constexpr std::string_view first_curve =
    "x = cos(3t)\n"
    "y = sin(2t)\n";
constexpr std::string_view first_kind = "|a - b| = 2 |a - c|\n";

// The formula under another name, and with a title that says so.
std::string copy_named(const std::string& text, const std::string& from, const std::string& to) {
  std::string out = text;
  const std::size_t at = out.find(" " + from);  // after "curve" or "constraint"
  if (at != out.npos) out.replace(at + 1, from.size(), to);
  return out;
}

struct Made {  // what a formula defines
  std::string name, title;
  bool constraint = false;
};

// Compiled by the way the drawing compiles, but for no drawing.
Result<Made> made_by(const std::string& text, const Document& document) {
  const SharedBudget budget = compile_budget();
  if (defines_constraint(text)) {
    ConstraintLibrary kinds = document.kinds;
    const auto kind = kinds.add(text, Tier::interpret, budget);
    if (!kind) return kind.error();
    return Made{(*kind)->name, (*kind)->title.empty() ? (*kind)->name : (*kind)->title, true};
  }
  CurveLibrary library = document.library;
  const auto type = library.add(text, Tier::interpret, budget);
  if (!type) return type.error();
  return Made{(*type)->name, (*type)->title, false};
}

std::string text_of(const Document& document, const Made& made) {
  if (!made.constraint) {
    const SharedCurveType type = document.library->find(made.name);
    return type ? type->text : "";
  }
  const auto kind = document.kinds->find(made.name);
  return kind ? kind->text : "";
}

int count_made_with(const World& world, const Made& made) {
  int count = 0;
  if (made.constraint)
    world.constraints().each([&](ConstraintId, const Constraint& one) { count += one.kind->name == made.name; });
  else
    world.bodies().each([&](CurveId, const Body& body) { count += body.curve.type->name == made.name; });
  return count;
}

std::string counted(int count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

std::vector<std::string> missing_from(const CurveType& there, const CurveType& here) {
  std::vector<std::string> out;
  for (const Parameter& parameter : here.parameters)
    if (std::ranges::find(there.parameters, parameter.name, &Parameter::name) == there.parameters.end())
      out.push_back(parameter.label.empty() ? parameter.name : parameter.label);
  return out;
}

}  // namespace

void Workspace::begin_formula(bool constraint) {
  formula_ = FormulaRequest{std::string(constraint ? first_kind : first_curve), {}, constraint};
  editor_.touch();
}

void Workspace::edit_formula_of(std::string_view name) {
  const Document& document = editor_.document();
  const std::string own(name);
  if (const SharedCurveType type = document.library->find(name)) {
    const bool builtin = document.library->is_builtin(name);
    formula_ = builtin ? FormulaRequest{copy_named(type->text, own, fresh_curve_type(document)), {}}
                       : FormulaRequest{type->text, own};
    if (builtin) editor_.say(type->title + " is built in: this is a copy of it, to make another one of");
  } else if (const auto kind = document.kinds->find(name)) {
    const auto usual = fresh_.kinds->find(name);
    const bool builtin = usual && usual->text == kind->text;
    formula_ = builtin ? FormulaRequest{copy_named(kind->text, own, fresh_kind(document)), {}, true}
                       : FormulaRequest{kind->text, own, true};
  }
  editor_.touch();
}

void Workspace::edit_chosen_formula() {
  const World& world = editor_.document().world;
  const Selection& selection = editor_.selection();
  for (const CurveId id : selection.curves()) return edit_formula_of(world.find(id)->type->name);
  for (const ThingId id : selection.things())
    if (id.kind == ThingKind::constraint)
      return edit_formula_of(world.find(id.as<Constraint>())->kind->name);
  editor_.say("Select a curve or a constraint: its formula is shown");
}

Result<bool> Workspace::define(const std::string& text) {
  const Document& document = editor_.document();
  const Result<Made> made = made_by(text, document);
  if (!made) return made.error();
  const bool builtin = made->constraint ? fresh_.kinds->find(made->name) != nullptr
                                        : fresh_.library->is_builtin(made->name);
  const std::string known = text_of(document, *made);
  if (builtin && known != text)
    return Error{"The toolbox has a " + std::string(made->constraint ? "constraint" : "curve") +
                     " called " + made->name + " already.",
                 1, 0, 1, "give yours another name", {}};
  if (known != text) {
    const Result<bool> done =
        known.empty() ? editor_.perform("New formula: " + made->title, {{edit::Define{text}}})
                      : editor_.perform("Change " + made->title, {{edit::Redefine{text}}});
    if (!done) return done;
  }
  dialog_ = Dialog::none;
  editor_.use((made->constraint ? std::string(constrain_prefix) : "draw.") + made->name);
  editor_.say(made->title + (made->constraint
                                 ? " is among the constraints: click what it is to hold"
                                 : " is in the toolbox: drag on the paper to draw one"));
  return true;
}

std::string Workspace::what_follows(const std::string& text) const {
  const Document& before = editor_.document();
  const Result<Made> made = made_by(text, before);
  if (!made) return "";
  const std::string known = text_of(before, *made);
  const int count = count_made_with(before.world, *made);
  if (count == 0 || known == text) return "";
  const Document quick = with_compiling(before, {Tier::interpret, compile_budget()});
  const Result<Document> after = apply(quick, {edit::Redefine{text}});
  if (!after) return "";
  std::string out = counted(count, made->constraint ? "constraint" : "curve") +
                    (count == 1 ? " follows" : " follow");
  if (!made->constraint) {
    const SharedCurveType was = before.library->find(made->name), is = after->library->find(made->name);
    const std::vector<std::string> fresh = missing_from(*was, *is), gone = missing_from(*is, *was);
    if (!fresh.empty()) out += "; new: " + listed(fresh);
    if (!gone.empty()) out += "; no more: " + listed(gone);
  }
  std::vector<std::string> lost;
  each_thing(before, [&](ThingId id) {
    if (!after->has(id)) lost.push_back(before.name(id));
  });
  if (!lost.empty()) out += "; removed with it: " + listed(lost);
  return out;
}

// A formula in a file.
Result<bool> Workspace::add_formula(const std::filesystem::path& path) {
  const auto refuse = [&](const std::string& why) {
    return Error{"Cannot use " + shown(path.filename()) + ": " + why, 0, 0, 1, {}, {}};
  };
  const Result<FileText> file = read_file(path);
  if (!file) return file.error();
  const Document& document = editor_.document();
  const Result<Made> made = made_by(file->bytes, document);
  if (!made) return refuse(sentence(made.error()));
  const std::string known = text_of(document, *made);
  if (!known.empty() && known != file->bytes && count_made_with(document.world, *made) > 0)
    return refuse((made->constraint ? "constraints" : "curves") + std::string(" of this drawing are made with the ") +
                  made->name + " you added before; give the new one another name, or delete them first");
  const Result<bool> done = define(file->bytes);
  return done ? done : Result<bool>(refuse(sentence(done.error())));
}

// ---- typed and not yet in a toolbox

void Workspace::keep_drafts_in(const std::filesystem::path& file) {
  drafts_file_ = file;
  drafts_ = written_drafts_ = load_drafts(file);
  for (const bool constraint : {false, true})
    if (const std::string& open = constraint ? drafts_.open_constraint : drafts_.open; !open.empty())
      formula_ = FormulaRequest{open, {}, constraint, true};
}

void Workspace::write_drafts() {
  if (drafts_file_.empty() || drafts_ == written_drafts_) return;
  written_drafts_ = drafts_;
  const Result<bool> written = save_drafts(drafts_file_, drafts_, io_);
  if (!written && !std::exchange(told_not_remembered_, true))
    editor_.say(sentence(written.error()));
}

// ---- kept for all drawings

namespace {

// "curve3", "kind1": a name the program made up for equations without one.
bool is_made_up(const Made& made) {
  const std::string_view stem = made.constraint ? "kind" : "curve";
  if (!made.name.starts_with(stem) || made.name.size() == stem.size()) return false;
  return made.name.find_first_not_of("0123456789", stem.size()) == made.name.npos;
}

// The made-up name and title with that number.
std::string renumbered(const std::string& text, const Made& made, const std::string& name) {
  const std::size_t stem = made.constraint ? 4 : 5;
  const std::string number = made.name.substr(stem), other = name.substr(stem);
  std::string out = copy_named(text, made.name, name);
  const std::string title = std::string(made.constraint ? "\"Kind " : "\"Curve ");
  if (const std::size_t at = out.find(title + number + "\""); at != out.npos)
    out.replace(at + title.size(), number.size(), other);
  return out;
}

std::filesystem::path kept_path(const std::filesystem::path& folder, const std::string& name, const Made& made) {
  return folder / (name + std::string(made.constraint ? kind_ending : formula_ending));
}

bool holds_another(const std::filesystem::path& path, const std::string& text) {
  std::error_code error;
  if (!std::filesystem::exists(path, error) && !error) return false;
  const Result<FileText> there = read_file(path);
  return !there || there->bytes != text;
}

}  // namespace

bool Workspace::keeps_another(const std::string& text) const {
  const Result<Made> made = made_by(text, editor_.document());
  return made && !formulas_.empty() && !is_made_up(*made) &&
         holds_another(kept_path(formulas_, made->name, *made), text);
}

Result<std::filesystem::path> Workspace::keep_formula(const std::string& text, Keep how) {
  const Result<Made> made = made_by(text, editor_.document());
  if (!made) return made.error();
  if (formulas_.empty())
    return Error{"There is no folder to keep it in.", 0, 0, 1, "copy its text instead", {}};
  const Result<std::filesystem::path> folder = make_private_folder(formulas_, io_);
  if (!folder) return folder.error();
  std::string kept = text, name = made->name;
  if (is_made_up(*made))
    for (int n = 1; holds_another(kept_path(*folder, name, *made), kept); ++n) {
      name = (made->constraint ? "kind" : "curve") + std::to_string(n);
      kept = renumbered(text, *made, name);
    }
  const std::filesystem::path path = kept_path(*folder, name, *made);
  if (how == Keep::beside && holds_another(path, kept))
    return Error{"You keep another " + name + " already.", 1, 0, 1,
                 "give this one another name, or press again to replace that one", {}};
  const Result<FileStamp> written = atomic_write(path, kept, io_);
  if (!written) return written.error();
  keep_formulas_in(formulas_);
  return path;
}

void Workspace::keep_formulas_in(const std::filesystem::path& folder) {
  formulas_ = folder;
  kept_.clear();
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (is_formula_file(it->path())) kept_.push_back(it->path());
  std::ranges::sort(kept_);
}

}  // namespace limber
