// Panning and zooming: the gestures that move the view, whatever tool is active.
//   pan:  middle-drag, right-drag after 4 points, Space and drag, Shift+wheel sideways
//   zoom: wheel at the pointer, Shift for a tenth of it
// All of them also in the middle of a drag with the left button: the paper moves under the hand.
#pragma once

#include <optional>

#include "app/drawing/camera.h"
#include "app/editor/events.h"

namespace limber {

class Navigator {
 public:
  bool handle(const PointerEvent& event, Camera& camera);  // true: it was a view gesture
  void hold_space(bool held);
  bool panning() const { return panning_ || (left_ && space_); }
  bool ready_to_pan() const { return space_; }
  // True once after Space was pressed and released with nothing in between.
  bool take_space_tap();
  // Where the right button was clicked without dragging, once.
  std::optional<Point> take_context_click();

 private:
  bool press(const PointerEvent& event);
  bool move(const PointerEvent& event, Camera& camera);
  bool release(const PointerEvent& event);

  Point last_ = Point::Zero(), pressed_ = Point::Zero();
  Button button_ = Button::none;  // the one that may pan
  bool panning_ = false;          // it does
  bool left_ = false;             // the left button is down, on something that is no view gesture
  bool space_ = false, space_used_ = false, space_tap_ = false;
  std::optional<Point> context_click_;
};

}  // namespace limber
