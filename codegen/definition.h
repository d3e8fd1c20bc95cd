// What a formula file says, after the symbolic half of the road: plain data about the curve type or
// constraint kind, and its functions. F is Program (uncompiled) or Kernel (compiled); nothing else
// differs between the two, and nothing here knows SymEngine or LLVM. What does not depend on F stands
// in the ...Facts, so that going from Program to Kernel copies them whole.
//
// Conventions for functions of a curve: the inputs are the local parameters q (see Family), then t.
// "with derivatives" means: the values, then d/dt of the values, then d/dq column by column, i.e.
// for a point x: x, y, x_t, y_t, x_q0, y_q0, x_q1, y_q1, ...
#pragma once

#include <array>
#include <limits>
#include <string>
#include <vector>

namespace limber {

// What a parameter means: how moving, turning and scaling a drawing changes it, and its unit.
// An x is always followed by its y: of a place, which moves, turns and scales; likewise a dx by its dy,
// of a vector, which turns and scales and does not move.
enum class Role { number, length, angle, x, y, dx, dy };

inline bool is_place(Role role) { return role == Role::x || role == Role::y; }
inline bool is_vector(Role role) { return role == Role::dx || role == Role::dy; }
inline bool is_second(Role role) { return role == Role::y || role == Role::dy; }  // of its pair

enum class Shape { point, direction, number };  // 2, 2 and 1 values
inline int size_of(Shape shape) { return shape == Shape::number ? 1 : 2; }

struct Parameter {
  std::string name;    // "r"
  std::string label;   // "radius", or the name
  double value = 0;    // the default
  Role role = Role::number;
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  bool above_minimum = false, below_maximum = false;  // true: the limit itself is excluded
  bool locked = false;  // a new curve starts with it locked: a number of teeth, the length of a bar
  bool whole = false;   // a whole number: it changes in steps, is always locked, and pulling never moves it
  bool operator==(const Parameter&) const = default;
};

// A curve made of any number of nodes (control points). q is the shared parameters, then for each
// node its own. A span i sees `window` nodes, the first of them i * step + offset, and a local t
// from 0 to 1; globally t runs from 0 to spans(nodes). So a point costs the same however many nodes
// there are. Node numbers outside are wrapped (closed) or clamped to the nearest end (open): then
// one node may appear twice in a window, and derivatives with respect to it add up.
struct Family {
  std::vector<Parameter> node;        // parameters of one node: {x, y}
  std::vector<double> default_nodes;  // values of the default curve, node by node
  int window = 0, step = 1, offset = 0;
  int extra = 0;                      // spans = (nodes + extra) / step
  int minimum_nodes = 2;
  bool wraps = false;
  int spans(int nodes) const { return (nodes + extra) / step; }
  bool operator==(const Family&) const = default;
};

enum class Bound { begin, end, t };  // of an integral: where t begins, where it ends, here

template <class F>
struct Integral {
  Bound from = Bound::begin, to = Bound::end;
  F integrand;  // q, t -> f, f_t, f_q
  F bend;       // q, dq, t -> the second derivative of f along dq, t standing still
};

struct MeasureFacts {
  std::string name;   // "center"
  Shape shape = Shape::point;
  bool along = false; // depends on t: there is one for each place along the curve
  Role role = Role::number;               // of a number: length, angle, or just a number
  bool operator==(const MeasureFacts&) const = default;
};

// A named point, direction or number of a curve, or one of those every curve has.
template <class F>
struct Measure : MeasureFacts {
  std::vector<Integral<F>> integrals;
  F value;  // q, integrals, t -> value with derivatives: value, d/dt, d/dq..., d/dintegral...
  F bend;   // q, integrals, t, dq, dintegrals, dt -> the second derivative of value in that direction
};

struct CurveFacts {
  std::string name;        // "circle"
  std::string title;       // "Circle"
  std::string text;        // the formula file, as written
  std::vector<Parameter> parameters;  // shared ones, for a family
  bool is_family = false;
  Family family;           // when is_family
  // Given by an equation between x and y. Then it is a family whose nodes are not made by hand: each is
  // a piece of the curve as it was traced (curves/trace.h), the chord, and the directions across it at
  // both ends, in which its points are looked for.
  bool is_traced = false;
  double t_begin = 0, t_end = 1;      // of a family: of one span, 0 to 1
  bool closed = false;
  int t_end_parameter = -1;           // "t from 0 to teeth": t ends at the value of this parameter
  std::vector<double> corners;        // t where the direction may jump, ends aside; when t ends at
                                      // a parameter they come again in every unit of t
  bool corner_at_joints = false;      // of a family: at every integer t
  bool operator==(const CurveFacts&) const = default;
};

// What is known of the integrand of the drag matrix, x_q' x_q |x_t|, before it is ever sampled.
struct DragFacts {
  // Which output of `drag` is each entry of its upper triangle, column by column: (0,0) (0,1) (1,1)
  // ...; `zero` where it is always 0. Entries that are the same are computed once.
  std::vector<int> entries;
  static constexpr int zero = -1;
  int degree = -1;  // of all of it, as a polynomial in t; -1 when it is none
  bool operator==(const DragFacts&) const = default;
};

template <class F>
struct CurveDefinition : CurveFacts {
  F point;    // q, t -> x
  F motion;   // q, t -> x with derivatives
  F shape;    // q, t -> x, x_t, x_tt
  F drag;     // q, t -> the different entries of x_q' x_q |x_t|; drag_facts says which is where
  F bend;     // q, t, dq, dt -> the second derivative of x in that direction (2 values)
  F sweep;    // q, t -> x_t with derivatives: x_t, x_tt, x_tq0, x_tq1, ...
  F gesture;  // press x, press y, release x, release y -> q (empty when none is written)
  // Of a curve given by an equation (else empty); of q only the parameters, not the nodes:
  F equation;  // q, x, y -> f, f_x, f_y, f_xx, f_xy, f_yy: left side less right side
  F scope;     // q, and two more -> the middle and half the side of the square it is traced in; its nodes' origin
  DragFacts drag_facts;

  std::vector<Measure<F>> measures;   // the named ones, and "tangent", "normal" (directions along t)
  const Measure<F>* find(const std::string& measure) const {
    for (const auto& m : measures)
      if (m.name == measure) return &m;
    return nullptr;
  }
};

struct Input {
  std::string name;
  Shape shape = Shape::point;
  Role role = Role::number;  // of a number
  double value = 0;          // default of a number
  bool operator==(const Input&) const = default;
};

enum class Sense { equal, at_least };  // c = 0, or c >= 0 (a stop)

struct ConstraintFacts {
  std::string name;     // "distance"
  std::string title;
  std::string text;
  bool preference = false;        // a sum of squares to be made small: its rows are always soft
  std::vector<Input> inputs;      // each 2 numbers or 1, in order
  int rows = 0;
  std::vector<Role> row_roles;    // length, angle or number: how a row is weighed against the others
  std::vector<Sense> senses;      // one for each row
  bool timed = false;             // some row is written in terms of the time
  bool operator==(const ConstraintFacts&) const = default;
  int input_size() const {
    int n = 0;
    for (const auto& input : inputs) n += size_of(input.shape);
    return n;
  }
};

template <class F>
struct ConstraintDefinition : ConstraintFacts {
  F evaluate;  // inputs, time -> c, dc/dtime, dc/dinput0, dc/dinput1, ... (rows numbers each)
  F bend;      // inputs, time, dinputs, dtime -> the second derivative of c in that direction
};

}  // namespace limber
