#include "solver/energy_momentum.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "codegen/compile.h"
#include "solver/mass_tolerances.h"
#include "solver/tolerances.h"

namespace limber {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

const ConstraintDefinition<Kernel>& mean_turn() {
  static const ConstraintDefinition<Kernel>& map = builtin_map("mean_turn");
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

// ---- building

bool EnergyMomentum::build(const World& world, const Island& island, const Mass& mass) {
  mass_ = mass;
  terms_.clear();
  pushes_.clear();
  rows_ = 0;
  if (!island.motors.empty() || !island.hands.empty() || island.timed) return false;
  rigid_.build(world, island);
  if (!add_terms(world, island)) return false;
  add_locks(world);
  for (const ConnectorId id : rigid_.slides) rigid_.add(world, id);
  for (const ForceId id : island.forces)
    pushes_.push_back({id, rigid_.add(world, world.find(id)->on)});
  push_.resize(pushes_.size());
  begin_.resize(rigid_.readings.size());
  now_.resize(begin_.size());
  mean_.resize(begin_.size());
  reading_force_.resize(2 * begin_.size());
  int numbers = 0, inputs = 1;
  for (Term& term : terms_) {
    term.at = numbers;
    numbers += term.rows * term.inputs;
    inputs = std::max(inputs, 2 * (term.inputs + 1));
  }
  means_.resize(index(numbers));
  ends_.resize(index(numbers));
  in_.resize(index(inputs));
  make_nodes();
  return true;
}

bool EnergyMomentum::add_terms(const World& world, const Island& island) {
  std::size_t outputs = 1;
  for (const ConstraintId id : island.constraints) {
    const Constraint& constraint = *world.find(id);
    const ConstraintKind& kind = *constraint.kind;
    for (const Sense sense : kind.senses)
      if (sense == Sense::at_least) return false;
    Term term;
    term.id = id;
    term.kind = &kind;
    term.row = rows_;
    term.rows = kind.rows;
    term.linear = is_linear(kind);
    for (std::size_t i = 0; i < constraint.on.size(); ++i) {
      Argument argument;
      argument.n = size_of(kind.inputs[i].shape);
      argument.input = term.inputs;
      const Connector* connector = world.find(constraint.on[i].connector);
      if (connector && connector->curve)
        argument.reading = rigid_.add(world, constraint.on[i].connector);
      term.inputs += argument.n;
      term.on.push_back(argument);
    }
    rows_ += term.rows;
    outputs = std::max(outputs, static_cast<std::size_t>(kind.evaluate.outputs()));
    terms_.push_back(std::move(term));
  }
  out_.resize(outputs);
  return true;
}

// A locked parameter of the place or angle of a body that can move otherwise.
void EnergyMomentum::add_locks(const World& world) {
  for (const Rigid::Body& body : rigid_.bodies)
    for (const int parameter : places_locked(*world.body(body.members.front()))) {
      Term term;
      term.row = rows_++;
      term.rows = term.inputs = 1;
      Argument argument;
      argument.n = 1;
      argument.reading = rigid_.add(world, parameter_of(body.members.front(), parameter));
      term.on = {argument};
      terms_.push_back(std::move(term));
    }
}

// A node for each body; one for the rows of each constraint, together with the t of the points that
// slide in it, and with all other rows that read the same t.
void EnergyMomentum::make_nodes() {
  const int bodies = static_cast<int>(rigid_.bodies.size());
  const int slides = static_cast<int>(rigid_.slides.size()), terms = static_cast<int>(terms_.size());
  std::vector<int> root(index(terms + slides));
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int i) {
    while (root[index(i)] != i) i = root[index(i)] = root[index(root[index(i)])];
    return i;
  };
  const auto reading_of = [&](const Argument& a) { return rigid_.readings[index(a.reading)]; };
  for (int k = 0; k < terms; ++k)
    for (const Argument& argument : terms_[index(k)].on)
      if (argument.reading >= 0 && reading_of(argument).slide >= 0)
        root[index(find(terms + reading_of(argument).slide))] = find(k);
  std::vector<int> group(root.size(), -1), sizes(index(bodies), 3);
  std::vector<std::pair<int, int>> edges;
  const int unknowns = rigid_.columns() + rows_;
  node_.assign(index(unknowns), 0);
  local_.assign(index(unknowns), 0);
  const auto node_of = [&](int i) {
    int& node = group[index(find(i))];
    if (node < 0) {
      node = static_cast<int>(sizes.size());
      sizes.push_back(0);
    }
    return node;
  };
  const auto put = [&](int unknown, int node) {
    node_[index(unknown)] = node;
    local_[index(unknown)] = sizes[index(node)]++;
  };
  for (int j = 0; j < 3 * bodies; ++j) {
    node_[index(j)] = j / 3;
    local_[index(j)] = j % 3;
  }
  for (int k = 0; k < terms; ++k) {
    const Term& term = terms_[index(k)];
    const int node = node_of(k);
    for (int r = 0; r < term.rows; ++r) put(row_unknown(term.row + r), node);
    for (const Argument& a : term.on) {
      if (a.reading < 0 || reading_of(a).body < 0) continue;
      edges.push_back({node, reading_of(a).body});
      for (const Argument& b : term.on)
        if (!term.linear && b.reading >= 0 && reading_of(b).body >= 0)
          edges.push_back({reading_of(a).body, reading_of(b).body});
    }
  }
  for (int s = 0; s < slides; ++s) put(rigid_.slide_column(s), node_of(terms + s));
  for (const Rigid::Reading& reading : rigid_.readings)  // forces on points that slide
    if (reading.slide >= 0 && reading.body >= 0)
      edges.push_back({node_[index(rigid_.slide_column(reading.slide))], reading.body});
  std::vector<char> late(sizes.size(), 1);
  std::fill(late.begin(), late.begin() + bodies, 0);
  lu_.analyse(sizes, late, edges);
  std::vector<int> begin(1, 0);
  for (const int size : sizes) begin.push_back(begin.back() + size);
  place_.resize(index(unknowns));
  for (int u = 0; u < unknowns; ++u)
    place_[index(u)] = begin[index(node_[index(u)])] + local_[index(u)];
  const Eigen::Index n = rigid_.columns();
  for (Eigen::VectorXd* v : {&q0_, &q1_, &F_}) v->setZero(n);
  for (Eigen::VectorXd* v : {&mu_, &c0_, &c1_}) v->setZero(rows_);
  x_.setZero(unknowns);
  turn_.setZero(bodies);
  turn_rate_.setZero(bodies);
}

Eigen::Vector3d* EnergyMomentum::velocity(CurveId curve) {
  for (Rigid::Body& body : rigid_.bodies)
    if (std::find(body.members.begin(), body.members.end(), curve) != body.members.end())
      return &body.velocity;
  return nullptr;
}

// ---- a tick

bool EnergyMomentum::read(const World& world) {
  size_ = world.size();
  if (!rigid_.read(world, mass_.density, q0_)) return false;
  for (Term& term : terms_) {
    if (!term.kind) continue;
    const Constraint& constraint = *world.find(term.id);
    double compliance = constraint.compliance;
    if (compliance == 0 && term.kind->preference) compliance = preference_compliance;
    term.stiffness = compliance > 0 ? 1 / compliance : 0;
    for (std::size_t i = 0; i < term.on.size(); ++i) {
      if (term.on[i].reading >= 0) continue;
      term.on[i].number = constraint.on[i].number;
      if (const Connector* paper = world.find(constraint.on[i].connector)) {
        const Point place = std::get<OnPaper>(paper->what).place;
        term.on[i].number = {place.x(), place.y()};
      }
    }
  }
  for (std::size_t i = 0; i < pushes_.size(); ++i) push_[i] = world.find(pushes_[i].id)->value;
  if (!evaluate(q0_, begin_)) return false;
  for (Term& term : terms_)  // what is locked stays as it is now
    if (!term.kind) term.on[0].number[0] = begin_[index(term.on[0].reading)].r[0];
  return true;
}

bool EnergyMomentum::tick(World& world, double h) {
  if (!read(world)) return false;
  steps_ = iterations_ = 0;
  const Eigen::VectorXd q = q0_;
  std::vector<Eigen::Vector3d> velocities;
  for (const Rigid::Body& body : rigid_.bodies) velocities.push_back(body.velocity);
  const auto back = [&] {
    q0_ = q;
    for (std::size_t b = 0; b < velocities.size(); ++b) rigid_.bodies[b].velocity = velocities[b];
  };
  const double a = 1 / (4 - std::cbrt(4.0));
  const bool small = static_cast<int>(rigid_.bodies.size()) <= most_bodies_order_4;
  bool good = order >= 4 && small && compose({a, a, 1 - 4 * a, a, a}, h);
  for (int n = 1; !good && n <= most_mass_steps; n *= 2) {
    back();
    good = compose(std::vector<double>(index(n), 1.0 / n), h);
  }
  if (!good || !within_ranges(world)) {
    back();
    return false;
  }
  rigid_.write(world, q0_);
  return true;
}

bool EnergyMomentum::compose(const std::vector<double>& parts, double h) {
  for (const double part : parts)
    if (!step(part * h)) return false;
  return true;
}

// A point that would leave the end of its curve: there is no stop to hold it yet.
bool EnergyMomentum::within_ranges(const World& world) const {
  for (std::size_t s = 0; s < rigid_.slides.size(); ++s) {
    const Curve& curve = *world.find(world.find(rigid_.slides[s])->curve);
    const double t = q0_[rigid_.slide_column(static_cast<int>(s))];
    if (!curve.type->closed && (t < t_begin(curve) || t > t_end(curve))) return false;
  }
  return true;
}

bool EnergyMomentum::step(double h) {
  ++steps_;
  h_ = h;
  if (!evaluate(q0_, begin_) || !rows_at(begin_, nullptr, c0_)) return false;
  q1_ = q0_;
  for (std::size_t b = 0; b < rigid_.bodies.size(); ++b) {
    const Rigid::Body& body = rigid_.bodies[b];
    const Eigen::Index at = 3 * static_cast<Eigen::Index>(b);
    q1_.segment<2>(at) += h * (body.velocity.head<2>() + 0.5 * h * mass_.gravity);
    q1_[at + 2] += 2 * std::atan(0.5 * h * body.velocity[2]);
  }
  mu_.setZero();
  if (!newton(h)) return false;
  for (std::size_t b = 0; b < rigid_.bodies.size(); ++b) {
    const Eigen::Index at = 3 * static_cast<Eigen::Index>(b);
    const Eigen::Vector3d w(q1_[at] - q0_[at], q1_[at + 1] - q0_[at + 1],
                            turn_[static_cast<Eigen::Index>(b)]);
    rigid_.bodies[b].velocity = 2 / h * w - rigid_.bodies[b].velocity;
  }
  q0_ = q1_;
  return true;
}

// The first matrix knows no forces in the rows, the second does; both are of this step, so that
// nothing depends on what was stepped before.
bool EnergyMomentum::newton(double h) {
  double before = 0;
  for (int i = 0; i < mass_newton_iterations; ++i) {
    ++iterations_;
    if (!evaluate(q1_, now_) || !rows_at(now_, &ends_, c1_)) return false;
    mean_readings();
    if (!mean_rows()) return false;
    residuals(h);
    double move = 0;
    if (i < 2 || before < 0) {
      if (!assemble(h) || !lu_.factor()) return false;
    }
    const double last = std::abs(before);
    for (int j = 0; j < rigid_.columns(); ++j) x_[place_[index(j)]] = -F_[j];
    for (const Term& term : terms_)
      for (int r = term.row; r < term.row + term.rows; ++r) {
        const double give = term.stiffness > 0 ? 2 / (h * term.stiffness) : 0;
        const double c = term.stiffness > 0 ? c0_[r] + c1_[r] + give * mu_[r] : c1_[r];
        x_[place_[index(row_unknown(r))]] = -c;
      }
    lu_.solve(x_.data());
    for (int j = 0; j < rigid_.columns(); ++j) {
      const double dq = x_[place_[index(j)]];
      if (!std::isfinite(dq)) return false;
      q1_[j] += dq;
      if (j < 3 * static_cast<int>(rigid_.bodies.size()))
        move = std::max(move, std::abs(dq) * (j % 3 == 2 ? size_ : 1));
    }
    for (int r = 0; r < rows_; ++r) mu_[r] += x_[place_[index(row_unknown(r))]];
    const bool stands = move <= mass_newton_end * size_ && i > 1 && move >= 0.5 * last;
    if (i > 0 && (move <= mass_newton_rounding * size_ || stands)) {
      for (std::size_t b = 0; b < rigid_.bodies.size(); ++b) {
        const double in[2] = {q1_[3 * static_cast<Eigen::Index>(b) + 2] -
                                  q0_[3 * static_cast<Eigen::Index>(b) + 2],
                              0};
        double out[3];
        if (!mean_turn().evaluate(in, out)) return false;
        turn_[static_cast<Eigen::Index>(b)] = out[0];
      }
      return true;
    }
    const bool slow = i > 0 && move > mass_newton_slow * last && move > mass_newton_end * size_;
    before = slow ? -move : move;
  }
  return false;
}

// ---- readings and rows

bool EnergyMomentum::evaluate(const Eigen::VectorXd& q, std::vector<Rigid::State>& states) {
  for (std::size_t r = 0; r < states.size(); ++r)
    if (!rigid_.evaluate(static_cast<int>(r), q, states[r])) return false;
  return true;
}

// A kind at the mean of two states, into out_.
bool EnergyMomentum::evaluate_term(const Term& term, const std::vector<Rigid::State>& a,
                                   const std::vector<Rigid::State>& b) {
  for (const Argument& argument : term.on)
    for (int s = 0; s < argument.n; ++s)
      in_[index(argument.input + s)] =
          argument.reading < 0
              ? argument.number[index(s)]
              : 0.5 * (a[index(argument.reading)].r[index(s)] + b[index(argument.reading)].r[index(s)]);
  in_[index(term.inputs)] = 0;
  return term.kind->evaluate(in_.data(), out_.data());
}

bool EnergyMomentum::rows_at(const std::vector<Rigid::State>& states, std::vector<double>* ends,
                             Eigen::VectorXd& c) {
  for (const Term& term : terms_) {
    if (!term.kind) {
      c[term.row] = states[index(term.on[0].reading)].r[0] - term.on[0].number[0];
      if (ends) (*ends)[index(term.at)] = 1;
      continue;
    }
    if (!evaluate_term(term, states, states)) return false;
    for (int r = 0; r < term.rows; ++r) c[term.row + r] = out_[index(r)];
    if (ends)
      std::copy_n(out_.begin() + 2 * term.rows, term.rows * term.inputs,
                  ends->begin() + term.at);
  }
  return true;
}

void EnergyMomentum::mean_readings() {
  for (std::size_t b = 0; b < rigid_.bodies.size(); ++b) {
    const Eigen::Index at = static_cast<Eigen::Index>(b);
    const double in[2] = {q1_[3 * at + 2] - q0_[3 * at + 2], 0};
    double out[3];
    (void)mean_turn().evaluate(in, out);  // what is not finite shows in the residuals
    turn_[at] = out[0];
    turn_rate_[at] = out[2];
  }
  for (std::size_t r = 0; r < mean_.size(); ++r) {
    const Rigid::Reading& reading = rigid_.readings[r];
    Mean& mean = mean_[r];
    for (std::size_t i = 0; i < 6; ++i) mean.D[i] = 0.5 * (begin_[r].D[i] + now_[r].D[i]);
    for (std::size_t i = 0; i < 2; ++i) mean.D_t[i] = 0.5 * (begin_[r].D_t[i] + now_[r].D_t[i]);
    if (reading.kind == Rigid::Kind::angle && reading.body >= 0) {
      const double w = turn_[reading.body];
      const double phi = q1_[3 * reading.body + 2] - q0_[3 * reading.body + 2];
      if (w != 0) mean.D[2] *= phi / w;
    }
    if (reading.slide < 0) continue;
    const int t = rigid_.slide_column(reading.slide);
    const double dt = q1_[t] - q0_[t];
    for (int i = 0; i < reading.n && dt != 0; ++i) {
      const std::size_t s = index(i);
      double gap = now_[r].r[s] - begin_[r].r[s] - mean.D_t[s] * dt;
      if (reading.body >= 0) {
        const Eigen::Index at = 3 * static_cast<Eigen::Index>(reading.body);
        gap -= mean.D[3 * s] * (q1_[at] - q0_[at]) + mean.D[3 * s + 1] * (q1_[at + 1] - q0_[at + 1]) +
               mean.D[3 * s + 2] * turn_[reading.body];
      }
      const double most = std::hypot(mean.D_t[0], mean.D_t[1]) * std::abs(dt);
      if (std::abs(gap) > mass_gap_rounding * std::abs(now_[r].r[s]) && std::abs(gap) < most)
        mean.D_t[s] += gap / dt;
    }
  }
}

bool EnergyMomentum::mean_rows() {
  for (const Term& term : terms_) {
    double* mean = means_.data() + term.at;
    if (!term.kind) {
      mean[0] = 1;
      continue;
    }
    if (!evaluate_term(term, begin_, now_)) return false;
    std::copy_n(out_.begin() + 2 * term.rows, term.rows * term.inputs, mean);
    if (term.linear) continue;
    for (int r = 0; r < term.rows; ++r) {
      double along = 0, square = 0, terms = 0;
      for (const Argument& argument : term.on)
        for (int s = 0; s < argument.n && argument.reading >= 0; ++s) {
          const double change = now_[index(argument.reading)].r[index(s)] -
                                begin_[index(argument.reading)].r[index(s)];
          const double part = mean[(argument.input + s) * term.rows + r] * change;
          along += part;
          terms += std::abs(part);
          square += change * change;
        }
      const double change = c1_[term.row + r] - c0_[term.row + r], gap = change - along;
      const double rounding = mass_gap_rounding * (size_ + terms);
      if (!(std::abs(gap) > rounding) || !(square > 0)) continue;
      const bool scales = std::abs(gap) < 0.5 * std::abs(along);
      for (const Argument& argument : term.on)
        for (int s = 0; s < argument.n && argument.reading >= 0; ++s) {
          double& entry = mean[(argument.input + s) * term.rows + r];
          const double way = now_[index(argument.reading)].r[index(s)] -
                             begin_[index(argument.reading)].r[index(s)];
          entry = scales ? entry * change / along : entry + gap * way / square;
        }
    }
  }
  return true;
}

// ---- the equations

void EnergyMomentum::add_force(int reading, const double* f) {
  const Rigid::Reading& of = rigid_.readings[index(reading)];
  const Mean& mean = mean_[index(reading)];
  for (int i = 0; i < of.n; ++i) {
    reading_force_[index(2 * reading + i)] += f[i];
    for (int j = 0; j < 3 && of.body >= 0; ++j) F_[3 * of.body + j] -= mean.D[index(3 * i + j)] * f[i];
    if (of.slide >= 0) F_[rigid_.slide_column(of.slide)] -= mean.D_t[index(i)] * f[i];
  }
}

void EnergyMomentum::residuals(double h) {
  F_.setZero();
  std::fill(reading_force_.begin(), reading_force_.end(), 0.0);
  for (std::size_t b = 0; b < rigid_.bodies.size(); ++b) {
    const Rigid::Body& body = rigid_.bodies[b];
    const Eigen::Index at = 3 * static_cast<Eigen::Index>(b);
    for (int j = 0; j < 2; ++j)
      F_[at + j] = body.inertia.mass * (2 / h * (q1_[at + j] - q0_[at + j]) - 2 * body.velocity[j] -
                                        h * mass_.gravity[j]);
    if (body.turns)
      F_[at + 2] = body.inertia.moment *
                   (2 / h * turn_[static_cast<Eigen::Index>(b)] - 2 * body.velocity[2]);
  }
  for (const Term& term : terms_)
    for (const Argument& argument : term.on) {
      if (argument.reading < 0) continue;
      double f[2] = {};
      for (int s = 0; s < argument.n; ++s)
        for (int r = 0; r < term.rows; ++r)
          f[s] += means_[index(term.at + (argument.input + s) * term.rows + r)] * mu_[term.row + r];
      add_force(argument.reading, f);
    }
  for (std::size_t i = 0; i < pushes_.size(); ++i) {
    const double f[2] = {h * push_[i].x(), h * push_[i].y()};
    add_force(pushes_[i].reading, f);
  }
}

void EnergyMomentum::add(int row, int column, double value) {
  const int i = node_[index(row)], j = node_[index(column)];
  lu_.block(i, j)[local_[index(row)] * lu_.size(j) + local_[index(column)]] += value;
}

bool EnergyMomentum::assemble(double h) {
  lu_.clear();
  double mass = 0;
  for (std::size_t b = 0; b < rigid_.bodies.size(); ++b) {
    const Rigid::Body& body = rigid_.bodies[b];
    const int at = 3 * static_cast<int>(b);
    for (int j = 0; j < 2; ++j) add(at + j, at + j, 2 / h * body.inertia.mass);
    add(at + 2, at + 2,
        body.turns ? 2 / h * body.inertia.moment * turn_rate_[static_cast<Eigen::Index>(b)] : 1);
    mass += body.inertia.mass;
  }
  // A point that nothing holds along its curve stays where it is.
  for (const Rigid::Reading& reading : rigid_.readings)
    if (reading.slide >= 0) {
      const int t = rigid_.slide_column(reading.slide);
      const double square = reading.X_t[0] * reading.X_t[0] + reading.X_t[1] * reading.X_t[1];
      add(t, t, least_moment * 2 / h * mass * square);
    }
  for (const Term& term : terms_) add_term(term);
  return add_curvatures();
}

// -D' and J of the rows of a term, and what they give.
void EnergyMomentum::add_term(const Term& term) {
  for (int r = 0; r < term.rows; ++r) {
    const int row = row_unknown(term.row + r);
    double moved = 0;  // J M^-1 J'
    for (const Argument& argument : term.on) {
      if (argument.reading < 0) continue;
      const Rigid::Reading& reading = rigid_.readings[index(argument.reading)];
      const Mean& mean = mean_[index(argument.reading)];
      const Rigid::State& now = now_[index(argument.reading)];
      for (int s = 0; s < argument.n; ++s) {
        const std::size_t at = index(term.at + (argument.input + s) * term.rows + r);
        for (int j = 0; j < 3 && reading.body >= 0; ++j) {
          const Inertia& inertia = rigid_.bodies[index(reading.body)].inertia;
          const double J = ends_[at] * now.D[index(3 * s + j)];
          if (J != 0) moved += J * J / (j < 2 ? inertia.mass : inertia.moment);
          add(3 * reading.body + j, row, -means_[at] * mean.D[index(3 * s + j)]);
          add(row, 3 * reading.body + j, J);
        }
        if (reading.slide < 0) continue;
        const int t = rigid_.slide_column(reading.slide);
        add(t, row, -means_[at] * mean.D_t[index(s)]);
        add(row, t, ends_[at] * now.D_t[index(s)]);
      }
    }
    const double give = term.stiffness > 0 ? 2 / (std::abs(h_) * term.stiffness) * (h_ < 0 ? -1 : 1)
                                           : mass_row_give * 0.5 * h_ * moved;
    add(row, row, give != 0 ? give : 1);
  }
}

// The second derivatives: of readings, by the forces on them; of kinds, by the impulses.
bool EnergyMomentum::add_curvatures() {
  for (std::size_t r = 0; r < rigid_.readings.size(); ++r) {
    const double* f = reading_force_.data() + 2 * r;
    if (f[0] == 0 && f[1] == 0) continue;
    const Rigid::Reading& reading = rigid_.readings[r];
    std::array<double, 3> bent;
    if (!rigid_.curvature(static_cast<int>(r), q1_, f, bent)) return false;
    const int phi = 3 * reading.body + 2, t = rigid_.slide_column(reading.slide);
    if (reading.body >= 0) add(phi, phi, -0.5 * bent[0]);
    if (reading.body >= 0 && reading.slide >= 0) {
      add(phi, t, -0.5 * bent[1]);
      add(t, phi, -0.5 * bent[1]);
    }
    if (reading.slide >= 0) add(t, t, -0.5 * bent[2]);
  }
  for (const Term& term : terms_) {
    if (term.linear || mu_.segment(term.row, term.rows).isZero(0)) continue;
    if (!evaluate_term(term, begin_, now_)) return false;  // in_ is the mean of the readings
    const int n = term.inputs;
    Eigen::MatrixXd second = Eigen::MatrixXd::Zero(n, n);
    const auto along = [&](int i, int j, double& sum) {
      std::fill(in_.begin() + n + 1, in_.begin() + 2 * (n + 1), 0.0);
      in_[index(n + 1 + i)] = in_[index(n + 1 + j)] = 1;
      if (!term.kind->bend(in_.data(), out_.data())) return false;
      sum = 0;
      for (int r = 0; r < term.rows; ++r) sum += mu_[term.row + r] * out_[index(r)];
      return true;
    };
    for (int i = 0; i < n; ++i)
      if (!along(i, i, second(i, i))) return false;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j) {
        double both = 0;
        if (!along(i, j, both)) return false;
        second(i, j) = second(j, i) = 0.5 * (both - second(i, i) - second(j, j));
      }
    for (const Argument& a : term.on)
      for (const Argument& b : term.on) {
        if (a.reading < 0 || b.reading < 0) continue;
        const int body_a = rigid_.readings[index(a.reading)].body;
        const int body_b = rigid_.readings[index(b.reading)].body;
        if (body_a < 0 || body_b < 0) continue;
        for (int s = 0; s < a.n; ++s)
          for (int u = 0; u < b.n; ++u)
            for (int j = 0; j < 3; ++j)
              for (int k = 0; k < 3; ++k)
                add(3 * body_a + j, 3 * body_b + k,
                    -0.5 * mean_[index(a.reading)].D[index(3 * s + j)] * second(a.input + s, b.input + u) *
                        now_[index(b.reading)].D[index(3 * u + k)]);
      }
  }
  return true;
}

