// The line at the bottom: what a click will do now; where the pointer is; how close we look.
#pragma once

#include "app/panels/ui.h"

namespace limber {

class StatusLine {
 public:
  void draw(Ui& ui);
};

}  // namespace limber
