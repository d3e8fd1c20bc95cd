// A figure with mass: bodies that keep their shape (rigid.h), held by the rows of their constraints,
// stepped so that energy and momentum are kept to rounding (Gonzalez; Betsch and Steinmann).
//
//   M (v1 - v0) = h f + D' mu          mu = h lambda: the impulses in the rows
//   w           = h (v0 + v1) / 2      w = (dx, dy, 2 tan(dphi / 2)) of every body
//   c(q1)       = 0                    what holds;    mu = -h k (c0 + c1) / 2    a spring
//
// D is a discrete derivative: D w + D_t dt = c(q1) - c(q0), to the last bit that counts. So what holds
// does no work, and no derivative of J by time is needed. It is made in two steps, of readings r and
// of rows c(r):
//
//   readings    the mean of the derivatives at both ends. A place on a body, p + rotate(X, phi), goes
//               by exactly  dp + (mean of the turned X), turned left, times 2 tan(dphi / 2);  what
//               sliding along a curve adds to that is put on t.
//   rows        the derivative at the mean of the readings; what is left of c1 - c0 by scaling it,
//               so that its direction stays, or along the change of the readings.
//
// Both turn with the figure: forces between two bodies keep its angular momentum.
//
// Newton's method for q1 and mu at once, over one sparse matrix (block_lu.h), with the second
// derivatives of readings and kinds:
//
//   [ K  -D' ] [ dq  ]        K = 2/h M dw/dq1 - d(D' mu)/dq1
//   [ J   A  ] [ dmu ]        J = dc/dq at q1,  A = 2 / (h k) of springs
//
// A row that follows from others gives by a trifle in each iteration and by nothing in the end, so
// that redundant rows are normal. Small figures are stepped to order 4: five steps of
// a, a, 1 - 4a, a, a of the tick, a = 1 / (4 - 4^(1/3)) (Suzuki).
//
// Holds: constraints of equality, springs, welds, locks, sliding points, constant forces, gravity.
// Refuses to be built with what it does not step yet: motors, hands, stops, rows of the clock.
// In units of the drawing: with millimetres and kilograms, forces are in mN and energies in uJ.
//
// Laws: the same world and velocities give the same bits, whatever was stepped before.
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "solver/block_lu.h"
#include "solver/rigid.h"
#include "solver/world.h"

namespace limber {

struct Mass {
  double density = 1e-4;  // kg for each mm of a curve: a rod of 4 mm steel
  Eigen::Vector2d gravity = Eigen::Vector2d(0, -9810);  // mm/s^2
};

class EnergyMomentum {
 public:
  // False when the island has something in it that is not stepped with mass yet.
  [[nodiscard]] bool build(const World& world, const Island& island, const Mass& mass);

  // One tick. False when some step had no end however short: then it stays where it is.
  [[nodiscard]] bool tick(World& world, double h);
  int order = 4;  // of figures that are small enough; 2: one step a tick

  // Of the body a curve belongs to, by its centre of mass; null when it does not move.
  Eigen::Vector3d* velocity(CurveId curve);

  struct Balance {
    double kinetic = 0, potential = 0;  // of gravity, springs and constant forces
    Eigen::Vector2d momentum = Eigen::Vector2d::Zero();
    double angular_momentum = 0;  // about the origin of the paper
    double energy() const { return kinetic + potential; }
  };
  // As the world stands. False when something has no finite value.
  [[nodiscard]] bool measure(const World& world, Balance& out);

  // The force in a row of a constraint, in the mean over the last step.
  double force(ConstraintId id, int row) const;
  int steps() const { return steps_; }            // of the last tick
  int iterations() const { return iterations_; }  // likewise, all steps together

 private:
  struct Argument {
    int reading = -1;  // -1: the numbers
    int n = 0, input = 0;
    std::array<double, 2> number{};
  };
  struct Term {
    ConstraintId id;
    const ConstraintKind* kind = nullptr;  // null: a parameter stays what it is
    int row = 0, rows = 0, inputs = 0;
    bool linear = true;
    double stiffness = 0;  // 0: hard
    std::vector<Argument> on;
    int at = 0;  // where dc/dinputs are in means_ and ends_, input by input
  };
  struct Push {
    ForceId id;
    int reading = 0;
  };
  struct Mean {  // the discrete derivative of a reading
    std::array<double, 6> D{};
    std::array<double, 2> D_t{};
  };

  bool add_terms(const World& world, const Island& island);
  void add_locks(const World& world);
  void make_nodes();
  bool read(const World& world);
  bool compose(const std::vector<double>& parts, double h);
  bool step(double h);
  bool newton(double h);
  bool evaluate(const Eigen::VectorXd& q, std::vector<Rigid::State>& states);
  bool evaluate_term(const Term& term, const std::vector<Rigid::State>& a,
                     const std::vector<Rigid::State>& b);
  bool rows_at(const std::vector<Rigid::State>& states, std::vector<double>* ends,
               Eigen::VectorXd& c);
  void mean_readings();
  bool mean_rows();
  void residuals(double h);
  void add_force(int reading, const double* f);
  bool assemble(double h);
  bool add_curvatures();
  void add_term(const Term& term);
  void add(int row, int column, double value);
  bool within_ranges(const World& world) const;
  int row_unknown(int row) const { return rigid_.columns() + row; }

  Mass mass_;
  Rigid rigid_;
  std::vector<Term> terms_;
  std::vector<Push> pushes_;
  std::vector<Eigen::Vector2d> push_;
  int rows_ = 0;
  double size_ = 1, h_ = 0;

  BlockLu lu_;
  std::vector<int> node_, local_, place_;  // of each unknown; where it stands in x_

  Eigen::VectorXd q0_, q1_, mu_, c0_, c1_, F_, x_;
  Eigen::VectorXd turn_, turn_rate_;  // 2 tan(dphi / 2) of each body, and its derivative
  std::vector<Rigid::State> begin_, now_;
  std::vector<Mean> mean_;
  std::vector<double> means_, ends_, in_, out_, reading_force_;
  int steps_ = 0, iterations_ = 0;
};

}  // namespace limber
