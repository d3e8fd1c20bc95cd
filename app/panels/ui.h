// What a panel gets to draw itself in one frame, and where it leaves what the others need. A panel
// is an object with a `draw(Ui&)`: it works on the workspace, and knows no other panel. A new one is
// a member of Panels and a line in Panels::draw_panels.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "app/editor/workspace.h"
#include "app/panels/imgui_skia.h"
#include "app/panels/layout.h"

namespace limber {

class Fields;

struct Ui {
  Workspace& workspace;
  const Theme& theme;
  ImGuiSkia& skia;  // fonts, and rectangles that Skia draws
  Fields& fields;
  Point size;  // of the window, in points

  std::vector<Box> covered = {};  // by panels: what happens there is not for the paper
  int frames = 0;                 // that must follow this one, to show all that it found out
  std::string help = {};          // of the command pointed at; the status line shows it

  Editor& editor() const { return workspace.editor(); }
  void wake(int more = 2) { frames = std::max(frames, more); }
};

}  // namespace limber
