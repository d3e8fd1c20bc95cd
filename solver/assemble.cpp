#include "solver/assemble.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/sizes.h"
#include "solver/tolerances.h"

namespace limber {
namespace {

// Where a block of J goes: found while building, once per (term, object).
struct Wanted {
  int row, rows, object;
  int* at;
};

// Lengths and places are in drawing units as they are.
bool weighed_by_size(Role role) { return role == Role::angle || role == Role::number; }

double weight_of(Role role, double size) { return weighed_by_size(role) ? size : 1; }

double compliance_of(const Constraint& constraint) {
  if (constraint.compliance > 0) return constraint.compliance;
  return constraint.kind->preference ? preference_compliance : 0;
}

}  // namespace

// ---- building

void Assembly::build(const World& world, const Island& island) {
  size = world.size();
  changed = true;
  rows.clear();
  motors.clear();
  terms_.clear();
  ranges_.clear();
  pushes_.clear();
  held_.clear();
  force_ids_ = island.forces;
  has_time = island.timed;
  has_angles_ = false;
  readings.build(world, island);
  add_terms(world, island);
  add_ranges(world, island);
  add_drives(world, island);
  for (const ForceId id : island.forces)
    pushes_.push_back({readings.add(world, world.find(id)->on), Eigen::Vector2d::Zero()});
  for (const HandId id : island.hands) held_.push_back(readings.add(world, world.find(id)->on));
  readings.finish();
  make_pattern();
  make_products();
}

void Assembly::add_terms(const World& world, const Island& island) {
  std::size_t inputs = 1, outputs = 0;
  for (const ConstraintId id : island.constraints) {
    const Constraint& constraint = *world.find(id);
    Term term;
    term.id = id;
    term.kind = constraint.kind.get();
    term.row = static_cast<int>(rows.size());
    term.rows = term.kind->rows;
    for (std::size_t i = 0; i < constraint.on.size(); ++i) {
      Bound bound;
      bound.n = size_of(term.kind->inputs[i].shape);
      const Connector* connector = world.find(constraint.on[i].connector);
      if (connector && connector->curve)
        bound.reading = readings.add(world, constraint.on[i].connector);
      term.on.push_back(bound);
    }
    for (int r = 0; r < term.rows; ++r) {
      Row row;
      row.constraint = id;
      row.local = r;
      row.stop = term.kind->senses[static_cast<std::size_t>(r)] == Sense::at_least;
      row.weight = weight_of(term.kind->row_roles[static_cast<std::size_t>(r)], size);
      has_angles_ = has_angles_ || weighed_by_size(term.kind->row_roles[static_cast<std::size_t>(r)]);
      row.compliance = compliance_of(constraint) * row.weight * row.weight;
      rows.push_back(row);
    }
    inputs = std::max(inputs, static_cast<std::size_t>(term.kind->evaluate.inputs()));
    term.inputs = term.kind->input_size();
    term.out = static_cast<int>(outputs);
    outputs += static_cast<std::size_t>(term.kind->evaluate.outputs());
    terms_.push_back(std::move(term));
  }
  in_.resize(inputs);
  out_.resize(outputs);
}

// A column that has a range gets one row, which stands for the nearer of its two ends.
void Assembly::add_ranges(const World& world, const Island&) {
  const double infinite = std::numeric_limits<double>::infinity();
  const auto add = [&](Range range, Limit limit) {
    range.row = static_cast<int>(rows.size());
    Row row;
    row.limit = limit;
    row.stop = true;
    rows.push_back(row);
    ranges_.push_back(range);
  };
  for (const Readings::Object& object : readings.objects) {
    if (object.kind == Readings::Kind::curve) {
      const Readings::Part& part = readings.parts[static_cast<std::size_t>(object.parts.front())];
      for (std::size_t i = 0; i < part.free.size(); ++i) {
        const Parameter& number = parameter(*part.curve.type, part.free[i]);
        if (number.minimum == -infinite && number.maximum == infinite) continue;
        Range range;
        range.column = object.begin + static_cast<int>(i);
        range.extent = weighed_by_size(number.role) ? 1 : 0;
        range.minimum = number.minimum;
        range.maximum = number.maximum;
        range.above_minimum = number.above_minimum;
        range.below_maximum = number.below_maximum;
        add(range, {part.id, part.free[i], {}});
      }
    }
    if (object.kind != Readings::Kind::sliding) continue;
    const Connector& connector = *world.find(object.sliding);
    const Curve& curve = *world.find(connector.curve);
    if (curve.type->closed) continue;
    Range range;
    range.column = object.begin;
    range.minimum = t_begin(curve);
    range.maximum = t_end(curve);
    range.extent = std::max(range.maximum - range.minimum, 1e-300);
    if (curve.type->t_end_parameter >= 0)
      range.end_part =
          readings[readings.sliding_reading(static_cast<int>(&object - readings.objects.data()))]
              .part;
    add(range, {connector.curve, -1, object.sliding});
  }
  weigh_ranges();
}

// In drawing units, as all rows are, and with a margin that is a part of the drawing.
void Assembly::weigh_ranges() {
  for (Range& range : ranges_) {
    range.weight = range.extent > 0 ? size / range.extent : 1;
    const double margin = open_limit * size / range.weight;
    range.above = range.above_minimum ? margin : 0;
    range.below = range.below_maximum ? margin : 0;
    range.lower = range.least = range.minimum + range.above;
    range.upper = range.most = range.maximum - range.below;
  }
}

void Assembly::add_drives(const World& world, const Island& island) {
  for (const MotorId id : island.motors) {
    const Motor& motor = *world.find(id);
    for (std::size_t k = 0; k < terms_.size(); ++k) {
      if (terms_[k].id != motor.constraint ||
          terms_[k].on[static_cast<std::size_t>(motor.input)].reading >= 0)
        continue;
      Drive drive;
      drive.id = id;
      drive.term = static_cast<int>(k);
      drive.argument = motor.input;
      drive.row = terms_[k].row;
      drive.gain.resize(terms_[k].rows);
      drive.speed = motor.speed;
      drive.limit = motor.limit;
      drive.running = motor.running;
      for (int r = 0; r < terms_[k].rows; ++r)
        rows[static_cast<std::size_t>(drive.row + r)].motor = static_cast<int>(motors.size());
      motors.push_back(drive);
    }
  }
}

void Assembly::make_pattern() {
  pattern = {};
  pattern.begin.push_back(0);
  int factors = 0;
  for (const Readings::Object& object : readings.objects) {
    pattern.begin.push_back(pattern.begin.back() + object.size);
    pattern.factor.push_back(factors);
    factors += object.size * object.size;
  }
  pattern.rows = static_cast<int>(rows.size());

  std::vector<Wanted> wanted;
  const auto want = [&](int row, int count, int object, int& at) {
    if (object >= 0) wanted.push_back({row, count, object, &at});
  };
  for (Term& term : terms_)
    for (Bound& bound : term.on) {
      if (bound.reading < 0) continue;
      want(term.row, term.rows, readings[bound.reading].object, bound.block);
      want(term.row, term.rows, readings[bound.reading].slides, bound.slide_block);
    }
  for (Range& range : ranges_) {
    const auto after = std::upper_bound(pattern.begin.begin(), pattern.begin.end(), range.column);
    want(range.row, 1, static_cast<int>(after - pattern.begin.begin()) - 1, range.block);
    if (range.end_part < 0) continue;
    const Readings::Part& part = readings.parts[static_cast<std::size_t>(range.end_part)];
    range.end_column = part.column[static_cast<std::size_t>(part.curve.type->t_end_parameter)];
    if (range.end_column >= 0) want(range.row, 1, part.object, range.end_block);
  }
  std::sort(wanted.begin(), wanted.end(), [](const Wanted& a, const Wanted& b) {
    return a.row != b.row ? a.row < b.row : a.object < b.object;
  });
  int numbers = 0;
  for (const Wanted& w : wanted) {
    const bool known = !pattern.blocks.empty() && pattern.blocks.back().row == w.row &&
                       pattern.blocks.back().object == w.object;
    if (!known) {
      pattern.blocks.push_back({w.row, w.rows, w.object, numbers});
      numbers += w.rows * readings.objects[static_cast<std::size_t>(w.object)].size;
    }
    *w.at = pattern.blocks.back().at;
  }

  const Eigen::Index n = pattern.columns(), m = pattern.rows;
  system.L.assign(static_cast<std::size_t>(factors), 0.0);
  M.assign(static_cast<std::size_t>(factors), 0.0);
  system.J.assign(static_cast<std::size_t>(numbers), 0.0);
  system.Q.setZero(n);
  system.b.setZero(m);
  system.A.setZero(m);
  system.on.assign(static_cast<std::size_t>(m), 1);
  q.setZero(n);
  sense.setZero(n);
  Q.setZero(n);
  c.setZero(m);
  c_time.setZero(m);
  P.setZero(n, 2 * static_cast<Eigen::Index>(held_.size()));
  p.setZero(2 * static_cast<Eigen::Index>(held_.size()));
  extents_.assign(readings.objects.size(), {});
  coordinate_.assign(static_cast<std::size_t>(n), 0);
  for (const Readings::Object& object : readings.objects) {
    if (object.kind != Readings::Kind::curve) continue;
    const Readings::Part& part = readings.parts[static_cast<std::size_t>(object.parts.front())];
    for (std::size_t i = 0; i < part.free.size(); ++i) {
      const Role role = parameter(*part.curve.type, part.free[i]).role;
      coordinate_[static_cast<std::size_t>(object.begin) + i] = role == Role::x || role == Role::y;
    }
  }
  weights_.assign(rows.size(), 1.0);
  for (std::size_t r = 0; r < rows.size(); ++r) weights_[r] = rows[r].weight;
}

// Where the numbers of the terms come from and where they go, without a look at a term.
void Assembly::make_products() {
  sources_.clear();
  products_.clear();
  for (Term& term : terms_) {
    term.source = static_cast<int>(sources_.size());
    int dc = term.out + 2 * term.rows;
    for (const Bound& bound : term.on) {
      if (bound.reading < 0) {
        for (int s = 0; s < bound.n; ++s)
          sources_.push_back(&bound.number[static_cast<std::size_t>(s)]);
      } else {
        const Readings::Reading& reading = readings[bound.reading];
        for (int s = 0; s < bound.n; ++s)
          sources_.push_back(reading.value + s * reading.value_stride);
        if (bound.block >= 0)
          products_.push_back({term.row, term.rows, bound.n, reading.columns, dc, reading.D,
                               reading.D_stride(), bound.block});
        if (bound.slide_block >= 0)
          products_.push_back({term.row, term.rows, bound.n, 1, dc, reading.D_t, reading.stride,
                               bound.slide_block});
      }
      dc += bound.n * term.rows;
    }
  }
}

// ---- state

void Assembly::read(const World& world) {
  const bool resized = size != world.size();
  changed = changed || resized;
  size = world.size();
  if (resized) weigh_ranges();
  reach = 0;
  for (const Readings::Object& object : readings.objects) {
    if (object.kind == Readings::Kind::curve) {
      const Body& body = *world.body(object.curve);
      const Readings::Part& part = readings.parts[static_cast<std::size_t>(object.parts.front())];
      for (std::size_t i = 0; i < part.free.size(); ++i) {
        const std::size_t column = static_cast<std::size_t>(object.begin) + i;
        const double value = body.curve.q[part.free[i]];
        q[static_cast<Eigen::Index>(column)] = value;
        sense[static_cast<Eigen::Index>(column)] = body.sense[part.free[i]];
        if (coordinate_[column]) reach = std::max(reach, std::abs(value));
      }
    } else if (object.kind == Readings::Kind::link) {
      const Link& link = *world.find(object.link);
      reach = std::max(reach, link.place.head<2>().cwiseAbs().maxCoeff());
      q.segment(object.begin, object.size) = link.place.head(object.size);
      sense.segment(object.begin, object.size) = link.sense.head(object.size);
    } else {
      const SlidingAt& sliding = std::get<SlidingAt>(world.find(object.sliding)->what);
      q[object.begin] = sliding.t;
      sense[object.begin] = sliding.sense;
    }
  }
  for (Term& term : terms_) {
    const Constraint& constraint = *world.find(term.id);
    read_numbers(world, constraint, term);
    const double compliance = compliance_of(constraint);
    if (!resized && compliance == term.compliance) continue;
    changed = true;
    term.compliance = compliance;
    weigh_rows(term);
  }
  for (std::size_t i = 0; i < pushes_.size(); ++i) {
    const Eigen::Vector2d value = world.find(force_ids_[i])->value;
    changed = changed || value != pushes_[i].value;
    pushes_[i].value = value;
  }
}

// The arguments that are numbers or places on the paper.
void Assembly::read_numbers(const World& world, const Constraint& constraint, Term& term) {
  for (std::size_t i = 0; i < term.on.size(); ++i) {
    Bound& bound = term.on[i];
    if (bound.reading >= 0) continue;
    std::array<double, 2> number = constraint.on[i].number;
    if (const Connector* paper = world.find(constraint.on[i].connector)) {
      const Point place = std::get<OnPaper>(paper->what).place;
      number = {place.x(), place.y()};
    }
    changed = changed || number != bound.number;
    bound.number = number;
  }
}

// In drawing units, see above.
void Assembly::weigh_rows(const Term& term) {
  for (int r = 0; r < term.rows; ++r) {
    Row& row = rows[static_cast<std::size_t>(term.row + r)];
    row.weight = weight_of(term.kind->row_roles[static_cast<std::size_t>(r)], size);
    row.compliance = term.compliance * row.weight * row.weight;
    weights_[static_cast<std::size_t>(term.row + r)] = row.weight;
  }
}

void Assembly::write(World& world) const {
  for (const Readings::Object& object : readings.objects) {
    if (object.kind == Readings::Kind::curve) {
      Body& body = *StateAccess::bodies(world).find(object.curve);
      const Readings::Part& part = readings.parts[static_cast<std::size_t>(object.parts.front())];
      for (std::size_t i = 0; i < part.free.size(); ++i) {
        body.curve.q[part.free[i]] = q[object.begin + static_cast<int>(i)];
        body.sense[part.free[i]] = sense[object.begin + static_cast<int>(i)];
      }
    } else if (object.kind == Readings::Kind::link) {
      Link& link = *StateAccess::links(world).find(object.link);
      link.place.head(object.size) = q.segment(object.begin, object.size);
      link.sense.head(object.size) = sense.segment(object.begin, object.size);
    } else {
      SlidingAt& sliding =
          std::get<SlidingAt>(StateAccess::connectors(world).find(object.sliding)->what);
      sliding.t = q[object.begin];
      sliding.sense = sense[object.begin];
    }
  }
  for (const Readings::Part& part : readings.parts)
    if (part.reference.size() > 0) StateAccess::bodies(world).find(part.id)->curve.q = part.curve.q;
  for (const Drive& drive : motors)
    StateAccess::constraints(world)
        .find(terms_[static_cast<std::size_t>(drive.term)].id)
        ->on[static_cast<std::size_t>(drive.argument)]
        .number[0] = phase(drive);
}

double Assembly::phase(const Drive& drive) const {
  return terms_[static_cast<std::size_t>(drive.term)]
      .on[static_cast<std::size_t>(drive.argument)]
      .number[0];
}

void Assembly::set_phase(const Drive& drive, double phase) {
  terms_[static_cast<std::size_t>(drive.term)]
      .on[static_cast<std::size_t>(drive.argument)]
      .number[0] = phase;
}

// ---- the chain rule

bool Assembly::evaluate(const Eigen::VectorXd& at, double time) {
  if (!readings.evaluate(at)) return false;
  double* in = in_.data();
  bool finite = true;
  for (const Term& term : terms_) {
    const double* const* source = sources_.data() + term.source;
    for (int i = 0; i < term.inputs; ++i) in[i] = *source[i];
    in[term.inputs] = time;
    double* out = out_.data() + term.out;
    const KernelCode& code = term.kind->evaluate.code();
    code.one(code.self, in, out);
    for (int r = 0; r < term.rows; ++r) {
      c[term.row + r] = weights_[static_cast<std::size_t>(term.row + r)] * out[r];
      if (!(out[r] - out[r] == 0)) finite = false;
    }
  }
  evaluate_ranges(at);
  potential = 0;
  for (const Push& push : pushes_) {
    const Readings::Reading& reading = readings[push.reading];
    for (int s = 0; s < reading.n; ++s)
      potential -= push.value[s] * reading.value[s * reading.value_stride];
  }
  for (std::size_t i = 0; i < held_.size(); ++i) {
    const Readings::Reading& reading = readings[held_[i]];
    for (int s = 0; s < 2; ++s)
      p[2 * static_cast<Eigen::Index>(i) + s] = reading.value[s * reading.value_stride];
  }
  return finite;
}

namespace {

// J (rows x columns) += weight dc (rows x n) D (n x columns)
template <int rows, int n>
void add_product(const double* weight, const double* dc, const double* D, int stride, int columns,
                 double* J) {
  for (int j = 0; j < columns; ++j, J += rows, D += n * stride)
    for (int r = 0; r < rows; ++r) {
      double sum = dc[r] * D[0];
      for (int s = 1; s < n; ++s) sum += dc[s * rows + r] * D[s * stride];
      J[r] += weight[r] * sum;
    }
}

void add_product(int rows, int n, const double* weight, const double* dc, const double* D,
                 int stride, int columns, double* J) {
  for (int j = 0; j < columns; ++j, J += rows, D += n * stride)
    for (int r = 0; r < rows; ++r) {
      double sum = dc[r] * D[0];
      for (int s = 1; s < n; ++s) sum += dc[s * rows + r] * D[s * stride];
      J[r] += weight[r] * sum;
    }
}

}  // namespace

bool Assembly::differentiate() {
  if (!readings.differentiate()) return false;
  std::fill(system.J.begin(), system.J.end(), 0.0);
  for (const Product& product : products_) {
    const double* weight = weights_.data() + product.row;
    const double* dc = out_.data() + product.dc;
    double* J = system.J.data() + product.block;
    if (product.rows == 2 && product.n == 2)
      add_product<2, 2>(weight, dc, product.D, product.stride, product.columns, J);
    else
      add_product(product.rows, product.n, weight, dc, product.D, product.stride, product.columns,
                  J);
  }
  for (const Term& term : terms_) {
    const double* out = out_.data() + term.out + term.rows;
    for (int r = 0; r < term.rows; ++r)
      c_time[term.row + r] = rows[static_cast<std::size_t>(term.row + r)].weight * out[r];
  }
  for (Drive& drive : motors) {
    const Term& term = terms_[static_cast<std::size_t>(drive.term)];
    int before = 0;
    for (int i = 0; i < drive.argument; ++i) before += term.on[static_cast<std::size_t>(i)].n;
    for (int r = 0; r < term.rows; ++r)
      drive.gain[r] = weights_[static_cast<std::size_t>(term.row + r)] *
                      out_[static_cast<std::size_t>(term.out + (2 + before) * term.rows + r)];
  }
  differentiate_ranges();
  Q.setZero();
  for (const Push& push : pushes_) readings.pull_back(push.reading, push.value.data(), Q.data());
  P.setZero();
  for (std::size_t i = 0; i < held_.size(); ++i)
    for (int s = 0; s < 2; ++s) {
      const double unit[2] = {s == 0 ? 1.0 : 0.0, s == 1 ? 1.0 : 0.0};
      readings.pull_back(held_[i], unit, P.col(2 * static_cast<Eigen::Index>(i) + s).data());
    }
  for (const double x : system.J)
    if (!(x - x == 0)) return false;
  return true;
}

// c'' = (second derivative of c in its arguments) + dc/d(argument) argument''
bool Assembly::bend(const Eigen::VectorXd& at, double time, const Eigen::VectorXd& dq,
                    Eigen::VectorXd& out) {
  out.setZero(pattern.rows);
  for (const Term& term : terms_) {
    const std::size_t inputs = static_cast<std::size_t>(term.kind->input_size());
    bend_in_.assign(2 * inputs + 2, 0.0);
    std::vector<double> second(inputs, 0.0);
    std::size_t at_input = 0;
    for (const Bound& bound : term.on) {
      const double* const* source = sources_.data() + term.source;
      for (int s = 0; s < bound.n; ++s)
        bend_in_[at_input + static_cast<std::size_t>(s)] =
            *source[at_input + static_cast<std::size_t>(s)];
      if (bound.reading >= 0) {
        readings.rate(bound.reading, dq, &bend_in_[inputs + 1 + at_input]);
        if (!readings.bend(bound.reading, at, dq, &second[at_input])) return false;
      }
      at_input += static_cast<std::size_t>(bound.n);
    }
    bend_in_[inputs] = time;
    bend_in_[2 * inputs + 1] = 1;
    const int motor = rows[static_cast<std::size_t>(term.row)].motor;
    if (motor >= 0 && motors[static_cast<std::size_t>(motor)].running) {
      std::size_t before = 0;
      for (int i = 0; i < motors[static_cast<std::size_t>(motor)].argument; ++i)
        before += static_cast<std::size_t>(term.on[static_cast<std::size_t>(i)].n);
      bend_in_[inputs + 1 + before] = motors[static_cast<std::size_t>(motor)].speed;
    }
    std::vector<double> bent(static_cast<std::size_t>(term.rows));
    if (!term.kind->bend(bend_in_.data(), bent.data())) return false;
    const double* dc = out_.data() + term.out + 2 * term.rows;
    for (int r = 0; r < term.rows; ++r) {
      double sum = bent[static_cast<std::size_t>(r)];
      for (std::size_t i = 0; i < inputs; ++i)
        sum += dc[static_cast<int>(i) * term.rows + r] * second[i];
      out[term.row + r] = rows[static_cast<std::size_t>(term.row + r)].weight * sum;
    }
  }
  return true;
}

bool Assembly::stiffness(const Eigen::VectorXd& at, const Eigen::VectorXd& hand,
                         const Eigen::VectorXd& lambda, std::vector<double>& K) {
  K.assign(M.size(), 0.0);
  for (std::size_t i = 0; i < held_.size(); ++i)
    if (!add_stiffness(at, held_[i], hand.data() + 2 * i, K)) return false;
  for (const Term& term : terms_) {
    const double* dc = out_.data() + term.out + 2 * term.rows;
    for (const Bound& bound : term.on) {
      force_.assign(static_cast<std::size_t>(bound.n), 0.0);
      for (int s = 0; s < bound.n; ++s)
        for (int r = 0; r < term.rows; ++r)
          force_[static_cast<std::size_t>(s)] += lambda[term.row + r] *
                                                 weights_[static_cast<std::size_t>(term.row + r)] *
                                                 dc[s * term.rows + r];
      dc += bound.n * term.rows;
      if (bound.reading >= 0 && !add_stiffness(at, bound.reading, force_.data(), K)) return false;
    }
  }
  return true;
}

// By second derivatives along the columns, one at a time and in pairs.
bool Assembly::add_stiffness(const Eigen::VectorXd& at, int reading, const double* force,
                             std::vector<double>& K) {
  const Readings::Reading& of = readings[reading];
  if (of.object < 0) return true;
  const int begin = pattern.begin[static_cast<std::size_t>(of.object)], n = of.columns;
  double* block = &K[static_cast<std::size_t>(pattern.factor[static_cast<std::size_t>(of.object)])];
  double second[2];
  const auto along = [&](double& sum) {
    if (!readings.bend(reading, at, way_, second)) return false;
    sum = 0;
    for (int s = 0; s < of.n; ++s) sum += force[s] * second[s];
    return true;
  };
  way_.setZero(columns());
  diagonal_.resize(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    way_[begin + i] = 1;
    const bool good = along(diagonal_[static_cast<std::size_t>(i)]);
    way_[begin + i] = 0;
    if (!good) return false;
    block[i * n + i] -= diagonal_[static_cast<std::size_t>(i)];
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      way_[begin + i] = way_[begin + j] = 1;
      double both = 0;
      const bool good = along(both);
      way_[begin + i] = way_[begin + j] = 0;
      if (!good) return false;
      const double mixed = 0.5 * (both - diagonal_[static_cast<std::size_t>(i)] -
                                  diagonal_[static_cast<std::size_t>(j)]);
      block[i * n + j] -= mixed;
      block[j * n + i] -= mixed;
    }
  return true;
}

void Assembly::evaluate_ranges(const Eigen::VectorXd& at) {
  for (Range& range : ranges_) {
    const double value = at[range.column];
    double upper = range.upper;
    if (range.end_part >= 0) upper = readings.end_parameter(range.end_part);
    range.at_lower = value - range.lower <= upper - value;
    c[range.row] = range.weight * (range.at_lower ? value - range.lower : upper - value);
  }
}

void Assembly::differentiate_ranges() {
  for (const Range& range : ranges_) {
    const std::size_t object = static_cast<std::size_t>(
        std::upper_bound(pattern.begin.begin(), pattern.begin.end(), range.column) -
        pattern.begin.begin() - 1);
    c_time[range.row] = 0;
    system.J[static_cast<std::size_t>(range.block + range.column - pattern.begin[object])] =
        range.at_lower ? range.weight : -range.weight;
    if (range.end_block >= 0)
      system.J[static_cast<std::size_t>(range.end_block + range.end_column)] =
          range.at_lower ? 0 : range.weight;
  }
}

bool Assembly::into_ranges(Eigen::VectorXd& at) const {
  bool changed_any = false;
  for (const Range& range : ranges_) {
    const double upper = range.end_part < 0 ? range.upper : at[range.column];
    const double inside = std::max(std::min(at[range.column], upper), range.lower);
    changed_any = changed_any || inside != at[range.column];
    at[range.column] = inside;
  }
  return changed_any;
}

void Assembly::begin_ranges(const Eigen::VectorXd& at) {
  const auto begins = [](double value, double inner, double margin) {
    return margin > 0 && value < inner && value > inner - margin ? value : inner;
  };
  for (Range& range : ranges_) {
    const double lower = begins(at[range.column], range.least, range.above);
    const double upper = -begins(-at[range.column], -range.most, range.below);
    changed = changed || lower != range.lower || upper != range.upper;
    range.lower = lower;
    range.upper = upper;
  }
}

void Assembly::close_ranges() {
  for (Range& range : ranges_) {
    range.lower = range.least;
    range.upper = range.most;
  }
  changed = true;
}

// ---- drag

bool Assembly::weigh() {
  const double shortest = point_drag_length * size;
  system.shortest_row = least_row / std::sqrt(shortest);
  for (std::size_t k = 0; k < readings.objects.size(); ++k) {
    double* block = &M[static_cast<std::size_t>(pattern.factor[k])];
    if (!readings.weigh(static_cast<int>(k), shortest, block, extents_[k])) return false;
  }
  for (std::size_t k = 0; k < readings.objects.size(); ++k) {
    const std::size_t at = static_cast<std::size_t>(pattern.factor[k]);
    cholesky(&M[at], readings.objects[k].size, &system.L[at]);
  }
  measure_rows();
  return true;
}

// A constraint may have rows of angles beside others: an angle is seen on the curves it depends on.
void Assembly::measure_rows() {
  if (!has_angles_) return;
  for (Row& row : rows) row.seen = 1;
  for (const Pattern::Block& block : pattern.blocks)
    for (int r = 0; r < block.rows; ++r) {
      Row& row = rows[static_cast<std::size_t>(block.row + r)];
      if (row.weight == 1 || !extends(block.object) || !depends(block, r)) continue;
      row.seen = std::min(row.seen, extents_[static_cast<std::size_t>(block.object)].own / size);
    }
}

bool Assembly::depends(const Pattern::Block& block, int row) const {
  const std::size_t object = static_cast<std::size_t>(block.object);
  const int columns = pattern.begin[object + 1] - pattern.begin[object];
  for (int j = 0; j < columns; ++j)
    if (system.J[static_cast<std::size_t>(block.at + j * block.rows + row)] != 0) return true;
  return false;
}

double Assembly::shortest_curve() const {
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < extents_.size(); ++k)
    if (extends(static_cast<int>(k)))
      shortest = std::min(shortest, extents_[k].length);
  return shortest;
}

