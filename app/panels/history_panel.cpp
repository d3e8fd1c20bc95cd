#include "app/panels/history_panel.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "app/panels/pieces.h"

namespace limber {

namespace {
constexpr double width = 236;
constexpr float row_height = 28;
}  // namespace

void HistoryPanel::draw(Ui& ui) {
  if (!ui.workspace.pane_shown(Pane::history)) return;
  Editor& editor = ui.editor();
  const History& history = editor.history();
  const double beside = ui.workspace.outline_shown() ? width + margin : 0;  // the outline stands there
  const Point at(toolbar_width + 2 * margin + beside, menu_height + margin);
  std::optional<std::size_t> chosen;
  if (begin_panel(ui, "history", at, width, true)) {
    strong_text(ui, "History");
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - 26);
    if (icon_button(ui, "close", "close", 26)) ui.workspace.show_pane(Pane::history, false);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    const auto room = static_cast<float>(ui.size.y() - status_height - margin - at.y()) - 70;
    ImGui::BeginChild("steps", {0, std::min(room, row_height * static_cast<float>(history.size()) + 4)});
    ImGuiListClipper rows;  // there may be thousands
    rows.Begin(static_cast<int>(history.size()), row_height);
    while (rows.Step())
      for (int i = rows.DisplayStart; i < rows.DisplayEnd; ++i) {
        const auto step = static_cast<std::size_t>(i);
        const bool undone = step > history.at(), now = step == history.at();
        ImGui::PushID(i);
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        const float wide = ImGui::GetContentRegionAvail().x;
        if (ImGui::InvisibleButton("step", {wide, row_height})) chosen = step;
        ImDrawList& list = *ImGui::GetWindowDrawList();
        if (now || ImGui::IsItemHovered())
          list.AddRectFilled(corner, {corner.x + wide, corner.y + row_height}, imgui_colour(ui.theme.panel_hover), 6);
        const std::string words = step == 0 ? "As it was opened" : history.title(step);
        if (now) list.AddRectFilled({corner.x, corner.y + 6}, {corner.x + 3, corner.y + row_height - 6}, imgui_colour(ui.theme.accent), 2);
        list.AddText({corner.x + 12, corner.y + (row_height - ImGui::GetFontSize()) / 2},
                     imgui_colour(undone ? ui.theme.text_dim : ui.theme.text), words.c_str());
        ImGui::PopID();
      }
    if (std::exchange(seen_at_, history.at()) != history.at() || std::exchange(seen_size_, history.size()) != history.size()) {
      const float y = row_height * static_cast<float>(history.at());
      ImGui::SetScrollFromPosY(ImGui::GetCursorStartPos().y + y - ImGui::GetScrollY(), 0.5f);
      ui.wake();
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
  }
  end_panel(ui);
  if (chosen) editor.go_to_step(*chosen);
}

}  // namespace limber
