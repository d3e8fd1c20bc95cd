#include "app/tools/force_tip.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "app/document/numbers.h"
#include "app/drawing/force_arrow.h"

namespace limber {

namespace {

constexpr double tip_reach = 9;                       // window points
constexpr double angle_step = std::numbers::pi / 12;  // with Shift

// The foot of its arrow, in the window.
std::optional<Point> foot_of(const Editor& editor, const Force& force) {
  Point at;
  if (!place_of(editor.world(), force, at)) return {};
  return editor.camera().to_window(at);
}

Point stepped(const Point& force) {
  const double angle = angle_step * std::round(std::atan2(force.y(), force.x()) / angle_step);
  return force.norm() * Point(std::cos(angle), std::sin(angle));
}

}  // namespace

std::optional<ForceId> force_tip_at(const Editor& editor, const Point& window) {
  std::optional<ForceId> found;
  if (!editor.marks_shown()) return found;
  double best = tip_reach;
  editor.world().forces().each([&](ForceId id, const Force& force) {
    if (is_hidden(editor.document(), id) || is_protected(editor.document(), id)) return;
    const std::optional<Point> foot = foot_of(editor, force);
    const double distance = foot ? (*foot + arrow_of(force.value) - window).norm() : best + 1;
    if (distance > best) return;
    best = distance;
    found = id;
  });
  return found;
}

void ForceTip::move(Editor& editor, const PointerEvent& event) {
  const Force* force = editor.world().find(force_);
  const std::optional<Point> foot = force ? foot_of(editor, *force) : std::nullopt;
  if (!foot) return finish();
  Point wanted = force_of(event.at - *foot);
  if (event.modifiers.shift) wanted = stepped(wanted);
  const std::string name = editor.document().name(force_);
  std::vector<Edit> edits;
  for (const auto& [part, value] : {std::pair{".x", wanted.x()}, {".y", wanted.y()}})
    edits.push_back({edit::Set{name + part, std::round(1e3 * value) / 1e3 + 0.0}});
  if (editor.perform_while(!begun_, "Force", edits)) begun_ = true;
}

bool ForceTip::cancel(Editor& editor) {
  if (!std::exchange(force_, {})) return false;
  if (std::exchange(begun_, false)) editor.undo();
  editor.touch();
  return true;
}

std::string ForceTip::status(const Editor& editor) const {
  const Force* force = editor.world().find(force_);
  const double size = force ? force->value.norm() : 0;
  return fmt::format("Force {}: {:.4g} · Shift: by 15° · Esc: as it was",
                     editor.document().name(force_), size);
}

}  // namespace limber
