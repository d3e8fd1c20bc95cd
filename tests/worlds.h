// Random whole drawings: curves of every type of the toolbox, held by every kind of the library on
// whatever of them fits. A new file in data/curves or data/constraints is found here by itself.
//
// The same seed gives the same drawing.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "solver/islands.h"
#include "solver/world.h"
#include "tests/laws.h"

namespace limber {

const std::vector<std::shared_ptr<const ConstraintKind>>& every_kind();

struct Traits {
  bool soft = false;           // some constraints give
  bool redundant = false;      // some are there twice
  bool contradictory = false;  // some are there again, with other numbers
  bool singular = false;       // everything lies on one line, all angles are the same
  bool welded = false;         // some curves are one rigid link
  bool locked = false;         // some parameters are
  bool smooth = false;         // no corner anywhere, nor a direction between points that may meet
};
Traits random_traits(Random& random);

struct Drawn {
  World world;
  std::vector<CurveId> curves;
  std::vector<ConstraintId> constraints;
};
Drawn random_drawing(const Traits& traits, Random& random);

// How often each type and each kind is there, by name.
void count(const World& world, std::map<std::string, int>& types,
           std::map<std::string, int>& kinds);

// Everything in the drawing, state and numbers, in a few lines: for a failing test to print.
std::string describe(const World& world);

}  // namespace limber
