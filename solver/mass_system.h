// The linear systems of a figure with mass, over one sparse matrix (block_lu.h) of the unknowns of
// mass_rows.h: columns of q, then rows.
//
//   a step (Newton)     [ K  -D' ] [ dq  ]     K = 2/h M dw/dq1 - d(D' mu)/dq1
//                       [ J   A  ] [ dmu ]     J = dc/dq at q1,  A what rows give
//
//   an impulse          [ M  -J' ] [ dv  ]     what holds goes on at the rate it is to have
//                       [ J   e  ] [ mu  ]
//
// A row that follows from others gives by a trifle in each iteration and by nothing in the end, so
// that redundant rows are normal.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "solver/block_lu.h"
#include "solver/mass_rows.h"

namespace limber {

class MassSystem {
 public:
  void build(const MassRows& rows);

  // The matrix of Newton's method, where rows.evaluate() was last, for these impulses. False when it
  // has no finite value or is singular.
  // bending: of every curve that bends, its residuals (of the angle, then of s) by the same numbers.
  [[nodiscard]] bool assemble_step(MassRows& rows, double h, const Eigen::VectorXd& mu,
                                   const std::vector<double>& reading_forces,
                                   const std::vector<Eigen::MatrixXd>& bending = {});
  // That of impulses after a step of h, where rows.stand_at() was last; rows whose `acts` is 0 do nothing,
  // those that are not met give as in the step.
  [[nodiscard]] bool assemble_impulse(const MassRows& rows, double h, const std::vector<char>& acts);

  // The right-hand side, then the solution, by unknown.
  double& at(int unknown) { return x_[place_[static_cast<std::size_t>(unknown)]]; }
  void solve() { lu_.solve(x_.data()); }
  int row_unknown(int row) const { return columns_ + row; }

 private:
  void add(int row, int column, double value);
  void add_term(const MassRows& rows, const MassRows::Term& term, double h);
  void add_impulse_row(const MassRows& rows, double h, const MassRows::Term& term, int r);
  [[nodiscard]] bool add_curvatures(MassRows& rows, const Eigen::VectorXd& mu,
                                    const std::vector<double>& reading_forces);
  [[nodiscard]] bool add_curvature(MassRows& rows, const MassRows::Term& term,
                                   const Eigen::VectorXd& mu);
  void add_bending(const MassRows& rows, std::size_t shape, const Eigen::MatrixXd& of,
                   double factor);
  // How much a row moves what has mass, by J in a column.
  static double moved_by(const MassRows& rows, int column, double J) {
    const double inertia = J != 0 ? rows.rigid.inertia_of(column) : 0;
    return inertia > 0 ? J * J / inertia : 0;
  }
  struct Entry {
    int column = 0;
    double value = 0;
  };
  std::vector<Entry> left_, right_;  // room for what one number depends on
  // How the s-th number of an argument depends on the unknowns: discrete, or at the end.
  int entries(const MassRows& rows, const MassRows::Argument& argument, int s, bool discrete,
              Entry* out) const;

  BlockLu lu_;
  std::vector<int> node_, local_, place_;  // of each unknown; where it stands in x_
  Eigen::VectorXd x_;
  Eigen::MatrixXd second_;
  int columns_ = 0;
};

}  // namespace limber
