// Assembly: an island as numbers. The chain rule lives here, once, for all kinds:
//
//   J = dc/dq = sum over arguments of  dc/d(argument) * d(argument)/dq
//
// Columns are what may move: the free parameters of curves, the places of links, the t of sliding
// points. Locked parameters and welded curves have no columns of their own. Rows are those of the
// constraints, then one for each limited column (ranges of parameters, ends of open curves).
//
// Rows are measured in drawing units: a row of angles or plain numbers is multiplied by the size of
// the drawing, and its compliance and force accordingly, so that one tolerance serves all.
//
// Only build() allocates.
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "solver/drag.h"
#include "solver/islands.h"
#include "solver/readings.h"
#include "solver/rows.h"
#include "solver/system.h"
#include "solver/world.h"

namespace limber {

class Assembly {
 public:
  void build(const World& world, const Island& island);

  // State from the world, and back. The sense of each column travels with it.
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

  // Brings columns back into their ranges. False when none was outside.
  bool into_ranges(Eigen::VectorXd& at) const;
  // A step that begins at `at` ends no nearer to an excluded limit than open_limit of the drawing, or
  // than it began: what is small may stay so. Unless it has no value there: close_ranges.
  void begin_ranges(const Eigen::VectorXd& at);
  void close_ranges();

  double phase(const Drive& drive) const;
  void set_phase(const Drive& drive, double phase);

  // How far an object goes when its columns move by dq (root mean square along it); the longest way
  // of all, and dq' M dq. After weigh().
  struct Way {
    double farthest = 0, square = 0;
  };
  double displacement(int object, const Eigen::VectorXd& dq) const;
  Way way(const Eigen::VectorXd& dq) const;
  double farthest(const Eigen::VectorXd& dq) const { return way(dq).farthest; }
  double length(int object) const { return extents_[static_cast<std::size_t>(object)].length; }
  bool extends(int object) const {  // it has a length of its own; a sliding point has none
    return readings.objects[static_cast<std::size_t>(object)].kind != Readings::Kind::sliding;
  }
  double shortest_curve() const;  // of the objects that extend
  double metric(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const;  // a' M b
  // What a block of J adds to the change of one of its rows, when the columns move by dq.
  double rate(int block, int row, const Eigen::VectorXd& dq) const;
  void times_M(const Eigen::VectorXd& a, Eigen::VectorXd& out) const;

  Pattern pattern;
  System system;          // J and L are written here
  std::vector<double> M;  // the blocks L was made from, placed as L is
  std::vector<Row> rows;
  std::vector<Drive> motors;
  Readings readings;
  Eigen::VectorXd q, sense;   // the state, as read from the world
  Eigen::VectorXd c, c_time;  // rows
  Eigen::VectorXd Q;          // columns: the forces
  double potential = 0;       // of the forces: -sum of f . p
  Eigen::MatrixXd P;          // columns x (2 per hand): how held points move, transposed
  Eigen::VectorXd p;          // 2 per hand: where they are
  double size = 1;
  double reach = 0;       // the largest coordinate of what moves: rounding is a part of it
  bool has_time = false;  // some row depends on the time by itself
  bool changed =
      true;  // since it was last cleared, read() found other numbers, compliances or forces

 private:
  struct Bound {       // of an argument, to its place in J
    int reading = -1;  // -1: the numbers
    int n = 0;
    std::array<double, 2> number{};
    int block = -1, slide_block = -1;  // where in system.J; -1: that does not move
  };
  struct Term {
    ConstraintId id;
    const ConstraintKind* kind = nullptr;
    int row = 0, rows = 0;
    int inputs = 0;          // of the kind, time aside,
    int source = 0;          //   from here in sources_
    int out = 0;             // where what the kind says is in out_
    double compliance = -1;  // of the constraint; its rows have it in drawing units
    std::vector<Bound> on;
  };
  // block += weight dc D, for one argument of one term
  struct Product {
    int row = 0, rows = 0, n = 0, columns = 0;
    int dc = 0;  // in out_
    const double* D = nullptr;
    int stride = 1;
    int block = 0;
  };
  struct Range {  // of a column
    int row = 0, block = -1;
    bool at_lower = true;  // that is the nearer end
    int column = 0;        // of q
    double lower = 0, upper = 0, weight = 1;
    double least = 0, most = 0;  // where lower and upper are at most and at least: see begin_ranges
    double above = 0, below = 0;  // how far that is inside of the limits
    double minimum = 0, maximum = 0;                    // the limits themselves
    bool above_minimum = false, below_maximum = false;  // they are excluded
    double extent = 0;  // of what is no length: so much of it weighs as the whole drawing; or 0
    int end_part = -1, end_block = -1, end_column = 0;  // upper is a parameter of this part
  };
  struct Push {
    int reading = 0;
    Eigen::Vector2d value;
  };

  double square(std::size_t object, const Eigen::VectorXd& dq) const;
  bool add_stiffness(const Eigen::VectorXd& at, int reading, const double* force,
                     std::vector<double>& K);
  void measure_rows();
  bool depends(const Pattern::Block& block, int row) const;
  void add_terms(const World& world, const Island& island);
  void add_ranges(const World& world, const Island& island);
  void add_drives(const World& world, const Island& island);
  void make_pattern();
  void make_products();
  void read_numbers(const World& world, const Constraint& constraint, Term& term);
  void weigh_rows(const Term& term);
  void weigh_ranges();
  void evaluate_ranges(const Eigen::VectorXd& at);
  void differentiate_ranges();

  std::vector<Term> terms_;
  std::vector<Range> ranges_;
  std::vector<Push> pushes_;
  std::vector<int> held_;               // readings of hands
  std::vector<Readings::Extent> extents_;  // by object
  std::vector<const double*> sources_;  // of every input of every term
  std::vector<Product> products_;
  std::vector<double> weights_;   // by row
  std::vector<char> coordinate_;  // by column: a place on the paper, not an angle or a length
  std::vector<double> in_, out_, bend_in_;
  std::vector<double> force_, diagonal_;  // of a reading; of its second derivative along one column
  Eigen::VectorXd way_;                   // along one or two columns
  std::vector<ForceId> force_ids_;
  bool has_angles_ = false;  // some row is weighed by the size of the drawing
};

}  // namespace limber
