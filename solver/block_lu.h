// BlockLu: a sparse square system of small dense blocks, A x = b, over a pattern analysed once.
//
// A need not be symmetric, its pattern is. Blocks belong to nodes (an object, the rows of a
// constraint); nodes are eliminated in an order of little fill in which a node that is `late` waits
// for all its neighbours that are not. The rows of a constraint have nothing (or next to nothing)
// on their diagonal until the objects they hold have been eliminated; after that the block is
// J K^-1 D', and regular as long as the rows do not depend on each other.
//
// Within a diagonal block rows are exchanged; between blocks never. Only analyse() allocates. The
// same numbers give the same bits.
#pragma once

#include <utility>
#include <vector>

namespace limber {

class BlockLu {
 public:
  // sizes: of the nodes. edges: pairs of nodes that share a block, in any order, once or several
  // times.
  void analyse(const std::vector<int>& sizes, const std::vector<char>& late,
               const std::vector<std::pair<int, int>>& edges);

  void clear();  // all numbers 0
  // The block of rows i and columns j, row by row, `size(j)` to the row. Must be in the pattern.
  double* block(int i, int j);
  int size(int node) const { return size_[static_cast<std::size_t>(node)]; }

  // Overwrites the blocks. False when a diagonal block is singular to the last bit.
  [[nodiscard]] bool factor();
  // x, node after node as in sizes: b on entry, the solution after. After factor().
  void solve(double* x) const;

 private:
  struct Entry {
    int column = 0;  // position
    int at = 0;      // in numbers_
  };
  void order(const std::vector<char>& late, std::vector<std::vector<int>>& neighbours);
  bool invert(double* block, int n);
  int size_at(int position) const {
    return size_[static_cast<std::size_t>(node_[static_cast<std::size_t>(position)])];
  }

  std::vector<int> size_, begin_;     // by node: unknowns, and where they begin in x
  std::vector<int> node_, position_;  // position -> node, and back
  std::vector<int> row_;              // position -> its entries, ascending
  std::vector<int> diagonal_;         // position -> its entry on the diagonal
  std::vector<Entry> entries_;
  std::vector<double> numbers_;
  std::vector<double> work_;
  mutable std::vector<double> sum_;
};

}  // namespace limber
