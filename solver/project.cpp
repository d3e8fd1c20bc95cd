#include "solver/project.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/integrate.h"

namespace limber {
namespace {

double aim(const Assembly& assembly) {
  return std::max(projection_tolerance * assembly.size, rounding_of_coordinates * assembly.reach);
}

}  // namespace

void Projector::resize(const Figure& figure) {
  secants_.resize(figure.assembly.columns(), figure.rows());
}

void Projector::switch_springs_off(Figure& figure) {
  if (!figure.has_springs()) return;
  for (int r = 0; r < figure.rows(); ++r)
    if (!figure.hard(r)) figure.switch_row(r, false);
}

bool Projector::switch_stops_on(Figure& figure) {
  if (!figure.has_stops()) return false;
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

// Towards the rows, by the factor at hand.
void Projector::step(Figure& figure, Eigen::VectorXd& out) {
  figure.residual(residual_);
  secants_.reduce(residual_);
  figure.solver.correct(figure.assembly.system, residual_, dq_);
  secants_.extend(dq_);
  out += dq_;
}

Projection Projector::run(Figure& figure, const Eigen::VectorXd& start, double most,
                          Eigen::VectorXd& out) {
  const double size = figure.assembly.size, enough = aim(figure.assembly);
  switch_springs_off(figure);
  bool some_implied = false;
  for (int r = 0; r < figure.rows(); ++r)
    if (figure.implied[static_cast<std::size_t>(r)]) {
      figure.switch_row(r, false);
      some_implied = true;
    }
  out = start;
  secants_.clear();
  double before = 0;
  int slow = 0;
  // What a hand pulls to the nearest place is found beyond rounding, by factors of the place
  // itself.
  const bool held = figure.assembly.p.size() > 0;
  bool old = !held && figure.factor_serves();  // the factor is of where the step began,
  bool fresh = old;                            // or of this neighbourhood; of these rows
  for (int k = 0; k < most_newton_steps; ++k) {
    if (!figure.evaluate(out)) return {Projected::not_finite, 0, 0};
    if (switch_stops_on(figure)) fresh = false;
    const double deviation = figure.deviation();
    if (deviation <= enough) {
      const double implied = figure.implied_deviation();
      if (implied <= hard_tolerance * size)
        return {Projected::met, std::max(deviation, implied), 0};
      if (implied <= shared_deviation * size && share_rounding(figure, out))
        return {Projected::met, figure.deviation(), 0};
      switch_implied_on(figure);  // not implied after all: that was so at one place only
      fresh = false;
      before = std::numeric_limits<double>::infinity();
      continue;
    }
    if (k == 0 && deviation > most) {
      const double visible = figure.visible_deviation();
      if (visible > most) return {Projected::too_far, visible, 0};
    }
    if (k > 0) {
      const double contraction = deviation / before;
      // A factor costs as much as some three iterations.
      const double in_three = deviation * contraction * contraction * contraction;
      if (some_implied || in_three > enough) fresh = false;
      if (old && contraction > slow_newton_contraction) {  // from the start again, by Newton
        old = fresh = false;
        out = start;
        secants_.clear();
        before = std::numeric_limits<double>::infinity();
        continue;
      }
      slow = contraction > slow_newton_contraction ? slow + 1 : 0;
      const bool stuck = deviation > before || slow > 2;
      if (stuck && figure.visible_deviation() <= hard_tolerance * size)
        return {Projected::met, deviation, 0};
      if (stuck) return {Projected::not_met, deviation, 0};
    }
    before = deviation;
    if (!fresh) {
      if (!figure.refactor()) return {Projected::not_finite, 0, 0};
      old = false;
      secants_.clear();
    }
    fresh = true;
    step(figure, out);
  }
  if (!figure.evaluate(out)) return {Projected::not_finite, 0, 0};
  const double deviation = figure.visible_deviation();
  return {deviation <= hard_tolerance * size ? Projected::met : Projected::not_met, deviation, 0};
}

void Projector::switch_implied_on(Figure& figure) {
  for (int r = 0; r < figure.rows(); ++r)
    if (figure.implied[static_cast<std::size_t>(r)]) figure.switch_row(r, true);
  figure.mark_none();
}

// What rounding leaves in the rows that are held is larger in those that follow from them. A small
// compliance of every row shares it among all: the least squares of what cannot be met exactly.
// Leaves all rows on, and out evaluated.
bool Projector::share_rounding(Figure& figure, Eigen::VectorXd& out) {
  for (int r = 0; r < figure.rows(); ++r)
    if (figure.implied[static_cast<std::size_t>(r)]) figure.switch_row(r, true);
  const double tolerance = hard_tolerance * figure.assembly.size;
  zero_.setZero(figure.assembly.columns());
  for (int k = 0; k < most_sharings; ++k) {
    if (!figure.refactor(rounding_compliance * figure.typical_diagonal())) return false;
    figure.residual(residual_);
    if (!figure.solver.solve(figure.assembly.system, zero_, residual_, dq_, mu_).finite)
      return false;
    out += dq_;
    if (!figure.evaluate(out)) return false;
    if (figure.deviation() <= tolerance) return true;
  }
  return false;
}

// ---- the compromise

Projection Projector::compromise(Figure& figure, const Eigen::VectorXd& start,
                                 Eigen::VectorXd& out) {
  const double size = figure.assembly.size;
  zero_.setZero(figure.assembly.columns());
  switch_springs_off(figure);
  switch_implied_on(figure);
  out = start;
  if (!figure.evaluate(out)) return {Projected::not_finite, 0, 0};
  switch_stops_on(figure);
  if (!figure.differentiate()) return {Projected::not_finite, 0, 0};
  const double scale = figure.typical_diagonal();
  double damping = first_compromise_damping;
  double before = figure.residual_squared();
  for (int k = 0; k < most_compromise_steps; ++k) {
    if (figure.deviation() <= projection_tolerance * size) break;
    if (!figure.refactor(damping * scale)) return {Projected::not_finite, 0, 0};
    figure.residual(residual_);
    const SolveReport solved =
        figure.solver.solve(figure.assembly.system, zero_, residual_, dq_, mu_);
    bool finite = solved.finite && figure.short_part(dq_) == 1 && integrate(out, dq_, trial_);
    if (finite) figure.assembly.into_ranges(trial_);  // these are walls, whatever else disagrees
    finite = finite && figure.evaluate(trial_);
    const double after = finite ? figure.residual_squared() : before;
    if (finite && after < before) {
      out.swap(trial_);
      const bool rests = after > (1 - settled_part) * before;
      before = after;
      damping = std::max(damping / compromise_step, least_compromise_damping);
      if (rests) break;
      if (switch_stops_on(figure)) before = figure.residual_squared();
      continue;
    }
    damping *= compromise_step;
    if (!figure.evaluate(out)) return {Projected::not_finite, 0, 0};
    if (damping > most_compromise_damping) break;
  }
  const double deviation = figure.deviation();
  return {deviation <= hard_tolerance * size ? Projected::met : Projected::not_met, deviation,
          before};
}

}  // namespace limber
