#include "app/panels/keys_page.h"

#include <algorithm>
#include <utility>

#include "app/panels/pieces.h"

namespace limber {

namespace {

void key_row(const std::string& what, const std::string& how) {
  ImGui::TextUnformatted(what.c_str());
  ImGui::SameLine(190);
  ImGui::TextDisabled("%s", how.c_str());
}

std::string all_keys(const Command& command) {
  std::string keys;
  for (const Chord& chord : command.keys) keys += (keys.empty() ? "" : ",  ") + name_of(chord);
  return keys;
}

constexpr std::pair<const char*, const char*> gestures[] = {
    {"Zoom", "wheel; Shift: finer"},
    {"Move the view", "middle-drag, right-drag, or hold Space and drag"},
    {"Select several", "Shift+click, or drag on the empty paper (Alt: a lasso)"},
    {"Select what lies below", "Alt+click, again for the next"},
    {"Move as it is", "Ctrl+Shift+drag, or drag its inside or its frame"},
    {"Copy", "Alt+drag"},
    {"Reshape one curve only", "Ctrl+Alt+drag"},
    {"While dragging", "X, Y, Shift: along an axis; Z: slowly; numbers, Tab, Enter"},
    {"Nudge", "arrows; Shift: by 10; Ctrl: by 0.1"},
    {"Numbers of a curve", "F2; Tab: the next one (with the outline open F2 renames)"},
    {"Menus", "F10 or Alt, then arrows and Enter"}};

}  // namespace

void keys_page(Ui& ui) {
  ImGui::BeginChild("keys", {std::min(560.0f, ImGui::GetIO().DisplaySize.x - 60),
                             std::min(420.0f, ImGui::GetIO().DisplaySize.y - 160)});
  for (const std::string& menu : menu_names()) {
    strong_text(ui, menu);
    for (const Command& command : ui.workspace.commands())
      if (command.menu == menu && !command.keys.empty())
        key_row(command.title, all_keys(command));
    ImGui::Dummy({0, 6});
  }
  strong_text(ui, "The view and the hand");
  for (const auto& [what, how] : gestures) key_row(what, how);
  ImGui::EndChild();
  if (ImGui::Button("Close", {100, 0})) ui.workspace.close_dialog();
}

}  // namespace limber
