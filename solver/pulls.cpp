#include "solver/pulls.h"

#include <algorithm>
#include <cmath>

#include "solver/spent.h"
#include "solver/tolerances.h"

namespace limber {

Effort Pulls::lead(Passage& passage, const Grip& grip, const Goal& goal) {
  const int pulls = pull_to(passage, grip, goal);
  return pulls >= most_pulls ? Effort::unfinished
         : pulls <= 1        ? Effort::small
         : pulls == 2        ? Effort::fair
                             : Effort::great;
}

int Pulls::pull_to(Passage& passage, const Grip& grip, const Goal& goal) {
  Figure& figure = passage.figure;
  const Assembly& assembly = figure.assembly;
  double damping = least_damping;
  bool was_dead = false, was_still = false;
  blind_.resize(0);
  out_of_reach_ = false;
  if (!figure.has_value()) return 0;
  for (int k = 0; k < most_pulls; ++k) {
    const Point away = goal.target - Point(assembly.p);
    if (away.norm() <= goal.near) return k;
    if (work_is_spent(figure, amid_pull)) return most_pulls;  // the next tick goes on from here
    figure.use_standing_rows();
    const double longest = std::min(longest_pull * figure.step_scale(), 2 * stride);
    const double wanted = std::min(away.norm(), longest);
    double reach = wanted;
    d_ = away * (reach / away.norm());
    if (!find_direction(passage, grip, damping)) return k;
    const bool dead = dead_point_.find(passage);
    if (dead && !was_dead) {
      if (dead_point_.leave(passage, goal.target)) continue;
      was_dead = true;
    } else if (passage.direction.mobility < dead_mobility && !was_still) {
      was_still = true;
      if (dead_point_.carry_on(passage, goal.target)) continue;
      if (!find_direction(passage, grip, damping)) return k;
    }
    // Two ways meet: it goes on as it came.
    if (figure.freedoms() == 2 && passage.direction.turns_off(figure, passage.trials.last_motion) &&
        !passage.direction.find_with_inertia(figure, d_, damping, passage.trials.last_motion))
      return k;
    const bool keep_memory = dead_point_.near();
    out_of_reach_ = out_of_reach_ || dead_point_.divides();
    out_of_reach_ = out_of_reach_ && !figure.nearly_singular();
    const bool came =
        goal.hand_rests && dead_point_.near() && come_to_limit(passage, goal, away, damping);
    if (!came && out_of_reach_ && !find_again(passage, away, reach, damping)) return k;
    if (!came && !pull_once(passage, goal, away, reach, damping)) {
      passage.back();
      if ((dead && dead_point_.divides()) || !dead_point_.carry_on(passage, goal.target)) return k;
      continue;
    }
    if (!figure.weigh_if_new()) {
      passage.back();
      return k;
    }
    if (reach < wanted || wanted == longest) stride = std::max(reach, least_stride * assembly.size);
    const double gone = passage.trials.accept(figure);
    if (keep_memory) dead_point_.keep_memory(passage);
    // Out of reach the distance is flat: it tells nothing of how near the place is.
    if (out_of_reach_ && gone > following_distance * assembly.size) continue;
    if (away.norm() - (goal.target - Point(assembly.p)).norm() < goal.gain) return k;
  }
  return most_pulls;
}

// For d_, from figure.q.
bool Pulls::find_direction(Passage& passage, const Grip& grip, double damping) {
  if (passage.direction.fixed_rows() && grip.holds(passage.figure))
    return passage.direction.regrip(d_, damping);
  passage.direction.begin(passage.figure, 0);
  return passage.direction.find(passage.figure, d_, damping);
}

// To a place at the limit of reach each pull goes half of the way,
//   away = s^2 / 2,   by  -away / s  = -s / 2,
// if it is damped by less than the mobility, a square of s as well. Where the place is beyond reach
// it would lead past the dead point: where the held point would recede if it went on, a pull was
// too long.
bool Pulls::come_to_limit(Passage& passage, const Goal& goal, const Point& away, double damping) {
  Figure& figure = passage.figure;
  Direction& direction = passage.direction;
  Eigen::VectorXd& dq = direction.dq;
  const double size = figure.assembly.size;
  if (away.norm() > following_distance * size || !direction.fixed_rows()) return false;
  if (!direction.regrip(away, std::min(least_damping, mobility_damping * direction.mobility)))
    return false;
  double expected = away.dot(direction.dp);
  for (int trial = 0; trial < most_limit_trials; ++trial, dq /= 2, expected /= 2) {
    const double most = most_deviation * figure.assembly.metric.farthest(dq);
    if (!passage.trials.take(figure, {dq, direction.implied, std::max(most, hard_tolerance * size)})
             .good())
      continue;
    const Point left = goal.target - Point(figure.assembly.p);
    const bool nearer = 0.5 * (away.squaredNorm() - left.squaredNorm()) > least_gain * expected;
    if (nearer && left.dot(figure.assembly.P.transpose() * dq) > 0) return true;
  }
  passage.back();
  (void)direction.regrip(d_, damping);
  return false;
}

// Tries the direction found, shorter or more damped until it serves. False when it never does.
bool Pulls::pull_once(Passage& passage, const Goal& goal, const Point& away, double& reach,
                      double& damping) {
  Figure& figure = passage.figure;
  Direction& direction = passage.direction;
  const double size = figure.assembly.size;
  for (int trial = 0; trial < most_pull_trials; ++trial) {
    if (trial > 0 && !find_again(passage, away, reach, damping)) return false;
    const double farthest = figure.assembly.metric.farthest(direction.dq);
    if (farthest <= still_step * size) return false;
    const double expected = away.dot(direction.dp);
    const double rounding = gain_rounding * away.norm() * (away.norm() + size);
    if (goal.hand_rests && expected <= rounding) return pull_blindly(passage);
    const double bearable = most_deviation * farthest;
    const Trial tried = passage.trials.take(
        figure,
        {direction.dq, direction.implied, std::max(bearable, hard_tolerance * size)});
    if (!tried.good()) {
      count(figure.counts.cuts, tried.reason);
      // The deviation grows with the square of the step.
      const double shorter =
          tried.deviation > bearable ? shorten_safely * bearable / tried.deviation : shorten_most;
      reach *= std::clamp(shorter, shorten_least, shorten_most);
      continue;
    }
    const double nearer =
        0.5 * (away.squaredNorm() - (goal.target - Point(figure.assembly.p)).squaredNorm());
    if (nearer > least_gain * expected) {
      if (nearer < poor_gain * expected) damping = std::max(raise_little * damping, felt_damping);
      if (nearer > good_gain * expected) damping = std::max(damping / raise_damping, least_damping);
      return true;
    }
    count(figure.counts.cuts, Reason::no_nearer);
    // Where ways meet it is not Newton's to choose one.
    const bool newton = !out_of_reach_ && !figure.nearly_singular();
    if (!newton) damping = std::max(raise_damping * damping, felt_damping);
    out_of_reach_ = out_of_reach_ || newton;
    if (damping > most_damping) return false;
  }
  return false;
}

// After a trial from figure.q that was no good. Out of reach by Newton's way, which goes to the
// nearest place; nothing then goes farther than `reach`.
bool Pulls::find_again(Passage& passage, const Point& away, double reach, double damping) {
  Figure& figure = passage.figure;
  Direction& direction = passage.direction;
  // Newton's step is cut after it was found: of the stops only those touched act in it.
  d_ = away * ((out_of_reach_ ? following_distance * figure.assembly.size : reach) / away.norm());
  figure.use_standing_rows();
  if (direction.fixed_rows() && !out_of_reach_) return direction.regrip(d_, damping);
  passage.back();
  direction.begin(figure, 0);
  if (!out_of_reach_) return direction.find(figure, d_, damping);
  if (!direction.fixed_rows() && !direction.find(figure, d_, damping)) return false;
  d_ = away;
  if (!newton_.find(passage, d_, damping)) {  // rather without what turns than not at all
    out_of_reach_ = false;
    d_ *= reach / away.norm();
    return direction.find(figure, d_, std::max(damping, felt_damping));
  }
  const double farthest = figure.assembly.metric.farthest(direction.dq);
  if (farthest <= reach) return true;
  direction.dq *= reach / farthest;
  direction.dp *= reach / farthest;
  return true;
}

// Out of reach the distance is flat at the nearest place: what a pull gains there is the square of
// how far it goes, and lost in rounding long before the place is found. The pulls themselves still
// tell. Overshoot: the ratio of the change of the wanted step to the last step taken.
bool Pulls::pull_blindly(Passage& passage) {
  const Assembly& assembly = passage.figure.assembly;
  const Eigen::VectorXd& dq = passage.direction.dq;
  double part = 1;
  if (blind_.size() == dq.size()) {
    change_ = blind_wish_ - dq;
    const double overshoot = assembly.metric.product(change_, blind_) / assembly.metric.product(blind_, blind_);
    if (!(overshoot > 0)) return false;
    part = std::min(1 / overshoot, 1.0);
    if (part * assembly.metric.farthest(dq) > blind_contraction * assembly.metric.farthest(blind_))
      return false;
  }
  if (assembly.metric.farthest(dq) > longest_blind_pull * assembly.size) return false;
  blind_wish_ = dq;
  blind_ = part * dq;
  return passage.trials
      .take(passage.figure,
            {blind_, passage.direction.implied, projection_tolerance * assembly.size})
      .good();
}

}  // namespace limber
