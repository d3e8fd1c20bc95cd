// Draws a curve of any type of the library: drag from press to release or click both ends; curves made
// of nodes click by click, ended by Enter, a double click or a click on the last node, closed by a click
// on the first. A node with handles is a pen's: dragged while the button is down.
//
// Where the pointer snaps (aim.h) the place is taken, and the constraint kept that makes it so (a level
// or upright direction only when asked to); S goes to the next offer, K keeps or drops, Ctrl ignores all, Shift slides along a curve. Shift elsewhere:
// steps of 15 degrees, and squares. Numbers are typed at any time, Tab goes to the next.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "app/drawing/draw.h"
#include "app/drawing/glyphs.h"
#include "app/editor/aim.h"
#include "app/editor/draw_numbers.h"
#include "app/editor/editor.h"
#include "app/edits/resolve.h"
#include "app/tools/drawn_edits.h"
#include "app/tools/tools.h"
#include "curves/bounds.h"
#include "curves/gesture.h"
#include "curves/nearest.h"

namespace limber {

namespace {

constexpr double drag_threshold = 4;   // window points: less is a click
constexpr double handle_threshold = 4;  // likewise, of a pen's handle
constexpr double angle_step = std::numbers::pi / 12;

class DrawTool : public Tool {
 public:
  explicit DrawTool(std::string type) : type_(std::move(type)), command_("draw." + type_) {}
  std::string_view command() const override { return command_; }

  void press(Editor& editor, const PointerEvent& event) override {
    hover(editor, event);
    if (closes_ || ends_here(editor, event)) return complete(editor);
    places_.push_back(here_);
    down_ = true;
    ask_numbers(editor);
    editor.touch();
  }

  void move(Editor& editor, const PointerEvent& event) override {
    if (down_ && has_handles(editor)) return pull_handle(editor, event);
    hover(editor, event);
  }

  void release(Editor& editor, const PointerEvent& event) override {
    if (!down_) return;
    if (has_handles(editor)) pull_handle(editor, event);
    down_ = false;
    hover(editor, event);
    if (by_clicks(editor)) return;
    // Press and release at one place: a click, then the other end is clicked as well.
    const Camera& camera = editor.camera();
    const bool dragged =
        (camera.to_window(here_.at) - camera.to_window(places_[0].at)).norm() >= drag_threshold;
    if (places_.size() == 1 && !point_like(editor) && !dragged) return;
    if (places_.size() == 1) places_.push_back(here_);
    complete(editor);
  }

  bool key(Editor& editor, const KeyEvent& event) override {
    if (!event.down || places_.empty() || event.modifiers.ctrl || event.modifiers.alt) return false;
    if (event.key == key_enter) return enter(editor);
    if (numbers_.key(editor.document(), event) || offer_key(event)) {
      aim_again(editor);
      return true;
    }
    if (event.key == key_backspace || event.key == key_delete) {
      places_.pop_back();
      closes_ = false;
      ask_numbers(editor);
      editor.touch();
      return true;
    }
    return false;
  }

  bool draws() const override { return true; }
  bool busy() const override { return !places_.empty(); }

  bool cancel(Editor& editor) override {
    if (places_.empty()) return false;
    places_.clear();
    down_ = closes_ = false;
    editor.touch();
    return true;
  }

  void finish(Editor& editor) override {
    if (places_.empty()) return;
    closes_ = false;
    if (!by_clicks(editor) && places_.size() == 1) places_.push_back(here_);
    if (make(editor, places_))
      complete(editor);
    else
      cancel(editor);
  }

  // A curve of nodes that is one already is kept; anything else that is half drawn is not.
  void leave(Editor& editor) override {
    if (by_clicks(editor))
      finish(editor);
    else
      cancel(editor);
  }

  // The formula itself may be gone: adding it was undone.
  bool look_again(Editor& editor) override {
    PointerEvent still;
    still.at = editor.pointer();
    hover(editor, still);
    const auto gone = [&](const Connector& on) { return !editor.document().has(on.curve); };
    for (Place& place : places_)
      if (place.offer && std::any_of(place.offer->on.begin(), place.offer->on.end(), gone))
        place.offer.reset();
    return editor.document().library->find(type_) != nullptr;
  }

