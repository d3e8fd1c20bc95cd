// Where curves cross each other.
//
// Promise: every place told lies within `tolerance` of both. Every crossing where the curves go
// through each other is found, and every touch that comes within `tolerance`; two crossings nearer
// to each other than `tolerance` are told as one, and so is a stretch on which the curves run on
// top of each other. At most `most_crossings` are told.
#pragma once

#include <vector>

#include "curves/curve.h"
#include "curves/tessellate.h"

namespace limber {

constexpr int most_crossings = 1000;

struct Crossing {
  double t = 0;        // on the first curve
  double other_t = 0;  // on the second
  Point x = Point::Zero();
};

// By ascending t of the first.
std::vector<Crossing> crossings(const Curve& curve, const Curve& other, double tolerance);

// Of a curve with itself: t < other_t.
std::vector<Crossing> self_crossings(const Curve& curve, double tolerance);

}  // namespace limber
