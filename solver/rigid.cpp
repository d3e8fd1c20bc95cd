#include "solver/rigid.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "codegen/compile.h"
#include "curves/transform.h"
#include "solver/mass_tolerances.h"
#include "solver/physics.h"

namespace limber {
namespace {

using Map = ConstraintDefinition<Kernel>;

// A map sees x, y, turn, grow of the body, then what follows it, then the time; it gives its rows,
// their derivatives in time, then in each of those numbers (curves/transform.cpp).
constexpr int followed = 4, turn_input = 2;
const Map& place_map() {
  static const Map& map = builtin_map("linked_place");
  return map;
}

bool is_where(Role role) { return is_place(role) || role == Role::angle; }

double wrapped(const Curve& curve, double t) {
  const double begin = t_begin(curve), end = t_end(curve);
  if (!goes_round(curve) || !(end > begin)) return t;
  return t - (end - begin) * std::floor((t - begin) / (end - begin));
}

}  // namespace

bool can_turn(const Curve& curve) {
  Point from = Point::Zero(), to = Point::Zero();
  if (!point_at(curve, t_begin(curve), from) ||
      !point_at(curve, 0.5 * (t_begin(curve) + t_end(curve)), to))
    return false;
  const double size = std::max({(to - from).norm(), from.norm(), 1.0});
  return follows(curve, about(from, 1, 1), turning_tolerance * size);
}

bool is_fixed_with_mass(const Body& body) {
  if (body.link || !body.bends.empty()) return false;
  for (int i = 0; i < static_cast<int>(body.curve.q.size()); ++i)
    if (is_where(parameter(*body.curve.type, i).role) && !body.locked[static_cast<std::size_t>(i)])
      return false;
  return true;
}

std::vector<int> places_locked(const Body& body) {
  std::vector<int> out;
  if (body.link) return out;
  for (int i = 0; i < static_cast<int>(body.curve.q.size()); ++i)
    if (is_where(parameter(*body.curve.type, i).role) && body.locked[static_cast<std::size_t>(i)])
      out.push_back(i);
  return out;
}

// ---- building

void Rigid::build(const World& world, const Island& island) {
  bodies.clear();
  readings.clear();
  slides.clear();
  for (const ObjectId& id : island.objects)
    if (const ConnectorId* slide = std::get_if<ConnectorId>(&id)) slides.push_back(*slide);
  looked_at_.clear();
  frames_.assign(static_cast<std::size_t>(world.bodies().slots()), {});
  body_of_curve_.assign(frames_.size(), -1);
  known_.assign(static_cast<std::size_t>(world.connectors().slots()), -1);
  slide_of_.assign(known_.size(), -1);
  for (std::size_t i = 0; i < slides.size(); ++i) slide_of_[slides[i].index] = static_cast<int>(i);
  for (const ObjectId& id : island.objects) {
    const CurveId* curve = std::get_if<CurveId>(&id);
    const LinkId* link = std::get_if<LinkId>(&id);
    if (curve && !is_fixed_with_mass(*world.body(*curve))) add_body(world, {}, {*curve});
    if (link) add_body(world, *link, world.find(*link)->members);
  }
  add_shapes(world);
}

void Rigid::add_shapes(const World& world) {
  shapes.clear();
  bends_ = 0;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (bodies[b].link) continue;
    Bent shape;
    if (!shape.curve.build(*world.body(bodies[b].members.front()), bodies[b].can_turn)) continue;
    shape.body = static_cast<int>(b);
    shape.begin = bends_;
    bends_ += shape.curve.size();
    bodies[b].shape = static_cast<int>(shapes.size());
    bodies[b].rates.setZero(shape.curve.size());
    shape.none.assign(static_cast<std::size_t>(shape.curve.size()), 0);
    shapes.push_back(std::move(shape));
  }
}

int Rigid::shape_of(int column) const {
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    const int begin = shape_column(shapes[k].begin);
    if (column >= begin && column < begin + shapes[k].curve.size()) return static_cast<int>(k);
  }
  return -1;
}

double Rigid::inertia_of(int column) const {
  const int b = column / 3;
  if (b < static_cast<int>(bodies.size())) {
    const Inertia& inertia = bodies[static_cast<std::size_t>(b)].inertia;
    return column % 3 < 2 ? inertia.mass : inertia.moment;
  }
  if (shapes.empty() || column < shape_column(0)) return 0;
  const int k = shape_of(column);
  if (k < 0) return 0;
  const Bent& shape = shapes[static_cast<std::size_t>(k)];
  const int i = 1 + column - shape_column(shape.begin);
  const Body& body = bodies[static_cast<std::size_t>(shape.body)];
  return shape.at.N(i, i) * body.inertia.mass / shape.curve.length();
}

