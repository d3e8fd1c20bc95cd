// The frame loop without a window: events, the time and a canvas are given to it, so that tests and
// benchmarks run what the window runs.
//
//   take(event)...; if (advance(now)) draw(canvas, ...); then sleep for idle(now), or until an
//   event
//
// Laws: what an event does is in the picture of the same frame, also the first one after a pause;
// of several moves of the pointer one after another only the last counts, unless the tool in hand
// wants them all; a tick is counted, never dropped because a frame came early; time asleep is not
// the drawing's time; at rest nothing is drawn.
#pragma once

#include <optional>

#include "app/editor/workspace.h"
#include "app/panels/panels.h"
#include "app/window/input_event.h"

namespace limber {

inline constexpr double frame_seconds = 1.0 / 60;

class FrameLoop {
 public:
  // Times are in seconds, of any clock that only goes forward.
  FrameLoop(Workspace& workspace, Panels& panels, double now);

  void take(const InputEvent& event);
  bool advance(double now);  // true: a frame is to be drawn
  void draw(SkCanvas& canvas, const Point& size, float scale);  // in window points

  // What was done is kept (Workspace::keep_work); then nothing is to be done for so long unless an
  // event comes; infinite at rest.
  double idle(double now);

 private:
  void dispatch(const InputEvent& event);
  void point();  // the move that waits is done
  bool busy() const;
  double drawing_time(double now);

  Workspace& workspace_;
  Panels& panels_;
  double now_;             // of the last advance
  double done_;            // the drawing's time has been moved on to here
  double passed_ = 0;      // between the last two times
  std::optional<PointerEvent> waiting_;  // a move; what comes next may take its place
  bool was_moving_ = false;
  bool key_spent_ = false;  // the last press was a command, or for a tool
};

}  // namespace limber
