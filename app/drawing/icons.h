// Our own icons: SVG files of a 24 x 24 grid whose paths are stroked, or filled where they say so.
// Skia draws the paths, so an icon is sharp at every size and takes the colour it is given.
#pragma once

#include <string_view>

#include "include/core/SkCanvas.h"
#include "include/core/SkColor.h"

namespace limber {

// By file name without ".svg"; false (and nothing drawn) when there is no such icon.
bool draw_icon(SkCanvas& canvas, std::string_view name, const SkRect& where, SkColor colour);

}  // namespace limber
