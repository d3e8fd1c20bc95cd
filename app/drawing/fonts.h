// The embedded fonts, for text that Skia draws on the paper.
#pragma once

#include "include/core/SkCanvas.h"
#include "include/core/SkFont.h"

namespace limber {

enum class Face { regular, strong, formula };
SkFont font(Face face, float size);

// One line of UTF-8, left to right, its baseline starting at `at` (or centred there).
enum class Align { left, center };
void draw_text(SkCanvas& canvas, std::string_view text, SkPoint at, const SkFont& font,
               const SkPaint& paint, Align align = Align::left);
void draw_text(SkCanvas& canvas, std::string_view text, SkPoint at, const SkFont& font,
               SkColor colour, Align align = Align::left);

}  // namespace limber
