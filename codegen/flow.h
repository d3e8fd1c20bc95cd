// The solution of a system of differential equations: what an integral with states means (program.h).
// One function, called by every evaluator, so that all of them take the same steps and give the same bits.
//
//   s' = rates(arguments, s, t),    s = where it begins at t = from;    out = s at t = to
//
// Gragg's midpoint rule, extrapolated (Bulirsch and Stoer): of smooth rates within some 1e-12 of the size
// that each state reaches. Where a rate has no finite value on the way, where the steps come to nothing
// before a pole, or after most_rates of them, the solution has no value.
#pragma once

#include "codegen/integrate.h"

namespace limber {

constexpr int most_rates = 20000;  // some 2 ms: a curve of 500 points then takes a second at worst

// f.outputs states; the last of its arguments are where they begin, and where they are while it runs.
void follow(const IntegrandCode& f, const double* in, double from, double to, double* out);

// The same as machine code calls it.
void flow_code(KernelCode::Many many, int arguments, int outputs, const double* in, double from,
               double to, double* out);

}  // namespace limber
