// Program -> machine code through LLVM, in this process. Lives in a library of its own (limber_llvm),
// whose only door is limber_llvm(); machine_code.cpp opens it.
//
// The emitter writes what program.h says, no more: strict IEEE operations without contraction, and
// calls of the functions of one table, by address. The code refers to no symbol at all, so there is
// nothing to look up; its pages are never writable and executable at once.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "codegen/kernel.h"
#include "codegen/math.h"
#include "codegen/program.h"

namespace limber {

struct MachineFunction {
  KernelCode::One one = nullptr;
  // Of `count` not less than the table's number of lanes; null when only one was asked for.
  KernelCode::Many many = nullptr;
};

struct CompileRequest {
  struct Source {
    const Program* program;
    bool along;
  };
  std::vector<Source> sources;
  CpuClass cpu = this_cpu();
  bool optimise = true;  // or quickly
};

// All functions of a request, or why not.
struct MachineCode {
  std::vector<MachineFunction> functions;  // empty on failure
  std::shared_ptr<const void> owner;       // keeps the code in memory
  std::string error;
};

struct LlvmLibrary {
  MachineCode (*compile)(const CompileRequest& request);
};
extern "C" const LlvmLibrary* limber_llvm();
using LimberLlvm = const LlvmLibrary* (*)();

}  // namespace limber
