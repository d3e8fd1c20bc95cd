// The work of a tick: numbers touched by evaluations and factors, counted and not timed, so that every
// machine stops at the same place.
#pragma once

#include "solver/figure.h"
#include "solver/tolerances.h"

namespace limber {

inline bool work_is_spent(const Figure& figure, double times = 1) {
  const double numbers = static_cast<double>(figure.assembly.columns() + figure.rows());
  const double spent = numbers * (figure.counts.iterations + factor_cost * figure.counts.factorisations);
  return spent > times * most_spent;
}

}  // namespace limber
