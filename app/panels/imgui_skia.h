// Dear ImGui's picture drawn through Skia, so that a frame is one picture: on screen, in a test,
// in a file. A panel can also leave a rectangle for Skia to draw in (an icon, a preview): it asks
// for a texture with `reserve` and shows it as an ImGui image.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "imgui/imgui.h"
#include "include/core/SkCanvas.h"
#include "include/core/SkPaint.h"

namespace limber {

class ImGuiSkia {
 public:
  using Draw = std::function<void(SkCanvas&, const SkRect&)>;

  // Builds the font atlas for `scale` pixels to the point and hands it to ImGui.
  void set_fonts(float scale, float size);
  ImFont* regular() const { return regular_; }
  ImFont* strong() const { return strong_; }
  ImFont* formula() const { return formula_; }

  // Before the panels of a frame: forgets the reserved rectangles of the last one.
  void begin_frame() { draws_.clear(); }
  ImTextureID reserve(Draw draw);

  // Draws what ImGui::Render() left, in window points.
  void draw(SkCanvas& canvas, const ImDrawData& data) const;

 private:
  void draw_list(SkCanvas& canvas, const ImDrawList& list) const;
  void draw_triangles(SkCanvas& canvas, const ImDrawList& list, const ImDrawCmd& command) const;
  void draw_reserved(SkCanvas& canvas, const ImDrawList& list, const ImDrawCmd& command) const;

  SkPaint atlas_;            // white, through the shader of the font atlas
  std::vector<Draw> draws_;  // texture n + 1 is draws_[n]; 0 is the atlas
  ImFont* regular_ = nullptr;
  ImFont* strong_ = nullptr;
  ImFont* formula_ = nullptr;
};

}  // namespace limber
