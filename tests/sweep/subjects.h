// What the sweep drags about: each curve type of the toolbox alone, the scenes of the tests, and
// the example drawings where the program's own loader is at hand. New files in data/ are found by
// themselves.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "solver/world.h"
#include "tests/laws.h"

namespace limber {

struct Subject {
  std::string name;                    // "curve rose", "scene four-bar", "drawing jansen-leg"
  std::function<World(Random&)> make;  // the same numbers, the same world
  bool free = false;                   // held by nothing: every place can be reached
  bool timed = false;                  // springs or forces move it too: how long it takes matters
  // Not zero, and of one sign however the figure is moved without being taken apart; or none.
  std::function<double(const World&)> mode;
};

std::vector<Subject> curve_subjects();
std::vector<Subject> scene_subjects();
std::vector<Subject> drawing_subjects();  // none without the program's loader
std::vector<Subject> every_subject();

}  // namespace limber
