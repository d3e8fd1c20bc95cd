// The order in which the rows of J are eliminated, which decides how much the factor fills in.
//
// Rows see each other through objects: all rows that touch one object form a clique of B'B. So the
// graph is given as nodes (bundles of rows that touch the same objects) and cliques (the objects).
// Two ways, both without regard to numbers, pointers or clock:
//  - minimum degree: always take the node with the fewest neighbours left. Best for chains, trees,
//    linkages and most drawings.
//  - dissection: cut the graph in two along a thin separator, order the separator last, go on in the
//    halves, minimum degree in the small pieces. Best for nets and grids.
#pragma once

#include <vector>

namespace limber {

struct CliqueGraph {
  std::vector<int> weight;                // node -> how many rows it bundles
  std::vector<std::vector<int>> cliques;  // object -> its nodes, ascending
  int nodes() const { return static_cast<int>(weight.size()); }
};

// Both return the nodes in the order of their elimination.
std::vector<int> minimum_degree(const CliqueGraph& graph);
std::vector<int> dissection(const CliqueGraph& graph);

}  // namespace limber