// ---- what is measured

bool EnergyMomentum::measure(const World& world, Balance& out) {
  out = {};
  if (!read(world) || !rows_at(begin_, nullptr, c0_)) return false;
  for (const Rigid::Body& body : rigid_.bodies) {
    const Inertia& inertia = body.inertia;
    const Eigen::Vector2d v = body.velocity.head<2>(), p = inertia.mass * v;
    out.kinetic += 0.5 * p.dot(v) + 0.5 * inertia.moment * body.velocity[2] * body.velocity[2];
    out.potential -= inertia.mass * mass_.gravity.dot(inertia.centre);
    out.momentum += p;
    out.angular_momentum += inertia.centre.x() * p.y() - inertia.centre.y() * p.x() +
                            inertia.moment * body.velocity[2];
  }
  for (const Term& term : terms_)
    out.potential += 0.5 * term.stiffness * c0_.segment(term.row, term.rows).squaredNorm();
  for (std::size_t i = 0; i < pushes_.size(); ++i)
    for (int s = 0; s < rigid_.readings[index(pushes_[i].reading)].n; ++s)
      out.potential -= push_[i][s] * begin_[index(pushes_[i].reading)].r[index(s)];
  return true;
}

double EnergyMomentum::force(ConstraintId id, int row) const {
  for (const Term& term : terms_)
    if (term.kind && term.id == id && row < term.rows && h_ != 0) return mu_[term.row + row] / h_;
  return 0;
}

}  // namespace limber
