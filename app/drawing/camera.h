// Where on the paper the window looks: a place and a scale.
//   window = middle of the view + scale * (paper - center), with y turned: paper y points up
#pragma once

#include "app/document/view.h"
#include "curves/tessellate.h"

namespace limber {

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
