#include "app/panels/palette.h"

#include <algorithm>

#include "app/panels/pieces.h"

namespace limber {

namespace {

constexpr float row_height = 32, field_height = 42, padding = 8;
constexpr std::size_t most_rows = 11, most_recent = 8;

// What a row says besides: cut where there is no room.
void text_within(ImDrawList& list, const ImVec2& at, float width, SkColor colour, const std::string& words) {
  const float size = ImGui::GetFontSize();
  list.PushClipRect({at.x, at.y - 2}, {at.x + std::max(width, 0.0f), at.y + size + 6}, true);
  list.AddText(at, imgui_colour(colour), words.c_str());
  list.PopClipRect();
}

}  // namespace

void Palette::begin(Workspace& workspace) {
  field_.use_for_words("Find a command, a curve, a constraint, a thing, an example, help");
  field_.buffer().set("");
  field_.take_keyboard(true);
  all_ = palette_entries(workspace.commands(), workspace.editor().document());
  found_ = found_in(all_, "", recent_);
  found_for_.clear();
  at_ = first_ = 0;
}

void Palette::find() {
  const std::string words = field_.buffer().text();
  if (words == found_for_) return;
  found_for_ = words;
  found_ = found_in(all_, words, recent_);
  at_ = first_ = 0;
}

void Palette::choose(Workspace& workspace, const PaletteEntry& entry) {
  workspace.show_pane(Pane::palette, false);
  field_.take_keyboard(false);
  if (entry.thing) {
    workspace.editor().finish_gesture();
    workspace.editor().select_only({entry.thing});
    return workspace.editor().say(entry.title + " is selected");
  }
  if (!entry.page.empty()) return workspace.show_help(entry.page);
  const Command* command = find_command(workspace.commands(), std::string_view(entry.command));
  if (!command) return;
  std::erase(recent_, entry.command);
  recent_.insert(recent_.begin(), entry.command);
  if (recent_.size() > most_recent) recent_.pop_back();
  if (!is_enabled(*command, workspace))
    return workspace.editor().say(command->title + " has nothing to work on now");
  const Command copy = *command;  // it may change the table it stands in
  run(copy, workspace);
}

bool Palette::handle(const KeyEvent& event, Workspace& workspace) {
  if (!workspace.pane_shown(Pane::palette)) return false;
  if (!shown_) begin(workspace), shown_ = true;
  const Chord close = {'k', {true, false, false}};
  if (event.key == key_escape || (Chord{event.key, event.modifiers} == close)) {
    if (event.down) workspace.show_pane(Pane::palette, false);
    return true;
  }
  if (event.down) {
    find();
    if (event.key == key_down && at_ + 1 < found_.size()) ++at_;
    if (event.key == key_up && at_ > 0) --at_;
    if (event.key == key_page_down && !found_.empty()) at_ = std::min(at_ + most_rows, found_.size() - 1);
    if (event.key == key_page_up) at_ -= std::min(at_, most_rows);
    if (event.key == key_enter && !event.repeat && at_ < found_.size()) {
      const PaletteEntry entry = *found_[at_];
      choose(workspace, entry);
      return true;
    }
  }
  const bool walks = event.key == key_down || event.key == key_up || event.key == key_enter ||
                     event.key == key_page_down || event.key == key_page_up;
  if (!walks) (void)field_.handle(event, workspace);
  return true;
}

// Title, what it is, its key.
bool Palette::row(const Ui& ui, const PaletteEntry& entry, std::size_t number, float width) {
  const Theme& t = ui.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(static_cast<int>(number));
  const bool clicked = ImGui::InvisibleButton("entry", {width, row_height});
  ImGui::PopID();
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  if (ImGui::IsItemHovered() && (moved.x != 0 || moved.y != 0)) at_ = number;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool chosen = number == at_;
  if (chosen) list.AddRectFilled(at, {at.x + width, at.y + row_height}, imgui_colour(t.panel_hover), 6);
  const float y = at.y + (row_height - ImGui::GetFontSize()) / 2;
  const float key = ImGui::CalcTextSize(entry.key.c_str()).x;
  const float title = ImGui::CalcTextSize(entry.title.c_str()).x;
  const float right = at.x + width - 12 - key, aside = at.x + 12 + title + 14;
  text_within(list, {at.x + 12, y}, right - at.x - 24, t.text, entry.title);
  text_within(list, {aside, y}, right - aside - 12, t.text_dim, entry.aside);
  list.AddText({right, y}, imgui_colour(t.text_dim), entry.key.c_str());
  return clicked;
}

void Palette::draw(Ui& ui) {
  const bool shown = ui.workspace.pane_shown(Pane::palette);
  if (shown && !shown_) begin(ui.workspace);
  shown_ = shown;
  if (!shown) return;
  find();
  if (at_ < first_) first_ = at_;
  if (at_ >= first_ + most_rows) first_ = at_ + 1 - most_rows;
  const float width = std::min(620.0f, static_cast<float>(ui.size.x()) - 40);
  const std::size_t rows = std::min(most_rows, found_.size());
  const float height = field_height + 3 * padding + row_height * static_cast<float>(std::max<std::size_t>(rows, 1)) + 28;
  ImGui::SetNextWindowPos({(static_cast<float>(ui.size.x()) - width) / 2, static_cast<float>(menu_height) + 40});
  ImGui::SetNextWindowSize({width, height});
  ImGui::SetNextWindowFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  if (ImGui::Begin("palette", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings)) {
    const float room = width - 2 * padding;
    if (ImGui::IsWindowHovered() && ImGui::GetIO().MouseWheel != 0 && !found_.empty()) {
      const auto by = static_cast<std::ptrdiff_t>(-ImGui::GetIO().MouseWheel * 3);
      at_ = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(at_) + by, 0, std::ssize(found_) - 1));
    }
    field_.draw(ui, {room, field_height}, {});
    ImGui::Dummy({0, padding});
    std::optional<PaletteEntry> chosen;
    for (std::size_t n = first_; n < std::min(first_ + most_rows, found_.size()); ++n)
      if (row(ui, *found_[n], n, room)) chosen = *found_[n];
    ImGui::Dummy({0, 5});
    ImGui::SetCursorPosX(padding + 12);
    if (found_.empty())
      ImGui::TextDisabled("Nothing is called so");
    else
      text_within(*ImGui::GetWindowDrawList(), ImGui::GetCursorScreenPos(), room - 24, ui.theme.text_dim,
                  found_[std::min(at_, found_.size() - 1)]->help);
    if (chosen) choose(ui.workspace, *chosen);
  }
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ui.covered.emplace_back(Point(at.x, at.y), Point(at.x + size.x, at.y + size.y));
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace limber
