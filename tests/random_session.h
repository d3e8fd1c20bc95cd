// Someone at work, at random: edits of every verb, refused ones among them, brackets, numbers that
// are dragged, pulls that are let go or given up, undo, redo, play; and looking on for some seconds.
// The same seed does the same.
#pragma once

#include <random>

#include "app/editor/editor.h"
#include "tests/monkey.h"

namespace limber {

class RandomSession {
 public:
  RandomSession(Editor& editor, unsigned seed) : editor_(editor), random_(seed), monkey_(seed, 16) {}

  void frame();  // perhaps something is done; a sixtieth of a second passes

 private:
  int any(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  double number(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  void send(PointerEvent::What what);
  void begin();
  void begin_pull();
  void go_on_pulling();
  void change_number();

  Editor& editor_;
  std::mt19937 random_;
  Monkey monkey_;
  int pulls_left_ = 0, changes_left_ = 0, watched_left_ = 0;  // frames of what is being done
  Point hand_ = Point::Zero();             // window points
  Point speed_ = Point::Zero();            // of the hand, per frame
};

}  // namespace limber
