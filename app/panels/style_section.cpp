// The style of the selected curves or traces.
#include <algorithm>
#include <cmath>

#include "app/drawing/draw_trace.h"
#include "app/panels/fields.h"
#include "app/panels/pieces.h"
#include "app/panels/sections.h"

namespace limber {

namespace {

// A fill in a colour of the palette, so faint that what lies under it is seen.
std::string pale(int swatch) { return std::string(swatch_name(swatch)) + "/0.14"; }

Strings chosen_names(const Editor& editor, ThingKind kind) {
  Strings names;
  for (const ThingId id : editor.selection().things())
    if (id.kind == kind) names.push_back(editor.document().name(id));
  return names;
}

void set_style(const Ui& ui, ThingKind kind, const edit::Parts& parts) {
  (void)ui.editor().perform(Edit{edit::StyleEdit{chosen_names(ui.editor(), kind), parts}});
}

// As it is drawn, also when nobody said how.
Style style_of(const Document& document, ThingId id) {
  const Style* said = document.styled(id).style;
  return said ? *said : id.kind == ThingKind::trace ? usual_trace_style() : Style{};
}

// `swatch`: the one it has, or -1.
void swatches(const Ui& ui, ThingKind kind, int swatch, bool filled) {
  const float size = 22;
  for (int i = 0; i < swatch_count; ++i) {
    if (i > 0) ImGui::SameLine(0, 6);
    ImGui::PushID(i);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton("colour", {size, size})) {
      edit::Parts parts{{"stroke", std::string(swatch_name(i))}};
      if (filled) parts.emplace_back("fill", pale(i));
      set_style(ui, kind, parts);
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 middle = {at.x + size / 2, at.y + size / 2};
    list.AddCircleFilled(middle, size / 2 - 3, imgui_colour(curve_colour(ui.theme, i)), 24);
    if (swatch == i || ImGui::IsItemHovered())
      list.AddCircle(middle, size / 2,
                     imgui_colour(swatch == i ? ui.theme.accent : ui.theme.panel_edge), 28, 1.75f);
    tooltip(swatch_name(i).data());
    ImGui::PopID();
  }
}

}  // namespace

void style_section(Ui& ui, ThingId id) {
  const Style style = style_of(ui.editor().document(), id);
  const int swatch = style.stroke.kind == Paint::Kind::plain ? style.stroke.colour.swatch : -1;
  const bool filled = style.fill.kind != Paint::Kind::none;
  rule();
  swatches(ui, id.kind, swatch, filled);
  auto width = static_cast<float>(style.width);
  ImGui::SetNextItemWidth(116);
  if (ImGui::SliderFloat("width", &width, 0.5f, 12, "%.1f"))
    ui.fields.change_while(
        ui.editor(), "width",
        Edit{edit::StyleEdit{chosen_names(ui.editor(), id.kind),
                             {{"width", shortest(std::round(static_cast<double>(width) * 2) / 2) +
                                            (style.width_in_mm ? "mm" : "pt")}}}});
  ui.fields.end_change("width");
  bool dashed = !style.dash.empty(), fill = filled;
  if (ImGui::Checkbox("dashed", &dashed))
    set_style(ui, id.kind, {{"dash", dashed ? "3,2.5" : "none"}});
  if (id.kind == ThingKind::trace) return;
  ImGui::SameLine(0, 18);
  if (ImGui::Checkbox("filled", &fill))
    set_style(ui, id.kind, {{"fill", fill ? pale(std::max(swatch, 0)) : "none"}});
}

}  // namespace limber
