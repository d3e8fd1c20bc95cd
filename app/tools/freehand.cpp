// Freehand: a stroke becomes the simplest curve that follows it, a line, an arc, a circle or an ellipse
// where one does, else a path of few nodes with handles.
#include <vector>

#include "app/drawing/draw.h"
#include "app/editor/editor.h"
#include "app/edits/resolve.h"
#include "app/tools/tools.h"
#include "curves/fit.h"

namespace limber {

namespace {

constexpr const char* simple_types[] = {"line", "arc", "circle", "ellipse"};
constexpr double step = 2;            // window points from one place of the stroke to the next
constexpr double tremor = 0.012;      // of the stroke's size: as exactly as a hand draws
constexpr double least_tremor = 1.5;  // window points
constexpr double least_size = 6;      // window points: less is a click

class FreehandTool : public Tool {
 public:
  std::string_view command() const override { return "tool.freehand"; }

  void press(Editor& editor, const PointerEvent& event) override {
    stroke_ = {editor.camera().to_paper(event.at)};
    down_ = true;
  }
  void move(Editor& editor, const PointerEvent& event) override {
    if (!down_) return;
    const Point paper = editor.camera().to_paper(event.at);
    if (editor.camera().scale() * (paper - stroke_.back()).norm() >= step) stroke_.push_back(paper);
    editor.touch();
  }
  void release(Editor& editor, const PointerEvent& event) override {
    if (!down_) return;
    move(editor, event);
    complete(editor);
  }

  bool draws() const override { return true; }
  bool busy() const override { return down_; }
  bool wants_every_move() const override { return down_; }
  bool changes() const override { return false; }
  bool cancel(Editor& editor) override {
    editor.touch();
    return std::exchange(down_, false);
  }
  void finish(Editor& editor) override {
    if (down_) complete(editor);
  }

  void draw_hint(SkCanvas& canvas, const Editor& editor) const override {
    if (!down_) return;
    SkPath path;
    path.moveTo(to_skia(editor.camera().to_window(stroke_.front())));
    for (const Point& p : stroke_) path.lineTo(to_skia(editor.camera().to_window(p)));
    canvas.drawPath(path, stroke(editor.theme().accent, stroke_width));
  }
  std::string status(const Editor&) const override {
    return down_ ? "Let go: the stroke becomes the simplest curve that follows it · Esc: none of it"
                 : "Freehand: draw a stroke · Esc: back to pulling";
  }

 private:
  double size() const {
    Box box;
    for (const Point& p : stroke_) box.extend(p);
    return box.diagonal().norm();
  }

  std::optional<StrokeFit> fit(const Editor& editor) const {
    const CurveLibrary& library = editor.document().library;
    const double tolerance =
        std::max(tremor * size(), least_tremor / editor.camera().scale());
    std::vector<SharedCurveType> simple;
    for (const char* name : simple_types)
      if (const SharedCurveType type = library.find(name)) simple.push_back(type);
    std::optional<StrokeFit> best = fit_stroke(stroke_, simple, tolerance);
    if (best && best->rms <= tolerance) return best;
    const SharedCurveType family = library.find(is_closed_stroke(stroke_) ? "closed_path" : "path");
    const std::optional<StrokeFit> path = family ? fit_path(stroke_, family, tolerance) : std::nullopt;
    return path ? path : best;
  }

  void complete(Editor& editor) {
    down_ = false;
    editor.touch();
    if (stroke_.size() < 3 || editor.camera().scale() * size() < least_size)
      return editor.say("Too short to be a curve: draw a longer stroke");
    const std::optional<StrokeFit> found = fit(editor);
    if (!found) return editor.say("No curve follows that stroke");
    const Curve& curve = found->curve;
    const std::string name = editor.document().names->fresh(curve.type->name);
    std::vector<Edit> edits{{draw_edit(curve, name)}};
    add_style(edits, name, editor.next_style().style());
    if (!editor.perform("Draw " + curve.type->title, edits)) return;
    editor.select_only({editor.document().find(name)});
    editor.say("It became a " + curve.type->title);
  }

  bool down_ = false;
  Stroke stroke_;  // on the paper
};

}  // namespace

std::unique_ptr<Tool> make_freehand_tool() { return std::make_unique<FreehandTool>(); }

}  // namespace limber