double Rigid::unit_of(int column) const {
  const Bent& shape = shapes[static_cast<std::size_t>(shape_of(column))];
  return shape.curve.unit_of(shape.curve.ways()[static_cast<std::size_t>(column - shape_column(shape.begin))]);
}

int Rigid::shape_size(int reading) const {
  const int b = readings[static_cast<std::size_t>(reading)].body;
  const int shape = b < 0 ? -1 : bodies[static_cast<std::size_t>(b)].shape;
  return shape < 0 ? 0 : shapes[static_cast<std::size_t>(shape)].curve.size();
}

int Rigid::add_place(const World& world, CurveId curve, int parameter) {
  const int r = add(world, parameter_of(curve, parameter));
  readings.back().component = -1;
  readings.back().n = 2;
  return r;
}

void Rigid::add_body(const World& world, LinkId link, std::vector<CurveId> members) {
  Body body;
  body.link = link;
  body.can_turn = link || can_turn(*world.find(members.front()));
  for (const CurveId id : members) {
    body_of_curve_[id.index] = static_cast<int>(bodies.size());
    looked_at_.push_back(static_cast<int>(id.index));
  }
  body.members = std::move(members);
  bodies.push_back(std::move(body));
}

int Rigid::body_of(CurveId curve) const { return body_of_curve_[curve.index]; }

int Rigid::add(const World& world, ConnectorId id) {
  int& known = known_[id.index];
  if (known < 0) known = add(world, *world.find(id), id);
  return known;
}

int Rigid::add(const World& world, const Connector& connector, ConnectorId id) {
  const Curve& curve = *world.find(connector.curve);
  Reading reading;
  reading.connector = connector;
  reading.body = body_of(connector.curve);
  if (const PointAt* point = std::get_if<PointAt>(&connector.what)) reading.t = point->t;
  if (id) reading.slide = slide_of_[id.index];
  if (const SlidingAt* sliding = std::get_if<SlidingAt>(&connector.what)) reading.t = sliding->t;
  if (const Measured* measured = std::get_if<Measured>(&connector.what)) {
    const Measure<Kernel>& measure = *curve.type->find(measured->name);
    reading.t = measured->t;
    if (measured->at) reading.slide = slide_of_[measured->at.index];
    reading.n = size_of(measure.shape);
    if (measure.shape == Shape::direction) reading.kind = Kind::direction;
    if (measure.shape == Shape::number)
      reading.kind = measure.role == Role::angle ? Kind::angle : Kind::number;
  }
  if (const ParameterOf* number = std::get_if<ParameterOf>(&connector.what)) {
    const Role role = parameter(*curve.type, number->index).role;
    reading.n = 1;
    if (is_place(role) || is_vector(role)) reading.component = is_second(role);
    if (is_vector(role)) reading.kind = Kind::direction;
    if (reading.component < 0) reading.kind = role == Role::angle ? Kind::angle : Kind::number;
  }
  if (std::find(looked_at_.begin(), looked_at_.end(), static_cast<int>(connector.curve.index)) ==
      looked_at_.end())
    looked_at_.push_back(static_cast<int>(connector.curve.index));
  readings.push_back(reading);
  return static_cast<int>(readings.size()) - 1;
}

// ---- a tick

bool Rigid::read_body(const World& world, Body& body) {
  body.inertia = body.drag = {};
  double length = 0;
  for (const CurveId id : body.members) {
    if (body.shape >= 0) break;
    Inertia mass, drag;
    if (!weigh(world, id, memory_, mass, drag)) return false;
    length += drag.mass;
    body.inertia.add(mass);
    drag.scale(world.physics.air);
    body.drag.add(drag);
  }
  const Eigen::VectorXd& velocity = body.link ? world.find(body.link)->velocity
                                              : world.body(body.members.front())->velocity;
  body.velocity = Eigen::Vector3d::Zero();
  if (velocity.size() >= 3) body.velocity = velocity.head<3>();
  if (body.shape >= 0) return read_shape(world, body);
  body.length = length;
  body.turns = body.can_turn &&
               body.inertia.moment > least_moment * length * length * body.inertia.mass;
  if (!body.turns) body.velocity[2] = 0;
  return true;
}

