// The whole frame without a window: a workspace, its panels, and a person with mouse and keyboard.
#pragma once

#include "app/panels/panels.h"
#include "include/core/SkSurface.h"
#include "tests/app_fixture.h"

namespace limber {

struct Screen {
  Io io;
  Workspace workspace{fresh_document(), io};
  Panels panels{workspace};
  Point size;
  sk_sp<SkSurface> surface;

  explicit Screen(const char* example, const Point& of_size = Point(1280, 800));

  Editor& editor() { return workspace.editor(); }
  const Document& document() { return workspace.editor().document(); }

  void draw();    // one frame
  void settle();  // frames until none is wanted

  // True: it was for a panel.
  bool pointer(PointerEvent::What what, const Point& at, Button button = Button::none);
  void click(const Point& at);

  void key(const char* name, bool down);  // to the panels, and if they do not want it the workspace
  void press(const char* name);           // and let go at once
  void type(const std::string& text);     // every character: pressed, typed, let go
};

}  // namespace limber
