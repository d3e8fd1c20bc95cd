// What the program asks: which file, what about unsaved work. Also the list of keys.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "app/drawing/icons.h"
#include "app/panels/layout.h"
#include "app/panels/panels.h"
#include "imgui/imgui_stdlib.h"

namespace limber {

namespace {

namespace fs = std::filesystem;

const char* title_of(Dialog dialog) {
  switch (dialog) {
    case Dialog::open:
      return "Open a drawing";
    case Dialog::save_as:
      return "Save the drawing as";
    case Dialog::unsaved:
      return "Save your work?";
    case Dialog::changed_on_disk:
      return "The file has changed";
    case Dialog::keys:
      return "Keys";
    case Dialog::about:
      return "About Limber";
    case Dialog::none:
      break;
  }
  return "";
}

struct Entry {
  std::string name;
  bool folder = false;
};

bool can_open(const fs::path& path) {
  return path.extension() == drawing_ending || path.extension() == formula_ending;
}

// Folders first, then drawings and formulas; hidden ones left out.
std::vector<Entry> entries_of(const fs::path& folder) {
  std::vector<Entry> entries;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    std::error_code ignored;
    const bool is_folder = it->is_directory(ignored);
    if (name.starts_with(".") || (!is_folder && !can_open(it->path()))) continue;
    entries.push_back({name, is_folder});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.folder != b.folder ? a.folder : a.name < b.name;
  });
  return entries;
}

// "~/x", a full path, or one below the folder shown.
fs::path typed_path(const std::string& text, const fs::path& folder) {
  const char* home = std::getenv("HOME");
  if (text.starts_with("~/") && home) return fs::path(home) / text.substr(2);
  return folder / text;
}

}  // namespace

void Panels::draw_dialogs() {
  const Dialog dialog = workspace_.dialog();
  if (dialog == Dialog::none) return;
  const char* title = title_of(dialog);
  if (!ImGui::IsPopupOpen(title)) {
    ImGui::OpenPopup(title);
    frames_left_ = 15;  // the paper behind it fades
    if (folder_.empty()) {
      std::error_code ignored;
      folder_ = workspace_.path().empty()
                    ? fs::current_path(ignored).string()
                    : fs::absolute(workspace_.path(), ignored).parent_path().string();
    }
    file_name_ = dialog == Dialog::save_as ? workspace_.name() + ".limber" : "";
  }
  ImGui::SetNextWindowPos({static_cast<float>(size_.x() / 2), static_cast<float>(size_.y() / 2)},
                          ImGuiCond_Always, {0.5f, 0.5f});
  bool open = true;
  if (!ImGui::BeginPopupModal(title, &open,
                              ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                                  ImGuiWindowFlags_NoSavedSettings)) {
    if (!open) workspace_.close_dialog();
    return;
  }
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) open = false;
  switch (dialog) {
    case Dialog::open:
      choose_file(false);
      break;
    case Dialog::save_as:
      choose_file(true);
      break;
    case Dialog::unsaved:
      ask_unsaved();
      break;
    case Dialog::changed_on_disk:
      ask_changed();
      break;
    case Dialog::keys:
      show_keys();
      break;
    case Dialog::about:
      show_about();
      break;
    case Dialog::none:
      break;
  }
  if (!open) workspace_.close_dialog();
  if (workspace_.dialog() != dialog) {
    ImGui::CloseCurrentPopup();
    frames_left_ = 3;
  }
  ImGui::EndPopup();
}

void Panels::ask_unsaved() {
  ImGui::Text("“%s” has changes that are not in its file.", workspace_.name().c_str());
  ImGui::Dummy({360, 6});
  if (ImGui::Button("Save", {110, 0})) workspace_.save_then_go_on();
  ImGui::SameLine();
  if (ImGui::Button("Do not save", {120, 0})) workspace_.drop_and_go_on();
  ImGui::SameLine();
  if (ImGui::Button("Cancel", {100, 0})) workspace_.close_dialog();
}

void Panels::ask_changed() {
  ImGui::Text("Another program has changed %s\nsince you opened it here.",
              shown(workspace_.path().filename()).c_str());
  ImGui::Dummy({360, 6});
  if (ImGui::Button("Write over it", {120, 0})) workspace_.overwrite();
  ImGui::SameLine();
  if (ImGui::Button("Save as…", {110, 0})) workspace_.show(Dialog::save_as);
  ImGui::SameLine();
  if (ImGui::Button("Cancel", {100, 0})) workspace_.close_dialog();
}

