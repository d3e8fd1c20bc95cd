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
  hard_.assign(static_cast<std::size_t>(rows()), 1);
  stop_.assign(static_cast<std::size_t>(rows()), 0);
  for (std::size_t r = 0; r < assembly.rows.size(); ++r) stop_[r] = assembly.rows[r].stop;
  evaluated_at_.resize(0);
  weighed_at_.resize(0);
}

void Figure::read(const World& world, Path chosen) {
  assembly.read(world);
  q = assembly.q;
  if (assembly.changed) {
    has_springs_ = has_stops_ = false;
    for (std::size_t r = 0; r < assembly.rows.size(); ++r) {
      hard_[r] = assembly.rows[r].compliance == 0;
      has_springs_ = has_springs_ || !hard_[r];
      has_stops_ = has_stops_ || stop_[r];
    }
  }
  time = world.time;
  path = chosen;
  substeps = iterations = factorisations = 0;
  cuts = {};
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
  ++iterations;
  evaluated_time_ = time;
  differentiated_ = false;
  if (assembly.evaluate(at, time)) {
    evaluated_at_ = at;
    return true;
  }
  evaluated_at_.resize(0);
  return false;
}

bool Figure::evaluate_if_new(const Eigen::VectorXd& at) {
  const bool now = evaluated_time_ == time || !assembly.has_time;
  const bool there =
      !assembly.changed && now && evaluated_at_.size() == at.size() && evaluated_at_ == at;
  if (!there && !evaluate(at)) return false;
  if (assembly.changed) weighed_at_.resize(0);
  assembly.changed = false;
  return true;
}

bool Figure::differentiate() {
  differentiated_ = differentiated_ || assembly.differentiate();
  return differentiated_;
}

bool Figure::weigh() {
  ++factor_number_;
  factor_is_plain_ = false;
  if (differentiate() && assembly.weigh()) {
    weighed_at_ = evaluated_at_;
    return true;
  }
  weighed_at_.resize(0);
  return false;
}

bool Figure::weigh_if_new() {
  const bool there = weighed_at_.size() == evaluated_at_.size() && weighed_at_ == evaluated_at_;
  return there || weigh();
}

bool Figure::refactor(double extra_compliance) {
  ++factorisations;
  ++factor_number_;
  factor_is_plain_ = false;
  if (!differentiate()) return false;
  factor = solver.factor(assembly.system, path, extra_compliance);
  factor_is_plain_ = factor.finite && extra_compliance == 0 && !(assembly.system.A.sum() > 0);
  factored_rows_ = assembly.system.on;
  for (const int row : factor.dependent) factored_rows_[static_cast<std::size_t>(row)] = 0;
  return factor.finite;
}

bool Figure::factor_serves() const {
  if (!factor_is_plain_ || !factor.dependent.empty()) return false;
  for (std::size_t r = 0; r < factored_rows_.size(); ++r)
    if (assembly.system.on[r] != factored_rows_[r]) return false;
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

// Of J M^-1 J'. M by its diagonal is near enough for the scale of a compliance.
void Figure::diagonal(Eigen::VectorXd& out) const {
  const Pattern& pattern = assembly.pattern;
  out.setZero(rows());
  for (const Pattern::Block& block : pattern.blocks) {
    const int columns = pattern.begin[static_cast<std::size_t>(block.object) + 1] -
                        pattern.begin[static_cast<std::size_t>(block.object)];
    for (int j = 0; j < columns; ++j) {
      const double M = assembly.metric.diagonal(block.object, j);
      for (int r = 0; r < block.rows; ++r) {
        const double J = assembly.system.J[static_cast<std::size_t>(block.at + j * block.rows + r)];
        out[block.row + r] += J * J / M;
      }
    }
  }
}

double Figure::typical_diagonal() const {
  const Pattern& pattern = assembly.pattern;
  double sum = 0;
  int count = 0;
  for (const Pattern::Block& block : pattern.blocks) {
    const int columns = pattern.begin[static_cast<std::size_t>(block.object) + 1] -
                        pattern.begin[static_cast<std::size_t>(block.object)];
    for (int j = 0; j < columns; ++j) {
      const double M = assembly.metric.diagonal(block.object, j);
      for (int r = 0; r < block.rows; ++r) {
        if (!on(block.row + r)) continue;
        const double J = assembly.system.J[static_cast<std::size_t>(block.at + j * block.rows + r)];
        sum += J * J / M;
        ++count;
      }
    }
  }
  return count > 0 ? sum / count : 1;
}

}  // namespace limber
