// Assembly: an island as numbers.
//
//   columns   what may move: the numbers of its objects (columns.h)
//   rows      those of the constraints (terms.h), then one for each limited column (ranges.h)
//   J         how the rows change with the columns, by the chain rule
//   M         the metric of the columns (metric.h)
//   Q, P      constant forces; how what the hands hold moves
//
// Rows are measured in drawing units: a row of angles or plain numbers is multiplied by the size of
// the drawing, and its compliance and force accordingly, so that one tolerance serves all.
//
// Only build() allocates.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "solver/islands.h"
#include "solver/metric.h"
#include "solver/ranges.h"
#include "solver/readings.h"
#include "solver/rows.h"
#include "solver/system.h"
#include "solver/terms.h"
#include "solver/world.h"

namespace limber {

class Assembly {
 public:
  void build(const World& world, const Island& island);

  // State from the world, and back, with the direction in which each column moved last.
  void read(const World& world);
  void write(World& world) const;

  // c, p and the potential at q: all that a state being corrected asks for. False when something
  // has no finite value there.
  [[nodiscard]] bool evaluate(const Eigen::VectorXd& q, double time);
  // J, c_time, P, Q and the motors' gains at the q last evaluated.
  [[nodiscard]] bool differentiate();
  // The second derivative of every row along a straight way q + s dq, motors turning at their
  // speeds and the clock running; at the q last evaluated. False when something has no finite
  // value.
  [[nodiscard]] bool bend(const Eigen::VectorXd& at, double time, const Eigen::VectorXd& dq,
                          Eigen::VectorXd& out);
  // How the forces of the hands and of the rows turn with the figure: for each object, minus the
  // second derivative of  sum of hand . p + lambda . c  in its columns, placed as M is. What couples
  // two objects is left out; between points that are held together there is none. At the q last
  // evaluated and differentiated. False when something has no finite value.
  [[nodiscard]] bool stiffness(const Eigen::VectorXd& at, const Eigen::VectorXd& hand,
                               const Eigen::VectorXd& lambda, std::vector<double>& K);
  // M and L of every object, at the q last evaluated, and how much is seen of each row.
  [[nodiscard]] bool weigh();

  int columns() const { return pattern.columns(); }
  int objects() const { return pattern.objects(); }
  // What a block of J adds to the change of one of its rows, when the columns move by dq.
  double rate(int block, int row, const Eigen::VectorXd& dq) const;

  // See ranges.h.
  bool into_ranges(Eigen::VectorXd& at) const { return ranges_.clamp(at); }
  void begin_ranges(const Eigen::VectorXd& at) { changed = ranges_.begin(at) || changed; }
  void close_ranges();

  double phase(const Drive& drive) const { return terms_.phase(drive); }
  void set_phase(const Drive& drive, double phase) { terms_.phase(drive) = phase; }

  Pattern pattern;
  System system;  // J and L are written here
  Metric metric;
  std::vector<Row> rows;
  std::vector<Drive> motors;
  Eigen::VectorXd q, last_motion;  // the state, as read from the world
  Eigen::VectorXd c, c_time;       // rows
  Eigen::VectorXd Q;               // columns: the forces
  double potential = 0;            // of the forces: -sum of f . p
  Eigen::MatrixXd P;               // columns x (2 per hand): how held points move, transposed
  Eigen::VectorXd p;               // 2 per hand: where they are
  double size = 1;
  double reach = 0;       // the largest coordinate of what moves: rounding is a part of it
  bool has_time = false;  // some row depends on the time by itself
  // Since it was last cleared, read() found other numbers, compliances or forces.
  bool changed = true;

 private:
  struct Push {
    ForceId id;
    int reading = 0;
    Eigen::Vector2d value;
  };
  void make_pattern();
  void resize();
  bool add_stiffness(const Eigen::VectorXd& at, int reading, const double* force,
                     std::vector<double>& K);
  void measure_rows();
  bool depends(const Pattern::Block& block, int row) const;

  Readings readings_;
  Terms terms_;
  Ranges ranges_;
  std::vector<Push> pushes_;
  std::vector<int> held_;        // readings of hands
  std::vector<double> diagonal_;  // of a second derivative, along one column
  Eigen::VectorXd way_;           // along one or two columns
};

}  // namespace limber
