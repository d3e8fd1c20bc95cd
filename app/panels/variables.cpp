#include "app/panels/variables.h"

#include "app/edits/resolve.h"
#include "app/panels/fields.h"
#include "app/panels/number_fields.h"
#include "app/panels/pieces.h"
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

void VariableList::draw(Ui& ui) {
  const std::vector<Variable> variables = ui.editor().document().variables;
  if (variables.empty() && !new_.open) return;  // Edit, New variable begins the list
  rule();
  ImGui::PushID("variables");
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("Variables");
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - button_size);
  command_button(ui, "edit.variable", button_size);
  for (const Variable& variable : variables) {
    ImGui::PushID(variable.name.c_str());
    row(ui, variable);
    ImGui::PopID();
  }
  if (new_.open) new_row(ui);
  ImGui::PopID();
}

void VariableList::row(Ui& ui, const Variable& variable) {
  Editor& editor = ui.editor();
  const Document& document = editor.document();
  Fields& fields = ui.fields;
  if (const auto name = fields.entry(ui, "##name", variable.name, name_width))
    fields.refuse_unless(ui, editor.perform(Edit{edit::Rename{variable.name, *name}}),
                         variable.name, *name);
  if (fields.wants_tooltip()) {
    ImGui::BeginTooltip();
    if (!variable.note.empty()) ImGui::TextUnformatted(variable.note.c_str());
    const std::string uses = listed(uses_of(document, variable.name));
    ImGui::TextDisabled("%s", uses.empty() ? "Used by nothing yet" : ("Used by " + uses).c_str());
    ImGui::EndTooltip();
  }
  const unsigned name_field = fields.last();
  equals_sign();
  if (const auto text = fields.entry(ui, "##text", variable.text, text_width()))
    fields.refuse_unless(ui, editor.perform(Edit{edit::Let{variable.name, *text}}), variable.text,
                         *text);
  const bool cut = ImGui::CalcTextSize(variable.text.c_str()).x > text_width() - 20;
  fields.hint(cut ? variable.text.c_str() : "A number or a formula: 2mm, 30deg, 2 module + 1");
  ImGui::SameLine(0, gap);
  if (icon_button(ui, "remove", "close", button_size)) {
    if (!uses_of(document, variable.name).empty())
      removing_ = variable.name;
    else
      (void)editor.perform(Edit{edit::Forget{variable.name, false}});
    ui.wake();
  } else {
    tooltip("Remove this variable");
  }
  value_below(ui, variable.text, shown_amount(ui.editor().document(), variable.amount), text_left() + 9);
  for (const unsigned field : {name_field, fields.last()})
    fields.show_mistake(ui, field, ImGui::GetWindowContentRegionMin().x);
  if (removing_ == variable.name) ask_remove(ui, variable);
}

// It is used: nothing is lost without being asked.
void VariableList::ask_remove(Ui& ui, const Variable& variable) {
  Editor& editor = ui.editor();
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
    ui.wake();
  }
}

void VariableList::begin_new(Ui& ui) {
  if (!new_.open) new_ = {};  // what is half typed stays
  new_.open = new_.focus = true;
  ui.wake();
}

void VariableList::new_row(Ui& ui) {
  New& row = new_;
  ImGui::PushID("new");
  ImGui::PushFont(ui.skia.formula());
  if (row.focus) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(name_width);
  const auto flags = ImGuiInputTextFlags_EnterReturnsTrue;
  bool entered = ImGui::InputTextWithHint("##name", "name", &row.name, flags);
  bool active = ImGui::IsItemActive(), edited = ImGui::IsItemEdited();
  if (entered && !row.text.empty()) ui.fields.keep_keyboard();
  equals_sign();
  if (entered && row.text.empty()) {  // Enter in the name goes on to the text
    ImGui::SetKeyboardFocusHere();
    entered = false;
  }
  ImGui::SetNextItemWidth(text_width());
  if (ImGui::InputTextWithHint("##text", "10mm", &row.text, flags)) {
    entered = true;
    ui.fields.keep_keyboard();
  }
  active |= ImGui::IsItemActive();
  edited |= ImGui::IsItemEdited();
  ImGui::PopFont();
  ImGui::SameLine(0, gap);
  const bool cancelled = icon_button(ui, "cancel", "close", button_size) ||
                         ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
  if (!row.words.empty()) trouble_text(ui, row.words);
  ImGui::PopID();
  const bool left = !active && !row.focus && !row.name.empty() && !row.text.empty() &&
                    row.words.empty() && !ImGui::IsAnyItemActive();
  if (row.focus) ui.wake();  // until the field has the keyboard, and the panels know
  row.focus = row.focus && !active;
  if (cancelled) {
    row = {};
    ui.wake();
  } else if (entered || left) {
    add_new(ui);
  } else if (edited) {
    row.words.clear();
  }
}

void VariableList::add_new(Ui& ui) {
  Editor& editor = ui.editor();
  const std::string& name = new_.name;
  const Result<bool> done =
      find_variable(editor.document(), name)
          ? Result<bool>(refused("There is a variable called " + name + " already.",
                                 "choose another name"))
          : editor.perform("New variable " + name, {{edit::Let{name, new_.text}}});
  if (done) {
    new_ = {};
    ui.fields.leave_keyboard();
  } else {
    new_.words = plain_words(done.error());
  }
  ui.wake();
}

}  // namespace limber
