// Limber as a library: curves that can be pulled, held together by constraints.
//
//     limber::Drawing drawing;
//     const auto bar = drawing.add_curve("bar", {{"l", 30}});
//     drawing.hold("coincident", {drawing.point(bar, 0), limber::place(0, 0)});   // a nail
//     const auto hand = drawing.grab(bar, 1);
//     drawing.pull(hand, 0, 40);
//     drawing.settle();
//     drawing.value(bar, "phi");                                                 // a quarter turn
//
// This header stands alone: it includes nothing but the standard library. Link with limber::limber.
//
// Laws: a Drawing is a value (a copy is a snapshot); the same calls give the same bits; nothing
// throws. What goes wrong gives an empty handle, or false, or nan, and error() says why in a
// sentence. Lengths are in drawing units, angles in radians, time in seconds. Handles belong to the
// drawing that gave them and to its copies; not thread-safe, but two drawings may be used by two
// threads.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#if defined(_WIN32)
#define LIMBER_API
#else
#define LIMBER_API __attribute__((visibility("default")))
#endif

namespace limber {

template <class Thing>
struct Handle {
  std::uint64_t key = ~std::uint64_t{0};
  explicit operator bool() const { return key != ~std::uint64_t{0}; }
  friend bool operator==(Handle a, Handle b) { return a.key == b.key; }
};
using DrawingCurve = Handle<struct DrawingCurveTag>;
using DrawingConnector = Handle<struct DrawingConnectorTag>;
using DrawingConstraint = Handle<struct DrawingConstraintTag>;
using DrawingMotor = Handle<struct DrawingMotorTag>;
using DrawingForce = Handle<struct DrawingForceTag>;
using DrawingHand = Handle<struct DrawingHandTag>;

// What a constraint holds: something of a curve, a number, or a place on the paper.
struct DrawingArgument {
  DrawingConnector connector;
  double x = 0, y = 0;
  DrawingArgument(DrawingConnector of_curve) : connector(of_curve) {}
  DrawingArgument(double number) : x(number) {}
  DrawingArgument(double place_x, double place_y) : x(place_x), y(place_y) {}
};
inline DrawingArgument place(double x, double y) { return {x, y}; }

struct DrawingPoint {
  double x = 0, y = 0;
};

struct DrawingReport {
  bool rests = true;    // nothing moves any more
  double residual = 0;  // how far the hard constraints are from being met, drawing units
  int iterations = 0;
  std::string path;  // how the linear system was solved: "qr", "ldlt", "svd"
  std::vector<DrawingConstraint> not_met;
};

// Of all that has mass, as it stands; nan without physics. Units: mm, kg, s give uJ.
struct DrawingBalance {
  double kinetic = 0, potential = 0, energy = 0;
  double momentum_x = 0, momentum_y = 0, angular_momentum = 0;
  double work = 0, lost = 0;  // put in by hands, motors, the clock, unmet constraints; taken by damping, air, impacts
};

class LIMBER_API Drawing {
 public:
  Drawing();
  ~Drawing();
  Drawing(const Drawing&);
  Drawing& operator=(const Drawing&);
  Drawing(Drawing&&) noexcept;
  Drawing& operator=(Drawing&&) noexcept;

  // ---- what there is. Parameters that are not given have the type's defaults.
  using Parameters = std::initializer_list<std::pair<std::string_view, double>>;
  bool define(std::string_view formula);  // a curve type or constraint kind of your own
  DrawingCurve add_curve(std::string_view type, Parameters parameters = {});
  bool lock(DrawingCurve curve, std::string_view parameter, bool locked = true);

  // ---- what can be held
  DrawingConnector point(DrawingCurve curve, double t);
  DrawingConnector sliding_point(DrawingCurve curve, double t);  // where it begins to slide
  DrawingConnector measure(DrawingCurve curve, std::string_view name, double t = 0);  // "center"
  DrawingConnector parameter(DrawingCurve curve, std::string_view name);

  // ---- what holds it: a kind by name; stiffness 0 holds hard, any other is a spring
  DrawingConstraint hold(std::string_view kind, std::vector<DrawingArgument> on,
                         double stiffness = 0);
  DrawingMotor drive(DrawingConstraint constraint, std::string_view input, double speed);
  bool set_motor(DrawingMotor motor, double speed);                // it has no limit
  bool set_motor(DrawingMotor motor, double speed, double limit);  // of its force or torque
  DrawingForce push(DrawingConnector on, double fx, double fy = 0);  // a constant force; on an angle: a torque
  bool set_force(DrawingForce force, double fx, double fy = 0);
  bool remove(DrawingConstraint constraint);  // and the motor that drives it
  bool remove(DrawingMotor motor);
  bool remove(DrawingForce force);

  // ---- mass: with physics on, curves fall and swing while it plays. Of a curve that bends, a number is
  // elastic about the value it has now, or free when the stiffness is 0.
  void set_physics(bool on, double gravity_x = 0, double gravity_y = -9810);
  bool set_density(double density);  // of curves that are not weighed: kg for each mm
  bool set_air(double drag);         // force for each mm of a curve and each mm/s
  bool weigh(DrawingCurve curve, double mass);
  bool damp(DrawingConstraint spring, double damping);  // force for each mm/s
  bool bend(DrawingCurve curve, std::string_view parameter, double stiffness = 0, double damping = 0);
  bool stiffen(DrawingCurve curve, std::string_view parameter);
  bool launch(DrawingCurve curve, double vx, double vy, double turn = 0);
  double mass(DrawingCurve curve) const;
  double energy();  // nan without physics
  DrawingBalance balance();

  // ---- hands
  DrawingHand grab(DrawingCurve curve, double t);
  bool pull(DrawingHand hand, double x, double y);
  bool release(DrawingHand hand);

  // ---- time: one tick of 1/240 s; while playing the motors run
  DrawingReport step(bool playing = false);
  int settle(int most_ticks = 2400);  // until everything rests; ticks taken

  // ---- what is where
  double value(DrawingCurve curve, std::string_view parameter_or_measure) const;
  bool set_value(DrawingCurve curve, std::string_view parameter, double value);
  DrawingPoint at(DrawingCurve curve, double t) const;
  DrawingPoint at(DrawingConnector point) const;
  DrawingPoint velocity(DrawingConnector point);  // while it plays: by its motors or, with physics on, as it goes on
  DrawingPoint acceleration(DrawingConnector point);
  // What a constraint pushes with in each of its rows: with physics on now, else in the last step.
  std::vector<double> force(DrawingConstraint constraint);
  double motor_force(DrawingMotor motor);  // with physics on, on the number it drives; else 0
  double motor_power(DrawingMotor motor);
  double time() const;
  std::uint64_t hash() const;  // of the whole state

  const std::string& error() const;  // of the last call that failed

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace limber
