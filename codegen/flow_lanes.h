// What a function written in C++ calls to follow a system of differential equations; beside lanes.h, for
// those that have one.
#pragma once

#include "codegen/lanes.h"

namespace limber {
// Of flow.h, which reads the standard library.
void flow_code(ManyCode many, int arguments, int outputs, const double* in, double from, double to,
               double* out);
}  // namespace limber

namespace limber::LIMBER_CPU {

template <int N, int A>
LIMBER_INLINE Parts<double, N> flow(ManyCode rates, const Arguments<double, A>& in, double from,
                                    double to) {
  Parts<double, N> out;
  flow_code(rates, A - 1, N, in.number, from, to, out.part);
  return out;
}
template <int N, int A>
LIMBER_INLINE Parts<Lanes, N> flow(ManyCode rates, const Arguments<Lanes, A>& in, Lanes from,
                                   Lanes to) {
  Parts<Lanes, N> out;
  for (int lane = 0; lane < kWidth; ++lane) {
    Arguments<double, A> one;
    for (int j = 0; j < A; ++j) one.number[j] = in.number[j][lane];
    const Parts<double, N> parts = flow<N>(rates, one, from[lane], to[lane]);
    for (int j = 0; j < N; ++j) out.part[j][lane] = parts.part[j];
  }
  return out;
}

}  // namespace limber::LIMBER_CPU
