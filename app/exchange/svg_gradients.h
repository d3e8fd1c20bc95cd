// Gradients of SVG as paints: their chains of references, units and transforms resolved.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/exchange/svg_properties.h"
#include "app/exchange/svg_work.h"
#include "curves/tessellate.h"

namespace limber {

// A paint whose places are on the paper, not yet in the box of a thing.
using PlacedPaint = Paint;

// Where the gradient is used.
struct GradientUse {
  Box object;                // of the shape, in its own coordinates
  Eigen::Affine2d to_paper;  // from these
  LengthFrame frame;
  double opacity = 1;
};

// The gradients of a file as they are used, each read once.
class SvgGradients {
 public:
  struct Found {
    // Nothing: it cannot be used for this shape, and a fallback counts. A paint of kind none: it
    // paints nothing.
    std::optional<PlacedPaint> paint;
    std::string trouble;  // what is not as it was
  };
  SvgGradients(const SvgTree& tree, StyleSheet& sheet, SvgWork& work)
      : tree_(tree), sheet_(sheet), work_(work) {}
  // The element must be a gradient.
  Found paint_of(int element, const GradientUse& use);

 private:
  struct Stop {
    double at = 0;
    Rgba colour;
    double opacity = 1;
  };
  struct Stops {
    std::vector<Stop> kept;
    std::size_t in_file = 0;
  };
  Stops read_stops(const std::vector<int>& chain, const LengthFrame& frame);
  static void thin_out(std::vector<Stop>& stops);

  const SvgTree& tree_;
  StyleSheet& sheet_;
  SvgWork& work_;
  std::map<int, Stops> kept_;
  std::size_t used_ = 0;  // stops, of all shapes so far
};
bool is_gradient(const SvgElement& element);

// With its places in the box of a thing. A thing that is flat has a gradient along itself only.
Paint in_box(PlacedPaint paint, const Box& box);

Colour colour_of(const Rgba& colour, double opacity);

// The element that href names; -1: none, or not in this file.
int linked_element(const SvgTree& tree, const SvgElement& element);

}  // namespace limber
