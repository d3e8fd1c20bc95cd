// The first tool: take hold of a curve and pull; click to select; drag on the empty paper to select
// what lies in a rectangle. Inside a filled curve the whole of it is held (see pick_inside); a text, a
// guide or a picture is moved as it is.
#include <cmath>
#include <utility>

#include "app/drawing/draw.h"
#include "app/drawing/glyphs.h"
#include "app/editor/picked.h"
#include "app/tools/tools.h"

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
    mark_ = editor.mark_at(event.at);
    hit_ = editor.pick(event.at);
    if (hit_) offset_ = hit_->at - pressed_;
    scale_ = editor.camera().scale();
    still_ = mark_ || hit_ ? std::nullopt : editor.still_at(event.at);
  }

  void move(Editor& editor, const PointerEvent& event) override {
    if (!down_) return;
    const double distance = (event.at - editor.camera().to_window(pressed_)).norm();
    if (!dragging_ && distance < drag_threshold) return;
    if (!dragging_) begin_drag(editor);
    if (hand_) pull(editor, event);
    if (still_) carry(editor, event);
  }

  void release(Editor& editor, const PointerEvent& event) override {
    if (!down_) return;
    move(editor, event);  // the last place counts, however quick the hand was
    down_ = false;
    if (!std::exchange(dragging_, false)) return click(editor, event);
    if (hand_) return let_go(editor);
    if (still_) {  // carried already, and done with: undo is the history's from here on
      carried_ = false;
      return;
    }
    select_in_rectangle(editor, event);
  }

  bool busy() const override { return down_ && dragging_; }
  bool changes() const override { return busy() && (hand_ || carried_); }  // else it selects

  bool cancel(Editor& editor) override {
    const bool was = busy();
    down_ = dragging_ = false;
    if (const HandId hand = std::exchange(hand_, {})) editor.give_up(hand);
    if (std::exchange(carried_, false)) editor.undo();
    return was;
  }

  void finish(Editor& editor) override {
    if (hand_) let_go(editor);
    carried_ = false;
    down_ = dragging_ = false;
  }

  bool look_again(Editor& editor) override {
    const Document& document = editor.document();
    if (mark_ && !document.has(*mark_)) mark_.reset();
    if (hit_ && !document.has(hit_->curve)) hit_.reset();
    if (still_ && !document.has(*still_)) still_.reset();
    return true;
  }

  void draw_hint(SkCanvas& canvas, const Editor& editor) const override {
    for (const PickedPlace& place : editor.selection().places()) draw_chosen(canvas, editor, place);
    if (hand_) draw_hand(canvas, editor);
    if (busy() && !hand_ && !still_) draw_rectangle(canvas, editor);
  }

  std::string status(const Editor& editor) const override {
    const Document& document = editor.document();
    if (hand_) {
      const std::string held = "Pulling " + document.name(hit_->curve);
      if (lag(editor) > band_threshold)
        return held + ": as far as the constraints let it · Esc: as it was";
      return held + " · Esc: as it was";
    }
    if (busy() && still_)
      return "Moving the " + std::string(name_of(still_->kind)) + " · Esc: as it was";
    if (busy())
      return "To the right: select what lies inside · to the left: what the rectangle touches";
    if (const auto mark = editor.hovered_mark()) {
      const ConstraintId id = mark->as<Constraint>();
      return describe(document, *mark) +
             (editor.not_met().contains(id) ? " · cannot be met" : "") +
             " · click: select, then Delete removes it";
    }
    if (const auto hit = editor.hovered())
      return document.name(hit->curve) +
             (hit->point.empty() ? " · drag: pull it here" : " · drag: move it") +
             " · click: select · Shift+click: add";
    if (const auto still = editor.hovered_still())
      return document.name(*still) + " · drag: move it · click: select";
    if (!editor.not_met().empty()) return trouble(editor.not_met().size());
    if (!editor.pointer_on_paper()) return "Pull anything";
    return "Drag a curve to pull it · drag on the paper to select · wheel: zoom · middle-drag: "
           "move the view";
  }

  Cursor cursor(const Editor& editor) const override {
    if (hand_ || (busy() && still_)) return Cursor::move;
    if (editor.hovered_mark()) return Cursor::hand;
    if (const auto hit = editor.hovered()) return hit->point.empty() ? Cursor::hand : Cursor::move;
    return editor.hovered_still() ? Cursor::move : Cursor::arrow;
  }

 private:
  void begin_drag(Editor& editor) {
    dragging_ = true;
    carried_ = false;
    if (hit_) hand_ = editor.grab(*hit_);
  }

  void carry(Editor& editor, const PointerEvent& event) {
    const Point by = editor.camera().to_paper(event.at) - pressed_;
    const bool done = static_cast<bool>(editor.perform_while(
        !carried_, "Move " + std::string(name_of(still_->kind)),
        {{edit::Move{{editor.document().name(*still_)}, by}}}));
    carried_ = carried_ || done;
  }

  // The point keeps its distance from the pointer, so that nothing jumps when it is taken. The
  // small one of a point on a line is kept on the screen: zoomed in, it would grow otherwise.
  void pull(Editor& editor, const PointerEvent& event) {
    const Camera& camera = editor.camera();
    const double zoomed = hit_->inside ? 1 : scale_ / camera.scale();
    const Point target = camera.to_paper(event.at) + zoomed * offset_;
    editor.pull(hand_, target);
  }

  void let_go(Editor& editor) {
    editor.follow_hand();
    editor.release(std::exchange(hand_, {}));
    if (editor.history().size() == 2) editor.say("Undo takes everything back, always");
  }

  void click(Editor& editor, const PointerEvent& event) {
    Selection& selection = editor.selection();
    if (!event.modifiers.shift) selection.clear();
    if (mark_)
      selection.toggle(*mark_);
    else if (hit_)
      selection.toggle(place_of_hit(editor, *hit_, event.at));
    else if (still_)
      selection.toggle(*still_);
    else if (event.clicks == 2)
      editor.fit();
    editor.touch();
  }

  void select_in_rectangle(Editor& editor, const PointerEvent& event) {
    Box box;
    box.extend(pressed_);
    box.extend(editor.camera().to_paper(event.at));
    if (!event.modifiers.shift) editor.selection().clear();
    const bool touching = event.at.x() < editor.camera().to_window(pressed_).x();
    for (const ThingId id : things_in(editor.shown(), editor.drawn(), box, touching))
      editor.selection().add(id);
    editor.touch();
  }

  // How far the hand is from what it holds, in window points.
  double lag(const Editor& editor) const {
    const Hand* hand = editor.world().find(hand_);
    Point held;
    if (!hand || !place_of(editor.world(), hand->on, held)) return 0;
    return editor.camera().scale() * (hand->target - held).norm();
  }

  void draw_hand(SkCanvas& canvas, const Editor& editor) const {
    const Hand* hand = editor.world().find(hand_);
    Point held;
    if (!hand || !place_of(editor.world(), hand->on, held)) return;
    const Camera& camera = editor.camera();
    const SkPoint at = to_skia(camera.to_window(held));
    if (lag(editor) > band_threshold)
      draw_rubber_band(canvas, at, to_skia(camera.to_window(hand->target)), editor.theme());
    SkPaint dot;
    dot.setAntiAlias(true);
    dot.setColor(editor.theme().accent);
    canvas.drawCircle(at, 5, dot);
  }

  // A chosen point, wherever it has gone since.
  static void draw_chosen(SkCanvas& canvas, const Editor& editor, const PickedPlace& place) {
    Point at;
    if (place.special && place_of(editor.world(), *place.special, at))
      draw_chosen_point(canvas, to_skia(editor.camera().to_window(at)), editor.theme());
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
  std::optional<ThingId> mark_;
  std::optional<ThingId> still_;  // a text, a guide or a picture
  bool carried_ = false;          // it has been moved by this drag
  HandId hand_;
};

}  // namespace

std::unique_ptr<Tool> make_pull_tool() { return std::make_unique<PullTool>(); }

}  // namespace limber
