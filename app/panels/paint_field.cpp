#include "app/panels/paint_field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "app/drawing/style_paint.h"
#include "app/panels/pieces.h"

namespace limber {

namespace {

constexpr float swatch_size = 18, swatch_gap = 4;
constexpr float picker_width = 208;
constexpr double faint_opacity = 0.14;  // of a fill taken from the palette

std::string text_of(const Paint& paint) {
  Style style;
  style.stroke = paint;
  return style_text(style, "stroke");
}

// ---- a colour as ImGui has it

using Rgba = std::array<float, 4>;

Rgba rgba_of(const Colour& colour, const Theme& theme) {
  const SkColor4f seen = SkColor4f::FromColor(colour_of(colour, theme));
  return {seen.fR, seen.fG, seen.fB, static_cast<float>(colour.opacity)};
}

Colour colour_of(const Rgba& rgba) {
  Colour colour{-1, 0, std::round(static_cast<double>(rgba[3]) * 100) / 100};
  for (int i = 0; i < 3; ++i) {
    const float share = std::clamp(rgba[static_cast<std::size_t>(i)], 0.0f, 1.0f);
    colour.rgb = colour.rgb << 8 | static_cast<std::uint32_t>(std::lround(share * 255));
  }
  return colour;
}

// ---- the row

bool dot(const Ui& ui, const char* id, SkColor colour, bool chosen) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(id, {swatch_size, swatch_size});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 middle = {at.x + swatch_size / 2, at.y + swatch_size / 2};
  list.AddCircleFilled(middle, swatch_size / 2 - 3, imgui_colour(colour), 24);
  if (chosen || ImGui::IsItemHovered() || ImGui::IsItemFocused())
    list.AddCircle(middle, swatch_size / 2,
                   imgui_colour(chosen ? ui.theme.accent : ui.theme.panel_edge), 28, 1.75f);
  return clicked;
}

// A ring with a bar through it.
bool nothing_dot(const Ui& ui, bool chosen) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = dot(ui, "none", SkColorSetA(ui.theme.text, 0), chosen);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 ink = imgui_colour(ui.theme.text_dim);
  const float low = 5, high = swatch_size - 5;
  list.AddCircle({at.x + swatch_size / 2, at.y + swatch_size / 2}, swatch_size / 2 - 3, ink, 24,
                 1.5f);
  list.AddLine({at.x + low, at.y + high}, {at.x + high, at.y + low}, ink, 1.5f);
  tooltip("nothing");
  return clicked;
}

SkColor shown(const Paint& paint, const Theme& theme, bool last) {
  if (paint.kind == Paint::Kind::none) return theme.panel;
  if (paint.kind == Paint::Kind::plain) return colour_of(paint.colour, theme);
  return colour_of(last ? paint.stops.back().colour : paint.stops.front().colour, theme);
}

// Shows the paint as it is; a click opens everything else there is.
bool well(const Ui& ui, const std::optional<Paint>& now) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 end = {at.x + 30, at.y + swatch_size};
  const bool clicked = ImGui::InvisibleButton("well", {30, swatch_size});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (now && now->kind != Paint::Kind::none) {
    const ImU32 from = imgui_colour(shown(*now, ui.theme, false)),
                to = imgui_colour(shown(*now, ui.theme, true));
    list.AddRectFilledMultiColor(at, end, from, to, to, from);
  }
  const bool marked = ImGui::IsItemHovered() || ImGui::IsItemFocused();
  list.AddRect(at, end, imgui_colour(marked ? ui.theme.accent : ui.theme.text_dim), 3, 0, 1.25f);
  if (!now) list.AddText({at.x + 11, at.y}, imgui_colour(ui.theme.text_dim), "?");
  tooltip(now ? "any colour, gradients, recent colours" : "they differ: choose one for all");
  return clicked;
}

