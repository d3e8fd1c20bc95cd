// Two points become one: click the first, click the second. Ends, centres and other named points
// are preferred; any other place on a curve will do, fixed there, or sliding with Shift.
#include "app/drawing/draw.h"
#include "app/drawing/glyphs.h"
#include "app/editor/editor.h"
#include "app/edits/resolve.h"
#include "app/tools/tools.h"
#include "curves/nearest.h"

namespace limber {

namespace {

// Window points: a named point so near to its curve is on it (a vertex is, a focus is not).
constexpr double slide_tolerance = 0.01;

class AttachTool : public Tool {
 public:
  std::string_view command() const override { return "tool.attach"; }

  void press(Editor& editor, const PointerEvent& event) override {
    hover(editor, event);
    if (!snap_) return editor.say("Nothing to attach here: click on a curve");
    if (!first_) {
      first_ = sliding_if(editor, *snap_, event);
      snap_.reset();
    } else {
      snap_ = sliding_if(editor, *snap_, event);
      attach(editor);
    }
    editor.touch();
  }

  void move(Editor& editor, const PointerEvent& event) override { hover(editor, event); }
  void release(Editor&, const PointerEvent&) override {}

  bool busy() const override { return first_.has_value(); }

  bool cancel(Editor& editor) override {
    if (!first_) return false;
    first_.reset();
    editor.touch();
    return true;
  }

  bool look_again(Editor& editor) override {
    if (first_ && !editor.document().has(first_->connector.curve)) first_.reset();
    snap_ = snap_under(editor, editor.pointer());
    return true;
  }

  void draw_hint(SkCanvas& canvas, const Editor& editor) const override {
    const Camera& camera = editor.camera();
    if (first_) {
      Point at;
      if (place_of(editor.world(), first_->connector, at)) {
        const Point to = snap_ ? camera.to_window(snap_->at) : editor.pointer();
        draw_rubber_band(canvas, to_skia(camera.to_window(at)), to_skia(to), editor.theme());
        draw_joint(canvas, to_skia(camera.to_window(at)), editor.theme(), editor.theme().snap);
      }
    }
    if (!snap_) return;
    const SkPoint at = to_skia(camera.to_window(snap_->at));
    draw_snap(canvas, at, editor.theme(), snap_->on_curve);
    draw_label(canvas, snap_->words, {at.x() + 14, at.y() - 10}, editor.theme());
  }

  std::string status(const Editor&) const override {
    const std::string place = snap_ ? snap_->words : "";
    const std::string slide = snap_ && snap_->on_curve ? " · Shift+click: let it slide along" : "";
    if (!first_)
      return snap_ ? "Click: attach the " + place + " to another point" + slide
                   : "Attach: click the first point, on a curve · Esc: back to pulling";
    return snap_ ? "Click: attach the " + first_->words + " to the " + place + slide
                 : "Attach the " + first_->words +
                       ": click a point of another curve · Esc: not this one";
  }

 private:
  std::optional<Snap> snap_under(const Editor& editor, const Point& at) const {
    return editor.snap(at, first_ ? first_->connector.curve : CurveId{});
  }
  void hover(Editor& editor, const PointerEvent& event) { snap_ = snap_under(editor, event.at); }

  // With Shift: a point that slides, from the place of its curve where it is. One that is not on its
  // curve (a centre) stays what it is.
  static Snap sliding_if(const Editor& editor, Snap snap, const PointerEvent& event) {
    if (!event.modifiers.shift) return snap;
    const double tolerance = slide_tolerance / editor.camera().scale();
    const CurveId curve = snap.connector.curve;
    const std::optional<Nearest> on = nearest(*editor.world().find(curve), snap.at, tolerance);
    if (on && on->distance <= 2 * tolerance) snap.connector = sliding_at(curve, on->t);
    return snap;
  }

  void attach(Editor& editor) {
    const Document& document = editor.document();
    (void)editor.perform(Edit{edit::Attach{text_of(document, first_->connector),
                                           text_of(document, snap_->connector), ""}});
    first_.reset();
    snap_.reset();
  }

  std::optional<Snap> first_, snap_;
};

// One click: the point is nailed to the paper where it is. A click on a nail pulls it out.
class NailTool : public Tool {
 public:
  std::string_view command() const override { return "tool.nail"; }

  // Chosen points are nailed at once.
  bool begin(Editor& editor) override {
    std::vector<Edit> nails;
    for (const PickedPlace& place : editor.selection().places())
      if (place.special)
        nails.push_back({edit::Nail{text_of(editor.document(), *place.special), ""}});
    if (nails.empty()) return true;
    (void)editor.perform(nails.size() == 1 ? "Nail" : "Nail points", nails);
    return false;
  }

  void press(Editor& editor, const PointerEvent& event) override {
    hover(editor, event.at);
    const Document& document = editor.document();
    if (nail_) {
      const std::string name = document.name(*std::exchange(nail_, {}));
      (void)editor.perform("Pull out nail", {{edit::Delete{{name}}}});
      return;
    }
    if (!snap_) return editor.say("Nothing to nail here: click on a curve");
    (void)editor.perform(Edit{edit::Nail{text_of(document, snap_->connector), ""}});
    snap_.reset();  // the nail just made is not offered for pulling out until the pointer moves
  }

  void move(Editor& editor, const PointerEvent& event) override { hover(editor, event.at); }
  void release(Editor&, const PointerEvent&) override {}
  bool cancel(Editor&) override { return false; }
  bool look_again(Editor& editor) override {
    hover(editor, editor.pointer());
    return true;
  }

  void draw_hint(SkCanvas& canvas, const Editor& editor) const override {
    const Camera& camera = editor.camera();
    if (nail_) {
      Point at;
      if (const Constraint* nail = editor.world().find(*nail_);
          nail && place_of(editor.world(), *nail, at))
        draw_nail(canvas, to_skia(camera.to_window(at)), editor.theme(), editor.theme().trouble);
    } else if (snap_) {
      const SkPoint at = to_skia(camera.to_window(snap_->at));
      draw_nail(canvas, at, editor.theme(), editor.theme().snap);
      draw_label(canvas, snap_->words, {at.x() + 14, at.y() - 10}, editor.theme());
    }
  }

  std::string status(const Editor&) const override {
    if (nail_) return "Click: pull this nail out";
    if (snap_) return "Click: nail the " + snap_->words + " to the paper";
    return "Nail: click a point of a curve to fix it to the paper, or a nail to pull it out · Esc: "
           "back to pulling";
  }

 private:
  void hover(Editor& editor, const Point& window) {
    nail_.reset();
    const std::optional<ThingId> mark = editor.mark_at(window);
    const ConstraintId id = mark ? mark->as<Constraint>() : ConstraintId{};
    if (const Constraint* nail = editor.world().find(id); nail && is_nail(*nail)) nail_ = id;
    snap_ = nail_ ? std::nullopt : editor.snap(window);
  }

  std::optional<ConstraintId> nail_;
  std::optional<Snap> snap_;
};

}  // namespace

std::unique_ptr<Tool> make_attach_tool() { return std::make_unique<AttachTool>(); }
std::unique_ptr<Tool> make_nail_tool() { return std::make_unique<NailTool>(); }

}  // namespace limber
