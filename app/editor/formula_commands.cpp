#include "app/editor/formula_commands.h"

#include "app/editor/command_parts.h"
#include "app/editor/workspace.h"

namespace limber {

std::vector<Command> new_curve_commands(std::span<const std::filesystem::path> kept) {
  std::vector<Command> all;
  all.push_back(command("formula.curve", "New curve from a formula…", {"F4"}, "Draw",
                        "Type its equations: it bends at each key, and joins the toolbox", "formula",
                        [](Workspace& w) { w.begin_formula(false); }));
  for (const std::filesystem::path& file : kept) {
    Command c;
    c.id = "kept." + shown(file.stem());
    c.title = shown(file.stem());
    c.menu = "Draw";
    c.submenu = "My formulas";
    c.help = "Into the toolbox of this drawing: " + shown(file);
    c.file = file;
    all.push_back(c);
  }
  all.back().rule_after = true;
  return all;
}

std::vector<Command> new_kind_commands() {
  return {ruled(command("formula.constraint", "New constraint from a formula…", {"Shift+F4"}, "Constrain",
                        "Type what is to hold: |a - b| = 2 |a - c|", "",
                        [](Workspace& w) { w.begin_formula(true); }))};
}

Command edit_formula_command() {
  return command("formula.edit", "Formula…", {"Ctrl+Shift+F"}, "Edit",
                 "Of the chosen curve or constraint: what is made with it follows a change", "",
                 [](Workspace& w) { w.edit_chosen_formula(); });
}

}  // namespace limber
