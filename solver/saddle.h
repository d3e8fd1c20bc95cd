// A saddle: rows that are not met and ask for nothing. A level bar that is to stand upright, two
// directions on one line that are to be perpendicular, two points on one place that are to be
// apart: the error is flat there but not least.
#pragma once

#include "solver/figure.h"

namespace limber {

// Nudges figure.q to where the error is less: tried in a few directions, the same ones every time.
// False when none leads there. Leaves the figure evaluated and weighed at q where it has a value.
bool leave_saddle(Figure& figure);

}  // namespace limber
