// A constant force: press on a point, drag the arrow out of it.
#include "app/drawing/draw.h"
#include "app/drawing/force_arrow.h"
#include "app/drawing/glyphs.h"
#include "app/editor/editor.h"
#include "app/edits/resolve.h"
#include "app/tools/tools.h"

namespace limber {

namespace {

constexpr double least_arrow = 6;  // window points: less is a click, not an arrow

class ForceTool : public Tool {
 public:
  std::string_view command() const override { return "tool.force"; }

  void press(Editor& editor, const PointerEvent& event) override {
    snap_ = editor.snap(event.at);
    if (!snap_) return editor.say("Nothing to push here: press on a curve");
    down_ = true;
    editor.touch();
  }

  void move(Editor& editor, const PointerEvent& event) override {
    if (!down_) snap_ = editor.snap(event.at);
    editor.touch();
  }

  void release(Editor& editor, const PointerEvent& event) override {
    if (!std::exchange(down_, false)) return;
    const Point arrow = event.at - editor.camera().to_window(snap_->at);
    if (arrow.norm() < least_arrow) return editor.say("Drag the arrow out of the point");
    const std::string name = editor.document().names->fresh("force");
    const edit::ForceEdit force{text_of(editor.document(), snap_->connector), name,
                                force_of(arrow)};
    if (!editor.perform(Edit{force})) return;
    editor.selection().clear();
    editor.selection().add(editor.document().find(name));
  }

  bool busy() const override { return down_; }
  bool changes() const override { return false; }
  bool cancel(Editor& editor) override {
    editor.touch();
    return std::exchange(down_, false);
  }
  bool look_again(Editor& editor) override {
    down_ = down_ && editor.document().has(snap_->connector.curve);
    if (!down_) snap_ = editor.snap(editor.pointer());
    return true;
  }

  void draw_hint(SkCanvas& canvas, const Editor& editor) const override {
    if (!snap_) return;
    const Point at = editor.camera().to_window(snap_->at);
    draw_snap(canvas, to_skia(at), editor.theme(), snap_->on_curve);
    if (down_)
      draw_arrow(canvas, to_skia(at), to_skia(editor.pointer()), editor.theme().accent);
    else
      draw_label(canvas, snap_->words, to_skia(at + Point(14, -10)), editor.theme());
  }

  std::string status(const Editor&) const override {
    if (down_) return "Force: let go where the arrow should end · Esc: none";
    return snap_ ? "Drag: a force on the " + snap_->words
                 : "Force: press on a point of a curve and drag the arrow out of it · Esc: back to "
                   "pulling";
  }

 private:
  std::optional<Snap> snap_;
  bool down_ = false;
};

}  // namespace

std::unique_ptr<Tool> make_force_tool() { return std::make_unique<ForceTool>(); }

}  // namespace limber
