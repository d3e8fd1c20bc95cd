// Stepper: one step of time for every island that is awake, and the memory steps reuse.
//
//   step(world, h):  find the islands, where the topology is another one; then each of them (mover.h)
//     reads its state -> which rows hold, are they met? -> is moved -> writes its state, and a report
//
//   A drag, when nothing but one hand moves a figure whose rows are met (hand_path.h). There is no
//   time in it: the path of the hand is cut into pieces, and from cut to cut the figure goes
//     - the straight way (straight_way.h), nearly always: one factor at the cut, then corrections
//       that bring rows and held point home together;
//     - by pulls (pulls.h) where there is none, at stops, at singular places and out of reach:
//       a direction, its trial, projected back on the rows, until the hand is no nearer.
//
//   With mass, while the drawing plays and its physics are on (energy_momentum.h): none of the above.
//
//   A flow, when springs, forces, motors, unmet rows or several hands do (flow.h), in implicit steps:
//     first_order (equations.h) -> direction, the hands last, as a border (direction.h)
//     -> limits of the motors -> trial: a step projected back on the rows (trial.h, project.h), or
//     brought to their compromise -> judged: taken, or tried again shorter
//
// Laws, after every step:
//  - all state is finite; a step that would not be is cut or refused, and the last good one stays;
//  - a hard constraint that was met is met to hard_tolerance of the drawing's size;
//  - an unmet one has gone from c to c exp(-h / tau), or the island settles at the least-squares
//    compromise and the report says so;
//  - nothing jumps: long moves are cut into short ones, and a cut that would leave its branch is
//    made shorter;
//  - the same world and the same calls give the same bits, whatever was stepped before and with any
//    number of threads;
//  - the clock counts steps: after n of them it stands at n h, not at a sum of n roundings;
//  - nothing is allocated until the world's topology changes; then what was analysed of islands
//    that are as they were (structure.h) is kept, and so is the path of every hand that holds them.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <span>
#include <vector>

#include "solver/reason.h"
#include "solver/solve.h"
#include "solver/tolerances.h"
#include "solver/world.h"

namespace limber {

enum class Run { edit, play };  // edit: motors and the clock stand still

struct IslandReport {
  int objects = 0, columns = 0, rows = 0;
  Path path = Path::qr;
  int rank = 0;
  int substeps = 0, iterations = 0, factorisations = 0;
  double residual = 0;      // largest |c| of the hard rows, in drawing units
  double lag = 0;           // farthest distance of a hand from what it holds
  double work = 0, lost = 0;  // with mass: energy put in and taken out in this step (physics.h)
  double moved = 0;         // farthest motion of an object in this step, drawing units (r.m.s.)
  bool rests = false;       // it has fallen asleep
  bool refused = false;     // some step had no finite end; the last good state stays
  Reason why = Reason::rests;  // the tick ended as it did
  ReasonCounts cuts{};         // how often a step was tried again shorter, by reason
  bool dead_point = false;  // stopped at a dead point, or carried through one
  std::vector<ConstraintId> not_met;
  std::vector<MotorId> stalled;
  std::vector<Limit> limits;
  std::vector<CurveId> curves;  // what is in it
};

struct StepReport {
  std::vector<IslandReport> islands;  // those that were awake
  int analysed = 0;                   // so many of them were met for the first time, or anew
  bool rests = true;                  // all of them sleep now
};

class EnergyMomentum;
class Kinematics;
struct MassBalance;

class Stepper {
 public:
  Stepper();
  ~Stepper();
  Stepper(Stepper&&) noexcept;
  Stepper& operator=(Stepper&&) noexcept;

  Path path = Path::automatic;
  int threads = 1;  // at most so many step islands at the same time

  // The report lives until the next call.
  const StepReport& step(World& world, double h = tick, Run run = Run::edit);

  // Ticks until everything rests, at most max_ticks of them. Returns how many were taken.
  int settle(World& world, int max_ticks = 2400);

  // The force in each row of a constraint in the last step it was awake, in newtons of the drawing
  // (drag 1 per unit of length and speed); empty when unknown. In a figure that only a hand
  // moves: what it takes to drag it along, and the pull of a hand that is out of reach.
  std::span<const double> force(ConstraintId id) const;

  // With mass: energy and momentum of all that moves, as the world stands. False when something has
  // no finite value, or physics are off. And what a motor gave in the last step.
  [[nodiscard]] bool measure(const World& world, MassBalance& out);
  double motor_force(MotorId id) const;
  double motor_power(MotorId id) const;

  // With mass: at the moment the world stands at (energy_momentum.h), where that is another than in the
  // mean of the last step.
  std::span<const double> force(const World& world, ConstraintId id);
  double motor_force(const World& world, MotorId id);
  double motor_power(const World& world, MotorId id);

  // With mass, as it plays on from here (energy_momentum.h). Without:
  // exact velocity and acceleration of a point while the motors run at their speeds (first
  // derivatives, and the bend kernels for the second). False when the figure cannot move so; a
  // motor that stalled in the last step stands.
  // A connector of the world is asked for by its id: one that slides moves along its curve as well.
  [[nodiscard]] bool motion_of(const World& world, const Connector& point, Point& velocity,
                               Point& acceleration);
  [[nodiscard]] bool motion_of(const World& world, ConnectorId point, Point& velocity,
                               Point& acceleration);

 private:
  void analyse(const World& world);
  void choose_awake(const World& world);
  void count_analyses(bool with_mass);
  int deal_out();
  void move(World& world, double h, Run run, std::size_t i);
  void move_with_mass(World& world, double h, std::size_t i);
  EnergyMomentum& with_mass(const World& world, std::size_t island);
  void wake_driven(World& world);
  void fall_asleep(World& world);
  int island_of(const World& world, const Connector& connector, ConnectorId id) const;
  bool body_velocity_of(const World& world, const Connector& point, Point& velocity) const;
  bool mass_motion_of(const World& world, const Connector& point, ConnectorId id, Point& velocity,
                      Point& acceleration);
  bool motor_now(const World& world, MotorId id, double& force, double& power);
  bool was_edited_last(std::size_t island) const;  // stepped without mass
  const EnergyMomentum* mass_of(MotorId id) const;
  Kinematics* rates_of(const World& world, int island);

  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace limber
