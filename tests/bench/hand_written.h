// The other side of the benchmark: five curves and their first derivatives as a careful engineer
// writes them in C++, with shared subexpressions and one sincos for each angle. Nothing else in the
// tree is derived by hand, and nothing but the benchmark uses this.
//   in: q..., t      out: x, y, x_t, y_t, then x_q, y_q for each parameter
#pragma once

namespace limber::hand_written {

void circle(const double* in, double* out);        // cx cy r
void spiral(const double* in, double* out);        // cx cy a b turn
void hypotrochoid(const double* in, double* out);  // cx cy big small arm turn
void lemniscate(const double* in, double* out);    // cx cy a turn
void butterfly(const double* in, double* out);     // cx cy s k turn

}  // namespace limber::hand_written