double Assembly::rate(int block, int row, const Eigen::VectorXd& dq) const {
  const Pattern::Block& at = pattern.blocks[static_cast<std::size_t>(block)];
  const int begin = pattern.begin[static_cast<std::size_t>(at.object)];
  const int columns = pattern.begin[static_cast<std::size_t>(at.object) + 1] - begin;
  const double* J = system.J.data() + at.at + row;
  double sum = 0;
  for (int j = 0; j < columns; ++j, J += at.rows) sum += *J * dq[begin + j];
  return sum;
}

void Assembly::times_M(const Eigen::VectorXd& a, Eigen::VectorXd& out) const {
  for (std::size_t k = 0; k < readings.objects.size(); ++k) {
    const int n = readings.objects[k].size, begin = readings.objects[k].begin;
    const Eigen::Map<const Eigen::MatrixXd> block(&M[static_cast<std::size_t>(pattern.factor[k])],
                                                  n, n);
    out.segment(begin, n).noalias() = block.lazyProduct(a.segment(begin, n));
  }
}

double Assembly::metric(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const {
  double sum = 0;
  for (std::size_t k = 0; k < readings.objects.size(); ++k) {
    const int n = readings.objects[k].size, begin = readings.objects[k].begin;
    const double* block = &M[static_cast<std::size_t>(pattern.factor[k])];
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) sum += a[begin + i] * block[j * n + i] * b[begin + j];
  }
  return sum;
}

// x' M x of one object: M is symmetric.
double Assembly::square(std::size_t object, const Eigen::VectorXd& dq) const {
  const double* x = dq.data() + readings.objects[object].begin;
  const double* block = &M[static_cast<std::size_t>(pattern.factor[object])];
  const double sum = for_columns(readings.objects[object].size, [&](auto columns) {
    const int n = columns;
    double all = 0;
#pragma GCC unroll 3
    for (int j = 0; j < n; ++j) {
      double across = 0;
      for (int i = 0; i < j; ++i) across += block[j * n + i] * x[i];
      all += x[j] * (block[j * n + j] * x[j] + 2 * across);
    }
    return all;
  });
  return std::max(sum, 0.0);
}

double Assembly::displacement(int object, const Eigen::VectorXd& dq) const {
  return std::sqrt(square(static_cast<std::size_t>(object), dq) / length(object));
}

Assembly::Way Assembly::way(const Eigen::VectorXd& dq) const {
  Way way;
  for (std::size_t k = 0; k < readings.objects.size(); ++k) {
    const double part = square(k, dq);
    way.square += part;
    way.farthest = std::max(way.farthest, part / extents_[k].length);
  }
  way.farthest = std::sqrt(way.farthest);
  return way;
}

}  // namespace limber
