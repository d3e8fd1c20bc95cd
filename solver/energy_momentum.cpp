#include "solver/energy_momentum.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solver/mass_tolerances.h"
#include "solver/tolerances.h"

namespace limber {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// w of a body over the step.
Eigen::Vector3d way_of(const Eigen::VectorXd& q0, const Eigen::VectorXd& q1, double turn,
                       std::size_t body) {
  const Eigen::Index at = 3 * static_cast<Eigen::Index>(body);
  return {q1[at] - q0[at], q1[at + 1] - q0[at + 1], turn};
}

}  // namespace

void MassBalance::add(const MassBalance& other) {
  kinetic += other.kinetic;
  potential += other.potential;
  momentum += other.momentum;
  angular_momentum += other.angular_momentum;
}

void EnergyMomentum::build(const World& world, const Island& island) {
  rows_.build(world, island);
  system_.build(rows_);
  const Eigen::Index n = rows_.columns(), rows = rows_.count();
  for (Eigen::VectorXd* v : {&q0_, &q1_, &F_, &q_kept_}) v->setZero(n);
  for (Eigen::VectorXd* v : {&mu_, &forces_}) v->setZero(rows);
  phase_rates_.assign(rows_.phases.size(), 0);
  velocities_kept_.assign(rows_.rigid.bodies.size(), Eigen::Vector3d::Zero());
  reading_forces_.assign(2 * rows_.rigid.readings.size(), 0);
  velocities_ = mean_velocities_ = velocities_kept_;
  rates_kept_.clear();
  for (const Rigid::Body& body : rows_.rigid.bodies) rates_kept_.push_back(body.rates);
  mean_rates_ = rates_before_ = rates_kept_;
  bends_.assign(rows_.rigid.shapes.size(), {});
  bending_.assign(bends_.size(), {});
  for (std::size_t k = 0; k < bends_.size(); ++k) {
    const int numbers = rows_.rigid.shapes[k].curve.size();
    bends_[k].build(numbers);
    bending_[k].setZero(1 + numbers, 1 + numbers);
  }
  rates_.assign(index(rows_.count()), 0);
  wanted_ = rates_;
  struck_.assign(rates_.size(), 0);
  firm_ = struck_;
}

// ---- a tick

void EnergyMomentum::keep() {
  q_kept_ = q0_;
  time_kept_ = time_;
  work_kept_ = work_;
  lost_kept_ = lost_;
  for (std::size_t b = 0; b < velocities_kept_.size(); ++b) {
    velocities_kept_[b] = rows_.rigid.bodies[b].velocity;
    rates_kept_[b] = rows_.rigid.bodies[b].rates;
  }
}

void EnergyMomentum::go_back() {
  q0_ = q_kept_;
  time_ = time_kept_;
  work_ = work_kept_;
  lost_ = lost_kept_;
  for (std::size_t b = 0; b < velocities_kept_.size(); ++b) {
    rows_.rigid.bodies[b].velocity = velocities_kept_[b];
    rows_.rigid.bodies[b].rates = rates_kept_[b];
  }
}

bool EnergyMomentum::read(const World& world) {
  gravity_ = world.physics.gravity;
  return rows_.read(world, q0_);
}

bool EnergyMomentum::tick(World& world, double h) {
  steps_ = iterations_ = 0;
  work_ = lost_ = 0;
  rests_ = false;
  for (const Rigid::Body& body : rows_.rigid.bodies)
    if (body.link) lost_ += join_velocities(world, body.link);
  const double lost_joining = lost_;
  if (move(world, h)) return true;
  work_ = 0;  // of steps that were not taken
  lost_ = lost_joining;
  return false;
}

