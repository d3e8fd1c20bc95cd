#include "solver/mass_rows.h"

#include <algorithm>
#include <cmath>

#include "codegen/compile.h"
#include "solver/mass_tolerances.h"
#include "solver/tolerances.h"

namespace limber {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }
constexpr double infinite = std::numeric_limits<double>::infinity();

const ConstraintDefinition<Kernel>& mean_turn() {
  static const ConstraintDefinition<Kernel>& map = builtin_map("mean_turn");
  return map;
}

}  // namespace

// ---- a tick

void MassRows::read_bend(const World& world, Term& term) {
  const limber::Body& body = *world.body(term.bends);
  const auto bend = std::find_if(body.bends.begin(), body.bends.end(),
                                 [&](const Bend& one) { return one.parameter == term.parameter; });
  if (bend == body.bends.end()) return;
  const double rest = body.rest[term.parameter];
  if (term.other >= 0) {
    const Point way = body.rest.segment<2>(term.parameter) - body.rest.segment<2>(term.other);
    term.on[2].number[0] = way.norm();
  }
  if (!rows[index(term.row)].stop) {
    if (term.other < 0) term.on[0].number[0] = rest;
    term.stiffness = bend->stiffness;
    term.damping = bend->damping;
    return;
  }
  const Parameter& of = parameter(*body.curve.type, term.parameter);
  const double end = term.scale > 0 ? of.minimum : of.maximum;
  const double margin = bend_margin * std::abs(rest - end);
  term.on[0].number[0] = end + std::copysign(margin, term.scale);
}

void MassRows::read_term(const World& world, Term& term) {
  if (term.bends) return read_bend(world, term);
  if (const Constraint* constraint = world.find(term.id)) {
    double compliance = constraint->compliance;
    if (compliance == 0 && term.kind->preference) compliance = preference_compliance;
    term.stiffness = compliance > 0 ? 1 / compliance : 0;
    term.damping = compliance > 0 ? constraint->damping : 0;
    snaps |= constraint->snaps;
    for (std::size_t i = 0; i < term.on.size(); ++i) {
      if (term.on[i].reading >= 0) continue;
      term.on[i].number = constraint->on[i].number;
      if (const Connector* paper = world.find(constraint->on[i].connector)) {
        const Point place = std::get<OnPaper>(paper->what).place;
        term.on[i].number = {place.x(), place.y()};
      }
    }
  } else if (const Motor* motor = world.find(term.motor)) {
    term.speed = motor->running ? motor->speed : 0;
    term.limit = motor->limit;
  } else if (const Hand* hand = world.find(term.hand)) {
    term.on[0].number = {hand->target.x(), hand->target.y()};
    term.stiffness = mass * hand_frequency * hand_frequency;
    term.damping = 2 * mass * hand_frequency;
  }
}

bool MassRows::read(const World& world, Eigen::VectorXd& q) {
  snaps = false;
  q.resize(columns());
  if (!rigid.read(world, q)) return false;
  mass = size = 0;
  for (const Rigid::Body& body : rigid.bodies) {
    mass += body.inertia.mass;
    size = std::max({size, body.length, std::abs(body.inertia.centre.x()), std::abs(body.inertia.centre.y())});
  }
  for (std::size_t p = 0; p < phases.size(); ++p)
    q[phase_column(static_cast<int>(p))] =
        world.find(phases[p].constraint)->on[index(phases[p].input)].number[0];
  for (Term& term : terms) read_term(world, term);
  for (std::size_t i = 0; i < pushes.size(); ++i) pushes[i].value = world.find(pushes[i].id)->value;
  if (!readings_at(q, begun)) return false;
  for (Term& term : terms) {
    if (term.kind || term.law != Law::hold || term.bends) continue;
    Argument& argument = term.on[0];
    if (argument.reading >= 0) {  // what is locked stays as it is now
      argument.number[0] = begun[index(argument.reading)].r[0];
      continue;
    }
    const int slide = argument.column - rigid.slide_column(0);
    const Curve& curve = *world.find(world.find(rigid.slides[index(slide)])->curve);
    argument.number[0] = term.scale > 0 ? t_begin(curve) : t_end(curve);
    // In units of length, so that it is weighed like other rows.
    double speed = 1;
    for (const Rigid::Reading& reading : rigid.readings)
      if (reading.slide == slide && reading.kind == Rigid::Kind::place)
        speed = std::hypot(reading.X_t[0], reading.X_t[1]);
    term.scale = std::copysign(speed > 0 ? speed : 1, term.scale);
  }
  return true;
}

