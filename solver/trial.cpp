#include "solver/trial.h"

#include <cmath>

#include "solver/integrate.h"
#include "solver/tolerances.h"

namespace limber {

void Trials::build(const Figure& figure) {
  projector_.resize(figure);
  const Eigen::Index columns = figure.assembly.columns();
  start_.setZero(columns);
  correction_.setZero(columns);
  end.setZero(columns);
  last_motion.setZero(columns);
}

Trial Trials::take(Figure& figure, const Step& step) {
  if (!integrate(figure.q, step.dq, start_)) return {Reason::no_value};
  return take_from(figure, start_, step);
}

Trial Trials::take_from(Figure& figure, const Eigen::VectorXd& start, const Step& step) {
  figure.implied = step.implied;
  acting_ = figure.assembly.system.on;
  const Projection projection = projector_.run(figure, start, step.most, end);
  switch (projection.end) {
    case Projected::too_far:
      return {Reason::deviates, projection.deviation};
    case Projected::not_finite:
      return {Reason::no_value, projection.deviation};
    case Projected::not_met:
      if (was_met) return {Reason::not_met, projection.deviation};
      return settle_for_less(figure, start, step);
    case Projected::met:
      break;
  }
  if (strays(figure, step.dq)) return {Reason::strays, projection.deviation};
  if (!figure.differentiate()) return {Reason::no_value, projection.deviation};
  return {Reason::none, projection.deviation};
}

// Rows that were not met and are not met now: the compromise. They must not disagree more than
// they did, but for what rounding leaves where they disagree least: rather without the rest of the
// step. The stops that a projection in vain came upon do
// not act.
Trial Trials::settle_for_less(Figure& figure, const Eigen::VectorXd& start, const Step& step) {
  figure.assembly.system.on = acting_;
  const double slack = figure.assembly.p.size() > 0 ? settled_part : 0;  // only a hand may use it
  Projection projection = projector_.compromise(figure, start, end);
  if (projection.end != Projected::not_finite && projection.squared > (1 + slack) * step.squared) {
    figure.assembly.system.on = acting_;
    projection = projector_.compromise(figure, figure.q, end);
  }
  const Reason reason = projection.end == Projected::not_finite ? Reason::no_value : Reason::none;
  return {reason, projection.deviation, true};
}

bool Trials::strays(const Figure& figure, const Eigen::VectorXd& dq) {
  const Assembly& assembly = figure.assembly;
  correction_ = figure.q + dq;  // as it is rounded: what is too small to be stored is no correction
  correction_ = end - correction_;
  for (int k = 0; k < assembly.objects(); ++k) {
    const double correction = assembly.metric.displacement(k, correction_);
    if (correction > harmless_correction * assembly.metric.length(k) &&
        correction > largest_correction * assembly.metric.displacement(k, dq))
      return true;
  }
  return false;
}

double Trials::accept(Figure& figure) {
  correction_ = end - figure.q;
  figure.q = end;
  ++figure.counts.substeps;
  const Metric::Way way = figure.assembly.metric.way(correction_);
  if (way.farthest >= worth_remembering * figure.assembly.size)
    last_motion = correction_ * (1 / std::sqrt(way.square));
  return way.farthest;
}

}  // namespace limber
