// The frame loop on a window: SDL's events and clock in, a picture out. Waits without work when
// nothing changes.
#pragma once

#include <array>
#include <string>

#include "app/editor/workspace.h"
#include "app/panels/panels.h"
#include "app/window/window.h"

namespace limber {

// How much processor time frames took, from the newest event to the picture.
class FrameTimes {
 public:
  void add(double seconds);
  std::string table() const;  // for people: one line for each bin that has any

 private:
  static constexpr int bins = 12;  // doubling: up to 1/2 ms, 1, 2, ... and all beyond
  std::array<int, bins> counts_{};
};

void run_loop(Window& window, Workspace& workspace, Panels& panels, FrameTimes& times);

}  // namespace limber