std::optional<Paint> swatch_row(Ui& ui, const std::optional<Paint>& now, bool faint) {
  std::optional<Paint> chosen;
  const bool is_plain = now && now->kind == Paint::Kind::plain;
  for (int i = 0; i < swatch_count; ++i) {
    ImGui::PushID(i);
    if (dot(ui, "swatch", curve_colour(ui.theme, i), is_plain && now->colour.swatch == i))
      chosen = plain({i, 0, faint ? faint_opacity : 1});
    tooltip(swatch_name(i).data());
    ImGui::PopID();
    ImGui::SameLine(0, swatch_gap);
  }
  if (!faint)
    ImGui::Dummy({swatch_size, swatch_size});  // so that the wells stand below each other
  else if (nothing_dot(ui, now && now->kind == Paint::Kind::none))
    chosen = Paint{};
  ImGui::SameLine(0, swatch_gap);
  return chosen;
}

// ---- all the rest, in a popup

Paint gradient(Paint::Kind kind, const Paint& now, const Theme& theme) {
  if (now.kind == Paint::Kind::linear || now.kind == Paint::Kind::radial) {
    Paint same = now;
    same.kind = kind;
    same.side.reset(), same.focus.reset();
    return same;
  }
  const Colour first = now.kind == Paint::Kind::plain ? now.colour : Colour{1, 0, 1};
  Colour last{-1, static_cast<std::uint32_t>(theme.paper & 0xffffff), first.opacity};
  Paint paint;
  paint.kind = kind;
  paint.from = kind == Paint::Kind::linear ? Point(0, 0.5) : Point(0.5, 0.5);
  paint.to = Point(1, 0.5);
  paint.stops = {{0, first}, {1, last}};
  return paint;
}

std::optional<Paint> kind_row(const Ui& ui, const Paint& now) {
  constexpr std::pair<const char*, Paint::Kind> kinds[] = {{"plain", Paint::Kind::plain},
                                                           {"linear", Paint::Kind::linear},
                                                           {"radial", Paint::Kind::radial}};
  std::optional<Paint> chosen;
  for (const auto& [words, kind] : kinds) {
    if (ImGui::RadioButton(words, now.kind == kind) && now.kind != kind)
      chosen = kind != Paint::Kind::plain ? gradient(kind, now, ui.theme)
               : now.stops.empty()        ? plain({})
                                          : plain(now.stops.front().colour);
    if (kind != Paint::Kind::radial) ImGui::SameLine(0, 10);
  }
  return chosen;
}

std::optional<ChosenPaint> plain_choice(Ui& ui, const Paint& now) {
  NextStyle& lately = ui.editor().next_style();
  Rgba rgba = rgba_of(now.kind == Paint::Kind::plain ? now.colour : Colour{}, ui.theme);
  std::optional<ChosenPaint> chosen;
  ImGui::SetNextItemWidth(picker_width);
  if (ImGui::ColorPicker4("##picker", rgba.data(),
                          ImGuiColorEditFlags_NoSidePreview | ImGuiColorEditFlags_NoLabel |
                              ImGuiColorEditFlags_AlphaBar | ImGuiColorEditFlags_DisplayHex |
                              ImGuiColorEditFlags_PickerHueBar))
    chosen = ChosenPaint{text_of(plain(colour_of(rgba))), true};
  if (ImGui::IsItemDeactivatedAfterEdit()) lately.used(colour_of(rgba));
  const std::vector<Colour> recent = lately.recent();
  for (std::size_t i = 0; i < recent.size(); ++i) {
    if (i > 0) ImGui::SameLine(0, swatch_gap);
    ImGui::PushID(static_cast<int>(i));
    if (dot(ui, "recent", colour_of(recent[i], ui.theme), false)) {
      chosen = ChosenPaint{text_of(plain(recent[i]))};
      lately.used(recent[i]);
    }
    tooltip(text_of(plain(recent[i])).c_str());
    ImGui::PopID();
  }
  return chosen;
}

// The angle at which a linear gradient goes, counted as on the paper; it spans the box.
std::optional<Paint> turned(const Paint& now) {
  const Point way = now.to - now.from;
  auto degrees = static_cast<float>(std::atan2(way.y(), way.x()) * 180 / std::numbers::pi);
  ImGui::SetNextItemWidth(picker_width - 62);
  if (!ImGui::SliderFloat("angle", &degrees, -180, 180, "%.0f°")) return {};
  const double angle = std::round(static_cast<double>(degrees)) * std::numbers::pi / 180;
  const Point half = 0.5 * Point(std::cos(angle), std::sin(angle));
  Paint paint = now;
  paint.from = Point(0.5, 0.5) - half;
  paint.to = Point(0.5, 0.5) + half;
  return paint;
}

