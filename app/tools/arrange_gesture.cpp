#include "app/tools/arrange_gesture.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/drawing/draw.h"
#include "app/drawing/glyphs.h"
#include "app/editor/arranging.h"

namespace limber {

namespace {
constexpr double turn_step = std::numbers::pi / 12;  // 15 degrees
constexpr double smallest_factor = 1e-3;             // below it nothing could be seen, or grown again

double angle_of(const Point& p) { return std::atan2(p.y(), p.x()); }
}  // namespace

void ArrangeGesture::begin(Editor& editor, const Grip& grip, const Point& pressed, Take take,
                           const Modifiers& held) {
  *this = {};
  if (take == Take::copies) done_ = copy_chosen(editor, Point::Zero());
  active_ = true;
  grip_ = grip;
  pressed_ = pointer_ = pressed;
  names_ = chosen_names(editor);
  what_ = take == Take::copies ? "a copy" : "what is selected";
  path_.begin(pressed, held);
  if (grip.what == Grip::What::turn) number_.ask({{"angle", true}});
  if (grip.what == Grip::What::scale) number_.ask({{"factor"}});
}

void ArrangeGesture::begin_mark(Editor& editor, ThingId mark, const Point& pressed) {
  *this = {};
  active_ = true;
  pressed_ = pointer_ = pressed;
  what_ = editor.document().name(mark);
  names_ = {what_};
  path_.begin(pressed);
}

void ArrangeGesture::move(Editor& editor, const PointerEvent& event) {
  pointer_ = editor.camera().to_paper(event.at);
  shift_ = event.modifiers.shift;
  path_.move(editor, event);
  update(editor);
}

bool ArrangeGesture::key(Editor& editor, const KeyEvent& event) {
  if (event.down && event.key == key_enter) {
    finish();
    return true;
  }
  const bool taken = grip_.what == Grip::What::move ? path_.key(editor, event)
                                                    : number_.key(editor.document(), event);
  if (taken) update(editor);
  return taken;
}

bool ArrangeGesture::cancel(Editor& editor) {
  if (!std::exchange(active_, false)) return false;
  if (std::exchange(done_, false)) editor.undo();
  return true;
}

void ArrangeGesture::update(Editor& editor) {
  if (grip_.what == Grip::What::move) return update_move(editor);
  if (grip_.what == Grip::What::turn) return update_turn(editor);
  update_scale(editor);
}

// What follows it goes on from where it is, so each piece of the way is an edit of its own.
void ArrangeGesture::update_move(Editor& editor) {
  const Point by = path_.way() - moved_;
  if (by == Point::Zero() || names_.empty()) return;
  if (!editor.perform_more(!done_, "Move", {{edit::Move{names_, by}}})) return;
  moved_ += by;
  done_ = true;
}

void ArrangeGesture::perform_again(Editor& editor, const std::string& title, const Edit& edit) {
  if (editor.perform_while(!done_, title, {edit})) done_ = true;
}

void ArrangeGesture::update_turn(Editor& editor) {
  double angle = angle_of(pointer_ - grip_.about) - angle_of(grip_.at - grip_.about);
  angle = std::remainder(angle, 2 * std::numbers::pi);
  if (shift_) angle = turn_step * std::round(angle / turn_step);
  reached_ = number_.any() ? number_.value(0).value_or(reached_) : angle;
  perform_again(editor, "Turn", {edit::Turn{names_, reached_, grip_.about}});
}

void ArrangeGesture::update_scale(Editor& editor) {
  const Point diagonal = grip_.at - grip_.about;
  const Point corner = pointer_ + grip_.at - pressed_;
  const double factor = (corner - grip_.about).dot(diagonal) / diagonal.squaredNorm();
  reached_ = std::max(number_.any() ? number_.value(0).value_or(reached_) : factor, smallest_factor);
  perform_again(editor, "Scale", {edit::Scale{names_, reached_, grip_.about}});
}

void ArrangeGesture::draw_hint(SkCanvas& canvas, const Editor& editor) const {
  if (!active_) return;
  const bool moves = grip_.what == Grip::What::move;
  const SkPoint at = to_skia(editor.pointer());
  draw_label(canvas, moves ? path_.words() : number_.words({reached_}), {at.x() + 18, at.y() + 30},
             editor.theme());
}

std::string ArrangeGesture::status() const {
  const std::string end = " · Enter: done · Esc: as it was";
  if (grip_.what == Grip::What::turn)
    return "Turning " + what_ + " · Shift: by 15° · type an angle" + end;
  if (grip_.what == Grip::What::scale) return "Scaling " + what_ + " · type a factor" + end;
  return "Moving " + what_ + " · X, Y or Shift: along an axis · Z: slowly · type numbers, Tab: next" +
         end;
}

}  // namespace limber
