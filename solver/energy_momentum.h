// A figure with mass: bodies that keep their shape (rigid.h), held by the rows of their constraints
// (mass_rows.h), stepped so that energy and momentum are kept to rounding (Gonzalez; Betsch and
// Steinmann).
//
//   M (v1 - v0) = h f + D' mu          mu = h lambda: the impulses in the rows
//   w           = h (v0 + v1) / 2      w = (dx, dy, 2 tan(dphi / 2)) of every body
//   rows of mass_rows.h                c(q1) = 0 of what holds
//
// D is a discrete derivative: D w + D_t dt = c(q1) - c(q0), to the last bit that counts. So what holds
// does no work, and no derivative of J by time is needed. f: gravity, constant forces, and air drag
// against the mean velocity. Newton's method for q1 and mu at once (mass_system.h); which rows are at
// their bounds is found on the way, each iteration anew (a semismooth Newton method).
//
// Small figures on which nothing acts but gravity, springs and smooth motors are stepped to order 4:
// five steps of a, a, 1 - 4a, a, a of the tick, a = 1 / (4 - 4^(1/3)) (Suzuki).
//
// Impulses change velocities at once, in the metric of M: a constraint that is new to a moving figure
// and is met stops what it holds (J v = 0); so does a stop that was hit. They are plastic: energy is
// lost, and booked. Where rows are not met, or bounded ones act, an impulse at the end of the step also
// gives them the rate they are to have: the step itself would let it swing about that for ever. So it does
// at the end of a tick to what a motor or the clock drives.
//
// A figure that a tick moves by less than rounding, and that has no speed to speak of, stands: it is
// left where it is, if no stop is touched and no row unmet. A pendulum at its turning point is moved by far more.
//
// Laws: the same world gives the same bits, whatever was stepped before. Energy changes by work - lost
// and by nothing else. Only build() allocates.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <span>
#include <vector>

#include "solver/flexible_step.h"
#include "solver/mass_rows.h"
#include "solver/mass_system.h"
#include "solver/stepper.h"
#include "solver/world.h"

namespace limber {

// What a figure with mass has at one moment.
struct MassBalance {
  double kinetic = 0, potential = 0;  // of gravity, springs and constant forces
  Eigen::Vector2d momentum = Eigen::Vector2d::Zero();
  double angular_momentum = 0;  // about the origin of the paper
  double energy() const { return kinetic + potential; }
  void add(const MassBalance& other);
};

class EnergyMomentum {
 public:
  void build(const World& world, const Island& island);

  // One tick. False when some step had no end however short: then it stays where it is.
  [[nodiscard]] bool tick(World& world, double h);
  bool rests() const { return rests_; }  // it stood still in the last one
  int order = 4;  // of figures that are small enough; 2: one step a tick

  // As the world stands. False when something has no finite value.
  [[nodiscard]] bool measure(const World& world, MassBalance& out);

  // ---- of the last tick
  std::span<const double> force(ConstraintId id) const;  // in each row, the mean over the last step
  double motor_force(MotorId id) const;                  // on its phase, likewise
  double motor_power(MotorId id) const;

  // ---- at the moment the world stands at, as it would play on: forces in the rows, and the motion of a
  // point. To some nine digits; where stops, limits of motors or rows that are not met act, the mean
  // of a short step from there on. Nothing, or false, when it cannot move.
  std::span<const double> force_now(const World& world, ConstraintId id);
  [[nodiscard]] bool motor_now(const World& world, MotorId id, double& force, double& power);
  [[nodiscard]] bool motion_now(const World& world, const Connector& point, ConnectorId id, Point& velocity,
                                Point& acceleration);

  void report(const World& world, IslandReport& out) const;  // all but whether it was refused
  int steps() const { return steps_; }
  int iterations() const { return iterations_; }  // all steps together

 private:
  bool read(const World& world);
  bool move(World& world, double h);
  void give_rates();
  void keep();
  void go_back();
  bool stood_still(double h) const;
  void stand_still();
  bool smooth_steps(double h);
  bool equal_steps(int n, double h);
  bool halved_steps(double h);
  bool refined_steps(double h);
  bool step(double h);
  bool newton(double h);
  void predict(double h);
  void residuals(double h);
  void add_force(int reading, const double* f);
  double take();
  void write_right_side();
  [[nodiscard]] bool end_step(double h);
  void book(double h);
  void find_gain();
  bool is_balanced(double before) const;  // of kinetic energy, work and what was lost
  enum class Strike { new_rows, step };  // why: a constraint is new; at the end of a step
  bool needs_strike() const;
  void find_rates(Strike why);
  void find_mean_rates();  // wanted_
  bool strike(Strike why);
  void choose_struck(Strike why);
  bool revise_struck();
  void solve_strike();
  void take_strike();
  double kinetic() const;
  double potential() const;  // where rows_ stood last
  double kinetic_of(const Rigid::Body& body) const;  // where readings were made last
  [[nodiscard]] bool bend_to_end();
  [[nodiscard]] bool differentiate_bends(double h);
  void add_bends(double h);
  double air_of(const Rigid::Body& body) const { return body.drag.mass / body.length; }
  void add_momentum(const Rigid::Body& body, MassBalance& out) const;
  const MassRows::Term* term_of(MotorId id) const;
  int phase_of(const MassRows::Term& motor) const;
  double phase_rate(int phase) const;  // the mean over the last step
  struct Moment;
  bool find_moment(const World& world);
  bool try_steps(const World& world, Moment& moment);

  MassRows rows_;
  MassSystem system_;
  std::vector<FlexibleStep> bends_;          // by shape of rows_.rigid
  std::vector<Eigen::MatrixXd> bending_;     // their residuals by their numbers
  std::vector<Eigen::VectorXd> rates_kept_, mean_rates_, rates_before_;  // by body
  Eigen::VectorXd q0_, q1_, mu_, F_, forces_, q_kept_;
  std::vector<Eigen::Vector3d> velocities_kept_, velocities_, mean_velocities_;
  std::vector<double> reading_forces_, rates_, wanted_;  // rates of rows: as they are, to be
  std::vector<char> struck_, firm_;  // rows of an impulse; those that hold both ways
  Eigen::Vector2d gravity_ = Eigen::Vector2d::Zero();
  double time_ = 0, time_kept_ = 0, h_ = 0;
  double work_ = 0, lost_ = 0, work_kept_ = 0, lost_kept_ = 0;
  double struck_work_ = 0;  // of an impulse
  double gained_ = 0, gained_parts_ = 0;  // potential energy, in the last step; the sum of its parts' sizes
  std::vector<double> phase_rates_;  // of the last tick, by phase
  std::shared_ptr<Moment> moment_;   // made when first asked for
  bool struck_in_step_ = false, rests_ = false;
  int steps_ = 0, iterations_ = 0;
};

}  // namespace limber
