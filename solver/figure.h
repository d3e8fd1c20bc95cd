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
#include <algorithm>
#include <vector>

#include "solver/assemble.h"
#include "solver/reason.h"
#include "solver/solve.h"
#include "solver/tolerances.h"

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

  struct Counts {  // what happened in the tick, for the report and the limits of work
    int substeps = 0, iterations = 0, factorisations = 0;
    ReasonCounts cuts{};  // trials that were no good, by reason
  };
  Counts counts;

  void build(const World& world, const Island& island);
  void read(const World& world, Path chosen);

  int rows() const { return assembly.pattern.rows; }
  bool hard(int row) const { return kinds_.hard[static_cast<std::size_t>(row)] != 0; }  // no spring
  bool stop(int row) const { return kinds_.stop[static_cast<std::size_t>(row)] != 0; }
  bool has_springs() const { return kinds_.some_spring; }
  bool has_stops() const { return kinds_.some_stop; }
  bool on(int row) const { return assembly.system.on[static_cast<std::size_t>(row)] != 0; }
  void switch_row(int row, bool to) { assembly.system.on[static_cast<std::size_t>(row)] = to; }
  // The rows that hold all through a tick: no stops, and motors only while they run. Whatever a
  // trial switched, a step begins with these.
  void choose_rows(bool with_motors);
  void use_standing_rows() { assembly.system.on = standing_; }
  bool stands(int row) const { return standing_[static_cast<std::size_t>(row)] != 0; }

  // c and p at q; J and the rest there (refactor and weigh see to that themselves).
  [[nodiscard]] bool evaluate(const Eigen::VectorXd& at);
  [[nodiscard]] bool differentiate();
  // Unless that is where it stands already: then nothing is to be done.
  [[nodiscard]] bool evaluate_if_new(const Eigen::VectorXd& at);
  [[nodiscard]] bool weigh();  // at the state last evaluated
  [[nodiscard]] bool weigh_if_new();
  // Factors the system as it stands. False when it held something that is not finite.
  [[nodiscard]] bool refactor(double extra_compliance = 0);
  // Whether the factor at hand, of this M and perhaps of a neighbouring state, is of the rows as
  // they are switched now: then it serves to correct this state. Not when rows follow from others:
  // which of them were kept was decided by what is nearly nothing, and is so only there.
  bool factor_serves() const;
  // Another number for every factor, and when M changed under it.
  int factor_number() const { return factored_.number; }

  // The largest deviation of a hard row from what is wanted; a stop deviates only below zero.
  double deviation() const;
  // The same as it is seen (see Row::seen), implied rows included. After weigh.
  double visible_deviation() const;
  // Whether the rows hold as promised where it was evaluated last.
  [[nodiscard]] bool all_met();
  // By how much each row that is on is to change.
  void residual(Eigen::VectorXd& out) const;
  // Of the hard rows that are on: the sum of squares of what they deviate by.
  double residual_squared() const;
  // J dq, in the rows asked for.
  template <class Asked>
  void rates(const Eigen::VectorXd& dq, Eigen::VectorXd& out, Asked asked) const;
  // The largest part of dq, at most 1, by which no object goes farther than a part of its own
  // length, or of the drawing.
  double short_part(const Eigen::VectorXd& dq) const;
  // What the lengths of a hand's steps are parts of. Weighed.
  double step_scale() const {
    return std::max(assembly.size, outgrown_part * assembly.metric.longest_curve());
  }
  // How many motions the rows leave, by the factor at hand.
  int freedoms() const { return assembly.columns() - factor.rank; }
  // Whether every curve has a value at q: evaluated and weighed there.
  [[nodiscard]] bool has_value() { return evaluate_if_new(q) && weigh_if_new(); }
  // A row with so little of its own that the factor is nearly singular.
  bool nearly_singular() const;

  // Marks the rows the factor at hand found to depend on others. Away from the constraints, where
  // projection starts, they would seem to be independent, and hold the figure fast.
  void mark_implied();
  void mark_none();
  double implied_deviation() const;  // the largest of a row so marked

  // Of J M^-1 J': the scale of a compliance. Of each row; and over those that are on, where all are
  // to give alike.
  void diagonal(Eigen::VectorXd& out) const;
  double typical_diagonal() const;

 private:
  template <class Visit>
  void each_entry(Visit visit) const;

  struct Kinds {  // of rows
    bool some_spring = false, some_stop = false;
    std::vector<char> hard, stop;  // by row
  };
  struct Place {  // where the assembly was evaluated last, and weighed; empty: nowhere
    Eigen::VectorXd evaluated, weighed;
    double time = 0;
    bool differentiated = false;  // where it was evaluated
  };
  struct Factored {
    int number = 0;
    bool plain = false;      // no compliance in it, and M as it was
    std::vector<char> rows;  // those that were on and kept
  };
  Kinds kinds_;
  std::vector<char> standing_;  // rows
  Place place_;
  Factored factored_;
};

template <class Asked>
void Figure::rates(const Eigen::VectorXd& dq, Eigen::VectorXd& out, Asked asked) const {
  const Pattern& pattern = assembly.pattern;
  out.setZero(rows());
  for (std::size_t k = 0; k < pattern.blocks.size(); ++k)
    for (int r = 0; r < pattern.blocks[k].rows; ++r) {
      const int row = pattern.blocks[k].row + r;
      if (asked(row)) out[row] += assembly.rate(static_cast<int>(k), r, dq);
    }
}

}  // namespace limber
