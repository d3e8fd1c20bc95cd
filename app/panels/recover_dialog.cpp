#include "app/panels/recover_dialog.h"

#include <algorithm>
#include <ctime>

#include "app/drawing/picture.h"

namespace limber {

namespace {

constexpr float row_height = 92, picture_width = 100, picture_height = 76, inset = 8;
constexpr float discard_width = 138;
constexpr int pixels_per_point = 2;  // of the pictures: sharp on dense screens

float list_width() { return std::min(560.0f, ImGui::GetIO().DisplaySize.x - 60); }

sk_sp<SkImage> picture_of(const FoundWork& found, const Theme& theme) {
  if (!found.drawing) return nullptr;
  PictureOptions options;
  options.width = pixels_per_point * static_cast<int>(picture_width);
  options.height = pixels_per_point * static_cast<int>(picture_height);
  options.theme = &theme;
  options.marks.constraints = false;
  const Result<sk_sp<SkSurface>> made = make_picture(found.drawing->document, options);
  return made ? (*made)->makeImageSnapshot() : nullptr;
}

// "today 14:32", "yesterday 9:05", "3 May 2026, 18:20".
std::string when(std::int64_t seconds, std::int64_t now) {
  const auto broken_down = [](std::int64_t moment) {
    const auto time = static_cast<std::time_t>(moment);
    std::tm out{};
    localtime_r(&time, &out);
    return out;
  };
  const auto in_words = [](const std::tm& time, const char* form) {
    char text[64];
    return std::string(text, std::strftime(text, sizeof text, form, &time));
  };
  constexpr std::int64_t day = 86400;
  const std::tm then = broken_down(seconds);
  const auto same_day = [&](const std::tm& other) {
    return then.tm_year == other.tm_year && then.tm_yday == other.tm_yday;
  };
  if (same_day(broken_down(now))) return in_words(then, "today %H:%M");
  if (same_day(broken_down(now - day))) return in_words(then, "yesterday %H:%M");
  return in_words(then, "%e %b %Y, %H:%M");
}

// Enter, which the panels give to ImGui as Space.
bool entered() { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Space), false); }

std::string counted(int count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string how_much(const FoundWork& found) {
  if (!found.drawing) return "";
  const World& world = found.drawing->document.world;
  std::string words = counted(world.bodies().size(), "curve");
  if (const int count = world.constraints().size()) words += ", " + counted(count, "constraint");
  return words;
}

std::string where(const FoundWork& found) {
  if (found.origin.path.empty()) return "not in a file yet";
  return shown(found.origin.path);
}

}  // namespace

void RecoverDialog::draw_row(Ui& ui, std::size_t which) {
  const FoundWork& found = ui.workspace.found()[which];
  const Theme& t = ui.theme;
  ImGui::PushID(static_cast<int>(which));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool pressed = ImGui::Selectable(
      "##row", chosen_ == which, ImGuiSelectableFlags_AllowDoubleClick, {0, row_height});
  if (pressed || ImGui::IsItemFocused()) {
    discard_asked_ = discard_asked_ && chosen_ == which;
    chosen_ = which;
  }
  if (pressed && (entered() || ImGui::IsMouseDoubleClicked(0))) ui.workspace.recover(which);
  ImGui::PopID();
  if (ui.workspace.dialog() != Dialog::recover) return;

  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 corner = {at.x + inset, at.y + inset};
  const ImVec2 opposite = {corner.x + picture_width, corner.y + picture_height};
  list.AddRectFilled(corner, opposite, imgui_colour(t.paper), 4);
  if (const sk_sp<SkImage> image = pictures_[which]) {
    const ImTextureID picture =
        ui.skia.reserve(image->uniqueID(), [image](SkCanvas& canvas, const SkRect& to) {
          canvas.drawImageRect(image, to, SkSamplingOptions(SkFilterMode::kLinear));
        });
    list.AddImage(picture, corner, opposite);
  }
  list.AddRect(corner, opposite, imgui_colour(t.panel_edge), 4);

  const float left = opposite.x + 14, right = at.x + width - inset;
  const ImVec4 clip = {left, at.y, right, at.y + row_height};
  ImVec2 text = {left, corner.y};
  const auto write = [&](ImFont* font, SkColor colour, const std::string& words, float wrap = 0) {
    list.AddText(font, ImGui::GetFontSize(), text, imgui_colour(colour), words.c_str(), nullptr,
                 wrap, &clip);
    text.y += ImGui::GetTextLineHeightWithSpacing();
  };
  const std::string much = how_much(found);
  write(ui.skia.strong(), t.text, shown(found.origin.name));
  write(ui.skia.regular(), t.text_dim,
        when(found.written, std::time(nullptr)) + (much.empty() ? "" : "  ·  " + much));
  if (found.trouble.empty())
    write(ui.skia.regular(), t.text_dim, where(found));
  else
    write(ui.skia.regular(), t.trouble, "! " + found.trouble, right - left);
}

