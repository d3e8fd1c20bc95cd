// The flow: springs, forces, motors, unmet constraints or several hands move the figure.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "solver/integrate.h"
#include "solver/mover.h"

namespace limber {
namespace {

// Of the drawing's size:
constexpr double nearly_met = 1e-6;      // a row this near is met in one step
constexpr double still_disputed = 1e-9;  // a step shorter than this is none, where rows disagree

constexpr double same_sense = 0.99;     // cosine
constexpr double most_bend = 0.1;       // of a step, in which what comes is guessed from what was
constexpr double first_sharing = 1e-4;  // compliance of rows that disagree, of a typical one
constexpr double most_sharing = 1e4;
constexpr double leap = 0.2;    // of the size: farther than this nothing assembles itself in a tick
constexpr double nudge = 1e-4;  // of the size: how far a figure is nudged off a saddle,
constexpr double worth_leaving = 1e-10;  //   where the error squared is less by this part of it
constexpr int saddle_trials = 8;
constexpr double stalling = 1e-3;  // of its speed: a motor slower than this stalls

constexpr double most_hand_damping = 10;

constexpr int most_substeps = 64;
constexpr double shortest_step = 1.0 / 1024;  // of a tick
constexpr double short_step = 1.0 / 3;        // from here on hands give before time does

}  // namespace

// How far ahead of what they hold the hands pull, and how firmly, is found by trying: a step too
// far is tried again with less of both. What has fallen behind its hand, or is out of its reach,
// then comes as near as it can by and by. Kept with the first hand from step to step.
void Mover::take_firmness(World& world) {
  hand_reach_ = longest_pull * figure_.assembly.size;
  hand_damping_ = least_damping;
  for (const HandId id : island_.hands) {
    Eigen::VectorXd& kept = StateAccess::hands(world).find(id)->anchor;
    if (id == island_.hands.front() && kept.size() == 2) {
      hand_reach_ = kept[0];
      hand_damping_ = kept[1];
    }
    kept.resize(0);
  }
}

// False when they give as much as they can already.
bool Mover::loosen_hands() {
  if (d_.size() == 0 || hand_damping_ >= most_hand_damping) return false;
  hand_damping_ = std::max(8 * hand_damping_, felt_damping);
  return true;
}

void Mover::keep_firmness(World& world) const {
  if (island_.hands.empty()) return;
  Eigen::VectorXd& kept = StateAccess::hands(world).find(island_.hands.front())->anchor;
  kept.resize(2);
  kept << hand_reach_, hand_damping_;
}

void Mover::flow(World& world, double h, Run run) {
  const Assembly& assembly = figure_.assembly;
  const double size = assembly.size;
  int parts = 1;
  if (!figure_.weigh_if_new()) {
    refused_ = true;
    return;
  }
  for (const HandId id : island_.hands) {
    Hand& hand = *StateAccess::hands(world).find(id);
    if (!find_spacing(hand)) {
      refused_ = true;
      return;
    }
    const double way = (hand.target - hand.cut).norm();
    parts = std::max(parts, static_cast<int>(std::ceil(way / hand.spacing)));
    hand.path.clear();
    hand.moved = false;
  }
  take_firmness(world);
  parts = std::min(parts, most_substeps);
  double remaining = h, longest = h / parts, speed = 1, gone = 0;
  const Eigen::Index hands = static_cast<Eigen::Index>(island_.hands.size());
  d_.resize(2 * hands);
  std::fill(stalled_.begin(), stalled_.end(), char(0));
  for (int k = 0; k < most_substeps + parts && remaining > 1e-9 * h; ++k) {
    const double step = std::min(longest, remaining);
    for (Eigen::Index i = 0; i < hands; ++i) {
      const Hand& hand = *world.find(island_.hands[static_cast<std::size_t>(i)]);
      const Point now = hand.target - (hand.target - hand.cut) * ((remaining - step) / h);
      const Point away = now - Point(assembly.p.segment<2>(2 * i));
      d_.segment<2>(2 * i) = away * std::min(1.0, hand_reach_ / std::max(away.norm(), 1e-300));
    }
    const double time = figure_.time;
    for (std::size_t m = 0; m < phases_.size(); ++m)
      phases_[m] = assembly.phase(assembly.motors[m]);
    const Outcome outcome = flow_step(step, run, speed);
    if (outcome == Outcome::good && figure_.weigh_if_new() && !leaps(figure_.q)) {
      remaining -= step;
      longest = std::min(2 * longest, h / parts);
      hand_reach_ = std::min(2 * hand_reach_, longest_pull * size);
      hand_damping_ = std::max(hand_damping_ / 8, least_damping);
      gone = accept();
      figure_.assembly.system.on = on_;
      if (leaps(begin_)) break;
      continue;
    }
    back(time);
    if (step < short_step * h / parts && loosen_hands()) continue;
    longest = step / 2;
    hand_reach_ /= 2;
    if (longest > shortest_step * h) continue;
    if (run == Run::play && speed > 0 && !assembly.motors.empty()) {
      speed = 0;  // the motors cannot: they stand, the rest goes on
      longest = h / parts;
      std::fill(stalled_.begin(), stalled_.end(), char(1));
      continue;
    }
    refused_ = true;
    break;
  }
  for (const HandId id : island_.hands) {
    Hand& hand = *StateAccess::hands(world).find(id);
    hand.cut = hand.target;
  }
  keep_firmness(world);
  moved_ = figure_.substeps == 1 ? gone : way_gone();
  settled_ = moved_ <= (compromised_ ? still_disputed : still) * size;
  figure_.wanted.setZero();
  if (settled_ && !refused_ && !all_met() && leave_saddle()) {
    settled_ = false;
    moved_ = way_gone();
  }
}

// Whether rows that are not met have taken the figure too far, as seen from where it is now: what
// grows by itself on the way, as a spiral does, is not seen from where it began.
bool Mover::leaps(const Eigen::VectorXd& from) {
  if (was_met_ || figure_.has_springs()) return false;
  correction_ = next_ - from;
  return figure_.assembly.farthest(correction_) > leap * figure_.assembly.size;
}

// Of the hard rows, stops included.
double Mover::error_squared() const {
  double sum = 0;
  for (int r = 0; r < figure_.rows(); ++r) {
    if (!figure_.hard(r) || !(on_[static_cast<std::size_t>(r)] || figure_.stop(r))) continue;
    const double c = figure_.assembly.c[r];
    if (!figure_.stop(r) || c < 0) sum += c * c;
  }
  return sum;
}

// Rows that are not met and ask for nothing: a level bar that is to stand upright, two directions
// on one line that are to be perpendicular, two points on one place that are to be apart. The error
// is flat there but not least: a nudge to where it is less is all that is needed. Tried in a few
// directions, the same ones every time.
bool Mover::leave_saddle() {
  const Assembly& assembly = figure_.assembly;
  if (!figure_.evaluate_if_new(figure_.q) || !figure_.weigh_if_new()) return false;
  double least = error_squared() * (1 - worth_leaving);
  bool found = false;
  predicted_.resize(figure_.q.size());
  std::uint32_t chance = 1990;
  for (int k = 0; k < saddle_trials; ++k) {
    for (double& one : predicted_) {
      chance = chance * 1664525u + 1013904223u;
      one = static_cast<double>(chance >> 8) / 16777216.0 - 0.5;
    }
    for (int object = 0; object < assembly.objects(); ++object) {
      const int begin = assembly.pattern.begin[static_cast<std::size_t>(object)];
      const int end = assembly.pattern.begin[static_cast<std::size_t>(object) + 1];
      const double way = assembly.displacement(object, predicted_);
      predicted_.segment(begin, end - begin) *= way > 0 ? nudge * assembly.size / way : 0;
    }
    predicted_ += figure_.q;
    if (!figure_.evaluate(predicted_)) continue;
    const double squared = error_squared();
    if (!(squared < least)) continue;
    least = squared;
    next_ = predicted_;
    found = true;
  }
  if (found) figure_.q = next_;
  if (!figure_.evaluate_if_new(figure_.q) || !figure_.weigh_if_new()) refused_ = true;
  return found;
}

// Where rows disagree, or nearly, what one of them asks for may be very far: all of them are given
// some compliance, until nothing goes farther than a part of its own length.
bool Mover::share_out(double h) {
  const Assembly& assembly = figure_.assembly;
  squared_0_ = projector_.residual_squared(figure_);
  double sharing = first_sharing;
  while (direction_.inconsistent > hard_tolerance * assembly.size ||
         projector_.short_part(figure_, direction_.dq) < 1) {
    if (sharing > most_sharing) break;
    if (!direction_.find(figure_, d_, hand_damping_, sharing)) return false;
    direction_.inconsistent = 0;
    sharing *= 100;
  }
  // Where a row hardly depends on anything at all no sharing helps: it asks for what is far away.
  // The figure goes that way at a bearable speed.
  const double part = projector_.short_part(figure_, direction_.dq);
  if (part < 1) direction_.dq *= part * std::min(1.0, h / tick);
  return true;
}

// What every row is to change by, and what c is wanted at the end: a met row stays met, an unmet
// one goes from c to c exp(-h / tau), the rows of time and motors follow them.
void Mover::set_rates(double h, Run run, double speed) {
  Assembly& assembly = figure_.assembly;
  System& system = assembly.system;
  const double clock = run == Run::play ? h : 0;
  system.Q = h * assembly.Q;
  for (int r = 0; r < figure_.rows(); ++r) {
    const Row& row = assembly.rows[static_cast<std::size_t>(r)];
    const double c = assembly.c[r];
    system.A[r] = 0;
    figure_.wanted[r] = 0;
    if (row.compliance > 0) {
      if (row.stop) figure_.switch_row(r, c < 0);
      system.A[r] = row.compliance / h;
      system.b[r] = -c;
    } else {
      if (std::abs(c) > nearly_met * assembly.size && (!row.stop || c < 0))
        figure_.wanted[r] = c * std::exp(-h / tau);
      system.b[r] = figure_.wanted[r] - c - assembly.c_time[r] * clock;
    }
    if (!figure_.on(r)) system.b[r] = 0;
  }
  if (run != Run::play) return;
  for (std::size_t m = 0; m < assembly.motors.size(); ++m) {
    const Drive& drive = assembly.motors[m];
    if (!drive.running) continue;
    system.b.segment(drive.row, drive.gain.size()) -=
        drive.gain * (drive.speed * speed * throttle_[m] * h);
  }
}

// The force of a motor on its phase, from the forces in its rows.
double Mover::torque(const Drive& drive, double h) const {
  double sum = 0;
  for (Eigen::Index r = 0; r < drive.gain.size(); ++r)
    sum -= drive.gain[r] * direction_.mu[drive.row + r] / h;
  return sum;
}

// A motor whose force would be over its limit turns as fast as the limit allows: the force is a
// linear function of the speed, known from two speeds.
bool Mover::throttle_motors(double h, Run run, double speed) {
  if (run != Run::play) return true;
  const std::vector<Drive>& motors = figure_.assembly.motors;
  for (std::size_t m = 0; m < motors.size(); ++m) {
    const double full = torque(motors[m], h);
    if (!(std::abs(full) > motors[m].limit) || !motors[m].running) continue;
    throttle_[m] = 0;
    set_rates(h, run, speed);
    if (!direction_.find(figure_, d_, hand_damping_)) return false;
    const double holding = torque(motors[m], h);
    const double allowed = std::copysign(motors[m].limit, full);
    const double part = full == holding ? 0 : (allowed - holding) / (full - holding);
    throttle_[m] = std::clamp(part, 0.0, 1.0);
    stalled_[m] = throttle_[m] < stalling;
    set_rates(h, run, speed);
    if (!direction_.find(figure_, d_, hand_damping_)) return false;
  }
  return true;
}

// What the hands have done, by their forces. Out of reach these are as large as the hands are
// stiff, and what little the held points recede along them is no work of theirs: there it is what
// hands that give a little do in drawing nearer.
double Mover::hand_work(double h) const {
  const Eigen::VectorXd& p = figure_.assembly.p;
  const double by_force = direction_.g.dot(p - p_0_) / h;
  const double nearer = 0.5 * (d_.squaredNorm() - (d_ - (p - p_0_)).squaredNorm());
  const double gives = felt_damping * direction_.usual_mobility();
  return std::max(by_force, nearer > 0 && gives > 0 ? nearer / (gives * h) : 0.0);
}

// What motors and unmet rows have done, by the forces in their rows.
double Mover::row_work(double h) const {
  double sum = 0;
  for (int r = 0; r < figure_.rows(); ++r)
    if (figure_.hard(r)) sum += direction_.mu[r] * figure_.assembly.system.b[r];
  return sum / h;
}

// By how much the rows that are to change now would change when the columns go along the sense, and
// hence how long a step along it changes them so. 0: there is no telling.
double Mover::stride_along_sense() {
  const Assembly& assembly = figure_.assembly;
  const std::vector<Pattern::Block>& blocks = assembly.pattern.blocks;
  const Eigen::VectorXd& b = assembly.system.b;
  const double nothing = projection_tolerance * assembly.size;
  double square = 0, along = 0;
  for (std::size_t k = 0; k < blocks.size();) {
    const int row = blocks[k].row, rows = blocks[k].rows;
    std::size_t end = k;
    while (end < blocks.size() && blocks[end].row == row) ++end;
    for (int r = 0; r < rows; ++r) {
      if (std::abs(b[row + r]) <= nothing) continue;
      double change = 0;
      for (std::size_t i = k; i < end; ++i) change += assembly.rate(static_cast<int>(i), r, sense_);
      square += change * change;
      along += change * b[row + r];
    }
    k = end;
  }
  return square > 0 ? along / square : 0;
}

// Where the projection of a step starts: predicted_. Where the rows leave nothing free its end is
// the same wherever it starts, and the step before leads nearer to it than the tangent alone:
//   q(t + h) - q(t) = 2 h q' - (q(t) - q(t - h)) + O(h^3)
// Of that step the sense is kept; its length is what it takes to change the rows as they change
// now.
bool Mover::predict(double square_of_dq) {
  const Assembly& assembly = figure_.assembly;
  const Eigen::VectorXd& dq = direction_.dq;
  if (!integrate(figure_.q, dq, predicted_)) return false;
  if (!was_met_ || figure_.has_springs() || figure_.factor.rank < assembly.columns()) return true;
  const double length = stride_along_sense();
  if (length == 0) return true;
  correction_ = dq - length * sense_;
  if (assembly.way(correction_).square < most_bend * most_bend * square_of_dq)
    predicted_ += correction_;
  return true;
}

Mover::Outcome Mover::flow_step(double h, Run run, double speed) {
  Assembly& assembly = figure_.assembly;
  if (!figure_.weigh_if_new() || !figure_.differentiate()) return Outcome::not_finite;
  const double energy_0 = figure_.has_springs() || !island_.forces.empty() ? energy() : 0;
  assembly.system.on = on_;
  direction_.begin(figure_);
  std::fill(throttle_.begin(), throttle_.end(), 1.0);
  set_rates(h, run, speed);
  p_0_ = assembly.p;
  if (!direction_.find(figure_, d_, hand_damping_)) return Outcome::not_finite;
  if (!was_met_ && !share_out(h)) return Outcome::not_finite;
  if (!throttle_motors(h, run, speed)) return Outcome::not_finite;
  if (was_met_ && near_singular() && sense_.squaredNorm() > 0) {
    const double along = assembly.metric(direction_.dq, sense_);
    const double length = std::sqrt(assembly.metric(direction_.dq, direction_.dq));
    if (std::abs(along) < same_sense * length &&
        !direction_.find_with_inertia(figure_, d_, hand_damping_, sense_))
      return Outcome::not_finite;
  }
  for (int r = 0; r < figure_.rows(); ++r)
    lambda_[r] = assembly.rows[static_cast<std::size_t>(r)].weight * direction_.mu[r] / h;
  if (run == Run::play) {
    figure_.time += h;
    for (std::size_t m = 0; m < phases_.size(); ++m)
      if (assembly.motors[m].running)
        assembly.set_phase(assembly.motors[m],
                           phases_[m] + assembly.motors[m].speed * speed * h * throttle_[m]);
  }
  const Assembly::Way way = assembly.way(direction_.dq);
  const double most =
      was_met_ ? most_deviation * std::max(way.farthest, projection_tolerance * assembly.size)
               : 1e300;
  const Outcome outcome = predict(way.square) ? project(direction_.dq, most) : Outcome::not_finite;
  if (outcome != Outcome::good || energy_0 == 0 || !was_met_) return outcome;
  const double energy_1 = energy(), work = row_work(h) + (d_.size() > 0 ? hand_work(h) : 0);
  const double rounding = 1e-12 * (std::abs(energy_0) + std::abs(energy_1) + std::abs(work));
  return energy_1 > energy_0 + std::max(work, 0.0) + rounding ? Outcome::worse : Outcome::good;
}

}  // namespace limber
