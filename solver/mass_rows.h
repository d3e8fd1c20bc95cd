// The rows of a figure with mass: what its constraints, locks, ranges, motors and hands ask of a
// step, and how they push.
//
// The unknowns of a step are q1 (bodies of rigid.h, then t of points that slide, then phases of
// motors) and mu, the impulse in each row. Every row is
//
//   c1 + before c0 - target + give mu = 0         lo <= mu <= hi
//
//   what holds        c1 = 0
//   what is not met   c1 = D(h),  D'' + 2 D'/tau + D/tau^2 = 0 from D(0) = c0, D'(0) = its rate, the
//                     acceleration limited: so a figure flies together (Barzel and Barr). It gives
//                     a little, less and less as it is met: its force is limited, to that of a spring
//   a spring          mu = -h k (c0 + c1) / 2 - d (c1 - c0)
//   a stop            0 <= mu, and mu = 0 where c1 > 0
//   a motor           its phase is an unknown; n1 = n0 + h speed,  |mu| <= h limit
//   a hand            a damped spring from the held point to the pointer
//
// At a bound the row is  mu = that bound.  side says which.
//
// D, the discrete derivative of the rows, is made in two steps, of readings r and of rows c(r):
//
//   readings    the mean of the derivatives at both ends. A place on a body, p + rotate(X, phi), goes
//               by exactly  dp + (mean of the turned X), turned left, times 2 tan(dphi / 2);  what
//               sliding along a curve adds to that is put on t.
//   rows        the derivative at the mean of the readings; what is left of c1 - c0 by scaling it,
//               so that its direction stays, or along the change of the readings.
//
// Both turn with the figure: forces between two bodies keep its angular momentum.
#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

#include "solver/rigid.h"
#include "solver/world.h"

namespace limber {

class MassRows {
 public:
  enum class Law { hold, motor, hand };
  struct Argument {
    int reading = -1;  // of the figure; or -1:
    int column = -1;   // an unknown itself, t or a phase; or -1: the numbers
    int n = 0, input = 0;
    std::array<double, 2> number{};
  };
  struct Term {
    ConstraintId id;  // none: a lock, a range
    HandId hand;
    MotorId motor;
    Law law = Law::hold;
    const ConstraintKind* kind = nullptr;  // null: scale (argument - number)
    int row = 0, rows = 0, inputs = 0;
    bool linear = true;
    double scale = 1;
    double stiffness = 0, damping = 0;  // 0: hard
    double speed = 0, limit = 0;        // of a motor
    std::vector<Argument> on;
    int at = 0;  // where dc/dinputs are in means and ends, input by input
    bool drives = false;  // it can put energy into the figure: a motor, a hand, the clock
    CurveId bends;        // what its parameter does that bends: a spring about the rest shape, a stop
    int parameter = -1, other = -1;  // of it; `other`: where the place begins that it is sprung from
  };
  struct Row {
    bool stop = false;
    double before = 0, target = 0, give = 0;
    double lo = 0, hi = 0;
    int side = 0;      // -1: mu = lo, +1: mu = hi
    double moved = 0;  // J M^-1 J', where the step began; only where needs_weight
    double rate = 0;   // of c, likewise
    bool unmet = false;
    double end_rate = 0;  // of an unmet row, that it is to have at the end of the step
  };
  struct Push {
    ForceId id;
    int reading = 0;
    Eigen::Vector2d value = Eigen::Vector2d::Zero();
  };
  struct Phase {
    MotorId motor;
    ConstraintId constraint;
    int input = 0;
  };
  struct Mean {  // the discrete derivative of a reading
    std::array<double, 6> D{};
    std::array<double, 2> D_t{};
    std::vector<double> D_s;
  };

  void build(const World& world, const Island& island);
  // The state a tick begins from. False when something has no finite value.
  [[nodiscard]] bool read(const World& world, Eigen::VectorXd& q);
  void write(World& world, const Eigen::VectorXd& q) const;  // phases; snaps are done

  int columns() const { return rigid.columns() + static_cast<int>(phases.size()); }
  int phase_column(int phase) const { return rigid.columns() + phase; }
  int count() const { return static_cast<int>(rows.size()); }

  // A step from q0 at time0: readings and rows there, and what is asked of each row.
  [[nodiscard]] bool begin(const Eigen::VectorXd& q0, double time0, double h);
  // At its end, so far: c1, ends = dc/dinputs there, means, and turns (mean_turn, its derivative).
  [[nodiscard]] bool evaluate(const Eigen::VectorXd& q0, const Eigen::VectorXd& q1);

