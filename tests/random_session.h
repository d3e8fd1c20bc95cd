// Someone at work, at random: edits of every verb, refused ones among them, brackets, numbers that
// are dragged, pulls that are let go or given up, undo, redo, play, places of the past that are
// looked at and taken up; and looking on for some seconds. The same seed does the same.
#pragma once

#include <functional>
#include <random>

#include "app/editor/editor.h"
#include "tests/monkey.h"

namespace limber {

class RandomSession {
 public:
  RandomSession(Editor& editor, unsigned seed) : editor_(editor), random_(seed), monkey_(seed, 16) {}

  // Where what the pointer does goes, for instance to a frame loop; else to the editor itself.
  std::function<void(const PointerEvent&)> to = [this](const PointerEvent& event) {
    editor_.handle(event);
  };

  void pull_on();  // from now on it pulls, and does not let go

  void act();    // perhaps something is done
  void frame();  // the same, and a sixtieth of a second passes

 private:
  int any(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  double number(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  void send(PointerEvent::What what);
  void begin();
  void begin_pull();
  void pull_for_ever();
  void go_on_pulling();
  void change_number();
  void look_back();

  Editor& editor_;
  std::mt19937 random_;
  Monkey monkey_;
  // frames of what is being done
  bool pulls_on_ = false;
  int pulls_left_ = 0, changes_left_ = 0, watched_left_ = 0, looks_left_ = 0;
  Point hand_ = Point::Zero();             // window points
  Point speed_ = Point::Zero();            // of the hand, per frame
  Modifiers modifiers_;                    // held meanwhile
};

}  // namespace limber