  void draw_hint(SkCanvas& canvas, const Editor& editor) const override {
    const Camera& camera = editor.camera();
    const std::optional<Curve> curve = preview(editor);
    if (curve) draw_preview(canvas, editor, *curve);
    if (!places_.empty() && !curve)  // too few nodes to be a curve yet
      draw_rubber_band(canvas, to_skia(camera.to_window(places_.back().at)),
                       to_skia(camera.to_window(here_.at)), editor.theme());
    for (const Place& place : places_) draw_place(canvas, editor, place);
    const SkPoint at = to_skia(camera.to_window(here_.at));
    if (closes_) {
      draw_snap(canvas, at, editor.theme(), false);
      draw_label(canvas, "close", {at.x() + 14, at.y() - 10}, editor.theme());
    } else if (here_.offer && editor.pointer_on_paper() && !down_handle(editor)) {
      draw_compared(canvas, editor, *here_.offer);
      draw_snap(canvas, at, editor.theme(), here_.offer->what != Offer::What::point);
      if (const std::string_view kind = kind_of(here_.offer->what); !kind.empty())
        draw_constraint_hint(canvas, at, kind, here_.holds, editor.theme());
      draw_label(canvas, offer_words(), {at.x() + 14, at.y() - 10}, editor.theme());
    }
    if (curve && !places_.empty() && !down_handle(editor))
      draw_label(canvas, numbers_.words(numbers_now(editor)), {at.x() + 20, at.y() + 34},
                 editor.theme());
  }

  std::string status(const Editor& editor) const override {
    const SharedCurveType type = editor.document().library->find(type_);
    const std::string title = type ? type->title : type_;
    const std::string stick = here_.offer ? " · " + offer_words() : "";
    const std::string more = " · type numbers, Tab: next · Shift: 15° · Esc: none of it";
    if (closes_) return title + ": click to close it";
    if (by_clicks(editor) && places_.empty())
      return title + (has_handles(editor) ? ": click a corner, or drag a round one" : ": click the first node") +
             stick;
    if (by_clicks(editor))
      return title + ": click the next node" + stick +
             " · Enter or double click: done · Backspace: one back · Esc: none of it";
    if (point_like(editor)) return title + ": click where it should be" + stick;
    return places_.empty() ? title + ": press and drag, or click both ends" + stick +
                                 " · Esc: back to pulling"
                           : title + ": let go where it should end" + stick + more;
  }

 private:
  using Place = DrawnPlace;

  SharedCurveType type(const Editor& editor) const { return editor.document().library->find(type_); }
  bool by_clicks(const Editor& editor) const {
    const SharedCurveType found = type(editor);
    return found && is_drawn_by_clicks(*found);
  }
  bool has_handles(const Editor& editor) const {
    const SharedCurveType found = type(editor);
    return found && limber::has_handles(*found);
  }
  bool down_handle(const Editor& editor) const {
    return down_ && has_handles(editor) && !places_.empty() &&
           places_.back().handle != Point::Zero();
  }
  // A type without extent is there after a click: whatever way it is dragged, it is a point.
  bool point_like(const Editor& editor) const {
    const SharedCurveType found = type(editor);
    if (!found || is_drawn_by_clicks(*found)) return false;
    const std::optional<Curve> curve = draw(found, Point(0, 0), Point(8, 6));
    return curve && bounds(*curve, 1e-3).sizes().maxCoeff() < 1e-2;
  }

  // ---- aiming
  void hover(Editor& editor, const PointerEvent& event) {
    const bool moved = (event.at - aimed_).norm() > 1;
    aimed_ = event.at;
    modifiers_ = event.modifiers;
    if (moved) chosen_ = 0, other_ = false;  // another place, other offers
    aim_again(editor);
  }

  void aim_again(Editor& editor) {
    std::optional<Point> before;
    if (!places_.empty()) before = places_.back().at;
    here_ = {};
    here_.at = editor.camera().to_paper(aimed_);
    std::vector<Offer> offers =
        modifiers_.ctrl || numbers_.any() ? std::vector<Offer>{} : offers_at(editor, aimed_, before);
    if (modifiers_.shift)  // its own steps come before the directions of other curves
      std::erase_if(offers, [](const Offer& one) { return one.is_comparison() && !one.on.empty(); });
    if (!offers.empty()) {
      Offer offer = offers[static_cast<std::size_t>(chosen_) % offers.size()];
      if (modifiers_.shift) let_slide(editor, offer);
      take_offer(offer);
    }
    if (before && !here_.offer && modifiers_.shift) here_.at = stepped(editor, *before, here_.at);
    if (before && numbers_.any()) here_.at = typed_end(editor, *before, here_.at);
    closes_ = can_close(editor) && !numbers_.any() &&
              (editor.camera().to_window(places_.front().at) - aimed_).norm() < reach;
    if (closes_) here_ = places_.front();
    editor.touch();
  }

