// Where a function of one variable is 0, near 0: what Op::root means. One function, called by every
// evaluator, so that all of them take the same steps and give the same bits.
//
//   f(arguments, s) = 0        out = s, f_s there
//
// Newton's method from s = 0, no step longer than longest_root_step. s counts in the size of what is
// looked at (a piece of a curve), so these are plain numbers. Farther away than `to`, after
// most_root_steps, or where f has no finite value on the way, there is none: out is not a number.
#pragma once

#include "codegen/integrate.h"

namespace limber {

constexpr double farthest_root = 1;
constexpr double longest_root_step = 0.25;  // longer ones leap to another branch of a curve
constexpr int most_root_steps = 60;         // at a double root each step only halves what is left

// f.outputs is 2: f and f_s. from is 0.
void find_root(const IntegrandCode& f, const double* in, double from, double to, double* out);

// The same as machine code calls it.
void root_code(KernelCode::Many many, int arguments, int outputs, const double* in, double from,
               double to, double* out);

}  // namespace limber
