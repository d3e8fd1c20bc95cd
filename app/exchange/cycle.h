// The cycle of a mechanism: after how long everything stands where it stood, so that a film of that
// length can go round without a seam.
//
// Promise: what is found was seen. The motors say which times can be (a turn of each, a whole
// number of turns of all of them); the drawing is run and compared, point by point.
#pragma once

#include <optional>

#include "app/edits/live.h"

namespace limber {

struct Cycle {
  double before = 0;   // seconds until it has settled into the cycle
  double seconds = 0;  // of one round
};
// Nothing when nothing drives it, or when it does not come back in some dozens of turns.
std::optional<Cycle> find_cycle(const Document& document);

// Lets motors and springs run, in steps no longer than a tick.
void run_for(Live& live, double seconds);

}  // namespace limber