void MassRows::write(World& world, const Eigen::VectorXd& q) const {
  for (std::size_t p = 0; p < phases.size(); ++p)
    StateAccess::constraints(world).find(phases[p].constraint)->on[index(phases[p].input)].number[0] =
        q[phase_column(static_cast<int>(p))];
  if (!snaps) return;
  for (const Term& term : terms)
    if (const Constraint* constraint = world.find(term.id); constraint && constraint->snaps)
      StateAccess::constraints(world).find(term.id)->snaps = false;
}

// ---- readings and rows

bool MassRows::readings_at(const Eigen::VectorXd& q, std::vector<Rigid::State>& states) {
  if (!rigid.bend_to(q)) return false;
  for (std::size_t r = 0; r < states.size(); ++r)
    if (!rigid.evaluate(static_cast<int>(r), q, states[r])) return false;
  return true;
}

bool MassRows::evaluate_between(const Term& term, const End& a, const End& b) {
  for (const Argument& argument : term.on)
    for (int s = 0; s < argument.n; ++s)
      in[index(argument.input + s)] =
          argument.reading >= 0 ? 0.5 * (a.states[index(argument.reading)].r[index(s)] +
                                         b.states[index(argument.reading)].r[index(s)])
          : argument.column >= 0 ? 0.5 * (a.q[argument.column] + b.q[argument.column])
                                 : argument.number[index(s)];
  in[index(term.inputs)] = 0.5 * (a.time + b.time);
  return term.kind->evaluate(in.data(), out.data());
}

bool MassRows::evaluate_mean(const Term& term) {
  return evaluate_between(term, {begun, q0_, time0_}, {now, q1_, time1_});
}

bool MassRows::rows_at(const End& end, Eigen::VectorXd& c) {
  for (const Term& term : terms) {
    if (!term.kind) {
      const Argument& argument = term.on[0];
      for (int r = 0; r < term.rows; ++r) {
        const double value = argument.reading >= 0 ? end.states[index(argument.reading)].r[index(r)]
                                                   : end.q[argument.column];
        c[term.row + r] = term.scale * (value - argument.number[index(r)]);
        c_time[term.row + r] = 0;
        for (int s = 0; s < term.inputs; ++s)
          ends[index(term.at + s * term.rows + r)] = r == s ? term.scale : 0;
      }
      continue;
    }
    if (!evaluate_between(term, end, end)) return false;
    for (int r = 0; r < term.rows; ++r) {
      c[term.row + r] = out[index(r)];
      c_time[term.row + r] = out[index(term.rows + r)];
    }
    std::copy_n(out.begin() + 2 * term.rows, term.rows * term.inputs, ends.begin() + term.at);
  }
  return true;
}

bool MassRows::begin(const Eigen::VectorXd& q0, double time0, double h) {
  q0_ = q0;
  time0_ = time0;
  time1_ = time0 + h;
  for (Term& term : terms)
    if (term.law == Law::motor) term.on[0].number[0] = q0[term.on[0].column] + h * term.speed;
  if (!readings_at(q0, begun) || !rows_at({begun, q0_, time0}, c0)) return false;
  has_bounds_ = false;
  if (needs_weights()) weigh_rows();
  for (const Term& term : terms) set_laws(term, h);
  return true;
}

