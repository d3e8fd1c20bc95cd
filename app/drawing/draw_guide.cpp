#include "app/drawing/draw_guide.h"

#include <cmath>

#include "app/drawing/style_paint.h"

namespace limber {

namespace {

constexpr float thin = 1, chosen = 2;  // window points
constexpr double level = 1e-12;  // directions closer than this to an axis are drawn along it

double across(const Point& direction, const Point& to) {
  return direction.x() * to.y() - direction.y() * to.x();
}

}  // namespace

Point direction_of(const Guide& guide) { return {std::cos(guide.angle), std::sin(guide.angle)}; }

double distance_to(const Guide& guide, const Point& paper) {
  return std::abs(across(direction_of(guide), paper - guide.at));
}

void draw_guide(SkCanvas& canvas, GuideId id, const Guide& guide, const Style* style,
                const Camera& camera, const Theme& theme, const Marks& marks) {
  SkRect clip;
  if (!canvas.getLocalClipBounds(&clip)) return;
  const bool selected = marks.selected && marks.selected->contains(id);
  const bool strong = selected || marks.hovered == ThingId(id);
  const float width = strong ? chosen : thin;
  const SkColor own = style ? line_colour(*style, theme) : SkColorSetA(theme.accent, 150);
  const SkColor colour = selected ? theme.selected : strong ? SkColorSetA(own, 255) : own;
  const Point along = direction_of(guide);
  const float density = canvas.getTotalMatrix().getScaleX();
  const SkPoint at = to_skia(camera.to_window(guide.at));
  // On whole pixels, like the grid.
  const auto snapped = [&](float v) { return std::floor(v * density + 1.0f / 128) / density; };
  SkPaint plain;
  plain.setColor(colour);
  if (std::abs(along.y()) < level)
    return canvas.drawRect(
        SkRect::MakeXYWH(clip.left(), snapped(at.y()), clip.width(), width), plain);
  if (std::abs(along.x()) < level)
    return canvas.drawRect(
        SkRect::MakeXYWH(snapped(at.x()), clip.top(), width, clip.height()), plain);
  // From the place of the line that is nearest to the middle of the clip, to both sides.
  const Point middle = camera.to_paper(Point(clip.centerX(), clip.centerY()));
  const Point foot = guide.at + along.dot(middle - guide.at) * along;
  const double far = (clip.width() + clip.height()) / camera.scale();
  canvas.drawLine(to_skia(camera.to_window(foot - far * along)),
                  to_skia(camera.to_window(foot + far * along)), stroke(colour, width));
}

}  // namespace limber
