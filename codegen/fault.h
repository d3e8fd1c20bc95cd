// Why a result is not finite, in words a person can act on.
#pragma once

#include <string>

#include "codegen/program.h"

namespace limber {

// Evaluates again, step by step, and names the operation at the bottom of it: "the logarithm of a
// negative number". Empty when every output is finite.
std::string explain_fault(const Program& program, const double* in);

}  // namespace limber
