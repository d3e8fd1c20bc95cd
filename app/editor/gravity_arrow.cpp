#include "app/editor/gravity_arrow.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "app/drawing/draw.h"
#include "app/drawing/force_arrow.h"
#include "app/drawing/glyphs.h"
#include "app/editor/editor.h"

namespace limber {

namespace {

constexpr double earth = 9810;        // mm/s^2
constexpr double earth_arrow = 44;    // its arrow, window points; others as the root of what they are
constexpr double least_arrow = 10;    // shorter than this it is no gravity
constexpr double shortest_arrow = 16, longest_arrow = 110;  // what is less, or more, is drawn so
constexpr double from_corner = 60;    // of the free paper, to the foot
constexpr double tip_reach = 12;          // of the tip, or of the foot when there is no gravity
constexpr double step = earth / 10, turn = std::numbers::pi / 12;

bool shown(const Editor& editor) { return editor.world().physics.on; }

}  // namespace

Point gravity_foot(const Editor& editor) {
  const Box& view = editor.camera().view();
  return {view.max().x() - from_corner, view.min().y() + from_corner};
}

Point gravity_tip(const Editor& editor) {
  const Point gravity = editor.world().physics.gravity;
  const double size = gravity.norm();
  if (!(size > 0)) return gravity_foot(editor);
  const double length = std::clamp(earth_arrow * std::sqrt(size / earth), shortest_arrow, longest_arrow);
  return gravity_foot(editor) + Point(gravity.x(), -gravity.y()) * (length / size);
}

// In steps of a tenth of the earth's, and of 15 degrees.
Point gravity_of_tip(const Point& arrow, bool in_steps) {
  const double length = arrow.norm();
  if (length < least_arrow) return Point::Zero();
  double size = earth * std::pow(length / earth_arrow, 2), angle = std::atan2(-arrow.y(), arrow.x());
  if (in_steps) {
    size = step * std::max(1.0, std::round(size / step));
    angle = turn * std::round(angle / turn);
  }
  const auto whole = [](double x) { return std::round(1e3 * x) / 1e3 + 0.0; };
  return {whole(size * std::cos(angle)), whole(size * std::sin(angle))};
}

bool GravityArrow::handle(Editor& editor, const PointerEvent& event) {
  if (held_) {
    if (event.what == PointerEvent::What::move || event.what == PointerEvent::What::release)
      drag(editor, event);
    if (event.what == PointerEvent::What::release) held_ = false;
    return true;
  }
  const bool press = event.what == PointerEvent::What::press && event.button == Button::left;
  if (!press || !shown(editor) || (event.at - gravity_tip(editor)).norm() > tip_reach) return false;
  held_ = true;
  begun_ = false;
  editor.touch();
  return true;
}

void GravityArrow::drag(Editor& editor, const PointerEvent& event) {
  const Point wanted = gravity_of_tip(event.at - gravity_foot(editor), !event.modifiers.alt);
  if (wanted == Point(editor.document().world->physics.gravity)) return;
  if (editor.perform_more(!begun_, "Gravity", {Edit{edit::Gravity{wanted}}})) begun_ = true;
}

void GravityArrow::draw(SkCanvas& canvas, const Editor& editor) const {
  if (!shown(editor)) return;
  const Theme& theme = editor.theme();
  const Point foot = gravity_foot(editor), tip = gravity_tip(editor);
  const SkColor colour = held_ ? theme.accent : theme.text_dim;
  canvas.drawCircle(to_skia(foot), 2, stroke(colour, 1.5f));
  if (tip != foot) draw_arrow(canvas, to_skia(foot), to_skia(tip), colour);
  const Point at = editor.pointer();
  const bool near = editor.pointer_on_paper() && (at - tip).norm() <= tip_reach;
  if (!held_ && !near) return;
  const Point gravity = editor.world().physics.gravity;
  const std::string words =
      gravity.norm() > 0 ? fmt::format("gravity {:.2f} g", gravity.norm() / earth) : "no gravity";
  draw_label(canvas, words, to_skia(tip + Point(-110, 24)), theme);
}

}  // namespace limber
