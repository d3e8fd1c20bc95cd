// The operations of a Program on one double or on several at once, for code compiled once per class of
// processors (math.h): the interpreter's loop and everything limber_gen writes. Lanes are eight
// doubles in the class avx512, which only evaluates many at once, and four in the others.
//
// Laws
//  - Every width gives the same bits in every lane, whatever stands in the other lanes.
//  - Every name is inside the namespace of its class and inlined or templated over its types, and
//    nothing of the standard library is used: a function compiled for AVX must never be the copy
//    the linker picks for code that runs without.
#pragma once

#include "codegen/math_list.h"

#if defined(__AVX512F__)
#define LIMBER_CPU avx512
#define LIMBER_LANE_BYTES 64
#elif defined(__AVX2__)
#define LIMBER_CPU fma
#define LIMBER_LANE_BYTES 32
#else
#define LIMBER_CPU plain
#define LIMBER_LANE_BYTES 32
#endif

#define LIMBER_INLINE static inline __attribute__((always_inline))
#define LIMBER_INLINE_MEMBER inline __attribute__((always_inline))

namespace limber {
// Of integrate.h, which reads the standard library.
typedef void (*ManyCode)(const void*, const double*, const double*, int, double*, int);
void integrate_code(ManyCode many, int arguments, int outputs, const double* in, double from,
                    double to, double* out);
}  // namespace limber