// Of a curve that bends, with its mass as it lies in the rest shape.
bool Rigid::read_shape(const World& world, Body& body) {
  Bent& shape = shapes[static_cast<std::size_t>(body.shape)];
  const limber::Body& of = *world.body(body.members.front());
  if (!shape.curve.read(of)) return false;
  if (!shape.curve.spread(shape.none.data(), shape.at)) return false;
  body.length = shape.curve.length();
  body.inertia = {density_of(world, of, body.length) * body.length, shape.at.centre, 0};
  body.turns = body.can_turn;
  body.inertia.moment = shape.at.N(0, 0) * body.inertia.mass / body.length;
  body.drag = {world.physics.air * body.length, shape.at.centre, 0};
  shape.curve.rates_of(of.velocity, body.rates.data());
  if (!body.turns) body.velocity[2] = 0;
  return true;
}

bool Rigid::read(const World& world, Eigen::VectorXd& q) {
  for (const int slot : looked_at_)
    frames_[static_cast<std::size_t>(slot)] =
        world.body(world.bodies().at_slot(slot))->curve;
  if (q.size() < columns()) q.resize(columns());
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (!read_body(world, bodies[b])) return false;
    q.segment<3>(3 * static_cast<Eigen::Index>(b)) << bodies[b].inertia.centre, 0;
  }
  for (std::size_t s = 0; s < slides.size(); ++s)
    q[slide_column(static_cast<int>(s))] = std::get<SlidingAt>(world.find(slides[s])->what).t;
  q.segment(shape_column(0), bends_).setZero();
  for (Reading& reading : readings)
    if (reading.slide < 0 && !locate(reading, reading.t)) return false;
  return true;
}

void Rigid::write(World& world, const Eigen::VectorXd& q) {
  (void)bend_to(q);  // it was there a moment ago
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const Body& body = bodies[b];
    const Eigen::Vector3d at = q.segment<3>(3 * static_cast<Eigen::Index>(b));
    Similarity motion{.angle = at[2]};
    motion.move = at.head<2>() - motion(body.inertia.centre);
    if (!body.link) {
      limber::Body& single = *StateAccess::bodies(world).find(body.members.front());
      single.sense = single.curve.q;
      if (body.shape >= 0) {
        Bent& shape = shapes[static_cast<std::size_t>(body.shape)];
        const double* s = q.data() + shape_column(shape.begin);
        motion.move = at.head<2>() - Similarity{.angle = at[2]}(shape.at.centre);
        single.curve.q = shape.curve.curve_at(s).q;
        shape.curve.write_velocity(body.velocity, body.rates.data(), at[2], single.velocity);
      } else {
        single.velocity = body.velocity;
      }
      transform(motion, *single.curve.type, single.curve.q);
      single.sense = single.curve.q - single.sense;
      continue;
    }
    Link& link = *StateAccess::links(world).find(body.link);
    const Eigen::Vector4d before = link.place;
    link.place.head<2>() = motion(link.place.head<2>());
    link.place[2] += at[2];
    link.sense = link.place - before;
    link.velocity = body.velocity;
    for (std::size_t m = 0; m < link.members.size(); ++m) {
      limber::Body& member = *StateAccess::bodies(world).find(link.members[m]);
      follow_link(*member.curve.type, link.reference[m], link.place, member.curve.q, q_place_);
    }
  }
  for (std::size_t s = 0; s < slides.size(); ++s)
    std::get<SlidingAt>(StateAccess::connectors(world).find(slides[s])->what).t =
        q[slide_column(static_cast<int>(s))];
}

// ---- readings

// Numbers of X: of one coordinate of a place both are known.
int Rigid::rows_of(const Reading& reading) {
  return reading.kind == Kind::place || reading.kind == Kind::direction ? 2 : reading.n;
}

bool Rigid::bend_to(const Eigen::VectorXd& q) {
  for (Bent& shape : shapes)
    if (!shape.curve.spread(q.data() + shape_column(shape.begin), shape.at)) return false;
  return true;
}