  void take_offer(const Offer& offer) {
    here_.offer = offer;
    here_.at = offer.at;
    here_.holds = offer.can_hold() && offer.usually_holds() != other_;
    here_.slides = modifiers_.shift && offer.what == Offer::What::on_curve;
  }

  // With Shift a named point of a rim is a place of its curve like any other; an end stays an end.
  void let_slide(const Editor& editor, Offer& offer) const {
    if (offer.what != Offer::What::point || offer.on.size() != 1) return;
    const CurveId id = offer.on.front().curve;
    const Curve* curve = editor.world().find(id);
    const double tolerance = 1e-3 / editor.camera().scale();
    const std::optional<Nearest> on = curve ? nearest(*curve, offer.at, tolerance) : std::nullopt;
    if (!on || on->distance > 2 * tolerance) return;
    const double slack = 1e-6 * (t_end(*curve) - t_begin(*curve));
    if (!curve->type->closed && (on->t < t_begin(*curve) + slack || on->t > t_end(*curve) - slack)) return;
    offer.what = Offer::What::on_curve;
    offer.on = {point_at(id, on->t)};
    offer.words = editor.document().name(id);
  }

  // S: the next offer; K: keep its constraint, or not.
  bool offer_key(const KeyEvent& event) {
    if (event.key == 's') return ++chosen_, true;
    if (event.key == 'k') return other_ = !other_, true;
    return false;
  }

  std::string offer_words() const {
    const Offer& offer = *here_.offer;
    const bool joins = offer.what == Offer::What::point || offer.what == Offer::What::on_curve;
    const bool on_curve = offer.what == Offer::What::on_curve;
    std::string words = !joins         ? offer.words
                        : here_.slides ? "slide on " + offer.words
                        : here_.holds  ? "attach to " + offer.words
                                       : (on_curve ? "on " : "at ") + offer.words;
    if (!offer.can_hold()) return words;
    if (!offer.usually_holds()) return words + (here_.holds ? ", kept" : " (K: keep it so)");
    return words + (here_.holds ? "" : ", not kept");
  }

  // By 15 degrees; where a type has two lengths of its own (a rectangle, an ellipse), equal ones.
  Point stepped(const Editor& editor, const Point& from, const Point& to) const {
    const Point way = to - from;
    const double angle = std::atan2(way.y(), way.x());
    const bool box = !by_clicks(editor) && lengths_of(*type(editor)) > 1;
    const double quarter = std::numbers::pi / 2;
    const double turned = box ? quarter * (std::floor(angle / quarter) + 0.5)
                              : angle_step * std::round(angle / angle_step);
    const Point along(std::cos(turned), std::sin(turned));
    return from + along * along.dot(way);
  }

  // ---- numbers
  void ask_numbers(const Editor& editor) {
    numbers_.ask(by_clicks(editor) ? polar_fields() : fields_of(*type(editor)));
  }
  Point typed_end(const Editor& editor, const Point& from, const Point& to) const {
    return by_clicks(editor) ? polar_end(numbers_, from, to)
                             : typed_release(numbers_, type(editor), from, to);
  }
  std::vector<double> numbers_now(const Editor& editor) const {
    return by_clicks(editor) ? polar_numbers(places_.back().at, here_.at)
                             : numbers_of(type(editor), places_.front().at, here_.at);
  }
  // Enter: with numbers typed the point they say, else the end of a curve of nodes.
  bool enter(Editor& editor) {
    closes_ = false;
    if (!by_clicks(editor) && places_.size() == 1) places_.push_back(here_);
    if (by_clicks(editor) && numbers_.any()) {
      places_.push_back(here_);
      ask_numbers(editor);
      aim_again(editor);
      return true;
    }
    complete(editor);
    return true;
  }

  // ---- the pen's handles
  void pull_handle(Editor& editor, const PointerEvent& event) {
    Place& node = places_.back();
    const bool far =
        (editor.camera().to_window(node.at) - event.at).norm() >= handle_threshold;
    node.handle = far ? Point(editor.camera().to_paper(event.at) - node.at) : Point(Point::Zero());
    node.broken = event.modifiers.alt;
    here_ = node;
    editor.touch();
  }