bool EnergyMomentum::move(World& world, double h) {
  if (!read(world)) return false;
  time_ = world.time;
  if (rows_.snaps && !strike(Strike::new_rows)) return false;
  keep();
  if (!rows_.begin(q0_, time_, h)) return false;
  int points = 0;
  for (const Rigid::Bent& shape : rows_.rigid.shapes) points += shape.curve.work();
  const bool small = static_cast<int>(rows_.rigid.bodies.size()) <= most_bodies_order_4 &&
                     points <= most_points_order_4;
  bool good = order >= 4 && small && rows_.is_smooth(h) && smooth_steps(h);
  good = good || halved_steps(h);
  if (!good) {  // rows that disagree share the error
    rows_.yield = true;
    good = halved_steps(h);
    rows_.yield = false;
  }
  if (!good && !(good = refined_steps(h))) return false;
  if ((rests_ = stood_still(h))) stand_still();
  if (rows_.is_driven() && !struck_in_step_) give_rates();
  for (std::size_t p = 0; p < rows_.phases.size(); ++p) phase_rates_[p] = phase_rate(static_cast<int>(p));
  rows_.rigid.write(world, q0_);
  rows_.write(world, q0_);
  return true;
}

// What a motor or the clock drives has the rates it is to have at the end of a tick. Steps give them in their mean
// only (an angle changes by dphi, its velocity by 2 tan(dphi / 2)): each leaves them as far above as they were below.
// At a dead point that would throw the figure: there velocities stay as steps left them.
void EnergyMomentum::give_rates() {
  keep();
  if (!strike(Strike::step) || !(lost_ - lost_kept_ <= most_rates_take * kinetic())) go_back();
}

bool EnergyMomentum::stood_still(double h) const {
  if (rows_.snaps || !bends_.empty() || !rows_.acts_smoothly()) return false;
  const Eigen::Index bodies = 3 * static_cast<Eigen::Index>(rows_.rigid.bodies.size());
  for (Eigen::Index j = 0; j < q0_.size(); ++j) {
    const bool is_length = j < bodies && j % 3 < 2;
    const double unit = is_length ? rows_.size : std::max(1.0, std::abs(q_kept_[j]));
    if (!(std::abs(q0_[j] - q_kept_[j]) <= still_motion * unit)) return false;
  }
  for (const Rigid::Body& body : rows_.rigid.bodies) {
    const double speed = std::max(body.velocity.head<2>().norm(), rows_.size * std::abs(body.velocity[2]));
    if (!(h * speed <= still_speed * rows_.size)) return false;
  }
  for (const MassRows::Term& term : rows_.terms)
    if (term.drives && term.law != MassRows::Law::hand && (term.law != MassRows::Law::motor || term.speed != 0))
      return false;
  return true;
}

void EnergyMomentum::stand_still() {
  q0_ = q_kept_;
  lost_ += kinetic();
  for (Rigid::Body& body : rows_.rigid.bodies) body.velocity.setZero();
}

// Order 4, in two halves what turns fast; false also when a stop was met on the way. So is what is driven: by giving
// it its rates a tick takes away what they are off along the rows, which changes its sign in every step and turns
// what is free by its product with the square of the step. In ten steps that goes out, in five the order were 3.
bool EnergyMomentum::smooth_steps(double h) {
  const double a = 1 / (4 - std::cbrt(4.0));
  double fastest = 0;
  for (const Rigid::Body& body : rows_.rigid.bodies) fastest = std::max(fastest, std::abs(body.velocity[2]));
  const int halves = rows_.is_driven() || h * fastest > most_turn_order_4 ? 2 : 1;
  for (int half = 0; half < halves; ++half)
    for (const double part : {a, a, 1 - 4 * a, a, a})
      if (!step(part * h / halves) || struck_in_step_) return false;
  return true;
}

bool EnergyMomentum::halved_steps(double h) {
  for (int n = 1; n <= most_mass_steps; n *= 2) {
    go_back();
    if (equal_steps(n, h)) return true;
  }
  return false;
}

bool EnergyMomentum::equal_steps(int n, double h) {
  for (int i = 0; i < n; ++i)
    if (!step(h / n)) return false;
  return true;
}

