#include "app/panels/place_field.h"

#include "app/panels/fields.h"
#include "app/panels/number_fields.h"

namespace limber {

namespace {
constexpr float width = 110, aside = 14;

// "d", as the formula of its kind calls it.
std::string label_of(const Document& document, const Number& number) {
  return part_of(document.world, number);
}
}  // namespace

void PlaceField::draw(Ui& ui) {
  Editor& editor = ui.editor();
  const std::optional<AskedNumber> asked = editor.take_asked();
  if (asked) {
    asked_ = asked;
    active_ = false;
  }
  if (asked_ && !exists(editor.world(), asked_->number)) asked_.reset();
  if (!asked_) return;
  const Point at = editor.camera().to_window(asked_->at);
  ImGui::SetNextWindowPos({static_cast<float>(at.x()) + aside, static_cast<float>(at.y()) + aside});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8, 6});
  ImGui::Begin("number here", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize);
  const std::string label = label_of(editor.document(), asked_->number);
  ImGui::PushID(name_of(editor.document(), asked_->number).c_str());
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s =", label.c_str());
  ImGui::SameLine();
  const float left = ImGui::GetCursorPosX();
  number_entry(ui, asked_->number, label, width);
  if (asked) ui.fields.keep_keyboard();
  const bool active = ImGui::IsItemActive();
  const bool ended = active_ && !active && !ui.fields.waits_for_keyboard();
  active_ = active_ || active;
  const bool mistake = ui.fields.has_mistake();
  ui.fields.show_mistake(ui, left);
  ImGui::PopID();
  const ImVec2 corner = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ui.covered.emplace_back(Point(corner.x, corner.y), Point(corner.x + size.x, corner.y + size.y));
  ImGui::End();
  ImGui::PopStyleVar();
  if (asked) ui.wake(3);
  if (ended && !mistake) {
    asked_.reset();
    ui.wake();
  }
}

}  // namespace limber
