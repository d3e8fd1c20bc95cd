// The order of one evaluation in which calls of the same function stand together, so that one call in
// lanes serves several: sin t, sin 3t and sin 5t cost little more than sin t. Lanes give the bits of
// single calls (math.h), and a Program's result does not depend on the order, so no bit changes.
#pragma once

#include <cstdint>
#include <vector>

#include "codegen/program.h"

namespace limber {

// Instructions to do together: one alone, or two to `lanes` calls of one function, none of which
// needs another. A sincos stands for its cos_of_sincos too, which is not listed.
using Bundle = std::vector<std::int32_t>;

// Every needed instruction once, each after what it needs.
std::vector<Bundle> in_bundles(const Program& program, int lanes);

}  // namespace limber
