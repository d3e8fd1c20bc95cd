// What is read of a figure with mass: its balance, what a tick has done, forces and accelerations.
#include <algorithm>
#include <cmath>

#include "solver/energy_momentum.h"
#include "solver/mass_tolerances.h"
#include "solver/tolerances.h"

namespace limber {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// What steps of h, -h, 2h, -2h from one moment say of it. Their errors are even powers of h alone, for the
// method is symmetric in time: the first of them falls out.
template <class Number>
Number extrapolated(const Number& by_h, const Number& by_2h) {
  return (4 * by_h - by_2h) / 3;
}

}  // namespace

// ---- what is measured

// Energy is that of the velocities as they are, which steps keep; momentum that of the motion that can be
// seen: what rows do not allow of the velocities, and every step turns round, is no part of it.
bool EnergyMomentum::measure(const World& world, MassBalance& out) {
  out = {};
  if (!read(world) || !rows_.stand_at(q0_, world.time)) return false;
  time_ = world.time;
  out.kinetic = kinetic();
  out.potential = potential();
  if (rows_.count() > 0 && !strike(Strike::new_rows)) return false;
  for (const Rigid::Body& body : rows_.rigid.bodies) add_momentum(body, out);
  return true;
}

double EnergyMomentum::potential() const {
  double sum = 0;
  for (std::size_t b = 0; b < rows_.rigid.bodies.size(); ++b)
    sum -= rows_.rigid.bodies[b].inertia.mass *
           gravity_.dot(q0_.segment<2>(3 * static_cast<Eigen::Index>(b)));
  for (const MassRows::Term& term : rows_.terms)
    if (term.law == MassRows::Law::hold)
      for (int r = term.row; r < term.row + term.rows; ++r) {
        const double c = rows_.rows[index(r)].stop ? std::min(0.0, rows_.c1[r]) : rows_.c1[r];
        sum += 0.5 * term.stiffness * c * c;
      }
  for (const MassRows::Push& push : rows_.pushes)
    for (int s = 0; s < rows_.rigid.readings[index(push.reading)].n; ++s)
      sum -= push.value[s] * rows_.now[index(push.reading)].r[index(s)];
  return sum;
}

void EnergyMomentum::add_momentum(const Rigid::Body& body, MassBalance& out) const {
  const Inertia& inertia = body.inertia;
  const Eigen::Vector2d p = inertia.mass * body.velocity.head<2>();
  out.momentum += p;
  out.angular_momentum += inertia.centre.x() * p.y() - inertia.centre.y() * p.x() +
                          inertia.moment * body.velocity[2];
  if (body.shape < 0) return;
  const Rigid::Bent& shape = rows_.rigid.shapes[index(body.shape)];
  for (int i = 0; i < shape.curve.size(); ++i)
    out.angular_momentum += inertia.mass / shape.curve.length() * shape.at.N(0, 1 + i) * body.rates[i];
}

void EnergyMomentum::report(const World& world, IslandReport& out) const {
  out.objects = static_cast<int>(rows_.rigid.bodies.size());
  out.columns = rows_.columns();
  out.rows = out.rank = rows_.count();
  out.substeps = steps_;
  out.iterations = out.factorisations = iterations_;
  out.work = work_;
  out.lost = lost_;
  out.residual = out.lag = out.moved = 0;
  out.dead_point = false;
  out.cuts = {};
  out.not_met.clear();
  out.stalled.clear();
  out.limits.clear();
  for (const MassRows::Term& term : rows_.terms)
    for (int r = term.row; r < term.row + term.rows; ++r) {
      const MassRows::Row& row = rows_.rows[index(r)];
      if (term.law == MassRows::Law::motor && row.side != 0) out.stalled.push_back(term.motor);
      if (term.law == MassRows::Law::hand) {
        Point held;
        const Hand& hand = *world.find(term.hand);
        if (place_of(world, hand.on, held)) out.lag = std::max(out.lag, (hand.target - held).norm());
      }
      if (term.law != MassRows::Law::hold || term.stiffness > 0) continue;
      const double off = row.stop ? std::max(0.0, -rows_.c1[r]) : std::abs(rows_.c1[r]);
      out.residual = std::max(out.residual, off);
      if (off > rows_.tolerance() && term.id && (out.not_met.empty() || out.not_met.back() != term.id))
        out.not_met.push_back(term.id);
    }
}

std::span<const double> EnergyMomentum::force(ConstraintId id) const {
  for (const MassRows::Term& term : rows_.terms)
    if (term.id == id && term.kind) return {forces_.data() + term.row, index(term.rows)};
  return {};
}

int EnergyMomentum::phase_of(const MassRows::Term& motor) const {
  return motor.on[0].column - rows_.phase_column(0);
}

double EnergyMomentum::phase_rate(int phase) const {
  return rows_.way({-1, rows_.phase_column(phase), 1, 0, {}}, 0) / h_;
}

