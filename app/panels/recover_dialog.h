// What is to become of unsaved work that a crash or a log-out left behind: a list with a picture of
// each drawing, and three answers.
#pragma once

#include <vector>

#include "app/panels/ui.h"
#include "include/core/SkImage.h"

namespace limber {

class RecoverDialog {
 public:
  void draw(Ui& ui);

 private:
  void draw_row(Ui& ui, std::size_t which);
  void draw_answers(Ui& ui);

  std::size_t chosen_ = 0;
  bool discard_asked_ = false;
  std::vector<sk_sp<SkImage>> pictures_;  // of what was found
};

}  // namespace limber
