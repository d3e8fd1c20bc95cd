#include "app/editor/crosshair.h"

#include <algorithm>
#include <cmath>

#include "app/drawing/draw.h"
#include "app/editor/editor.h"

namespace limber {

namespace {

constexpr double mouse_slack = 4;  // window points: a mouse that is knocked is not taken up
constexpr double margin = 24;      // the view follows before the crosshair leaves it
constexpr int far_step = 5;        // lines of the grid

// Left, right, up, down; on the paper up is up.
std::optional<Point> way_of(int key) {
  if (key == key_left) return Point(-1, 0);
  if (key == key_right) return Point(1, 0);
  if (key == key_up) return Point(0, 1);
  if (key == key_down) return Point(0, -1);
  return std::nullopt;
}

}  // namespace

void Crosshair::show(Editor& editor, bool shown) {
  if (down_) send(editor, PointerEvent::What::release);
  down_ = false;
  shown_ = shown;
  if (shown) {
    const Box view = editor.camera().view();
    const bool there = editor.pointer_on_paper() && view.contains(editor.pointer());
    const double step = grid_step(editor.camera().scale());
    const Point paper = editor.camera().to_paper(there ? editor.pointer() : Point(view.center()));
    at_ = editor.camera().to_window(
        Point(step * std::round(paper.x() / step), step * std::round(paper.y() / step)));
    send(editor, PointerEvent::What::move);
  }
  editor.touch();
}

void Crosshair::mouse_moved(const Point& to) {
  if (shown_ && !sending_ && !down_ && (to - at_).norm() > mouse_slack) shown_ = false;
}

bool Crosshair::handle(Editor& editor, const KeyEvent& event) {
  if (!event.down || event.modifiers.alt || editor.tool().writes()) return false;
  const std::optional<Point> way = way_of(event.key);
  const bool pulls = editor.tool().command() == "tool.pull" || editor.tool().command() == "tool.move";
  if (way && !shown_ && !(event.modifiers.ctrl && event.modifiers.shift) &&
      (editor.selection().empty() || !pulls))
    show(editor, true);
  if (!shown_) return false;
  if (way && !(event.modifiers.ctrl && event.modifiers.shift)) {
    move(editor, *way, event.modifiers);
    return true;
  }
  if (event.key == key_enter && !event.modifiers.ctrl) {
    const bool lets_go = down_;
    if (!down_) send(editor, PointerEvent::What::press);
    down_ = !lets_go && event.modifiers.shift;
    if (!down_) send(editor, PointerEvent::What::release);
    return true;
  }
  if (event.key == key_escape && !editor.tool().busy() && editor.tool().command() == "tool.pull" &&
      editor.selection().empty()) {
    show(editor, false);
    return true;
  }
  return false;
}

void Crosshair::move(Editor& editor, const Point& way, const Modifiers& modifiers) {
  Camera& camera = editor.camera();
  const double step = grid_step(camera.scale());
  Point paper = camera.to_paper(at_);
  if (modifiers.ctrl) {
    paper += way / camera.scale();
  } else {  // to the next line of the grid, wherever it was
    const int axis = way.x() != 0 ? 0 : 1;
    const double lines = paper[axis] / step, sign = way[axis];
    const double next = sign > 0 ? std::floor(lines + 1 + 1e-6) : std::ceil(lines - 1 - 1e-6);
    paper[axis] = step * (next + sign * (modifiers.shift ? far_step - 1 : 0));
  }
  at_ = camera.to_window(paper);
  // Near the edge the paper moves under it.
  const Box view = camera.view();
  const Point inside = at_.cwiseMax(Point(view.min().array() + margin)).cwiseMin(Point(view.max().array() - margin));
  if (inside != at_) {
    camera.pan(inside - at_);
    at_ = inside;
  }
  send(editor, PointerEvent::What::move);
}

void Crosshair::send(Editor& editor, PointerEvent::What what) {
  PointerEvent event;
  event.what = what;
  event.at = at_;
  event.button = what == PointerEvent::What::move ? Button::none : Button::left;
  sending_ = true;
  editor.handle(event);
  sending_ = false;
}

void Crosshair::draw(SkCanvas& canvas, const Editor& editor) const {
  if (!shown_) return;
  constexpr float gap = 5, arm = 18;
  const SkPoint at = to_skia(at_);
  for (const bool over : {false, true}) {
    const SkPaint paint = over ? stroke(editor.theme().accent, down_ ? 2.5f : 1.5f)
                               : stroke(SkColorSetA(editor.theme().paper, 220), 4.5f);
    for (const float sign : {-1.0f, 1.0f}) {
      canvas.drawLine(at.x() + sign * gap, at.y(), at.x() + sign * arm, at.y(), paint);
      canvas.drawLine(at.x(), at.y() + sign * gap, at.x(), at.y() + sign * arm, paint);
    }
    if (down_) canvas.drawCircle(at, gap - 1, paint);
  }
}

}  // namespace limber