bool MassRows::evaluate(const Eigen::VectorXd& q0, const Eigen::VectorXd& q1) {
  q0_ = q0;
  q1_ = q1;
  if (!readings_at(q1, now) || !rows_at({now, q1_, time1_}, c1)) return false;
  mean_readings();
  return mean_rows();
}

bool MassRows::stand_at(const Eigen::VectorXd& q, double time) {
  q1_ = q;
  return readings_at(q, now) && rows_at({now, q1_, time}, c1);
}

// ---- what is asked of rows

double MassRows::tolerance() const { return hard_tolerance * size; }

bool MassRows::needs_weights() const {
  if (yield) return true;
  for (const Term& term : terms)
    for (int r = term.row; r < term.row + term.rows; ++r) {
      if (rows[index(r)].stop || (term.law == Law::motor && std::isfinite(term.limit))) return true;
      if (term.damping > 0) return true;
      if (term.law == Law::hold && term.stiffness == 0 && std::abs(c0[r]) > tolerance()) return true;
    }
  return false;
}

void MassRows::rates(const std::vector<Rigid::State>& states, std::vector<double>& rate) const {
  for (const Term& term : terms)
    for (int r = 0; r < term.rows; ++r) {
      double sum = c_time[term.row + r];
      for (const Argument& argument : term.on) {
        if (argument.reading < 0) continue;
        const int b = rigid.readings[index(argument.reading)].body;
        if (b < 0) continue;
        const Eigen::Vector3d& v = rigid.bodies[index(b)].velocity;
        const Rigid::State& state = states[index(argument.reading)];
        for (int s = 0; s < argument.n; ++s)
          for (int j = 0; j < 3; ++j)
            sum += ends[index(term.at + (argument.input + s) * term.rows + r)] *
                   state.D[index(3 * s + j)] * v[j];
        const Eigen::VectorXd& rates = rigid.bodies[index(b)].rates;
        const int numbers = static_cast<int>(rates.size());
        for (int s = 0; s < argument.n; ++s)
          for (int k = 0; k < numbers; ++k)
            sum += ends[index(term.at + (argument.input + s) * term.rows + r)] *
                   state.D_s[index(numbers * s + k)] * rates[k];
      }
      rate[index(term.row + r)] = sum;
    }
}

// What each row moves, and how fast it changes.
void MassRows::weigh_rows() {
  rates(begun, rates_);
  for (const Term& term : terms) {
    for (int r = 0; r < term.rows; ++r) {
      Row& row = rows[index(term.row + r)];
      row.moved = 0;
      for (const Argument& argument : term.on) {
        if (argument.reading < 0) continue;
        const int b = rigid.readings[index(argument.reading)].body;
        if (b < 0) continue;
        const Inertia& inertia = rigid.bodies[index(b)].inertia;
        for (int j = 0; j < 3; ++j) {
          double J = 0;
          for (int s = 0; s < argument.n; ++s)
            J += ends[index(term.at + (argument.input + s) * term.rows + r)] *
                 begun[index(argument.reading)].D[index(3 * s + j)];
          if (J != 0) row.moved += J * J / (j < 2 ? inertia.mass : inertia.moment);
        }
        const int numbers = rigid.shape_size(argument.reading);
        for (int k = 0; k < numbers; ++k) {
          double J = 0;
          for (int s = 0; s < argument.n; ++s)
            J += ends[index(term.at + (argument.input + s) * term.rows + r)] *
                 begun[index(argument.reading)].D_s[index(numbers * s + k)];
          const int begin = rigid.shapes[index(rigid.bodies[index(b)].shape)].begin;
          if (J != 0) row.moved += J * J / rigid.inertia_of(rigid.shape_column(begin + k));
        }
      }
      if (!(row.moved > 0)) row.moved = mass > 0 ? term.scale * term.scale / mass : 1;
      row.rate = rates_[index(term.row + r)];
    }
    slide_along(term);
  }
}