void Panels::choose_file(bool saving) {
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  ImGui::TextUnformatted(shown(folder_).c_str());
  ImGui::PopStyleColor();
  bool chosen = false;
  std::string enter;  // a folder to go into, after the list was shown
  ImGui::BeginChild("files", {520, 280}, true);
  if (fs::path(folder_).has_parent_path() && ImGui::Selectable("..", false)) enter = "..";
  for (const Entry& entry : entries_of(folder_)) {
    const std::string label = "      " + shown(entry.name) + (entry.folder ? "/" : "");
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool clicked = ImGui::Selectable(label.c_str(), file_name_ == entry.name,
                                           ImGuiSelectableFlags_AllowDoubleClick);
    const SkColor colour = theme_->text_dim;
    const std::string icon = entry.folder ? "folder" : "drawing";
    ImGui::GetWindowDrawList()->AddImage(
        skia_.reserve([icon, colour](SkCanvas& canvas, const SkRect& r) {
          draw_icon(canvas, icon, r, colour);
        }),
        {at.x, at.y - 1}, {at.x + 18, at.y + 17});
    if (!clicked) continue;
    if (entry.folder) {
      enter = entry.name;
    } else {
      file_name_ = entry.name;
      chosen = ImGui::IsMouseDoubleClicked(0);
    }
  }
  ImGui::EndChild();
  if (!enter.empty()) {
    const fs::path next =
        enter == ".." ? fs::path(folder_).parent_path() : fs::path(folder_) / enter;
    folder_ = next.string();
  }
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(520);
  if (ImGui::InputText("##name", &file_name_, ImGuiInputTextFlags_EnterReturnsTrue)) chosen = true;
  const fs::path path = typed_path(file_name_, folder_);
  std::error_code ignored;
  const bool exists =
      saving && !file_name_.empty() && fs::exists(path, ignored) && path != workspace_.path();
  ImGui::TextDisabled(exists ? "This file is there already; its last state is kept as .bak"
                             : "A name, or a path: ~/drawings/crank.limber");
  ImGui::Dummy({0, 2});
  if (ImGui::Button(saving ? (exists ? "Write over it" : "Save") : "Open", {120, 0})) chosen = true;
  ImGui::SameLine();
  if (ImGui::Button("Cancel", {100, 0})) return workspace_.close_dialog();
  if (!chosen || file_name_.empty()) return;
  if (fs::is_directory(path, ignored)) {
    folder_ = path.lexically_normal().string();
    file_name_.clear();
  } else if (saving) {
    workspace_.save_as(path);
  } else {
    workspace_.close_dialog();
    workspace_.open(path);
  }
}

void Panels::show_keys() {
  const std::vector<Command> all = workspace_.commands();
  ImGui::BeginChild("keys", {560, 420});
  for (const std::string& menu : menu_names()) {
    ImGui::PushFont(skia_.strong());
    ImGui::TextUnformatted(menu.c_str());
    ImGui::PopFont();
    for (const Command& command : all) {
      if (command.menu != menu || command.keys.empty()) continue;
      ImGui::TextUnformatted(command.title.c_str());
      ImGui::SameLine(190);
      std::string keys;
      for (const Chord& chord : command.keys) keys += (keys.empty() ? "" : ",  ") + name_of(chord);
      ImGui::TextDisabled("%s", keys.c_str());
    }
    ImGui::Dummy({0, 6});
  }
  ImGui::PushFont(skia_.strong());
  ImGui::TextUnformatted("The view");
  ImGui::PopFont();
  const std::pair<const char*, const char*> gestures[] = {
      {"Zoom", "wheel; Shift: finer"},
      {"Move the view", "middle-drag, right-drag, or hold Space and drag"},
      {"Select several", "Shift+click, or drag on the empty paper"}};
  for (const auto& [what, how] : gestures) {
    ImGui::TextUnformatted(what);
    ImGui::SameLine(190);
    ImGui::TextDisabled("%s", how);
  }
  ImGui::EndChild();
  if (ImGui::Button("Close", {100, 0})) workspace_.close_dialog();
}

void Panels::show_about() {
  ImGui::PushTextWrapPos(420);
  ImGui::TextUnformatted(
      "Limber: a drawing program in which every curve can be held and pulled, "
      "nailed and joined, and becomes a mechanism.");
  ImGui::TextDisabled(
      "After “Interactive Dynamics” by Andrew Witkin, Michael Gleicher and William "
      "Welch, 1990. Free software under the Apache licence 2.0.");
  ImGui::PopTextWrapPos();
  ImGui::Dummy({420, 4});
  if (ImGui::Button("Close", {100, 0})) workspace_.close_dialog();
}

}  // namespace limber
