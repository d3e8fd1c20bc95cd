// Which values the numbers of a curve may have.
#pragma once

#include "curves/curve.h"

namespace limber {

// Finite, within the limits of the parameter, and whole if it is a whole number.
bool is_within(const Parameter& parameter, double value);

// The same for what a file says: a limit that is not excluded may be missed by rounding, as a figure
// that was pulled against it may.
bool is_nearly_within(const Parameter& parameter, double value);

// Whether the curve has a place at t: of an open curve, between its ends, but for rounding. One that
// ends at a parameter may have been longer when the place was taken.
bool is_on(const Curve& curve, double t);

}  // namespace limber
