#include "curves/least_squares.h"

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "curves/bounds.h"

namespace limber {
namespace {

constexpr double anchor = 1e-9;  // relative to the diagonal of the normal equations

// Which directions count at one target, as the rows of a matrix: both, or only the one across the
// curve. Residual and derivatives are taken along them.
Eigen::Matrix2d directions_of(const Target& target, const Motion& motion) {
  const double speed = motion.x_t.norm();
  if (!target.across || !(speed > 0)) return Eigen::Matrix2d::Identity();
  Eigen::Matrix2d across = Eigen::Matrix2d::Zero();
  across.row(0) << -motion.x_t.y() / speed, motion.x_t.x() / speed;
  return across;
}

// The sum of squares and what it is made of; empty when the curve has no value at some target.
struct Misfit {
  double sum = 0;
  FitReport report;
};

std::optional<Misfit> misfit_of(const Curve& curve, const std::vector<Target>& targets,
                                Motion& motion) {
  Misfit misfit;
  double weights = 0;
  for (const Target& target : targets) {
    if (!motion_at(curve, target.t, motion)) return std::nullopt;
    const Point r = directions_of(target, motion) * (motion.x - target.x);
    const double squared = r.squaredNorm();
    misfit.sum += target.weight * squared;
    weights += target.weight;
    misfit.report.worst = std::max(misfit.report.worst, std::sqrt(squared));
  }
  misfit.report.rms = weights > 0 ? std::sqrt(misfit.sum / weights) : 0;
  return misfit;
}

struct NormalEquations {
  Eigen::SparseMatrix<double> H;
  Eigen::VectorXd g;
};

NormalEquations assemble(const Curve& curve, const std::vector<int>& slot, Eigen::Index n,
                         const std::vector<Target>& targets, Motion& motion) {
  std::vector<Eigen::Triplet<double>> entries;
  NormalEquations e;
  e.g.setZero(n);
  for (const Target& target : targets) {
    if (!motion_at(curve, target.t, motion)) continue;
    const Eigen::Matrix2d directions = directions_of(target, motion);
    const Point r = directions * (motion.x - target.x);
    const Eigen::Matrix2Xd J = directions * motion.x_q;
    for (std::size_t i = 0; i < motion.column.size(); ++i) {
      const int row = slot[static_cast<std::size_t>(motion.column[i])];
      if (row < 0) continue;
      const auto Ji = J.col(static_cast<Eigen::Index>(i));
      e.g[row] += target.weight * Ji.dot(r);
      for (std::size_t j = 0; j < motion.column.size(); ++j) {
        const int column = slot[static_cast<std::size_t>(motion.column[j])];
        if (column < 0 || column > row) continue;
        entries.emplace_back(row, column,
                             target.weight * Ji.dot(J.col(static_cast<Eigen::Index>(j))));
      }
    }
  }
  for (Eigen::Index i = 0; i < n; ++i)
    entries.emplace_back(static_cast<int>(i), static_cast<int>(i), 0.0);
  e.H.resize(n, n);
  e.H.setFromTriplets(entries.begin(), entries.end());
  return e;
}

void keep_in_range(const std::vector<int>& free, Curve& curve) {
  for (const int i : free) {
    const Parameter& p = parameter(*curve.type, i);
    const double inside = 1e-9 * std::max(1.0, std::abs(curve.q[i]));
    const double low = p.above_minimum ? p.minimum + inside : p.minimum;
    const double high = p.below_maximum ? p.maximum - inside : p.maximum;
    curve.q[i] = std::min(std::max(curve.q[i], low), high);
  }
}

}  // namespace

FitReport fit_to_targets(const std::vector<int>& free, const std::vector<Target>& targets,
                         int rounds, Curve& curve) {
  Motion motion;
  std::vector<int> slot(static_cast<std::size_t>(curve.q.size()), -1);
  for (std::size_t i = 0; i < free.size(); ++i)
    slot[static_cast<std::size_t>(free[i])] = static_cast<int>(i);
  std::optional<Misfit> now = misfit_of(curve, targets, motion);
  if (!now)
    return {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};

  double damping = 0;
  for (int round = 0; round < rounds; ++round) {
    const Eigen::Index n = static_cast<Eigen::Index>(free.size());
    NormalEquations e = assemble(curve, slot, n, targets, motion);
    // A parameter that moves no target is held by the mean of the others.
    const Eigen::VectorXd diagonal = e.H.diagonal();
    const double usual = diagonal.size() > 0 ? diagonal.mean() : 0;
    bool accepted = false;
    for (int attempt = 0; attempt < 8 && !accepted; ++attempt) {
      Eigen::SparseMatrix<double> H = e.H;
      for (Eigen::Index i = 0; i < n; ++i)
        H.coeffRef(i, i) += (damping + anchor) * diagonal[i] + anchor * 1e-3 * usual + 1e-300;
      const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Lower> solver(H);
      const Eigen::VectorXd step = solver.solve(-e.g);
      Curve tried = curve;
      for (Eigen::Index i = 0; i < n; ++i) tried.q[free[static_cast<std::size_t>(i)]] += step[i];
      keep_in_range(free, tried);
      const std::optional<Misfit> then =
          step.allFinite() ? misfit_of(tried, targets, motion) : std::optional<Misfit>();
      accepted = then && then->sum < now->sum;
      if (accepted) {
        const bool settled = now->sum - then->sum <= 1e-12 * now->sum;
        curve = tried;
        now = then;
        damping *= 0.1;
        if (settled) return now->report;
      } else {
        damping = std::max(10 * damping, 1e-4);
      }
    }
    if (!accepted) break;
  }
  return now->report;
}

}  // namespace limber
