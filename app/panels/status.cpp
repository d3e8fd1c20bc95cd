// The line at the bottom: what a click will do now; where the pointer is; how close we look.
#include <cmath>
#include <cstdio>
#include <string>

#include "app/panels/layout.h"
#include "app/panels/panels.h"

namespace limber {

namespace {
// As much as there is room for: whole parts between dots first, then letters.
std::string shortened(std::string text, float room) {
  const auto fits = [&](const std::string& words) {
    return ImGui::CalcTextSize(words.c_str()).x <= room;
  };
  const std::string_view dot = " · ";
  while (!fits(text)) {
    const std::size_t last = text.rfind(dot);
    if (last == text.npos) break;
    text.resize(last);
  }
  if (fits(text)) return text;
  while (!text.empty() && !fits(text + "…")) {
    do text.pop_back();
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80);
  }
  return text + "…";
}
}  // namespace

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
    char text[96];
    const Point p = editor.camera().to_paper(editor.pointer());
    if (editor.pointer_on_paper())
      std::snprintf(text, sizeof text, "%.4g, %.4g      %.0f %%", p.x(), p.y(),
                    editor.camera().percent());
    else
      std::snprintf(text, sizeof text, "%.0f %%", editor.camera().percent());
    const float right = static_cast<float>(size_.x()) - ImGui::CalcTextSize(text).x - 16;
    ImGui::SetCursorPos({right, y});
    ImGui::TextDisabled("%s", text);
    ImGui::SetCursorPos({14, y});
    ImGui::TextUnformatted(
        shortened(menu_help_.empty() ? editor.status() : menu_help_, right - 14 - 24).c_str());
  }
  ImGui::End();
  ImGui::PopStyleVar(3);
}

}  // namespace limber
