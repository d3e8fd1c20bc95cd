#include "solver/newton_pull.h"

#include <algorithm>

#include "solver/tolerances.h"

namespace limber {

// K for the rows as they answer the pull.
bool NewtonPull::find_stiffness(Passage& passage, const Eigen::VectorXd& away) {
  Figure& figure = passage.figure;
  Assembly& assembly = figure.assembly;
  force_.noalias() = assembly.P * away;
  zero_rows_.setZero(figure.rows());
  return figure.refactor() &&
         figure.solver.solve(assembly.system, force_, zero_rows_, answer_, lambda_).finite &&
         assembly.stiffness(figure.q, away, lambda_, K_);
}

// The factors of weight M + K into the system; those of M are in L_.
//   L^-1 K L^-T = V diag(k) V'     weight M + K = L V diag(weight + max(k, 0)) V' L'
void NewtonPull::stiffen(Assembly& assembly, double weight) {
  std::vector<double>& L = assembly.system.L;
  for (int k = 0; k < assembly.objects(); ++k) {
    const std::size_t at = static_cast<std::size_t>(assembly.pattern.factor[static_cast<std::size_t>(k)]);
    const int n = assembly.pattern.begin[static_cast<std::size_t>(k) + 1] -
                  assembly.pattern.begin[static_cast<std::size_t>(k)];
    const Eigen::Map<const Eigen::MatrixXd> of_M(&L_[at], n, n);
    block_ = Eigen::Map<const Eigen::MatrixXd>(&K_[at], n, n);
    of_M.triangularView<Eigen::Lower>().solveInPlace(block_);
    block_.transposeInPlace();
    of_M.triangularView<Eigen::Lower>().solveInPlace(block_);
    eigen_.compute(block_);
    block_ = eigen_.eigenvectors() *
             (eigen_.eigenvalues().array().max(0.0) + weight).matrix().asDiagonal() *
             eigen_.eigenvectors().transpose();
    block_ = of_M * block_ * of_M.transpose();
    cholesky(block_.data(), n, &L[at]);
  }
}

// Each of its blocks is treated as dense.
bool NewtonPull::is_small(const Assembly& assembly) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(assembly.objects()); ++k)
    if (assembly.pattern.begin[k + 1] - assembly.pattern.begin[k] > most_newton_numbers) return false;
  return true;
}

bool NewtonPull::find(Passage& passage, const Eigen::VectorXd& away, double damping) {
  Figure& figure = passage.figure;
  if (!is_small(figure.assembly)) return false;
  Direction& direction = passage.direction;
  if (!find_stiffness(passage, away)) return false;
  direction.border.respond(figure);
  if (direction.border.is_held()) return false;
  const double usual = direction.border.usual_mobility();
  // What is stiff beside what is not hides rows that are nearly dependent: all of them must hold.
  const int rank = figure.factor.rank;
  L_ = figure.assembly.system.L;
  // By QR: an SVD cannot tell more of rows that are scaled so differently.
  const Path path = figure.path;
  figure.path = Path::qr;
  bool good = false;
  for (double more = damping; !good && more <= std::max(damping, most_hand_damping);
       more = std::max(raise_damping * more, felt_damping)) {
    stiffen(figure.assembly, more * usual);
    good = figure.refactor() && figure.factor.rank == rank &&
           figure.factor.smallest_kept > clear_of_rank * rank_tolerance;
  }
  figure.path = path;
  if (good) {
    direction.border.respond(figure);
    direction.border.pull(away, 1 / direction.border.usual_mobility());
    direction.dp.noalias() = direction.border.W * direction.border.g;
    direction.dq.noalias() = direction.border.GP * direction.border.g;
  }
  figure.assembly.system.L = L_;
  return good && direction.dq.allFinite();
}

}  // namespace limber
