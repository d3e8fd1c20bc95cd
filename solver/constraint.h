// c(arguments, time) = 0, or >= 0 for a stop, or nearly 0: a spring is a constraint that gives.
// A kind knows no curve. From dc/d(argument) to dc/dq is assemble.cpp's business, once, for all
// kinds.
#pragma once

#include <Eigen/Core>
#include <array>
#include <limits>
#include <memory>
#include <vector>

#include "codegen/definition.h"
#include "codegen/kernel.h"
#include "solver/id.h"
#include "solver/tolerances.h"

namespace limber {

using ConstraintKind = ConstraintDefinition<Kernel>;  // mathematics, compiled once, shared

// What an input of the kind is bound to: a connector, or numbers written down (a length, a place
// on the paper).
struct Argument {
  ConnectorId connector;           // none: the numbers
  std::array<double, 2> number{};  // a number uses the first only

  Argument() = default;
  Argument(ConnectorId id) : connector(id) {}
  Argument(double value) : number{value, 0} {}
  Argument(const Eigen::Vector2d& place) : number{place.x(), place.y()} {}
};

struct Constraint {
  std::shared_ptr<const ConstraintKind> kind;  // never null
  std::vector<Argument> on;                    // one for each of kind->inputs
  double compliance = 0;                       // 0 holds; 1/k is a spring of stiffness k
  bool enabled = true;
  double damping = 0;  // of a spring with mass: force for each unit of speed
  // New to a figure that moves with mass: what it stops it stops at once, by an impulse, in the next
  // step.
  bool snaps = false;
};

// A motor turns one number of a constraint (its phase: an angle, a distance, the parameter of a
// path) at a steady speed while the drawing plays, as far as its limit of force allows: against
// something that does not give it stalls, and the phase waits. While the drawing is edited the
// phase follows the hand.
struct Motor {
  ConstraintId constraint;
  int input = 0;     // which argument is the phase; a number
  double speed = 0;  // phase per second; the sign is the direction
  double limit = std::numeric_limits<double>::infinity();  // of |force|, conjugate to the phase
  bool running = true;
};

// A constant force on a point, or on a number (then the first component only).
struct Force {
  ConnectorId on;
  Eigen::Vector2d value = Eigen::Vector2d::Zero();
};

}  // namespace limber
