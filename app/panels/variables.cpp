// The list of the drawing's variables: names and texts to type into, one row each.
#include "app/document/variables.h"
#include "app/edits/resolve.h"

#include "app/panels/layout.h"
#include "app/panels/panels.h"
#include "imgui/imgui_stdlib.h"

namespace limber {

namespace {
constexpr float name_width = 78, button_size = 26, gap = 6;

float text_left() { return ImGui::GetWindowContentRegionMin().x + name_width + 20; }
float text_width() {
  return ImGui::GetWindowContentRegionMax().x - text_left() - button_size - gap;
}

void equals_sign() {
  ImGui::SameLine(0, gap);
  ImGui::TextDisabled("=");
  ImGui::SameLine(text_left());
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}
}  // namespace

void Panels::inspect_variables() {
  const std::vector<Variable> variables = workspace_.editor().document().variables;
  if (variables.empty() && !new_variable_.open) return;  // Edit, New variable begins the list
  ImGui::Dummy({0, 2});
  ImGui::Separator();
  ImGui::Dummy({0, 2});
  ImGui::PushID("variables");
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("Variables");
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - button_size);
  command_button("edit.variable", button_size);
  for (const Variable& variable : variables) {
    ImGui::PushID(variable.name.c_str());
    variable_row(variable);
    ImGui::PopID();
  }
  if (new_variable_.open) new_variable_row();
  ImGui::PopID();
}

void Panels::variable_row(const Variable& variable) {
  Editor& editor = workspace_.editor();
  const Document& document = editor.document();
  if (const auto name = entry("##name", variable.name, name_width)) {
    refuse_unless(editor.perform(Edit{edit::Rename{variable.name, *name}}), variable.name, *name);
  }
  if (ImGui::IsItemHovered() && !ImGui::IsItemActive() && !mistakes_.contains(last_field_)) {
    ImGui::BeginTooltip();
    if (!variable.note.empty()) ImGui::TextUnformatted(variable.note.c_str());
    const std::string uses = listed(uses_of(document, variable.name));
    ImGui::TextDisabled("%s", uses.empty() ? "Used by nothing yet" : ("Used by " + uses).c_str());
    ImGui::EndTooltip();
  }
  const unsigned name_field = last_field_;
  equals_sign();
  if (const auto text = entry("##text", variable.text, text_width())) {
    refuse_unless(editor.perform(Edit{edit::Let{variable.name, *text}}), variable.text, *text);
  }
  const bool cut = ImGui::CalcTextSize(variable.text.c_str()).x > text_width() - 20;
  hint(cut ? variable.text.c_str() : "A number or a formula: 2mm, 30deg, 2 module + 1");
  const unsigned text_field = last_field_;
  ImGui::SameLine(0, gap);
  if (icon_button("remove", "close", button_size, false, true)) {
    if (!uses_of(document, variable.name).empty())
      removing_ = variable.name;
    else
      (void)editor.perform(Edit{edit::Forget{variable.name, false}});
    wake();
  } else if (ImGui::IsItemHovered()) {
    ImGui::BeginTooltip();
    ImGui::TextUnformatted("Remove this variable");
    ImGui::EndTooltip();
  }
  value_below(variable.text, shown_amount(variable.amount), text_left() + 9);
  for (const unsigned field : {name_field, text_field}) {
    last_field_ = field;
    show_mistake(ImGui::GetWindowContentRegionMin().x);
  }
  if (removing_ == variable.name) ask_remove(variable);
}

// It is used: nothing is lost without being asked.
void Panels::ask_remove(const Variable& variable) {
  Editor& editor = workspace_.editor();
  const std::vector<std::string> uses = uses_of(editor.document(), variable.name);
  ImGui::PushTextWrapPos(0);
  ImGui::Text("%s is used by %s.", variable.name.c_str(), listed(uses).c_str());
  ImGui::PopTextWrapPos();
  const bool put = ImGui::Button("Put its text there");
  ImGui::SameLine(0, gap);
  const bool keep = ImGui::Button("Keep it") || uses.empty();
  if (put) (void)editor.perform(Edit{edit::Forget{variable.name, true}});
  if (put || keep) {
    removing_.clear();
    wake();
  }
}

void Panels::begin_new_variable() {
  if (!new_variable_.open) new_variable_ = {};  // what is half typed stays
  new_variable_.open = new_variable_.focus = true;
  wake();
}

void Panels::new_variable_row() {
  NewVariable& row = new_variable_;
  ImGui::PushID("new");
  ImGui::PushFont(skia_.formula());
  if (row.focus) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(name_width);
  const auto flags = ImGuiInputTextFlags_EnterReturnsTrue;
  bool entered = ImGui::InputTextWithHint("##name", "name", &row.name, flags);
  bool active = ImGui::IsItemActive(), edited = ImGui::IsItemEdited();
  if (entered && !row.text.empty()) keep_keyboard();
  equals_sign();
  if (entered && row.text.empty()) {  // Enter in the name goes on to the text
    ImGui::SetKeyboardFocusHere();
    entered = false;
  }
  ImGui::SetNextItemWidth(text_width());
  if (ImGui::InputTextWithHint("##text", "10mm", &row.text, flags)) {
    entered = true;
    keep_keyboard();
  }
  active |= ImGui::IsItemActive();
  edited |= ImGui::IsItemEdited();
  ImGui::PopFont();
  ImGui::SameLine(0, gap);
  const bool cancelled = icon_button("cancel", "close", button_size, false, true) ||
                         ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
  if (!row.words.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, imgui_colour(theme_->trouble));
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(row.words.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
  }
  ImGui::PopID();
  const bool left = !active && !row.focus && !row.name.empty() && !row.text.empty() &&
                    row.words.empty() && !ImGui::IsAnyItemActive();
  if (row.focus) wake();  // until the field has the keyboard, and the panels know
  row.focus = row.focus && !active;
  if (cancelled) {
    row = {};
    wake();
  } else if (entered || left) {
    add_new_variable();
  } else if (edited) {
    row.words.clear();
  }
}

void Panels::add_new_variable() {
  Editor& editor = workspace_.editor();
  const std::string& name = new_variable_.name;
  const Result<bool> done =
      find_variable(editor.document(), name)
          ? Result<bool>(refused("There is a variable called " + name + " already.",
                                 "choose another name"))
          : editor.perform("New variable " + name, {{edit::Let{name, new_variable_.text}}});
  if (done) {
    new_variable_ = {};
    refocus_frames_ = 0;
  } else {
    new_variable_.words = plain_words(done.error());
  }
  wake();
}

}  // namespace limber
