// The functions of numbers, by name: those of math.h's table and those made of them.
//   sec, csc, cot, sech, csch, coth  quotients of the table's: at most 2 units in the last place
//   off asec x = acos(1/x), and so on; acot x = pi/2 - atan x, continuous, between 0 and pi mod(x,
//   n) = x - n floor(x/n), between 0 and n log10 x = log(x)/log(10)
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "codegen/graph.h"

namespace limber {

bool gives_angle(std::string_view function);  // asin, atan2, ...

// The function of that name on the arguments, as many as it takes; factorial aside.
Node apply_function(Graph& graph, std::string_view name, const std::vector<Node>& arguments);

// x^(p/q), q odd and above 1: the real root, which a negative x has as well.
Node odd_root(Graph& graph, Node x, int p, int q);

// Whole numbers a node can stand for.
struct WholeRange {
  double low = 0, high = 0;
  bool operator==(const WholeRange&) const = default;
};

// Of a node made of whole numbers and of `inputs` by + - and *; nothing when it is made otherwise.
struct WholeInput {
  Node input = 0;
  WholeRange range;
};
std::optional<WholeRange> whole_range(const Graph& graph, Node node,
                                      const std::vector<WholeInput>& inputs);

// n! of a node that stands for one of the whole numbers of `range`, which is within 0 to 170.
Node factorial(Graph& graph, Node n, const WholeRange& range);

}  // namespace limber
