// The operations of a Program on one double or on four at once, for code compiled once per class of
// processors (math.h): the interpreter's loop and everything limber_gen writes.
//
// Laws
//  - Both widths give the same bits in every lane, whatever stands in the other lanes.
//  - Every name is inside the namespace of its class and inlined or templated over its types, and
//    nothing of the standard library is used: a function compiled for AVX2 must never be the copy
//    the linker picks for code that runs without.
#pragma once

#if defined(__AVX2__) && defined(__FMA__)
#define LIMBER_CPU fma
#else
#define LIMBER_CPU plain
#endif

#include <immintrin.h>
#include <sleef.h>

#include "codegen/math.h"

namespace limber::LIMBER_CPU {

typedef double Lanes __attribute__((vector_size(32)));
typedef long long LaneBits __attribute__((vector_size(32)));

template <class V>
struct SineCosine {
  V sin, cos;
};

#define LIMBER_INLINE static inline __attribute__((always_inline))

// The functions of the table. Without AVX four lanes are two and two.
#if defined(__AVX2__) && defined(__FMA__)
#define LIMBER_ONE(f) Sleef_finz_##f##d1_u10purecfma
LIMBER_INLINE Lanes four(__m256d a) { return (Lanes)a; }
#define LIMBER_F1(f) \
  LIMBER_INLINE Lanes f(Lanes a) { return four(Sleef_finz_##f##d4_u10avx2((__m256d)a)); }
#define LIMBER_F2(f)                                                     \
  LIMBER_INLINE Lanes f(Lanes a, Lanes b) {                              \
    return four(Sleef_finz_##f##d4_u10avx2((__m256d)a, (__m256d)b)); \
  }
LIMBER_INLINE SineCosine<Lanes> sincos(Lanes a) {
  const Sleef___m256d_2 r = Sleef_finz_sincosd4_u10avx2((__m256d)a);
  return {(Lanes)r.x, (Lanes)r.y};
}
LIMBER_INLINE Lanes sqrt(Lanes a) { return (Lanes)_mm256_sqrt_pd((__m256d)a); }
LIMBER_INLINE Lanes floor(Lanes a) { return (Lanes)_mm256_floor_pd((__m256d)a); }
#else
#define LIMBER_ONE(f) Sleef_cinz_##f##d1_u10purec
LIMBER_INLINE __m128d low(Lanes a) { return __m128d{a[0], a[1]}; }
LIMBER_INLINE __m128d high(Lanes a) { return __m128d{a[2], a[3]}; }
LIMBER_INLINE Lanes four(__m128d a, __m128d b) { return Lanes{a[0], a[1], b[0], b[1]}; }
#define LIMBER_F1(f)                                                                         \
  LIMBER_INLINE Lanes f(Lanes a) {                                                           \
    return four(Sleef_cinz_##f##d2_u10sse2(low(a)), Sleef_cinz_##f##d2_u10sse2(high(a))); \
  }
#define LIMBER_F2(f)                                         \
  LIMBER_INLINE Lanes f(Lanes a, Lanes b) {                  \
    return four(Sleef_cinz_##f##d2_u10sse2(low(a), low(b)), \
                Sleef_cinz_##f##d2_u10sse2(high(a), high(b))); \
  }
LIMBER_INLINE SineCosine<Lanes> sincos(Lanes a) {
  const Sleef___m128d_2 l = Sleef_cinz_sincosd2_u10sse2(low(a));
  const Sleef___m128d_2 h = Sleef_cinz_sincosd2_u10sse2(high(a));
  return {four(l.x, h.x), four(l.y, h.y)};
}
LIMBER_INLINE Lanes sqrt(Lanes a) { return four(_mm_sqrt_pd(low(a)), _mm_sqrt_pd(high(a))); }
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
  const Sleef_double_2 r = LIMBER_ONE(sincos)(a);
  return {r.x, r.y};
}
#undef LIMBER_ONE

// A number in every lane.
template <class V>
LIMBER_INLINE V spread(double a);
template <>
inline __attribute__((always_inline)) double spread<double>(double a) { return a; }
template <>
inline __attribute__((always_inline)) Lanes spread<Lanes>(double a) { return Lanes{a, a, a, a}; }

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
LIMBER_INLINE V logical_and(V a, V b) { return select<V>(a, select<V>(b, spread<V>(1), spread<V>(0)), spread<V>(0)); }
template <class V>
LIMBER_INLINE V logical_or(V a, V b) { return select<V>(a, spread<V>(1), select<V>(b, spread<V>(1), spread<V>(0))); }
template <class V>
LIMBER_INLINE V logical_not(V a) { return a == 0.0 ? spread<V>(1) : spread<V>(0); }
// a + 0 turns minus zero into zero and leaves nan.
template <class V>
LIMBER_INLINE V sign(V a) { return a > 0.0 ? spread<V>(1) : (a < 0.0 ? spread<V>(-1) : a + 0.0); }

// Unaligned memory to lanes and back; with fewer than four left the last is repeated.
LIMBER_INLINE Lanes load(const double* p) {
  Lanes v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
LIMBER_INLINE void store(double* p, Lanes v) { __builtin_memcpy(p, &v, sizeof v); }
LIMBER_INLINE Lanes load_some(const double* p, int count) {
  return Lanes{p[0], p[count > 1 ? 1 : 0], p[count > 2 ? 2 : count - 1], p[count - 1]};
}
LIMBER_INLINE void store_some(double* p, Lanes v, int count) {
  for (int k = 0; k < count; ++k) p[k] = v[k];
}

}  // namespace limber::LIMBER_CPU
