// A field on the paper, beside what it is about: the number of a constraint just made, or one that
// was clicked twice. It has the keyboard until Enter, Esc or a press elsewhere.
#pragma once

#include "app/panels/ui.h"

namespace limber {

class PlaceField {
 public:
  void draw(Ui& ui);

 private:
  std::optional<AskedNumber> asked_;
  bool active_ = false;  // it has had the keyboard
};

}  // namespace limber
