#include "app/panels/fields.h"

#include <charconv>

#include <fmt/format.h>

#include <utility>

#include "app/panels/pieces.h"
#include "imgui/imgui_stdlib.h"

namespace limber {

std::string short_number(double value) { return fmt::format("{:g}", value); }

std::optional<double> read_number(std::string text) {
  std::erase(text, ' ');
  std::replace(text.begin(), text.end(), ',', '.');
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

std::string plain_words(const Error& error) {
  std::string more = error.suggestion;
  if (more.empty()) return error.message;
  if (more[0] >= 'a' && more[0] <= 'z') more[0] = static_cast<char>(more[0] - 'a' + 'A');
  return error.message + " " + more + (more.ends_with('?') ? "" : ".");
}

std::optional<std::string> Fields::entry(const Ui& ui, const char* id, const std::string& good,
                                         float width) {
  const unsigned field = last_ = ImGui::GetID(id);
  auto mistake = mistakes_.find(field);
  if (mistake != mistakes_.end() && mistake->second.good != good) {
    mistakes_.erase(mistake);
    mistake = mistakes_.end();
  }
  const bool wrong = mistake != mistakes_.end();
  std::string text = field == editing_ ? text_ : wrong ? mistake->second.typed : good;
  ImGui::SetNextItemWidth(width);
  ImGui::PushFont(ui.skia.formula());
  if (wrong) ImGui::PushStyleColor(ImGuiCol_Border, imgui_colour(ui.theme.trouble));
  last_entered_ = ImGui::InputText(
      id, &text, ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue);
  if (wrong) ImGui::PopStyleColor();
  ImGui::PopFont();
  if (ImGui::IsItemActive()) {
    editing_ = field;
    text_ = text;
  } else if (field == editing_) {
    editing_ = 0;
  }
  if (ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) {
    mistakes_.erase(field);
    return {};
  }
  if (!last_entered_ && !ImGui::IsItemDeactivatedAfterEdit()) return {};
  mistakes_.erase(field);
  return text == good ? std::nullopt : std::optional(text);
}

void Fields::refuse_unless(Ui& ui, const Result<bool>& done, const std::string& good,
                           const std::string& typed) {
  if (done) return;
  mistakes_[last_] = {good, typed, plain_words(done.error())};
  ui.wake();
  if (last_entered_) keep_keyboard();
}

void Fields::show_mistake(const Ui& ui, unsigned field, float left) const {
  const auto mistake = mistakes_.find(field);
  if (mistake == mistakes_.end()) return;
  ImGui::SetCursorPosX(left);
  trouble_text(ui, mistake->second.words);
}

// It would cover the sentence below.
bool Fields::wants_tooltip() const {
  return ImGui::IsItemHovered() && !ImGui::IsItemActive() && !has_mistake();
}

void Fields::hint(const char* words) const {
  if (!wants_tooltip()) return;
  ImGui::BeginTooltip();
  ImGui::TextDisabled("%s", words);
  ImGui::EndTooltip();
}

void Fields::keep_keyboard() {
  ImGui::SetKeyboardFocusHere(-1);
  refocus_frames_ = 2;
}

void Fields::end_frame() {
  if (refocus_frames_ > 0) --refocus_frames_;
}

void Fields::change_while(Editor& editor, const char* field, const Edit& edit) {
  const bool begins = ImGui::GetID(field) != changing_;
  changing_ = ImGui::GetID(field);
  (void)editor.perform_while(begins, title(editor.document(), edit), {edit});
}

void Fields::end_change(const char* field) {
  if (ImGui::IsItemDeactivated() && changing_ == ImGui::GetID(field)) changing_ = 0;
}

void Fields::end_when_idle(const char* field) {
  if (!ImGui::IsAnyItemActive() && changing_ == ImGui::GetID(field)) changing_ = 0;
}

}  // namespace limber
