// A pointer for the keyboard: arrows move it from line to line of the grid (Shift: five of them, Ctrl: one
// point of the screen), Enter clicks, Shift+Enter presses and the next Enter lets go. It goes through the
// same door as the mouse, so it takes, snaps and draws alike. It appears when an arrow is pressed and
// nothing chosen would be moved by it, or by its command, and goes with Esc or the mouse.
#pragma once

#include "app/editor/events.h"
#include "include/core/SkCanvas.h"

namespace limber {

class Editor;

class Crosshair {
 public:
  bool shown() const { return shown_; }
  void show(Editor& editor, bool shown);
  bool handle(Editor& editor, const KeyEvent& event);  // true: it was for it
  void mouse_moved(const Point& to);                   // goes, once the hand means it
  void draw(SkCanvas& canvas, const Editor& editor) const;

 private:
  void move(Editor& editor, const Point& way, const Modifiers& modifiers);
  void send(Editor& editor, PointerEvent::What what);

  bool shown_ = false, down_ = false, sending_ = false;
  Point at_ = Point::Zero();  // window points
};

}  // namespace limber
