// A drawing as a picture, without a window: the same drawing code as on the screen.
#pragma once

#include <string>

#include "app/drawing/draw.h"
#include "app/drawing/images.h"
#include "codegen/result.h"
#include "include/core/SkSurface.h"

namespace limber {

inline constexpr int largest_side = 32767;               // pixels; Skia's own limit
inline constexpr long long largest_picture = 512 << 20;  // bytes

// The drawing with its marks; no grid, nothing chosen.
inline Marks drawing_only() {
  Marks marks;
  marks.grid = marks.construction = false;
  return marks;
}

struct PictureOptions {
  int width = 1920, height = 1080;  // pixels
  float scale = 1;                  // pixels to the point
  const Theme* theme = &light_theme();
  Marks marks = drawing_only();
  bool transparent = false;
  Images::Read linked = {};  // reads the files of its pictures; without it they are frames
  Box part;  // of the paper, all of it to be seen; empty: all that is drawn, with a margin
};

// The view that shows what the options ask for.
Camera camera_for(const Document& document, const PictureOptions& options);

// The drawing as the options ask for it, on a canvas of their size.
void draw_picture_of(SkCanvas& canvas, const Document& document, const PictureOptions& options);

// Pixels to draw on. An Error, before anything is allocated, when there would be too many.
Result<sk_sp<SkSurface>> make_surface(int width, int height);
Result<sk_sp<SkSurface>> make_picture(const Document& document, const PictureOptions& options);

Result<std::string> encode_png(SkSurface& surface);

}  // namespace limber
