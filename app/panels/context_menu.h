// The menu at the pointer, after a click with the right button: about what was clicked.
#pragma once

#include "app/panels/ui.h"

namespace limber {

class ContextMenu {
 public:
  void draw(Ui& ui);
};

}  // namespace limber
