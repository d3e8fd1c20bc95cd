// The random programs that are compiled into the tests, as programs and compiled.
#pragma once

#include <vector>

#include "codegen/builtin.h"
#include "tests/random_program.h"

namespace limber {

inline std::vector<Program> random_functions() {
  RandomPrograms random(1990);
  std::vector<Program> programs;
  for (int i = 0; i < 200; ++i) programs.push_back(random.program(5 + random.below(45)));
  return programs;
}

std::vector<Compiled> compiled_random_functions();

}  // namespace limber
