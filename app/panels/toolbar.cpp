#include "app/panels/toolbar.h"

#include <algorithm>

#include "app/drawing/icons.h"
#include "app/drawing/look_hash.h"
#include "app/panels/pieces.h"
#include "app/panels/type_picture.h"

namespace limber {

namespace {

constexpr float row_height = 36, cell = 38;
constexpr int columns = 3;

// A picture of the type: its own icon where its default curve says too little, else that curve.
void draw_thumbnail(SkCanvas& canvas, const SkRect& where, const SkPath& path,
                    const std::string& name, SkColor colour) {
  if (!draw_icon(canvas, "curve_" + name, where, colour)) draw_type(canvas, where, path, colour, 1.75f);
}

// Icon, title, key.
void tool_row(const Ui& ui, const Command& command) {
  const bool active = ui.editor().tool().command() == command.id;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool clicked = ImGui::InvisibleButton(command.id.c_str(), {width, row_height});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end = {at.x + width, at.y + row_height};
  if (active || ImGui::IsItemHovered())
    list.AddRectFilled(at, end, imgui_colour(active ? ui.theme.accent : ui.theme.panel_hover), 8);
  const SkColor colour = active ? ui.theme.panel : ui.theme.text;
  list.AddImage(icon_texture(ui, command.icon, colour), {at.x + 8, at.y + 7},
                {at.x + 30, at.y + 29});
  const float top = at.y + (row_height - ImGui::GetFontSize()) / 2;
  list.AddText({at.x + 40, top}, imgui_colour(colour), command.title.c_str());
  const std::string key = key_text(command);
  const float key_width = ImGui::CalcTextSize(key.c_str()).x;
  list.AddText({end.x - key_width - 10, top},
               imgui_colour(active ? ui.theme.panel : ui.theme.text_dim), key.c_str());
  command_tooltip(ui, command);
  if (clicked) run(command, ui.workspace);
}

}  // namespace

bool Toolbar::thumbnail_button(const Ui& ui, const SharedCurveType& type, float size,
                               bool active) {
  const auto found = thumbnails_.find(type->text);
  const SkPath path =
      found != thumbnails_.end() ? found->second : thumbnails_[type->text] = picture_of(type).path;
  const Theme& t = ui.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(type->name.c_str(), {size, size});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end = {at.x + size, at.y + size};
  if (active || ImGui::IsItemHovered())
    list.AddRectFilled(at, end, imgui_colour(active ? t.accent : t.panel_hover), 8);
  const SkColor colour = active ? t.panel : t.text;
  LookHash look;
  look.add(type->text), look.add(std::uint64_t{colour});
  const ImTextureID picture = ui.skia.reserve(
      look.value, [path, colour, name = type->name](SkCanvas& canvas, const SkRect& where) {
        draw_thumbnail(canvas, where, path, name, colour);
      });
  list.AddImage(picture, {at.x + 9, at.y + 9}, {end.x - 9, end.y - 9});
  return clicked;
}

// Types with a key of their own are the ones used most; the others follow.
void Toolbar::type_grid(const Ui& ui, const std::vector<Command>& all, const char* heading,
                        bool with_key) {
  ImGui::Dummy({0, 10});
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 8);
  ImGui::TextDisabled("%s", heading);
  ImGui::Dummy({0, 5});
  int n = 0;
  for (const Command& command : all) {
    if (command.curve_type.empty() || command.keys.empty() == with_key) continue;
    const SharedCurveType type = ui.editor().document().library->find(command.curve_type);
    if (!type) continue;
    if (n++ % columns != 0) ImGui::SameLine(0, 2);
    const bool active = ui.editor().tool().command() == command.id;
    const bool clicked = thumbnail_button(ui, type, cell, active);
    command_tooltip(ui, command);
    if (clicked) run(command, ui.workspace);
  }
}

void Toolbar::draw(Ui& ui) {
  const std::vector<Command> all = ui.workspace.commands();
  if (begin_panel(ui, "tools", Point(margin, menu_height + margin), toolbar_width, false)) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    for (const char* id : {"tool.pull", "tool.move", "tool.attach", "tool.nail"})
      tool_row(ui, *find_command(all, std::string_view(id)));
    type_grid(ui, all, "Draw", true);
    type_grid(ui, all, "More curves", false);
    ImGui::PopStyleVar();
  }
  end_panel(ui);
}

}  // namespace limber
