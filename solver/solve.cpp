#include "solver/solve.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace limber {
namespace {

// A factorisation of this many operations takes about two milliseconds: with a few iterations of
// projection a step by QR then still fits a frame of 1/60 s.
constexpr double frame_operations = 6e6;

// SVD on request only up to this many rows; beyond, QR runs and the report says so.
constexpr int most_svd_rows = 400;

// Rank is in doubt when a part kept or dropped lies this near the tolerance, on either side.
constexpr double doubt = 100;

bool doubtful(double tolerance, double smallest_kept, double largest_dropped) {
  return smallest_kept < tolerance * doubt || largest_dropped > tolerance / doubt;
}
bool doubtful_qr(const SparseFactor& factor) {
  return doubtful(SparseQr::rank_tolerance, factor.smallest_kept, factor.largest_dropped);
}
bool doubtful_ldlt(const SparseFactor& factor) {
  static const double tolerance = std::sqrt(SparseLdlt::pivot_tolerance);
  return doubtful(tolerance, factor.smallest_kept, factor.largest_dropped);
}

// One-sided Jacobi: eight sweeps over all pairs, some six operations a row.
double svd_operations(double rows, double columns) {
  return 8 * 0.5 * columns * columns * 6 * (rows + columns);
}

}  // namespace

const char* name(Path path) {
  switch (path) {
    case Path::automatic: return "auto";
    case Path::qr: return "qr";
    case Path::ldlt: return "ldlt";
    case Path::svd: return "svd";
  }
  return "";
}

void Solver::analyse(const Pattern& pattern) {
  pattern_ = pattern;
  elimination_ = analyse_elimination(pattern);
  B_.analyse(pattern, elimination_);
  qr_.analyse(pattern, elimination_);
  ldlt_.analyse(elimination_);
  factor_.analyse(elimination_);
  const int rows = pattern.rows, columns = pattern.columns();
  svd_ = DenseSvd();
  svd_fits_ = svd_operations(columns, rows) <= frame_operations;
  if (svd_fits_) svd_.reserve(columns + rows, rows);
  A_.assign(rows, 0);
  x_.assign(rows, 0);
  w_.assign(columns, 0);
  dependent_.assign(rows, 0);
  r_.setZero(rows);
  zero_.setZero(rows);
  force_.setZero(columns);
  answer_.setZero(columns);
  answer_lambda_.setZero(rows);
}

Path Solver::choose(Path asked) const {
  if (asked == Path::svd && pattern_.rows > most_svd_rows) return Path::qr;
  if (asked != Path::automatic) return asked;
  return elimination_.qr_operations <= frame_operations ? Path::qr : Path::ldlt;
}

void Solver::run_svd() {
  const int rows = pattern_.rows, columns = pattern_.columns();
  if (svd_.columns_reserved() < rows) svd_.reserve(columns + rows, rows);
  const bool soft = std::any_of(A_.begin(), A_.end(), [](double a) { return a > 0; });
  Eigen::Block<Eigen::MatrixXd> W = svd_.start(soft ? columns + rows : columns, rows);
  for (const HalfJacobian::Piece& piece : B_.pieces()) {
    const double* B = B_.numbers(piece);
    for (int i = 0; i < piece.size; ++i)
      for (int j = 0; j < piece.width; ++j)
        W(piece.state + i, elimination_.object_column[piece.columns + j]) =
            B[i * piece.stride + j];
  }
  if (soft)
    for (int p = 0; p < rows; ++p) W(columns + p, p) = std::sqrt(A_[p]);
  svd_.compute();
}

void Solver::run(Path path) {
  path_ = path;
  if (path == Path::qr) {
    qr_.factor(elimination_, B_, A_, factor_);
    operations_ += elimination_.qr_operations;
  } else if (path == Path::ldlt) {
    ldlt_.factor(elimination_, B_, A_, factor_);
    operations_ += elimination_.ldlt_operations;
  } else {
    run_svd();
    operations_ += svd_operations(pattern_.columns(), pattern_.rows);
  }
}

FactorReport Solver::factor(const System& system, Path path, double extra_compliance) {
  FactorReport report;
  operations_ = 0;
  for (int p = 0; p < pattern_.rows; ++p) {
    const int row = elimination_.order[p];
    A_[p] = system.on[row] ? system.A[row] + extra_compliance : 0;
  }
  report.path = path_ = choose(path);
  report.finite = B_.compute(pattern_, elimination_, system);
  if (!report.finite) return report;

  run(path_);
  if (path == Path::automatic) {
    if (path_ == Path::ldlt && doubtful_ldlt(factor_)) run(Path::qr);
    if (path_ == Path::qr && doubtful_qr(factor_) && svd_fits_) run(Path::svd);
  }
  report.path = path_;
  report.operations = operations_;
  if (path_ == Path::svd)
    report_svd(report);
  else
    report_sparse(report);
  list_dependent(system, report);
  return report;
}

