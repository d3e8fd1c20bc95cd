#include "app/panels/context_menu.h"

#include "app/panels/pieces.h"

namespace limber {

namespace {

// What was clicked becomes the selection.
void select_under(Editor& editor, const Point& click) {
  const auto hit = editor.pick(click);
  if (!hit || editor.selection().contains(hit->curve)) return;
  editor.selection().clear();
  editor.selection().add(hit->curve);
}

}  // namespace

void ContextMenu::draw(Ui& ui) {
  if (const auto click = ui.editor().navigator().take_context_click()) {
    select_under(ui.editor(), *click);
    ImGui::OpenPopup("context");
  }
  if (!ImGui::BeginPopup("context")) return;
  const std::vector<Command> all = ui.workspace.commands();
  for (const char* id : {"edit.motor", "edit.delete", "tool.attach", "tool.nail", "play.toggle",
                         "edit.undo", "edit.redo", "view.fit"})
    if (const Command* command = find_command(all, std::string_view(id))) menu_item(ui, *command);
  ImGui::EndPopup();
}

}  // namespace limber