// A curve that bends may come to where one of its numbers does hardly anything (an ellipse that is round just now:
// to turn it and to go on along it are one). That goes by in a moment, in which the number swings round: steps are
// halved there alone, and doubled again behind it.
// Energy tells whether what came out is a solution: one that gained any is refused.
bool EnergyMomentum::refined_steps(double h) {
  if (bends_.empty()) return false;
  constexpr int whole = 1 << most_mass_halvings;
  go_back();
  if (!rows_.stand_at(q0_, time_)) return false;
  double energy = potential() + lost_ - work_;
  if (!rows_.begin(q0_, time_, h)) return false;
  double before = kinetic();
  energy += before;
  int done = 0, part = whole / most_mass_steps;
  for (int tries = 0; done < whole && tries < most_refined_steps; ++tries) {
    // Nothing speeds up so, or goes so far, in so short a time: that would be another, wrong solution.
    if (!step(h * part / whole) || !(kinetic() <= most_refined_growth * before) ||
        !((q0_ - q_kept_).cwiseAbs().maxCoeff() <= most_refined_move * rows_.size)) {
      go_back();
      if ((part /= 2) == 0) return false;
      continue;
    }
    keep();
    before = kinetic();
    done += part;
    if (done % (2 * part) == 0 && 2 * part <= whole / most_mass_steps) part *= 2;
  }
  if (done != whole || !rows_.stand_at(q0_, time_)) return false;
  const double gained = before + potential() + lost_ - work_ - energy;
  return std::abs(gained) <= most_refined_gain * std::max(std::abs(energy), before);
}

// ---- a step

bool EnergyMomentum::step(double h) {
  ++steps_;
  h_ = h;
  if (!rows_.begin(q0_, time_, h)) return false;
  for (std::size_t k = 0; k < bends_.size(); ++k) {
    const Rigid::Bent& shape = rows_.rigid.shapes[k];
    const Rigid::Body& body = rows_.rigid.bodies[index(shape.body)];
    bends_[k].begin(q0_.data() + rows_.rigid.shape_column(shape.begin), shape.at, body.velocity[2],
                    body.rates, h);
  }
  predict(h);
  mu_.setZero();
  const double before = kinetic() - work_ + lost_;
  if (!newton(h)) return false;
  if (!end_step(h) || !is_balanced(before)) return false;
  struck_in_step_ = needs_strike();
  return !struck_in_step_ || strike(Strike::step);
}

bool EnergyMomentum::needs_strike() const {
  for (int r = 0; r < rows_.count(); ++r) {
    const MassRows::Row& row = rows_.rows[index(r)];
    if (row.side == 0 && mu_[r] != 0 && (row.unmet || std::isfinite(row.lo))) return true;
  }
  return false;
}

void EnergyMomentum::predict(double h) {
  q1_ = q0_;
  for (std::size_t b = 0; b < rows_.rigid.bodies.size(); ++b) {
    const Rigid::Body& body = rows_.rigid.bodies[b];
    const Eigen::Index at = 3 * static_cast<Eigen::Index>(b);
    q1_.segment<2>(at) += h * (body.velocity.head<2>() + 0.5 * h * gravity_);
    q1_[at + 2] += 2 * std::atan(0.5 * h * body.velocity[2]);
    if (body.shape < 0) continue;
    const int first = rows_.rigid.shape_column(rows_.rigid.shapes[index(body.shape)].begin);
    q1_.segment(first, body.rates.size()) += h * body.rates;
  }
  for (const MassRows::Term& term : rows_.terms)
    if (term.law == MassRows::Law::motor) q1_[term.on[0].column] += h * term.speed;
}