// One stop: its colour, its place between those beside it, and a way to be rid of it.
bool stop_row(const Ui& ui, Paint& paint, std::size_t i) {
  GradientStop& stop = paint.stops[i];
  bool changed = false;
  Rgba rgba = rgba_of(stop.colour, ui.theme);
  if (ImGui::ColorEdit4("##colour", rgba.data(),
                        ImGuiColorEditFlags_NoInputs | ImGuiColorEditFlags_AlphaBar)) {
    stop.colour = colour_of(rgba);
    changed = true;
  }
  ImGui::SameLine(0, 8);
  const double low = i == 0 ? 0 : paint.stops[i - 1].at;
  const double high = i + 1 == paint.stops.size() ? 1 : paint.stops[i + 1].at;
  auto per_cent = static_cast<float>(100 * stop.at);
  ImGui::SetNextItemWidth(picker_width - 74);
  if (ImGui::SliderFloat("##at", &per_cent, 0, 100, "%.0f %%")) {
    stop.at = std::clamp(std::round(static_cast<double>(per_cent)) / 100, low, high);
    changed = true;
  }
  if (paint.stops.size() <= 2) return changed;
  ImGui::SameLine(0, 4);
  if (icon_button(ui, "remove", "close", 24)) {
    paint.stops.erase(paint.stops.begin() + static_cast<std::ptrdiff_t>(i));
    return true;
  }
  return changed;
}

std::optional<ChosenPaint> gradient_choice(const Ui& ui, const Paint& now) {
  Paint paint = now;
  bool changed = false;
  for (std::size_t i = 0; i < paint.stops.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    changed = stop_row(ui, paint, i) || changed;
    ImGui::PopID();
  }
  if (ImGui::Button("add a colour") && paint.stops.size() < 16) {
    const GradientStop& last = paint.stops.back();
    const GradientStop& before = paint.stops[paint.stops.size() - 2];
    paint.stops.insert(paint.stops.end() - 1, {(before.at + last.at) / 2, before.colour});
    changed = true;
  }
  if (now.kind == Paint::Kind::linear)
    if (const std::optional<Paint> other = turned(paint)) paint = *other, changed = true;
  if (!changed) return {};
  return ChosenPaint{text_of(paint), true};
}

std::optional<ChosenPaint> popup(Ui& ui, const Paint& now) {
  // Beside the panel: what is chosen there is seen in it at once.
  const ImVec2 panel = ImGui::GetWindowPos();
  ImGui::SetNextWindowPos({panel.x - 8, ImGui::GetItemRectMin().y - 40}, ImGuiCond_Appearing,
                          {1, 0});
  if (!ImGui::BeginPopup("paint")) return {};
  std::optional<ChosenPaint> chosen;
  if (const std::optional<Paint> kind = kind_row(ui, now)) chosen = ChosenPaint{text_of(*kind)};
  ImGui::Dummy({0, 2});
  const bool is_gradient = now.kind == Paint::Kind::linear || now.kind == Paint::Kind::radial;
  if (const auto more = is_gradient ? gradient_choice(ui, now) : plain_choice(ui, now); more)
    chosen = more;
  if (ImGui::Button("Pick from the paper")) {
    ui.editor().use("tool.pipette");
    ImGui::CloseCurrentPopup();
  }
  tooltip("then click a colour; Shift+click makes it the fill (F7)");
  ImGui::EndPopup();
  return chosen;
}

}  // namespace

std::optional<ChosenPaint> paint_field(Ui& ui, const char* name, const std::optional<Paint>& now,
                                       bool faint) {
  std::optional<ChosenPaint> chosen;
  ImGui::PushID(name);
  ImGui::TextDisabled("%s", name);
  if (const std::optional<Paint> swatch = swatch_row(ui, now, faint))
    chosen = ChosenPaint{text_of(*swatch)};
  if (well(ui, now)) ImGui::OpenPopup("paint");
  if (const auto more = popup(ui, now.value_or(Paint{}))) chosen = more;
  ImGui::PopID();
  return chosen;
}

}  // namespace limber
