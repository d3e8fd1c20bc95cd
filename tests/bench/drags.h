// The work both sides of a benchmark do: a scene, what is pulled or driven, and where it goes.
#pragma once

#include <functional>
#include <string>

#include "solver/stepper.h"
#include "tests/scenes.h"

namespace limber {

struct DragScene {
  std::string name;
  World world;
  HandId hand;                       // none: the drawing plays
  std::function<Point(int)> target;  // of event k
  double size = 1;
};

DragScene chain_drag(int n);  // its end goes sideways, a tenth of a bar in every event
DragScene grid_drag(int k);   // the free corner turns about the nailed one, half a degree an event
DragScene four_bar_play();    // the crank turns at one turn a second
DragScene jansen_play();
DragScene four_bars_drag(int count);  // that many by themselves, one of them pulled

struct Times {
  double median = 0, slowest_of_20 = 0;       // microseconds a step; the 95th percentile
  double residual = 0, lag = 0;               // the worst of all steps, parts of the drawing's size
  double iterations = 0, factorisations = 0;  // a step
  const char* path = "";
};
// Of the processor, not of the clock: what else the machine does is left out. To ask takes half a
// microsecond: short steps are timed several at once.
double microseconds_of_this_thread();
inline constexpr double worth_timing = 50;  // microseconds

Times measure(DragScene drag, Path path, int steps);

}  // namespace limber
