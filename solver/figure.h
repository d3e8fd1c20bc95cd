// Figure: an island with what its steps reuse: the assembly, the factor, and vectors of its size.
//
// Steps are computed in displacements: with dq = h v and mu = h lambda the system of a step reads
//
//   [ M  -J' ] [ dq ]   [ h Q ]
//   [ J   A  ] [ mu ] = [ r   ]      r: by how much each row is to change
//
// with A = compliance / h as before. A figure without springs and forces has no h in it at all.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "solver/assemble.h"
#include "solver/solve.h"

namespace limber {

class Figure {
 public:
  Assembly assembly;
  Solver solver;
  Path path = Path::automatic;
  double time = 0;

  Eigen::VectorXd q;       // the state steps work on
  Eigen::VectorXd wanted;  // rows: what c is to be at the end of the step
  FactorReport factor;
  std::vector<char> implied;  // rows that follow from the others where the step begins

  // What happened, for the report.
  int substeps = 0, iterations = 0, factorisations = 0;

  void build(const World& world, const Island& island);
  void read(const World& world, Path chosen);

  int rows() const { return assembly.pattern.rows; }
  bool hard(int row) const {  // held exactly: neither a spring nor switched off
    return assembly.rows[static_cast<std::size_t>(row)].compliance == 0;
  }
  bool stop(int row) const { return assembly.rows[static_cast<std::size_t>(row)].stop; }
  bool on(int row) const { return assembly.system.on[static_cast<std::size_t>(row)] != 0; }
  void switch_row(int row, bool to) { assembly.system.on[static_cast<std::size_t>(row)] = to; }

  [[nodiscard]] bool evaluate(const Eigen::VectorXd& at);
  [[nodiscard]] bool weigh();
  // The same, unless that is where it stands already: then nothing is to be done.
  [[nodiscard]] bool evaluate_and_weigh(const Eigen::VectorXd& at);
  // Factors the system as it stands. False when it held something that is not finite.
  [[nodiscard]] bool refactor(double extra_compliance = 0);

  // The largest deviation of a hard row from what is wanted; a stop deviates only below zero.
  double deviation() const;

  // Marks the rows the factor at hand found to depend on others. Away from the constraints, where
  // projection starts, they would seem to be independent, and hold the figure fast.
  void mark_implied();
  void mark_none();
  double implied_deviation() const;  // the largest of a row so marked

  // Of J M^-1 J', over the rows that are on: the scale of a compliance.
  double typical_diagonal() const;

 private:
  // Where the assembly was evaluated last, and weighed; empty: nowhere.
  Eigen::VectorXd evaluated_at_, weighed_at_;
  double evaluated_time_ = 0;
};

}  // namespace limber
