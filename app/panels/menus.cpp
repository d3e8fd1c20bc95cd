// The bar at the top: menus from the table of commands, the drawing's name, the buttons used most.
#include <algorithm>
#include <iterator>

#include "app/drawing/icons.h"
#include "app/panels/layout.h"
#include "app/panels/panels.h"
#include "imgui/imgui_internal.h"

namespace limber {

namespace {
std::string key_text(const Command& command) {
  return command.keys.empty() ? "" : name_of(command.keys[0]);
}
}  // namespace

// A panel as high as what is in it, and never higher than there is room.
bool Panels::begin_panel(const char* name, const Point& at, double width, bool padded) {
  const double room = size_.y() - status_height - margin - at.y();
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

void Panels::end_panel() {
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  covered_.emplace_back(Point(at.x, at.y), Point(at.x + size.x, at.y + size.y));
  ImGui::End();
}

bool Panels::icon_button(const char* id, const std::string& icon, float size, bool active,
                         bool enabled) {
  const Theme& t = *theme_;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(id, {size, size}) && enabled;
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end = {at.x + size, at.y + size};
  if (active || (hovered && enabled))
    list.AddRectFilled(at, end, imgui_colour(active ? t.accent : t.panel_hover), 8);
  const SkColor colour = !enabled ? SkColorSetA(t.text_dim, 110) : active ? t.panel : t.text;
  const float inset = (size - 22) / 2;
  list.AddImage(skia_.reserve([icon, colour](SkCanvas& canvas, const SkRect& where) {
    draw_icon(canvas, icon, where, colour);
  }),
                {at.x + inset, at.y + inset}, {end.x - inset, end.y - inset});
  return clicked;
}

void Panels::tooltip(const Command& command) {
  if (!ImGui::IsItemHovered()) return;
  ImGui::BeginTooltip();
  ImGui::PushFont(skia_.strong());
  ImGui::TextUnformatted(command.title.c_str());
  ImGui::PopFont();
  if (!command.keys.empty()) {
    ImGui::SameLine(0, 14);
    ImGui::TextDisabled("%s", key_text(command).c_str());
  }
  if (command.help != command.title) ImGui::TextDisabled("%s", command.help.c_str());
  ImGui::EndTooltip();
}

void Panels::command_button(const char* id, float size) {
  const Command* command = find_command(workspace_.commands(), std::string_view(id));
  if (!command) return;
  const bool active = command->checked && command->checked(workspace_);
  const std::string icon = active && command->id == "play.toggle" ? "pause" : command->icon;
  const bool lit = active && command->id == "play.toggle";
  const bool clicked = icon_button(id, icon, size, lit, is_enabled(*command, workspace_));
  tooltip(*command);
  if (clicked) run(*command, workspace_);
}

void Panels::menu_item(const Command& command) {
  const bool checked = command.checked && command.checked(workspace_);
  std::string title = command.title;
  const History& history = workspace_.editor().history();
  if (command.id == "edit.undo" && history.can_undo()) title += ": " + history.undo_title();
  if (command.id == "edit.redo" && history.can_redo()) title += ": " + history.redo_title();
  const std::string aside =
      command.file.empty() ? key_text(command) : shown(command.file.parent_path().filename());
  ImGui::PushID(command.id.c_str());
  if (ImGui::MenuItem(title.c_str(), aside.c_str(), checked, is_enabled(command, workspace_)))
    run(command, workspace_);
  ImGui::PopID();
  if (ImGui::IsItemHovered()) menu_help_ = command.help;
  if (command.rule_after) ImGui::Separator();
}

// Those of one menu; a submenu stands where its first command does.
void Panels::menu_items(const std::vector<Command>& all, const std::string& menu) {
  std::string submenu;
  bool open = false;
  for (const Command& command : all) {
    if (command.menu != menu) continue;
    if (command.submenu != submenu) {
      if (open) ImGui::EndMenu();
      submenu = command.submenu;
      open = !submenu.empty() && ImGui::BeginMenu(submenu.c_str());
    }
    if (submenu.empty() || open) menu_item(command);
  }
  if (open) ImGui::EndMenu();
}

void Panels::draw_menus() {
  menu_help_.clear();
  covered_.push_back(menu_box(size_));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      {10, static_cast<float>((menu_height - ImGui::GetFontSize()) / 2)});
  const bool open = ImGui::BeginMainMenuBar();
  ImGui::PopStyleVar();
  if (!open) return;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {14, 8});
  menu_at_ = -1;
  for (int i = 0; i < static_cast<int>(menu_names().size()); ++i) {
    const std::string& menu = menu_names()[static_cast<std::size_t>(i)];
    if (open_menu_ == menu) {
      ImGui::OpenPopup(menu.c_str());
      open_menu_.clear();
      frames_left_ = 3;
      // Opened by a key: what Enter would choose is to be seen at once.
      ImGui::GetCurrentContext()->NavDisableHighlight = false;
      ImGui::GetCurrentContext()->NavDisableMouseHover = true;
    }
    if (!ImGui::BeginMenu(menu.c_str())) continue;
    menu_at_ = i;
    // A command may change the table it stands in: walk over a copy.
    const std::vector<Command> all = workspace_.commands();
    menu_items(all, menu);
    ImGui::EndMenu();
  }
  ImGui::PopStyleVar();

  const float menus_end = ImGui::GetItemRectMax().x + 16;
  const auto width = static_cast<float>(size_.x());
  const auto middle = static_cast<float>(menu_height / 2);
  // Those used most come first: where there is little room the last ones are left to the menus.
  const char* buttons[] = {"edit.undo", "edit.redo", "play.toggle",
                           "view.fit",  "view.grid", "view.dark"};
  const float size = 34, gap = 4;
  const auto room = static_cast<int>((width - 10 - menus_end) / (size + gap));
  const int count = std::clamp(room, 0, static_cast<int>(std::size(buttons)));
  const float first = width - 10 - static_cast<float>(count) * (size + gap);
  for (int i = 0; i < count; ++i) {
    ImGui::SetCursorPos({first + static_cast<float>(i) * (size + gap), middle - size / 2});
    command_button(buttons[i], size);
  }

  const std::string name = (workspace_.editor().modified() ? "●  " : "") + workspace_.name();
  ImGui::PushFont(skia_.strong());
  const ImVec2 extent = ImGui::CalcTextSize(name.c_str());
  const float left = (width - extent.x) / 2;
  if (left > menus_end && left + extent.x < first)
    ImGui::GetWindowDrawList()->AddText({left, middle - extent.y / 2}, imgui_colour(theme_->text),
                                        name.c_str());
  ImGui::PopFont();
  ImGui::EndMainMenuBar();
}

void Panels::draw_context_menu() {
  if (const auto click = workspace_.editor().navigator().take_context_click()) {
    context_at_ = *click;
    // The menu is about what was clicked, so that becomes the selection.
    Editor& editor = workspace_.editor();
    const auto hit = editor.pick(*click);
    if (hit && !editor.selection().contains(hit->curve)) {
      editor.selection().clear();
      editor.selection().add(hit->curve);
    }
    ImGui::OpenPopup("context");
  }
  if (!ImGui::BeginPopup("context")) return;
  const std::vector<Command> all = workspace_.commands();
  for (const char* id : {"edit.motor", "edit.delete", "tool.attach", "tool.nail", "play.toggle",
                         "edit.undo", "edit.redo", "view.fit"})
    if (const Command* command = find_command(all, std::string_view(id))) menu_item(*command);
  ImGui::EndPopup();
}

}  // namespace limber
