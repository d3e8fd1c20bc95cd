#include "app/editor/drag_path.h"

#include <cmath>

namespace limber {

namespace {
constexpr double slowness = 0.1;
}

void DragPath::begin(const Point& paper, const Modifiers& held) {
  *this = {};
  shift_spent_ = held.shift && held.ctrl;
  from_ = at_ = paper;
  numbers_.ask({{"dx"}, {"dy"}});
}

void DragPath::move(const Editor& editor, const PointerEvent& event) {
  const Point next = editor.camera().to_paper(event.at);
  if (slow_) shift_ -= (1 - slowness) * (next - at_);
  at_ = next;
  shift_spent_ = shift_spent_ && event.modifiers.shift;
  shift_held_ = event.modifiers.shift && !shift_spent_;
}

bool DragPath::key(const Editor& editor, const KeyEvent& event) {
  if (event.modifiers.ctrl || event.modifiers.alt) return false;
  if (event.key == 'z' && !numbers_.any()) {
    slow_ = event.down;
    return true;
  }
  if (event.key == key_shift) {
    shift_spent_ = shift_spent_ && event.down;
    shift_held_ = event.down && !shift_spent_;
    return true;
  }
  if (event.down && !numbers_.any() && (event.key == 'x' || event.key == 'y')) {
    const char axis = static_cast<char>(event.key);
    if (!event.repeat) axis_ = axis_ == axis ? 0 : axis;
    return true;
  }
  return numbers_.key(editor.document(), event);
}

Point DragPath::way() const {
  Point way = at_ - from_ + shift_;
  char axis = axis_;
  if (!axis && shift_held_) axis = std::abs(way.x()) >= std::abs(way.y()) ? 'x' : 'y';
  if (axis == 'x') way.y() = 0;
  if (axis == 'y') way.x() = 0;
  if (!numbers_.any()) return way;
  // G Y 3: along an axis the first number is that one's.
  const bool up_first = axis_ == 'y' && !numbers_.value(1);
  const std::optional<double> x = up_first ? std::nullopt : numbers_.value(0);
  const std::optional<double> y = up_first ? numbers_.value(0) : numbers_.value(1);
  return {x.value_or(0), y.value_or(0)};
}

bool DragPath::special() const { return axis_ || shift_held_ || slow_ || numbers_.any(); }

std::string DragPath::words() const { return numbers_.words({way().x(), way().y()}); }

}  // namespace limber