bool EnergyMomentum::end_step(double h) {
  rows_.turn_to(q0_, q1_);
  if (!rows_.rigid.bend_to(q1_) || !bend_to_end()) return false;
  book(h);
  find_gain();
  for (std::size_t b = 0; b < rows_.rigid.bodies.size(); ++b) {
    Eigen::Vector3d& v = rows_.rigid.bodies[b].velocity;
    mean_velocities_[b] = way_of(q0_, q1_, rows_.turn[static_cast<Eigen::Index>(b)], b) / h;
    v = 2 * mean_velocities_[b] - v;
    const int k = rows_.rigid.bodies[b].shape;
    if (k < 0) continue;
    const Rigid::Bent& shape = rows_.rigid.shapes[index(k)];
    const int first = rows_.rigid.shape_column(shape.begin);
    mean_rates_[b] = (q1_ - q0_).segment(first, shape.curve.size()) / h;
    bends_[index(k)].end(shape.at, v[2], rows_.rigid.bodies[b].rates);
    if (!rows_.rigid.bodies[b].turns) v[2] = 0;
  }
  forces_ = mu_ / h;
  q0_ = q1_;
  time_ += h;
  return true;
}

// The first matrix knows no forces in the rows, the second does; both are of this step, so that
// nothing depends on what was stepped before.
bool EnergyMomentum::newton(double h) {
  const double end = (bends_.empty() ? mass_newton_end : bent_newton_end) * rows_.size;
  double before = 0;
  int changes = 0;
  bool slow = false;
  for (int i = 0; i < mass_newton_iterations + changes; ++i) {
    ++iterations_;
    if (!rows_.evaluate(q0_, q1_)) return false;
    const bool changed = rows_.choose_sides(mu_);
    if (changed && ++changes > most_side_changes) return false;
    if (!bend_to_end()) return false;
    residuals(h);
    if (i < 2 || slow || changed) {
      if ((i == 0 || slow || changed) && !differentiate_bends(h)) return false;
      if (!system_.assemble_step(rows_, h, mu_, reading_forces_, bending_)) return false;
    }
    write_right_side();
    system_.solve();
    const double move = take();
    if (!std::isfinite(move)) return false;
    const bool stands = move <= end && i > 1 && move >= 0.5 * before;
    if (i > 0 && !changed && (move <= mass_newton_rounding * rows_.size || stands)) return true;
    slow = i > 0 && move > mass_newton_slow * before && move > end;
    before = move;
  }
  return false;
}

void EnergyMomentum::write_right_side() {
  for (int j = 0; j < rows_.columns(); ++j) system_.at(j) = -F_[j];
  for (int r = 0; r < rows_.count(); ++r) {
    const bool free = rows_.rows[index(r)].side == 0;
    system_.at(system_.row_unknown(r)) = free ? -rows_.residual(r, mu_[r]) : rows_.bound(r) - mu_[r];
  }
}

// The solution is taken. How far it moved the bodies.
double EnergyMomentum::take() {
  double move = 0;
  const int bodies = 3 * static_cast<int>(rows_.rigid.bodies.size());
  for (int j = 0; j < rows_.columns(); ++j) {
    const double dq = system_.at(j);
    if (!std::isfinite(dq)) return dq;
    q1_[j] += dq;
    if (j >= bodies && !bends_.empty() && rows_.rigid.shape_of(j) >= 0)
      move = std::max(move, std::abs(dq) * std::max(std::sqrt(rows_.rigid.inertia_of(j) / rows_.mass),
                                                    rows_.size / rows_.rigid.unit_of(j)));
    if (j < bodies) move = std::max(move, std::abs(dq) * (j % 3 == 2 ? rows_.size : 1));
  }
  for (int r = 0; r < rows_.count(); ++r) mu_[r] += system_.at(system_.row_unknown(r));
  return move;
}

// ---- the equations

