// How far curves extend, seen at a few places of each.
#pragma once

#include <vector>

#include "curves/curve.h"

namespace limber {

// Adds places of the curve. Those on a pole say nothing of the rest and are left out.
void sample_extent(const Curve& curve, std::vector<Point>& out);

// Twice the way from the middle of all samples to the farthest: the same however they lie.
double extent_of(const std::vector<Point>& samples);

}  // namespace limber
