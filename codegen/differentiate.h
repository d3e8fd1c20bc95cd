// Derivatives on a Graph. What the derivative of sin, of a power, of a product is, SymEngine says,
// once per function; the chain rule carries it through the graph, where every node has one
// derivative, whoever asks. So the work and the result grow with the number of shared nodes, and a
// derivative of a derivative is a graph like any other.
//
// An integral is differentiated under the integral sign, and at its bounds by the fundamental theorem.
//
// A root of f is differentiated by what holds all the way: df = 0.
//
// Not smooth everywhere, and what holds there:
//   abs(x)    sign(x): 0 at the corner          sign, floor, comparisons: 0
//   min, max, piecewise: of the branch taken
//   sqrt, cbrt, x^y, asin, acos, atan2, where the derivative would be infinite: 0
// The last line keeps a derivative finite wherever the value is: two points that coincide have a
// distance, 0, and a direction of 0, and can be pulled apart.
#pragma once

#include <vector>

#include "codegen/graph.h"

namespace limber {

// How an input changes: the derivative of `input` is `rate`. Inputs not mentioned stand still.
struct Seed {
  Node input, rate;
};

// The derivative of each root, in the direction of the seeds.
std::vector<Node> differentiate(Graph& graph, const std::vector<Node>& roots,
                                const std::vector<Seed>& seeds);

// The second derivative of each root in the direction of the seeds, whose rates stand still.
std::vector<Node> bend(Graph& graph, const std::vector<Node>& roots,
                       const std::vector<Seed>& seeds);

}  // namespace limber
