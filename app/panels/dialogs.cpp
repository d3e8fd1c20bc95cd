// What the program asks: which file, what about unsaved work. Also the list of keys.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

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
    case Dialog::notice:
      return "This did not work";
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

// "~", "~/x", a full path, or one below the folder shown; spaces around it are slips.
fs::path typed_path(std::string text, const fs::path& folder) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.back())) text.pop_back();
  while (!text.empty() && blank(text.front())) text.erase(0, 1);
  const char* home = std::getenv("HOME");
  if (home && *home && (text == "~" || text.starts_with("~/")))
    return fs::path(home) / text.substr(std::min<std::size_t>(text.size(), 2));
  return (folder / text).lexically_normal();
}

// Smaller windows get smaller lists.
float file_width() { return std::min(520.0f, ImGui::GetIO().DisplaySize.x - 60); }
float room_for_files() { return std::max(ImGui::GetIO().DisplaySize.y - 260, 80.0f); }

}  // namespace

void Panels::draw_dialogs() {
  const Dialog dialog = workspace_.dialog();
  const bool fresh = std::exchange(shown_dialog_, dialog) != dialog;
  if (dialog == Dialog::none) return;
  const char* title = title_of(dialog);
  if (!ImGui::IsPopupOpen(title)) {
    ImGui::OpenPopup(title);
    frames_left_ = 15;  // the paper behind it fades
    if (fresh) open_frames_ = 3;
    file_trouble_.clear();
    asked_.clear();
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
    case Dialog::notice:
      show_notice();
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

void Panels::show_notice() {
  ImGui::PushTextWrapPos(std::min(440.0f, file_width()));
  ImGui::TextUnformatted(workspace_.notice().c_str());
  ImGui::PopTextWrapPos();
  ImGui::Dummy({360, 6});
  if (ImGui::Button("Close", {100, 0})) workspace_.close_dialog();
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

// The folder's contents; true when a file was chosen by a double click.
bool Panels::list_files() {
  bool chosen = false;
  std::string enter;  // a folder to go into, after the list was shown
  ImGui::BeginChild("files", {file_width(), std::min(280.0f, room_for_files())}, true);
  if (fs::path(folder_).has_parent_path() && ImGui::Selectable("..", false)) enter = "..";
  const std::vector<Entry> entries = entries_of(folder_);
  for (const Entry& entry : entries) {
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
  if (entries.empty()) ImGui::TextDisabled("No drawings and no folders here");
  ImGui::EndChild();
  if (!enter.empty())
    folder_ =
        (enter == ".." ? fs::path(folder_).parent_path() : fs::path(folder_) / enter).string();
  return chosen;
}

void Panels::choose_file(bool saving) {
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  ImGui::TextUnformatted(shown(folder_).c_str());
  ImGui::PopStyleColor();
  bool chosen = list_files();
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(file_width());
  const std::string before = file_name_;
  if (ImGui::InputText("##name", &file_name_,
                       ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll)) {
    chosen = true;
    ImGui::SetKeyboardFocusHere(-1);  // should it not work, typing goes on
  }
  if (file_name_ != before) file_trouble_.clear();
  fs::path path = typed_path(file_name_, folder_);
  std::error_code ignored;
  const bool folder = fs::is_directory(path, ignored);
  if (saving && !folder)
    if (const Result<fs::path> named = drawing_path(path)) path = *named;
  const bool exists = saving && !file_name_.empty() && !folder && fs::exists(path, ignored) &&
                      path != workspace_.path();
  const bool asked = exists && asked_ == path.string();
  if (!file_trouble_.empty() || asked) {
    ImGui::PushStyleColor(ImGuiCol_Text, imgui_colour(theme_->trouble));
    ImGui::PushTextWrapPos(file_width() + 14);
    ImGui::TextUnformatted(asked ? "! This file is there already. Once more to write over it."
                                 : ("! " + file_trouble_).c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
  } else {
    ImGui::TextDisabled(exists ? "This file is there already; its last state is kept as .bak"
                               : "A name, or a path: ~/drawings/crank.limber");
  }
  ImGui::Dummy({0, 2});
  if (ImGui::Button(saving ? (asked ? "Write over it" : "Save") : "Open", {120, 0})) chosen = true;
  ImGui::SameLine();
  if (ImGui::Button("Cancel", {100, 0})) return workspace_.close_dialog();
  if (chosen && !file_name_.empty()) take_file(saving, path, exists);
}

// What does not work is told here, and the name stays to be mended.
void Panels::take_file(bool saving, const std::filesystem::path& path, bool exists) {
  std::error_code ignored;
  frames_left_ = 3;
  file_trouble_.clear();
  if (fs::is_directory(path, ignored)) {
    folder_ = path.lexically_normal().string();
    file_name_.clear();
    return;
  }
  if (exists && asked_ != path.string()) {
    asked_ = path.string();
    return;
  }
  const Dialog dialog = workspace_.dialog();
  if (saving)
    workspace_.save_as(path);
  else
    workspace_.open(path);
  if (workspace_.dialog() == dialog) file_trouble_ = workspace_.editor().message();
  if (path.has_parent_path() && fs::is_directory(path.parent_path(), ignored))
    folder_ = path.parent_path().string();
}

void Panels::show_keys() {
  const std::vector<Command> all = workspace_.commands();
  ImGui::BeginChild("keys", {std::min(560.0f, ImGui::GetIO().DisplaySize.x - 60),
                             std::min(420.0f, ImGui::GetIO().DisplaySize.y - 160)});
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
  ImGui::TextUnformatted("The view and the hand");
  ImGui::PopFont();
  const std::pair<const char*, const char*> gestures[] = {
      {"Zoom", "wheel; Shift: finer"},
      {"Move the view", "middle-drag, right-drag, or hold Space and drag"},
      {"Select several", "Shift+click, or drag on the empty paper"},
      {"Nudge", "arrows; Shift: by 10; Ctrl: by 0.1"},
      {"Numbers of a curve", "F2; Tab: the next one"},
      {"Menus", "F10 or Alt, then arrows and Enter"}};
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
