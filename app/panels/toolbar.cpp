#include "app/panels/toolbar.h"

#include <algorithm>

#include "app/drawing/icons.h"
#include "app/drawing/look_hash.h"
#include "app/editor/toolbox_list.h"
#include "app/panels/pieces.h"
#include "app/panels/type_picture.h"
#include "imgui/imgui_stdlib.h"

namespace limber {

namespace {

constexpr float tool_height = 34, curve_height = 28, icon_size = 22, indent = 10, gap = 8;

// Cut where its room ends.
void text_within(ImDrawList& list, const ImVec2& at, float right, SkColor colour, const std::string& words) {
  list.PushClipRect({at.x, at.y - 2}, {std::max(right, at.x), at.y + ImGui::GetFontSize() + 6}, true);
  list.AddText(at, imgui_colour(colour), words.c_str());
  list.PopClipRect();
}

}  // namespace

// Its icon, or the default curve of its type where that says enough.
ImTextureID Toolbar::picture(const Ui& ui, const Command& command, SkColor colour) {
  if (!command.icon.empty()) return icon_texture(ui, command.icon, colour);
  const SharedCurveType type = ui.editor().document().library->find(command.curve_type);
  const auto found = thumbnails_.find(type->text);
  const SkPath path =
      found != thumbnails_.end() ? found->second : thumbnails_[type->text] = picture_of(type).path;
  LookHash look;
  look.add(type->text), look.add(std::uint64_t{colour});
  return ui.skia.reserve(look.value, [path, colour, icon = "curve_" + type->name](
                                         SkCanvas& canvas, const SkRect& where) {
    if (!draw_icon(canvas, icon, where, colour))
      draw_type(canvas, where.makeInset(1, 1), path, colour, 1.75f);
  });
}

void Toolbar::choose(Ui& ui, const Command& command) {
  words_.clear();
  const Command copy = command;  // it may change the table it stands in
  run(copy, ui.workspace);
}

// Picture, title, key.
void Toolbar::row(Ui& ui, const Command& command, const std::string& title, float height) {
  const bool active = ui.editor().tool().command() == command.id;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool clicked = ImGui::InvisibleButton(command.id.c_str(), {width, height});
  command_tooltip(ui, command);
  if (ImGui::IsItemVisible()) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end = {at.x + width, at.y + height};
    if (active || ImGui::IsItemHovered())
      list.AddRectFilled(at, end, imgui_colour(active ? ui.theme.accent : ui.theme.panel_hover), 7);
    const SkColor colour = active ? ui.theme.panel : ui.theme.text;
    const float top = at.y + (height - icon_size) / 2;
    list.AddImage(picture(ui, command, colour), {at.x + gap, top},
                  {at.x + gap + icon_size, top + icon_size});
    const std::string key = key_text(command);
    const float key_left = end.x - ImGui::CalcTextSize(key.c_str()).x - gap;
    const float y = at.y + (height - ImGui::GetFontSize()) / 2;
    text_within(list, {at.x + 2 * gap + icon_size, y}, key_left - 4, colour, title);
    list.AddText({key_left, y}, imgui_colour(active ? ui.theme.panel : ui.theme.text_dim), key.c_str());
  }
  if (clicked) choose(ui, command);
}

void Toolbar::family(Ui& ui, const ToolboxFamily& family) {
  ImGui::Dummy({0, 9});
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent);
  ImGui::TextDisabled("%s", family.title.c_str());
  ImGui::Dummy({0, 3});
  for (const ToolboxEntry& entry : family.tools) row(ui, *entry.command, entry.title, curve_height);
}

// True: Enter was pressed in it.
bool Toolbar::search_field() {
  ImGui::Dummy({0, 8});
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputTextWithHint("##find", "Find a tool", &words_, ImGuiInputTextFlags_EnterReturnsTrue);
  if (!ImGui::IsItemActive()) tooltip("A part of its name or family; Enter takes the first");
  return entered;
}

void Toolbar::draw(Ui& ui) {
  const std::vector<Command> all = ui.workspace.commands();
  if (begin_panel(ui, "tools", Point(margin, menu_height + margin), toolbar_width, false)) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    for (const char* id : {"tool.pull", "tool.move", "tool.attach", "tool.nail"}) {
      const Command& command = *find_command(all, std::string_view(id));
      row(ui, command, command.title, tool_height);
    }
    const bool entered = search_field();
    const std::vector<ToolboxFamily> tools = toolbox(all, ui.editor().document());
    if (words_.find_first_not_of(' ') == words_.npos) {
      for (const ToolboxFamily& one : tools) family(ui, one);
    } else {
      const ToolboxFamily found = found_in(tools, words_);
      family(ui, found);
      if (entered && !found.tools.empty()) choose(ui, *found.tools[0].command);
    }
    ImGui::PopStyleVar();
  }
  end_panel(ui);
}

}  // namespace limber
