// The menu at the pointer, after a click with the right button: about what was clicked. The
// constraints it lists are those that what is chosen fits.
#pragma once

#include <string>
#include <vector>

#include "app/panels/ui.h"

namespace limber {

class ContextMenu {
 public:
  void draw(Ui& ui);

 private:
  std::vector<std::string> constraints_;  // commands, found when it opened
};

}  // namespace limber
