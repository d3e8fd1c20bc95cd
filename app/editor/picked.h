// Places under the pointer, to be chosen or constrained.
#pragma once

#include "app/editor/constrain_fit.h"
#include "app/editor/editor.h"

namespace limber {

// Of this curve: the special point of it that the pointer is at, or the place that was hit.
PickedPlace place_of_hit(const Editor& editor, const CurveHit& hit, const Point& window);

// What a constraint could be made on: a special point first, then a place on a curve, then the
// paper. `taken` are places of the same constraint: where curves touch, another one is meant.
Pointing pointing_at(const Editor& editor, const Point& window,
                     const std::vector<Pointing>& taken = {});

}  // namespace limber
