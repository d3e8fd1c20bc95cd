// A Skia canvas that writes what is drawn on it as SVG elements, so that marks and arrowheads come
// from the one place that draws them. Paths, rectangles, circles and lines in plain colours;
// nothing else is drawn by marks. Coordinates are those of the canvas, y down.
#pragma once

#include <functional>
#include <string>

#include "include/core/SkCanvas.h"

namespace limber {

// The elements, one per line, of what `draw` draws.
std::string svg_of(int width, int height, const std::function<void(SkCanvas&)>& draw);

// "#rrggbb", and the opacity where it is less than 1: fill="#..." fill-opacity="0.5"
std::string svg_colour(std::string_view attribute, SkColor colour);

}  // namespace limber
