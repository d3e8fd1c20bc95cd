// What stands in the inspector when no curve is selected: a first help, or a text.
#include <cmath>
#include <utility>

#include "app/panels/fields.h"
#include "app/panels/pieces.h"
#include "app/panels/sections.h"
#include "imgui/imgui_stdlib.h"

namespace limber {

namespace {

std::string key_or_title(const Ui& ui, std::string_view id) {
  const Command& command = *find_command(ui.workspace.commands(), id);
  return command.keys.empty() ? command.title : key_text(command);
}

void space_and_line() {
  ImGui::Dummy({0, 4});
  ImGui::Separator();
  ImGui::Dummy({0, 4});
}

}  // namespace

void nothing_section(Ui& ui) {
  const World& world = ui.editor().world();
  strong_text(ui, world.bodies().size() > 0 ? "Nothing selected" : "An empty paper");
  ImGui::PushTextWrapPos(0);
  ImGui::TextDisabled(world.bodies().size() > 0
                          ? "Click a curve to see its numbers; drag it to pull."
                          : "Choose a curve at the left and drag on the paper.");
  space_and_line();
  const std::pair<const char*, std::string> hints[] = {
      {"Pull", "drag any curve"},
      {"Join", key_or_title(ui, "tool.attach") + ", then two points"},
      {"Fix", key_or_title(ui, "tool.nail") + ", then a point"},
      {"Undo", key_or_title(ui, "edit.undo") + ", always"}};
  for (const auto& [what, how] : hints) {
    ImGui::TextUnformatted(what);
    ImGui::SameLine(74);
    ImGui::TextDisabled("%s", how.c_str());
  }
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0, 2});
  const auto counted = [](int count, const char* one) {
    return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
  };
  ImGui::TextDisabled("%s, %s", counted(static_cast<int>(world.bodies().size()), "curve").c_str(),
                      counted(static_cast<int>(world.constraints().size()), "constraint").c_str());
}

void try_this_section(Ui& ui) {
  const std::vector<std::string>& sentences = ui.editor().document().try_this;
  if (sentences.empty()) return;
  space_and_line();
  strong_text(ui, "Try this");
  for (const std::string& sentence : sentences) {
    ImGui::Bullet();
    ImGui::TextWrapped("%s", sentence.c_str());
  }
}

void text_section(Ui& ui, TextId id) {
  Editor& editor = ui.editor();
  const Text* found = editor.document().texts->find(id);
  if (!found) return;
  const Text before = *found;
  const std::string name = editor.document().name(id);
  strong_text(ui, "Text");
  ImGui::SetNextItemWidth(-1);
  std::string text = before.text;
  if (ImGui::InputText("##text", &text))
    ui.fields.change_while(editor, "##text", Edit{edit::Write{name, text, {}}});
  ui.fields.end_change("##text");
  auto size = static_cast<float>(before.size);
  ImGui::SetNextItemWidth(116);
  if (ImGui::SliderFloat("size", &size, 1, 40, "%.1f"))
    ui.fields.change_while(
        editor, "size",
        Edit{edit::Write{name, before.text, std::round(static_cast<double>(size) * 2) / 2}});
  ui.fields.end_change("size");
}

}  // namespace limber
