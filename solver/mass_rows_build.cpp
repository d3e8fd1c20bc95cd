#include "solver/mass_rows.h"

#include <algorithm>
#include <cmath>

#include "codegen/compile.h"
#include "solver/mass_tolerances.h"

// What rows a figure has: of its constraints, motors, locks, ranges, hands, and of what bends.

namespace limber {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

const ConstraintDefinition<Kernel>& apart_map() {
  static const ConstraintDefinition<Kernel>& map = builtin_map("apart");
  return map;
}

// Whether the second derivatives of a kind are always 0. Asked at a few places and in all pairs of
// directions: it decides how fast Newton's method converges and nothing else.
bool is_linear(const ConstraintKind& kind) {
  const std::size_t n = static_cast<std::size_t>(kind.input_size()) + 1;
  std::vector<double> in(2 * n), bent(static_cast<std::size_t>(kind.rows));
  for (std::size_t k = 0; k < n; ++k) in[k] = 1 + 0.37 * static_cast<double>(k * k + 1);
  for (std::size_t i = 0; i + 1 < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      std::fill(in.begin() + static_cast<std::ptrdiff_t>(n), in.end(), 0.0);
      in[n + i] = in[n + j] = 1;
      if (!kind.bend(in.data(), bent.data())) return false;
      for (const double value : bent)
        if (value != 0) return false;
    }
  return true;
}

}  // namespace

void MassRows::build(const World& world, const Island& island) {
  terms.clear();
  rows.clear();
  pushes.clear();
  phases.clear();
  rigid.build(world, island);
  for (const MotorId id : island.motors) {
    const Motor& motor = *world.find(id);
    phases.push_back({id, motor.constraint, motor.input});
  }
  for (const ConstraintId id : island.constraints) add_constraint(world, id);
  add_motors(world, island);
  add_locks(world);
  for (const ConnectorId id : rigid.slides) rigid.add(world, id);
  add_ranges(world);
  add_hands(world, island);
  add_bends(world);
  for (const ForceId id : island.forces)
    pushes.push_back({id, rigid.add(world, world.find(id)->on)});
  reserve();
}

void MassRows::reserve() {
  begun.resize(rigid.readings.size());
  now.resize(begun.size());
  mean.resize(begun.size());
  for (std::size_t r = 0; r < begun.size(); ++r) {
    const std::size_t numbers = 2 * index(rigid.shape_size(static_cast<int>(r)));
    begun[r].D_s.assign(numbers, 0);
    now[r].D_s = mean[r].D_s = begun[r].D_s;
  }
  int numbers = 0, inputs = 1;
  std::size_t outputs = 1;
  for (Term& term : terms) {
    term.at = numbers;
    numbers += term.rows * term.inputs;
    inputs = std::max(inputs, 2 * (term.inputs + 1));
    if (term.kind) outputs = std::max(outputs, static_cast<std::size_t>(term.kind->evaluate.outputs()));
  }
  means.resize(index(numbers));
  ends.resize(index(numbers));
  in.resize(index(inputs));
  out.resize(outputs);
  for (Eigen::VectorXd* v : {&c0, &c1, &c_time}) v->setZero(count());
  rates_.resize(rows.size());
  turn.setZero(static_cast<Eigen::Index>(rigid.bodies.size()));
  turn_rate = turn;
}

MassRows::Term& MassRows::add(Term term) {
  term.row = count();
  for (int r = 0; r < term.rows; ++r) {
    Row row;
    row.stop = term.kind && term.kind->senses[index(r)] == Sense::at_least;
    rows.push_back(row);
  }
  terms.push_back(std::move(term));
  return terms.back();
}

void MassRows::add_constraint(const World& world, ConstraintId id) {
  const Constraint& constraint = *world.find(id);
  Term term;
  term.id = id;
  term.kind = constraint.kind.get();
  term.rows = term.kind->rows;
  term.linear = is_linear(*term.kind);
  term.drives = term.kind->timed;
  for (std::size_t i = 0; i < constraint.on.size(); ++i) {
    Argument argument;
    argument.n = size_of(term.kind->inputs[i].shape);
    argument.input = term.inputs;
    const Connector* connector = world.find(constraint.on[i].connector);
    if (connector && connector->curve)
      argument.reading = rigid.add(world, constraint.on[i].connector);
    for (std::size_t p = 0; p < phases.size(); ++p)
      if (phases[p].constraint == id && phases[p].input == static_cast<int>(i)) {
        argument.column = phase_column(static_cast<int>(p));
      }
    term.inputs += argument.n;
    term.on.push_back(argument);
  }
  add(std::move(term));
}

