// Elimination: the pattern of a world's rows, analysed once per topology.
//
// S = B'B + A couples two rows of J when they touch one object. Eliminating its rows in a good
// order gives a tree, and the tree gives fronts: small dense matrices, each of which eliminates a
// few rows (its pivots) and hands what is left on its other columns (its boundary) to its parent.
// QR and LDLT both run over these same fronts, children before parents:
//   QR    stacks the rows of B that start here and the triangles of the children, and
//   triangularises LDLT  adds up B'B of the same objects and the remainders of the children, and
//   eliminates
//
// "Position" is a row's place in the order of elimination; order[position] = row of J. Fronts that
// are cheaper together than apart are one front: on small drawings there is often one in all.
#pragma once

#include <vector>

#include "solver/system.h"

namespace limber {

struct Front {
  int first = 0, pivots = 0;  // positions first .. first + pivots are eliminated here
  int columns = 0;            // pivots and boundary
  int at = 0;                 // its columns begin at Elimination::columns[at]
  int parent = -1;            // -1: a root, no boundary
  int handed = 0;             // where what it hands up is put: boundary x boundary
  int children_begin = 0, children_end = 0;  // in Elimination::children
  int objects_begin = 0, objects_end = 0;    // in Elimination::entering

  int boundary() const { return columns - pivots; }
  int stride() const { return (columns + 3) / 4 * 4; }  // its rows are padded to whole fours
};

struct Elimination {
  std::vector<int> order, position;  // position -> row of J, and back
  std::vector<Front> fronts;         // children before parents, pivots in order of position
  std::vector<int> columns;          // of all fronts: positions, ascending within each
  std::vector<int> in_parent;      // beside columns: where a boundary column is among the parent's
  std::vector<int> children;       // of all fronts: indices of fronts
  std::vector<int> entering;       // of all fronts: the objects whose first column is a pivot here
  std::vector<int> object_begin;   // object k has columns object_begin[k] .. object_begin[k+1]
  std::vector<int> object_column;  // of all objects: positions, ascending
  std::vector<int> object_local;   // beside object_column: where it is among its front's columns
  int handed_size = 0;             // a stack: the children's is free once the parent has it
  double qr_operations = 0, ldlt_operations = 0;  // of one factorisation at full rank

  int size() const { return static_cast<int>(order.size()); }
};

Elimination analyse_elimination(const Pattern& pattern);

}  // namespace limber