// A point that slides has no velocity of its own: it goes so that the rows it is in change least.
void MassRows::slide_along(const Term& term) {
  for (const Argument& argument : term.on) {
    if (argument.reading < 0 || rigid.readings[index(argument.reading)].slide < 0) continue;
    double along = 0, square = 0;
    const auto gain = [&](int r) {
      double sum = 0;
      for (int s = 0; s < argument.n; ++s)
        sum += ends[index(term.at + (argument.input + s) * term.rows + r)] *
               begun[index(argument.reading)].D_t[index(s)];
      return sum;
    };
    for (int r = 0; r < term.rows; ++r) {
      along += gain(r) * rows[index(term.row + r)].rate;
      square += gain(r) * gain(r);
    }
    if (!(square > 0)) continue;
    for (int r = 0; r < term.rows; ++r) rows[index(term.row + r)].rate -= gain(r) * along / square;
  }
}

// Where D'' + 2 D'/tau + D/tau^2 = 0 leads, from c and its rate, no faster than the limit allows.
void MassRows::unmet_target(Row& row, double c, double h) const {
  const double b = row.rate + c / tau, wanted = (c + b * h) * std::exp(-h / tau);
  const double straight = c + row.rate * h;
  const double most = 0.5 * h * h * snap_acceleration * size / (tau * tau);
  const bool limited = std::abs(wanted - straight) > most;
  row.target = straight + std::clamp(wanted - straight, -most, most);
  row.end_rate = limited ? 2 * (row.target - c) / h - row.rate : b * std::exp(-h / tau) - wanted / tau;
  const double near = std::min(1.0, std::abs(c) / (unmet_far * size));
  row.give = mass_unmet_give * near * 0.5 * h * row.moved;
  row.unmet = true;
}

void MassRows::set_laws(const Term& term, double h) {
  for (int r = term.row; r < term.row + term.rows; ++r) {
    Row& row = rows[index(r)];
    row.before = row.target = row.give = 0;
    row.unmet = false;
    row.lo = row.stop ? 0 : -infinite;
    row.hi = infinite;
    row.side = row.stop ? -1 : 0;
    if (term.law == Law::motor && std::isfinite(term.limit)) {
      row.hi = h * term.limit;
      row.lo = -row.hi;
    }
    if (term.stiffness > 0) {
      const double half = 0.5 * h * term.stiffness, firm = half + term.damping;
      row.before = (half - term.damping) / firm;
      row.give = 1 / firm;
    } else if (term.law == Law::hold) {
      if (yield) row.give = mass_yield * 0.5 * h * row.moved;
      if (row.stop ? c0[r] < -tolerance() : std::abs(c0[r]) > tolerance()) unmet_target(row, c0[r], h);
    }
    has_bounds_ |= std::isfinite(row.lo);
  }
}

// A row is at a bound when its residual would take its impulse beyond it.
bool MassRows::choose_sides(const Eigen::VectorXd& mu) {
  if (!has_bounds_) return false;
  bool changed = false;
  const double h = std::abs(time1_ - time0_);  // of one of five steps it is negative
  for (int r = 0; r < count(); ++r) {
    Row& row = rows[index(r)];
    if (!std::isfinite(row.lo)) continue;
    const double wanted = mu[r] - residual(r, mu[r]) / (row.give + 0.5 * h * row.moved);
    const int side = wanted < row.lo ? -1 : wanted > row.hi ? 1 : 0;
    changed |= side != row.side;
    row.side = side;
  }
  return changed;
}

bool MassRows::holds_phase(const Term& term) const {
  for (const Term& motor : terms)
    if (motor.law == Law::motor && std::isfinite(motor.limit) && rows[index(motor.row)].side == 0)
      for (const Argument& argument : term.on)
        if (term.kind && argument.column >= 0 && argument.column == motor.on[0].column) return true;
  return false;
}

bool MassRows::is_driven() const {
  return std::any_of(terms.begin(), terms.end(), [](const Term& term) {
    if (term.law == Law::motor) return term.speed != 0 && !std::isfinite(term.limit);
    return term.drives && term.law == Law::hold && term.stiffness == 0;
  });
}

