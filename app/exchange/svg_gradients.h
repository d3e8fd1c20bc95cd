// Gradients of SVG as paints: their chains of references, units and transforms resolved.
#pragma once

#include <functional>
#include <optional>

#include "app/exchange/svg_properties.h"
#include "curves/tessellate.h"

namespace limber {

// A paint whose places are on the paper, not yet in the box of a thing.
using PlacedPaint = Paint;

// Where the gradient is used.
struct GradientUse {
  Box object;               // of the shape, in its own coordinates
  Eigen::Affine2d to_paper;  // from these
  LengthFrame frame;
  double opacity = 1;
};

// Nothing: it cannot be used for this shape, and a fallback counts. A paint of kind none: it paints
// nothing. The element must be a gradient.
std::optional<PlacedPaint> gradient_paint(const SvgTree& tree, StyleSheet& sheet, int element,
                                          const GradientUse& use);
bool is_gradient(const SvgElement& element);

// With its places in the box of a thing. A thing that is flat has a gradient along itself only.
Paint in_box(PlacedPaint paint, const Box& box);

Colour colour_of(const Rgba& colour, double opacity);

// The element that href names; -1: none, or not in this file.
int linked_element(const SvgTree& tree, const SvgElement& element);

}  // namespace limber
