#include "app/editor/formula_commands.h"

#include "app/editor/command_parts.h"
#include "app/editor/workspace.h"

namespace limber {

namespace {

void add_kept(std::span<const std::filesystem::path> kept, std::string_view ending, const std::string& menu,
              std::vector<Command>& all) {
  for (const std::filesystem::path& file : kept) {
    if (file.extension() != ending) continue;
    Command c;
    c.id = "kept." + shown(file.stem());
    c.title = shown(file.stem());
    c.menu = menu;
    c.submenu = "My formulas";
    c.help = "Into this drawing: " + shown(file);
    c.file = file;
    all.push_back(c);
  }
  all.back().rule_after = true;
}

}  // namespace

std::vector<Command> new_curve_commands(std::span<const std::filesystem::path> kept) {
  std::vector<Command> all;
  all.push_back(command("formula.curve", "New curve from a formula…", {"F4"}, "Draw",
                        "Type its equations: it bends at each key, and joins the toolbox", "formula",
                        [](Workspace& w) { w.begin_formula(false); }));
  add_kept(kept, formula_ending, "Draw", all);
  return all;
}

std::vector<Command> new_kind_commands(std::span<const std::filesystem::path> kept) {
  std::vector<Command> all;
  all.push_back(command("formula.constraint", "New constraint from a formula…", {"Shift+F4"}, "Constrain",
                        "Type what is to hold: |a - b| = 2 |a - c|", "",
                        [](Workspace& w) { w.begin_formula(true); }));
  add_kept(kept, kind_ending, "Constrain", all);
  return all;
}

Command edit_formula_command() {
  return command("formula.edit", "Formula…", {"Ctrl+Shift+F"}, "Edit",
                 "Of the chosen curve or constraint: what is made with it follows a change", "",
                 [](Workspace& w) { w.edit_chosen_formula(); });
}

}  // namespace limber
