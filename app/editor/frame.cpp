#include "app/editor/frame.h"

#include <algorithm>

#include "app/drawing/draw.h"
#include "app/editor/arranging.h"
#include "include/core/SkPathEffect.h"
#include "include/effects/SkDashPathEffect.h"

namespace limber {

namespace {
// Window points.
constexpr double gap = 10;          // between the frame and what it is around
constexpr double handle = 4;        // half a corner's square
constexpr double turn_distance = 24;  // of the ring above the frame
constexpr double grab = 8;          // how near the pointer must be to a handle
constexpr double edge_grab = 5;     // and to an edge
constexpr double smallest = 6;      // of what can be scaled by its corners

constexpr Eigen::AlignedBox2d::CornerType corners[] = {
    Box::BottomLeft, Box::BottomRight, Box::TopLeft, Box::TopRight};
}  // namespace

std::optional<Frame> Frame::around_chosen(const Editor& editor) {
  const Box box = drawn_extent_of(editor, editor.selection().things());
  if (box.isEmpty()) return std::nullopt;
  return Frame(box);
}

Box Frame::in_window(const Camera& camera) const {
  Box box;
  box.extend(camera.to_window(box_.min()));
  box.extend(camera.to_window(box_.max()));
  return Box(box.min() - Point(gap, gap), box.max() + Point(gap, gap));
}

bool Frame::has_corners(const Camera& camera) const {
  return camera.scale() * box_.sizes().maxCoeff() > smallest;
}

Point Frame::turn_handle(const Camera& camera) const {
  const Box box = in_window(camera);
  return {box.center().x(), box.min().y() - turn_distance};
}

std::optional<Grip> Frame::grip_at(const Camera& camera, const Point& window) const {
  const Box box = in_window(camera);
  const Point middle = box_.center();
  if (has_corners(camera)) {
    if ((turn_handle(camera) - window).norm() <= grab)
      return Grip{Grip::What::turn, camera.to_paper(window), middle};
    for (const auto corner : corners)
      if ((box.corner(corner) - window).norm() <= grab) {
        const Point at = camera.to_paper(box.corner(corner));
        // The corner of what is inside that lies across: it stays where it is.
        const Point across(at.x() < middle.x() ? box_.max().x() : box_.min().x(),
                           at.y() < middle.y() ? box_.max().y() : box_.min().y());
        return Grip{Grip::What::scale, at, across};
      }
  }
  const double distance = box.contains(window)
                              ? std::min((window - box.min()).minCoeff(), (box.max() - window).minCoeff())
                              : box.exteriorDistance(window);
  if (distance <= edge_grab) return Grip{Grip::What::move, camera.to_paper(window), middle};
  return std::nullopt;
}

void Frame::draw(SkCanvas& canvas, const Camera& camera, const Theme& theme,
                 const std::optional<Grip>& hovered) const {
  const Box box = in_window(camera);
  SkPaint line = stroke(SkColorSetA(theme.selected, 190), 1);
  const SkScalar dashes[] = {4, 3};
  line.setPathEffect(SkDashPathEffect::Make(dashes, 2, 0));
  const SkPoint a = to_skia(box.min()), b = to_skia(box.max());
  canvas.drawRect(SkRect::MakeLTRB(a.x(), a.y(), b.x(), b.y()), line);
  if (!has_corners(camera)) return;
  SkPaint inside;
  inside.setAntiAlias(true);
  const auto is_hovered = [&](Grip::What what, const Point& at) {
    return hovered && hovered->what == what && (camera.to_window(hovered->at) - at).norm() <= grab;
  };
  const Point turn = turn_handle(camera);
  canvas.drawLine(to_skia(Point(turn.x(), box.min().y())), to_skia(turn), stroke(theme.selected, 1));
  inside.setColor(is_hovered(Grip::What::turn, turn) ? theme.selected : theme.paper);
  canvas.drawCircle(to_skia(turn), 5, inside);
  canvas.drawCircle(to_skia(turn), 5, stroke(theme.selected, 1.5f));
  for (const auto corner : corners) {
    const Point at = box.corner(corner);
    const auto half = static_cast<float>(handle);
    const SkPoint p = to_skia(at);
    const SkRect square = SkRect::MakeLTRB(p.x() - half, p.y() - half, p.x() + half, p.y() + half);
    inside.setColor(is_hovered(Grip::What::scale, at) ? theme.selected : theme.paper);
    canvas.drawRect(square, inside);
    canvas.drawRect(square, stroke(theme.selected, 1.5f));
  }
}

}  // namespace limber
