// System: one step of an island as linear algebra. It knows no curve.
//
//   [ M  -J' ] [ v      ]   [ Q ]
//   [ J   A  ] [ lambda ] = [ b ]        A diagonal, zero for hard rows
//
// M is block diagonal, one small dense block per object, kept as its Cholesky factor L (M = L L').
// J is made of small dense blocks, one per (constraint, object) pair. What is fixed between two
// changes of the world's topology (the Pattern) is apart from the numbers (the System), so that
// orderings and memory are made once and reused in every step.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace limber {

struct Pattern {
  struct Block {
    int row = 0, rows = 0;  // first row in J, and how many
    int object = 0;         // the columns are those of this object
    int at = 0;             // where its numbers begin in System::J, column-major
  };
  std::vector<int> begin;    // object k has columns begin[k] .. begin[k+1]; size objects + 1
  std::vector<int> factor;   // L of object k begins at System::L[factor[k]], column-major, full square
  std::vector<Block> blocks; // sorted by row, then object; no two alike; rows of one constraint adjacent
  int rows = 0;

  int objects() const { return static_cast<int>(begin.size()) - 1; }
  int columns() const { return begin.back(); }
};

// A block that is wanted: its rows, the object whose columns it has, and who is to know its place.
struct BlockRequest {
  int row = 0, rows = 0, object = 0;
  int* at = nullptr;
};
// Sorts the blocks wanted, each once. How many numbers they have together.
int lay_out_blocks(std::vector<BlockRequest> wanted, Pattern& pattern);

struct System {
  std::vector<double> L;   // lower triangular factors of the M blocks
  std::vector<double> J;   // the blocks' numbers
  Eigen::VectorXd Q;       // columns: forces
  Eigen::VectorXd b;       // rows: what J v + A lambda must be
  Eigen::VectorXd A;       // rows: compliance / h; 0 for hard rows
  std::vector<char> on;    // rows: 0 switches a row off (a stop not acting): v free of it, lambda 0
  // A row of J of which L^-1 J' is shorter than this is rounding: it depends on nothing that moves.
  double shortest_row = 0;
};

}  // namespace limber
