// Dimensions on the paper: the number of a constraint with the lines and arrows that say what it
// measures. Which ones, the geometry tells, not the kind:
//
//   two points, or an open curve as long as its ends are apart   a line between arrows, with two
//                                                                lines from the points to it
//   a closed curve with a centre as far from its line            an arrow from the centre, R
//   an angle                                                     an arc between its two sides
//   anything else                                                the number, and a line to the figure
//
// A number that only is measured, by a constraint that does not act, is in brackets.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/drawing/draw.h"

namespace limber {

struct DimensionShape {
  struct Arrow {
    Point tip = Point::Zero(), along = Point::Zero();  // where it points to
  };
  struct Arc {
    Point centre = Point::Zero();
    double radius = 0, from = 0, sweep = 0;
  };
  std::vector<std::pair<Point, Point>> lines;  // on the paper, as all of it
  std::vector<Arrow> arrows;
  std::optional<Arc> arc;
  Point at = Point::Zero();  // middle of the number
  std::string text;
  Box box(double scale) const;         // all of it
  Box number_box(double scale) const;  // what the pointer takes it by
};

// `scale` window points to the unit. Empty when its constraint has no number.
std::optional<DimensionShape> shape_of(const Document& document, const DimensionMark& mark,
                                       double scale);

void draw_dimension(SkCanvas& canvas, const DimensionShape& shape, const Camera& camera,
                    const Theme& theme, SkColor colour);

}  // namespace limber
