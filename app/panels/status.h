// The line at the bottom: what a click will do now; where the pointer is; in how many ways the
// figure can move; how close we look.
#pragma once

#include "app/panels/freedoms.h"
#include "app/panels/ui.h"

namespace limber {

class StatusLine {
 public:
  void draw(Ui& ui);

 private:
  Freedoms freedoms_;
};

}  // namespace limber
