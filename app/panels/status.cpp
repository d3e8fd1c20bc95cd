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
// What changes with every move of the pointer is a window of its own: only it is drawn again then.
constexpr float place_room = 190;  // of the place under the pointer

bool begin(const char* name, const Box& box, int flags) {
  const Point at = box.min(), size = box.sizes();
  ImGui::SetNextWindowPos({static_cast<float>(at.x()), static_cast<float>(at.y())});
  ImGui::SetNextWindowSize({static_cast<float>(size.x()), static_cast<float>(size.y())});
  return ImGui::Begin(name, nullptr,
                      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                          ImGuiWindowFlags_NoSavedSettings |
                          ImGuiWindowFlags_NoBringToFrontOnFocus |
                          ImGuiWindowFlags_NoFocusOnAppearing | flags);
}
}  // namespace

void StatusLine::draw(Ui& ui) {
  const Editor& editor = ui.editor();
  const Box box = status_box(ui.size);
  ui.covered.push_back(box);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  const float y = (static_cast<float>(status_height) - ImGui::GetFontSize()) / 2;
  char zoom[64];
  const std::optional<int> free = freedoms_.count(editor);
  const std::string ways =
      !free ? "" : std::to_string(*free) + (*free == 1 ? " freedom" : " freedoms") + "     ";
  std::snprintf(zoom, sizeof zoom, "%s%.0f %%", ways.c_str(), editor.camera().percent());
  const float right = static_cast<float>(ui.size.x()) - ImGui::CalcTextSize(zoom).x - 16;
  if (begin("status", box, 0)) {
    ImGui::SetCursorPos({right, y});
    ImGui::TextDisabled("%s", zoom);
    ImGui::SetCursorPos({14, y});
    ImGui::TextUnformatted(
        shortened(ui.help.empty() ? editor.status() : ui.help, right - place_room - 14 - 24)
            .c_str());
  }
  ImGui::End();
  const Point corner(static_cast<double>(right - place_room), box.min().y());
  if (editor.pointer_on_paper() && ui.size.x() > 2 * static_cast<double>(place_room)) {
    char place[64];
    const Point p = editor.camera().to_paper(editor.pointer());
    std::snprintf(place, sizeof place, "%.4g, %.4g", p.x(), p.y());
    const Box room(corner, corner + Point(static_cast<double>(place_room), status_height));
    if (begin("pointer", room, ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoInputs)) {
      ImGui::SetCursorPos({place_room - ImGui::CalcTextSize(place).x - 24, y});
      ImGui::TextDisabled("%s", place);
    }
    ImGui::End();
  }
  ImGui::PopStyleVar(3);
}

}  // namespace limber
