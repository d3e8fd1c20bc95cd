#include "app/panels/help_panel.h"

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>

#include "app/drawing/assets.h"
#include "app/drawing/look_hash.h"
#include "app/panels/pieces.h"
#include "include/codec/SkCodec.h"
#include "include/codec/SkPngDecoder.h"
#include "include/core/SkData.h"

namespace limber {

namespace {

constexpr float panel_width = 560, column_gap = 14;

std::string file_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

ImFont* font_of(const Ui& ui, TextPiece::Kind kind, bool strong) {
  if (kind == TextPiece::code) return ui.skia.formula();
  return strong || kind == TextPiece::strong ? ui.skia.strong() : ui.skia.regular();
}

}  // namespace

bool HelpPanel::handle(const KeyEvent& event, Workspace& workspace) {
  if (!workspace.pane_shown(Pane::help) || event.key != key_escape || !event.down) return false;
  workspace.show_pane(Pane::help, false);
  return true;
}

void HelpPanel::open(const std::string& page) {
  const std::size_t hash = page.find('#');
  const std::string name = file_of(page.substr(0, hash));
  anchor_ = hash == page.npos ? "" : page.substr(hash + 1);
  scroll_ = true;
  if (!name.empty() && name != page_) {
    page_ = name;
    blocks_ = read_markdown(asset(name));
  }
}

// Word by word, in its fonts, as far as there is room; a link is clicked on any of its words.
void HelpPanel::line(Ui& ui, const TextLine& line, float left, float width, bool strong) {
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFontSize() + 6;
  float x = 0, y = 0;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const TextPiece& piece : line) {
    if (piece.kind == TextPiece::picture) continue;
    ImFont* font = font_of(ui, piece.kind, strong);
    ImGui::PushFont(font);
    const bool link = piece.kind == TextPiece::link && !piece.to.starts_with("http");
    const SkColor colour = link ? ui.theme.accent : ui.theme.text;
    for (std::size_t at = 0; at < piece.text.size();) {
      std::size_t end = piece.text.find(' ', at);
      end = end == piece.text.npos ? piece.text.size() : end + 1;
      const std::string word = piece.text.substr(at, end - at);
      const std::string bare = word.ends_with(' ') ? word.substr(0, word.size() - 1) : word;
      if (x > 0 && x + ImGui::CalcTextSize(bare.c_str()).x > width) x = 0, y += height;
      const ImVec2 place = {origin.x + left + x, origin.y + y};
      list.AddText(place, imgui_colour(colour), word.c_str());
      const float wide = ImGui::CalcTextSize(word.c_str()).x;
      if (link) {
        const ImVec2 corner = {place.x + wide, place.y + height};
        list.AddLine({place.x, place.y + height - 4}, {place.x + wide, place.y + height - 4}, imgui_colour(colour));
        if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(place, corner)) {
          ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
          if (ImGui::IsMouseClicked(0)) goes_to_ = piece.to;
        }
      }
      x += wide;
      at = end;
    }
    ImGui::PopFont();
  }
  ImGui::Dummy({left + width, y + height});
}

void HelpPanel::picture(Ui& ui, const std::string& file, float width) {
  const std::string name = file_of(file);
  if (!pictures_.contains(name)) {
    const std::string_view bytes = asset(name);
    const sk_sp<SkData> data = SkData::MakeWithoutCopy(bytes.data(), bytes.size());
    const std::unique_ptr<SkCodec> codec = SkPngDecoder::Decode(data, nullptr);
    pictures_[name] = codec ? std::get<0>(codec->getImage()) : nullptr;
  }
  const sk_sp<SkImage> image = pictures_[name];
  if (!image) return;
  const float scale = std::min(1.0f, width / static_cast<float>(image->width()));
  const ImVec2 size = {scale * static_cast<float>(image->width()), scale * static_cast<float>(image->height())};
  LookHash look;
  look.add(name);
  ImGui::Image(ui.skia.reserve(look.value, [image](SkCanvas& canvas, const SkRect& where) {
                 canvas.drawImageRect(image, where, SkSamplingOptions(SkFilterMode::kLinear));
               }),
               size);
}

