// DragPath: where a drag leads. The way of the pointer; along an axis (X or Y, or Shift: the nearer
// one); a tenth as fast while Z is held; or the numbers that are typed.
#pragma once

#include <string>

#include "app/editor/editor.h"
#include "app/editor/typed_numbers.h"

namespace limber {

class DragPath {
 public:
  // Pressed there. Keys that are held already choose what the drag is, not where it leads.
  void begin(const Point& paper, const Modifiers& held = {});
  void move(const Editor& editor, const PointerEvent& event);  // with the button held
  // X, Y, Z and numbers; Enter and Esc are for the tool. True: it was one of them.
  bool key(const Editor& editor, const KeyEvent& event);

  Point way() const;               // on the paper, from where it began
  bool special() const;            // not just as the pointer went
  bool typed() const { return numbers_.any(); }
  std::string words() const;       // "dx 12  dy 0"

 private:
  Point from_ = Point::Zero(), at_ = Point::Zero();  // on the paper
  Point shift_ = Point::Zero();  // from the pointer to where the drag is: what slowness left behind
  char axis_ = 0;                // 'x', 'y' or none
  bool shift_held_ = false, slow_ = false;
  bool shift_spent_ = false;     // held since before it began
  TypedNumbers numbers_;
};

}  // namespace limber
