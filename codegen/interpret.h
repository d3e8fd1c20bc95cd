// Program -> Kernel without preparation worth mentioning: answers in the moment a formula is typed,
// and serves where machine code is refused.
//
// Many evaluations go through the steps together, sixteen lanes at a time, so that choosing the
// operation costs little. Nothing is allocated per call once a thread has its scratch memory.
#pragma once

#include "codegen/kernel.h"
#include "codegen/math.h"
#include "codegen/program.h"

namespace limber {

// `cpu` is for tests; every machine can run the plain class.
Kernel interpret(const Program& program, CpuClass cpu = this_cpu());

}  // namespace limber
