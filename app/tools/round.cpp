// Round a corner: drag from it, the radius follows the hand or is typed. Offset: drag from a curve to where
// another should run beside it. Numbers may be typed at any time; Enter is done.
#include <algorithm>
#include <cmath>

#include "app/drawing/draw.h"
#include "app/drawing/glyphs.h"
#include "app/editor/typed_numbers.h"
#include "app/tools/reshape_parts.h"
#include "app/tools/tools.h"
#include "curves/nearest.h"

namespace limber {

namespace {

constexpr double drag_threshold = 3;  // window points

// Press on something, drag a number out of it; one step of undo.
class DragNumberTool : public Tool {
 public:
  void press(Editor& editor, const PointerEvent& event) override {
    move(editor, event);
    if (!take(editor, event.at)) return;
    down_ = true;
    pressed_ = event.at;
    number_.ask({{field()}});
  }
  void move(Editor& editor, const PointerEvent& event) override {
    editor.touch();
    at_ = editor.camera().to_paper(event.at);
    if (!down_) return hover(editor, event.at);
    if (!done_ && (event.at - pressed_).norm() < drag_threshold) return;
    update(editor);
  }
  // A click leaves the number to be typed.
  void release(Editor& editor, const PointerEvent& event) override {
    if (!down_) return;
    move(editor, event);
    if (done_) end(editor);
  }
  bool key(Editor& editor, const KeyEvent& event) override {
    if (!down_) return false;
    if (event.down && event.key == key_enter) {
      end(editor);
      return true;
    }
    if (!number_.key(editor.document(), event)) return false;
    update(editor);
    return true;
  }
  bool busy() const override { return down_; }
  bool cancel(Editor& editor) override {
    if (!std::exchange(down_, false)) return false;
    if (std::exchange(done_, false)) editor.undo();
    number_.forget();
    return true;
  }
  void finish(Editor& editor) override {
    if (down_) end(editor);
  }
  bool look_again(Editor& editor) override {
    if (!down_) hover(editor, editor.pointer());
    return true;
  }

 protected:
  virtual const char* field() const = 0;
  virtual void hover(Editor& editor, const Point& window) = 0;
  virtual bool take(Editor& editor, const Point& window) = 0;  // false: nothing there
  virtual double by_hand(const Editor& editor) const = 0;
  virtual Edit edit(const Editor& editor, double number) const = 0;
  virtual void ended(Editor&) {}

  double number(const Editor& editor) const {
    return number_.any() ? number_.value(0).value_or(0) : by_hand(editor);
  }
  void update(Editor& editor) {
    const double value = number(editor);
    if (value == 0) return;
    const Edit one = edit(editor, value);
    const auto performed = editor.perform_while(!done_, title(editor.document(), one), {one});
    if (performed) done_ = true;
  }
  void end(Editor& editor) {
    down_ = done_ = false;
    number_.forget();
    ended(editor);
    editor.touch();
  }
  virtual std::string title(const Document&, const Edit&) const = 0;
  void draw_number(SkCanvas& canvas, const Editor& editor) const {
    const SkPoint at = to_skia(editor.pointer());
    draw_label(canvas, number_.words({number(editor)}), {at.x() + 18, at.y() + 30}, editor.theme());
  }

  bool down_ = false, done_ = false;  // done: the newest step is this one's
  Point at_ = Point::Zero();          // the pointer, on the paper
  Point pressed_ = Point::Zero();     // in the window
  TypedNumbers number_;
};

class FilletTool : public DragNumberTool {
 public:
  std::string_view command() const override { return "tool.fillet"; }
  void draw_hint(SkCanvas& canvas, const Editor& editor) const override {
    if (!corner_) return;
    if (down_) return draw_number(canvas, editor);
    draw_snap(canvas, to_skia(editor.camera().to_window(corner_->at)), editor.theme(), false);
  }
  std::string status(const Editor&) const override {
    if (down_) return "Round: drag, or type the radius · Enter: done · Esc: as it was";
    return corner_ ? "Drag: round this corner · click: type the radius"
                   : "Round a corner: press on one and drag · Esc: back to pulling";
  }