void Solver::report_sparse(FactorReport& report) {
  report.smallest_kept = factor_.smallest_kept;
  report.largest_dropped = factor_.largest_dropped;
  report.doubtful = path_ == Path::qr ? doubtful_qr(factor_) : doubtful_ldlt(factor_);
  dropped_ = 0;
  for (int p = 0; p < pattern_.rows; ++p)
    if (factor_.inverse_D[p] == 0) dependent_[dropped_++] = p;
}

void Solver::report_svd(FactorReport& report) {
  for (int i = 0; i < svd_.columns(); ++i) {
    const double part = svd_.part(i);
    if (part > DenseSvd::rank_tolerance)
      report.smallest_kept = std::min(report.smallest_kept, part);
    else
      report.largest_dropped = std::max(report.largest_dropped, part);
  }
  report.doubtful =
      doubtful(DenseSvd::rank_tolerance, report.smallest_kept, report.largest_dropped);
  dropped_ = svd_.columns() - svd_.rank();
  svd_.dependent_columns(dependent_.data());
}

// From positions to rows of J; rows that are off were no rows at all.
void Solver::list_dependent(const System& system, FactorReport& report) {
  int count = 0;
  for (int i = 0; i < dropped_; ++i) {
    const int row = elimination_.order[dependent_[i]];
    if (system.on[row]) dependent_[count++] = row;
  }
  std::sort(dependent_.begin(), dependent_.begin() + count);
  report.dependent = std::span<const int>(dependent_.data(), count);
  report.rank = -count;
  for (char on : system.on) report.rank += on ? 1 : 0;
}

void Solver::solve_normal(double* x) {
  if (path_ == Path::svd)
    svd_.solve_normal(x);
  else
    factor_.solve(elimination_, x);
}

// r = b - J v - A lambda, with J itself rather than B: what the refinement removes is the real error.
void Solver::residual(const System& system, const Eigen::VectorXd& b, const Eigen::VectorXd& v,
                      const Eigen::VectorXd& lambda) {
  for (int p = 0; p < pattern_.rows; ++p) {
    const int row = elimination_.order[p];
    r_[row] = b[row] - A_[p] * lambda[row];
  }
  for (const Pattern::Block& block : pattern_.blocks) {
    const double* J = system.J.data() + block.at;
    const int first = pattern_.begin[block.object], end = pattern_.begin[block.object + 1];
    for (int c = first; c < end; ++c, J += block.rows)
      for (int r = 0; r < block.rows; ++r) r_[block.row + r] -= J[r] * v[c];
  }
  for (int row = 0; row < pattern_.rows; ++row)
    if (!system.on[row]) r_[row] = 0;
}

SolveReport Solver::solve(const System& system, const Eigen::VectorXd& Q, const Eigen::VectorXd& b,
                          Eigen::VectorXd& v, Eigen::VectorXd& lambda) {
  const int rows = pattern_.rows, columns = pattern_.columns();
  assert(Q.size() == columns && b.size() == rows);
  v = Q;
  lambda.setZero(rows);
  divide_by_L(pattern_, system, v.data());
  divide_by_L_transposed(pattern_, system, v.data());
  // First lambda from v = M^-1 Q, then once more from what is left: the refinement.
  for (int round = 0; round < 2; ++round) {
    residual(system, b, v, lambda);
    for (int p = 0; p < rows; ++p) x_[p] = r_[elimination_.order[p]];
    solve_normal(x_.data());
    std::fill(w_.begin(), w_.end(), 0);
    B_.add_forces(elimination_, x_.data(), w_.data());
    divide_by_L_transposed(pattern_, system, w_.data());
    for (int i = 0; i < columns; ++i) v[i] += w_[i];
    for (int p = 0; p < rows; ++p) lambda[elimination_.order[p]] += x_[p];
  }
  residual(system, b, v, lambda);
  SolveReport report;
  for (int row = 0; row < rows; ++row) report.residual = std::max(report.residual, std::fabs(r_[row]));
  report.finite = v.allFinite() && lambda.allFinite();
  return report;
}

void Solver::respond(const System& system, const Eigen::MatrixXd& P, Eigen::MatrixXd& GP,
                     Eigen::MatrixXd& W) {
  GP.resize(P.rows(), P.cols());
  for (int j = 0; j < P.cols(); ++j) {
    force_ = P.col(j);
    solve(system, force_, zero_, answer_, answer_lambda_);
    GP.col(j) = answer_;
  }
  W.resize(P.cols(), P.cols());
  for (int i = 0; i < P.cols(); ++i)
    for (int j = 0; j < P.cols(); ++j)
      W(i, j) = 0.5 * (P.col(i).dot(GP.col(j)) + P.col(j).dot(GP.col(i)));
}

}  // namespace limber
