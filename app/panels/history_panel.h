// The steps of the history by their names, the newest at the bottom; a click goes there, by undo and redo.
#pragma once

#include "app/panels/ui.h"

namespace limber {

class HistoryPanel {
 public:
  void draw(Ui& ui);

 private:
  std::size_t seen_at_ = 0, seen_size_ = 0;  // scrolled to when they change
};

}  // namespace limber
