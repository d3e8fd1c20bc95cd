// The first tool. On a curve: take hold and pull; click to select. On the empty paper: select by a
// rectangle or a lasso. What is chosen is moved as it is by its frame, by the inside of a closed curve,
// or anywhere with Ctrl+Shift; a nail by its glyph, a force by the tip of its arrow; a text, a guide, a picture or a plot by itself.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/drawing/draw.h"
#include "app/drawing/glyphs.h"
#include "app/editor/arranging.h"
#include "app/editor/dimensions.h"
#include "app/editor/picked.h"
#include "app/tools/arrange_gesture.h"
#include "app/tools/force_tip.h"
#include "app/tools/handle_gesture.h"
#include "app/tools/select_area.h"
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
    modifiers_ = event.modifiers;
    doing_ = Doing::pressed;
    path_.begin(pressed_, modifiers_);
    handle_ = handle_at(editor, event.at);
    pushed_ = force_tip_at(editor, event.at);
    grip_ = shown_grip(editor, event.at);
    dimension_ = dimension_at(editor, event.at);
    mark_ = dimension_ ? std::nullopt : editor.mark_at(event.at);
    hit_ = editor.pick(event.at);
    if (hit_) offset_ = hit_->at - pressed_;
    scale_ = editor.camera().scale();
    still_ = mark_ || hit_ ? std::nullopt : editor.still_at(event.at);
  }

  void move(Editor& editor, const PointerEvent& event) override {
    if (doing_ == Doing::nothing) return;
    const double distance = (event.at - editor.camera().to_window(pressed_)).norm();
    if (doing_ == Doing::pressed && distance < drag_threshold) return;
    if (doing_ == Doing::pressed) begin_drag(editor);
    path_.move(editor, event);
    if (doing_ == Doing::pulling) pull(editor);
    if (doing_ == Doing::arranging) arrange_.move(editor, event);
    if (doing_ == Doing::bending) bend_.move(editor, event);
    if (doing_ == Doing::pushing) push_.move(editor, event);
    if (doing_ == Doing::selecting) area_.move(editor, event.at);
  }

  void release(Editor& editor, const PointerEvent& event) override {
    if (doing_ == Doing::nothing) return;
    move(editor, event);  // the last place counts, however quick the hand was
    const Doing done = std::exchange(doing_, Doing::nothing);
    if (done == Doing::pressed) click(editor, event);
    if (done == Doing::pulling) let_go(editor);
    if (done == Doing::arranging) arrange_.finish();
    if (done == Doing::bending) bend_.finish();
    if (done == Doing::pushing) push_.finish();
    if (done == Doing::selecting) area_.choose(editor, event.modifiers.shift);
  }

  bool key(Editor& editor, const KeyEvent& event) override {
    if (doing_ == Doing::arranging) {
      const bool taken = arrange_.key(editor, event);
      if (!arrange_.active()) doing_ = Doing::nothing;
      return taken;
    }
    if (doing_ == Doing::bending) {
      const bool taken = bend_.key(editor, event);
      if (!bend_.active()) doing_ = Doing::nothing;
      return taken;
    }
    if (doing_ != Doing::pulling) return false;
    if (event.down && event.key == key_enter) {
      finish(editor);
      return true;
    }
    if (!path_.key(editor, event)) return false;
    pull(editor);
    return true;
  }

  bool busy() const override { return doing_ > Doing::pressed; }
  bool wants_every_move() const override {  // the way of a hand, a lasso
    return doing_ != Doing::nothing && doing_ != Doing::arranging && doing_ != Doing::bending;
  }
  bool changes() const override {
    return busy() && doing_ != Doing::selecting;
  }

  bool cancel(Editor& editor) override {
    const bool was = busy();
    doing_ = Doing::nothing;
    if (const HandId hand = std::exchange(hand_, {})) editor.give_up(hand);
    arrange_.cancel(editor);
    bend_.cancel(editor);
    push_.cancel(editor);
    return was;
  }

  void finish(Editor& editor) override {
    if (hand_) let_go(editor);
    arrange_.finish();
    bend_.finish();
    push_.finish();
    doing_ = Doing::nothing;
  }

  bool look_again(Editor& editor) override {
    const Document& document = editor.document();
    if (handle_ && !document.has(handle_->curve)) handle_.reset();
    if (mark_ && !document.has(*mark_)) mark_.reset();
    if (pushed_ && !document.has(*pushed_)) pushed_.reset();
    if (dimension_ && !document.has(*dimension_)) dimension_.reset();
    if (hit_ && !document.has(hit_->curve)) hit_.reset();
    if (still_ && !document.has(*still_)) still_.reset();
    return true;
  }

  void draw_hint(SkCanvas& canvas, const Editor& editor) const override {
    if (const std::optional<Frame> frame = shown_frame(editor))
      frame->draw(canvas, editor.camera(), editor.theme(),
                  busy() ? std::nullopt : shown_grip(editor, editor.pointer()));
    draw_nodes(canvas, editor, bend_.active() ? bend_.grip() : busy() ? std::nullopt : handle_at(editor, editor.pointer()));
    for (const PickedPlace& place : editor.selection().places()) draw_chosen(canvas, editor, place);
    if (hand_) draw_hand(canvas, editor);
    if (doing_ == Doing::nothing) draw_taken(canvas, editor);
    if (doing_ == Doing::arranging) arrange_.draw_hint(canvas, editor);
    if (doing_ == Doing::bending) bend_.draw_hint(canvas, editor);
    if (doing_ == Doing::selecting) area_.draw(canvas, editor);
  }

  std::string status(const Editor& editor) const override {
    if (hand_) return pulling_words(editor);
    if (doing_ == Doing::arranging) return arrange_.status();
    if (doing_ == Doing::bending) return bend_.status();
    if (doing_ == Doing::pushing) return push_.status(editor);
    if (doing_ == Doing::selecting)
      return area_.shape() == SelectArea::Shape::lasso
                 ? "Select what lies inside the line · Shift: beside what is selected"
                 : "To the right: select what lies inside · to the left: what the rectangle touches";
    return idle_words(editor);
  }

  Cursor cursor(const Editor& editor) const override {
    if (changes()) return Cursor::move;
    if (handle_at(editor, editor.pointer()) || force_tip_at(editor, editor.pointer()))
      return Cursor::move;
    if (const auto grip = shown_grip(editor, editor.pointer()))
      return grip->what == Grip::What::move ? Cursor::move : Cursor::hand;
    if (dimension_at(editor, editor.pointer())) return Cursor::move;
    if (editor.hovered_mark()) return Cursor::hand;
    if (const auto hit = editor.hovered()) return hit->point.empty() ? Cursor::hand : Cursor::move;
    if (const auto still = editor.hovered_still(); still && still->kind == ThingKind::trace)
      return Cursor::hand;
    return editor.hovered_still() || inside_chosen(editor, editor.pointer()) ? Cursor::move
                                                                             : Cursor::arrow;
  }

 private:
  enum class Doing { nothing, pressed, pulling, arranging, bending, pushing, selecting };

  // ---- the frame: of several things, or of one that is no curve. One curve is pulled.
  static std::optional<Frame> shown_frame(const Editor& editor) {
    const auto& things = editor.selection().things();
    const auto placed = std::count_if(things.begin(), things.end(), has_place);
    const bool one_curve = placed == 1 && editor.selection().curves().size() == 1;
    return placed == 0 || one_curve ? std::nullopt : Frame::around_chosen(editor);
  }
  static std::optional<Grip> shown_grip(const Editor& editor, const Point& window) {
    const std::optional<Frame> frame = shown_frame(editor);
    return frame ? frame->grip_at(editor.camera(), window) : std::nullopt;
  }
  static bool inside_chosen(const Editor& editor, const Point& window) {
    const Point paper = editor.camera().to_paper(window);
    const std::set<CurveId> curves = editor.selection().curves();
    return std::any_of(curves.begin(), curves.end(), [&](CurveId id) {
      return is_inside(editor.shown(), editor.drawn(), id, paper);
    });
  }

  // ---- dragging
  void begin_drag(Editor& editor) {
    const Modifiers ctrl_shift{true, true, false}, alt{false, false, true}, ctrl_alt{true, false, true};
    if (modifiers_ == ctrl_shift) return begin_arranging(editor, {}, ArrangeGesture::Take::chosen);
    if (modifiers_ == alt && taken()) return begin_arranging(editor, {}, ArrangeGesture::Take::copies);
    if (handle_) {
      bend_.begin(editor, *handle_, pressed_);
      doing_ = Doing::bending;
      return;
    }
    if (pushed_) {
      push_.begin(*pushed_);
      doing_ = Doing::pushing;
      return;
    }
    if (grip_) return begin_arranging(editor, *grip_, ArrangeGesture::Take::chosen);
    if (dimension_ || (mark_ && moves_by_itself(editor, *mark_))) {
      arrange_.begin_mark(editor, dimension_ ? ThingId(*dimension_) : *mark_, pressed_);
      doing_ = Doing::arranging;
      return;
    }
    const bool inside =
        (!hit_ || hit_->inside) && inside_chosen(editor, editor.camera().to_window(pressed_));
    const bool moves = still_ && still_->kind != ThingKind::trace;  // a trace goes where its point goes
    if (moves || inside) return begin_arranging(editor, {}, ArrangeGesture::Take::chosen);
    if (hit_) {
      hand_ = modifiers_ == ctrl_alt ? editor.grab_alone(*hit_) : editor.grab(*hit_);
      doing_ = Doing::pulling;
      return;
    }
    area_.begin(modifiers_.alt ? SelectArea::Shape::lasso : SelectArea::Shape::rectangle, pressed_);
    doing_ = Doing::selecting;
  }

  ThingId taken() const { return hit_ ? ThingId(hit_->curve) : still_ ? *still_ : ThingId(); }

  static bool moves_by_itself(const Editor& editor, ThingId mark) {
    const Constraint* constraint = editor.world().find(mark.as<Constraint>());
    return constraint && is_nail(*constraint);
  }

  // What was pressed on is chosen first, with its group, unless it is already.
  void begin_arranging(Editor& editor, const Grip& grip, ArrangeGesture::Take take) {
    if (const ThingId id = taken(); id && !grip_ && !editor.selection().contains(id))
      editor.select_only(with_groups(editor.document(), {id}));
    arrange_.begin(editor, grip, pressed_, take, modifiers_);
    doing_ = Doing::arranging;
  }

  // The point keeps its distance from the pointer, so that nothing jumps when it is taken. The
  // small one of a point on a line is kept on the screen: zoomed in, it would grow otherwise. Numbers
  // count from where the point was.
  void pull(Editor& editor) {
    const double zoomed = hit_->inside || path_.typed() ? 1 : scale_ / editor.camera().scale();
    editor.pull(hand_, pressed_ + path_.way() + zoomed * offset_);
  }

  void let_go(Editor& editor) {
    editor.follow_hand();
    editor.release(std::exchange(hand_, {}));
    if (editor.history().size() == 2) editor.say("Undo takes everything back, always");
  }

  // ---- clicking
  void click(Editor& editor, const PointerEvent& event) {
    if (event.modifiers.alt) return select_below(editor, event.at);
    if (handle_) return;  // what is chosen stays chosen
    if (grip_ && !hit_ && !mark_) return;  // on the frame: what is chosen stays chosen
    const bool add = event.modifiers.shift;
    if (dimension_) return click_dimension(editor, event);
    const bool one = event.clicks == 2;  // of a group
    if (one && hit_ && inserts_node(editor, *hit_)) return insert_node_at(editor, *hit_);
    if (!mark_ && !taken() && event.clicks == 2) editor.fit();
    Selection& selection = editor.selection();
    if (!add) selection.clear();
    if (mark_)
      selection.toggle(*mark_);
    else if (const ThingId id = taken(); id && !one && outermost_group(editor.document(), id))
      toggle_group(editor, id);
    else if (hit_)
      selection.toggle(place_of_hit(editor, *hit_, event.at));
    else if (still_)
      selection.toggle(*still_);
    editor.touch();
  }

  // A double click between the nodes of a curve that is chosen: one more there.
  static bool inserts_node(const Editor& editor, const CurveHit& hit) {
    const Curve& curve = *editor.world().find(hit.curve);
    constexpr double beside_node = 0.02;  // of a span
    return !hit.inside && hit.curve == curve_with_nodes(editor) && !curve.type->family.node.empty() &&
           std::abs(hit.t - std::round(hit.t)) > beside_node;
  }
  static void insert_node_at(Editor& editor, const CurveHit& hit) {
    if (!editor.perform(Edit{edit::InsertNode{editor.document().name(hit.curve), hit.t}})) return;
    editor.select_only({hit.curve});
  }

  // Its constraint is chosen; a double click types its number in place.
  void click_dimension(Editor& editor, const PointerEvent& event) {
    const DimensionMark& mark = *editor.document().dimensions->find(*dimension_);
    if (!event.modifiers.shift) editor.selection().clear();
    editor.selection().toggle(mark.of);
    if (event.clicks == 2) type_number(editor, *dimension_);
    editor.touch();
  }

  static void toggle_group(Editor& editor, ThingId member) {
    Selection& selection = editor.selection();
    const bool chosen = selection.contains(member);
    for (const ThingId id : with_groups(editor.document(), {member}))
      chosen ? selection.remove(id) : selection.add(id);
  }

  // ---- looks
  std::string pulling_words(const Editor& editor) const {
    const std::string held = "Pulling " + editor.document().name(hit_->curve);
    const std::string end = " · X, Y or Shift: along an axis · Z: slowly · type numbers · Esc: as it was";
    if (lag(editor) > band_threshold) {
      const std::string by = holders(editor);
      return held + ": as far as " + (by.empty() ? "it can go" : by + (by.find(',') == by.npos ? " lets it" : " let it")) + end;
    }
    return held + end;
  }

  std::string idle_words(const Editor& editor) const {
    const Document& document = editor.document();
    if (handle_at(editor, editor.pointer()))
      return "Drag: move the handle · Alt: break a smooth joint";
    if (const auto force = force_tip_at(editor, editor.pointer()))
      return describe(document, *force) + " · drag: turn it, make it stronger or weaker" +
             " · click: select, then Delete removes it";
    if (const auto grip = shown_grip(editor, editor.pointer()))
      return grip->what == Grip::What::turn    ? "Drag: turn what is selected · Shift: by 15°"
             : grip->what == Grip::What::scale ? "Drag: scale what is selected"
                                               : "Drag: move what is selected, as it is";
    if (const auto dimension = dimension_at(editor, editor.pointer()))
      return describe(document, document.dimensions->find(*dimension)->of) +
             " · drag: move the number · double click: type it · click: select";
    if (const auto mark = editor.hovered_mark())
      return describe(document, *mark) +
             (editor.not_met().contains(mark->as<Constraint>()) ? " · cannot be met" : "") +
             (moves_by_itself(editor, *mark) ? " · drag: move it" : "") +
             " · click: select, then Delete removes it";
    if (const auto hit = editor.hovered())
      return document.name(hit->curve) +
             (hit->point.empty() ? " · drag: pull it here" : " · drag: move it") +
             " · click: select · Shift+click: add · Ctrl+Shift+drag: move as it is · Alt+drag: copy";
    if (const auto still = editor.hovered_still(); still && still->kind == ThingKind::trace)
      return "Trace " + document.name(*still) + " · click: select, then Delete removes it";
    if (const auto still = editor.hovered_still())
      return document.name(*still) + " · drag: move it · click: select · Alt+drag: copy";
    if (inside_chosen(editor, editor.pointer())) return "Drag: move what is selected, as it is";
    if (!editor.not_met().empty()) return trouble(editor.not_met().size());
    if (!editor.pointer_on_paper()) return "Pull anything";
    return "Drag a curve to pull it · drag on the paper to select (Alt: lasso) · wheel: zoom · "
           "middle-drag: move the view";
  }

  // How far the hand is from what it holds, in window points.
  double lag(const Editor& editor) const {
    const Hand* hand = editor.world().find(hand_);
    Point held;
    if (!hand || !place_of(editor.world(), hand->on, held)) return 0;
    return editor.camera().scale() * (hand->target - held).norm();
  }

  // The constraints on what is held, by name; a few of them.
  std::string holders(const Editor& editor) const {
    constexpr int most = 3;
    std::string names;
    int count = 0;
    const World& world = editor.world();
    world.constraints().each([&](ConstraintId id, const Constraint& constraint) {
      if (!rides_on(world, constraint, {hit_->curve}) || ++count > most) return;
      names += (names.empty() ? "" : ", ") + editor.document().name(id);
    });
    return count > most ? names + " and others" : names;
  }

  // What holds it lights up.
  void draw_holders(SkCanvas& canvas, const Editor& editor) const {
    const World& world = editor.world();
    for (const Mark& mark : marks_of(editor.shown(), editor.camera().scale())) {
      const Constraint* constraint = world.find(mark.of.as<Constraint>());
      if (!constraint || !rides_on(world, *constraint, {hit_->curve})) continue;
      const SkPoint at = to_skia(window_place(mark, editor.camera()));
      canvas.drawCircle(at, 14, stroke(SkColorSetA(editor.theme().accent, 200), 2));
      draw_dot(canvas, at, 14, SkColorSetA(editor.theme().accent, 48));
    }
  }

  void draw_hand(SkCanvas& canvas, const Editor& editor) const {
    const Hand* hand = editor.world().find(hand_);
    Point held;
    if (!hand || !place_of(editor.world(), hand->on, held)) return;
    const Camera& camera = editor.camera();
    const SkPoint at = to_skia(camera.to_window(held));
    if (lag(editor) > band_threshold) {
      draw_holders(canvas, editor);
      draw_rubber_band(canvas, at, to_skia(camera.to_window(hand->target)), editor.theme());
    }
    draw_dot(canvas, at, 5, editor.theme().accent);
    if (path_.special())
      draw_label(canvas, path_.words(), at + SkPoint{18, 30}, editor.theme());
  }

  // The very point that a press would take hold of.
  static void draw_taken(SkCanvas& canvas, const Editor& editor) {
    if (editor.hovered_mark() || shown_grip(editor, editor.pointer()) ||
        dimension_at(editor, editor.pointer()) || handle_at(editor, editor.pointer()))
      return;
    const auto& hit = editor.hovered();
    if (!hit) return;
    const SkPoint at = to_skia(editor.camera().to_window(hit->at));
    draw_dot(canvas, at, 4.5f, editor.theme().paper);
    draw_dot(canvas, at, 3, editor.theme().accent);
  }

  static void draw_dot(SkCanvas& canvas, SkPoint at, float radius, SkColor colour) {
    SkPaint dot;
    dot.setAntiAlias(true);
    dot.setColor(colour);
    canvas.drawCircle(at, radius, dot);
  }

  // A chosen point, wherever it has gone since.
  static void draw_chosen(SkCanvas& canvas, const Editor& editor, const PickedPlace& place) {
    Point at;
    if (place.special && place_of(editor.world(), *place.special, at))
      draw_chosen_point(canvas, to_skia(editor.camera().to_window(at)), editor.theme());
  }

  Doing doing_ = Doing::nothing;
  Point pressed_ = Point::Zero();  // on the paper
  Modifiers modifiers_;            // when it was pressed
  Point offset_ = Point::Zero();   // from there to the point held
  double scale_ = 1;               // of the camera then
  std::optional<Grip> grip_;
  std::optional<HandleGrip> handle_;
  std::optional<CurveHit> hit_;
  std::optional<ThingId> mark_;
  std::optional<ForceId> pushed_;  // whose arrow is held by its tip
  std::optional<DimensionId> dimension_;
  std::optional<ThingId> still_;  // a text, a guide, a picture, a plot or a trace
  HandId hand_;
  DragPath path_;
  ArrangeGesture arrange_;
  HandleGesture bend_;
  ForceTip push_;
  SelectArea area_;
};

}  // namespace

std::unique_ptr<Tool> make_pull_tool() { return std::make_unique<PullTool>(); }

}  // namespace limber
