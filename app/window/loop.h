// The frame loop: events in, time on, a picture out. Waits without work when nothing changes.
#pragma once

#include "app/editor/workspace.h"
#include "app/panels/panels.h"
#include "app/window/window.h"

namespace limber {

void run_loop(Window& window, Workspace& workspace, Panels& panels);

}  // namespace limber
