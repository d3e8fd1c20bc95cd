#include "app/drawing/glyphs.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/drawing/fonts.h"
#include "app/drawing/force_arrow.h"
#include "app/drawing/icons.h"
#include "app/drawing/marks.h"
#include "app/drawing/style_paint.h"
#include "include/core/SkPathEffect.h"
#include "include/core/SkRRect.h"
#include "include/effects/SkDashPathEffect.h"

namespace limber {

namespace {

SkPaint fill(SkColor colour) {
  SkPaint paint;
  paint.setAntiAlias(true);
  paint.setColor(colour);
  return paint;
}

// A disc of paper with a rim: stands clear of the curves that meet under it.
void draw_ring(SkCanvas& canvas, SkPoint at, float radius, const Theme& theme, SkColor colour) {
  canvas.drawCircle(at, radius + 1, fill(theme.paper));
  canvas.drawCircle(at, radius, stroke(colour, 1.75f));
}

bool slides(const World& world, const Constraint& constraint) {
  return std::any_of(constraint.on.begin(), constraint.on.end(), [&](const Argument& argument) {
    const Connector* connector = world.find(argument.connector);
    return connector && std::holds_alternative<SlidingAt>(connector->what);
  });
}

// A coil of constant width between two points.
void draw_spring(SkCanvas& canvas, SkPoint a, SkPoint b, SkColor colour) {
  const SkVector along = b - a;
  const float length = along.length();
  if (length < 1) return;
  const SkVector unit = along * (1 / length), across{-unit.y() * 5, unit.x() * 5};
  // Not on the edge between two numbers, where rounding errors would decide.
  const int turns = std::clamp(static_cast<int>(length / 9 + 0.03f), 3, 40);
  SkPath path;
  path.moveTo(a);
  for (int i = 0; i < 2 * turns; ++i) {
    const float u = 0.12f + 0.76f * (static_cast<float>(i) + 0.5f) / static_cast<float>(2 * turns);
    path.lineTo(a + along * u + (i % 2 ? across : -across));
  }
  path.lineTo(b);
  canvas.drawPath(path, stroke(colour, 1.25f));
}

void draw_tie(SkCanvas& canvas, SkPoint a, SkPoint b, SkColor colour) {
  SkPaint paint = stroke(SkColorSetA(colour, 150), 1.25f);
  const SkScalar dashes[] = {2, 4};
  paint.setPathEffect(SkDashPathEffect::Make(dashes, 2, 0));
  canvas.drawLine(a, b, paint);
}

// A tie or a coil between its points; ends that have not come together yet, or cannot.
void draw_lines(SkCanvas& canvas, const Mark& mark, const Constraint& constraint,
                const Camera& camera, const Theme& theme, SkColor colour) {
  for (std::size_t i = 0; i + 1 < mark.ends.size(); ++i) {
    const SkPoint a = to_skia(camera.to_window(mark.ends[i]));
    const SkPoint b = to_skia(camera.to_window(mark.ends[i + 1]));
    if (mark.pin)
      draw_tie(canvas, a, b, theme.trouble);
    else if (constraint.compliance > 0)
      draw_spring(canvas, a, b, colour);
    else
      draw_tie(canvas, a, b, colour);
  }
}

// A badge with the sign of its kind (data/icons/constraint_*), or a diamond for one without.
void draw_badge(SkCanvas& canvas, const Constraint& constraint, SkPoint at, const Theme& theme,
                SkColor colour) {
  const SkRect box = SkRect::MakeXYWH(at.x() - 8, at.y() - 8, 16, 16);
  canvas.drawRRect(SkRRect::MakeRectXY(box, 5, 5), fill(theme.paper));
  if (draw_icon(canvas, "constraint_" + constraint.kind->name, box.makeInset(1.5f, 1.5f), colour)) {
    canvas.drawRRect(SkRRect::MakeRectXY(box, 5, 5), stroke(SkColorSetA(colour, 90), 1));
    return;
  }
  SkPath diamond;
  for (const SkVector corner : {SkVector{0, -4.5f}, {4.5f, 0}, {0, 4.5f}, {-4.5f, 0}})
    diamond.isEmpty() ? diamond.moveTo(at + corner) : diamond.lineTo(at + corner);
  diamond.close();
  canvas.drawPath(diamond, fill(theme.paper));
  canvas.drawPath(diamond, stroke(colour, 1.5f));
}

// Beside a mark that cannot be met: a sign by its shape, not only by its colour.
void draw_warning(SkCanvas& canvas, SkPoint at, const Theme& theme) {
  const SkPoint middle = at + to_skia(warning_offset);
  SkPath triangle;
  triangle.moveTo(middle.x(), middle.y() - 9);
  triangle.lineTo(middle.x() + 9.5f, middle.y() + 7.5f);
  triangle.lineTo(middle.x() - 9.5f, middle.y() + 7.5f);
  triangle.close();
  canvas.drawPath(triangle, stroke(theme.paper, 5));
  canvas.drawPath(triangle, fill(theme.trouble));
  canvas.drawPath(triangle, stroke(theme.trouble, 2));
  canvas.drawLine(middle.x(), middle.y() - 3.5f, middle.x(), middle.y() + 1.5f,
                  stroke(theme.paper, 2));
  canvas.drawCircle(middle.x(), middle.y() + 5, 1.2f, fill(theme.paper));
}

// The line of its style, where it has one.
SkColor usual_colour(const Document& document, const Mark& mark, const Theme& theme) {
  const Style* style = document.styled(mark.styled).style;
  return style ? line_colour(*style, theme) : theme.ink;
}

SkColor colour_of(ConstraintId id, const Constraint& constraint, SkColor usual, const Theme& theme,
                  const Marks& marks) {
  if (marks.not_met.contains(id)) return theme.trouble;
  if (marks.selected && marks.selected->contains(id)) return theme.selected;
  return constraint.enabled ? usual : SkColorSetA(usual, SkColorGetA(usual) * 90 / 255);
}

}  // namespace

void draw_nail(SkCanvas& canvas, SkPoint at, const Theme& theme, SkColor colour) {
  // The ground under the pin, as in drawings of mechanisms.
  SkPath foot;
  foot.moveTo(at.x(), at.y());
  foot.lineTo(at.x() - 7.5f, at.y() + 12);
  foot.lineTo(at.x() + 7.5f, at.y() + 12);
  foot.close();
  canvas.drawPath(foot, fill(theme.paper));
  canvas.drawPath(foot, stroke(colour, 1.5f));
  for (int i = -2; i <= 2; ++i) {
    const float x = at.x() + static_cast<float>(i) * 4.5f;
    canvas.drawLine(x + 2, at.y() + 12, x - 1.5f, at.y() + 16, stroke(colour, 1.1f));
  }
  canvas.drawLine(at.x() - 10.5f, at.y() + 12, at.x() + 11.5f, at.y() + 12, stroke(colour, 1.5f));
  canvas.drawCircle(at, joint_radius + 1, fill(theme.paper));
  canvas.drawCircle(at, joint_radius, fill(colour));
  canvas.drawCircle(at, 1.4f, fill(theme.paper));
}

void draw_joint(SkCanvas& canvas, SkPoint at, const Theme& theme, SkColor colour) {
  draw_ring(canvas, at, joint_radius, theme, colour);
}

void draw_slider(SkCanvas& canvas, SkPoint at, const Theme& theme, SkColor colour) {
  const SkRect box = SkRect::MakeXYWH(at.x() - 6, at.y() - 6, 12, 12);
  canvas.drawRRect(SkRRect::MakeRectXY(box, 2.5f, 2.5f), fill(theme.paper));
  canvas.drawRRect(SkRRect::MakeRectXY(box, 2.5f, 2.5f), stroke(colour, 1.5f));
  canvas.drawCircle(at, 2, fill(colour));
}

void draw_snap(SkCanvas& canvas, SkPoint at, const Theme& theme, bool on_curve) {
  canvas.drawCircle(at, 8, fill(SkColorSetA(theme.snap, 40)));
  if (on_curve) {
    canvas.drawCircle(at, 3.5f, fill(theme.paper));
    canvas.drawCircle(at, 3.5f, stroke(theme.snap, 1.75f));
  } else {
    canvas.drawCircle(at, 4.5f, fill(theme.snap));
    canvas.drawCircle(at, 1.5f, fill(theme.paper));
  }
}

void draw_constraint_hint(SkCanvas& canvas, SkPoint at, std::string_view kind, bool holds,
                          const Theme& theme) {
  const SkPoint middle = at + SkVector{0, 20};
  const SkRect box = SkRect::MakeXYWH(middle.x() - 9, middle.y() - 9, 18, 18);
  canvas.drawRRect(SkRRect::MakeRectXY(box, 5, 5), fill(theme.paper));
  SkPaint rim = stroke(theme.snap, 1.25f);
  const SkScalar dashes[] = {2.5f, 2.5f};
  if (!holds) rim.setPathEffect(SkDashPathEffect::Make(dashes, 2, 0));
  canvas.drawRRect(SkRRect::MakeRectXY(box, 5, 5), rim);
  draw_icon(canvas, "constraint_" + std::string(kind), box.makeInset(2, 2), theme.snap);
}

void draw_chosen_point(SkCanvas& canvas, SkPoint at, const Theme& theme) {
  canvas.drawCircle(at, 5, fill(theme.paper));
  canvas.drawCircle(at, 5, stroke(theme.selected, 2));
  canvas.drawCircle(at, 2, fill(theme.selected));
}

void draw_rubber_band(SkCanvas& canvas, SkPoint from, SkPoint to, const Theme& theme) {
  SkPaint paint = stroke(theme.accent, 1.5f);
  const SkScalar dashes[] = {5, 4};
  paint.setPathEffect(SkDashPathEffect::Make(dashes, 2, 0));
  canvas.drawLine(from, to, paint);
  canvas.drawCircle(to, 3.5f, stroke(theme.accent, 1.5f));
}

void draw_label(SkCanvas& canvas, std::string_view text, SkPoint at, const Theme& theme) {
  const SkFont face = font(Face::regular, 12);
  const float width = face.measureText(text.data(), text.size(), SkTextEncoding::kUTF8);
  const SkRect box = SkRect::MakeXYWH(at.x(), at.y() - 15, width + 14, 22);
  canvas.drawRRect(SkRRect::MakeRectXY(box, 6, 6), fill(theme.panel));
  canvas.drawRRect(SkRRect::MakeRectXY(box, 6, 6), stroke(theme.panel_edge, 1));
  draw_text(canvas, text, {at.x() + 7, at.y()}, face, theme.text);
}

// An arrow round the axis.
void draw_motor(SkCanvas& canvas, SkPoint at, SkColor colour) {
  constexpr float radius = motor_radius, from = 150, sweep = 240;
  const SkRect box = SkRect::MakeXYWH(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius);
  canvas.drawArc(box, from, sweep, false, stroke(colour, 1.5f));
  const float end = (from + sweep) * std::numbers::pi_v<float> / 180;
  const SkVector out = {std::cos(end), std::sin(end)}, along = {-out.y(), out.x()};
  const SkPoint tip = at + out * radius;
  SkPath head;
  head.moveTo(tip + along * 4);
  head.lineTo(tip - along * 2 + out * 3.5f);
  head.lineTo(tip - along * 2 - out * 3.5f);
  head.close();
  canvas.drawPath(head, fill(colour));
}

namespace {

void draw_one(SkCanvas& canvas, const World& world, const Mark& mark, const Constraint& constraint,
              const Camera& camera, const Theme& theme, SkColor colour) {
  const SkPoint at = to_skia(window_place(mark, camera));
  if (mark.driven) return draw_motor(canvas, at, colour);
  if (!mark.pin) {
    draw_lines(canvas, mark, constraint, camera, theme, colour);
    return draw_badge(canvas, constraint, at, theme, colour);
  }
  if (is_nail(constraint))
    draw_nail(canvas, at, theme, colour);
  else if (slides(world, constraint))
    draw_slider(canvas, at, theme, colour);
  else
    draw_joint(canvas, at, theme, colour);
  draw_lines(canvas, mark, constraint, camera, theme, colour);
}

}  // namespace

void draw_mark(SkCanvas& canvas, const Document& document, const Mark& mark, const Camera& camera,
               const Theme& theme, const Marks& marks) {
  const World& world = document.world;
  const SkColor usual = usual_colour(document, mark, theme);
  const SkPoint at = to_skia(window_place(mark, camera));
  const bool selected = marks.selected && marks.selected->contains(mark.of);
  if (selected || marks.hovered == mark.of)
    canvas.drawCircle(at, mark.driven ? 15 : 12,
                      fill(SkColorSetA(selected ? theme.selected : theme.accent, 56)));
  if (world.find(mark.of.as<Force>()))
    return draw_arrow(canvas, at, at + to_skia(mark.arrow), selected ? theme.selected : usual);
  const ConstraintId id = mark.of.as<Constraint>();
  const Constraint* constraint = world.find(id);
  if (!constraint) return;
  draw_one(canvas, world, mark, *constraint, camera, theme,
           colour_of(id, *constraint, usual, theme, marks));
  if (marks.not_met.contains(id)) draw_warning(canvas, at, theme);
}

}  // namespace limber
