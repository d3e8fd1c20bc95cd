// Dear ImGui's picture drawn through Skia, so that a frame is one picture: on screen, in a test,
// in a file. A panel can also leave a rectangle for Skia to draw in (an icon, a preview): it asks
// for a texture with `reserve` and shows it as an ImGui image.
//
// Each of ImGui's windows is a picture that is kept until what ImGui wants drawn in it changes.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "imgui/imgui.h"
#include "include/core/SkCanvas.h"
#include "include/core/SkImage.h"
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
  ImTextureID reserve(std::uint64_t look, Draw draw);  // equal looks, equal pixels

  // A window of ImGui's, in pixels.
  struct Picture {
    std::uint64_t look = 0;
    SkIRect where = SkIRect::MakeEmpty();
    sk_sp<SkImage> image;
  };
  // What ImGui::Render() left, from the bottom to the top. `like`: a canvas of the sort they will be
  // drawn on; `density`: pixels to the point.
  const std::vector<Picture>& pictures(const ImDrawData& data, SkCanvas& like, float density);
  int drawn() const { return drawn_; }  // how many of them the last call made anew
  void forget() { pictures_.clear(); }

  // The same drawn at once, in window points.
  void draw(SkCanvas& canvas, const ImDrawData& data) const;

 private:
  std::uint64_t look_of(const ImDrawList& list) const;
  void draw_list(SkCanvas& canvas, const ImDrawList& list) const;
  struct Run;  // of triangles that are drawn alike
  std::vector<Run> runs_of(const ImDrawVert* vertex, const ImDrawIdx* index, unsigned count) const;
  void draw_run(SkCanvas& canvas, const ImDrawVert* vertex, const Run& run) const;
  void draw_reserved(SkCanvas& canvas, const ImDrawList& list, const ImDrawCmd& command) const;

  SkPaint atlas_;  // white, through the shader of the font atlas
  ImVec2 white_;   // where the atlas is plain white
  struct Reserved {
    std::uint64_t look;
    Draw draw;
  };
  std::vector<Reserved> draws_;  // texture n + 1 is draws_[n]; 0 is the atlas
  std::vector<Picture> pictures_;
  int fonts_ = 0;  // counts the atlases
  int drawn_ = 0;
  ImFont* regular_ = nullptr;
  ImFont* strong_ = nullptr;
  ImFont* formula_ = nullptr;
};

}  // namespace limber
