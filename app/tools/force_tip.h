// The arrow of a force, dragged by its tip: turned and made stronger, as one step of undo.
#pragma once

#include <optional>

#include "app/editor/editor.h"

namespace limber {

// The force whose arrow ends there, in the window.
std::optional<ForceId> force_tip_at(const Editor& editor, const Point& window);

class ForceTip {
 public:
  void begin(ForceId force) { force_ = force, begun_ = false; }
  void move(Editor& editor, const PointerEvent& event);
  void finish() { force_ = {}; }
  bool cancel(Editor& editor);  // the force is as it was
  bool active() const { return static_cast<bool>(force_); }
  std::string status(const Editor& editor) const;

 private:
  ForceId force_;
  bool begun_ = false;  // the newest step is this one's
};

}  // namespace limber
