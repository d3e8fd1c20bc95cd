#include "codegen/math.h"

#include <iterator>

// sleef.h shows the wide functions only to code compiled for their processors, which this is not, and only
// their addresses are wanted here: so they are declared here, as functions of no known type.
#define LIMBER_DECLARE(f)                          \
  extern "C" void Sleef_finz_##f##d1_u10purecfma(); \
  extern "C" void Sleef_finz_##f##d4_u10avx2();     \
  extern "C" void Sleef_finz_##f##d8_u10avx512f();  \
  extern "C" void Sleef_cinz_##f##d1_u10purec();    \
  extern "C" void Sleef_cinz_##f##d2_u10sse2();
LIMBER_FUNCTIONS_1(LIMBER_DECLARE)
LIMBER_FUNCTIONS_2(LIMBER_DECLARE)
LIMBER_DECLARE(sincos)

namespace limber {

namespace {

#define LIMBER_FMA(f) {Op::f, Sleef_finz_##f##d1_u10purecfma, Sleef_finz_##f##d4_u10avx2},
#define LIMBER_AVX512(f) {Op::f, Sleef_finz_##f##d1_u10purecfma, Sleef_finz_##f##d8_u10avx512f},
#define LIMBER_PLAIN(f) {Op::f, Sleef_cinz_##f##d1_u10purec, Sleef_cinz_##f##d2_u10sse2},

const MathFunction kFma[] = {
    LIMBER_FUNCTIONS_1(LIMBER_FMA) LIMBER_FUNCTIONS_2(LIMBER_FMA) LIMBER_FMA(sincos)};
const MathFunction kAvx512[] = {
    LIMBER_FUNCTIONS_1(LIMBER_AVX512) LIMBER_FUNCTIONS_2(LIMBER_AVX512) LIMBER_AVX512(sincos)};
const MathFunction kPlain[] = {
    LIMBER_FUNCTIONS_1(LIMBER_PLAIN) LIMBER_FUNCTIONS_2(LIMBER_PLAIN) LIMBER_PLAIN(sincos)};

const MathTable kFmaTable{4, std::begin(kFma), std::end(kFma)};
const MathTable kAvx512Table{8, std::begin(kAvx512), std::end(kAvx512)};
const MathTable kPlainTable{2, std::begin(kPlain), std::end(kPlain)};

}  // namespace

CpuClass this_cpu() {
  static const CpuClass cpu = [] {
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return CpuClass::plain;
    // What LLVM calls x86-64-v4.
    const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                        __builtin_cpu_supports("avx512vl");
    return avx512 ? CpuClass::avx512 : CpuClass::fma;
  }();
  return cpu;
}

const MathTable& math_table(CpuClass cpu) {
  switch (cpu) {
    case CpuClass::plain: return kPlainTable;
    case CpuClass::fma: return kFmaTable;
    case CpuClass::avx512: break;
  }
  return kAvx512Table;
}

}  // namespace limber
