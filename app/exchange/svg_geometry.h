// The outlines of SVG's shapes, and how a view box lies in a viewport.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/exchange/svg_properties.h"
#include "curves/tessellate.h"

namespace limber {

bool is_shape(std::string_view name);  // rect, circle, ellipse, line, polyline, polygon, path

struct SvgGeometry {
  std::vector<Outline> outlines;  // of nothing where a size is missing or not above 0
  std::string trouble;            // what was wrong with its numbers
};
SvgGeometry geometry_of(const SvgElement& element, const LengthFrame& frame);

// An attribute as a length; the other text where it is missing or wrong.
double length_of(const SvgElement& element, const char* key, Axis axis, const LengthFrame& frame,
                 std::string_view otherwise = "0");

std::optional<Box> view_box_of(const SvgElement& element);
// From the view box to a viewport of this size at the origin.
Eigen::Affine2d view_transform(const Box& view, std::string_view preserve, const Point& size);

}  // namespace limber
