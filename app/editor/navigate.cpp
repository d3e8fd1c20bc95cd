#include "app/editor/navigate.h"

#include <cmath>
#include <utility>

namespace limber {

namespace {
constexpr double right_drag_threshold = 4;  // window points; below it is a click
constexpr double wheel_step = 1.2, fine_wheel_step = 1.02;
constexpr double pan_step = 40;  // window points for one click of the wheel

// A wheel turns by whole clicks, fingers on a trackpad by parts of them: two fingers pan, with Ctrl (a
// pinch is told so) they zoom.
void turn(const PointerEvent& event, Camera& camera) {
  const Point& wheel = event.wheel;
  const bool fingers = wheel != Point(wheel.array().round());
  if (fingers && !event.modifiers.ctrl && !event.modifiers.shift)
    return camera.pan(Point(-pan_step * wheel.x(), pan_step * wheel.y()));
  const double step = event.modifiers.shift ? fine_wheel_step : wheel_step;
  camera.zoom(std::pow(step, wheel.y()), event.at);
  if (wheel.x() != 0) camera.pan(Point(-pan_step * wheel.x(), 0));
}

}  // namespace

bool Navigator::handle(const PointerEvent& event, Camera& camera) {
  switch (event.what) {
    case PointerEvent::What::press:
      return press(event);
    case PointerEvent::What::move:
      return move(event, camera);
    case PointerEvent::What::release:
      return release(event);
    case PointerEvent::What::wheel:
      turn(event, camera);
      return true;
    case PointerEvent::What::leave:
      return false;
  }
  return false;
}

void Navigator::hold_space(bool held) {
  if (held && !space_) space_used_ = false;
  if (!held && space_) space_tap_ = !space_used_;
  space_ = held;
}

bool Navigator::take_space_tap() { return std::exchange(space_tap_, false); }

std::optional<Point> Navigator::take_context_click() {
  return std::exchange(context_click_, std::nullopt);
}

bool Navigator::press(const PointerEvent& event) {
  if (button_ != Button::none) return true;
  const bool pans = event.button == Button::middle || event.button == Button::right ||
                    (event.button == Button::left && space_);
  if (!pans) {
    left_ = left_ || event.button == Button::left;
    return false;
  }
  space_used_ = true;
  button_ = event.button;
  panning_ = event.button != Button::right;
  last_ = pressed_ = event.at;
  return true;
}

bool Navigator::move(const PointerEvent& event, Camera& camera) {
  const Point distance = event.at - std::exchange(last_, event.at);
  if (left_ && space_) {
    space_used_ = true;
    camera.pan(distance);
    return true;
  }
  if (button_ == Button::none) return false;
  if (panning_) {
    camera.pan(distance);
  } else if ((event.at - pressed_).norm() >= right_drag_threshold) {
    panning_ = true;
    camera.pan(event.at - pressed_);
  }
  return true;
}

bool Navigator::release(const PointerEvent& event) {
  if (event.button == Button::left) left_ = false;
  if (button_ == Button::none || event.button != button_) return false;
  if (button_ == Button::right && !panning_ && !left_) context_click_ = event.at;
  button_ = Button::none;
  panning_ = false;
  return true;
}

}  // namespace limber
