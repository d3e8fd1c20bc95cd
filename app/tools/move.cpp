// Moving as it is, with no key held: a drag anywhere moves what is chosen; on something else it is
// chosen first. By its frame it is turned and scaled. Clicks choose.
#include "app/editor/arranging.h"
#include "app/tools/arrange_gesture.h"
#include "app/tools/tools.h"

namespace limber {

namespace {

constexpr double drag_threshold = 3;  // window points

class MoveTool : public Tool {
 public:
  std::string_view command() const override { return "tool.move"; }

  void press(Editor& editor, const PointerEvent& event) override {
    finish(editor);
    down_ = true;
    pressed_ = editor.camera().to_paper(event.at);
    grip_ = grip(editor, event.at);
    under_ = thing_at(editor, event.at);
  }

  void move(Editor& editor, const PointerEvent& event) override {
    const double distance = (event.at - editor.camera().to_window(pressed_)).norm();
    if (!down_ || (!arrange_.active() && distance < drag_threshold)) return;
    if (!arrange_.active()) begin_drag(editor, event);
    arrange_.move(editor, event);
  }

  void release(Editor& editor, const PointerEvent& event) override {
    if (!down_) return;
    move(editor, event);
    down_ = false;
    if (!arrange_.active()) return click(editor, event);
    arrange_.finish();
  }

  bool key(Editor& editor, const KeyEvent& event) override {
    if (!arrange_.active()) return false;
    const bool taken = arrange_.key(editor, event);
    if (!arrange_.active()) down_ = false;
    return taken;
  }

  bool busy() const override { return arrange_.active(); }
  bool cancel(Editor& editor) override {
    down_ = false;
    return arrange_.cancel(editor);
  }
  void finish(Editor&) override {
    arrange_.finish();
    down_ = false;
  }

  void draw_hint(SkCanvas& canvas, const Editor& editor) const override {
    if (const std::optional<Frame> frame = Frame::around_chosen(editor))
      frame->draw(canvas, editor.camera(), editor.theme(),
                  busy() ? std::nullopt : grip(editor, editor.pointer()));
    arrange_.draw_hint(canvas, editor);
  }

  std::string status(const Editor& editor) const override {
    if (busy()) return arrange_.status();
    if (const ThingId id = thing_at(editor, editor.pointer());
        id && !editor.selection().contains(id))
      return editor.document().name(id) + " · drag: move it as it is · click: select · Shift+click: add";
    return editor.selection().empty()
               ? "Move: drag anything, and it moves as it is"
               : "Move: drag anywhere · corners: scale · ring: turn · Esc: back to pulling";
  }
  Cursor cursor(const Editor&) const override { return Cursor::move; }

 private:
  static std::optional<Grip> grip(const Editor& editor, const Point& window) {
    const std::optional<Frame> frame = Frame::around_chosen(editor);
    return frame ? frame->grip_at(editor.camera(), window) : std::nullopt;
  }
  static ThingId thing_at(const Editor& editor, const Point& window) {
    if (const auto hit = editor.pick(window)) return hit->curve;
    const auto still = editor.still_at(window);
    return still ? *still : ThingId();
  }

  void begin_drag(Editor& editor, const PointerEvent& event) {
    if (!grip_ && under_ && !editor.selection().contains(under_))
      editor.select_only(with_groups(editor.document(), {under_}));
    arrange_.begin(editor, grip_.value_or(Grip{}), pressed_,
                   event.modifiers.alt ? ArrangeGesture::Take::copies
                                       : ArrangeGesture::Take::chosen);
  }

  void click(Editor& editor, const PointerEvent& event) {
    if (grip_ && !under_) return;
    Selection& selection = editor.selection();
    const bool was = under_ && selection.contains(under_);
    if (!event.modifiers.shift) selection.clear();
    if (under_)
      for (const ThingId id : with_groups(editor.document(), {under_}))
        event.modifiers.shift && was ? selection.remove(id) : selection.add(id);
    editor.touch();
  }

  bool down_ = false;
  Point pressed_ = Point::Zero();
  std::optional<Grip> grip_;
  ThingId under_;
  ArrangeGesture arrange_;
};

}  // namespace

std::unique_ptr<Tool> make_move_tool() { return std::make_unique<MoveTool>(); }

}  // namespace limber