void EnergyMomentum::add_force(int reading, const double* f) {
  const Rigid::Reading& of = rows_.rigid.readings[index(reading)];
  const MassRows::Mean& mean = rows_.mean[index(reading)];
  for (int i = 0; i < of.n; ++i) {
    reading_forces_[index(2 * reading + i)] += f[i];
    for (int j = 0; j < 3 && of.body >= 0; ++j) F_[3 * of.body + j] -= mean.D[index(3 * i + j)] * f[i];
    if (of.slide >= 0) F_[rows_.rigid.slide_column(of.slide)] -= mean.D_t[index(i)] * f[i];
    if (mean.D_s.empty()) continue;
    const Rigid::Bent& shape = rows_.rigid.shapes[index(rows_.rigid.bodies[index(of.body)].shape)];
    const int numbers = shape.curve.size(), first = rows_.rigid.shape_column(shape.begin);
    for (int k = 0; k < numbers; ++k) F_[first + k] -= mean.D_s[index(numbers * i + k)] * f[i];
  }
}

void EnergyMomentum::residuals(double h) {
  F_.setZero();
  std::fill(reading_forces_.begin(), reading_forces_.end(), 0.0);
  for (std::size_t b = 0; b < rows_.rigid.bodies.size(); ++b) {
    const Rigid::Body& body = rows_.rigid.bodies[b];
    const Eigen::Index at = 3 * static_cast<Eigen::Index>(b);
    const Eigen::Vector3d w = way_of(q0_, q1_, rows_.turn[static_cast<Eigen::Index>(b)], b);
    for (int j = 0; j < 2; ++j)
      F_[at + j] = body.inertia.mass * (2 / h * w[j] - 2 * body.velocity[j] - h * gravity_[j]) +
                   body.drag.mass * w[j];
    if (body.turns && body.shape < 0)
      F_[at + 2] = body.inertia.moment * (2 / h * w[2] - 2 * body.velocity[2]) + body.drag.moment * w[2];
  }
  add_bends(h);
  for (const MassRows::Term& term : rows_.terms)
    for (const MassRows::Argument& argument : term.on) {
      double f[2] = {};
      rows_.force_on(term, argument, mu_, f);
      if (argument.reading >= 0) add_force(argument.reading, f);
      else if (argument.column >= 0) F_[argument.column] -= f[0];
    }
  for (const MassRows::Push& push : rows_.pushes) {
    const double f[2] = {h * push.value.x(), h * push.value.y()};
    add_force(push.reading, f);
  }
}

// ---- curves that bend

bool EnergyMomentum::bend_to_end() {
  for (std::size_t k = 0; k < bends_.size(); ++k) {
    Rigid::Bent& shape = rows_.rigid.shapes[k];
    const double turn = rows_.turn[static_cast<Eigen::Index>(shape.body)];
    if (!bends_[k].evaluate(shape.curve, q1_.data() + rows_.rigid.shape_column(shape.begin), shape.at, turn))
      return false;
  }
  return true;
}

// Their part of the residuals: of a body with density rho and drag of the air a, for each unit of length,
// rho r + a h m_mean.
void EnergyMomentum::add_bends(double h) {
  for (std::size_t k = 0; k < bends_.size(); ++k) {
    const Rigid::Bent& shape = rows_.rigid.shapes[k];
    const Rigid::Body& body = rows_.rigid.bodies[index(shape.body)];
    const double density = body.inertia.mass / body.length, drag = air_of(body) * h;
    const auto part = [&](Eigen::Index i) {
      return density * bends_[k].residual[i] + drag * bends_[k].mean[i];
    };
    if (body.turns) F_[3 * shape.body + 2] = part(0);
    for (int i = 0; i < shape.curve.size(); ++i)
      F_[rows_.rigid.shape_column(shape.begin + i)] = part(1 + i);
  }
}