bool MassRows::acts_smoothly() const {
  for (const Term& term : terms) {
    if (term.law == Law::motor && std::isfinite(term.limit)) return false;
    for (int r = term.row; r < term.row + term.rows; ++r)
      if (rows[index(r)].unmet || (rows[index(r)].stop && c0[r] <= tolerance())) return false;
  }
  return true;
}

// Order 4 goes back in time in one of its five steps, which damping and bounds do not like. A stop that
// is only met on the way shows in the steps.
bool MassRows::is_smooth(double h) const {
  if (!acts_smoothly()) return false;
  for (const Rigid::Body& body : rigid.bodies)
    if (h * body.drag.mass > mild_damping * body.inertia.mass) return false;
  for (const Term& term : terms) {
    if (term.law == Law::hand) return false;
    for (int r = term.row; r < term.row + term.rows; ++r)
      if (term.damping > 0 && h * term.damping * rows[index(r)].moved > mild_damping) return false;
  }
  return true;
}

// ---- discrete derivatives

void MassRows::turn_to(const Eigen::VectorXd& q0, const Eigen::VectorXd& q1) {
  for (std::size_t b = 0; b < rigid.bodies.size(); ++b) {
    const Eigen::Index at = static_cast<Eigen::Index>(b);
    const double angle[2] = {q1[3 * at + 2] - q0[3 * at + 2], 0};
    double value[3];
    (void)mean_turn().evaluate(angle, value);  // what is not finite shows in the residuals
    turn[at] = value[0];
    turn_rate[at] = value[2];
  }
}

void MassRows::mean_readings() {
  turn_to(q0_, q1_);
  for (std::size_t r = 0; r < mean.size(); ++r) {
    const Rigid::Reading& reading = rigid.readings[r];
    Mean& its = mean[r];
    for (std::size_t i = 0; i < 6; ++i) its.D[i] = 0.5 * (begun[r].D[i] + now[r].D[i]);
    for (std::size_t i = 0; i < 2; ++i) its.D_t[i] = 0.5 * (begun[r].D_t[i] + now[r].D_t[i]);
    if (reading.kind == Rigid::Kind::angle && reading.body >= 0) {
      const double w = turn[reading.body];
      const double phi = q1_[3 * reading.body + 2] - q0_[3 * reading.body + 2];
      if (w != 0) its.D[2] *= phi / w;
    }
    if (!its.D_s.empty()) {
      mean_bends(r);
      continue;
    }
    if (reading.slide < 0) continue;
    const int t = rigid.slide_column(reading.slide);
    const double dt = q1_[t] - q0_[t];
    for (int i = 0; i < reading.n && dt != 0; ++i) {
      const std::size_t s = index(i);
      double gap = now[r].r[s] - begun[r].r[s] - its.D_t[s] * dt;
      if (reading.body >= 0) {
        const Eigen::Index at = 3 * static_cast<Eigen::Index>(reading.body);
        gap -= its.D[3 * s] * (q1_[at] - q0_[at]) + its.D[3 * s + 1] * (q1_[at + 1] - q0_[at + 1]) +
               its.D[3 * s + 2] * turn[reading.body];
      }
      const double most = std::hypot(its.D_t[0], its.D_t[1]) * std::abs(dt);
      if (std::abs(gap) > mass_gap_rounding * std::abs(now[r].r[s]) && std::abs(gap) < most)
        its.D_t[s] += gap / dt;
    }
  }
}

