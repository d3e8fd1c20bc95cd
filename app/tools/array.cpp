// Arrays: copies of what is chosen in a row, or around a place. In a row the drag says how far the next
// copy lies; around, a click says the middle. The number of copies is typed, and one step of undo makes
// all of them.
#include <cmath>
#include <numbers>

#include "app/drawing/draw.h"
#include "app/drawing/glyphs.h"
#include "app/editor/arranging.h"
#include "app/editor/typed_numbers.h"
#include "app/edits/apply.h"
#include "app/tools/tools.h"
#include "curves/transform.h"

namespace limber {

namespace {

constexpr int usual_count = 6, most_copies = 1000;

// Copies one after the other on a scratch drawing: each is moved as `place` says, by its names.
std::vector<Edit> copies(const Document& document, const Strings& names, int count,
                         const std::function<std::optional<Edit>(int, const Strings&)>& place) {
  std::vector<Edit> edits;
  Document scratch = document;
  for (int k = 1; k < count; ++k) {
    std::set<ThingId> before, made;
    each_thing(scratch, [&](ThingId id) { before.insert(id); });
    const Edit copy{edit::Copy{names, Point::Zero()}};
    Result<Document> next = apply(scratch, copy);
    if (!next) return {};
    each_thing(*next, [&](ThingId id) {
      if (!before.contains(id) && has_place(id)) made.insert(id);
    });
    edits.push_back(copy);
    const std::optional<Edit> moved = place(k, moving_with(*next, made));
    if (moved) next = apply(*next, *moved);
    if (!next) return {};
    if (moved) edits.push_back(*moved);
    scratch = *std::move(next);
  }
  return edits;
}

class ArrayTool : public Tool {
 public:
  explicit ArrayTool(bool around) : around_(around) { number_.ask({{"count"}}); }
  std::string_view command() const override { return around_ ? "tool.array_around" : "tool.array"; }

  bool begin(Editor& editor) override {
    if (!chosen(editor).empty()) return true;
    editor.say("Select what to copy first, then choose Array");
    return false;
  }

  void press(Editor& editor, const PointerEvent& event) override {
    from_ = to_ = editor.camera().to_paper(event.at);
    down_ = true;
  }
  void move(Editor& editor, const PointerEvent& event) override {
    to_ = editor.camera().to_paper(event.at);
    editor.touch();
  }
  void release(Editor& editor, const PointerEvent& event) override {
    if (!down_) return;
    move(editor, event);
    complete(editor);
  }
  bool key(Editor& editor, const KeyEvent& event) override {
    if (event.down && event.key == key_enter && down_) return complete(editor), true;
    if (!number_.key(editor.document(), event)) return false;
    editor.touch();
    return true;
  }

  bool busy() const override { return down_; }
  bool changes() const override { return false; }
  bool cancel(Editor& editor) override {
    editor.touch();
    return std::exchange(down_, false);
  }

  void draw_hint(SkCanvas& canvas, const Editor& editor) const override {
    const Box box = drawn_extent_of(editor, editor.selection().things());
    const Camera& camera = editor.camera();
    if (box.isEmpty()) return;
    if (down_ || around_)
      for (int k = 1; k < std::min(count(), 60); ++k) draw_ghost(canvas, camera, box, k, editor.theme());
    const SkPoint at = to_skia(editor.pointer());
    if (around_) draw_snap(canvas, at, editor.theme(), true);
    draw_label(canvas, number_.words({static_cast<double>(count())}), {at.x() + 18, at.y() + 30},
               editor.theme());
  }
  std::string status(const Editor&) const override {
    return around_ ? "Array around: type how many · click the middle · Esc: back to pulling"
                   : "Array: type how many · drag from one copy to the next · Esc: back to pulling";
  }

 private:
  static Strings chosen(const Editor& editor) {
    Strings names;
    for (const ThingId id : editor.selection().things())
      if (has_place(id)) names.push_back(editor.document().name(id));
    return names;
  }
  int count() const {
    const double typed = number_.value(0).value_or(usual_count);
    return std::clamp(static_cast<int>(std::lround(std::clamp(typed, 0.0, 1e6))), 1, most_copies);
  }
  double angle(int k) const { return 2 * std::numbers::pi * k / count(); }

  void draw_ghost(SkCanvas& canvas, const Camera& camera, const Box& box, int k,
                  const Theme& theme) const {
    const Similarity s = around_ ? about(to_, angle(k), 1) : Similarity{(to_ - from_) * k, 0, 1, false};
    SkPath path;
    for (const auto corner : {Box::BottomLeft, Box::BottomRight, Box::TopRight, Box::TopLeft}) {
      const SkPoint p = to_skia(camera.to_window(s(box.corner(corner))));
      path.isEmpty() ? path.moveTo(p) : path.lineTo(p);
    }
    path.close();
    canvas.drawPath(path, stroke(SkColorSetA(theme.accent, 150), 1));
  }

  void complete(Editor& editor) {
    down_ = false;
    const Point step = to_ - from_, middle = to_;
    if (!around_ && !(editor.camera().scale() * step.norm() >= 3))
      return editor.say("Drag from one copy to where the next should lie");
    editor.come_to_rest();
    const std::vector<Edit> edits =
        copies(editor.document(), chosen(editor), count(), [&](int k, const Strings& names) {
          return around_ ? Edit{edit::Turn{names, angle(k), middle}}
                         : Edit{edit::Move{names, step * k}};
        });
    if (edits.empty()) return editor.say(count() < 2 ? "One is there already: type how many" : "That cannot be copied");
    (void)editor.perform("Array", edits);
  }

  bool around_;
  bool down_ = false;
  Point from_ = Point::Zero(), to_ = Point::Zero();
  TypedNumbers number_;
};

}  // namespace

std::unique_ptr<Tool> make_array_tool() { return std::make_unique<ArrayTool>(false); }
std::unique_ptr<Tool> make_array_around_tool() { return std::make_unique<ArrayTool>(true); }

}  // namespace limber
