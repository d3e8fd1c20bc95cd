// Whether a held point is as near to a place as the figure lets it come, by dense algebra and random
// samples: the judge of the law `reached`, which asks nothing of the ways in which the solver moves.
#pragma once

#include "solver/world.h"

namespace limber {

// False when some state near by, on the constraints and within the ranges, is nearer to `target` by
// more than `by`.
[[nodiscard]] bool is_nearest(const World& world, HandId hand, const Point& target, double by);

}  // namespace limber
