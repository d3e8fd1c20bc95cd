// What the program asks and tells in a window of its own: which file, what about unsaved work, the
// list of keys. One at a time; which, says the workspace.
#pragma once

#include "app/panels/export_dialog.h"
#include "app/panels/file_dialog.h"
#include "app/panels/recover_dialog.h"
#include "app/panels/ui.h"

namespace limber {

class Dialogs {
 public:
  // A dialog was asked for and does not listen to keys yet: what is typed meanwhile is for it.
  bool opening(const Workspace& workspace) const {
    return workspace.dialog() != shown_ || open_frames_ > 0;
  }
  void draw(Ui& ui);
  void end_frame();

 private:
  void begin(Ui& ui, Dialog dialog, bool fresh);
  void draw_content(Ui& ui, Dialog dialog);

  FileDialog file_;
  ExportDialog export_;
  RecoverDialog recover_;
  Dialog shown_ = Dialog::none;  // in the last frame
  int open_frames_ = 0;          // until a dialog just opened listens to keys
};

}  // namespace limber
