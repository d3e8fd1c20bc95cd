#include "solver/project.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/integrate.h"

namespace limber {
namespace {

constexpr int most_iterations = 12;
constexpr double slow_contraction = 0.5;   // worse twice in a row: given up
constexpr double good_contraction = 0.02;  // better: the old factor serves once more

// Of the largest coordinate: what rounding leaves of a row. Far from the origin Newton aims no
// lower, or it would chase noise, which rows that nearly depend on each other make large.
constexpr double rounding = 5e-16;

constexpr int most_trials = 12;         // in one step; the next goes on from there
constexpr double first_damping = 1e-3;  // of the typical diagonal of J M^-1 J'
constexpr double longest_step = 0.1;    // of an object's length, or of half the drawing
constexpr double least_damping = 1e-10;
constexpr double settled = 1e-10;  // relative decrease of the residual that is none

double aim(const Assembly& assembly) {
  return std::max(projection_tolerance * assembly.size, rounding * assembly.reach);
}

}  // namespace

void Projector::switch_springs_off(Figure& figure) {
  for (int r = 0; r < figure.rows(); ++r)
    if (!figure.hard(r)) figure.switch_row(r, false);
}

bool Projector::switch_stops_on(Figure& figure) {
  const double tolerance = projection_tolerance * figure.assembly.size;
  bool changed = false;
  for (int r = 0; r < figure.rows(); ++r)
    if (figure.stop(r) && figure.hard(r) && !figure.on(r) &&
        figure.assembly.c[r] < figure.wanted[r] - tolerance) {
      figure.switch_row(r, true);
      changed = true;
    }
  return changed;
}

void Projector::set_residual(const Figure& figure) {
  residual_.resize(figure.rows());
  for (int r = 0; r < figure.rows(); ++r)
    residual_[r] = figure.on(r) ? figure.wanted[r] - figure.assembly.c[r] : 0;
}

Projection Projector::run(Figure& figure, const Eigen::VectorXd& start, double most,
                          Eigen::VectorXd& out) {
  const double size = figure.assembly.size, near = aim(figure.assembly);
  zero_.setZero(figure.assembly.columns());
  switch_springs_off(figure);
  for (int r = 0; r < figure.rows(); ++r)
    if (figure.implied[static_cast<std::size_t>(r)]) figure.switch_row(r, false);
  out = start;
  double before = 0;
  int slow = 0;
  bool fresh = false;  // the factor is of this neighbourhood and these rows
  for (int k = 0; k < most_iterations; ++k) {
    if (!figure.evaluate(out)) return {Projected::not_finite, 0, 0};
    if (switch_stops_on(figure)) fresh = false;
    const double deviation = figure.deviation();
    if (deviation <= near) {
      const double implied = figure.implied_deviation();
      if (implied <= hard_tolerance * size)
        return {Projected::met, std::max(deviation, implied), 0};
      switch_implied_on(figure);  // not implied after all: that was so at one place only
      fresh = false;
      before = std::numeric_limits<double>::infinity();
      continue;
    }
    if (k == 0 && deviation > most) return {Projected::too_far, deviation, 0};
    if (k > 0) {
      if (deviation > good_contraction * before) fresh = false;
      slow = deviation > slow_contraction * before ? slow + 1 : 0;
      const bool stuck = deviation > before || slow > 2;
      if (stuck && std::max(deviation, figure.implied_deviation()) <= hard_tolerance * size)
        return {Projected::met, deviation, 0};
      if (stuck) return {Projected::not_met, deviation, 0};
    }
    before = deviation;
    if (!fresh && !figure.refactor()) return {Projected::not_finite, 0, 0};
    fresh = true;
    set_residual(figure);
    const SolveReport solved =
        figure.solver.solve(figure.assembly.system, zero_, residual_, dq_, mu_);
    if (!solved.finite || !integrate(out, dq_, trial_)) return {Projected::not_finite, 0, 0};
    out.swap(trial_);
  }
  if (!figure.evaluate(out)) return {Projected::not_finite, 0, 0};
  const double deviation = std::max(figure.deviation(), figure.implied_deviation());
  return {deviation <= hard_tolerance * size ? Projected::met : Projected::not_met, deviation, 0};
}

void Projector::switch_implied_on(Figure& figure) {
  for (int r = 0; r < figure.rows(); ++r)
    if (figure.implied[static_cast<std::size_t>(r)]) figure.switch_row(r, true);
  figure.mark_none();
}

// ---- the compromise

double Projector::residual_squared(const Figure& figure) const {
  double sum = 0;
  for (int r = 0; r < figure.rows(); ++r)
    if (figure.on(r) && figure.hard(r)) {
      const double deviation = figure.wanted[r] - figure.assembly.c[r];
      sum += deviation * deviation;
    }
  return sum;
}

double Projector::short_part(const Figure& figure, const Eigen::VectorXd& dq) const {
  double part = 1;
  for (int k = 0; k < figure.assembly.objects(); ++k) {
    const double longest =
        longest_step * std::max(figure.assembly.length(k), figure.assembly.size / 2);
    const double way = figure.assembly.displacement(k, dq);
    if (way > longest) part = std::min(part, longest / way);
  }
  return part;
}

Projection Projector::compromise(Figure& figure, const Eigen::VectorXd& start,
                                 Eigen::VectorXd& out) {
  const double size = figure.assembly.size;
  zero_.setZero(figure.assembly.columns());
  switch_springs_off(figure);
  switch_implied_on(figure);
  out = start;
  if (!figure.evaluate(out)) return {Projected::not_finite, 0, 0};
  switch_stops_on(figure);
  const double scale = figure.typical_diagonal();
  double damping = first_damping;
  double before = residual_squared(figure);
  for (int k = 0; k < most_trials; ++k) {
    if (figure.deviation() <= projection_tolerance * size) break;
    if (!figure.refactor(damping * scale)) return {Projected::not_finite, 0, 0};
    set_residual(figure);
    const SolveReport solved =
        figure.solver.solve(figure.assembly.system, zero_, residual_, dq_, mu_);
    const bool finite = solved.finite && short_part(figure, dq_) == 1 &&
                        integrate(out, dq_, trial_) && figure.evaluate(trial_);
    const double after = finite ? residual_squared(figure) : before;
    if (finite && after < before) {
      out.swap(trial_);
      const bool rests = after > (1 - settled) * before;
      before = after;
      damping = std::max(damping / 10, least_damping);
      if (rests) break;
      if (switch_stops_on(figure)) before = residual_squared(figure);
      continue;
    }
    damping *= 10;
    if (!figure.evaluate(out)) return {Projected::not_finite, 0, 0};
    if (damping > 1e6) break;
  }
  const double deviation = figure.deviation();
  return {deviation <= hard_tolerance * size ? Projected::met : Projected::not_met, deviation,
          before};
}

}  // namespace limber
