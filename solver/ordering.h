// The order in which the rows of J are eliminated, which decides how much the factor fills in.
//
// Rows see each other through objects: all rows that touch one object form a clique of B'B. So the
// graph is given as nodes (bundles of rows that touch the same objects) and cliques (the objects).
#pragma once

#include <vector>

namespace limber {

struct CliqueGraph {
  std::vector<int> weight;                // node -> how many rows it bundles
  std::vector<std::vector<int>> cliques;  // object -> its nodes, ascending
  int nodes() const { return static_cast<int>(weight.size()); }
};

// The nodes in an order that fills in little: always the node next whose elimination joins the
// fewest pairs of rows that did not see each other before. Depends on nothing but the graph.
std::vector<int> minimum_fill(const CliqueGraph& graph);

}  // namespace limber
