// What a function written in C++ calls to follow a system of differential equations, and to find a root;
// beside lanes.h, for those that do.
#pragma once

#include "codegen/lanes.h"

namespace limber {
// Of flow.h and root.h, which read the standard library.
void flow_code(ManyCode many, int arguments, int outputs, const double* in, double from, double to,
               double* out);
void root_code(ManyCode many, int arguments, int outputs, const double* in, double from, double to,
               double* out);
}  // namespace limber

namespace limber::LIMBER_CPU {

using CallCode = void (*)(ManyCode, int, int, const double*, double, double, double*);

template <CallCode Code, int N, int A>
LIMBER_INLINE Parts<double, N> called(ManyCode many, const Arguments<double, A>& in, double from,
                                      double to) {
  Parts<double, N> out;
  Code(many, A - 1, N, in.number, from, to, out.part);
  return out;
}
template <CallCode Code, int N, int A>
LIMBER_INLINE Parts<Lanes, N> called(ManyCode many, const Arguments<Lanes, A>& in, Lanes from,
                                     Lanes to) {
  Parts<Lanes, N> out;
  for (int lane = 0; lane < kWidth; ++lane) {
    Arguments<double, A> one;
    for (int j = 0; j < A; ++j) one.number[j] = in.number[j][lane];
    const Parts<double, N> parts = called<Code, N>(many, one, from[lane], to[lane]);
    for (int j = 0; j < N; ++j) out.part[j][lane] = parts.part[j];
  }
  return out;
}

template <int N, int A, class V>
LIMBER_INLINE Parts<V, N> flow(ManyCode rates, const Arguments<V, A>& in, decltype(V()) from,
                                decltype(V()) to) {
  return called<flow_code, N>(rates, in, from, to);
}
template <int N, int A, class V>
LIMBER_INLINE Parts<V, N> root(ManyCode function, const Arguments<V, A>& in, decltype(V()) from,
                                decltype(V()) to) {
  return called<root_code, N>(function, in, from, to);
}

}  // namespace limber::LIMBER_CPU
