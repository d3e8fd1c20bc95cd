// Draws a curve of any type of the library: drag from press to release, or for curves made of nodes
// click by click, ended by Enter, a double click or a click on the last node, closed by a click on
// the first. Where the pointer sticks to another curve, the new one is attached to it (Ctrl: is
// not; Shift: it slides along).
#include <algorithm>
#include <vector>

#include "app/drawing/draw.h"
#include "app/drawing/glyphs.h"
#include "app/editor/editor.h"
#include "app/edits/resolve.h"
#include "app/tools/tools.h"
#include "curves/gesture.h"

namespace limber {

namespace {

class DrawTool : public Tool {
 public:
  explicit DrawTool(std::string type) : type_(std::move(type)), command_("draw." + type_) {}
  std::string_view command() const override { return command_; }

  void press(Editor& editor, const PointerEvent& event) override {
    hover(editor, event);
    if (closes_ || ends_here(editor, event)) return complete(editor);
    places_.push_back(here_);
    down_ = true;
    editor.touch();
  }

  void move(Editor& editor, const PointerEvent& event) override { hover(editor, event); }

  void release(Editor& editor, const PointerEvent& event) override {
    if (!down_) return;
    down_ = false;
    hover(editor, event);
    if (by_clicks(editor)) return;
    // Press and release at one place: a click, then the other end is clicked as well.
    const Camera& camera = editor.camera();
    const bool dragged = (camera.to_window(here_.at) - camera.to_window(places_[0].at)).norm() >= 4;
    const bool needs_drag = !point_like(editor);
    if (places_.size() == 1 && needs_drag && !dragged) return;
    if (places_.size() == 1) places_.push_back(here_);
    complete(editor);
  }

  bool key(Editor& editor, const KeyEvent& event) override {
    if (!event.down || places_.empty()) return false;
    if (event.key == key_enter) {
      closes_ = false;
      complete(editor);
      return true;
    }
    if (event.key == key_backspace || event.key == key_delete) {
      places_.pop_back();
      closes_ = false;
      editor.touch();
      return true;
    }
    return false;
  }

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
    for (Place& place : places_)
      if (place.snap && !editor.document().has(place.snap->connector.curve))
        place.snap.reset();
    return editor.document().library->find(type_) != nullptr;
  }

  void draw_hint(SkCanvas& canvas, const Editor& editor) const override {
    const Camera& camera = editor.camera();
    if (const std::optional<Curve> curve = preview(editor)) {
      DrawnCurve drawn;
      drawn.tolerance = 0.125 / camera.scale();
      drawn.line = tessellate(*curve, drawn.tolerance);
      drawn.box = drawn.line.box();
      if (!drawn.box.isEmpty()) drawn.origin = drawn.box.center();
      drawn.path = path_of(drawn.line, drawn.origin, drawn.tolerance);
      draw_curve(canvas, drawn, camera, stroke(editor.theme().accent, stroke_width));
    }
    if (!places_.empty() && !preview(editor))  // too few nodes to be a curve yet
      draw_rubber_band(canvas, to_skia(camera.to_window(places_.back().at)),
                       to_skia(camera.to_window(here_.at)), editor.theme());
    for (const Place& place : places_) {
      SkPaint dot;
      dot.setAntiAlias(true);
      dot.setColor(editor.theme().accent);
      canvas.drawCircle(to_skia(camera.to_window(place.at)), 3, dot);
    }
    if (closes_) {
      const SkPoint at = to_skia(camera.to_window(here_.at));
      draw_snap(canvas, at, editor.theme(), false);
      draw_label(canvas, "close", {at.x() + 14, at.y() - 10}, editor.theme());
    } else if (here_.snap && editor.pointer_on_paper()) {
      const SkPoint at = to_skia(camera.to_window(here_.at));
      draw_snap(canvas, at, editor.theme(), here_.snap->on_curve);
      draw_label(canvas, (here_.slides ? "slide on " : "attach to ") + here_.snap->words, {at.x() + 14, at.y() - 10},
                 editor.theme());
    }
  }

  std::string status(const Editor& editor) const override {
    const SharedCurveType type = editor.document().library->find(type_);
    const std::string title = type ? type->title : type_;
    const std::string stick =
        !here_.snap            ? ""
        : here_.slides         ? " · slides on " + here_.snap->words
        : here_.snap->on_curve ? " · attaches to " + here_.snap->words + " (Shift: slides, Ctrl: not)"
                               : " · attaches to " + here_.snap->words + " (Ctrl: not)";
    if (closes_) return title + ": click to close it";
    if (by_clicks(editor))
      return places_.empty() ? title + ": click the first node" + stick
                             : title +
                                   ": click the next node · Enter or double click: done · "
                                   "Backspace: one back · Esc: none of it" +
                                   stick;
    if (point_like(editor)) return title + ": click where it should be" + stick;
    return places_.empty() ? title + ": press and drag" + stick + " · Esc: back to pulling"
                           : title + ": let go where it should end" + stick + " · Esc: none of it";
  }