bool EnergyMomentum::differentiate_bends(double h) {
  for (std::size_t k = 0; k < bends_.size(); ++k) {
    Rigid::Bent& shape = rows_.rigid.shapes[k];
    const Rigid::Body& body = rows_.rigid.bodies[index(shape.body)];
    const Eigen::Index b = shape.body;
    const double* s1 = q1_.data() + rows_.rigid.shape_column(shape.begin);
    if (!bends_[k].differentiate(shape.curve, s1, rows_.turn[b])) return false;
    const double density = body.inertia.mass / body.length;
    bending_[k] = density * bends_[k].residual_by + air_of(body) * h * bends_[k].mean_by;
    bending_[k].col(0) *= rows_.turn_rate[b];
    if (body.turns) continue;
    bending_[k].row(0).setZero();
    bending_[k].col(0).setZero();
    bending_[k](0, 0) = 1;
  }
  return true;
}

// ---- the balance of energy

// What rows did beside holding: D' mu times the mean velocity, which is mu (c1 - c0) / h but for what
// time itself changes. A spring keeps what it takes, as far as it is not damped. Rows that yield are as those not met.
void EnergyMomentum::book(double h) {
  for (const MassRows::Term& term : rows_.terms) {
    bool unmet = rows_.yield && term.law == MassRows::Law::hold && term.stiffness == 0, stop = false;
    for (int r = term.row; r < term.row + term.rows; ++r) {
      unmet |= rows_.rows[index(r)].unmet;
      stop |= rows_.rows[index(r)].stop;
    }
    if (!term.drives && !unmet && !stop && term.damping == 0) continue;
    double done = 0, damped = 0, kept = 0;
    for (const MassRows::Argument& argument : term.on) {
      double f[2] = {};
      rows_.force_on(term, argument, mu_, f);
      for (int s = 0; s < argument.n; ++s) done += f[s] * rows_.way(argument, s) / h;
    }
    if (term.law == MassRows::Law::hold && term.stiffness > 0)
      for (int r = term.row; r < term.row + term.rows; ++r) {
        const bool one_way = rows_.rows[index(r)].stop;
        const double c0 = one_way ? std::min(0.0, rows_.c0[r]) : rows_.c0[r];
        const double c1 = one_way ? std::min(0.0, rows_.c1[r]) : rows_.c1[r];
        damped += term.damping * (c1 - c0) * (c1 - c0) / h;
        kept += 0.5 * term.stiffness * (c1 * c1 - c0 * c0);
      }
    lost_ += damped;
    const double rest = done + damped + kept;
    if (term.drives || unmet) work_ += rest;
    else if (stop) lost_ -= rest;
  }
  for (std::size_t b = 0; b < rows_.rigid.bodies.size(); ++b) {
    const Rigid::Body& body = rows_.rigid.bodies[b];
    const Eigen::Vector3d w = way_of(q0_, q1_, rows_.turn[static_cast<Eigen::Index>(b)], b);
    lost_ += (body.drag.mass * w.head<2>().squaredNorm() + body.drag.moment * w[2] * w[2]) / h;
    if (body.shape < 0 || body.drag.mass == 0) continue;
    const Rigid::Bent& shape = rows_.rigid.shapes[index(body.shape)];
    const FlexibleStep& bend = bends_[index(body.shape)];
    const int first = rows_.rigid.shape_column(shape.begin);
    double along = body.turns ? bend.mean[0] * w[2] : 0;
    for (int i = 0; i < shape.curve.size(); ++i)
      along += bend.mean[1 + i] * (q1_[first + i] - q0_[first + i]);
    lost_ += air_of(body) * along;
  }
}

double EnergyMomentum::kinetic_of(const Rigid::Body& body) const {
  if (body.shape < 0)
    return 0.5 * (body.inertia.mass * body.velocity.head<2>().squaredNorm() +
                  body.inertia.moment * body.velocity[2] * body.velocity[2]);
  const Rigid::Bent& shape = rows_.rigid.shapes[index(body.shape)];
  double sum = body.velocity.head<2>().squaredNorm() * shape.curve.length();
  const Eigen::MatrixXd& N = shape.at.N;
  const auto v = [&](Eigen::Index i) { return i == 0 ? body.velocity[2] : body.rates[i - 1]; };
  for (Eigen::Index i = 0; i < N.rows(); ++i)
    for (Eigen::Index j = 0; j < N.cols(); ++j) sum += v(i) * N(i, j) * v(j);
  return 0.5 * sum * body.inertia.mass / shape.curve.length();
}

