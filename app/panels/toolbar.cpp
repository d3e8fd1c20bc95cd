// The tools at the left: pull, attach, nail, and one drawing tool for each curve type, shown by its
// own default curve. A type typed a minute ago gets its picture the same way.
#include <algorithm>

#include "app/drawing/draw.h"
#include "app/drawing/icons.h"
#include "app/panels/layout.h"
#include "app/panels/panels.h"
#include "curves/gesture.h"

namespace limber {

namespace {

constexpr float row_height = 36, cell = 42;
constexpr int columns = 3;

// The default curve of a type in a square from -1 to 1, y down.
SkPath thumbnail(const SharedCurveType& type) {
  const Curve curve = default_curve(type);
  Polyline line = tessellate(curve, 1e-3);
  Box box = line.box();
  if (box.isEmpty()) return {};
  const double half = std::max(box.sizes().maxCoeff() / 2, 1e-9);
  if (half > 1e-6) line = tessellate(curve, 0.01 * half);
  SkPath path = path_of(line, box.center());
  const auto scale = static_cast<float>(half > 1e-6 ? 1 / half : 1);
  path.transform(SkMatrix::Scale(scale, -scale));
  return path;
}

}  // namespace

bool Panels::thumbnail_button(const CurveType& type, float size, bool active) {
  const auto found = thumbnails_.find(type.text);
  const SkPath path = found != thumbnails_.end()
                          ? found->second
                          : thumbnails_[type.text] =
                                thumbnail(workspace_.editor().document().library.find(type.name));
  const Theme& t = *theme_;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(type.name.c_str(), {size, size});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end = {at.x + size, at.y + size};
  if (active || ImGui::IsItemHovered())
    list.AddRectFilled(at, end, imgui_colour(active ? t.accent : t.panel_hover), 8);
  const SkColor colour = active ? t.panel : t.text;
  list.AddImage(skia_.reserve([path, colour](SkCanvas& canvas, const SkRect& where) {
    const float half = where.width() / 2;
    SkPaint paint = stroke(colour, 1.75f / half);
    const bool dot = path.getBounds().width() + path.getBounds().height() < 1e-4f;
    canvas.translate(where.centerX(), where.centerY());
    if (dot) {
      paint.setStyle(SkPaint::kFill_Style);
      canvas.drawCircle(0, 0, 3.5f, paint);
      return;
    }
    canvas.scale(half, half);
    canvas.drawPath(path, paint);
  }),
                {at.x + 9, at.y + 9}, {end.x - 9, end.y - 9});
  return clicked;
}

void Panels::draw_toolbar() {
  const std::vector<Command> all = workspace_.commands();
  const auto drawing =
      std::count_if(all.begin(), all.end(), [](const Command& c) { return !c.curve_type.empty(); });
  const double rows = std::ceil(static_cast<double>(drawing) / columns);
  const double wanted = 16 + 3 * row_height + 36 + rows * cell + 10;
  const double room = size_.y() - menu_height - status_height - 2 * margin;
  const Point at(margin, menu_height + margin);
  if (begin_panel("tools", Box(at, Point(at + Point(toolbar_width, std::min(wanted, room)))),
                  false)) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    const std::string_view chosen = workspace_.editor().tool().command();
    for (const char* id : {"tool.pull", "tool.attach", "tool.nail"}) {
      const Command* command = find_command(all, std::string_view(id));
      const bool active = chosen == command->id;
      const ImVec2 where = ImGui::GetCursorScreenPos();
      const float width = ImGui::GetContentRegionAvail().x;
      const bool clicked = ImGui::InvisibleButton(id, {width, row_height});
      ImDrawList& list = *ImGui::GetWindowDrawList();
      const ImVec2 end = {where.x + width, where.y + row_height};
      if (active || ImGui::IsItemHovered())
        list.AddRectFilled(where, end, imgui_colour(active ? theme_->accent : theme_->panel_hover),
                           8);
      const SkColor colour = active ? theme_->panel : theme_->text;
      list.AddImage(
          skia_.reserve([icon = command->icon, colour](SkCanvas& canvas, const SkRect& r) {
            draw_icon(canvas, icon, r, colour);
          }),
          {where.x + 8, where.y + 7}, {where.x + 30, where.y + 29});
      const float baseline = where.y + (row_height - ImGui::GetFontSize()) / 2;
      list.AddText({where.x + 40, baseline}, imgui_colour(colour), command->title.c_str());
      const std::string key = name_of(command->keys[0]);
      const float key_width = ImGui::CalcTextSize(key.c_str()).x;
      list.AddText({end.x - key_width - 10, baseline},
                   imgui_colour(active ? theme_->panel : theme_->text_dim), key.c_str());
      tooltip(*command);
      if (clicked) run(*command, workspace_);
    }
    ImGui::Dummy({0, 10});
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 8);
    ImGui::TextDisabled("Draw");
    ImGui::Dummy({0, 5});
    ImGui::BeginChild("types", {0, 0}, false, ImGuiWindowFlags_None);
    int n = 0;
    for (const Command& command : all) {
      if (command.curve_type.empty()) continue;
      const SharedCurveType type = workspace_.editor().document().library.find(command.curve_type);
      if (!type) continue;
      if (n++ % columns != 0) ImGui::SameLine(0, 2);
      const bool clicked = thumbnail_button(*type, cell, chosen == command.id);
      tooltip(command);
      if (clicked) run(command, workspace_);
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
  }
  end_panel();
}

}  // namespace limber