 private:
  struct Place {
    Point at = Point::Zero();
    std::optional<Snap> snap;
    bool slides = false;  // along the curve it stuck to
  };

  bool by_clicks(const Editor& editor) const {
    const SharedCurveType type = editor.document().library->find(type_);
    return type && is_drawn_by_clicks(*type);
  }
  // A type that is there after a click without a drag: press and release may coincide.
  bool point_like(const Editor& editor) const {
    const SharedCurveType type = editor.document().library->find(type_);
    return type && !is_drawn_by_clicks(*type) && draw(type, Point(1, 2), Point(1, 2)).has_value();
  }

  void hover(Editor& editor, const PointerEvent& event) {
    here_.snap = event.modifiers.ctrl ? std::nullopt : editor.snap(event.at);
    here_.at = here_.snap ? here_.snap->at : editor.camera().to_paper(event.at);
    here_.slides = event.modifiers.shift && here_.snap && here_.snap->on_curve;
    closes_ = can_close(editor) &&
              (editor.camera().to_window(places_.front().at) - event.at).norm() < reach;
    if (closes_) here_ = places_.front();
    editor.touch();
  }

  // The type of the same name that goes round: "closed_polyline" of "polyline". Null when there is
  // none; the type itself when it goes round already.
  SharedCurveType closed_type(const Editor& editor) const {
    const SharedCurveType type = editor.document().library->find(type_);
    return type && type->closed ? type : editor.document().library->find("closed_" + type_);
  }
  bool can_close(const Editor& editor) const {
    if (!by_clicks(editor)) return false;
    const SharedCurveType type = closed_type(editor);
    return type && static_cast<int>(places_.size()) >= std::max(3, type->family.minimum_nodes);
  }

  bool ends_here(const Editor& editor, const PointerEvent& event) const {
    if (places_.empty()) return false;
    if (!by_clicks(editor)) return false;
    const Point last = editor.camera().to_window(places_.back().at);
    return event.clicks >= 2 || (event.at - last).norm() < 3;
  }

  std::optional<Curve> make(const Editor& editor, const std::vector<Place>& places) const {
    const SharedCurveType type =
        closes_ ? closed_type(editor) : editor.document().library->find(type_);
    std::vector<Point> points;
    for (const Place& place : places) points.push_back(place.at);
    if (!type || points.empty()) return std::nullopt;
    return draw(type, points);
  }

  std::optional<Curve> preview(const Editor& editor) const {
    if (places_.empty()) return std::nullopt;
    std::vector<Place> places = places_;
    if (!closes_) places.push_back(here_);
    return make(editor, places);
  }

  void complete(Editor& editor) {
    const std::optional<Curve> curve = make(editor, places_);
    const std::vector<Place> places = std::exchange(places_, {});
    down_ = closes_ = false;
    if (!curve)
      return editor.say(by_clicks(editor) ? "Too few nodes to be a curve: click more of them"
                                          : "Too small to be a curve: drag farther");
    const std::string name = editor.document().names->fresh(curve->type->name);
    std::vector<Edit> edits{{draw_edit(*curve, name)}};
    attach_ends(editor, *curve, name, places, edits);
    if (!editor.perform("Draw " + curve->type->title, edits)) return;
    editor.selection().clear();
    editor.selection().add(editor.document().find(name));
  }

  // Each place that stuck to something is joined to the new curve's own point there, if it has one.
  static void attach_ends(const Editor& editor, const Curve& curve, const std::string& name,
                          const std::vector<Place>& places, std::vector<Edit>& edits) {
    World alone;  // the new curve by itself, to see where its points are
    const CurveId id = alone.add(curve);
    const double near = 1e-6 / editor.camera().scale();
    for (const Place& place : places) {
      if (!place.snap) continue;
      for (const Connector& connector : special_points(id, curve)) {
        Point at;
        if (!place_of(alone, connector, at) || (at - place.at).norm() > near) continue;
        const Connector& on = place.snap->connector;
        const auto* fixed = std::get_if<PointAt>(&on.what);
        const Connector to = place.slides && fixed ? sliding_at(on.curve, fixed->t) : on;
        edits.push_back({edit::Attach{text_of(name, *curve.type, connector),
                                      text_of(editor.document(), to), ""}});
        break;
      }
    }
  }

  std::string type_, command_;
  std::vector<Place> places_;
  Place here_;
  bool down_ = false;
  bool closes_ = false;  // the pointer is at the first node of a curve that can be closed
};

}  // namespace

std::unique_ptr<Tool> make_draw_tool(std::string curve_type) {
  return std::make_unique<DrawTool>(std::move(curve_type));
}

}  // namespace limber
