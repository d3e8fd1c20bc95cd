// The first tool: take hold of a curve and pull; click to select; drag on the empty paper to select
// what lies in a rectangle. Inside a filled curve the whole of it is held (see pick_inside); a text
// is moved as it is.
#include <cmath>
#include <utility>

#include "app/drawing/draw.h"
#include "app/drawing/glyphs.h"
#include "app/editor/editor.h"

namespace limber {

namespace {

constexpr double drag_threshold = 3;    // window points
constexpr double band_threshold = 2.5;  // a hand farther from what it holds shows its band

std::string trouble(std::size_t count) {
  return (count == 1 ? "One constraint cannot be met: it is"
                     : std::to_string(count) + " constraints disagree: they are") +
         " marked “!”, and the figure rests where the error is smallest";
}

class PullTool : public Tool {
 public:
  std::string_view command() const override { return "tool.pull"; }

  void press(Editor& editor, const PointerEvent& event) override {
    finish(editor);  // a release that never came
    pressed_ = editor.camera().to_paper(event.at);
    down_ = true;
    mark_ = pick_mark(editor.document(), editor.camera(), event.at);
    hit_ = editor.pick(event.at);
    if (hit_) offset_ = hit_->at - pressed_;
    scale_ = editor.camera().scale();
    note_ = mark_ || hit_ ? std::nullopt : pick_note(editor.document(), editor.camera(), event.at);
  }

  void move(Editor& editor, const PointerEvent& event) override {
    if (!down_) return;
    const double distance = (event.at - editor.camera().to_window(pressed_)).norm();
    if (!dragging_ && distance < drag_threshold) return;
    if (!dragging_) begin_drag(editor);
    if (hand_) pull(editor, event);
    if (note_) carry(editor, event);
  }

  void release(Editor& editor, const PointerEvent& event) override {
    if (!down_) return;
    move(editor, event);  // the last place counts, however quick the hand was
    down_ = false;
    if (!std::exchange(dragging_, false)) return click(editor, event);
    if (hand_) return let_go(editor);
    if (note_) return editor.commit("Move text");
    select_in_rectangle(editor, event);
  }

  bool busy() const override { return down_ && dragging_; }
  bool changes() const override { return busy() && (hand_ || note_); }  // else it selects

  bool cancel(Editor& editor) override {
    const bool was = busy();
    down_ = dragging_ = false;
    if (std::exchange(hand_, {}) || (was && note_)) editor.cancel();
    return was;
  }

  void finish(Editor& editor) override {
    if (hand_) let_go(editor);
    if (busy() && note_) editor.commit("Move text");
    down_ = dragging_ = false;
  }

  bool look_again(Editor& editor) override {
    const World& world = editor.document().world;
    if (mark_ && !exists(world, *mark_)) mark_.reset();
    if (hit_ && !world.find(hit_->curve)) hit_.reset();
    if (note_ && *note_ >= editor.document().notes.size()) note_.reset();
    return true;
  }

  void draw_hint(SkCanvas& canvas, const Editor& editor) const override {
    if (hand_) draw_hand(canvas, editor);
    if (busy() && !hand_ && !note_) draw_rectangle(canvas, editor);
  }

  std::string status(const Editor& editor) const override {
    const Document& document = editor.document();
    if (hand_) {
      const std::string held = "Pulling " + document.name(hit_->curve);
      if (lag(editor) > band_threshold)
        return held + ": as far as the constraints let it · Esc: as it was";
      return held + " · Esc: as it was";
    }
    if (busy() && note_) return "Moving the text · Esc: as it was";
    if (busy())
      return "To the right: select what lies inside · to the left: what the rectangle touches";
    if (const auto mark = editor.hovered_mark()) {
      const auto* id = std::get_if<ConstraintId>(&*mark);
      return describe(document, *mark) +
             (id && editor.not_met().contains(*id) ? " · cannot be met" : "") +
             " · click: select, then Delete removes it";
    }
    if (const auto hit = editor.hovered())
      return document.name(hit->curve) +
             (hit->point.empty() ? " · drag: pull it here" : " · drag: move it") +
             " · click: select · Shift+click: add";
    if (editor.hovered_note()) return "Text · drag: move it · click: select";
    if (!editor.not_met().empty()) return trouble(editor.not_met().size());
    if (!editor.pointer_on_paper()) return "Pull anything";
    return "Drag a curve to pull it · drag on the paper to select · wheel: zoom · middle-drag: "
           "move the view";
  }