const MassRows::Term* EnergyMomentum::term_of(MotorId id) const {
  for (const MassRows::Term& term : rows_.terms)
    if (term.motor == id && term.law == MassRows::Law::motor) return &term;
  return nullptr;
}

double EnergyMomentum::motor_force(MotorId id) const {
  const MassRows::Term* term = term_of(id);
  return term ? forces_[term->row] : 0;
}

double EnergyMomentum::motor_power(MotorId id) const {
  const MassRows::Term* term = term_of(id);
  return term ? forces_[term->row] * phase_rates_[index(phase_of(*term))] : 0;
}

// ---- at the moment the world stands at

struct EnergyMomentum::Moment {
  World::Topology topology;
  std::uint64_t hash = 0;
  bool known = false;
  bool both_ways = false;        // steps back in time were made too
  std::array<World, 4> moved;    // after steps of h, -h, 2h, -2h
  Eigen::VectorXd forces;        // in each row
  std::vector<double> rates;     // of phases
};

// Steps from here that are never taken. Velocities are first made such that they meet the rows; a step
// keeps them so in its mean only.
bool EnergyMomentum::find_moment(const World& world) {
  const std::uint64_t of = hash(world);
  if (!moment_) moment_ = std::make_shared<Moment>();
  Moment& moment = *moment_;
  if (moment.hash == of && moment.topology == world.topology()) return moment.known;
  moment.hash = of;
  moment.topology = world.topology();
  moment.known = false;
  const Eigen::VectorXd forces_of_tick = forces_;
  if (read(world)) {
    time_ = world.time;
    moment.known = strike(Strike::new_rows) && try_steps(world, moment);
  }
  forces_ = forces_of_tick;
  return moment.known;
}

bool EnergyMomentum::try_steps(const World& world, Moment& moment) {
  const double h = moment_part * limber::tick;
  keep();
  if (!rows_.begin(q0_, time_, h)) return false;
  moment.both_ways = rows_.acts_smoothly();
  std::array<Eigen::VectorXd, 4> forces;
  std::array<std::vector<double>, 4> rates;
  constexpr std::array<double, 4> parts = {1, -1, 2, -2};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] < 0 && !moment.both_ways) continue;
    go_back();
    if (!step(parts[i] * h)) {
      if (parts[i] > 0) return false;
      moment.both_ways = false;
      continue;
    }
    forces[i] = forces_;
    for (int p = 0; p < static_cast<int>(rows_.phases.size()); ++p) rates[i].push_back(phase_rate(p));
    moment.moved[i] = world;
    rows_.rigid.write(moment.moved[i], q0_);
  }
  moment.forces = forces[0];
  moment.rates = rates[0];
  if (!moment.both_ways) return true;
  moment.forces = extrapolated<Eigen::VectorXd>(0.5 * (forces[0] + forces[1]), 0.5 * (forces[2] + forces[3]));
  for (std::size_t p = 0; p < moment.rates.size(); ++p)
    moment.rates[p] = extrapolated(0.5 * (rates[0][p] + rates[1][p]), 0.5 * (rates[2][p] + rates[3][p]));
  return true;
}

std::span<const double> EnergyMomentum::force_now(const World& world, ConstraintId id) {
  if (!find_moment(world)) return {};
  for (const MassRows::Term& term : rows_.terms)
    if (term.id == id && term.kind) return {moment_->forces.data() + term.row, index(term.rows)};
  return {};
}

bool EnergyMomentum::motor_now(const World& world, MotorId id, double& force, double& power) {
  const MassRows::Term* term = term_of(id);
  if (!term || !find_moment(world)) return false;
  force = moment_->forces[term->row];
  power = force * moment_->rates[index(phase_of(*term))];
  return true;
}

bool EnergyMomentum::motion_now(const World& world, const Connector& point, ConnectorId id, Point& velocity,
                                Point& acceleration) {
  Point here;
  std::array<Point, 4> there;
  if (!place_of(world, point, here) || !find_moment(world)) return false;
  const double h = moment_part * limber::tick;
  for (std::size_t i = 0; i < there.size(); ++i) {
    if (i % 2 == 1 && !moment_->both_ways) continue;
    const Connector* moved = moment_->moved[i].find(id);
    if (!place_of(moment_->moved[i], moved ? *moved : point, there[i])) return false;
  }
  if (!moment_->both_ways) {
    acceleration = (there[2] - 2 * there[0] + here) / (h * h);
    velocity = (there[0] - here) / h - 0.5 * h * acceleration;
    return true;
  }
  velocity = extrapolated<Point>((there[0] - there[1]) / (2 * h), (there[2] - there[3]) / (4 * h));
  acceleration = extrapolated<Point>((there[0] - 2 * here + there[1]) / (h * h),
                                     (there[2] - 2 * here + there[3]) / (4 * h * h));
  return true;
}

}  // namespace limber
