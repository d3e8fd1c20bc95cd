// Loops over the columns of one object. Most objects are bars, rigid links and circles, of three
// columns each: such a loop is compiled for three as well as for any number.
#pragma once

#include <type_traits>

#include "solver/fours.h"

namespace limber {

// loop(n), n being a constant where it is three. The same operations in the same order either way.
template <class Loop>
LIMBER_INLINE auto for_columns(int n, Loop loop) {
  if (n == 3) return loop(std::integral_constant<int, 3>());
  return loop(n);
}

}  // namespace limber
