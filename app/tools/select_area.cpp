#include "app/tools/select_area.h"

#include "app/drawing/draw.h"
#include "app/editor/arranging.h"
#include "include/core/SkPathEffect.h"
#include "include/effects/SkDashPathEffect.h"

namespace limber {

namespace {
constexpr double lasso_step = 2;  // window points from one place of it to the next
}

void SelectArea::begin(Shape shape, const Point& paper) {
  shape_ = shape;
  line_ = {paper, paper};
}

void SelectArea::move(const Editor& editor, const Point& window) {
  const Camera& camera = editor.camera();
  const Point paper = camera.to_paper(window);
  if (shape_ == Shape::rectangle)
    line_.back() = paper;
  else if ((camera.to_window(line_.back()) - window).norm() >= lasso_step)
    line_.push_back(paper);
}

void SelectArea::choose(Editor& editor, bool add) {
  std::set<ThingId> found;
  if (shape_ == Shape::lasso) {
    found = things_in(editor.shown(), editor.drawn(), line_);
  } else {
    Box box;
    box.extend(line_.front());
    box.extend(line_.back());
    found = things_in(editor.shown(), editor.drawn(), box, leftwards());
  }
  found = with_groups(editor.document(), found);
  if (!add) editor.selection().clear();
  for (const ThingId id : found) editor.selection().add(id);
  editor.touch();
}

void SelectArea::draw(SkCanvas& canvas, const Editor& editor) const {
  SkPath path;
  if (shape_ == Shape::rectangle) {
    SkRect box;
    const SkPoint corners[] = {to_skia(editor.camera().to_window(line_.front())),
                               to_skia(editor.camera().to_window(line_.back()))};
    box.setBounds(corners, 2);
    path.addRect(box);
  } else {
    path.moveTo(to_skia(editor.camera().to_window(line_.front())));
    for (const Point& p : line_) path.lineTo(to_skia(editor.camera().to_window(p)));
    path.close();
  }
  SkPaint inside;
  inside.setAntiAlias(true);
  inside.setColor(SkColorSetA(editor.theme().accent, 24));
  canvas.drawPath(path, inside);
  SkPaint line = stroke(editor.theme().accent, 1);
  if (shape_ == Shape::rectangle && leftwards()) {  // what it touches: an open-looking rim
    const SkScalar dashes[] = {5, 4};
    line.setPathEffect(SkDashPathEffect::Make(dashes, 2, 0));
  }
  canvas.drawPath(path, line);
}

}  // namespace limber
