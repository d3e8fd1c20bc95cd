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
// The frame is made anew from q in every tick, so that a tick depends on the world alone.
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "curves/inertia.h"
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
  };
  // A connector. D: its derivative by x, y, phi of its body; D_t by t. Row by row, n x 3.
  struct State {
    std::array<double, 2> r{}, D_t{};
    std::array<double, 6> D{};
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
  };

  void build(const World& world, const Island& island);
  // The reading of a connector: the same connector, the same reading.
  int add(const World& world, ConnectorId id);
  int add(const World& world, const Connector& connector, ConnectorId id = {});

  // The frames of a tick, and the state and velocities it begins from. False when some curve has no
  // finite value or no mass. q may be longer.
  [[nodiscard]] bool read(const World& world, Eigen::VectorXd& q);
  // Where the state q has brought them, and their velocities.
  void write(World& world, const Eigen::VectorXd& q);

  // Reading r at q, into out. False when it has no finite value.
  [[nodiscard]] bool evaluate(int r, const Eigen::VectorXd& q, State& out);
  // The second derivatives of f . r by phi phi, phi t, t t of a reading; where last evaluated.
  [[nodiscard]] bool curvature(int r, const Eigen::VectorXd& q, const double* f,
                               std::array<double, 3>& out);

  int columns() const { return 3 * static_cast<int>(bodies.size()) + static_cast<int>(slides.size()); }
  int slide_column(int slide) const { return 3 * static_cast<int>(bodies.size()) + slide; }

  std::vector<Body> bodies;
  std::vector<ConnectorId> slides;
  std::vector<Reading> readings;

 private:
  int body_of(CurveId curve) const;
  void add_body(const World& world, LinkId link, std::vector<CurveId> members);
  [[nodiscard]] bool read_body(const World& world, Body& body);
  [[nodiscard]] bool locate(Reading& reading, double t);

  std::vector<int> body_of_curve_;     // by slot
  std::vector<int> slide_of_, known_;  // by slot of connectors
  std::vector<Curve> frames_;          // by slot of curves: as the tick began
  std::vector<int> looked_at_;         // slots of curves with a frame
  InertiaMemory memory_;
  MeasureReading measured_;
  Locale locale_;
  Eigen::Matrix<double, Eigen::Dynamic, 4> q_place_;
};

// Whether a curve with mass is held where it is: no parameter of its place or angle is free.
bool is_fixed_with_mass(const Body& body);
// The parameters of a body that stays otherwise free to move: each is a row.
std::vector<int> places_locked(const Body& body);

}  // namespace limber