 private:
  struct Corner {
    std::string curve;
    int number = 1;  // along the curve
    Point at = Point::Zero();
  };
  const char* field() const override { return "radius"; }
  std::string title(const Document&, const Edit&) const override { return "Round a corner"; }
  void hover(Editor& editor, const Point& window) override {
    corner_.reset();
    double best = 1.5 * reach;
    const std::optional<CurveHit> hit = line_at(editor, window);
    if (!hit) return;
    const Curve& curve = *editor.world().find(hit->curve);
    std::vector<double> joints;
    breaks(curve, joints);
    if (joints.size() < 3) return;
    joints.pop_back();  // its end: of a closed curve the begin again
    for (std::size_t k = curve.type->closed ? 0 : 1; k < joints.size(); ++k) {
      Point at;
      if (!point_at(curve, joints[k], at)) continue;
      const double distance = (editor.camera().to_window(at) - window).norm();
      if (distance >= best) continue;
      best = distance;
      corner_ = Corner{editor.document().name(hit->curve), static_cast<int>(k) + 1, at};
    }
  }
  bool take(Editor& editor, const Point&) override {
    if (!corner_) editor.say("Press on a corner of a curve");
    return corner_.has_value();
  }
  double by_hand(const Editor&) const override { return (at_ - corner_->at).norm(); }
  Edit edit(const Editor&, double number) const override {
    return {edit::Fillet{corner_->curve, static_cast<double>(corner_->number), std::abs(number)}};
  }
  void ended(Editor&) override { corner_.reset(); }

  std::optional<Corner> corner_;
};

class OffsetTool : public DragNumberTool {
 public:
  std::string_view command() const override { return "tool.offset"; }
  void draw_hint(SkCanvas& canvas, const Editor& editor) const override {
    if (down_) return draw_number(canvas, editor);
    if (hit_ && editor.document().has(hit_->curve))
      draw_places(canvas, editor,
                  stretch_of(*editor.world().find(hit_->curve), t_begin(*editor.world().find(hit_->curve)),
                             t_end(*editor.world().find(hit_->curve))),
                  SkColorSetA(editor.theme().accent, 90), halo_width);
  }
  std::string status(const Editor& editor) const override {
    if (down_) return "Offset: drag, or type the distance · Enter: done · Esc: none";
    return hit_ ? "Drag: a curve beside " + editor.document().name(hit_->curve) + " · click: type the distance"
                : "Offset: press on a curve and drag · Esc: back to pulling";
  }

 private:
  const char* field() const override { return "distance"; }
  std::string title(const Document&, const Edit&) const override { return "Offset"; }
  void hover(Editor& editor, const Point& window) override { hit_ = line_at(editor, window); }
  bool take(Editor& editor, const Point&) override {
    if (!hit_) return editor.say("Press on a curve"), false;
    made_ = editor.document().names->fresh("path");
    return true;
  }
  // To the left of the curve, as seen from its nearest point.
  double by_hand(const Editor& editor) const override {
    const Curve* curve = editor.world().find(hit_->curve);
    const auto near = curve ? nearest(*curve, at_, 1e-3 / editor.camera().scale()) : std::nullopt;
    Point normal;
    if (!near || !normal_at(*curve, near->t, normal)) return 0;
    return std::copysign(near->distance, normal.dot(at_ - near->x));
  }
  Edit edit(const Editor& editor, double number) const override {
    return {edit::Offset{editor.document().name(hit_->curve), made_, number}};
  }
  void ended(Editor& editor) override {
    if (const ThingId id = editor.document().find(made_)) editor.select_only({id});
    hit_.reset();
  }

  std::optional<CurveHit> hit_;
  std::string made_;
};

}  // namespace

std::unique_ptr<Tool> make_fillet_tool() { return std::make_unique<FilletTool>(); }
std::unique_ptr<Tool> make_offset_tool() { return std::make_unique<OffsetTool>(); }

}  // namespace limber
