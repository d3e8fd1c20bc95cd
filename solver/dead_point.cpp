#include "solver/dead_point.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "solver/tolerances.h"

namespace limber {

bool DeadPoint::find(Passage& passage) {
  const Border& border = passage.direction.border;
  const Eigen::VectorXd& last_motion = passage.trials.last_motion;
  near_ = at_end_ = false;
  if (border.W.rows() != 2 || passage.figure.nearly_singular()) return false;
  if (border.gives_less(dead_mobility)) {
    at_end_ = near_ = find_motion(passage, last_motion) && make_unit(passage);
    return near_;
  }
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> eigen;
  eigen.computeDirect(Eigen::Matrix2d(border.W));
  mobility_ = eigen.eigenvalues()[1];
  moves_ = eigen.eigenvectors().col(1);
  const double other = eigen.eigenvalues()[0];
  if (other < near_dead_point * mobility_) {
    like_ = -last_motion;
    near_ = find_motion(passage, like_) && (keep_held_point(passage), make_unit(passage));
  }
  if (near_) return other < dead_mobility * mobility_;
  if (border.gives_less(near_dead_point))
    at_end_ = near_ = find_motion(passage, last_motion) && make_unit(passage);
  return false;
}

// v_: of the motion asked for, what the rows allow. There may be none.
bool DeadPoint::find_motion(Passage& passage, const Eigen::VectorXd& like) {
  Figure& figure = passage.figure;
  const Assembly& assembly = figure.assembly;
  asked_ = assembly.metric.product(like, like);
  if (!(asked_ > 0)) return false;
  force_.resize(assembly.columns());
  assembly.metric.times(like, force_);
  zero_rows_.setZero(figure.rows());
  return figure.solver.solve(assembly.system, force_, zero_rows_, v_, mu_).finite;
}

// Of that, what does not move the held point.
void DeadPoint::keep_held_point(const Passage& passage) {
  const Border& border = passage.direction.border;
  const double along = moves_.dot(Point(border.P.transpose() * v_));
  v_.noalias() -= border.GP * moves_ * (along / mobility_);
}

bool DeadPoint::make_unit(const Passage& passage) {
  const double left = passage.figure.assembly.metric.product(v_, v_);
  if (!(left > least_memory * least_memory * asked_)) return false;
  v_ /= std::sqrt(left);
  return true;
}

// The figure by so much along v_, projected. False when it cannot be taken.
bool DeadPoint::go(Passage& passage, double length) {
  Figure& figure = passage.figure;
  step_ = length * v_;
  const double most = std::max(most_deviation * figure.assembly.metric.farthest(step_),
                               hard_tolerance * figure.assembly.size);
  figure.use_standing_rows();
  return passage.trials.take(figure, {step_, passage.direction.implied, most}).good();
}

// Along v_ the held point runs on a parabola, which a probe tells:
//   p(s) = p + b s + a s^2 / 2,      dead at s0 = -b a / a^2
// and is as near to the target as it comes at s0 + sqrt(s0^2 + 2 away a / a^2), on the side it came
// from; at s0 where that is out of reach.
bool DeadPoint::leave(Passage& passage, const Point& target) {
  Figure& figure = passage.figure;
  const Assembly& assembly = figure.assembly;
  const Point from = assembly.p, away = target - from;
  const Point b = assembly.P.transpose() * v_;
  const double unit = assembly.size / assembly.metric.farthest(v_);
  // Not so far that the held point goes past the target.
  const double probe =
      std::min(dead_point_probe, 0.5 * std::sqrt(away.norm() / assembly.size)) * unit;
  if (go(passage, probe)) {
    const Point a = 2 / (probe * probe) * (Point(assembly.p) - from - probe * b);
    const double square = a.squaredNorm(), dead = -b.dot(a) / square;
    const double root = std::sqrt(std::max(0.0, dead * dead + 2 * away.dot(a) / square));
    const double most = longest_cut * unit;
    double length = square > 0 ? std::clamp(dead + root, -most, most) : 0;
    // Shorter where what moves to second order only seems to stray.
    bool good = false;
    for (int k = 0; k < carry_on_trials && length != 0 && !good; ++k, length /= 2)
      good = go(passage, length);
    if (good && (target - Point(assembly.p)).norm() < away.norm() - still_step * assembly.size &&
        figure.weigh_if_new()) {
      passage.dead_point = true;
      passage.trials.accept(figure);
      keep_memory(passage);
      return true;
    }
  }
  passage.back();
  (void)figure.weigh_if_new();
  return false;
}

// Where rows depend on each other two ways meet. The figure goes on as it came, as inertia would
// carry it: what was crossed stays crossed.
bool DeadPoint::carry_on(Passage& passage, const Point& target) {
  Figure& figure = passage.figure;
  const Assembly& assembly = figure.assembly;
  if (passage.trials.last_motion.squaredNorm() == 0) return false;
  const double before = (target - Point(assembly.p)).norm();
  figure.use_standing_rows();
  force_.resize(assembly.columns());
  assembly.metric.times(passage.trials.last_motion, force_);
  zero_rows_.setZero(figure.rows());
  if (!figure.refactor() ||
      !figure.solver.solve(assembly.system, force_, zero_rows_, step_, mu_).finite)
    return false;
  const double way = assembly.metric.farthest(step_);
  if (!(way > 0)) return false;
  // Shorter where what moves to second order only seems to stray.
  double length = longest_cut / 4 * assembly.size;
  step_ *= length / way;
  for (int k = 0; k < carry_on_trials; ++k, length /= 2, step_ /= 2) {
    figure.use_standing_rows();
    const Trial tried = passage.trials.take(
        figure, {step_, passage.direction.implied, most_deviation * 4 * length});
    const bool nearer =
        tried.good() && (target - Point(assembly.p)).norm() < before - still_step * assembly.size;
    if (!nearer) passage.back();
    if (tried.good() && !nearer) return false;
    if (!nearer) continue;
    passage.dead_point = true;
    passage.trials.accept(figure);
    return figure.weigh();
  }
  return false;
}

}  // namespace limber