// X by s, where X was just found.
bool Rigid::locate_by_shape(Reading& reading, const Curve& curve, double t, Bent& shape) {
  const int n = rows_of(reading), size = shape.curve.size();
  reading.X_s.assign(static_cast<std::size_t>(n * size), 0);
  d_q_.assign(static_cast<std::size_t>(n) * static_cast<std::size_t>(curve.q.size()), 0);
  const std::size_t all = static_cast<std::size_t>(curve.q.size());
  if (const ParameterOf* number = std::get_if<ParameterOf>(&reading.connector.what)) {
    const std::size_t i = static_cast<std::size_t>(number->index - std::max(0, reading.component));
    if (n == 1) d_q_[i] = 1;
    else d_q_[i] = d_q_[all + i + 1] = 1;
  } else if (std::holds_alternative<Measured>(reading.connector.what)) {
    for (std::size_t j = 0; j < measured_.column.size(); ++j)
      for (int row = 0; row < n; ++row)
        d_q_[static_cast<std::size_t>(row) * all + static_cast<std::size_t>(measured_.column[j])] +=
            measured_.value_q(row, static_cast<Eigen::Index>(j));
  } else {
    if (!motion_at(curve, wrapped(curve, t), motion_)) return false;
    for (std::size_t j = 0; j < motion_.column.size(); ++j)
      for (int row = 0; row < 2; ++row)
        d_q_[static_cast<std::size_t>(row) * all + static_cast<std::size_t>(motion_.column[j])] +=
            motion_.x_q(row, static_cast<Eigen::Index>(j));
  }
  for (int row = 0; row < n; ++row)
    for (int k = 0; k < size; ++k)
      reading.X_s[static_cast<std::size_t>(row * size + k)] =
          shape.curve.along(shape.curve.ways()[static_cast<std::size_t>(k)],
                            d_q_.data() + static_cast<std::size_t>(row) * all);
  return true;
}

// X and its derivatives by t, on the curve as the tick began, or as it has bent since.
bool Rigid::locate(Reading& reading, double t) {
  const int bent = reading.body < 0 ? -1 : bodies[static_cast<std::size_t>(reading.body)].shape;
  Bent* shape = bent < 0 ? nullptr : &shapes[static_cast<std::size_t>(bent)];
  const Curve& curve = shape ? shape->curve.bent() : frames_[reading.connector.curve.index];
  reading.X = reading.X_t = reading.X_tt = {};
  if (const ParameterOf* number = std::get_if<ParameterOf>(&reading.connector.what)) {
    const int i = number->index;
    reading.X[0] = curve.q[reading.component < 0 ? i : i - reading.component];
    if (reading.component >= 0) reading.X[1] = curve.q[i - reading.component + 1];
    if (reading.n == 2) reading.X[1] = curve.q[i + 1];
  } else if (const Measured* measured = std::get_if<Measured>(&reading.connector.what)) {
    const Measure<Kernel>& measure = *curve.type->find(measured->name);
    if (!measure_at(curve, measure, t, measured_)) return false;
    for (int i = 0; i < reading.n; ++i) {
      reading.X[static_cast<std::size_t>(i)] = measured_.value[i];
      reading.X_t[static_cast<std::size_t>(i)] = measured_.value_t[i];
    }
    if (reading.slide >= 0 &&
        !bend_at(curve, measure, t, Eigen::VectorXd::Zero(curve.q.size()), 1, measured_,
                 reading.X_tt.data()))
      return false;
  } else {
    limber::locate(curve, wrapped(curve, t), locale_);
    double course[6];
    if (!curve.type->shape(locale_.in.data(), course)) return false;
    reading.X = {course[0], course[1]};
    reading.X_t = {course[2], course[3]};
    reading.X_tt = {course[4], course[5]};
  }
  if (shape && !locate_by_shape(reading, curve, t, *shape)) return false;
  if (reading.kind == Kind::place && reading.body >= 0)
    for (int i = 0; i < 2; ++i)
      reading.X[static_cast<std::size_t>(i)] -=
          shape ? shape->at.centre[i]
                : bodies[static_cast<std::size_t>(reading.body)].inertia.centre[i];
  return true;
}

// A place goes with the centre of mass of the shape, a direction does not.
void Rigid::turn_shape(int r, const double* turned, State& out) const {
  const Reading& reading = readings[static_cast<std::size_t>(r)];
  const Bent& shape = shapes[static_cast<std::size_t>(
      bodies[static_cast<std::size_t>(reading.body)].shape)];
  const int size = shape.curve.size();
  const double p = reading.kind == Kind::place ? 1 : 0;
  for (int k = 0; k < size; ++k) {
    const double x = reading.X_s[static_cast<std::size_t>(k)] - p * shape.at.centre_s(0, k);
    const double y = reading.X_s[static_cast<std::size_t>(size + k)] - p * shape.at.centre_s(1, k);
    for (int row = 0; row < 2; ++row)
      out.D_s[static_cast<std::size_t>(row * size + k)] = turned[2 * row] * x + turned[2 * row + 1] * y;
  }
}

