#include "solver/figure.h"

#include <algorithm>
#include <cmath>

#include "solver/tolerances.h"

namespace limber {

void Figure::build(const World& world, const Island& island) {
  assembly.build(world, island);
  solver.analyse(assembly.pattern);
  q.setZero(assembly.columns());
  wanted.setZero(rows());
  implied.assign(static_cast<std::size_t>(rows()), 0);
  kinds_.hard.assign(static_cast<std::size_t>(rows()), 1);
  kinds_.stop.assign(static_cast<std::size_t>(rows()), 0);
  for (std::size_t r = 0; r < assembly.rows.size(); ++r) kinds_.stop[r] = assembly.rows[r].stop;
  place_.evaluated.resize(0);
  place_.weighed.resize(0);
}

void Figure::read(const World& world, Path chosen) {
  assembly.read(world);
  q = assembly.q;
  if (assembly.changed) {
    kinds_.some_spring = kinds_.some_stop = false;
    for (std::size_t r = 0; r < assembly.rows.size(); ++r) {
      kinds_.hard[r] = assembly.rows[r].compliance == 0;
      kinds_.some_spring = kinds_.some_spring || !kinds_.hard[r];
      kinds_.some_stop = kinds_.some_stop || kinds_.stop[r];
    }
  }
  time = world.time;
  path = chosen;
  counts = {};
}

void Figure::choose_rows(bool with_motors) {
  standing_.resize(assembly.rows.size());
  for (std::size_t r = 0; r < assembly.rows.size(); ++r)
    standing_[r] = !assembly.rows[r].stop && (assembly.rows[r].motor < 0 || with_motors);
  wanted.setZero();
  use_standing_rows();
  assembly.system.Q.setZero();
  assembly.system.b.setZero();
  assembly.system.A.setZero();
}

bool Figure::evaluate(const Eigen::VectorXd& at) {
  ++counts.iterations;
  place_.time = time;
  place_.differentiated = false;
  if (assembly.evaluate(at, time)) {
    place_.evaluated = at;
    return true;
  }
  place_.evaluated.resize(0);
  return false;
}

bool Figure::evaluate_if_new(const Eigen::VectorXd& at) {
  const bool now = place_.time == time || !assembly.has_time;
  const bool there =
      !assembly.changed && now && place_.evaluated.size() == at.size() && place_.evaluated == at;
  if (!there && !evaluate(at)) return false;
  if (assembly.changed) place_.weighed.resize(0);
  assembly.changed = false;
  return true;
}

bool Figure::differentiate() {
  place_.differentiated = place_.differentiated || assembly.differentiate();
  return place_.differentiated;
}

bool Figure::weigh() {
  ++factored_.number;
  factored_.plain = false;
  if (differentiate() && assembly.weigh()) {
    place_.weighed = place_.evaluated;
    return true;
  }
  place_.weighed.resize(0);
  return false;
}

bool Figure::weigh_if_new() {
  const bool there =
      place_.weighed.size() == place_.evaluated.size() && place_.weighed == place_.evaluated;
  return there || weigh();
}

bool Figure::refactor(double extra_compliance) {
  ++counts.factorisations;
  ++factored_.number;
  factored_.plain = false;
  if (!differentiate()) return false;
  factor = solver.factor(assembly.system, path, extra_compliance);
  factored_.plain = factor.finite && extra_compliance == 0 && !(assembly.system.A.sum() > 0);
  factored_.rows = assembly.system.on;
  for (const int row : factor.dependent) factored_.rows[static_cast<std::size_t>(row)] = 0;
  return factor.finite;
}

bool Figure::factor_serves() const {
  if (!factored_.plain || !factor.dependent.empty()) return false;
  for (std::size_t r = 0; r < factored_.rows.size(); ++r)
    if (assembly.system.on[r] != factored_.rows[r]) return false;
  return true;
}

void Figure::mark_none() { std::fill(implied.begin(), implied.end(), char(0)); }

void Figure::mark_implied() {
  mark_none();
  for (const int row : factor.dependent)
    if (hard(row) && !stop(row)) implied[static_cast<std::size_t>(row)] = 1;
}

double Figure::implied_deviation() const {
  double most = 0;
  for (int r = 0; r < rows(); ++r)
    if (implied[static_cast<std::size_t>(r)])
      most = std::max(most, std::abs(assembly.c[r] - wanted[r]));
  return most;
}

double Figure::deviation() const {
  double most = 0;
  const char* on = assembly.system.on.data();
  const double *c = assembly.c.data(), *to = wanted.data();
  for (int r = 0, n = rows(); r < n; ++r) {
    if (!hard(r) || !(on[r] || stop(r))) continue;
    const double off = c[r] - to[r];
    most = std::max(most, on[r] ? std::abs(off) : -off);
  }
  return most;
}

double Figure::visible_deviation() const {
  double most = 0;
  for (int r = 0, n = rows(); r < n; ++r)
    if (on(r) || stop(r) || implied[static_cast<std::size_t>(r)]) {
      const Row& row = assembly.rows[static_cast<std::size_t>(r)];
      const double c = assembly.c[r], to = wanted[r];
      most = std::max(most, on(r) && stop(r) ? row.seen * std::abs(c - to) : row.unmet(c, to));
    }
  return most;
}

// What is seen of a row needs M, and is asked for only where it matters.
bool Figure::all_met() {
  const double tolerance = hard_tolerance * assembly.size;
  return deviation() <= tolerance || (weigh_if_new() && visible_deviation() <= tolerance);
}

void Figure::residual(Eigen::VectorXd& out) const {
  if (out.size() < rows()) out.resize(rows());
  const char* on = assembly.system.on.data();
  const double *c = assembly.c.data(), *to = wanted.data();
  for (int r = 0, n = rows(); r < n; ++r) out[r] = on[r] ? to[r] - c[r] : 0;
}

double Figure::residual_squared() const {
  double sum = 0;
  for (int r = 0; r < rows(); ++r)
    if (on(r) && hard(r)) {
      const double off = wanted[r] - assembly.c[r];
      sum += off * off;
    }
  return sum;
}

double Figure::short_part(const Eigen::VectorXd& dq) const {
  double part = 1;
  for (int k = 0; k < assembly.objects(); ++k) {
    const double longest = longest_compromise * std::max(assembly.metric.length(k), assembly.size / 2);
    const double way = assembly.metric.displacement(k, dq);
    if (way > longest) part = std::min(part, longest / way);
  }
  return part;
}

bool Figure::nearly_singular() const {
  return factor.smallest_kept < limber::nearly_singular || !factor.dependent.empty();
}

// Of J M^-1 J', entry by entry of J: visit(row, J^2 / M). M by its diagonal is near enough for the
// scale of a compliance.
template <class Visit>
void Figure::each_entry(Visit visit) const {
  const Pattern& pattern = assembly.pattern;
  for (const Pattern::Block& block : pattern.blocks) {
    const int columns = pattern.begin[static_cast<std::size_t>(block.object) + 1] -
                        pattern.begin[static_cast<std::size_t>(block.object)];
    for (int j = 0; j < columns; ++j) {
      const double M = assembly.metric.diagonal(block.object, j);
      for (int r = 0; r < block.rows; ++r) {
        const double J = assembly.system.J[static_cast<std::size_t>(block.at + j * block.rows + r)];
        visit(block.row + r, J * J / M);
      }
    }
  }
}

void Figure::diagonal(Eigen::VectorXd& out) const {
  out.setZero(rows());
  each_entry([&](int row, double entry) { out[row] += entry; });
}

double Figure::typical_diagonal() const {
  double sum = 0;
  int count = 0;
  each_entry([&](int row, double entry) {
    if (!on(row)) return;
    sum += entry;
    ++count;
  });
  return count > 0 ? sum / count : 1;
}

}  // namespace limber
