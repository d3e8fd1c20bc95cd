#include "app/panels/imgui_style.h"

#include <utility>

#include "app/panels/layout.h"

namespace limber {

namespace {
ImVec4 colour(SkColor c) { return ImGui::ColorConvertU32ToFloat4(imgui_colour(c)); }

}  // namespace

ImU32 imgui_colour(SkColor c) {
  return IM_COL32(SkColorGetR(c), SkColorGetG(c), SkColorGetB(c), SkColorGetA(c));
}

void set_style(const Theme& t) {
  ImGuiStyle style;
  style.WindowRounding = style.PopupRounding = style.ChildRounding = 10;
  style.FrameRounding = style.GrabRounding = 6;
  style.ScrollbarRounding = 6;
  style.ScrollbarSize = 10;
  style.WindowBorderSize = style.PopupBorderSize = 1;
  style.FrameBorderSize = 1;
  style.WindowPadding = {14, 12};
  style.FramePadding = {9, 5};
  style.ItemSpacing = {8, 7};
  style.ItemInnerSpacing = {6, 5};
  style.WindowTitleAlign = {0.5f, 0.5f};
  const std::pair<ImGuiCol_, SkColor> colours[] = {
      {ImGuiCol_Text, t.text},
      {ImGuiCol_TextDisabled, t.text_dim},
      {ImGuiCol_WindowBg, t.panel},
      {ImGuiCol_PopupBg, t.panel},
      {ImGuiCol_ChildBg, t.panel},
      {ImGuiCol_MenuBarBg, t.panel},
      {ImGuiCol_Border, t.panel_edge},
      {ImGuiCol_FrameBg, t.panel_sunk},
      {ImGuiCol_FrameBgHovered, t.panel_hover},
      {ImGuiCol_FrameBgActive, t.panel_hover},
      {ImGuiCol_Button, t.panel_sunk},
      {ImGuiCol_ButtonHovered, t.panel_hover},
      {ImGuiCol_ButtonActive, t.panel_hover},
      {ImGuiCol_Header, t.panel_hover},
      {ImGuiCol_HeaderHovered, t.panel_hover},
      {ImGuiCol_HeaderActive, t.panel_hover},
      {ImGuiCol_Separator, t.panel_edge},
      {ImGuiCol_CheckMark, t.accent},
      {ImGuiCol_SliderGrab, t.accent},
      {ImGuiCol_SliderGrabActive, t.accent},
      {ImGuiCol_TitleBg, t.panel},
      {ImGuiCol_TitleBgActive, t.panel},
      {ImGuiCol_ScrollbarBg, t.panel},
      {ImGuiCol_ScrollbarGrab, t.panel_edge},
      {ImGuiCol_ScrollbarGrabHovered, t.text_dim},
      {ImGuiCol_ScrollbarGrabActive, t.text_dim},
      {ImGuiCol_NavHighlight, t.accent},
      {ImGuiCol_TextSelectedBg, SkColorSetA(t.accent, 70)},
      {ImGuiCol_ModalWindowDimBg, SkColorSetARGB(90, 20, 26, 32)}};
  for (const auto& [which, value] : colours) style.Colors[which] = colour(value);
  ImGui::GetStyle() = style;
}

}  // namespace limber
