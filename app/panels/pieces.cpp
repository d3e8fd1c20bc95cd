#include "app/panels/pieces.h"

#include "app/drawing/icons.h"
#include "app/drawing/look_hash.h"

namespace limber {

bool begin_panel(Ui& ui, const char* name, const Point& at, double width, bool padded) {
  const double room = ui.size.y() - status_height - margin - at.y();
  ImGui::SetNextWindowPos({static_cast<float>(at.x()), static_cast<float>(at.y())});
  ImGui::SetNextWindowSizeConstraints({static_cast<float>(width), 0},
                                      {static_cast<float>(width), static_cast<float>(room)});
  if (!padded) ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8, 8});
  const bool open = ImGui::Begin(
      name, nullptr,
      ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
          ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
          ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_AlwaysAutoResize);
  if (!padded) ImGui::PopStyleVar();
  return open;
}

void end_panel(Ui& ui) {
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ui.covered.emplace_back(Point(at.x, at.y), Point(at.x + size.x, at.y + size.y));
  ImGui::End();
}

void strong_text(const Ui& ui, const std::string& words) {
  ImGui::PushFont(ui.skia.strong());
  ImGui::TextUnformatted(words.c_str());
  ImGui::PopFont();
}

void trouble_text(const Ui& ui, const std::string& words, float wrap_at) {
  ImGui::PushStyleColor(ImGuiCol_Text, imgui_colour(ui.theme.trouble));
  ImGui::PushTextWrapPos(wrap_at);
  ImGui::TextUnformatted(words.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}

void rule() {
  ImGui::Dummy({0, 2});
  ImGui::Separator();
  ImGui::Dummy({0, 2});
}

void tooltip(const char* words) {
  if (!ImGui::IsItemHovered()) return;
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(words);
  ImGui::EndTooltip();
}

ImTextureID icon_texture(const Ui& ui, const std::string& icon, SkColor colour) {
  LookHash look;
  look.add(icon), look.add(std::uint64_t{colour});
  return ui.skia.reserve(look.value, [icon, colour](SkCanvas& canvas, const SkRect& where) {
    draw_icon(canvas, icon, where, colour);
  });
}

bool icon_button(const Ui& ui, const char* id, const std::string& icon, float size, bool active,
                 bool enabled) {
  const Theme& t = ui.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(id, {size, size}) && enabled;
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end = {at.x + size, at.y + size};
  if (active || (hovered && enabled))
    list.AddRectFilled(at, end, imgui_colour(active ? t.accent : t.panel_hover), 8);
  const SkColor colour = !enabled ? SkColorSetA(t.text_dim, 110) : active ? t.panel : t.text;
  const float inset = (size - 22) / 2;
  list.AddImage(icon_texture(ui, icon, colour), {at.x + inset, at.y + inset},
                {end.x - inset, end.y - inset});
  return clicked;
}

bool removable_row(const Ui& ui, int number, const std::string& words, bool trouble,
                   const char* tip) {
  ImGui::PushID(number);
  const float width = ImGui::GetWindowContentRegionMax().x;
  const ImVec2 at = ImGui::GetCursorPos();
  ImGui::PushTextWrapPos(width - 34);
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, imgui_colour(trouble ? ui.theme.trouble : ui.theme.text));
  ImGui::TextUnformatted(words.c_str());
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
  const float below = ImGui::GetCursorPosY();
  ImGui::SetCursorPos({width - 28, at.y});
  const bool clicked = icon_button(ui, "remove", "close", 28);
  tooltip(tip);
  ImGui::SetCursorPosY(std::max(below, at.y + 32));
  ImGui::PopID();
  return clicked;
}

// ---- commands

std::string key_text(const Command& command) {
  return command.keys.empty() ? "" : name_of(command.keys[0]);
}

void command_tooltip(const Ui& ui, const Command& command) {
  if (!ImGui::IsItemHovered()) return;
  ImGui::BeginTooltip();
  strong_text(ui, command.title);
  if (!command.keys.empty()) {
    ImGui::SameLine(0, 14);
    ImGui::TextDisabled("%s", key_text(command).c_str());
  }
  if (command.help != command.title) ImGui::TextDisabled("%s", command.help.c_str());
  ImGui::EndTooltip();
}

void command_button(Ui& ui, const char* id, float size) {
  const Command* command = find_command(ui.workspace.commands(), std::string_view(id));
  if (!command) return;
  const bool active = command->checked && command->checked(ui.workspace);
  const bool playing = active && command->id == "play.toggle";
  const std::string icon = playing ? "pause" : command->icon;
  const bool clicked =
      icon_button(ui, id, icon, size, playing, is_enabled(*command, ui.workspace));
  command_tooltip(ui, *command);
  if (clicked) run(*command, ui.workspace);
}

void menu_item(Ui& ui, const Command& command) {
  const bool checked = command.checked && command.checked(ui.workspace);
  std::string title = command.title;
  const History& history = ui.editor().history();
  if (command.id == "edit.undo" && history.can_undo()) title += ": " + history.undo_title();
  if (command.id == "edit.redo" && history.can_redo()) title += ": " + history.redo_title();
  const std::string aside =
      command.file.empty() ? key_text(command) : shown(command.file.parent_path().filename());
  ImGui::PushID(command.id.c_str());
  if (ImGui::MenuItem(title.c_str(), aside.c_str(), checked, is_enabled(command, ui.workspace)))
    run(command, ui.workspace);
  ImGui::PopID();
  if (ImGui::IsItemHovered()) ui.help = command.help;
  if (command.rule_after) ImGui::Separator();
}

}  // namespace limber