double EnergyMomentum::kinetic() const {
  double sum = 0;
  for (const Rigid::Body& body : rows_.rigid.bodies) sum += kinetic_of(body);
  return sum;
}

// The gain of potential energy in the step, and how large its parts are.
void EnergyMomentum::find_gain() {
  gained_ = gained_parts_ = 0;
  const auto add = [&](double part) {
    gained_ += part;
    gained_parts_ += std::abs(part);
  };
  for (std::size_t b = 0; b < rows_.rigid.bodies.size(); ++b) {
    const Eigen::Index at = 3 * static_cast<Eigen::Index>(b);
    for (int j = 0; j < 2; ++j)
      add(-rows_.rigid.bodies[b].inertia.mass * gravity_[j] * (q1_[at + j] - q0_[at + j]));
  }
  for (const MassRows::Term& term : rows_.terms) {
    if (term.law != MassRows::Law::hold || term.stiffness == 0) continue;
    for (int r = term.row; r < term.row + term.rows; ++r) {
      const bool one_way = rows_.rows[index(r)].stop;
      const double c0 = one_way ? std::min(0.0, rows_.c0[r]) : rows_.c0[r];
      const double c1 = one_way ? std::min(0.0, rows_.c1[r]) : rows_.c1[r];
      add(0.5 * term.stiffness * c1 * c1);
      add(-0.5 * term.stiffness * c0 * c0);
    }
  }
  for (const MassRows::Push& push : rows_.pushes) {
    const std::size_t r = index(push.reading);
    for (int s = 0; s < rows_.rigid.readings[r].n; ++s)
      add(-push.value[s] * (rows_.now[r].r[index(s)] - rows_.begun[r].r[index(s)]));
  }
}

// A step that gained anything beside what was booked is no solution of its equations: another one, of a curve that
// bends through a place where that hardly moves it, or one whose impulses have lost their digits, where bars are
// stretched straight between two nails.
bool EnergyMomentum::is_balanced(double before) const {
  const double now = kinetic(), parts = now + gained_parts_ + std::abs(work_) + lost_;
  const double rounding = step_gain_rounding * rows_.mass * std::pow(rows_.size / limber::tick, 2);
  return std::abs(now + gained_ - work_ + lost_ - before) <= most_step_gain * parts + rounding;
}

// ---- impulses

// How fast rows change, and are to, of points that slide and phases that stand: what holds stands, and a motor has
// its speed. One with a limit goes on as it did in the mean of the step: its speed itself is so much less that what
// the next step asks could be beyond the limit.
void EnergyMomentum::find_rates(Strike why) {
  if (why == Strike::step) find_mean_rates();
  rows_.rates(rows_.now, rates_);
  for (const MassRows::Term& term : rows_.terms) {
    const bool goes_on = why == Strike::step && rows_.holds_phase(term);
    const bool limited = why == Strike::step && std::isfinite(term.limit);
    for (int r = term.row; r < term.row + term.rows; ++r) {
      const MassRows::Row& row = rows_.rows[index(r)];
      double& wanted = wanted_[index(r)];
      if (term.law == MassRows::Law::motor) wanted = limited ? 0 : term.speed;
      else if (why == Strike::step && row.unmet) wanted = row.end_rate;
      else if (!goes_on) wanted = 0;
    }
  }
}

void EnergyMomentum::find_mean_rates() {
  for (std::size_t b = 0; b < velocities_.size(); ++b) {
    velocities_[b] = std::exchange(rows_.rigid.bodies[b].velocity, mean_velocities_[b]);
    rates_before_[b] = rows_.rigid.bodies[b].rates;
    rows_.rigid.bodies[b].rates = mean_rates_[b];
  }
  rows_.rates(rows_.now, wanted_);
  for (std::size_t b = 0; b < velocities_.size(); ++b) {
    rows_.rigid.bodies[b].velocity = velocities_[b];
    rows_.rigid.bodies[b].rates = rates_before_[b];
  }
}

