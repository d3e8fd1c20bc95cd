// The first tool: take hold of a curve and pull; click to select; drag on the empty paper to select
// what lies in a rectangle.
#include <cmath>

#include "app/drawing/draw.h"
#include "app/drawing/glyphs.h"
#include "app/editor/editor.h"

namespace limber {

namespace {

constexpr double drag_threshold = 3;    // window points
constexpr double band_threshold = 2.5;  // a hand farther from what it holds shows its band

class PullTool : public Tool {
 public:
  std::string_view command() const override { return "tool.pull"; }

  void press(Editor& editor, const PointerEvent& event) override {
    pressed_ = event.at;
    down_ = true;
    dragging_ = false;
    constraint_ = pick_constraint(editor.document().world, editor.camera(), event.at);
    hit_ = pick_curve(editor.document().world, editor.drawn(), editor.camera(), event.at);
  }

  void move(Editor& editor, const PointerEvent& event) override {
    if (!down_) return;
    if (!dragging_ && (event.at - pressed_).norm() < drag_threshold) return;
    if (!dragging_) begin_drag(editor);
    if (hand_) pull(editor, event);
  }

  void release(Editor& editor, const PointerEvent& event) override {
    if (!down_) return;
    down_ = false;
    if (!dragging_) return click(editor, event);
    dragging_ = false;
    if (hand_) return let_go(editor);
    select_in_rectangle(editor, event);
  }

  bool cancel(Editor& editor) override {
    const bool was = down_ && dragging_;
    down_ = dragging_ = false;
    if (hand_) editor.cancel();
    hand_ = {};
    return was;
  }

  void draw_hint(SkCanvas& canvas, const Editor& editor) const override {
    if (hand_) draw_hand(canvas, editor);
    if (down_ && dragging_ && !hand_) draw_rectangle(canvas, editor);
  }

  std::string status(const Editor& editor) const override {
    const Document& document = editor.document();
    if (hand_) {
      const std::string held = "Pulling " + document.name(hit_->curve);
      if (lag(editor) > band_threshold)
        return held + ": as far as the constraints let it · Esc: as it was";
      return held + " · Esc: as it was";
    }
    if (down_ && dragging_)
      return "To the right: select what lies inside · to the left: what the rectangle touches";
    if (!editor.pointer_on_paper()) return "Pull anything";
    if (const auto mark = pick_constraint(document.world, editor.camera(), editor.pointer()))
      return describe(document, *document.world.find(*mark)) +
             " · click: select, then Delete removes it";
    if (const auto hit = editor.hovered())
      return document.name(hit->curve) + " · drag: pull it here · click: select · Shift+click: add";
    return "Drag a curve to pull it · drag on the paper to select · wheel: zoom · middle-drag: "
           "move the view";
  }

  Cursor cursor(const Editor& editor) const override {
    if (hand_) return Cursor::move;
    return editor.hovered() ? Cursor::hand : Cursor::arrow;
  }

 private:
  void begin_drag(Editor& editor) {
    dragging_ = true;
    if (!hit_) return;
    editor.record(line::Grab{"hand", editor.document().name(hit_->curve), hit_->t, {}});
    hand_ = editor.document().world.grab(hit_->curve, hit_->t);
  }

  // The point keeps its small distance from the pointer, so that nothing jumps when it is taken.
  void pull(Editor& editor, const PointerEvent& event) {
    const Camera& camera = editor.camera();
    const Point offset = hit_->at - camera.to_paper(pressed_);
    const Point target = camera.to_paper(event.at) + offset;
    editor.document().world.pull(hand_, target);
    editor.record(line::Move{"hand", {target}, "", {}, {}});
  }

  void let_go(Editor& editor) {
    editor.document().world.release(hand_);
    editor.record(line::Release{"hand"});
    hand_ = {};
    const Curve* curve = editor.document().world.find(hit_->curve);
    editor.commit("Pull " + (curve ? curve->type->title : std::string("curve")));
    if (editor.history().size() == 2) editor.say("Ctrl+Z undoes everything, always");
  }

  void click(Editor& editor, const PointerEvent& event) {
    Selection& selection = editor.document().selection;
    if (!event.modifiers.shift) selection.clear();
    if (constraint_)
      toggle(selection.constraints, *constraint_);
    else if (hit_)
      toggle(selection.curves, hit_->curve);
    editor.touch();
  }

  template <class Ids, class Id>
  static void toggle(Ids& ids, Id id) {
    if (!ids.erase(id)) ids.insert(id);
  }

  void select_in_rectangle(Editor& editor, const PointerEvent& event) {
    Document& document = editor.document();
    Box box;
    box.extend(editor.camera().to_paper(pressed_));
    box.extend(editor.camera().to_paper(event.at));
    if (!event.modifiers.shift) document.selection.clear();
    const bool touching = event.at.x() < pressed_.x();
    for (const CurveId id : curves_in(document.world, editor.drawn(), box, touching))
      document.selection.curves.insert(id);
    editor.touch();
  }

  // How far the hand is from what it holds, in window points.
  double lag(const Editor& editor) const {
    const Hand* hand = editor.document().world.find(hand_);
    Point held;
    if (!hand || !place_of(editor.document().world, hand->on, held)) return 0;
    return editor.camera().scale() * (hand->target - held).norm();
  }

  void draw_hand(SkCanvas& canvas, const Editor& editor) const {
    const Hand* hand = editor.document().world.find(hand_);
    Point held;
    if (!hand || !place_of(editor.document().world, hand->on, held)) return;
    const Camera& camera = editor.camera();
    const SkPoint at = to_skia(camera.to_window(held));
    if (lag(editor) > band_threshold)
      draw_rubber_band(canvas, at, to_skia(camera.to_window(hand->target)), editor.theme());
    SkPaint dot;
    dot.setAntiAlias(true);
    dot.setColor(editor.theme().accent);
    canvas.drawCircle(at, 5, dot);
  }

  void draw_rectangle(SkCanvas& canvas, const Editor& editor) const {
    SkRect box;
    const SkPoint corners[] = {to_skia(pressed_), to_skia(editor.pointer())};
    box.setBounds(corners, 2);
    SkPaint inside;
    inside.setColor(SkColorSetA(editor.theme().accent, 24));
    canvas.drawRect(box, inside);
    canvas.drawRect(box, stroke(editor.theme().accent, 1));
  }

  Point pressed_ = Point::Zero();
  bool down_ = false, dragging_ = false;
  std::optional<CurveHit> hit_;
  std::optional<ConstraintId> constraint_;
  HandId hand_;
};

}  // namespace

std::unique_ptr<Tool> make_pull_tool() { return std::make_unique<PullTool>(); }

}  // namespace limber
