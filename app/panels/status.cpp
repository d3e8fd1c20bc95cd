#include "app/panels/status.h"

#include <cmath>
#include <cstdio>
#include <string>

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

void StatusLine::draw(Ui& ui) {
  const Editor& editor = ui.editor();
  ui.covered.push_back(status_box(ui.size));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {14, 0});
  const Point at = status_box(ui.size).min();
  ImGui::SetNextWindowPos({static_cast<float>(at.x()), static_cast<float>(at.y())});
  ImGui::SetNextWindowSize({static_cast<float>(ui.size.x()), static_cast<float>(status_height)});
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
    const float right = static_cast<float>(ui.size.x()) - ImGui::CalcTextSize(text).x - 16;
    ImGui::SetCursorPos({right, y});
    ImGui::TextDisabled("%s", text);
    ImGui::SetCursorPos({14, y});
    ImGui::TextUnformatted(
        shortened(ui.help.empty() ? editor.status() : ui.help, right - 14 - 24).c_str());
  }
  ImGui::End();
  ImGui::PopStyleVar(3);
}

}  // namespace limber