// Of a reading on a curve that bends: a place goes by exactly dp + (what it is off the centre of mass,
// the mean of both ends) turned left, times 2 tan(dphi / 2), and by what bending and sliding add. That
// is put on the numbers of the shape and on t.
void MassRows::mean_bends(std::size_t r) {
  const Rigid::Reading& reading = rigid.readings[r];
  const Rigid::Bent& shape = rigid.shapes[index(rigid.bodies[index(reading.body)].shape)];
  Mean& its = mean[r];
  const int numbers = shape.curve.size(), first = rigid.shape_column(shape.begin);
  for (std::size_t k = 0; k < its.D_s.size(); ++k) its.D_s[k] = 0.5 * (begun[r].D_s[k] + now[r].D_s[k]);
  const int t = reading.slide < 0 ? -1 : rigid.slide_column(reading.slide);
  const double dt = t < 0 ? 0 : q1_[t] - q0_[t];
  const Eigen::Index at = 3 * static_cast<Eigen::Index>(reading.body);
  for (int i = 0; i < reading.n; ++i) {
    const std::size_t s = index(i);
    double along = its.D_t[s] * dt, square = std::pow(its.D_t[s], 2) * dt * dt, sizes = std::abs(along);
    for (int k = 0; k < numbers; ++k) {
      const double D = its.D_s[index(numbers * i + k)], way = q1_[first + k] - q0_[first + k];
      along += D * way;
      sizes += std::abs(D * way);
      square += D * D * way * way;
    }
    const double gap = now[r].r[s] - begun[r].r[s] - along -
                       (its.D[3 * s] * (q1_[at] - q0_[at]) + its.D[3 * s + 1] * (q1_[at + 1] - q0_[at + 1]) +
                        its.D[3 * s + 2] * turn[reading.body]);
    if (!(std::abs(gap) > mass_gap_rounding * std::abs(now[r].r[s])) || !(std::abs(gap) < sizes)) continue;
    its.D_t[s] += gap * std::pow(its.D_t[s], 2) * dt / square;
    for (int k = 0; k < numbers; ++k) {
      double& D = its.D_s[index(numbers * i + k)];
      D += gap * D * D * (q1_[first + k] - q0_[first + k]) / square;
    }
  }
}

double MassRows::way(const Argument& argument, int s) const {
  if (argument.reading >= 0)
    return now[index(argument.reading)].r[index(s)] - begun[index(argument.reading)].r[index(s)];
  return argument.column >= 0 ? q1_[argument.column] - q0_[argument.column] : 0;
}

bool MassRows::mean_rows() {
  for (const Term& term : terms) {
    double* its = means.data() + term.at;
    if (!term.kind) {
      std::copy_n(ends.begin() + term.at, term.rows * term.inputs, its);
      continue;
    }
    if (!evaluate_mean(term)) return false;
    std::copy_n(out.begin() + 2 * term.rows, term.rows * term.inputs, its);
    if (term.linear) continue;
    for (int r = 0; r < term.rows; ++r) {
      double along = 0, square = 0, sizes = 0;
      for (const Argument& argument : term.on)
        for (int s = 0; s < argument.n; ++s) {
          const double change = way(argument, s);
          const double part = its[(argument.input + s) * term.rows + r] * change;
          along += part;
          sizes += std::abs(part);
          square += change * change;
        }
      const double by_time = out[index(term.rows + r)] * (time1_ - time0_);
      const double change = c1[term.row + r] - c0[term.row + r] - by_time, gap = change - along;
      const double rounding = mass_gap_rounding * (size + sizes);
      if (!(std::abs(gap) > rounding) || !(square > 0)) continue;
      const bool scales = std::abs(gap) < 0.5 * std::abs(along);
      for (const Argument& argument : term.on)
        for (int s = 0; s < argument.n; ++s) {
          double& entry = its[(argument.input + s) * term.rows + r];
          entry = scales ? entry * change / along : entry + gap * way(argument, s) / square;
        }
    }
  }
  return true;
}

void MassRows::force_on(const Term& term, const Argument& argument, const Eigen::VectorXd& mu,
                        double* f) const {
  for (int s = 0; s < argument.n; ++s) {
    f[s] = 0;
    for (int r = 0; r < term.rows; ++r)
      f[s] += means[index(term.at + (argument.input + s) * term.rows + r)] * mu[term.row + r];
  }
}

}  // namespace limber
