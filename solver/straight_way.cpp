#include "solver/straight_way.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/tolerances.h"

namespace limber {
namespace {

// Nearer than this rounding lets nothing come.
double finest(const Eigen::VectorXd& q) {
  return 8 * std::numeric_limits<double>::epsilon() * q.lpNorm<Eigen::Infinity>();
}

}  // namespace

void StraightWay::build(const Figure& figure) {
  secants_.resize(figure.assembly.columns(), figure.rows() + 2);
  residual_.setZero(figure.rows() + 2);
  correction_.setZero(figure.assembly.columns());
  drift_.half.setZero(figure.assembly.columns());
  drift_.way.setZero(figure.assembly.columns());
  drift_.grip = -1;
}

Effort StraightWay::lead(Passage& passage, Grip& grip, const Point& target, bool to_cut,
                         Hand::Anchor& anchor) {
  Figure& figure = passage.figure;
  Direction& direction = passage.direction;
  if (!grip.take(passage) || grip.dead() || figure.factor.smallest_kept < nearly_singular)
    return Effort::none;
  // Two ways meet, and the held point does not tell which.
  if (figure.freedoms() == 2 && direction.border.on_a_line() && figure.nearly_singular())
    return Effort::none;
  find_drift(passage, anchor);
  d_ = target - Point(grip.held());
  direction.border.keep_reachable(d_);
  if (d_.norm() > longest_pull * figure.step_scale()) return Effort::too_far;
  if (!direction.regrip(d_, least_damping) || direction.mobility < dead_mobility)
    return Effort::none;
  figure.use_standing_rows();
  figure.implied = direction.implied;
  // QR and LDLT left these out; the SVD shares among all rows, and asks all of them.
  if (figure.factor.path != Path::svd)
    for (const int row : figure.factor.dependent) figure.switch_row(row, false);
  const double bearable = most_deviation * figure.assembly.metric.farthest(direction.dq);
  Eigen::VectorXd& end = passage.trials.end;
  Effort effort = Effort::too_far;
  if (!to_cut && anchor.curved) {
    end = figure.q + direction.dq - drift_.half + d_.squaredNorm() * anchor.curvature;
    effort = close_in(passage, grip, target, bearable);
  }
  if (effort == Effort::too_far) {
    end = figure.q + direction.dq - drift_.half;
    effort = close_in(passage, grip, target, bearable);
  }
  if (effort == Effort::too_far) return direction.border.on_a_line() ? Effort::none : effort;
  keep_way(passage, to_cut, anchor);
  passage.trials.accept(figure);
  return effort;
}

// Half of what of the last way moves nothing that is held, as seen from the grip.
void StraightWay::find_drift(Passage& passage, const Hand::Anchor& anchor) {
  Figure& figure = passage.figure;
  const Metric& metric = figure.assembly.metric;
  const int grip = figure.factor_number();
  if (grip == drift_.grip && anchor.straight == drift_.straight &&
      (!anchor.straight || anchor.way == drift_.way))
    return;
  drift_.grip = grip;
  drift_.straight = anchor.straight;
  drift_.half.setZero();
  if (!anchor.straight) return;
  drift_.way = anchor.way;
  const Border& border = passage.direction.border;
  if (figure.freedoms() <= (border.on_a_line() ? 1 : 2)) return;
  // Of the way, what the rows allow; of that, what moves nothing that is held.
  figure.use_standing_rows();
  figure.rates(anchor.way, drift_.rates, [&](int row) { return figure.on(row); });
  figure.solver.correct(figure.assembly.system, drift_.rates, drift_.half);
  drift_.half = anchor.way - drift_.half;
  passage.direction.take_back(drift_.half);
  drift_.half *= 0.5;
  const double drifts = metric.product(drift_.half, drift_.half);
  const bool small =
      drifts <= most_drift * most_drift * metric.product(anchor.way, anchor.way);
  if (!small) drift_.half.setZero();
}

// Of a way so short that rounding bends it nothing is known.
void StraightWay::keep_way(const Passage& passage, bool to_cut, Hand::Anchor& anchor) const {
  const Eigen::VectorXd& from = passage.figure.q;
  const Eigen::VectorXd& end = passage.trials.end;
  anchor.curved = d_.norm() > least_curved_way * passage.figure.assembly.size;
  if (anchor.curved)
    anchor.curvature = (end - from - passage.direction.dq + drift_.half) / d_.squaredNorm();
  if (!to_cut) return;
  anchor.straight = true;
  anchor.way = end - from + drift_.half;
}

// By corrections. A place that deviates by more than is bearable is too far away.
Effort StraightWay::close_in(Passage& passage, const Grip& grip, const Point& target, double bearable) {
  Figure& figure = passage.figure;
  Eigen::VectorXd& end = passage.trials.end;
  const double size = figure.assembly.size;
  secants_.clear();
  double first = 0;  // contraction
  double before = std::numeric_limits<double>::infinity();
  for (int k = 0; k < most_corrections; ++k) {
    if (!figure.evaluate(end)) return Effort::too_far;
    const double deviation = std::max(figure.deviation(), figure.implied_deviation());
    find_left(passage, grip, target);
    const double off = std::max(deviation, left_.norm());
    const bool there = deviation <= projection_tolerance * size && left_.norm() <= arrived_distance * size;
    const bool slow = !(off < slow_straight_contraction * before);
    if (k == 1) first = off / before;
    if (there || (slow && off <= std::max(projection_tolerance * size, finest(end)))) {
      if (!reached(passage, grip, target)) return Effort::too_far;
      return first < small_contraction  ? Effort::small
             : first < fair_contraction ? Effort::fair
                                        : Effort::great;
    }
    if (slow || (k == 0 && deviation > bearable && figure.visible_deviation() > bearable))
      return Effort::too_far;
    // By now it will not come back by much.
    if (k == 2 && passage.trials.strays(figure, passage.direction.dq)) return Effort::too_far;
    before = off;
    figure.residual(residual_);
    residual_.tail<2>() = left_;
    secants_.reduce(residual_);
    passage.direction.correct(figure, residual_, least_damping, correction_);
    secants_.extend(correction_);
    end += correction_;
  }
  return Effort::too_far;
}

// What is left to go. Where the held point moves on a line only: along it, to the place nearest to
// target, where the line as it is by then is square to the rest. On an arc that is the line as it
// was, mirrored on the way.
void StraightWay::find_left(const Passage& passage, const Grip& grip, const Point& target) {
  const Point p = passage.figure.assembly.p;
  const Point away = target - p;
  left_ = away;
  if (!passage.direction.border.on_a_line()) return;
  const Point way = p - Point(grip.held()), line = passage.direction.border.line();
  const double square = way.squaredNorm();
  const Point turned = square > 0 ? Point(way * (2 * way.dot(line) / square) - line) : line;
  left_ = line * turned.dot(away);
}

// Whether the end will do: it is on the branch it came from, and nearer to target.
bool StraightWay::reached(Passage& passage, const Grip& grip, const Point& target) {
  if (passage.trials.strays(passage.figure, passage.direction.dq)) return false;
  if (!passage.direction.border.on_a_line()) return true;
  return (target - Point(passage.figure.assembly.p)).norm() < (target - Point(grip.held())).norm();
}

}  // namespace limber
