// Object: what the solver asks of anything that moves (the paper's section 3.4).
//
//   its numbers      columns begin .. begin + size of the state vector q
//   its state        from a World and back, with the direction in which each number moved last
//   its curves       q of each as a function of its numbers, with derivatives: what connectors read
//   its metric       M, size x size, symmetric and positive: v' M v is what a motion costs. Drag.
//   its ranges       limits of its numbers
//
// A curve moves by its free parameters, curves welded into a link by the place of the link, a point
// that slides by its t. Nothing outside object.cpp asks which of these it is. Welding and locking
// happen here and nowhere else: q of a welded curve is a function of its link (curves/transform.h),
// a locked parameter has no column.
#pragma once

#include <Eigen/Core>
#include <variant>
#include <vector>

#include "curves/curve.h"
#include "curves/transform.h"
#include "solver/drag.h"
#include "solver/world.h"

namespace limber {

// A curve by itself, a link, a point that slides.
using ObjectId = std::variant<CurveId, LinkId, ConnectorId>;

// A curve the island looks at, whether it moves or not.
struct Part {
  CurveId id;
  Curve curve;             // its q follows the state where `copied`
  int object = -1;         // which moves it; -1: it cannot move
  std::vector<int> free;   // parameters its object may change, ascending
  int inputs = 0;          // where q begins in Parts::inputs, a place for t behind it
  bool copied = false;     // it is asked for curve.q, not only for the inputs
  CurveDrag drag;
  // Of a welded curve: q where the link's place is zero, and how q changes with that place.
  Eigen::VectorXd reference;
  Eigen::Matrix<double, Eigen::Dynamic, 4> q_link;
};

struct Parts {
  std::vector<Part> all;
  std::vector<double> inputs;
  Eigen::MatrixXd member_M, member_Mq;  // memory for the metric of a link

  Part& operator[](int part) { return all[static_cast<std::size_t>(part)]; }
  const Part& operator[](int part) const { return all[static_cast<std::size_t>(part)]; }
  double* q_of(const Part& part) { return &inputs[static_cast<std::size_t>(part.inputs)]; }
  const double* q_of(const Part& part) const {
    return &inputs[static_cast<std::size_t>(part.inputs)];
  }
};

struct Extent {
  double length = 0;  // as it is dragged: never below that of a point
  double own = 0;     // as it is; 0 of what has none of its own
};

struct NumberRange {  // limits of one column
  int column = 0;
  Limit limit;                                        // by which it is reported
  double minimum = 0, maximum = 0;
  bool above_minimum = false, below_maximum = false;  // these are excluded
  double extent = 0;  // of what is no length: so much of it weighs as the whole drawing; or 0
  int end_part = -1;  // the maximum is where t of this part ends, by one of its parameters
};

struct Object {
  ObjectId id;
  int begin = 0, size = 0;  // its columns
  std::vector<int> parts;   // curves that move with it: one, or the members of the link
  // Of a point that slides: the part it slides on, and dx/dt there, where its reading has it.
  int on = -1;
  const double* x_t = nullptr;
  int x_t_stride = 1;

  static int size_of(const World& world, const ObjectId& id);
  // What it is to a curve that moves with it, when the topology changes.
  void begin_part(const World& world, Part& part) const;

  void get_state(const World& world, Eigen::VectorXd& q, Eigen::VectorXd& last_motion) const;
  void set_state(World& world, const Parts& parts, const Eigen::VectorXd& q,
                 const Eigen::VectorXd& last_motion) const;
  static void own_state(World& world, const ObjectId& id);  // it is written by this world alone

  // Which of the inputs a column is, without a computation; -1: none.
  int input_of(const Parts& parts, int column) const;
  // Whether q of its curves is computed by place().
  bool computes_parts() const;
  void place(Parts& parts, const Eigen::VectorXd& q) const;
  // How q of a part moves when the columns go straight along dq: first and second derivative.
  void rates(const Part& part, const Eigen::VectorXd& q, const Eigen::VectorXd& dq,
             Eigen::VectorXd& part_dq, Eigen::VectorXd& part_ddq) const;
  // From d/d(every parameter) of n numbers read of a part to d/d(columns); component s for parameter
  // i stands at (i * n + s) * stride. And whether that is simply its first columns.
  void gather(const Part& part, const double* value_q, int n, int stride, double* D) const;
  bool gathers_nothing(const Part& part) const;
  // The column, counted from begin, that is this parameter of a part; -1: none.
  int column_of(const Part& part, int parameter) const;

  // M at the state last placed and read. False when it has no finite value.
  [[nodiscard]] bool weigh(Parts& parts, double point_length, double* M, Extent& extent) const;
  bool extends() const;  // it has a length of its own; a point that slides has none
  // Whether a column, counted from begin, is a place on the paper, not an angle or a length.
  bool is_coordinate(const Parts& parts, int column) const;
  void add_ranges(const World& world, const Parts& parts, std::vector<NumberRange>& out) const;
  ConnectorId connector() const;  // that is this object itself; none, unless it slides
};

// The curves that move with it: one, the members of a link, none.
std::vector<CurveId> curves_of(const World& world, const ObjectId& id);

// What is no length or place is weighed by the size of the drawing.
inline bool weighed_by_size(Role role) { return role == Role::angle || role == Role::number; }

}  // namespace limber
