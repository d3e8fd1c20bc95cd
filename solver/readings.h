// Readings: every connector of an island at the current state, with its derivatives.
//
//   value,   D = d value / d(columns of its object),   D_t = d value / dt when it slides
//
// Objects are what moves: a curve by its free parameters, a link by its place, a sliding point by
// its t. Welding and locking happen here and nowhere else: the readings of a welded curve are
// functions of its link (q of the curve is, see curves/transform.h), a locked parameter has no
// column.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "curves/curve.h"
#include "curves/transform.h"
#include "solver/drag.h"
#include "solver/islands.h"
#include "solver/world.h"

namespace limber {

class Readings {
 public:
  enum class Kind { curve, link, sliding };
  struct Object {
    Kind kind = Kind::curve;
    CurveId curve;            // of a curve
    LinkId link;              // of a link
    ConnectorId sliding;      // of a sliding point
    int begin = 0, size = 0;  // its columns
    std::vector<int> parts;   // curves that move with it: one, or the members of the link
  };
  // A curve the island looks at, whether it moves or not.
  struct Part {
    CurveId id;
    Curve curve;                // q follows the state
    int object = -1;            // which moves it; -1: it cannot move
    std::vector<int> column;    // of each parameter: in its object, or -1 (not of a welded curve)
    std::vector<int> free;      // parameters with a column, ascending; all, when welded
    int inputs = 0;             // where q begins in inputs_, a place for t behind it
    Eigen::VectorXd reference;  // of a welded curve: q where the link's place is zero
    Eigen::Matrix<double, Eigen::Dynamic, 4> q_link;  // how q changes with the link's place
    bool copied = false;                              // curve.q is needed, not only the inputs
    Drag drag;
  };
  struct Reading {
    int part = -1, n = 2;
    const Kernel* kernel = nullptr;            // value with derivatives straight from q, t; or:
    const Measure<Kernel>* measure = nullptr;  // with integrals, or of a curve of nodes,
    bool along_nodes = false;                  // a point of a curve of nodes,
    int parameter = -1;                        // one of the numbers of q
    double t = 0;
    int slides = -1;                // the sliding object whose t it is, or -1
    int object = -1, columns = 0;   // D is n x columns
    int value = 0, D = 0, D_t = 0;  // where in numbers_
    bool in_place = false;          // D is what the kernel wrote
  };

  void build(const World& world, const Island& island);
  int add(const World& world, ConnectorId id);  // the same connector, the same reading
  int add(const World& world, const Connector& connector);
  void finish();  // after the last add

  // All readings at q. False when some has no finite value.
  [[nodiscard]] bool evaluate(const Eigen::VectorXd& q);

  // The second derivative of reading r along a straight way q + s dq of the columns, into out (n
  // numbers), at the state last evaluated. Exact but for integrals, whose derivative is
  // differenced.
  [[nodiscard]] bool bend(int r, const Eigen::VectorXd& q, const Eigen::VectorXd& dq, double* out);

  const double* value(int r) const { return &numbers_[at(r).value]; }
  const double* D(int r) const { return &numbers_[at(r).D]; }  // column-major
  const double* D_t(int r) const { return &numbers_[at(r).D_t]; }
  const Reading& operator[](int r) const { return readings_[static_cast<std::size_t>(r)]; }
  // The derivative of reading r along dq.
  void rate(int r, const Eigen::VectorXd& dq, double* out) const;

  // out += (d value / dq)' f: a force on the reading as forces on the columns.
  void pull_back(int r, const double* f, double* out) const;
  // M of an object at the state last evaluated, and its length.
  [[nodiscard]] bool weigh(int object, double point_length, double* M, double& length);
  // Where t of this part ends, when that is one of its parameters.
  double end_parameter(int part) const;

  std::vector<Object> objects;
  std::vector<Part> parts;
  int columns = 0;

  int sliding_reading(int object) const { return slide_reading_[static_cast<std::size_t>(object)]; }

 private:
  struct Place {
    std::size_t value, D, D_t;
  };
  Place at(int r) const {
    const Reading& reading = readings_[static_cast<std::size_t>(r)];
    return {static_cast<std::size_t>(reading.value), static_cast<std::size_t>(reading.D),
            static_cast<std::size_t>(reading.D_t)};
  }
  Object& add_object(Kind kind, int size);
  int part_of(const World& world, CurveId id);
  void place_parts(const Eigen::VectorXd& q);
  void place_members(const Object& object, const Eigen::VectorXd& q);
  double t_of(const Reading& reading, const Eigen::VectorXd& q) const;
  bool evaluate(Reading& reading, const Eigen::VectorXd& q);
  bool evaluate_slowly(Reading& reading, double t);
  void gather(const Reading& reading, const double* value_q);
  void part_rates(const Part& part, const Eigen::VectorXd& q, const Eigen::VectorXd& dq);
  bool difference_bend(Reading& reading, const Eigen::VectorXd& q, const Eigen::VectorXd& dq,
                       double* out);

  std::vector<Reading> readings_;
  std::vector<double> inputs_, numbers_;
  std::vector<int> by_connector_;                                       // reading, by slot
  std::vector<int> part_of_body_, object_of_body_, object_of_sliding_;  // by slot
  std::vector<int> slide_reading_;                                      // by object
  MeasureReading measured_;
  Motion motion_;
  Eigen::MatrixXd member_M_, member_Mq_;
  std::vector<double> bend_in_;
  Eigen::VectorXd part_dq_, part_ddq_;
};

}  // namespace limber
