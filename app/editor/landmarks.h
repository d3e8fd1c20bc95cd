// Landmarks: what can be pointed at besides curves (marks, texts, the special points of curves) in
// grids, so that the few near the pointer are found without looking at all. Each list is made when
// it is first asked for, and again after something changed.
#pragma once

#include <vector>

#include "app/document/document.h"
#include "app/drawing/marks.h"
#include "curves/box_grid.h"

namespace limber {

inline constexpr double reach = 8;  // of the pointer, window points

// A special point: a named point, an end of an open curve, a corner.
struct SpecialPoint {
  Connector connector;
  Point at = Point::Zero();
};
std::vector<Connector> special_points(CurveId id, const Curve& curve);  // of one curve

class Landmarks {
 public:
  void forget() { marks_.known = texts_.known = points_.known = false; }  // something changed

  // All marks, from the bottom to the top.
  const std::vector<Mark>& marks(const Document& document, double scale) const;

  // Those that the pointer may reach from this place of the paper, in the order of the drawing, and
  // some more. At `scale` window points to the drawing unit.
  std::vector<Mark> marks_near(const Document& document, double scale, const Point& paper) const;
  std::vector<TextId> texts_near(const Document& document, const Point& paper) const;
  std::vector<SpecialPoint> points_near(const Document& document, double scale,
                                        const Point& paper) const;

 private:
  template <class Thing>
  struct Kept {
    bool known = false;
    double scale = 0;  // that they were made for
    std::vector<Thing> all;
    bool in_grid = false;
    BoxGrid grid;
    bool begin(double at_scale);  // false: it is as it should be
    bool begin_grid();            // likewise
    std::vector<Thing> near(const Box& box) const;
  };
  void find_marks(const Document& document, double scale) const;

  mutable Kept<Mark> marks_;  // the grid is in window points, from the place of paper (0, 0)
  mutable Kept<TextId> texts_;
  mutable Kept<SpecialPoint> points_;
};

}  // namespace limber