// What acts: all that holds and is met, or on the way to it; motors without a limit when they are
// new, and those that hold; stops that are touched, of which those that were hit hold both ways.
void EnergyMomentum::choose_struck(Strike why) {
  for (const MassRows::Term& term : rows_.terms)
    for (int r = term.row; r < term.row + term.rows; ++r) {
      const MassRows::Row& row = rows_.rows[index(r)];
      const bool held = why == Strike::step && row.side == 0 && mu_[r] != 0;
      const bool touched = row.stop ? rows_.c1[r] <= rows_.tolerance()
                                    : std::abs(rows_.c1[r]) <= rows_.tolerance();
      const bool coming = why == Strike::step && row.unmet && row.side == 0;
      bool acts = term.law == MassRows::Law::hold && term.stiffness == 0 && (touched || coming);
      if (term.law == MassRows::Law::motor)
        acts = why == Strike::step ? row.side == 0 : !std::isfinite(term.limit);
      firm_[index(r)] = !row.stop || held;
      struck_[index(r)] = acts && (firm_[index(r)] || rates_[index(r)] < 0);
    }
}

// A stop that would have to pull is let go, one that would be passed acts. True when some did.
bool EnergyMomentum::revise_struck() {
  bool changed = false;
  for (int r = 0; r < rows_.count(); ++r)
    if (!firm_[index(r)] && struck_[index(r)] && system_.at(system_.row_unknown(r)) < 0) {
      struck_[index(r)] = 0;
      changed = true;
    }
  return changed;
}

void EnergyMomentum::solve_strike() {
  for (int j = 0; j < rows_.columns(); ++j) system_.at(j) = 0;
  for (int r = 0; r < rows_.count(); ++r)
    system_.at(system_.row_unknown(r)) = struck_[index(r)] ? wanted_[index(r)] - rates_[index(r)] : 0;
  system_.solve();
}

// What it did as work: of a row that is to change at a rate, its impulse times that rate, but for what
// time itself changes. What else goes is lost.
void EnergyMomentum::take_strike() {
  for (int r = 0; r < rows_.count(); ++r)
    if (struck_[index(r)])
      struck_work_ += system_.at(system_.row_unknown(r)) * (wanted_[index(r)] - rows_.c_time[r]);
  for (std::size_t b = 0; b < rows_.rigid.bodies.size(); ++b)
    for (int j = 0; j < 3; ++j)
      rows_.rigid.bodies[b].velocity[j] += system_.at(3 * static_cast<int>(b) + j);
  for (const Rigid::Bent& shape : rows_.rigid.shapes)
    for (int i = 0; i < shape.curve.size(); ++i)
      rows_.rigid.bodies[index(shape.body)].rates[i] +=
          system_.at(rows_.rigid.shape_column(shape.begin + i));
}

bool EnergyMomentum::strike(Strike why) {
  if (!rows_.stand_at(q0_, time_)) return false;
  find_rates(why);
  choose_struck(why);
  const double before = kinetic();
  for (int i = 0; i < impulse_revisions; ++i) {
    if (!system_.assemble_impulse(rows_, why == Strike::step ? h_ : 0, struck_)) return false;
    solve_strike();
    if (!revise_struck()) break;
  }
  struck_work_ = 0;
  take_strike();
  rows_.rates(rows_.now, rates_);  // once more: rows give a trifle
  solve_strike();
  take_strike();
  const double gained = kinetic() - before;
  if (!std::isfinite(gained)) return false;
  work_ += struck_work_;
  lost_ += struck_work_ - gained;
  return true;
}

}  // namespace limber
