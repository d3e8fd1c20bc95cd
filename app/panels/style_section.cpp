// How the selected things look, or, with nothing selected, the next curve that is drawn.
#include <cmath>
#include <span>
#include <utility>

#include "app/drawing/draw_trace.h"
#include "app/panels/fields.h"
#include "app/panels/paint_field.h"
#include "app/panels/pieces.h"
#include "app/panels/sections.h"

namespace limber {

namespace {

constexpr float field_width = 116;

// Things of one kind: none of them stands for the next curve.
struct Styled {
  ThingKind kind = ThingKind::curve;
  Strings names;
  std::vector<Style> styles;  // never empty
};

// As it is drawn, also when nobody said how.
Style style_of(const Document& document, ThingId id) {
  const Style* said = document.styled(id).style;
  return said ? *said : id.kind == ThingKind::trace ? usual_trace_style() : Style{};
}

Styled chosen_things(const Editor& editor, ThingKind kind) {
  Styled things{kind, {}, {}};
  for (const ThingId id : editor.selection().things())
    if (id.kind == kind) {
      things.names.push_back(editor.document().name(id));
      things.styles.push_back(style_of(editor.document(), id));
    }
  return things;
}

// What they have in common, as text; nothing where they differ.
std::optional<std::string> common(const Styled& things, std::string_view part) {
  const std::string text = style_text(things.styles.front(), part);
  for (const Style& style : things.styles)
    if (style_text(style, part) != text) return {};
  return text;
}

std::optional<Paint> common_paint(const Styled& things, Paint Style::*paint) {
  for (const Style& style : things.styles)
    if (!(style.*paint == things.styles.front().*paint)) return {};
  return things.styles.front().*paint;
}

// To all of them, and what is drawn next gets it too. `held`: the field that is being dragged.
void give(Ui& ui, const Styled& things, const char* part, const std::string& text,
          const char* held = nullptr) {
  Editor& editor = ui.editor();
  if (things.kind == ThingKind::curve) {
    Style next = things.styles.front();
    (void)set_style(next, part, text);
    editor.next_style().set(next);
  }
  ui.wake();
  if (things.names.empty()) return;
  const Edit edit{edit::StyleEdit{things.names, {{part, text}}}};
  if (held)
    ui.fields.change_while(editor, held, edit);
  else
    (void)editor.perform(edit);
}

void paint_row(Ui& ui, const Styled& things, const char* name, const char* part,
               Paint Style::*paint, bool faint) {
  ImGui::PushID(part);
  if (const auto chosen = paint_field(ui, name, common_paint(things, paint), faint))
    give(ui, things, part, chosen->text, chosen->held ? part : nullptr);
  ui.fields.end_when_idle(part);
  ImGui::PopID();
}

using Words = std::pair<const char*, const char*>;  // of a style, and for a person
constexpr Words dashes[] = {{"none", "solid"},
                            {"3,2.5", "dashed"},
                            {"6,3", "long dashes"},
                            {"0,2", "dotted"},
                            {"5,2.5,0,2.5", "dash and dot"}};
constexpr Words arrows[] = {{"none", "plain"},
                            {"arrow", "arrow"},
                            {"triangle", "triangle"},
                            {"dot", "dot"},
                            {"bar", "bar"}};
constexpr Words caps[] = {{"round", "round"}, {"butt", "flat"}, {"square", "square"}};
constexpr Words joins[] = {{"round", "round"}, {"miter", "pointed"}, {"bevel", "cut off"}};

void choice(Ui& ui, const Styled& things, const char* label, const char* part,
            std::span<const Words> words) {
  const std::optional<std::string> now = common(things, part);
  const char* shown = now ? now->c_str() : "mixed";
  for (const auto& [text, word] : words)
    if (now == text) shown = word;
  ImGui::SetNextItemWidth(field_width);
  if (!ImGui::BeginCombo(label, shown)) return;
  for (const auto& [text, word] : words)
    if (ImGui::Selectable(word, now == text) && now != text) give(ui, things, part, text);
  ImGui::EndCombo();
}

void width_field(Ui& ui, const Styled& things) {
  const Style& first = things.styles.front();
  auto width = static_cast<float>(first.width);
  ImGui::SetNextItemWidth(field_width);
  if (ImGui::SliderFloat("width", &width, 0.5f, 12, common(things, "width") ? "%.1f" : "mixed"))
    give(ui, things, "width",
         shortest(std::round(static_cast<double>(width) * 2) / 2) +
             (first.width_in_mm ? "mm" : "pt"),
         "width");
  ui.fields.end_change("width");
  ImGui::SameLine(0, 14);
  if (ImGui::SmallButton(first.width_in_mm ? "mm" : "points"))
    give(ui, things, "width", shortest(first.width) + (first.width_in_mm ? "pt" : "mm"));
  tooltip(first.width_in_mm ? "as wide on paper, and wider when zoomed in; click: window points"
                            : "as wide at any zoom; click: millimetres of the paper");
}

void opacity_field(Ui& ui, const Styled& things) {
  auto per_cent = static_cast<float>(100 * things.styles.front().opacity);
  ImGui::SetNextItemWidth(field_width);
  if (ImGui::SliderFloat("opacity", &per_cent, 0, 100,
                         common(things, "opacity") ? "%.0f %%" : "mixed"))
    give(ui, things, "opacity", shortest(std::round(static_cast<double>(per_cent)) / 100),
         "opacity");
  ui.fields.end_change("opacity");
}

void construction_field(Ui& ui, const Styled& things) {
  bool construction = things.styles.front().construction;
  if (ImGui::Checkbox("construction", &construction))
    give(ui, things, "construction", construction ? "yes" : "no");
  tooltip("a help for drawing: pale, and never exported");
}

void all_parts(Ui& ui, const Styled& things) {
  const bool curves = things.kind == ThingKind::curve;
  paint_row(ui, things, "line", "stroke", &Style::stroke, false);
  if (curves) paint_row(ui, things, "fill", "fill", &Style::fill, true);
  ImGui::Dummy({0, 2});
  width_field(ui, things);
  choice(ui, things, "dashes", "dash", dashes);
  if (!curves || !ImGui::TreeNode("More of its style")) return;
  opacity_field(ui, things);
  choice(ui, things, "begins with", "start", arrows);
  choice(ui, things, "ends with", "end", arrows);
  choice(ui, things, "line ends", "cap", caps);
  choice(ui, things, "corners", "join", joins);
  construction_field(ui, things);
  ImGui::TreePop();
}

}  // namespace

void style_section(Ui& ui, ThingId id) {
  rule();
  all_parts(ui, chosen_things(ui.editor(), id.kind));
}

void next_style_section(Ui& ui) {
  rule();
  ImGui::TextDisabled("The next curve");
  all_parts(ui, {ThingKind::curve, {}, {ui.editor().next_style().style()}});
}

}  // namespace limber
