// Mover: one tick of one island.
//
// Two ways to move. A drag, when nothing but one hand moves the figure: no time in it, only the
// path of the hand, cut into pieces. From cut to cut the figure goes the straight way (reach), with
// one factor for all of it; where there is none, by pulls: damped Gauss-Newton steps, each
// projected back on the constraints. A flow, when springs, forces, motors or unmet constraints move
// it as well: implicit steps of time.
//
// Every step is tried, then judged; one that goes too far is tried again shorter:
//   - the correction by projection must be small beside the step (else it may have left its
//   branch),
//   - everything must be finite and the rows that were met must be met,
//   - the held point must come nearer to the hand,
//   - the energy of springs and forces, less the work of hands and motors, must not grow.
#pragma once

#include <Eigen/Core>

#include "solver/direction.h"
#include "solver/figure.h"
#include "solver/project.h"
#include "solver/stepper.h"

namespace limber {

class Mover {
 public:
  void build(const World& world, const Island& island);
  void step(World& world, double h, Run run, Path path, IslandReport& report);

  // Forces in the rows, newtons of the drawing, as of the last step. In a figure that only a hand
  // moves they are found when asked for: see hand_forces.
  const Eigen::VectorXd& forces();
  const Figure& figure() const { return figure_; }
  Figure& figure() { return figure_; }

 private:
  // Of the drawing's size:
  static constexpr double longest_pull = 1.0 / 16;  // how far ahead of what it holds a hand pulls
  static constexpr double still = 1e-11;            // a step shorter than this is none
  static constexpr double least_damping = 1e-7;     // of the hand
  static constexpr double felt_damping = 1e-3;      // where raising it begins to tell
  // Of a row after a step, beside the farthest motion.
  static constexpr double most_deviation = 0.25;
  static constexpr double singular = 1e-3;  // a row with less of its own is nearly dependent

  enum class Outcome { good, too_far, worse, not_finite };
  enum class Effort { none, small, fair, great, unfinished, too_far };  // of leading a held point

  bool start(World& world, Run run, Path path);
  void return_to_cut(const Hand& hand);
  void choose_rows(Run run);
  bool flows(Run run) const;
  bool all_met() const;
  double energy() const;

  void drag(World& world);
  bool holds_grip() const;
  bool grasp();
  Effort reach(const Point& target, bool to_cut);
  Effort close_in(const Point& target, double bearable);
  void keep_bend();
  void find_toward(const Point& target);
  bool reached(const Point& target);
  Effort pull(const Point& target, int most, double near, double gain);
  // Pulls used; most: it is not yet within `near` of target, nor as near as it comes, nor was the
  // last pull nearer by less than `gain`.
  int pull_to(const Point& target, int most, double near, double gain);
  bool find_direction(double damping);
  bool pull_once(const Point& target, const Point& away, double& reach, double& damping);
  bool pull_blindly();
  bool pass_dead_point(const Point& target);
  static bool along_path(const Hand& hand, double length, Point& at, std::size_t& visited);
  bool find_spacing(Hand& hand);
  double shorter_spacing(const Hand& hand) const;
  double next_spacing(double spacing, Effort effort) const;
  bool holds_anchor(const Hand& hand) const;
  void keep_anchor(Hand& hand) const;
  double spent() const;
  bool stands();
  void fall_back(Hand& hand);
  void hand_forces();

  void flow(World& world, double h, Run run);
  void take_firmness(World& world);
  bool loosen_hands();
  void keep_firmness(World& world) const;
  Outcome flow_step(double h, Run run, double speed);
  double stride_along_sense();
  bool predict(double square_of_dq);
  void set_rates(double h, Run run, double speed);
  bool share_out(double h);
  bool leaps(const Eigen::VectorXd& from);
  bool leave_saddle();
  double error_squared() const;
  double torque(const Drive& drive, double h) const;
  double hand_work(double h) const;
  double row_work(double h) const;
  bool throttle_motors(double h, Run run, double speed);
  void follow_phases();

  bool strays(const Eigen::VectorXd& dq);
  Outcome try_dq(const Eigen::VectorXd& dq, double most);
  Outcome project(const Eigen::VectorXd& dq, double most);
  bool near_singular() const;
  double accept();
  void back(double time);
  double way_gone();
  void finish(World& world, Run run, IslandReport& report);

  Island island_;
  Figure figure_;
  Direction direction_;
  Projector projector_;
  Secants secants_;
  Eigen::VectorXd next_, predicted_, correction_, d_, sense_, begin_, p_0_, probe_, probe_mu_,
      zero_rows_, toward_, residual_;
  // Where the factor and the border at hand were found, the held point there, and which they are.
  Eigen::VectorXd grip_, held_;
  int grip_number_ = -1;
  Path grip_path_ = Path::automatic;
  // Where the straight way led last, and how far it is off its tangent there, for one unit of the
  // hand's way squared.
  Eigen::VectorXd shown_, bend_;
  bool bends_ = false;  // bend_ is known
  std::vector<char> on_, acting_;
  std::vector<double> phases_, throttle_;
  std::vector<char> stalled_;
  Eigen::VectorXd lambda_, way_;
  Point away_ = Point::Zero();  // from what the hand holds to the hand, at the end of the step
  double way_time_ = 0;         // the time way_ took; 0: other things than one hand moved it
  double moved_ = 0;
  Eigen::VectorXd blind_, blind_wish_;  // the last pull whose gain was below rounding, and its wish
  bool resting_ = false;                // the hand is
  double hand_reach_ = 0, hand_damping_ = least_damping;  // of a flow
  double shortest_spacing_ = 0;                           // of cuts; 0: not yet known
  double stride_ = 0;         // how far a pull reached last, where that was less than wanted
  double squared_0_ = 0;      // of the rows' disagreement, where the step begins
  double deviation_ = 0;      // of the last try, before projection
  bool compromised_ = false;  // rows disagreed in this step
  bool was_met_ = true, settled_ = true, refused_ = false, dead_point_ = false;
};

}  // namespace limber