  // ---- making
  // The type of the same name that goes round: "closed_polyline" of "polyline". Null when there is
  // none; the type itself when it goes round already.
  SharedCurveType closed_type(const Editor& editor) const {
    const SharedCurveType found = type(editor);
    return found && found->closed ? found : editor.document().library->find("closed_" + type_);
  }
  bool can_close(const Editor& editor) const {
    if (!by_clicks(editor)) return false;
    const SharedCurveType found = closed_type(editor);
    const int least = has_handles(editor) ? 2 : 3;
    return found && static_cast<int>(places_.size()) >= std::max(least, found->family.minimum_nodes);
  }

  bool ends_here(const Editor& editor, const PointerEvent& event) const {
    if (places_.empty() || !by_clicks(editor)) return false;
    const Point last = editor.camera().to_window(places_.back().at);
    return event.clicks >= 2 || (event.at - last).norm() < 3;
  }

  std::optional<Curve> make(const Editor& editor, const std::vector<Place>& places) const {
    const SharedCurveType found = closes_ ? closed_type(editor) : type(editor);
    std::vector<PenPlace> pen;
    for (const Place& place : places) pen.push_back({place.at, place.handle, place.broken});
    if (!found || pen.empty()) return std::nullopt;
    return draw(found, pen);
  }

  std::optional<Curve> preview(const Editor& editor) const {
    if (places_.empty()) return std::nullopt;
    std::vector<Place> places = places_;
    if (!closes_ && !down_handle(editor)) places.push_back(here_);
    return make(editor, places);
  }

  void complete(Editor& editor) {
    const std::optional<Curve> curve = make(editor, places_);
    const std::vector<Place> places = std::exchange(places_, {});
    down_ = closes_ = false;
    numbers_.forget();
    if (!curve)
      return editor.say(by_clicks(editor) ? "Too few nodes to be a curve: click more of them"
                                          : "Too small to be a curve: drag farther");
    const std::string name = editor.document().names->fresh(curve->type->name);
    const double near = 1e-6 / editor.camera().scale();
    std::vector<Edit> edits = drawn_edits(editor.document(), *curve, name, places, near);
    add_style(edits, name, editor.next_style().style());
    if (!editor.perform("Draw " + curve->type->title, edits)) return;
    editor.selection().clear();
    editor.selection().add(editor.document().find(name));
  }

  // ---- looks
  static void draw_preview(SkCanvas& canvas, const Editor& editor, const Curve& curve) {
    DrawnCurve drawn;
    drawn.tolerance = 0.125 / editor.camera().scale();
    drawn.line = tessellate(curve, drawn.tolerance);
    drawn.box = drawn.line.box();
    if (!drawn.box.isEmpty()) drawn.origin = drawn.box.center();
    drawn.path = path_of(drawn.line, drawn.origin, drawn.tolerance);
    draw_curve(canvas, drawn, editor.camera(), stroke(editor.theme().accent, stroke_width));
  }

  // The curve that a direction or length is taken from.
  static void draw_compared(SkCanvas& canvas, const Editor& editor, const Offer& offer) {
    if (!offer.is_comparison() || offer.on.empty()) return;
    if (const DrawnCurve* other = editor.drawn().find(offer.on.front().curve))
      draw_curve(canvas, *other, editor.camera(), stroke(SkColorSetA(editor.theme().snap, 110), halo_width));
  }

  static void draw_place(SkCanvas& canvas, const Editor& editor, const Place& place) {
    SkPaint dot;
    dot.setAntiAlias(true);
    dot.setColor(editor.theme().accent);
    const auto window = [&](const Point& paper) { return to_skia(editor.camera().to_window(paper)); };
    const SkPoint at = window(place.at);
    if (place.handle != Point::Zero()) {
      const SkPoint ahead = window(place.at + place.handle);
      const SkPoint behind = place.broken ? at : window(place.at - place.handle);
      canvas.drawLine(behind, ahead, stroke(SkColorSetA(editor.theme().accent, 150), 1));
      canvas.drawCircle(ahead, 3, dot);
      if (!place.broken) canvas.drawCircle(behind, 3, dot);
    }
    canvas.drawCircle(at, 3, dot);
  }

  std::string type_, command_;
  std::vector<Place> places_;
  Place here_;
  Point aimed_ = Point::Zero();  // the pointer, in the window
  Modifiers modifiers_;
  int chosen_ = 0;      // of the offers there
  bool other_ = false;  // its constraint is kept where it usually is not, and the other way round
  TypedNumbers numbers_;
  bool down_ = false;
  bool closes_ = false;  // the pointer is at the first node of a curve that can be closed
};

}  // namespace

std::unique_ptr<Tool> make_draw_tool(std::string curve_type) {
  return std::make_unique<DrawTool>(std::move(curve_type));
}

}  // namespace limber
