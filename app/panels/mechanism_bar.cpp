#include "app/panels/mechanism_bar.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/editor/play_commands.h"
#include "app/panels/fields.h"
#include "app/panels/number_fields.h"
#include "app/panels/pieces.h"

namespace limber {

namespace {

constexpr float bar_height = 50, button = 34, list_width = 452, padding = 8;
constexpr float line_height = 20, knob = 6;  // of the line of time
static_assert(paces.size() == 5);
constexpr const char* pace_names[] = {"1/10", "1/4", "1/2", "1x", "2x"};

std::vector<MotorId> motors_of(const World& world) {
  std::vector<MotorId> out;
  world.motors().each([&](MotorId id, const Motor&) { out.push_back(id); });
  return out;
}

bool small_button(const Ui& ui, const char* words, bool active) {
  ImGui::PushStyleColor(ImGuiCol_Button, imgui_colour(active ? ui.theme.panel_hover : ui.theme.panel));
  ImGui::PushStyleColor(ImGuiCol_Border, imgui_colour(active ? ui.theme.accent : ui.theme.panel));
  const bool clicked = ImGui::Button(words);
  ImGui::PopStyleColor(2);
  return clicked;
}

}  // namespace

// The last minute of play, as far as there is one: pressed anywhere, the drawing is as it was then.
void MechanismBar::time_line(Ui& ui) {
  Editor& editor = ui.editor();
  const std::int64_t begin = editor.past().begin(), end = editor.past().end();
  if (end <= begin) return;
  const auto span = static_cast<double>(end - begin);
  const float width = list_width - 2 * padding;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("time", {width, line_height});
  const float left = at.x + knob, right = at.x + width - knob, y = at.y + line_height / 2;
  if (ImGui::IsItemActive()) {
    const double share = std::clamp(static_cast<double>((ImGui::GetIO().MousePos.x - left) / (right - left)), 0.0, 1.0);
    const std::int64_t wanted = begin + std::llround(share * span);
    if (wanted != editor.past().now()) editor.rewind_to(wanted);
    ui.wake();
  }
  const float now = left + (right - left) * static_cast<float>(static_cast<double>(editor.past().now() - begin) / span);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddLine({left, y}, {right, y}, imgui_colour(ui.theme.panel_edge), 3);
  list.AddLine({left, y}, {now, y}, imgui_colour(ui.theme.accent), 3);
  list.AddCircleFilled({now, y}, knob, imgui_colour(ui.theme.accent));
  if (!ImGui::IsItemHovered()) return;
  ImGui::BeginTooltip();
  ImGui::Text("%.1f s of play, drag to go back", span * tick);
  ImGui::TextDisabled("What is done then goes on from there");
  ImGui::EndTooltip();
}

void MechanismBar::motor_row(Ui& ui, MotorId id) {
  Editor& editor = ui.editor();
  const Document& document = editor.document();
  const Motor motor = *document.world->find(id);
  const std::string name = document.name(id);
  ImGui::PushID(name.c_str());
  bool running = motor.running;
  if (ImGui::Checkbox("##running", &running)) {
    if (running) (void)editor.perform(Edit{edit::Enable{{name}}});
    else (void)editor.perform(Edit{edit::Disable{{name}}});
  }
  tooltip(motor.running ? "It turns while the drawing plays" : "It stands");
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name.c_str());
  ImGui::SameLine(150);
  ImGui::PushID("speed");
  number_entry(ui, SpeedOf{id}, "speed", 130);
  ImGui::PopID();
  ui.fields.hint("How fast: 60rpm, 2 turn/s, 30deg, or a number of the drawing's units each second");
  ImGui::SameLine();
  const unsigned speed = ui.fields.last();
  ImGui::PushID("limit");
  number_entry(ui, LimitOf{id}, "limit", 130);
  ImGui::PopID();
  ui.fields.hint("The most force it has; none: no limit");
  ui.fields.show_mistake(ui, speed, 150);
  ui.fields.show_mistake(ui, 150);
  for (const BlockedMotor& blocked : editor.blocked())
    if (blocked.motor == id) trouble_text(ui, sentence_of(document, blocked), list_width - 16);
  ImGui::PopID();
}

void MechanismBar::motors(Ui& ui) {
  ImGui::TextDisabled("motor");
  ImGui::SameLine(150);
  ImGui::TextDisabled("speed");
  ImGui::SameLine(288);
  ImGui::TextDisabled("limit of force");
  for (const MotorId id : motors_of(ui.editor().document().world))
    if (ui.editor().document().world->find(id)) motor_row(ui, id);
  rule();
}

void MechanismBar::draw(Ui& ui) {
  Editor& editor = ui.editor();
  if (!ui.workspace.play_bar_shown()) return;
  const Box free = free_view(ui.size);
  const float left = static_cast<float>(free.center().x()) - list_width / 2;
  const float below = static_cast<float>(free.max().y());
  ImGui::SetNextWindowPos({left, below}, ImGuiCond_Always, {0, 1});
  ImGui::SetNextWindowSizeConstraints({list_width, bar_height}, {list_width, static_cast<float>(free.sizes().y())});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
  if (ImGui::Begin("mechanism", nullptr,
                   ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                       ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoFocusOnAppearing)) {
    if (motors_open_) motors(ui);
    time_line(ui);
    command_button(ui, "play.toggle", button);
    ImGui::SameLine(0, 2);
    command_button(ui, "play.step", button);
    ImGui::SameLine(0, 2);
    command_button(ui, "play.reverse", button);
    ImGui::SameLine(0, 10);
    // Each by itself: where SameLine goes back to is another place in ImGui 1.86 than in 1.90.
    const float row = ImGui::GetCursorPosY() + 3;
    for (std::size_t i = 0; i < paces.size(); ++i) {
      ImGui::SetCursorPosY(row);
      if (small_button(ui, pace_names[i], editor.pace() == paces[i]))
        ui.workspace.choose_pace(paces[i]);
      if (i == 0) tooltip("How fast the time of the drawing runs");
      ImGui::SameLine(0, 0);
    }
    char time[32];
    std::snprintf(time, sizeof time, "%.2f s", editor.world().time);
    ImGui::SameLine(310);
    ImGui::SetCursorPosY(row);
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s", time);
    ImGui::SameLine(list_width - 92);
    ImGui::SetCursorPosY(row);
    const bool trouble = !editor.blocked().empty();
    if (trouble) ImGui::PushStyleColor(ImGuiCol_Text, imgui_colour(ui.theme.trouble));
    if (small_button(ui, trouble ? "! Motors" : "Motors", motors_open_)) motors_open_ = !motors_open_, ui.wake(3);
    if (trouble) ImGui::PopStyleColor();
  }
  end_panel(ui);
  ImGui::PopStyleVar();
}

}  // namespace limber
