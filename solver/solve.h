// Solver: System -> v, lambda.
//
//   [ M  -J' ] [ v      ]   [ Q ]
//   [ J   A  ] [ lambda ] = [ b ]
//
// With M = L L' and B = L^-1 J' this is, row by row,
//
//   (B'B + A) lambda = b - J M^-1 Q        v = M^-1 (Q + J' lambda)
//
// and the left side is factored in one of three ways: sparse QR of [B; sqrt A] (the normal way),
// sparse LDLT of B'B + A (big islands whose pivots leave no doubt about the rank), dense SVD (small
// islands in doubt). All three give the same v and J' lambda while the rows agree with each other.
//
// Laws:
//  - Rows that depend on others get lambda = 0 (QR, LDLT) or share the force (SVD): v and J' lambda
//    are the same. Where b contradicts itself the dropped rows are simply not met, and
//    SolveReport::residual says so; a small extra compliance on every row makes all of them share
//    the error, and tends to the least-squares answer as it goes to zero.
//  - A row switched off costs a column of zeros: its lambda is 0 and v is free of it.
//  - Only analyse() allocates (and the first SVD asked for by name on an island too large for
//    automatic to choose it). The same numbers give the same bits.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "solver/dense_svd.h"
#include "solver/elimination.h"
#include "solver/half_jacobian.h"
#include "solver/sparse_factor.h"
#include "solver/sparse_ldlt.h"
#include "solver/sparse_qr.h"
#include "solver/system.h"

namespace limber {

enum class Path { automatic, qr, ldlt, svd };
const char* name(Path path);  // "auto", "qr", "ldlt", "svd"

struct FactorReport {
  Path path = Path::qr;  // the one that ran, never automatic
  int rank = 0;          // of the rows that are on
  std::span<const int>
      dependent;               // rows dropped, ascending; lives until the next factor or analyse
  double smallest_kept = 1;    // of all rows kept, the least part that is new: |R_jj| / |B_j|
  double largest_dropped = 0;  // of all rows dropped, the greatest such part
  bool doubtful = false;       // some row is so near the tolerance that rank is in doubt
  bool finite = true;          // false: J or L held a number that is not; nothing was factored
  double operations = 0;       // multiplications and additions, all attempts together
};

struct SolveReport {
  // max |b - J v - A lambda| over the rows that are on, dropped rows included, before the
  // refinement
  double residual = 0;
  bool finite = true;
};

class Solver {
 public:
  // When the topology changes. Pattern is copied.
  void analyse(const Pattern& pattern);

  // extra_compliance is added to A in every row, here and in the solves that follow.
  FactorReport factor(const System& system, Path path, double extra_compliance = 0);

  // With the factor at hand, and one step of refinement where it can do something. system must be
  // the one factored; its own Q and b are not looked at.
  SolveReport solve(const System& system, const Eigen::VectorXd& Q, const Eigen::VectorXd& b,
                    Eigen::VectorXd& v, Eigen::VectorXd& lambda);

  // The shortest v with J v = b in the rows kept: a correction, by a factor that may be of a
  // neighbouring state. Not refined: who iterates looks at the rows anew anyway.
  void correct(const System& system, const Eigen::VectorXd& b, Eigen::VectorXd& v);

  // trace P' M^-1 P: the mobility of the held points if no row held them.
  double free_response(const System& system, const Eigen::MatrixXd& P);
  // The border: how the held figure gives way to a few forces P (columns, in the space of v).
  //   GP = the velocities answering P when b = 0,   W = P' G P  (symmetric, constrained mobility)
  void respond(const System& system, const Eigen::MatrixXd& P, Eigen::MatrixXd& GP,
               Eigen::MatrixXd& W);

  const Elimination& elimination() const { return elimination_; }

 private:
  Path choose(Path asked) const;
  void run(Path path);
  void run_svd();
  bool doubtful() const;  // of the sparse factor at hand
  void report_sparse(FactorReport& report);
  void report_svd(FactorReport& report);
  void list_dependent(const System& system, FactorReport& report);
  void solve_normal(double* x);
  bool holds(double w_most) const;

  Pattern pattern_;
  Elimination elimination_;
  HalfJacobian B_;
  SparseQr qr_;
  SparseLdlt ldlt_;
  DenseSvd svd_;
  SparseFactor factor_;
  Path path_ = Path::qr;   // of the factor at hand
  bool svd_fits_ = false;  // small enough for automatic to ask the SVD
  double operations_ = 0;
  std::vector<double> A_;          // by position, extra compliance included, 0 for rows off
  std::vector<double> x_, b_, r_;  // by position: lambda, b, and b - B'w - A lambda
  std::vector<int> dependent_;
  int dropped_ = 0;
  Eigen::VectorXd zero_, zero_columns_, force_, answer_, answer_lambda_;
};

}  // namespace limber
