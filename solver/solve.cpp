#include "solver/solve.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "solver/tolerances.h"

namespace limber {
namespace {

bool doubtful_qr(double kept, double dropped) {
  return kept < rank_tolerance * rank_doubt || dropped > rank_tolerance / rank_doubt;
}
bool doubtful_ldlt(double kept, double dropped) {
  const double tolerance = std::sqrt(pivot_tolerance);
  return kept < tolerance * rank_doubt || dropped > tolerance / ldlt_doubt_dropped;
}

// One-sided Jacobi: eight sweeps over all pairs, some six operations a row.
double svd_operations(double rows, double columns) {
  return 8 * 0.5 * columns * columns * 6 * (rows + columns);
}

}  // namespace

const char* name(Path path) {
  switch (path) {
    case Path::automatic:
      return "auto";
    case Path::qr:
      return "qr";
    case Path::ldlt:
      return "ldlt";
    case Path::svd:
      return "svd";
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
  b_.assign(rows, 0);
  r_.assign(rows, 0);
  dependent_.assign(rows, 0);
  zero_.setZero(rows);
  zero_columns_.setZero(columns);
  force_.setZero(columns);
  answer_.setZero(columns);
  answer_lambda_.setZero(rows);
}

Path Solver::choose(Path asked) const {
  if (asked == Path::svd && pattern_.rows > most_svd_rows) return Path::qr;
  if (asked != Path::automatic) return asked;
  const double qr = elimination_.qr_operations, ldlt = elimination_.ldlt_operations;
  return qr <= frame_operations || qr <= ldlt ? Path::qr : Path::ldlt;
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
        W(piece.state + i, elimination_.object_column[piece.columns + j]) = B[i * piece.stride + j];
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

bool Solver::doubtful() const {
  const double kept = factor_.smallest_kept(), dropped = factor_.largest_dropped();
  return path_ == Path::qr ? doubtful_qr(kept, dropped) : doubtful_ldlt(kept, dropped);
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
    if (path_ == Path::ldlt && doubtful()) run(Path::qr);
    if (path_ == Path::qr && svd_fits_ && doubtful()) run(Path::svd);
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
  report.smallest_kept = factor_.smallest_kept();
  report.largest_dropped = factor_.largest_dropped();
  report.doubtful = doubtful();
  dropped_ = 0;
  for (int p = 0; p < pattern_.rows; ++p)
    if (factor_.inverse_D[p] == 0) dependent_[dropped_++] = p;
}

void Solver::report_svd(FactorReport& report) {
  for (int i = 0; i < svd_.columns(); ++i) {
    const double part = svd_.part(i);
    if (part > rank_tolerance)
      report.smallest_kept = std::min(report.smallest_kept, part);
    else
      report.largest_dropped = std::max(report.largest_dropped, part);
  }
  report.doubtful = doubtful_qr(report.smallest_kept, report.largest_dropped);
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

// Whether the rows kept hold as well as rounding lets them; the refinement then has nothing to do.
// (The SVD drops directions, not rows; it is always refined.)
bool Solver::holds(double w_most) const {
  if (path_ == Path::svd) return false;
  constexpr double tolerance2 = row_tolerance * row_tolerance;
  const double* norms2 = B_.column_norms2().data();
  for (int p = 0; p < pattern_.rows; ++p)
    if (factor_.inverse_D[p] != 0 &&
        !(r_[p] * r_[p] <= tolerance2 * (b_[p] * b_[p] + norms2[p] * w_most * w_most)))
      return false;
  return true;
}

SolveReport Solver::solve(const System& system, const Eigen::VectorXd& Q, const Eigen::VectorXd& b,
                          Eigen::VectorXd& v, Eigen::VectorXd& lambda) {
  const int rows = pattern_.rows;
  assert(Q.size() == pattern_.columns() && b.size() >= rows);
  v = Q;
  lambda.resize(rows);
  // In v's memory, until the end: w = L^-1 Q + B x, so that B'w + A x = b.
  double* w = v.data();
  for (int p = 0; p < rows; ++p) {
    const int row = elimination_.order[p];
    b_[p] = x_[p] = system.on[row] ? b[row] : 0;
  }
  if (v.squaredNorm() > 0) {  // most figures are pushed by no force
    B_.to_half(pattern_, system, w);
    B_.subtract_rates(elimination_, w, x_.data());
  }
  solve_normal(x_.data());

  // What is left of the rows, and one correction.
  for (int p = 0; p < rows; ++p) r_[p] = b_[p] - A_[p] * x_[p];
  B_.push(elimination_, x_.data(), w, r_.data());
  SolveReport report;
  for (double r : r_) report.residual = std::max(report.residual, std::fabs(r));
  if (!holds(v.lpNorm<Eigen::Infinity>())) {
    solve_normal(r_.data());
    B_.push(elimination_, r_.data(), w);
    for (int p = 0; p < rows; ++p) x_[p] += r_[p];
  }
  B_.from_half(pattern_, system, w);
  for (int p = 0; p < rows; ++p) lambda[elimination_.order[p]] = x_[p];
  report.finite = v.allFinite() && lambda.allFinite();
  return report;
}

void Solver::correct(const System& system, const Eigen::VectorXd& b, Eigen::VectorXd& v) {
  if (path_ == Path::svd) {  // which drops directions, not rows
    solve(system, zero_columns_, b, v, answer_lambda_);
    return;
  }
  for (int p = 0; p < pattern_.rows; ++p) {
    const int row = elimination_.order[p];
    x_[p] = system.on[row] ? b[row] : 0;
  }
  solve_normal(x_.data());
  v.setZero(pattern_.columns());
  B_.push(elimination_, x_.data(), v.data());
  B_.from_half(pattern_, system, v.data());
}

double Solver::free_response(const System& system, const Eigen::MatrixXd& P) {
  double sum = 0;
  for (int j = 0; j < P.cols(); ++j) {
    force_ = P.col(j);
    B_.to_half(pattern_, system, force_.data());
    sum += force_.squaredNorm();
  }
  return sum;
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
