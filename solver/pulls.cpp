#include "solver/pulls.h"

#include <algorithm>
#include <cmath>

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
  bool was_dead = false;
  blind_.resize(0);
  if (!figure.has_value()) return 0;
  for (int k = 0; k < most_pulls; ++k) {
    const Point away = goal.target - Point(assembly.p);
    if (away.norm() <= goal.near) return k;
    figure.use_standing_rows();
    const double longest = std::min(longest_pull * assembly.size, 2 * stride);
    const double wanted = std::min(away.norm(), longest);
    double reach = wanted;
    d_ = away * (reach / away.norm());
    if (!find_direction(passage, grip, damping)) return k;
    if (passage.direction.mobility < dead_mobility && !was_dead) {
      was_dead = true;
      if (pass_dead_point(passage, goal.target)) continue;
      if (!find_direction(passage, grip, damping)) return k;
    }
    if (!pull_once(passage, goal, away, reach, damping)) {
      passage.back();
      if (!pass_dead_point(passage, goal.target)) return k;
      continue;
    }
    if (!figure.weigh_if_new()) {
      passage.back();
      return k;
    }
    if (reach < wanted || wanted == longest) stride = reach;
    passage.trials.accept(figure);
    if (away.norm() - (goal.target - Point(assembly.p)).norm() < goal.gain) return k;
  }
  return most_pulls;
}

// For d_, from figure.q.
bool Pulls::find_direction(Passage& passage, const Grip& grip, double damping) {
  if (passage.direction.fixed_rows() && grip.holds(passage.figure))
    return passage.direction.regrip(d_, damping);
  passage.direction.begin(passage.figure);
  return passage.direction.find(passage.figure, d_, damping);
}

// Tries the direction found, shorter or more damped until it serves. False when it never does.
bool Pulls::pull_once(Passage& passage, const Goal& goal, const Point& away, double& reach,
                      double& damping) {
  Figure& figure = passage.figure;
  Direction& direction = passage.direction;
  const double size = figure.assembly.size;
  for (int trial = 0; trial < most_pull_trials; ++trial) {
    if (trial > 0) {
      d_ = away * (reach / away.norm());
      figure.use_standing_rows();
      bool found = direction.fixed_rows() && direction.regrip(d_, damping);
      if (!direction.fixed_rows()) {
        passage.back();
        direction.begin(figure);
        found = direction.find(figure, d_, damping);
      }
      if (!found) return false;
    }
    const double farthest = figure.assembly.farthest(direction.dq);
    if (farthest <= still_step * size) return false;
    const double expected = away.dot(direction.dp);
    const double rounding = 1e-13 * away.norm() * (away.norm() + size);
    if (goal.hand_rests && expected <= rounding) return pull_blindly(passage);
    const double bearable = most_deviation * farthest;
    const Trial tried = passage.trials.take(
        figure,
        {direction.dq, direction.implied, std::max(bearable, hard_tolerance * size)});
    if (!tried.good()) {
      count(figure.cuts, tried.reason);
      // The deviation grows with the square of the step.
      const double shorter = tried.deviation > bearable ? 0.8 * bearable / tried.deviation : 0.5;
      reach *= std::clamp(shorter, 0.1, 0.5);
      continue;
    }
    const double nearer =
        0.5 * (away.squaredNorm() - (goal.target - Point(figure.assembly.p)).squaredNorm());
    if (nearer > least_gain * expected) {
      if (nearer < poor_gain * expected) damping = std::max(raise_little * damping, felt_damping);
      if (nearer > good_gain * expected) damping = std::max(damping / raise_damping, least_damping);
      return true;
    }
    count(figure.cuts, Reason::no_nearer);
    damping = std::max(raise_damping * damping, felt_damping);
    if (damping > most_damping) return false;
  }
  return false;
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
    const double overshoot = assembly.metric(change_, blind_) / assembly.metric(blind_, blind_);
    if (!(overshoot > 0)) return false;
    part = std::min(1 / overshoot, 1.0);
    if (part * assembly.farthest(dq) > 0.9 * assembly.farthest(blind_)) return false;
  }
  if (assembly.farthest(dq) > longest_blind_pull * assembly.size) return false;
  blind_wish_ = dq;
  blind_ = part * dq;
  return passage.trials
      .take(passage.figure,
            {blind_, passage.direction.implied, projection_tolerance * assembly.size})
      .good();
}

// The figure stands still though the hand is elsewhere: the nearest place, or a dead point, where
// the motion as it came leads nearer.
bool Pulls::pass_dead_point(Passage& passage, const Point& target) {
  Figure& figure = passage.figure;
  const Assembly& assembly = figure.assembly;
  if (passage.trials.last_motion.squaredNorm() == 0) return false;
  const double before = (target - Point(assembly.p)).norm();
  // the part of it that the constraints allow here
  figure.use_standing_rows();
  force_.resize(assembly.columns());
  assembly.times_M(passage.trials.last_motion, force_);
  zero_rows_.setZero(figure.rows());
  if (!figure.refactor() ||
      !figure.solver.solve(assembly.system, force_, zero_rows_, probe_, probe_mu_).finite)
    return false;
  const double way = assembly.farthest(probe_);
  if (!(way > 0)) return false;
  probe_ *= longest_cut / 4 * assembly.size / way;
  const double most = most_deviation * longest_cut * assembly.size;
  if (passage.trials.take(figure, {probe_, passage.direction.implied, most}).good() &&
      (target - Point(assembly.p)).norm() < before - still_step * assembly.size) {
    passage.dead_point = true;
    passage.trials.accept(figure);
    return figure.weigh();
  }
  passage.back();
  return false;
}

}  // namespace limber
