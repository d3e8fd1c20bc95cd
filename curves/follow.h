// A curve that follows given stretches: the engine of node work, conversion and stroke fitting.
//
// Span k of the new curve runs along stretch k, evenly in t; its parameters are those with which it
// does so best, by least squares. Where a family cannot follow within tolerance, spans are halved.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "curves/curve.h"

namespace limber {

constexpr int most_nodes = 2000;

using CurveTypeRef = std::shared_ptr<const CurveType>;

// What may be followed: a curve along its t, or places one after the other along their length.
struct Source {
  const Curve* curve = nullptr;
  const std::vector<Point>* places = nullptr;
  const std::vector<double>* lengths = nullptr;  // up to each place
};
using Sources = std::vector<Source>;

struct Stretch {   // of a source; from > to runs backwards
  int source = 0;  // which of them; bridge: a straight line between two places
  double from = 0, to = 1;
  Point begin = Point::Zero(), end = Point::Zero();  // of a bridge
  static constexpr int bridge = -1;
};

struct Edited {
  Curve curve;
  double error = 0;                // how far it is from what it follows, at most
  std::vector<Stretch> stretches;  // span k of the new curve runs along stretches[k]

  // Where the point at t of a source is now; empty when it was cut away.
  std::optional<double> new_t(double t, int source = 0) const;
};

// The place a share (0 to 1) along a stretch; empty where a formula has no value.
std::optional<Point> place_on(const Sources& sources, const Stretch& stretch, double share);

// The best curve with one span per stretch (any type that is no family: all stretches as one).
// Empty when the type cannot have that many spans.
std::optional<Edited> follow(const CurveTypeRef& type, const Sources& sources,
                             std::vector<Stretch> stretches, double tolerance);

// The same, with spans halved until the error is within tolerance or halving does not help.
std::optional<Edited> follow_within(const CurveTypeRef& type, const Sources& sources,
                                    std::vector<Stretch> stretches, double tolerance);

// Improves the given parameters of edited.curve, whose spans run along edited.stretches.
void refine_parameters(const Sources& sources, const std::vector<int>& free, Edited& edited);

std::vector<Stretch> halved(const std::vector<Stretch>& stretches);

}  // namespace limber
