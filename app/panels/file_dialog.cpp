#include "app/panels/file_dialog.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "app/exchange/import.h"
#include "app/panels/fields.h"
#include "app/panels/pieces.h"
#include "imgui/imgui_stdlib.h"

namespace limber {

namespace {

namespace fs = std::filesystem;

constexpr float fit_width = 60;
constexpr double widest_fit = 100;  // mm

struct Entry {
  std::string name;
  bool folder = false;
};

bool can_open(const fs::path& path) {
  return path.extension() == drawing_ending || is_formula_file(path) ||
         path.extension() == picture_ending || can_import(path.string());
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

// Smaller windows get smaller lists.
float file_width() { return std::min(520.0f, ImGui::GetIO().DisplaySize.x - 60); }
float room_for_files() { return std::max(ImGui::GetIO().DisplaySize.y - 260, 80.0f); }

}  // namespace

fs::path typed_path(std::string text, const fs::path& folder) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.back())) text.pop_back();
  while (!text.empty() && blank(text.front())) text.erase(0, 1);
  const char* home = std::getenv("HOME");
  if (home && *home && (text == "~" || text.starts_with("~/")))
    return fs::path(home) / text.substr(std::min<std::size_t>(text.size(), 2));
  return (folder / text).lexically_normal();
}

void FileDialog::begin(const Workspace& workspace, bool saving) {
  trouble_.clear();
  asked_.clear();
  name_ = saving ? workspace.name() + std::string(drawing_ending) : "";
  if (!folder_.empty()) return;
  std::error_code ignored;
  folder_ = workspace.path().empty()
                ? fs::current_path(ignored).string()
                : fs::absolute(workspace.path(), ignored).parent_path().string();
}

bool FileDialog::list(const Ui& ui) {
  bool chosen = false;
  std::string enter;  // a folder to go into, after the list was shown
  ImGui::BeginChild("files", {file_width(), std::min(280.0f, room_for_files())}, true);
  if (fs::path(folder_).has_parent_path() && ImGui::Selectable("..", false)) enter = "..";
  const std::vector<Entry> entries = entries_of(folder_);
  for (const Entry& entry : entries) {
    const std::string label = "      " + shown(entry.name) + (entry.folder ? "/" : "");
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool clicked = ImGui::Selectable(label.c_str(), name_ == entry.name,
                                           ImGuiSelectableFlags_AllowDoubleClick);
    const ImTextureID icon =
        icon_texture(ui, entry.folder ? "folder" : "drawing", ui.theme.text_dim);
    ImGui::GetWindowDrawList()->AddImage(icon, {at.x, at.y - 1}, {at.x + 18, at.y + 17});
    if (!clicked) continue;
    if (entry.folder) {
      enter = entry.name;
    } else {
      name_ = entry.name;
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

// How a file of another program is to be read.
void FileDialog::import_choices(Ui& ui, const fs::path& path) const {
  if (path.extension() == drawing_ending || !can_import(path.string())) return;
  ImportChoices choices = ui.workspace.import_choices();
  bool changed = ImGui::Checkbox("Attach ends that meet", &choices.attach);
  if (path.extension() == ".csv") {
    const std::string good = short_number(choices.fit);
    ImGui::SameLine(0, 24);
    ImGui::TextUnformatted("Follow points within");
    ImGui::SameLine(0, 8);
    if (const std::optional<std::string> typed = ui.fields.entry(ui, "##fit", good, fit_width)) {
      const std::optional<double> number = read_number(*typed);
      const bool fits = number && *number >= 0 && *number <= widest_fit;
      if (fits) choices.fit = *number, changed = true;
      const Error wrong{fmt::format("A number from 0 to {:g}.", widest_fit), 0, 0, 1, {}, {}};
      ui.fields.refuse_unless(ui, fits ? Result<bool>(true) : Result<bool>(wrong), good, *typed);
    }
    ImGui::SameLine(0, 8);
    ImGui::TextDisabled(choices.fit > 0 ? "mm" : "mm; 0: from point to point");
    ui.fields.show_mistake(ui, 0);
  }
  if (changed) ui.workspace.choose_import(choices);
}

void FileDialog::tell(const Ui& ui, bool exists, bool asked) const {
  if (!trouble_.empty() || asked)
    trouble_text(ui,
                 asked ? "! This file is there already. Once more to write over it."
                       : "! " + trouble_,
                 file_width() + 14);
  else
    ImGui::TextDisabled(exists ? "This file is there already; its last state is kept as .bak"
                               : "A name, or a path: ~/drawings/crank.limber");
}

void FileDialog::draw(Ui& ui, bool saving) {
  ImGui::TextDisabled("%s", shown(folder_).c_str());
  bool chosen = list(ui);
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(file_width());
  const std::string before = name_;
  if (ImGui::InputText("##name", &name_,
                       ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll)) {
    chosen = true;
    ImGui::SetKeyboardFocusHere(-1);  // should it not work, typing goes on
  }
  if (name_ != before) trouble_.clear();
  fs::path path = typed_path(name_, folder_);
  std::error_code ignored;
  const bool folder = fs::is_directory(path, ignored);
  if (saving && !folder)
    if (const Result<fs::path> named = drawing_path(path)) path = *named;
  const bool exists = saving && !name_.empty() && !folder && fs::exists(path, ignored) &&
                      path != ui.workspace.path();
  const bool asked = exists && asked_ == path.string();
  if (!saving && !folder) import_choices(ui, path);
  tell(ui, exists, asked);
  ImGui::Dummy({0, 2});
  if (ImGui::Button(saving ? (asked ? "Write over it" : "Save") : "Open", {120, 0})) chosen = true;
  ImGui::SameLine();
  if (ImGui::Button("Cancel", {100, 0})) return ui.workspace.close_dialog();
  if (chosen && !name_.empty()) take(ui, saving, path, exists);
}

// What does not work is told here, and the name stays to be mended.
void FileDialog::take(Ui& ui, bool saving, const std::filesystem::path& path, bool exists) {
  std::error_code ignored;
  ui.wake(3);
  trouble_.clear();
  if (fs::is_directory(path, ignored)) {
    folder_ = path.lexically_normal().string();
    name_.clear();
    return;
  }
  if (exists && asked_ != path.string()) {
    asked_ = path.string();
    return;
  }
  const Dialog dialog = ui.workspace.dialog();
  if (saving)
    ui.workspace.save_as(path);
  else
    ui.workspace.open(path);
  if (ui.workspace.dialog() == dialog) trouble_ = ui.workspace.editor().message();
  if (path.has_parent_path() && fs::is_directory(path.parent_path(), ignored))
    folder_ = path.parent_path().string();
}

}  // namespace limber
