// The palette: type a few letters of anything and Enter does it. Over the one table of commands, the
// drawing's things by name, and the pages of help; what was used lately comes first.
#pragma once

#include <string>
#include <vector>

#include "app/editor/palette_list.h"
#include "app/panels/text_field.h"

namespace limber {

class Palette {
 public:
  bool has_keyboard(const Workspace& workspace) const { return workspace.pane_shown(Pane::palette); }
  bool handle(const KeyEvent& event, Workspace& workspace);  // true: it was for the palette
  void type(const std::string& utf8) { field_.type(utf8); }
  void compose(const std::string& utf8) { field_.compose(utf8); }
  const Box& caret_box() const { return field_.caret_box(); }
  void draw(Ui& ui);

 private:
  void begin(Workspace& workspace);
  void find();
  void choose(Workspace& workspace, const PaletteEntry& entry);
  bool row(const Ui& ui, const PaletteEntry& entry, std::size_t number, float width);

  bool shown_ = false;  // in the last frame
  TextField field_;
  std::vector<PaletteEntry> all_;
  std::vector<const PaletteEntry*> found_;  // of all_
  std::string found_for_;
  std::size_t at_ = 0, first_ = 0;  // chosen; the first that is seen
  std::vector<std::string> recent_;
};

}  // namespace limber