bool Rigid::evaluate(int r, const Eigen::VectorXd& q, State& out) {
  Reading& reading = readings[static_cast<std::size_t>(r)];
  const int numbers = shape_size(r);
  if (numbers > 0 || reading.slide >= 0) {
    const double t = reading.slide >= 0 ? q[slide_column(reading.slide)] : reading.t;
    if (!locate(reading, t)) return false;
  }
  out.r = out.D_t = {};
  out.D = {};
  const bool turned = reading.kind == Kind::place || reading.kind == Kind::direction;
  if (reading.body < 0 || reading.kind == Kind::number) {
    out.r = reading.X;
    out.D_t = reading.X_t;
  } else if (turned) {
    const double* at = q.data() + 3 * reading.body;
    const double p = reading.kind == Kind::place ? 1 : 0;
    const double in[followed + 3] = {p * at[0], p * at[1],    at[2], 0,
                                     reading.X[0], reading.X[1], 0};
    double value[2 * (2 + followed + 2)];
    if (!place_map().evaluate(in, value)) return false;
    const auto by = [&](int input, int row) { return value[2 * (2 + input) + row]; };
    const bool turns = bodies[static_cast<std::size_t>(reading.body)].turns;
    for (int row = 0; row < 2; ++row) {
      out.r[static_cast<std::size_t>(row)] = value[row];
      for (int j = 0; j < 2; ++j) out.D[static_cast<std::size_t>(3 * row + j)] = p * by(j, row);
      out.D[static_cast<std::size_t>(3 * row + 2)] = turns ? by(turn_input, row) : 0;
      out.D_t[static_cast<std::size_t>(row)] =
          by(followed, row) * reading.X_t[0] + by(followed + 1, row) * reading.X_t[1];
    }
    const double turned_by[4] = {by(followed, 0), by(followed + 1, 0), by(followed, 1),
                                 by(followed + 1, 1)};
    if (numbers > 0) turn_shape(r, turned_by, out);
  } else {
    const bool turns = bodies[static_cast<std::size_t>(reading.body)].turns;
    out.r[0] = reading.X[0] + q[3 * reading.body + 2];
    out.D[2] = turns ? 1 : 0;
    out.D_t[0] = reading.X_t[0];
  }
  if (numbers > 0 && !turned) std::copy(reading.X_s.begin(), reading.X_s.end(), out.D_s.begin());
  if (reading.component > 0) {
    out.r[0] = out.r[1];
    for (std::size_t j = 0; j < 3; ++j) out.D[j] = out.D[3 + j];
    for (int k = 0; k < numbers; ++k)
      out.D_s[static_cast<std::size_t>(k)] = out.D_s[static_cast<std::size_t>(numbers + k)];
  }
  return std::isfinite(out.r[0]) && std::isfinite(out.r[1]);
}

// The second derivative of r along (phi, t) = (a, b) is what the map bends while X goes along
// b X_t, and what it makes of b^2 X_tt; the mixed one by polarisation.
bool Rigid::curvature(int r, const Eigen::VectorXd& q, const double* f,
                      std::array<double, 3>& out) {
  const Reading& reading = readings[static_cast<std::size_t>(r)];
  out = {};
  if (reading.body < 0 || reading.kind == Kind::number || reading.kind == Kind::angle) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(reading.n); ++i)
      out[2] += f[i] * reading.X_tt[i];
    return true;
  }
  const double force[2] = {reading.component > 0 ? 0 : f[0],
                           reading.component > 0 ? f[0] : reading.component == 0 ? 0 : f[1]};
  const double* at = q.data() + 3 * reading.body;
  const double p = reading.kind == Kind::place ? 1 : 0;
  const double turns = bodies[static_cast<std::size_t>(reading.body)].turns ? 1 : 0;
  const auto along = [&](double a, double b, double& sum) {
    const double in[2 * (followed + 3)] = {
        p * at[0], p * at[1], at[2], 0, reading.X[0],       reading.X[1],       0,
        0,         0,         a,     0, b * reading.X_t[0], b * reading.X_t[1], 0};
    double bent[2];
    if (!place_map().bend(in, bent)) return false;
    sum = force[0] * bent[0] + force[1] * bent[1];
    return true;
  };
  double turning = 0, sliding = 0, both = 0;
  if (!along(turns, 0, turning)) return false;
  out[0] = turning;
  if (reading.slide < 0) return true;
  if (!along(0, 1, sliding) || !along(turns, 1, both)) return false;
  out[1] = 0.5 * (both - turning - sliding);
  const double in[followed + 3] = {p * at[0], p * at[1], at[2], 0, reading.X_tt[0], reading.X_tt[1],
                                   0};
  double value[2 * (2 + followed + 2)];
  if (!place_map().evaluate(in, value)) return false;
  out[2] = sliding + force[0] * (value[0] - p * at[0]) + force[1] * (value[1] - p * at[1]);
  return true;
}

}  // namespace limber
