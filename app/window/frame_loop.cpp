#include "app/window/frame_loop.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "solver/tolerances.h"

namespace limber {

namespace {

constexpr double blink_seconds = 0.4;  // while a text field has the keyboard

// Each event to the panel or to the paper it belongs to.
struct Dispatch {
  Workspace& workspace;
  Panels& panels;
  bool& key_spent;
  void operator()(const PointerEvent& event) {
    if (!panels.handle(event))
      workspace.editor().handle(event);
    else if (event.what == PointerEvent::What::move)
      leave_paper(event);
  }
  void operator()(const KeyEvent& event) {
    const bool spent = !panels.handle(event) && workspace.handle(event);
    if (event.down) key_spent = spent;
  }
  // What a command's key types is not meant for the field that the command opens.
  void operator()(const TextEvent& event) {
    if (!std::exchange(key_spent, false)) panels.type(event.utf8);
  }
  void operator()(const ComposeEvent& event) { panels.compose(event.utf8); }
  void operator()(const DropEvent& event) { workspace.drop(event.path, event.at); }
  void operator()(const QuitEvent&) { workspace.quit(); }
  void operator()(const EndEvent&) { workspace.end(); }
  void operator()(const FocusLostEvent&) { panels.lose_focus(); }
  void operator()(const ExposeEvent&) {
    workspace.editor().touch();
    panels.lose_window();
    panels.wake();
  }
  // Over a panel nothing on the paper is pointed at.
  void leave_paper(const PointerEvent& event) {
    if (!workspace.editor().pointer_on_paper()) return;
    PointerEvent leave = event;
    leave.what = PointerEvent::What::leave;
    workspace.editor().handle(leave);
  }
};

}  // namespace

FrameLoop::FrameLoop(Workspace& workspace, Panels& panels, double now)
    : workspace_(workspace), panels_(panels), now_(now), done_(now) {}

void FrameLoop::dispatch(const InputEvent& event) {
  std::visit(Dispatch{workspace_, panels_, key_spent_}, event);
}

void FrameLoop::point() {
  if (const auto move = std::exchange(waiting_, std::nullopt)) dispatch(*move);
}

void FrameLoop::take(const InputEvent& event) {
  const auto* pointer = std::get_if<PointerEvent>(&event);
  const bool move = pointer && pointer->what == PointerEvent::What::move;
  if (waiting_ && !(move && pointer->modifiers == waiting_->modifiers)) point();
  if (!move || workspace_.editor().tool().wants_every_move()) return dispatch(event);
  waiting_ = *pointer;
}

bool FrameLoop::busy() const {
  const Editor& editor = workspace_.editor();
  return waiting_ || editor.moving() || editor.changed() || panels_.wants_frame();
}

// A pause counts as one frame at most. What begins to move is seen to move at once: a tick that is
// not due yet is taken in advance, and the next frames get the less.
double FrameLoop::drawing_time(double now) {
  const bool moving = workspace_.editor().moving();
  if (std::exchange(was_moving_, moving)) return std::max(now - done_, 0.0);
  if (!moving) return 0;
  done_ = std::max(done_, now - frame_seconds);
  return std::max(now - done_, tick);
}

bool FrameLoop::advance(double now) {
  point();
  passed_ = now - std::exchange(now_, now);
  const double seconds = drawing_time(now);
  workspace_.editor().advance(seconds);
  done_ += seconds;
  was_moving_ = workspace_.editor().moving();
  if (panels_.typing()) panels_.wake();
  return busy();
}

void FrameLoop::draw(SkCanvas& canvas, const Point& size, float scale) {
  panels_.draw(canvas, size, scale, passed_);
}

double FrameLoop::idle(double now) {
  workspace_.keep_work(now, busy() ? WorkKeeper::Pace::busy : WorkKeeper::Pace::resting);
  // No faster than the screen shows it.
  if (busy()) return std::max(now_ + frame_seconds - now, 0.0);
  return panels_.typing() ? blink_seconds : std::numeric_limits<double>::infinity();
}

}  // namespace limber
