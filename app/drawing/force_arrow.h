// A force as an arrow in the window, the same at every zoom. Its length grows with the root of the
// force, so that weights of 1 and of 100 are both seen and both can be set by the tip.
#pragma once

#include "curves/curve.h"
#include "include/core/SkCanvas.h"

namespace limber {

Point arrow_of(const Point& force);  // from its point to its tip, window points (y down)
Point force_of(const Point& arrow);  // the force that has this arrow

void draw_arrow(SkCanvas& canvas, SkPoint from, SkPoint tip, SkColor colour);

}  // namespace limber
