// The outline: all things of the drawing by their names, layer by layer from the top, with switches to
// hide and to lock them. A click chooses, a double click or F2 gives another name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/panels/ui.h"

namespace limber {

class Outline {
 public:
  bool handle(const KeyEvent& event, const Workspace& workspace);  // true: F2, to rename
  void draw(Ui& ui);

 private:
  struct Row {
    ThingId id;  // none: a heading
    int depth = 0;
    std::string heading;
  };
  std::vector<Row> rows(const Document& document) const;
  void thing_row(Ui& ui, const Row& row);
  void name_field(Ui& ui, ThingId id, float width);
  void click(Ui& ui, ThingId id);

  bool constraints_open_ = false;
  std::optional<ThingId> renaming_;
  bool focus_ = false;    // the name's field gets the keyboard
  bool was_active_ = false;
};

}  // namespace limber
