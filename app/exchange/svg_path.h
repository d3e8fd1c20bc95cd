// Outlines as the elements of SVG: y turned, numbers of a few decimals.
#pragma once

#include <string>
#include <vector>

#include "curves/bezier_pieces.h"

namespace limber {

// "M0 0L10 -5A3 3 0 0 1 4 2C...Z"
std::string svg_path_data(const std::vector<Outline>& outlines, int decimals);

// What follows "<" of the element: a line, a circle or an ellipse where the outline is just that,
// else a path. `exact_start`: dashes and arrows begin where the curve does, so that it must be a
// path.
std::string svg_shape(const std::vector<Outline>& outlines, int decimals, bool exact_start);

}  // namespace limber
