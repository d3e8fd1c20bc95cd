// Terms: the constraints of an island, a term each, and the chain rule, once, for all kinds:
//
//   J = dc/dq = sum over arguments of  dc/d(argument) * d(argument)/dq
//
// A kind knows no curve and no object; an argument is what a connector reads, or a number.
#pragma once

#include <Eigen/Core>
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "solver/islands.h"
#include "solver/readings.h"
#include "solver/rows.h"
#include "solver/system.h"
#include "solver/world.h"

namespace limber {

class Terms {
 public:
  // Adds their rows; drives: the motors, which turn a number of a term.
  void build(const World& world, const Island& island, Readings& readings, std::vector<Row>& rows,
             std::vector<Drive>& drives);
  void request_blocks(const Readings& readings, std::vector<BlockRequest>& out);
  void bind(const Readings& readings);  // once readings and blocks have their places

  // The numbers and compliances of the world. True when some were other ones; then, and when the
  // size of the drawing is another one, rows are weighed anew.
  bool read(const World& world, double size, std::vector<Row>& rows);
  bool any_weighed_by_size() const { return any_weighed_by_size_; }
  double& phase(const Drive& drive);
  double phase(const Drive& drive) const;
  ConstraintId constraint(const Drive& drive) const;

  // c at what was read last. False when something has no finite value there.
  [[nodiscard]] bool evaluate(double time, Eigen::VectorXd& c);
  // J, dc/dtime and the motors' gains there.
  void differentiate(std::vector<double>& J, Eigen::VectorXd& c_time, std::vector<Drive>& drives) const;

  // The second derivative of every row along a straight way q + s dq, motors turning at their
  // speeds and the clock running. False when something has no finite value.
  [[nodiscard]] bool bend(Readings& readings, const Eigen::VectorXd& q, double time,
                          const Eigen::VectorXd& dq, const std::vector<Drive>& drives,
                          Eigen::VectorXd& out);
  // By argument of a term: the force on what it reads, lambda being the multipliers of the rows.
  // visit(reading, force) says whether to go on; false when one did not.
  template <class Visit>
  [[nodiscard]] bool each_force(const Eigen::VectorXd& lambda, Visit visit);

 private:
  struct Bound {       // of an argument, to its place in J
    int reading = -1;  // -1: the numbers
    int n = 0;
    std::array<double, 2> number{};
    int block = -1, slide_block = -1;  // where in J; -1: that does not move
  };
  struct Term {
    ConstraintId id;
    std::shared_ptr<const ConstraintKind> kind;
    int row = 0, rows = 0;
    int inputs = 0;          // of the kind, time aside,
    int source = 0;          //   from here in sources_
    int out = 0;             // where what the kind says is in out_
    double compliance = -1;  // of the constraint; its rows have it in drawing units
    std::vector<Bound> on;
    int inputs_before(int argument) const;
  };
  // block += weight dc D, for one argument of one term
  struct Product {
    int row = 0, rows = 0, n = 0, columns = 0;
    int dc = 0;  // in out_
    const double* D = nullptr;
    int stride = 1;
    int block = 0;
  };
  const Term& of(const Drive& drive) const { return terms_[static_cast<std::size_t>(drive.term)]; }
  void add_drives(const World& world, const Island& island, std::vector<Row>& rows,
                  std::vector<Drive>& drives) const;
  bool read_numbers(const World& world, const Constraint& constraint, Term& term);
  void weigh_rows(const Term& term, double size, std::vector<Row>& rows);
  bool bend_arguments(const Term& term, Readings& readings, const Eigen::VectorXd& q,
                      const Eigen::VectorXd& dq);

  std::vector<Term> terms_;
  std::vector<const double*> sources_;  // of every input of every term
  std::vector<Product> products_;
  std::vector<double> weights_;  // by row
  std::vector<double> in_, out_;
  std::vector<double> bend_in_, second_, bent_;  // of one term: inputs and rates; second derivatives
  std::vector<double> force_;                    // on one argument
  double size_ = 0;                              // rows are weighed by; 0: not yet
  bool any_weighed_by_size_ = false;
};

template <class Visit>
bool Terms::each_force(const Eigen::VectorXd& lambda, Visit visit) {
  for (const Term& term : terms_) {
    const double* dc = out_.data() + term.out + 2 * term.rows;
    for (const Bound& bound : term.on) {
      force_.assign(static_cast<std::size_t>(bound.n), 0.0);
      for (int s = 0; s < bound.n; ++s)
        for (int r = 0; r < term.rows; ++r)
          force_[static_cast<std::size_t>(s)] += lambda[term.row + r] *
                                                 weights_[static_cast<std::size_t>(term.row + r)] *
                                                 dc[s * term.rows + r];
      dc += bound.n * term.rows;
      if (bound.reading >= 0 && !visit(bound.reading, force_.data())) return false;
    }
  }
  return true;
}

}  // namespace limber
