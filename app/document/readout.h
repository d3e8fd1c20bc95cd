// Readout: a number of the drawing, called by a dotted name.
//
//     crank.phi            a parameter, or a number its type measures: rim.r, rim.perimeter
//     coupler.middle.x     a named point or direction of a curve, one of its two numbers
//     coupler@0.25.y       the point of a curve at t; coupler.tangent@0.25.x, a direction there
//     P.x                  a connector of the drawing; slider.t, where a sliding one stands
//     coupler.middle.vx    velocity (vx, vy) and acceleration (ax, ay) of a point while it plays
//     P.speed, P.acceleration                                   their sizes
//     rod.angular_speed, rod.angular_acceleration               how fast a curve turns, rad/s, rad/s^2
//     |P-coupler.middle|   the distance between two points
//     pin.transmission     the angle at a joint between the two curves it joins, 0 to pi
//     rocker.advantage     mechanical advantage: the rate of the motor over that of the output, which
//                          is the angular speed of a curve or the speed of a point (P.advantage)
//     stay.d, stay.force   a number of a constraint, and the size of the force in it
//     nail.force.x         of a constraint on points: one of its rows
//     spring.stiffness, motor.speed, motor.limit, motor.phase, pull.x (of a force), time
//     energy, kinetic, potential, momentum.x, angular_momentum, work, lost    with mass, of all
//     rod.mass, motor.force, motor.power                                      likewise, of one
//     module               a variable of the drawing
//
// The thing's name comes first; names with dots in them are found as well. Angles are in radians.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "app/document/change.h"
#include "app/document/numbers.h"
#include "codegen/result.h"
#include "solver/stepper.h"

namespace limber {

struct Readout {
  struct Parameter {
    CurveId curve;
    int index = 0;
  };
  struct Geometry {
    Connector connector;
    int component = 0, derivative = 0;  // d/dtime, 0 to 2; component -1: the size of both
    ConnectorId of;  // when it is a connector of the drawing: read anew, for it may slide
  };
  struct Place {
    Connector connector;
    ConnectorId of;  // as above
  };
  struct Distance {
    Place a, b;
  };
  // How the direction from one point of a curve to another turns: for what is rigid, from any to any.
  struct Turning {
    Place from, to;
    bool acceleration = false;
  };
  // The angle at the joint between the lines to another joint of either curve, the oldest there is.
  struct Transmission {
    Place joint, one, other;
  };
  struct Advantage {
    MotorId motor;  // the first of the drawing
    std::variant<Turning, Place> output;
  };
  struct Along {
    ConnectorId connector;
  };  // t of a sliding point
  struct Force {
    ConstraintId constraint;
    int row = -1;  // or -1: the size of all of them
  };
  // With mass.
  enum class Balance { energy, kinetic, potential, momentum_x, momentum_y, angular_momentum, work, lost };
  struct Mass {
    CurveId curve;
  };
  struct Motor {
    MotorId motor;
    bool power = false;  // or the force on its phase
  };
  struct Variable {
    std::string name;
  };
  struct Clock {};

  std::string name;          // as it was written
  Role role = Role::number;  // length, angle or just a number
  std::variant<Parameter, Geometry, Along, Number, Force, Variable, Clock, Balance, Mass, Motor, Distance,
               Turning, Transmission, Advantage>
      what;
};

Result<Readout> find_readout(const Document& document, std::string_view name);

// "|P-Q|": the names of its points. Nothing when it is no distance.
std::optional<std::pair<std::string, std::string>> ends_of_distance(const Document& document,
                                                                    std::string_view name);

// Nothing when it has no finite value now. The world is the drawing's own, or one that time has moved.
std::optional<double> value_of(const Document& document, const World& world, Stepper& stepper,
                               const Readout& readout);

// Gives it a new value; the rest of the figure follows as time goes on. Only what is a cause can be
// set (a parameter, a number of a constraint, the t of a sliding point, a speed, a variable), and
// of these only what follows no text.
// A parameter must be held while the figure adapts: see Held.
Result<bool> set_value(Change& change, const Readout& readout, double value);

// Parameters that were set, and curves that were moved, locked until everything rests, so that the
// constraints do not take them back.
class Held {
 public:
  void hold(World& world, const Readout& readout);  // no effect on what is no parameter
  void hold(World& world, CurveId curve);
  void hold(World& world, const Readout::Parameter& parameter);
  void release(World& world);
  bool empty() const { return parameters_.empty(); }
  const std::vector<Readout::Parameter>& parameters() const { return parameters_; }

 private:
  std::vector<Readout::Parameter> parameters_;
};

// The motor of that name; or the one that drives the constraint, or turns the curve, of that name.
Result<MotorId> find_motor(const Document& document, std::string_view name);

Result<CurveId> find_curve(const Document& document, std::string_view name);

}  // namespace limber