void RecoverDialog::draw_answers(Ui& ui) {
  const bool readable = ui.workspace.found()[chosen_].drawing.has_value();
  // Before any arrow was pressed ImGui shows no choice, and Enter means the usual one.
  const bool usual = entered() && !ImGui::GetIO().NavVisible;
  ImGui::BeginDisabled(!readable);
  ImGui::PushStyleColor(ImGuiCol_Button, imgui_colour(ui.theme.accent));
  ImGui::PushStyleColor(ImGuiCol_Text, imgui_colour(ui.theme.panel));
  const bool recover = ImGui::Button("Recover", {120, 0}) || (usual && readable);
  ImGui::PopStyleColor(2);
  ImGui::EndDisabled();
  if (readable) ImGui::SetItemDefaultFocus();
  ImGui::SameLine();
  const bool later = ImGui::Button("Later", {100, 0}) || (usual && !readable);
  if (!readable) ImGui::SetItemDefaultFocus();
  ImGui::SameLine(ImGui::GetStyle().WindowPadding.x + list_width() - discard_width);
  const bool discard =
      ImGui::Button(discard_asked_ ? "Discard for good###discard" : "Discard…###discard",
                    {discard_width, 0});
  if (recover) return ui.workspace.recover(chosen_);
  if (later) return ui.workspace.close_dialog();
  if (!discard) return;
  if (discard_asked_) {
    pictures_.clear();
    ui.workspace.discard(chosen_);
  }
  discard_asked_ = !discard_asked_;
  ui.wake();
}

void RecoverDialog::draw(Ui& ui) {
  const std::vector<FoundWork>& all = ui.workspace.found();
  if (all.empty()) return ui.workspace.close_dialog();
  if (pictures_.size() != all.size()) {
    pictures_.clear();
    for (const FoundWork& found : all) pictures_.push_back(picture_of(found, ui.theme));
  }
  chosen_ = std::min(chosen_, all.size() - 1);
  ImGui::TextUnformatted(all.size() == 1 ? "Limber ended before this drawing was saved."
                                         : "Limber ended before these drawings were saved.");
  ImGui::Dummy({list_width(), 2});
  const float room = std::max(ImGui::GetIO().DisplaySize.y - 240, row_height);
  const float rows = static_cast<float>(all.size()) * (row_height + ImGui::GetStyle().ItemSpacing.y);
  ImGui::BeginChild("found", {list_width(), std::min(rows, room)}, false,
                    ImGuiWindowFlags_NavFlattened);
  for (std::size_t i = 0; i < all.size(); ++i) draw_row(ui, i);
  ImGui::EndChild();
  if (ui.workspace.dialog() != Dialog::recover) return;
  ImGui::TextDisabled("Later keeps it for %d days. Your own file is not touched until you save.",
                      JournalLimits::days);
  ImGui::Dummy({0, 2});
  draw_answers(ui);
}

}  // namespace limber
