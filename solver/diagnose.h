// Diagnosis: what a figure can still do, and what is wrong with it. Of the world at rest, without
// the hands: pulling never changes it.
//
//   freedoms   = columns - rank J, over the hard constraints
//   redundant  : a row that others imply, and those others: J_r = sum of y_i J_i
//   conflicts  : sets of hard constraints that cannot be met together, though any part of a set
//                can: found by letting the figure settle without each of them in turn
//
// With hysteresis: a figure that passes a dead point, or comes so near to one that its rank is in
// doubt, is reported as it was in the last diagnosis of the same structure; it changes when
// something is added, removed, locked or typed.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "solver/world.h"

namespace limber {

// How the middle of a curve can go.
struct Mobility {
  CurveId curve;
  bool moves = false;           // some point or parameter of it can
  int directions = 0;           // of its middle: 0 none, 1 to and fro along `along`, 2 anywhere
  Point along = Point::Zero();  // the easiest direction; length 1, or 0
};

struct IslandDiagnosis {
  int freedoms = 0;
  int columns = 0, rows = 0, rank = 0;
  std::vector<std::vector<ConstraintId>> redundant;
  std::vector<std::vector<ConstraintId>> conflicts;
  std::vector<Mobility> curves;
};

struct Diagnosis {
  std::vector<IslandDiagnosis> islands;  // the last: constraints between what cannot move, if any
  int freedoms = 0;  // of all islands together
};

// The hard constraints that do not hold as the world stands, those that motors turn apart.
// `tolerance` is a part of the drawing's size.
std::vector<ConstraintId> find_unmet(const World& world, double tolerance);
// Among these only.
std::vector<ConstraintId> find_unmet(const World& world, double tolerance,
                                     const std::vector<ConstraintId>& among);

class Diagnoser {
 public:
  Diagnosis run(const World& world);

 private:
  std::map<std::uint64_t, IslandDiagnosis> last_;  // by structure of the island
};

}  // namespace limber
