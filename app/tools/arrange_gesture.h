// What is chosen, moved, turned or scaled as it is by a drag: one step of undo. With typed numbers and
// keys (see DragPath); Shift turns in steps of 15 degrees.
#pragma once

#include <optional>
#include <string>

#include "app/editor/drag_path.h"
#include "app/editor/frame.h"

namespace limber {

class ArrangeGesture {
 public:
  enum class Take { chosen, copies };  // copies are made first, and stay where they are let go
  void begin(Editor& editor, const Grip& grip, const Point& pressed, Take take,
             const Modifiers& held = {});
  // A mark that stands on the paper: a nail by its glyph.
  void begin_mark(Editor& editor, ThingId mark, const Point& pressed);

  void move(Editor& editor, const PointerEvent& event);
  bool key(Editor& editor, const KeyEvent& event);  // may end it: see active
  void finish() { active_ = false; }
  bool cancel(Editor& editor);  // all is as it was
  bool active() const { return active_; }

  void draw_hint(SkCanvas& canvas, const Editor& editor) const;
  std::string status() const;

 private:
  void update(Editor& editor);
  void update_move(Editor& editor);
  void update_turn(Editor& editor);
  void update_scale(Editor& editor);
  void perform_again(Editor& editor, const std::string& title, const Edit& edit);

  bool active_ = false, done_ = false;  // done: the newest step is this one's
  Grip grip_;
  Strings names_;
  std::string what_;  // "selection", "nail1"
  Point pressed_ = Point::Zero();
  Point moved_ = Point::Zero();  // so far
  DragPath path_;
  TypedNumbers number_;  // the angle or the factor
  double reached_ = 0;   // of it
  Point pointer_ = Point::Zero();  // on the paper
  bool shift_ = false;
};

}  // namespace limber
