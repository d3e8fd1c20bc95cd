#include "app/panels/dialogs.h"

#include <algorithm>
#include <utility>

#include "app/panels/keys_page.h"
#include "app/panels/preferences_page.h"

namespace limber {

namespace {

const char* title_of(Dialog dialog) {
  switch (dialog) {
    case Dialog::open:
      return "Open a drawing";
    case Dialog::save_as:
      return "Save the drawing as";
    case Dialog::export_as:
      return "Export the drawing";
    case Dialog::unsaved:
      return "Save your work?";
    case Dialog::changed_on_disk:
      return "The file has changed";
    case Dialog::recover:
      return "Unsaved work was found";
    case Dialog::notice:
      return "This did not work";
    case Dialog::keys:
      return "Keys";
    case Dialog::preferences:
      return "Preferences";
    case Dialog::about:
      return "About Limber";
    case Dialog::none:
      break;
  }
  return "";
}

// What Enter answers, which the panels give to ImGui as Space, until another button is chosen by keys.
bool default_button(const Ui& ui, const char* label, float width) {
  const bool entered = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Space), false) &&
                       !ImGui::GetIO().NavVisible;
  const bool clicked = ImGui::Button(label, {width, 0});
  ImGui::SetItemDefaultFocus();
  ImGui::GetWindowDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                                      imgui_colour(ui.theme.accent),
                                      ImGui::GetStyle().FrameRounding, 0, 1.75f);
  return clicked || entered;
}

void ask_unsaved(Ui& ui) {
  ImGui::Text("“%s” has changes that are not in its file.", ui.workspace.name().c_str());
  ImGui::Dummy({360, 6});
  if (default_button(ui, "Save", 110)) ui.workspace.save_then_go_on();
  ImGui::SameLine();
  if (ImGui::Button("Do not save", {120, 0})) ui.workspace.drop_and_go_on();
  ImGui::SameLine();
  if (ImGui::Button("Cancel", {100, 0})) ui.workspace.close_dialog();
}

// The only answer there is: also by Enter, which the panels give to ImGui as Space.
void close_button(Ui& ui) {
  const bool entered = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Space), false);
  if (ImGui::Button("Close", {100, 0}) || entered) ui.workspace.close_dialog();
}

void show_notice(Ui& ui) {
  ImGui::PushTextWrapPos(std::min(440.0f, ImGui::GetIO().DisplaySize.x - 60));
  ImGui::TextUnformatted(ui.workspace.notice().c_str());
  ImGui::PopTextWrapPos();
  ImGui::Dummy({360, 6});
  close_button(ui);
}

void ask_changed(Ui& ui) {
  ImGui::Text("Another program has changed %s\nsince you opened it here.",
              shown(ui.workspace.path().filename()).c_str());
  ImGui::Dummy({360, 6});
  if (ImGui::Button("Write over it", {120, 0})) ui.workspace.overwrite();
  ImGui::SameLine();
  if (default_button(ui, "Save as…", 110)) ui.workspace.show(Dialog::save_as);  // loses nothing
  ImGui::SameLine();
  if (ImGui::Button("Cancel", {100, 0})) ui.workspace.close_dialog();
}

void show_about(Ui& ui) {
  ImGui::PushTextWrapPos(420);
  ImGui::TextUnformatted(
      "Limber: a drawing program in which every curve can be held and pulled, "
      "nailed and joined, and becomes a mechanism.");
  ImGui::TextDisabled(
      "After “Interactive Dynamics” by Andrew Witkin, Michael Gleicher and William "
      "Welch, 1990. Free software under the Apache licence 2.0.");
  ImGui::PopTextWrapPos();
  ImGui::Dummy({420, 4});
  close_button(ui);
}

}  // namespace

void Dialogs::begin(Ui& ui, Dialog dialog, bool fresh) {
  ImGui::OpenPopup(title_of(dialog));
  ui.wake(15);  // the paper behind it fades
  if (fresh) open_frames_ = 3;
  file_.begin(ui.workspace, dialog == Dialog::save_as);
  if (dialog == Dialog::export_as) export_.begin(ui.workspace);
  recover_ = {};
}

void Dialogs::draw_content(Ui& ui, Dialog dialog) {
  switch (dialog) {
    case Dialog::open:
      return file_.draw(ui, false);
    case Dialog::save_as:
      return file_.draw(ui, true);
    case Dialog::export_as:
      return export_.draw(ui);
    case Dialog::unsaved:
      return ask_unsaved(ui);
    case Dialog::changed_on_disk:
      return ask_changed(ui);
    case Dialog::recover:
      return recover_.draw(ui);
    case Dialog::notice:
      return show_notice(ui);
    case Dialog::keys:
      return keys_page(ui);
    case Dialog::preferences:
      return preferences_page(ui);
    case Dialog::about:
      return show_about(ui);
    case Dialog::none:
      return;
  }
}

void Dialogs::draw(Ui& ui) {
  const Dialog dialog = ui.workspace.dialog();
  const bool fresh = std::exchange(shown_, dialog) != dialog;
  if (dialog != Dialog::export_as) export_.stop();
  if (dialog == Dialog::none) return;
  const char* title = title_of(dialog);
  if (!ImGui::IsPopupOpen(title)) begin(ui, dialog, fresh);
  ImGui::SetNextWindowPos(
      {static_cast<float>(ui.size.x() / 2), static_cast<float>(ui.size.y() / 2)},
      ImGuiCond_Always, {0.5f, 0.5f});
  bool open = true;
  if (!ImGui::BeginPopupModal(title, &open,
                              ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                                  ImGuiWindowFlags_NoSavedSettings)) {
    if (!open) ui.workspace.close_dialog();
    return;
  }
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) open = false;
  draw_content(ui, dialog);
  if (!open) ui.workspace.close_dialog();
  if (ui.workspace.dialog() != dialog) {
    ImGui::CloseCurrentPopup();
    ui.wake(3);
  }
  ImGui::EndPopup();
}

void Dialogs::end_frame() {
  if (open_frames_ > 0) --open_frames_;
}

}  // namespace limber
