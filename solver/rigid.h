// Rigid bodies of an island: what moves as one, and how its points move.
//
// With mass a curve keeps its shape: it is a body with a place and an angle, and so is a welded link.
// The state of a tick is one vector: for each body
//
//   x, y    of its centre of mass          phi    how far it has turned since the tick began
//
// then t of every point that slides. In the frame of its body a connector is X, fixed or a function
// of t; on the paper it is what data/maps says of a thing that follows a link,
//
//   place   r = p + rotate(X, phi)       direction   r = rotate(X, phi)       angle   r = X + phi
//
// and any other number stays as it is. Turning belongs to curves that can show it: a circle that
// knows no angle, or a rectangle parallel to the axes, only shifts.
//
// A curve that bends (flexible.h) has, behind the t of all points that slide, a number s for each of its
// ways, 0 as the tick began: X is then a function of s as well.
//
// The frame is made anew from q in every tick, so that a tick depends on the world alone.
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "curves/inertia.h"
#include "solver/flexible.h"
#include "solver/islands.h"
#include "solver/world.h"

namespace limber {

class Rigid {
 public:
  struct Body {
    LinkId link;                   // or none: one curve
    std::vector<CurveId> members;
    bool can_turn = false;         // its parameters can show it,
    bool turns = false;            //   and it has a moment
    Inertia inertia;               // the centre as the tick began
    Inertia drag;                  // of the air, spread likewise
    double length = 0;             // of its curves
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  // of the centre, and how fast it turns
    int shape = -1;         // of a curve that bends: in shapes
    Eigen::VectorXd rates;  //   and how fast it does
  };
  struct Bent {  // a curve that bends
    Flexible curve;
    Flexible::Spread at;  // where readings were made last
    int body = 0, begin = 0;
    std::vector<double> none;  // s as a tick begins
  };
  // A connector. D: its derivative by x, y, phi of its body; D_t by t; D_s by s. Row by row, n x 3.
  struct State {
    std::array<double, 2> r{}, D_t{};
    std::array<double, 6> D{};
    std::vector<double> D_s;
  };
  enum class Kind { place, direction, angle, number };
  struct Reading {
    Connector connector;
    Kind kind = Kind::place;
    int n = 2;
    int component = -1;  // of a place: only its x (0) or y (1)
    int body = -1;       // which moves it; -1: none
    int slide = -1;      // its t, or -1
    double t = 0;        // where it is fixed
    // In the frame of the body, as of the last evaluation, with derivatives by t.
    std::array<double, 2> X{}, X_t{}, X_tt{};
    std::vector<double> X_s;  // n times the number of its s
  };

  void build(const World& world, const Island& island);
  // The reading of a connector: the same connector, the same reading.
  int add(const World& world, ConnectorId id);
  int add(const World& world, const Connector& connector, ConnectorId id = {});
  int add_place(const World& world, CurveId curve, int parameter);  // both its x and its y
  int shape_size(int reading) const;  // how many s move it

  // The frames of a tick, and the state and velocities it begins from. False when some curve has no
  // finite value or no mass. q may be longer.
  [[nodiscard]] bool read(const World& world, Eigen::VectorXd& q);
  // Where the state q has brought them, and their velocities.
  void write(World& world, const Eigen::VectorXd& q);

  // Curves that bend, at q: before readings are made there.
  [[nodiscard]] bool bend_to(const Eigen::VectorXd& q);
  // Reading r at q, into out. False when it has no finite value.
  [[nodiscard]] bool evaluate(int r, const Eigen::VectorXd& q, State& out);
  // The second derivatives of f . r by phi phi, phi t, t t of a reading; where last evaluated.
  [[nodiscard]] bool curvature(int r, const Eigen::VectorXd& q, const double* f,
                               std::array<double, 3>& out);

  int columns() const { return shape_column(0) + bends_; }
  int slide_column(int slide) const { return 3 * static_cast<int>(bodies.size()) + slide; }
  int shape_column(int s) const { return slide_column(static_cast<int>(slides.size())) + s; }
  int shape_of(int column) const;           // whose s this column is; -1: none's
  double inertia_of(int column) const;      // of a body or of s, by itself; 0 of what has none
  double unit_of(int column) const;         // of s: how large what it moves is, now or at rest

  std::vector<Body> bodies;
  std::vector<ConnectorId> slides;
  std::vector<Reading> readings;
  std::vector<Bent> shapes;

 private:
  int body_of(CurveId curve) const;
  void add_body(const World& world, LinkId link, std::vector<CurveId> members);
  [[nodiscard]] bool read_body(const World& world, Body& body);
  [[nodiscard]] bool locate(Reading& reading, double t);
  [[nodiscard]] bool locate_by_shape(Reading& reading, const Curve& curve, double t, Bent& shape);
  void turn_shape(int r, const double* turned, State& out) const;
  static int rows_of(const Reading& reading);
  void add_shapes(const World& world);
  [[nodiscard]] bool read_shape(const World& world, Body& body);

  std::vector<int> body_of_curve_;     // by slot
  std::vector<int> slide_of_, known_;  // by slot of connectors
  std::vector<Curve> frames_;          // by slot of curves: as the tick began
  std::vector<int> looked_at_;         // slots of curves with a frame
  InertiaMemory memory_;
  MeasureReading measured_;
  Locale locale_;
  Eigen::Matrix<double, Eigen::Dynamic, 4> q_place_;
  Motion motion_;
  std::vector<double> d_q_;
  int bends_ = 0;  // all s together
};

// Whether turning a curve by its parameters turns every point of it.
bool can_turn(const Curve& curve);
// Whether a curve with mass is held where it is: no parameter of its place or angle is free.
bool is_fixed_with_mass(const Body& body);
// The parameters of a body that stays otherwise free to move: each is a row.
std::vector<int> places_locked(const Body& body);

}  // namespace limber
