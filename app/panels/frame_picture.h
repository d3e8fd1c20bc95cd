// FramePicture: the whole frame in pixels, the paper, the hints of a tool, and the panels over them.
// Only the cells of the window in which something changed are drawn again.
#pragma once

#include <vector>

#include "app/drawing/kept_picture.h"
#include "app/panels/imgui_skia.h"
#include "include/core/SkPicture.h"

namespace limber {

class FramePicture {
 public:
  using Panel = ImGuiSkia::Picture;

  // `canvas` must still hold the frame before, unless `forget` was called or its size changed.
  // `hint`: in window points, over the paper and below the panels.
  void draw(SkCanvas& canvas, const Scene& scene, sk_sp<SkPicture> hint,
            const std::vector<Panel>& panels, float density);

  // What the last call drew, in pixels; neighbours in a row are joined.
  const std::vector<SkIRect>& changed() const { return changed_; }
  bool sharp() const { return paper_.sharp(); }
  const KeptPicture& paper() const { return paper_; }

  void forget_window() { size_ = {0, 0}; }  // the pixels of the window are lost
  void forget();                            // all pictures

 private:
  void find_damage(const sk_sp<SkPicture>& hint, const std::vector<Panel>& panels, float density);
  void draw_changed(SkCanvas& canvas, float density);
  void draw_cell(SkCanvas& canvas, std::size_t cell, float density) const;
  void draw_hint(SkCanvas& canvas, const SkIRect& cell, float density) const;
  void draw_panels(SkCanvas& canvas, const SkIRect& where) const;
  void add_changed(const SkIRect& cell);

  KeptPicture paper_;
  sk_sp<SkPicture> hint_;
  SkIRect hint_box_ = SkIRect::MakeEmpty();  // pixels
  std::vector<Panel> panels_;
  std::vector<SkIRect> damage_;  // by hints and panels
  std::vector<SkIRect> changed_;
  SkISize size_{0, 0};
};

}  // namespace limber