  Cursor cursor(const Editor& editor) const override {
    if (hand_ || (busy() && note_)) return Cursor::move;
    if (editor.hovered_mark()) return Cursor::hand;
    if (const auto hit = editor.hovered()) return hit->point.empty() ? Cursor::hand : Cursor::move;
    return editor.hovered_note() ? Cursor::move : Cursor::arrow;
  }

 private:
  void begin_drag(Editor& editor) {
    dragging_ = true;
    if (note_) start_ = editor.document().notes[*note_].at;
    if (!hit_) return;
    line::Grab grab{"hand", editor.document().name(hit_->curve), {}, {}, hit_->point};
    if (hit_->point.empty()) grab.t = hit_->t;
    editor.record(grab);
    hand_ =
        editor.document().world.grab(hit_->point.empty() ? point_at(hit_->curve, hit_->t)
                                                         : measure_of(hit_->curve, hit_->point));
  }

  void carry(Editor& editor, const PointerEvent& event) {
    editor.document().notes[*note_].at = start_ + editor.camera().to_paper(event.at) - pressed_;
    editor.touch();
  }

  // The point keeps its distance from the pointer, so that nothing jumps when it is taken. The
  // small one of a point on a line is kept on the screen: zoomed in, it would grow otherwise.
  void pull(Editor& editor, const PointerEvent& event) {
    const Camera& camera = editor.camera();
    const double zoomed = hit_->inside ? 1 : scale_ / camera.scale();
    const Point target = camera.to_paper(event.at) + zoomed * offset_;
    editor.document().world.pull(hand_, target);
    editor.record(line::Move{"hand", {target}, "", {}, {}});
  }

  void let_go(Editor& editor) {
    editor.follow_hand();
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
    if (mark_)
      toggle(selection.marks, *mark_);
    else if (hit_)
      toggle(selection.curves, hit_->curve);
    else if (note_)
      toggle(selection.notes, *note_);
    else if (event.clicks == 2)
      editor.fit();
    editor.touch();
  }

  template <class Ids, class Id>
  static void toggle(Ids& ids, Id id) {
    if (!ids.erase(id)) ids.insert(id);
  }

  void select_in_rectangle(Editor& editor, const PointerEvent& event) {
    Document& document = editor.document();
    Box box;
    box.extend(pressed_);
    box.extend(editor.camera().to_paper(event.at));
    if (!event.modifiers.shift) document.selection.clear();
    const bool touching = event.at.x() < editor.camera().to_window(pressed_).x();
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
    const SkPoint corners[] = {to_skia(editor.camera().to_window(pressed_)),
                               to_skia(editor.pointer())};
    box.setBounds(corners, 2);
    SkPaint inside;
    inside.setColor(SkColorSetA(editor.theme().accent, 24));
    canvas.drawRect(box, inside);
    canvas.drawRect(box, stroke(editor.theme().accent, 1));
  }

  Point pressed_ = Point::Zero();  // on the paper
  Point offset_ = Point::Zero();   // from there to the point held
  double scale_ = 1;               // of the camera then
  bool down_ = false, dragging_ = false;
  std::optional<CurveHit> hit_;
  std::optional<MarkId> mark_;
  std::optional<std::size_t> note_;
  Point start_ = Point::Zero();  // where the text was
  HandId hand_;
};

}  // namespace

std::unique_ptr<Tool> make_pull_tool() { return std::make_unique<PullTool>(); }

}  // namespace limber