  const Eigen::VectorXd& end() const { return q1_; }  // where evaluated last
  void turn_to(const Eigen::VectorXd& q0, const Eigen::VectorXd& q1);  // turn and turn_rate alone

  // Readings and rows at q: now, c1, c_time, ends.
  [[nodiscard]] bool stand_at(const Eigen::VectorXd& q, double time);

  double residual(int r, double mu) const {
    const Row& row = rows[static_cast<std::size_t>(r)];
    return c1[r] + row.before * c0[r] - row.target + row.give * mu;
  }
  double bound(int r) const {  // what mu is at the side it is at
    const Row& row = rows[static_cast<std::size_t>(r)];
    return row.side < 0 ? row.lo : row.hi;
  }
  // Which rows are at their bounds. True when it has changed.
  bool choose_sides(const Eigen::VectorXd& mu);
  bool has_bounds() const { return has_bounds_; }
  bool holds_phase(const Term& term) const;  // one of its numbers is the phase of a motor with a limit that holds it
  bool is_driven() const;          // by a motor that runs and has no limit, or the clock
  bool acts_smoothly() const;      // no stop is touched, no motor limited, no row unmet
  bool is_smooth(double h) const;  // nor anything else that order 4 would spoil
  double tolerance() const;        // a hard row within this is met

  // How fast the rows change by the velocities of the bodies and by time, at the readings of
  // `states`, dc/dinputs in `ends`; points that slide and phases standing still.
  void rates(const std::vector<Rigid::State>& states, std::vector<double>& rate) const;

  // f on the inputs of an argument, for the impulses mu.
  void force_on(const Term& term, const Argument& argument, const Eigen::VectorXd& mu,
                double* f) const;
  // How far the reading (or unknown) of an argument goes in the step.
  double way(const Argument& argument, int s) const;

  Rigid rigid;
  std::vector<Term> terms;
  std::vector<Row> rows;
  std::vector<Push> pushes;
  std::vector<Phase> phases;
  bool snaps = false;  // some constraint is new to what moves
  bool yield = false;  // all that holds gives a little, for good: rows disagree

  Eigen::VectorXd c0, c1, c_time;  // dc/dtime where last evaluated
  std::vector<double> means, ends;       // dc/dinputs: discrete, and at the end (at the beginning, after begin)
  std::vector<Rigid::State> begun, now;
  std::vector<Mean> mean;
  Eigen::VectorXd turn, turn_rate;  // 2 tan(dphi / 2) of each body, and its derivative
  // Of the figure as it stands, of which tolerances are parts: its longest body, or how far it is from
  // the origin. Of the world's own size nothing may depend: that is as of its last edit.
  double size = 1;
  double mass = 0;  // of all that moves

  // The kind of a term at the mean of the two ends of the step: inputs in `in`, which has room for a
  // direction, outputs in `out`.
  [[nodiscard]] bool evaluate_mean(const Term& term);
  std::vector<double> in, out;

 private:
  void add_constraint(const World& world, ConstraintId id);
  void add_motors(const World& world, const Island& island);
  void add_locks(const World& world);
  void add_ranges(const World& world);
  void add_hands(const World& world, const Island& island);
  void add_bends(const World& world);
  void add_bend(const World& world, CurveId id, const Bend& bend);
  void add_place_springs(const World& world, CurveId id, int place);
  void read_bend(const World& world, Term& term);
  void mean_bends(std::size_t r);
  Term& add(Term term);
  void read_term(const World& world, Term& term);
  void reserve();
  struct End {  // of a step
    const std::vector<Rigid::State>& states;
    const Eigen::VectorXd& q;
    double time;
  };
  [[nodiscard]] bool evaluate_between(const Term& term, const End& a, const End& b);
  void set_laws(const Term& term, double h);
  void unmet_target(Row& row, double c, double h) const;
  void weigh_rows();
  void slide_along(const Term& term);
  [[nodiscard]] bool readings_at(const Eigen::VectorXd& q, std::vector<Rigid::State>& states);
  [[nodiscard]] bool rows_at(const End& end, Eigen::VectorXd& c);
  void mean_readings();
  [[nodiscard]] bool mean_rows();
  bool needs_weights() const;

  Eigen::VectorXd q0_, q1_;
  double time0_ = 0, time1_ = 0;
  std::vector<double> rates_;
  bool has_bounds_ = false;
};

}  // namespace limber
