// Readings: every connector of an island at the current state, with its derivatives.
//
//   value,   D = d value / d(columns of its object),   D_t = d value / dt when it slides
//
// In two passes: evaluate() finds the values, which is all that a state being corrected asks for;
// differentiate() D and D_t, where a step begins. The points of a curve at fixed t are found by one
// call for all of them (Points), so that what depends on q alone is computed once.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "curves/curve.h"
#include "solver/columns.h"
#include "solver/world.h"

namespace limber {

class Readings {
 public:
  Readings() = default;
  Readings(const Readings&) = delete;  // readings point into it
  Readings& operator=(const Readings&) = delete;
  Readings(Readings&&) = default;
  Readings& operator=(Readings&&) = default;

  struct Reading {
    int part = -1, n = 2;
    const Kernel* kernel = nullptr;            // value with derivatives straight from q, t; or:
    const Measure<Kernel>* measure = nullptr;  // with integrals, or of a curve of nodes,
    bool along_nodes = false;                  // a point of a curve of nodes,
    int parameter = -1;                        // one of the numbers of q
    double t = 0;
    int slides = -1;               // the sliding object whose t it is, or -1
    int object = -1, columns = 0;  // D is n x columns
    int points = -1;               // one of these, or -1: by itself
    // Component i of value is value[i * stride], and so on; D and value_q column by column.
    const double* value = nullptr;
    const double *D = nullptr, *D_t = nullptr;
    const double* value_q = nullptr;  // d value / d(every parameter)
    int stride = 1;                   // of D, D_t and value_q
    int value_stride = 1;
    int own = 0;        // where its numbers are in numbers_: value, D_t, value_q
    int gathered = -1;  // where D is in numbers_ when it is not a part of value_q
    int D_stride() const { return gathered < 0 ? stride : 1; }
  };

  void build(const World& world, const Island& island);
  int add(const World& world, ConnectorId id);  // the same connector, the same reading
  int add(const World& world, const Connector& connector);
  void finish();  // after the last add

  // Values at q; D and D_t there. False when some number is not finite.
  [[nodiscard]] bool evaluate(const Eigen::VectorXd& q);
  [[nodiscard]] bool differentiate();

  // The second derivative of reading r along a straight way q + s dq of the columns, into out (n
  // numbers), at the state last evaluated and differentiated.
  [[nodiscard]] bool bend(int r, const Eigen::VectorXd& q, const Eigen::VectorXd& dq, double* out);

  const Reading& operator[](int r) const { return readings_[static_cast<std::size_t>(r)]; }
  // The derivative of reading r along dq.
  void rate(int r, const Eigen::VectorXd& dq, double* out) const;

  // out += (d value / dq)' f: a force on the reading as forces on the columns.
  void pull_back(int r, const double* f, double* out) const;
  // Where t of this part ends, when that is one of its parameters.
  double end_parameter(int part) const;

  Columns columns;

 private:
  // The readings of one curve that are points at fixed t, by one call: component i of point k is at
  // i * count + k. Readings at the same t, such as those of several bars on one joint, are one
  // point.
  struct Points {
    int inputs = 0;  // where the curve's q begins in the inputs of its parts
    const Kernel *point = nullptr, *motion = nullptr;
    int ts = 0, count = 0;  // in ts_
    int places = 0;         // in places_: 2 x count
    int motions = 0;        // in motions_: all that motion says
  };
  void group_points();
  bool read_alone(Reading& reading, const Eigen::VectorXd& q);
  double t_of(const Reading& reading, const Eigen::VectorXd& q) const;
  double dt_of(const Reading& reading, const Eigen::VectorXd& dq) const;
  bool evaluate_slowly(Reading& reading, double t);
  int column_of_t(const Reading& reading) const;
  void part_rates(const Part& part, const Eigen::VectorXd& q, const Eigen::VectorXd& dq);
  bool bend_slowly(const Reading& reading, double t, double dt, double* out);

  std::vector<Reading> readings_;
  std::vector<Points> points_;
  std::vector<int> alone_, gathering_;    // readings by themselves; those whose D is gathered
  std::vector<double> numbers_;  // of readings by themselves, and gathered D
  std::vector<double> ts_, places_, motions_;
  std::vector<int> by_connector_;  // reading, by slot
  MeasureReading measured_;
  Motion motion_;
  std::vector<double> bend_in_;
  Eigen::VectorXd part_dq_, part_ddq_;
};

}  // namespace limber