// The phase of a motor is where its speed brings it.
void MassRows::add_motors(const World&, const Island& island) {
  for (std::size_t p = 0; p < island.motors.size(); ++p) {
    Term term;
    term.motor = island.motors[p];
    term.law = Law::motor;
    term.drives = true;
    term.rows = term.inputs = 1;
    Argument phase;
    phase.column = phase_column(static_cast<int>(p));
    phase.n = 1;
    term.on = {phase};
    add(std::move(term));
  }
}

// A locked parameter of the place or angle of a body that can move otherwise.
void MassRows::add_locks(const World& world) {
  for (const Rigid::Body& body : rigid.bodies)
    for (const int parameter : places_locked(*world.body(body.members.front()))) {
      Term term;
      term.rows = term.inputs = 1;
      Argument argument;
      argument.n = 1;
      argument.reading = rigid.add(world, parameter_of(body.members.front(), parameter));
      term.on = {argument};
      add(std::move(term));
    }
}

// A point that slides stays on its curve: stops at both ends.
void MassRows::add_ranges(const World& world) {
  for (std::size_t s = 0; s < rigid.slides.size(); ++s) {
    const Curve& curve = *world.find(world.find(rigid.slides[s])->curve);
    if (branch_at(curve, std::get<SlidingAt>(world.find(rigid.slides[s])->what).t).round) continue;
    for (const double side : {1.0, -1.0}) {
      Term term;
      term.rows = term.inputs = 1;
      term.scale = side;
      Argument t;
      t.column = rigid.slide_column(static_cast<int>(s));
      t.n = 1;
      term.on = {t};
      rows[index(add(std::move(term)).row)].stop = true;
    }
  }
}

void MassRows::add_hands(const World& world, const Island& island) {
  for (const HandId id : island.hands) {
    Term term;
    term.hand = id;
    term.law = Law::hand;
    term.rows = term.inputs = 2;
    term.drives = true;
    Argument held;
    held.n = 2;
    held.reading = rigid.add(world, world.find(id)->on);
    term.on = {held};
    add(std::move(term));
  }
}

// What a parameter that bends does: a spring about its rest, and stops at the ends of its range.
void MassRows::add_bends(const World& world) {
  for (const Rigid::Bent& shape : rigid.shapes) {
    const CurveId id = rigid.bodies[index(shape.body)].members.front();
    for (const Bend& bend : world.body(id)->bends) add_bend(world, id, bend);
  }
}

void MassRows::add_bend(const World& world, CurveId id, const Bend& bend) {
  const Parameter& of = parameter(*world.find(id)->type, bend.parameter);
  if (of.role == Role::x) return add_place_springs(world, id, bend.parameter);
  const int reading = rigid.add(world, parameter_of(id, bend.parameter));
  const auto one = [&](double scale, bool stop) {
    Term term;
    term.rows = term.inputs = 1;
    term.scale = scale;
    term.bends = id;
    term.parameter = bend.parameter;
    Argument argument;
    argument.n = 1;
    argument.reading = reading;
    term.on = {argument};
    const int row = add(std::move(term)).row;
    rows[index(row)].stop = stop;
  };
  if (bend.stiffness > 0) one(1, false);
  if (std::isfinite(of.minimum)) one(1, true);
  if (std::isfinite(of.maximum)) one(-1, true);
}

// A place is held by springs to the two next to it on both sides, or to all where there are few: what
// turns as a whole feels none of them.
void MassRows::add_place_springs(const World& world, CurveId id, int place) {
  const Curve& curve = *world.find(id);
  std::vector<int> places;
  for (int i = 0; i < static_cast<int>(curve.q.size()); ++i)
    if (parameter(*curve.type, i).role == Role::x) places.push_back(i);
  const std::vector<Bend>& bends = world.body(id)->bends;
  const auto bent = [&](int i) {
    return std::any_of(bends.begin(), bends.end(), [&](const Bend& one) { return one.parameter == i; });
  };
  const int n = static_cast<int>(places.size());
  const int at = static_cast<int>(std::find(places.begin(), places.end(), place) - places.begin());
  for (int k = 0; k < n; ++k) {
    int apart = std::abs(k - at);
    if (curve.type->closed || (curve.type->is_family && curve.type->family.wraps)) apart = std::min(apart, n - apart);
    // Between two that bend there is one spring, of the one that comes first.
    if (apart == 0 || apart > place_spring_reach || (k < at && bent(places[index(k)]))) continue;
    Term term;
    term.kind = &apart_map();
    term.rows = 1;
    term.linear = false;
    term.bends = id;
    term.parameter = place;
    term.other = places[index(k)];
    for (const int end : {place, term.other}) {
      Argument argument;
      argument.n = 2;
      argument.input = term.inputs;
      argument.reading = rigid.add_place(world, id, end);
      term.inputs += 2;
      term.on.push_back(argument);
    }
    Argument length;
    length.n = 1;
    length.input = term.inputs++;
    term.on.push_back(length);
    add(std::move(term));
  }
}

}  // namespace limber
