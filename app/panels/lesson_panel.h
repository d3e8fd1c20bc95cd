// The first lesson beside the paper: seven steps in words, ticked as they are done. It takes no key
// and no press that is not on it, can be left at any time, and begins anew when it is opened again.
#pragma once

#include <optional>

#include "app/editor/lesson.h"
#include "app/panels/ui.h"

namespace limber {

class LessonPanel {
 public:
  void draw(Ui& ui);

 private:
  void begin(Ui& ui);
  void make_room(Ui& ui) const;
  void step(Ui& ui, std::size_t which, float width) const;
  void end(Ui& ui);

  std::optional<Lesson> lesson_;  // none: it is not shown
};

}  // namespace limber
