// Where on the paper the window looks: a place and a scale.
//   window = middle of the view + scale * (paper - center), with y turned: paper y points up
// One drawing unit is a millimetre; at 100 % it is as long on a screen of 96 points to the inch.
#pragma once

#include "curves/tessellate.h"

namespace limber {

inline constexpr double points_per_unit_at_100 = 96.0 / 25.4;
inline constexpr double smallest_scale = 1e-6, largest_scale = 1e6;

class Camera {
 public:
  const Point& center() const { return center_; }
  double scale() const { return scale_; }  // window points per drawing unit
  double percent() const { return 100 * scale_ / points_per_unit_at_100; }
  const Box& view() const { return view_; }  // the free part of the window, in window points

  void set_view(const Box& view) { view_ = view; }
  void look_at(const Point& center, double scale);  // out of range or not finite: ignored

  Point to_window(const Point& paper) const;
  Point to_paper(const Point& window) const;

  void pan(const Point& window_distance);         // the paper follows the pointer
  void zoom(double factor, const Point& window);  // the paper under that place stays there
  void fit(const Box& paper);                     // with a margin; an empty box shows 100 %

 private:
  Point center_ = Point::Zero();
  double scale_ = points_per_unit_at_100;
  Box view_{Point(0, 0), Point(1280, 800)};
};

}  // namespace limber
