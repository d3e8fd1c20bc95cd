// Markers of SVG: where those of a shape stand, and which way they look.
#pragma once

#include <vector>

#include "app/exchange/svg_properties.h"
#include "curves/bezier_pieces.h"
#include "curves/tessellate.h"

namespace limber {

struct MarkerPlace {
  enum class Where { start, mid, end } where = Where::mid;
  Point at = Point::Zero();
  double angle = 0;  // of the path there, radians as SVG turns; between two pieces halfway
};

// One at each end of each piece, in the order of the path.
std::vector<MarkerPlace> marker_places(const std::vector<Outline>& outlines);

bool can_have_markers(std::string_view shape);  // path, line, polyline, polygon

// How a marker lies: from its content to the coordinates of the shape. `view`: the part of the content that is seen.
struct MarkerView {
  Eigen::Affine2d map = Eigen::Affine2d::Identity();
  Point size = Point(3, 3);  // of its viewport
  Box view;
};
// Nothing: it has no size and is not drawn.
std::optional<MarkerView> marker_view(const SvgElement& marker, const MarkerPlace& place, double stroke_width,
                                      const LengthFrame& frame);

// What an element has from those around it, wherever it is used.
SvgProperties properties_around(const SvgTree& tree, int element, StyleSheet& sheet, const LengthFrame& frame);

}  // namespace limber
