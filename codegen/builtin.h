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
  KernelCode::Many avx512 = nullptr;  // null for what is hardly ever asked for many

  KernelCode on(CpuClass cpu) const {
    if (cpu == CpuClass::plain) return plain;
    return cpu == CpuClass::avx512 && avx512 ? KernelCode{fma.one, avx512, nullptr} : fma;
  }
};

// Written by emit_registry: curves first, each in alphabetical order.
std::vector<Definition<Compiled>> compiled_definitions();
std::vector<Definition<Compiled>> compiled_maps();  // of data/maps

}  // namespace limber