// All rows of a table have the same columns: as wide as their longest words ask for.
void HelpPanel::row(Ui& ui, std::size_t from, float width) {
  std::size_t begin = from, end = from;
  while (begin > 0 && blocks_[begin - 1].kind == PageBlock::row && !blocks_[begin].first) --begin;
  while (end < blocks_.size() && blocks_[end].kind == PageBlock::row && (end == from || !blocks_[end].first)) ++end;
  std::vector<float> wanted;
  for (std::size_t r = begin; r < end; ++r)
    for (std::size_t c = 0; c < blocks_[r].cells.size(); ++c) {
      wanted.resize(std::max(wanted.size(), c + 1), 30);
      wanted[c] = std::max(wanted[c], std::min(ImGui::CalcTextSize(plain_text(blocks_[r].cells[c]).c_str()).x + 8, 0.62f * width));
    }
  float all = 0;
  for (const float w : wanted) all += w;
  const float room = width - column_gap * static_cast<float>(wanted.size() - 1);
  const PageBlock& block = blocks_[from];
  const float top = ImGui::GetCursorPosY();
  float left = 0, bottom = top;
  for (std::size_t c = 0; c < block.cells.size() && c < wanted.size(); ++c) {
    const float w = all > room ? wanted[c] * room / all : wanted[c];
    ImGui::SetCursorPosY(top);
    line(ui, block.cells[c], left, w, block.first);
    bottom = std::max(bottom, ImGui::GetCursorPosY());
    left += w + column_gap;
  }
  ImGui::SetCursorPosY(bottom - 4);
  ImGui::Separator();
}

void HelpPanel::block(Ui& ui, const PageBlock& block, float width) {
  switch (block.kind) {
    case PageBlock::heading:
      ImGui::Dummy({0, block.level > 1 ? 8.0f : 0.0f});
      if (scroll_ && !anchor_.empty() && anchor_of(plain_text(block.cells[0])) == anchor_) {
        ImGui::SetScrollHereY(0);
        scroll_ = false;
      }
      return line(ui, block.cells[0], 0, width, true);
    case PageBlock::item:
      ImGui::GetWindowDrawList()->AddCircleFilled(
          {ImGui::GetCursorScreenPos().x + 6, ImGui::GetCursorScreenPos().y + ImGui::GetFontSize() / 2 + 1}, 2,
          imgui_colour(ui.theme.text));
      return line(ui, block.cells[0], 16, width - 16, false);
    case PageBlock::code: {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      ImGui::PushFont(ui.skia.formula());
      const ImVec2 size = ImGui::CalcTextSize(block.code_text.c_str());
      ImDrawList& list = *ImGui::GetWindowDrawList();
      list.AddRectFilled(at, {at.x + width, at.y + size.y + 14}, imgui_colour(ui.theme.panel_sunk), 6);
      list.PushClipRect(at, {at.x + width - 4, at.y + size.y + 14}, true);
      list.AddText({at.x + 8, at.y + 7}, imgui_colour(ui.theme.text), block.code_text.c_str());
      list.PopClipRect();
      ImGui::PopFont();
      return ImGui::Dummy({width, size.y + 16});
    }
    case PageBlock::row:
      return;
    case PageBlock::paragraph:
      for (const TextPiece& piece : block.cells[0])
        if (piece.kind == TextPiece::picture) picture(ui, piece.to, width);
      return line(ui, block.cells[0], 0, width, false);
  }
}

void HelpPanel::draw(Ui& ui) {
  if (!ui.workspace.pane_shown(Pane::help)) return;
  if (ui.workspace.help_page() != page_ + (anchor_.empty() ? "" : "#" + anchor_) || blocks_.empty())
    open(ui.workspace.help_page());
  const float width = std::min(panel_width, static_cast<float>(ui.size.x()) - 60);
  const float top = static_cast<float>(menu_height + margin);
  ImGui::SetNextWindowPos({static_cast<float>(ui.size.x()) - width - static_cast<float>(margin), top});
  ImGui::SetNextWindowSize({width, static_cast<float>(ui.size.y() - status_height - margin) - top});
  if (ImGui::Begin("help", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings)) {
    if (!before_.empty()) {
      if (ImGui::Button("‹ Back")) {
        ui.workspace.show_help(before_.back());
        before_.pop_back();
      }
      ImGui::SameLine();
    }
    for (const auto& [page, name] : {std::pair("hand.md", "By hand"), std::pair("formulas.md", "Formulas"),
                                     std::pair("kinds.md", "Curves and constraints"), std::pair("exchange.md", "Files")}) {
      if (ImGui::Button(name)) goes_to_ = page;
      ImGui::SameLine(0, 6);
    }
    ImGui::SameLine(width - 46);
    if (icon_button(ui, "close", "close", 28)) ui.workspace.show_pane(Pane::help, false);
    ImGui::BeginChild("page", {0, 0});
    const float room = ImGui::GetContentRegionAvail().x - 12;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (blocks_[i].kind == PageBlock::row) row(ui, i, room);
      else block(ui, blocks_[i], room);
    }
    if (std::exchange(scroll_, false) && anchor_.empty()) ImGui::SetScrollY(0);
    ImGui::EndChild();
  }
  end_panel(ui);
  if (goes_to_.empty()) return;
  const std::string to = std::exchange(goes_to_, "");
  before_.push_back(ui.workspace.help_page());
  ui.workspace.show_help(to.starts_with('#') ? page_ + to : to);
  ui.wake(3);
}

}  // namespace limber
