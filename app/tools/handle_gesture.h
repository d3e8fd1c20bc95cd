// Nodes and handles of the one chosen curve, on the paper: a node is pulled as any point of the curve, a
// handle is dragged by its tip, one step of undo. At a smooth joint the other handle turns along, at a
// symmetric one it stays as long; Alt breaks the joint.
#pragma once

#include <optional>
#include <string>

#include "app/editor/drag_path.h"
#include "curves/handles.h"
#include "include/core/SkCanvas.h"

namespace limber {

struct HandleGrip {
  CurveId curve;
  int node = 0;
  bool ahead = true;
  bool operator==(const HandleGrip&) const = default;
};

// The curve whose nodes are shown: the only one that is chosen, if it has nodes.
CurveId curve_with_nodes(const Editor& editor);
std::optional<HandleGrip> handle_at(const Editor& editor, const Point& window);
void draw_nodes(SkCanvas& canvas, const Editor& editor, const std::optional<HandleGrip>& held);

class HandleGesture {
 public:
  void begin(Editor& editor, const HandleGrip& grip, const Point& pressed);
  void move(Editor& editor, const PointerEvent& event);
  bool key(Editor& editor, const KeyEvent& event);
  void finish() { active_ = false; }
  bool cancel(Editor& editor);  // all is as it was
  bool active() const { return active_; }
  const HandleGrip& grip() const { return grip_; }
  void draw_hint(SkCanvas& canvas, const Editor& editor) const;
  std::string status() const;

 private:
  void update(Editor& editor);

  bool active_ = false, done_ = false;  // done: the newest step is this one's
  HandleGrip grip_;
  Handles before_;
  bool symmetric_ = false, breaks_ = false;
  DragPath path_;
};

}  // namespace limber
