#include "solver/figure.h"

#include <algorithm>
#include <cmath>

namespace limber {

void Figure::build(const World& world, const Island& island) {
  assembly.build(world, island);
  solver.analyse(assembly.pattern);
  q.setZero(assembly.columns());
  wanted.setZero(rows());
}

void Figure::read(const World& world, Path chosen) {
  assembly.read(world);
  q = assembly.q;
  time = world.time;
  path = chosen;
  substeps = iterations = factorisations = 0;
}

bool Figure::refactor(double extra_compliance) {
  ++factorisations;
  factor = solver.factor(assembly.system, path, extra_compliance);
  return factor.finite;
}

double Figure::deviation() const {
  double most = 0;
  for (int r = 0; r < rows(); ++r) {
    if (!hard(r)) continue;
    if (on(r))
      most = std::max(most, std::abs(assembly.c[r] - wanted[r]));
    else if (stop(r))
      most = std::max(most, -assembly.c[r]);
  }
  return most;
}

}  // namespace limber