namespace limber::LIMBER_CPU {

typedef double Lanes __attribute__((vector_size(LIMBER_LANE_BYTES)));
typedef double HalfLanes __attribute__((vector_size(16)));
typedef long long LaneBits __attribute__((vector_size(LIMBER_LANE_BYTES)));
constexpr int kWidth = LIMBER_LANE_BYTES / sizeof(double);

template <class V>
struct SineCosine {
  V sin, cos;
};
// As SLEEF returns them.
struct SineCosineOne { double sin, cos; };
struct SineCosineHalf { HalfLanes sin, cos; };
struct SineCosineLanes { Lanes sin, cos; };

// The functions of the table, declared here rather than by sleef.h, which takes longer to read than
// a file of formulas to compile. Without AVX four lanes are two and two.
#if defined(__AVX2__)
#define LIMBER_ONE(f) Sleef_finz_##f##d1_u10purecfma
#if defined(__AVX512F__)
#define LIMBER_WIDE(f) Sleef_finz_##f##d8_u10avx512f
#else
#define LIMBER_WIDE(f) Sleef_finz_##f##d4_u10avx2
#endif
extern "C" SineCosineOne LIMBER_ONE(sincos)(double);
extern "C" SineCosineLanes LIMBER_WIDE(sincos)(Lanes);
#define LIMBER_F1(f)                            \
  extern "C" double LIMBER_ONE(f)(double);      \
  extern "C" Lanes LIMBER_WIDE(f)(Lanes);       \
  LIMBER_INLINE Lanes f(Lanes a) { return LIMBER_WIDE(f)(a); }
#define LIMBER_F2(f)                              \
  extern "C" double LIMBER_ONE(f)(double, double); \
  extern "C" Lanes LIMBER_WIDE(f)(Lanes, Lanes);  \
  LIMBER_INLINE Lanes f(Lanes a, Lanes b) { return LIMBER_WIDE(f)(a, b); }
LIMBER_INLINE SineCosine<Lanes> sincos(Lanes a) {
  const SineCosineLanes r = LIMBER_WIDE(sincos)(a);
  return {r.sin, r.cos};
}
#if !defined(__AVX512F__)
LIMBER_INLINE Lanes sqrt(Lanes a) { return __builtin_ia32_sqrtpd256(a); }
LIMBER_INLINE Lanes floor(Lanes a) { return __builtin_ia32_roundpd256(a, 1); }
#else
// In every lane (mask -1), with the rounding in force (4).
#if defined(__clang__)
LIMBER_INLINE Lanes sqrt(Lanes a) { return __builtin_ia32_sqrtpd512(a, 4); }
#else
LIMBER_INLINE Lanes sqrt(Lanes a) { return __builtin_ia32_sqrtpd512_mask(a, a, -1, 4); }
#endif
LIMBER_INLINE Lanes floor(Lanes a) { return __builtin_ia32_rndscalepd_mask(a, 1, a, -1, 4); }
#endif
#else
#define LIMBER_ONE(f) Sleef_cinz_##f##d1_u10purec
#define LIMBER_WIDE(f) Sleef_cinz_##f##d2_u10sse2
extern "C" SineCosineOne LIMBER_ONE(sincos)(double);
extern "C" SineCosineHalf LIMBER_WIDE(sincos)(HalfLanes);
LIMBER_INLINE HalfLanes low(Lanes a) { return HalfLanes{a[0], a[1]}; }
LIMBER_INLINE HalfLanes high(Lanes a) { return HalfLanes{a[2], a[3]}; }
LIMBER_INLINE Lanes four(HalfLanes a, HalfLanes b) { return Lanes{a[0], a[1], b[0], b[1]}; }
#define LIMBER_F1(f)                            \
  extern "C" double LIMBER_ONE(f)(double);      \
  extern "C" HalfLanes LIMBER_WIDE(f)(HalfLanes); \
  LIMBER_INLINE Lanes f(Lanes a) { return four(LIMBER_WIDE(f)(low(a)), LIMBER_WIDE(f)(high(a))); }
#define LIMBER_F2(f)                                         \
  extern "C" double LIMBER_ONE(f)(double, double);           \
  extern "C" HalfLanes LIMBER_WIDE(f)(HalfLanes, HalfLanes); \
  LIMBER_INLINE Lanes f(Lanes a, Lanes b) {                  \
    return four(LIMBER_WIDE(f)(low(a), low(b)), LIMBER_WIDE(f)(high(a), high(b))); \
  }
LIMBER_INLINE SineCosine<Lanes> sincos(Lanes a) {
  const SineCosineHalf l = LIMBER_WIDE(sincos)(low(a)), h = LIMBER_WIDE(sincos)(high(a));
  return {four(l.sin, h.sin), four(l.cos, h.cos)};
}
LIMBER_INLINE Lanes sqrt(Lanes a) {
  return four(__builtin_ia32_sqrtpd(low(a)), __builtin_ia32_sqrtpd(high(a)));
}
LIMBER_INLINE Lanes floor(Lanes a) {
  return Lanes{__builtin_floor(a[0]), __builtin_floor(a[1]), __builtin_floor(a[2]),
               __builtin_floor(a[3])};
}
#endif
LIMBER_FUNCTIONS_1(LIMBER_F1)
LIMBER_FUNCTIONS_2(LIMBER_F2)
#undef LIMBER_F1
#undef LIMBER_F2

#define LIMBER_S1(f) \
  LIMBER_INLINE double f(double a) { return LIMBER_ONE(f)(a); }
#define LIMBER_S2(f) \
  LIMBER_INLINE double f(double a, double b) { return LIMBER_ONE(f)(a, b); }
LIMBER_FUNCTIONS_1(LIMBER_S1)
LIMBER_FUNCTIONS_2(LIMBER_S2)
#undef LIMBER_S1
#undef LIMBER_S2
LIMBER_INLINE SineCosine<double> sincos(double a) {
  const SineCosineOne r = LIMBER_ONE(sincos)(a);
  return {r.sin, r.cos};
}
#undef LIMBER_ONE
#undef LIMBER_WIDE

// A number in every lane.
template <class V>
LIMBER_INLINE V spread(double a) {
  if constexpr (sizeof(V) == sizeof(double)) return a;
  else if constexpr (sizeof(V) == 4 * sizeof(double)) return V{a, a, a, a};
  else return V{a, a, a, a, a, a, a, a};
}

LIMBER_INLINE double sqrt(double a) { return __builtin_sqrt(a); }
LIMBER_INLINE double floor(double a) { return __builtin_floor(a); }
LIMBER_INLINE double abs(double a) { return __builtin_fabs(a); }
LIMBER_INLINE Lanes abs(Lanes a) { return (Lanes)((LaneBits)a & 0x7fffffffffffffffLL); }

// What program.h says of each, word for word; the ternary operator works lane by lane.
template <class V>
LIMBER_INLINE V min(V a, V b) { return a < b ? a : b; }
template <class V>
LIMBER_INLINE V max(V a, V b) { return a > b ? a : b; }
template <class V>
LIMBER_INLINE V select(V a, V b, V c) { return a != 0.0 ? b : c; }
template <class V>
LIMBER_INLINE V less(V a, V b) { return a < b ? spread<V>(1) : spread<V>(0); }
template <class V>
LIMBER_INLINE V less_equal(V a, V b) { return a <= b ? spread<V>(1) : spread<V>(0); }
template <class V>
LIMBER_INLINE V equal(V a, V b) { return a == b ? spread<V>(1) : spread<V>(0); }
template <class V>
LIMBER_INLINE V logical_and(V a, V b) {
  return select<V>(a, select<V>(b, spread<V>(1), spread<V>(0)), spread<V>(0));
}
template <class V>
LIMBER_INLINE V logical_or(V a, V b) {
  return select<V>(a, spread<V>(1), select<V>(b, spread<V>(1), spread<V>(0)));
}
template <class V>
LIMBER_INLINE V logical_not(V a) { return a == 0.0 ? spread<V>(1) : spread<V>(0); }
// a + 0 turns minus zero into zero and leaves nan.
template <class V>
LIMBER_INLINE V sign(V a) { return a > 0.0 ? spread<V>(1) : (a < 0.0 ? spread<V>(-1) : a + 0.0); }

// An input of one evaluation. Each is read by itself: reading two at once would wait for the caller's
// last store, of one of them, to reach the cache.
LIMBER_INLINE double input(const double* in, int i) {
  return *static_cast<const volatile double*>(in + i);
}

// Where the outputs of a few evaluations go: one after another, `stride` apart.
template <class V>
struct Rows {
  double* to;
  long stride;
  LIMBER_INLINE_MEMBER void put(V v) {
    __builtin_memcpy(to, &v, sizeof v);
    to += stride;
  }
};

// Many evaluations of a function F that limber_gen wrote. F(in) computes what does not depend on the
// last input; along(t, out) the rest. The last lanes are moved back to end with the last value: some
// are computed twice, to the same bits. Fewer than the lanes are filled up, and go a way round; one or
// two, such as the ends of a bar, are quicker one after the other.
template <class F>
LIMBER_INLINE void many(const double* in, const double* last, int count, double* out, int stride) {
  if (count <= 0) return;
  const F f(in);
  if (count <= 2) {
    for (int k = 0; k < count; ++k) {
      Rows<double> rows{out + k, stride};
      f.along(last[k], rows);
    }
    return;
  }
  const bool few = count < kWidth;
  double filled[kWidth], block[F::kOutputs * kWidth];
  if (few)
    for (int k = 0; k < kWidth; ++k) filled[k] = last[k < count ? k : count - 1];
  const double* from = few ? filled : last;
  const int n = few ? kWidth : count;
  for (int k = 0; k < n; k += kWidth) {
    const int start = k < n - kWidth ? k : n - kWidth;
    Lanes t;
    __builtin_memcpy(&t, from + start, sizeof t);
    Rows<Lanes> rows{few ? block : out + start, few ? kWidth : stride};
    f.along(t, rows);
  }
  if (few)
    for (int j = 0; j < F::kOutputs; ++j)
      for (int k = 0; k < count; ++k) out[j * stride + k] = block[j * kWidth + k];
}

// The same for a function that is hardly ever asked for many, and has only one(in, out).
template <class F>
LIMBER_INLINE void repeat(const double* in, const double* last, int count, double* out, int stride) {
  double inputs[F::kInputs + 1], outputs[F::kOutputs];
  for (int i = 0; i + 1 < F::kInputs; ++i) inputs[i] = in[i];
  for (int k = 0; k < count; ++k) {
    if (F::kInputs > 0) inputs[F::kInputs - 1] = last[k];
    F::one(inputs, outputs);
    for (int j = 0; j < F::kOutputs; ++j) out[j * stride + k] = outputs[j];
  }
}

// The values of an integral of several functions, each in its lane.
template <class V, int N>
struct Parts {
  V part[N];
};
template <class V, int A>
struct Arguments {
  V number[A];  // the last is room for the variable
};
template <int N, int A>
LIMBER_INLINE Parts<double, N> integral(ManyCode integrand, const Arguments<double, A>& in,
                                        double from, double to) {
  Parts<double, N> out;
  integrate_code(integrand, A - 1, N, in.number, from, to, out.part);
  return out;
}
template <int N, int A>
LIMBER_INLINE Parts<Lanes, N> integral(ManyCode integrand, const Arguments<Lanes, A>& in, Lanes from,
                                       Lanes to) {
  Parts<Lanes, N> out;
  for (int lane = 0; lane < kWidth; ++lane) {
    Arguments<double, A> one;
    for (int j = 0; j < A; ++j) one.number[j] = in.number[j][lane];
    const Parts<double, N> parts = integral<N>(integrand, one, from[lane], to[lane]);
    for (int j = 0; j < N; ++j) out.part[j][lane] = parts.part[j];
  }
  return out;
}

// The entry points of a function F: F_one and F_many, as KernelCode has them. Where lanes are eight,
// only what runs along in them has one; the rest of the class is fma's.
#define LIMBER_ONE_ENTRY(F) \
  void F##_one(const void*, const double* in, double* out) { F::one(in, out); }
#define LIMBER_MANY_ENTRY(F, how)                                                                  \
  void F##_many(const void*, const double* in, const double* last, int count, double* out,         \
                int stride) {                                                                      \
    how<F>(in, last, count, out, stride);                                                          \
  }
#if defined(__AVX512F__)
#define LIMBER_ENTRIES(F)
#define LIMBER_ENTRIES_ALONG(F) LIMBER_MANY_ENTRY(F, many)
#else
#define LIMBER_ENTRIES(F) LIMBER_ONE_ENTRY(F) LIMBER_MANY_ENTRY(F, repeat)
#define LIMBER_ENTRIES_ALONG(F) LIMBER_ONE_ENTRY(F) LIMBER_MANY_ENTRY(F, many)
#endif

}  // namespace limber::LIMBER_CPU
