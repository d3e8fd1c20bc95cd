#include "solver/saddle.h"

#include <cstdint>

#include "solver/tolerances.h"

namespace limber {
namespace {

// Of the hard rows, stops included.
double error_squared(const Figure& figure) {
  double sum = 0;
  for (int r = 0; r < figure.rows(); ++r) {
    const Row& row = figure.assembly.rows[static_cast<std::size_t>(r)];
    if (!figure.stands(r) && !row.stop) continue;
    const double off = row.unmet(figure.assembly.c[r]);
    sum += off * off;
  }
  return sum;
}

// Every object by the same way, in a direction of its own.
void random_nudge(const Assembly& assembly, std::uint32_t& chance, Eigen::VectorXd& out) {
  for (double& one : out) {
    chance = chance * 1664525u + 1013904223u;
    one = static_cast<double>(chance >> 8) / 16777216.0 - 0.5;
  }
  for (int object = 0; object < assembly.objects(); ++object) {
    const int begin = assembly.pattern.begin[static_cast<std::size_t>(object)];
    const int end = assembly.pattern.begin[static_cast<std::size_t>(object) + 1];
    const double way = assembly.metric.displacement(object, out);
    out.segment(begin, end - begin) *= way > 0 ? saddle_nudge * assembly.size / way : 0;
  }
}

}  // namespace

bool leave_saddle(Figure& figure) {
  if (!figure.has_value()) return false;
  double least = error_squared(figure) * (1 - worth_leaving);
  bool found = false;
  Eigen::VectorXd trial(figure.q.size()), best;
  std::uint32_t chance = 1990;
  for (int k = 0; k < saddle_trials; ++k) {
    random_nudge(figure.assembly, chance, trial);
    trial += figure.q;
    if (!figure.evaluate(trial)) continue;
    const double squared = error_squared(figure);
    if (!(squared < least)) continue;
    least = squared;
    best = trial;
    found = true;
  }
  if (found) figure.q = best;
  return found;
}

}  // namespace limber
