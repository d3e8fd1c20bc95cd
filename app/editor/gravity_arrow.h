// Gravity as an arrow in the corner of the paper, while physics are on: dragged by its tip it is turned and
// made stronger, live and as one step of undo; let go at its foot it is none. Alt: not in whole steps.
#pragma once

#include "app/editor/events.h"
#include "include/core/SkCanvas.h"

namespace limber {

class Editor;

class GravityArrow {
 public:
  bool handle(Editor& editor, const PointerEvent& event);  // true: it was for it
  bool holds() const { return held_; }
  void draw(SkCanvas& canvas, const Editor& editor) const;

 private:
  void drag(Editor& editor, const PointerEvent& event);

  bool held_ = false, begun_ = false;
};

// Where it stands and ends, window points; and the gravity of a tip put there.
Point gravity_foot(const Editor& editor);
Point gravity_tip(const Editor& editor);
Point gravity_of_tip(const Point& arrow, bool in_steps);

}  // namespace limber
