// The line at the bottom: what a click will do now; where the pointer is; how close we look.
#include <cmath>
#include <cstdio>

#include "app/panels/layout.h"
#include "app/panels/panels.h"

namespace limber {

void Panels::draw_status() {
  const Editor& editor = workspace_.editor();
  covered_.push_back(status_box(size_));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {14, 0});
  const Point at = status_box(size_).min();
  ImGui::SetNextWindowPos({static_cast<float>(at.x()), static_cast<float>(at.y())});
  ImGui::SetNextWindowSize({static_cast<float>(size_.x()), static_cast<float>(status_height)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  if (ImGui::Begin("status", nullptr,
                   ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                       ImGuiWindowFlags_NoSavedSettings)) {
    const float y = (static_cast<float>(status_height) - ImGui::GetFontSize()) / 2;
    ImGui::SetCursorPosY(y);
    ImGui::TextUnformatted(editor.status().c_str());
    char text[96];
    const Point p = editor.camera().to_paper(editor.pointer());
    if (editor.pointer_on_paper())
      std::snprintf(text, sizeof text, "%.4g, %.4g      %.0f %%", p.x(), p.y(),
                    editor.camera().percent());
    else
      std::snprintf(text, sizeof text, "%.0f %%", editor.camera().percent());
    const float width = ImGui::CalcTextSize(text).x;
    ImGui::SetCursorPos({static_cast<float>(size_.x()) - width - 16, y});
    ImGui::TextDisabled("%s", text);
  }
  ImGui::End();
  ImGui::PopStyleVar(3);
}

}  // namespace limber
