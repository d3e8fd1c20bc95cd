// A Style as attributes of SVG, and gradients as its definitions.
#pragma once

#include <string>

#include "app/document/style.h"
#include "app/drawing/theme.h"
#include "curves/tessellate.h"

namespace limber {

struct SvgStyle {
  std::string attributes;   // " fill=... stroke=..."
  std::string definitions;  // gradients, a line each
};

std::string opacity_attribute(double opacity);  // " opacity=..."

// Without its opacity, which is that of the element as a whole. `id`: of the thing, for the names of its gradients; `box`: of the curve, which gradients run
// across; `width`: of the stroke, drawing units.
SvgStyle svg_style(const Style& style, const Theme& theme, const std::string& id, const Box& box,
                   double width, int decimals);

}  // namespace limber
