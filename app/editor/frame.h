// The frame around what is chosen: a rectangle with handles. Its edge moves all of it, its corners scale
// it about the opposite one, the ring above it turns it about its middle.
#pragma once

#include <optional>

#include "app/editor/editor.h"

namespace limber {

struct Grip {
  enum class What { move, turn, scale };
  What what = What::move;
  Point at = Point::Zero();     // the handle, on the paper
  Point about = Point::Zero();  // what stays: the middle, or the opposite corner
};

class Frame {
 public:
  // Nothing when nothing with a place is chosen.
  static std::optional<Frame> around_chosen(const Editor& editor);

  std::optional<Grip> grip_at(const Camera& camera, const Point& window) const;
  void draw(SkCanvas& canvas, const Camera& camera, const Theme& theme,
            const std::optional<Grip>& hovered) const;
  const Box& box() const { return box_; }  // on the paper

 private:
  explicit Frame(const Box& box) : box_(box) {}
  Box in_window(const Camera& camera) const;  // a little wider than what it is around
  bool has_corners(const Camera& camera) const;
  Point turn_handle(const Camera& camera) const;  // in the window

  Box box_;
};

}  // namespace limber
