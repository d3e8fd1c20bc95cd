// Islands: the parts of the world that constraints tie together. What is in different islands moves
// independently, so each is solved by itself and sleeps by itself. A curve that cannot move (all
// its parameters are locked) ties nothing together: it is as good as paper.
#pragma once

#include <vector>

#include "solver/object.h"
#include "solver/world.h"

namespace limber {

struct Island {
  std::vector<ObjectId> objects;  // curves not welded, then links, then points that slide,
  std::vector<ConstraintId> constraints;  //   in order of index, as are all of these
  std::vector<MotorId> motors;
  std::vector<ForceId> forces;
  std::vector<HandId> hands;
  std::vector<CurveId> all_curves;  // everything that moves, welded curves included
  bool timed = false;               // some constraint changes with time by itself
};

struct Islands {
  std::vector<Island> all;
  Island immovable;  // constraints between what cannot move: nothing to solve, but met or not
  std::vector<std::vector<int>> of_body;  // islands to wake with a body, by its slot
};

bool can_move(const Body& body);
Islands find_islands(const World& world);

// The hash of all that a tick with mass of an island begins from, but for the clock.
std::uint64_t hash(const World& world, const Island& island);

}  // namespace limber
