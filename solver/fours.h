// Fours: rows of doubles worked on four at a time.
//
// The rows of fronts are padded to whole fours with zeros, so loops over them have no tail. Four is
// plain arithmetic on lanes (no contraction, no reordering), so every machine gives the same bits;
// LIMBER_LANES compiles a function twice and takes the wide registers where the machine has them.
#pragma once

#include <cstddef>
#include <vector>

namespace limber {

using Four = double __attribute__((vector_size(32)));
using FourOfRow =
    double __attribute__((vector_size(32), may_alias));  // four doubles where they lie

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(LIMBER_SANITIZE)
#define LIMBER_LANES __attribute__((target_clones("avx2", "default")))
#else
#define LIMBER_LANES
#endif
#define LIMBER_INLINE inline __attribute__((always_inline))
#define LIMBER_INLINE_LAMBDA __attribute__((always_inline))

struct alignas(32) FourDoubles {
  double lane[4];
};

// Memory for rows of fours, aligned; sizes and places are in doubles and multiples of four.
class Fours {
 public:
  void resize(size_t doubles) { memory_.assign((doubles + 3) / 4, FourDoubles{}); }
  double* data() { return memory_.empty() ? nullptr : memory_.front().lane; }
  const double* data() const { return memory_.empty() ? nullptr : memory_.front().lane; }

 private:
  std::vector<FourDoubles> memory_;
};

LIMBER_INLINE FourOfRow* four(double* x) { return reinterpret_cast<FourOfRow*>(x); }
LIMBER_INLINE const FourOfRow* four(const double* x) {
  return reinterpret_cast<const FourOfRow*>(x);
}

// y += a x, over n fours
LIMBER_INLINE void add_multiple(double* y, double a, const double* x, int n) {
  for (int i = 0; i < n; ++i) four(y)[i] += a * four(x)[i];
}

// y = x at the first `count` places of a list, zero beyond, over n fours. Written as fours y can be
// read as fours at once: of numbers written one by one the reader would have to wait for all.
LIMBER_INLINE void gather(double* y, const double* x, const int* place, int count, int n) {
  for (int i = 0; i < n; ++i, place += 4, count -= 4)
    four(y)[i] = count >= 4 ? Four{x[place[0]], x[place[1]], x[place[2]], x[place[3]]}
                            : Four{count > 0 ? x[place[0]] : 0, count > 1 ? x[place[1]] : 0,
                                   count > 2 ? x[place[2]] : 0, 0};
}

// x . y, over n fours, always summed in the same order
LIMBER_INLINE double dot(const double* x, const double* y, int n) {
  Four sum = {0, 0, 0, 0};
  for (int i = 0; i < n; ++i) sum += four(x)[i] * four(y)[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

}  // namespace limber
