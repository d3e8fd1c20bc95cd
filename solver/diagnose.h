// Diagnosis: what a figure can still do, and what is wrong with it. Of the world at rest, without
// the hands: pulling never changes it.
//
//   freedoms   = columns - rank J, over the hard constraints
//   redundant  : a row that others imply, and those others: J_r = sum of y_i J_i
//   conflicts  : sets of constraints that cannot be met together, none of which can be left out:
//                found by leaving each out in turn and letting the figure settle
//
// With hysteresis: a rank in doubt stays what it was in the last diagnosis of the same topology.
#pragma once

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
  std::vector<IslandDiagnosis> islands;
  int freedoms = 0;  // of all islands together
};

// The hard constraints that do not hold as the world stands, those that motors turn apart.
// `tolerance` is a part of the drawing's size.
std::vector<ConstraintId> find_unmet(const World& world, double tolerance);

class Diagnoser {
 public:
  Diagnosis run(const World& world);

 private:
  World::Topology topology_;
  std::map<std::size_t, int> last_rank_;  // by island
};

}  // namespace limber
