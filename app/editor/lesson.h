// The first lesson: seven steps from a pulled curve to a mechanism that draws a path. Nothing is
// shown and nothing clicked on by itself: it watches the drawing, its history and the play, and a
// step is done when the person did it, in whichever order and by whichever way (key, menu, palette,
// button).
#pragma once

#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "app/editor/commands.h"
#include "app/editor/editor.h"

namespace limber {

struct LessonStep {
  const char* title;
  const char* words;  // {edit.undo} stands for the command of this id and its key
};

inline constexpr std::size_t lesson_steps = 7;
extern const std::array<LessonStep, lesson_steps> first_lesson;

// The words of a step with the keys of this table.
std::string lesson_words(std::size_t step, const std::vector<Command>& commands);

class Lesson {
 public:
  explicit Lesson(const Editor& editor);  // what is there now was not made in the lesson

  // After anything happened. True: a step more is done.
  // In a drawing that was just opened what is to be made in it is to be made anew.
  bool watch(const Editor& editor);

  bool done(std::size_t step) const { return done_[step]; }
  std::size_t next() const;  // the first that is not done; lesson_steps: all are

 private:
  enum Step { pull, undo, draw, nail, join, motor, path };
  void begin(const Editor& editor);
  std::set<CurveId> bars(const Editor& editor) const;  // made since
  bool pulled(const Editor& editor) const;
  bool traced(const Editor& editor) const;

  std::array<bool, lesson_steps> done_{};
  std::set<ThingId> before_;         // curves and traces
  std::size_t at_ = 0;               // of the history, when it was looked at last
  bool held_ = false;                // by a hand, likewise,
  Point held_from_ = Point::Zero();  // which took it here, in window points
};

}  // namespace limber
