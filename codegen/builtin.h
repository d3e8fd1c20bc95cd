// What limber_gen makes of data/: every built-in definition, its functions compiled into the program
// once for each class of processors.
#pragma once

#include <vector>

#include "codegen/compile.h"
#include "codegen/math.h"

namespace limber {

struct Compiled {
  int inputs = 0, outputs = 0;
  KernelCode plain, fma;
  const KernelCode& on(CpuClass cpu) const { return cpu == CpuClass::fma ? fma : plain; }
};

// Written by emit_registry: curves first, each in alphabetical order.
std::vector<Definition<Compiled>> compiled_definitions();

}  // namespace limber
