#include "solver/mover.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "solver/integrate.h"

namespace limber {
namespace {

// Of the drawing's size:
constexpr double cut_length = 1.0 / 64;  // of the hand's path between cuts
constexpr double shortest_cut = 1.0 / 4096;
constexpr double longest_pull = 1.0 / 16;   // how far ahead of the held point the hand pulls
constexpr double nearly_met = 1e-6;         // a row this near is met in one step
constexpr double following = 1e-4;          // a held point this near a hand that moves follows it
constexpr double arrived = 1e-11;           // this near one that rests, it is there
constexpr double still = 1e-11;             // a step shorter than this is none,
constexpr double still_disputed = 1e-9;     //   where rows disagree than this
constexpr double worth_remembering = 1e-6;  // a step longer than this is the sense of a motion

constexpr double least_damping = 1e-7;  // of the hand
constexpr double felt_damping = 1e-3;   // where raising it begins to tell
constexpr double most_damping = 1e9;
constexpr double most_deviation = 0.25;       // of a row after a step, beside the farthest motion
constexpr double largest_correction = 0.3;    // of the step, for any object;
constexpr double harmless_correction = 0.02;  //   or of the object's own length
constexpr double singular = 1e-3;             // a row with less of its own is nearly dependent
constexpr double dead_mobility = 1e-6;        // of a held point, along the pull
constexpr double same_sense = 0.99;           // cosine
constexpr double first_sharing = 1e-4;        // compliance of rows that disagree, of a typical one
constexpr double most_sharing = 1e4;
constexpr double nudge = 1e-4;           // of the size: how far a figure is nudged off a saddle,
constexpr double worth_leaving = 1e-10;  //   where the error squared is less by this part of it
constexpr int saddle_trials = 8;
constexpr double stalling = 1e-3;  // of its speed: a motor slower than this stalls

constexpr int most_corrections = 12;      // of a straight way;
constexpr int few_corrections = 3;        //   with so few, the next may be twice as long
constexpr int fair_corrections = 5;       //   with more, half as long
constexpr double slow_contraction = 0.8;  //   given up when worse

constexpr int pulls_per_cut = 60;
// of the way between cuts: a pull that brings it less nearer is the last
constexpr double worth_pulling = 0.05;
constexpr int pulls_to_rest = 60;
constexpr int most_trials = 40;
constexpr int most_substeps = 64;
constexpr double shortest_step = 1.0 / 1024;  // of a tick

// Nearer than this rounding lets nothing come.
double finest(const Eigen::VectorXd& q) {
  return 8 * std::numeric_limits<double>::epsilon() * q.lpNorm<Eigen::Infinity>();
}

}  // namespace

void Mover::build(const World& world, const Island& island) {
  island_ = island;
  figure_.build(world, island);
  projector_.resize(figure_);
  secants_.resize(figure_.assembly.columns(), figure_.rows() + 2);
  residual_.setZero(figure_.rows() + 2);
  predicted_.setZero(figure_.assembly.columns());
  on_.resize(static_cast<std::size_t>(figure_.rows()));
  lambda_.setZero(figure_.rows());
  phases_.resize(figure_.assembly.motors.size());
  stalled_.assign(figure_.assembly.motors.size(), 0);
  throttle_.assign(figure_.assembly.motors.size(), 1.0);
}

void Mover::step(World& world, double h, Run run, Path path, IslandReport& report) {
  settled_ = true;
  refused_ = dead_point_ = false;
  moved_ = way_time_ = 0;
  if (!start(world, run, path)) {
    refused_ = true;  // it stands where its formula has no value; nothing to do until it is edited
    return finish(world, run, report);
  }
  begin_ = figure_.assembly.q;
  lambda_.setZero();
  const bool flowing = flows(run) || island_.hands.size() > 1;
  const bool dragging = !flowing && island_.hands.size() == 1;
  if (flowing) flow(world, h, run);
  if (dragging) drag(world);
  predicted_ = figure_.q - begin_;
  if (!refused_ && predicted_.squaredNorm() > 0) moved_ = figure_.assembly.farthest(predicted_);
  if (!figure_.evaluate_if_new(figure_.q)) refused_ = true;
  if (dragging) {
    way_ = predicted_;
    way_time_ = h;
    away_ = world.find(island_.hands.front())->target - Point(figure_.assembly.p);
  }
  finish(world, run, report);
}

bool Mover::start(World& world, Run run, Path path) {
  figure_.read(world, path);
  sense_ = figure_.assembly.sense;
  if (island_.hands.size() == 1) return_to_cut(*world.find(island_.hands.front()));
  choose_rows(run);
  if (holds_grip()) {
    figure_.assembly.p = held_;
    was_met_ = true;
    return true;
  }
  const auto has_value = [&] {
    return figure_.evaluate_if_new(figure_.q) && (!figure_.has_stops() || figure_.weigh_if_new());
  };
  // A curve shrunk to nothing may have no value there, but has one within its ranges.
  if (!has_value() && !(figure_.assembly.into_ranges(figure_.q) && has_value())) return false;
  was_met_ = all_met();
  return true;
}

// A hand that moved goes on from the figure at the last cut of its path, wherever else the figure
// was shown meanwhile.
void Mover::return_to_cut(const Hand& hand) {
  const Eigen::Index n = figure_.assembly.columns();
  const bool kept = hand.anchor.size() == 2 * n + 1;
  stride_ = kept ? hand.anchor[2 * n] : longest_pull * figure_.assembly.size;
  if (!hand.moved || !kept) return;
  figure_.q = hand.anchor.head(n);
  sense_ = hand.anchor.segment(n, n);
}

// A motor that stands still in an edited drawing holds nothing.
void Mover::choose_rows(Run run) {
  for (int r = 0; r < figure_.rows(); ++r) {
    const Row& row = figure_.assembly.rows[static_cast<std::size_t>(r)];
    on_[static_cast<std::size_t>(r)] = !row.stop && (row.motor < 0 || run == Run::play);
    figure_.wanted[r] = 0;
  }
  figure_.assembly.system.on = on_;
  figure_.assembly.system.Q.setZero();
  figure_.assembly.system.b.setZero();
  figure_.assembly.system.A.setZero();
}

bool Mover::all_met() const {
  return figure_.deviation() <= hard_tolerance * figure_.assembly.size;
}

bool Mover::flows(Run run) const {
  if (!was_met_ || !island_.forces.empty()) return true;
  for (int r = 0; r < figure_.rows(); ++r)
    if (!figure_.hard(r) && (!figure_.stop(r) || figure_.assembly.c[r] < 0)) return true;
  return run == Run::play && (figure_.assembly.has_time || !figure_.assembly.motors.empty());
}

double Mover::energy() const {
  double sum = figure_.assembly.potential;
  for (int r = 0; r < figure_.rows(); ++r) {
    const Row& row = figure_.assembly.rows[static_cast<std::size_t>(r)];
    const double c = figure_.assembly.c[r];
    if (row.compliance > 0 && !(row.stop && c > 0)) sum += c * c / (2 * row.compliance);
  }
  return sum;
}

// ---- a try

// From figure_.q by dq and back onto the constraints; the end is in next_, evaluated there.
// A predicted place that deviates by more than `most` is not projected.
Mover::Outcome Mover::try_dq(const Eigen::VectorXd& dq, double most) {
  compromised_ = false;
  figure_.implied = direction_.implied;
  if (!integrate(figure_.q, dq, predicted_)) return Outcome::not_finite;
  Projection projection = projector_.run(figure_, predicted_, most, next_);
  deviation_ = projection.deviation;
  if (projection.end == Projected::too_far) return Outcome::too_far;
  if (projection.end == Projected::not_met) {
    if (was_met_) return Outcome::too_far;
    projection = projector_.compromise(figure_, predicted_, next_);
    // Rows that disagree must not disagree more: rather without the rest of the step.
    if (projection.end != Projected::not_finite && projection.squared > squared_0_)
      projection = projector_.compromise(figure_, figure_.q, next_);
    compromised_ = true;
  }
  if (projection.end == Projected::not_finite) return Outcome::not_finite;
  if (compromised_) return Outcome::good;  // its steps were short by themselves
  if (strays(dq)) return Outcome::too_far;
  return figure_.differentiate() ? Outcome::good : Outcome::not_finite;
}

// Whether next_ is elsewhere than dq leads to: perhaps on another branch.
bool Mover::strays(const Eigen::VectorXd& dq) {
  const Assembly& assembly = figure_.assembly;
  predicted_ = figure_.q + dq;  // as it is rounded: what is too small to be stored is no correction
  correction_ = next_ - predicted_;
  for (int k = 0; k < assembly.objects(); ++k) {
    const double correction = assembly.displacement(k, correction_);
    if (correction > harmless_correction * assembly.length(k) &&
        correction > largest_correction * assembly.displacement(k, dq))
      return true;
  }
  return false;
}

void Mover::accept() {
  remember(figure_.q, next_);
  figure_.q = next_;
  ++figure_.substeps;
}

// To the state the try began from, evaluated there. It had a value before, so it has one now.
void Mover::back(double time) {
  figure_.time = time;
  figure_.assembly.system.on = on_;
  for (std::size_t m = 0; m < phases_.size(); ++m)
    figure_.assembly.set_phase(figure_.assembly.motors[m], phases_[m]);
  if (!figure_.evaluate(figure_.q)) refused_ = true;
}

// The sense of a motion: the last step worth the name, of length 1 in the metric of M.
void Mover::remember(const Eigen::VectorXd& before, const Eigen::VectorXd& after) {
  correction_ = after - before;
  if (figure_.assembly.farthest(correction_) < worth_remembering * figure_.assembly.size) return;
  sense_ = correction_ / std::sqrt(figure_.assembly.metric(correction_, correction_));
}

bool Mover::near_singular() const {
  return figure_.factor.smallest_kept < singular || !figure_.factor.dependent.empty();
}

// ---- the drag

void Mover::drag(World& world) {
  Hand& hand = *StateAccess::hands(world).find(island_.hands.front());
  if (hand.spacing == 0) {
    if (!figure_.weigh_if_new()) {
      refused_ = true;
      return;
    }
    hand.spacing = spacing();
  }
  const Eigen::Index n = figure_.assembly.columns();
  const bool moving = hand.moved;
  hand.moved = false;
  // Walk along the path; at every cut the figure is brought there and kept.
  Point from = hand.cut;
  double walked = 0;
  std::size_t visited = 0;
  while (visited < hand.path.size()) {
    const Point step = hand.path[visited] - from;
    const double length = step.norm();
    if (walked + length < hand.spacing) {
      walked += length;
      from = hand.path[visited++];
      continue;
    }
    from += step * ((hand.spacing - walked) / length);
    walked = 0;
    const Effort effort = lead_to(from, pulls_per_cut, following * figure_.assembly.size,
                                  worth_pulling * hand.spacing);
    if (!stands()) return fall_back(hand);
    hand.cut = from;
    hand.spacing = next_spacing(hand.spacing, effort);
    hand.path.erase(hand.path.begin(), hand.path.begin() + static_cast<std::ptrdiff_t>(visited));
    visited = 0;
    keep_anchor(hand);
  }
  if (hand.anchor.size() != 2 * n + 1) keep_anchor(hand);
  const double near = (moving ? following : arrived) * figure_.assembly.size;
  resting_ = !moving;
  const bool there = lead_to(hand.target, pulls_to_rest, near, 0) != Effort::unfinished;
  resting_ = false;
  settled_ = !moving && there;
  if (!moving && !stands()) return fall_back(hand);
  if (there) return;
  // It is still on its way: what comes goes on from here.
  hand.cut = hand.target;
  hand.path.clear();
  keep_anchor(hand);
}

// Whether every curve has a value where the figure is now.
bool Mover::stands() { return figure_.evaluate_if_new(figure_.q) && figure_.weigh_if_new(); }

// To the last cut, where it did.
void Mover::fall_back(Hand& hand) {
  const Eigen::Index n = figure_.assembly.columns();
  figure_.q = hand.anchor.size() == 2 * n + 1 ? Eigen::VectorXd(hand.anchor.head(n)) : begin_;
  refused_ = !stands();
  hand.cut = hand.target;
  hand.path.clear();
}

// At first, so that a short bar turns by a part of a radian from cut to cut; then what a few pulls
// do.
double Mover::spacing() const {
  const Assembly& assembly = figure_.assembly;
  double shortest = assembly.size;
  for (int k = 0; k < assembly.objects(); ++k)
    if (assembly.readings.objects[static_cast<std::size_t>(k)].kind != Readings::Kind::sliding)
      shortest = std::min(shortest, assembly.length(k));
  return next_spacing(shortest / 4, Effort::fair);
}

double Mover::next_spacing(double spacing, Effort effort) const {
  const double next = effort == Effort::small  ? 2 * spacing
                      : effort == Effort::fair ? spacing
                                               : spacing / 2;
  return std::clamp(next, shortest_cut * figure_.assembly.size, cut_length * figure_.assembly.size);
}

void Mover::keep_anchor(Hand& hand) const {
  hand.anchor.resize(2 * figure_.q.size() + 1);
  hand.anchor << figure_.q, sense_, stride_;
}

// Brings the held point to target, or as near as it comes.
Mover::Effort Mover::lead_to(const Point& target, int most, double near, double gain) {
  const Point away = target - Point(figure_.assembly.p);
  if (away.norm() <= arrived * figure_.assembly.size) return Effort::small;
  const Effort effort = reach(target, near);
  if (effort != Effort::unfinished && effort != Effort::none) return effort;
  const int pulls = pull_to(target, most, near, gain);
  if (pulls >= most) return Effort::unfinished;
  if (effort == Effort::unfinished) return Effort::great;  // too far for the straight way
  return pulls <= 1 ? Effort::small : pulls == 2 ? Effort::fair : Effort::great;
}

// ---- the straight way

bool Mover::holds_grip() const {
  return grip_number_ == figure_.factor_number() && grip_path_ == figure_.path &&
         !figure_.assembly.changed && grip_.size() == figure_.q.size() && grip_ == figure_.q;
}

// The factor and the border at figure_.q; kept until something else is factored.
bool Mover::grasp() {
  if (holds_grip()) return true;
  grip_.resize(0);
  figure_.assembly.system.on = on_;
  if (!figure_.evaluate_if_new(figure_.q) || !figure_.weigh_if_new()) return false;
  if (!direction_.grasp(figure_)) return false;
  grip_ = figure_.q;
  grip_number_ = figure_.factor_number();
  grip_path_ = figure_.path;
  held_ = figure_.assembly.p;
  return true;
}

// All by J, M and P of where it stands: rows and hand are met together,
//
//   next = q + M^-1 (J' mu + P g)   with   c(next) = 0,  p(next) = target
//
// which is one place, however it is found: by steps that correct both at once. Unfinished where it
// does not contract, since the target is out of reach, or too far for one step; none at stops and
// singular places, which are not for this way.
Mover::Effort Mover::reach(const Point& target, double near) {
  Assembly& assembly = figure_.assembly;
  const double size = assembly.size;
  if (resting_ || !grasp() || direction_.on_a_line()) return Effort::none;
  if (figure_.factor.smallest_kept < singular) return Effort::none;
  d_ = target - Point(held_);
  if (d_.norm() > std::min(longest_pull * size, 2 * stride_)) return Effort::none;
  if (!direction_.regrip(d_, least_damping) || direction_.mobility < dead_mobility)
    return Effort::none;
  assembly.system.on = on_;
  figure_.implied = direction_.implied;
  for (const int row : figure_.factor.dependent) figure_.switch_row(row, false);
  next_ = figure_.q + direction_.dq;
  secants_.clear();
  int needed = 0;
  const double bearable = most_deviation * assembly.farthest(direction_.dq);
  double before = std::numeric_limits<double>::infinity();
  for (int k = 0; k < most_corrections; ++k) {
    if (!figure_.evaluate(next_)) return Effort::unfinished;
    const double deviation = std::max(figure_.deviation(), figure_.implied_deviation());
    toward_ = target - Point(assembly.p);
    direction_.keep_reachable(toward_);
    const double off = std::max(deviation, toward_.norm());
    const bool there = deviation <= projection_tolerance * size && toward_.norm() <= arrived * size;
    const bool slow = !(off < slow_contraction * before);
    if (off > hard_tolerance * size) needed = k + 1;
    if (there || (slow && off <= std::max(projection_tolerance * size, finest(next_)))) {
      if (!reached(target, near)) return Effort::unfinished;
      accept();
      return needed <= few_corrections    ? Effort::small
             : needed <= fair_corrections ? Effort::fair
                                          : Effort::great;
    }
    if (slow || (k == 0 && deviation > bearable)) return Effort::unfinished;
    before = off;
    figure_.residual(residual_);
    residual_.tail<2>() = toward_;
    secants_.reduce(residual_);
    direction_.correct(figure_, residual_, least_damping, correction_);
    secants_.extend(correction_);
    next_ += correction_;
  }
  return Effort::unfinished;
}

// Whether next_ will do: it is on the branch it came from, and what it stays away from target is as
// near as it comes. (Where the held point moves on a line that bends, the nearest place is found
// but for as much as the line turned on the way.)
bool Mover::reached(const Point& target, double near) {
  const double size = figure_.assembly.size;
  if (strays(direction_.dq)) return false;
  const Point away = target - Point(figure_.assembly.p), way = Point(figure_.assembly.p - held_);
  if (away.norm() <= hard_tolerance * size) return true;
  const Point along = direction_.dp;
  const double turned = 2 * std::abs(way.x() * along.y() - way.y() * along.x());
  return away.norm() * turned <= near * way.norm() * along.norm();
}

// ---- pulls

int Mover::pull_to(const Point& target, int most, double near, double gain) {
  const double size = figure_.assembly.size;
  double damping = least_damping;
  bool was_dead = false;
  blind_.resize(0);
  if (!figure_.evaluate_if_new(figure_.q) || !figure_.weigh_if_new()) return 0;
  for (int k = 0; k < most; ++k) {
    const Point away = target - Point(figure_.assembly.p);
    if (away.norm() <= near) return k;
    figure_.assembly.system.on = on_;
    const double longest = std::min(longest_pull * size, 2 * stride_);
    const double wanted = std::min(away.norm(), longest);
    double reach = wanted;
    d_ = away * (reach / away.norm());
    if (!find_direction(damping)) return k;
    if (direction_.mobility < dead_mobility && !was_dead) {
      was_dead = true;
      if (pass_dead_point(target)) continue;
      if (!find_direction(damping)) return k;
    }
    if (!pull_once(target, away, reach, damping)) {
      back(figure_.time);
      if (!pass_dead_point(target)) return k;
      continue;
    }
    if (!figure_.weigh_if_new()) {
      back(figure_.time);
      return k;
    }
    if (reach < wanted || wanted == longest) stride_ = reach;
    accept();
    if (away.norm() - (target - Point(figure_.assembly.p)).norm() < gain) return k;
  }
  return most;
}

// For d_, from figure_.q.
bool Mover::find_direction(double damping) {
  if (direction_.fixed_rows() && holds_grip()) return direction_.regrip(d_, damping);
  direction_.begin(figure_);
  return direction_.find(figure_, d_, damping);
}

// Tries the direction found, shorter or more damped until it serves. False when it never does.
bool Mover::pull_once(const Point& target, const Point& away, double& reach, double& damping) {
  const double size = figure_.assembly.size;
  for (int trial = 0; trial < most_trials; ++trial) {
    if (trial > 0) {
      d_ = away * (reach / away.norm());
      figure_.assembly.system.on = on_;
      bool found = direction_.fixed_rows() && direction_.regrip(d_, damping);
      if (!direction_.fixed_rows()) {
        back(figure_.time);
        direction_.begin(figure_);
        found = direction_.find(figure_, d_, damping);
      }
      if (!found) return false;
    }
    const double farthest = figure_.assembly.farthest(direction_.dq);
    if (farthest <= still * size) return false;
    const double expected = away.dot(direction_.dp);
    const double rounding = 1e-13 * away.norm() * (away.norm() + size);
    if (resting_ && expected <= rounding) return pull_blindly();
    const double bearable = most_deviation * farthest;
    const Outcome outcome = try_dq(direction_.dq, std::max(bearable, projection_tolerance * size));
    if (outcome != Outcome::good) {
      // The deviation grows with the square of the step.
      const double shorter = deviation_ > bearable ? 0.8 * bearable / deviation_ : 0.5;
      reach *= std::clamp(shorter, 0.1, 0.5);
      continue;
    }
    const double nearer =
        0.5 * (away.squaredNorm() - (target - Point(figure_.assembly.p)).squaredNorm());
    if (nearer > 1e-4 * expected) {
      if (nearer < 0.25 * expected) damping = std::max(4 * damping, felt_damping);
      if (nearer > 0.75 * expected) damping = std::max(damping / 8, least_damping);
      return true;
    }
    damping = std::max(8 * damping, felt_damping);
    if (damping > most_damping) return false;
  }
  return false;
}

// Out of reach the distance is flat at the nearest place: what a pull gains there is the square of
// how far it goes, and lost in rounding long before the place is found. The pulls themselves still
// tell: by how much more than the last one went its wish has changed is by how much too far they
// go.
bool Mover::pull_blindly() {
  const Assembly& assembly = figure_.assembly;
  double part = 1;
  if (blind_.size() == direction_.dq.size()) {
    correction_ = blind_wish_ - direction_.dq;
    const double slope = assembly.metric(correction_, blind_) / assembly.metric(blind_, blind_);
    if (!(slope > 0)) return false;
    part = std::min(1 / slope, 1.0);
    if (part * assembly.farthest(direction_.dq) > 0.9 * assembly.farthest(blind_)) return false;
  }
  blind_wish_ = direction_.dq;
  blind_ = part * direction_.dq;
  return try_dq(blind_, projection_tolerance * assembly.size) == Outcome::good;
}

// The figure stands still though the hand is elsewhere: the nearest place, or a dead point, where
// the motion as it came leads nearer.
bool Mover::pass_dead_point(const Point& target) {
  const double size = figure_.assembly.size;
  if (sense_.squaredNorm() == 0) return false;
  const double before = (target - Point(figure_.assembly.p)).norm();
  // the part of it that the constraints allow here
  figure_.assembly.system.on = on_;
  figure_.assembly.times_M(sense_, predicted_);
  zero_rows_.setZero(figure_.rows());
  if (!figure_.refactor() ||
      !figure_.solver.solve(figure_.assembly.system, predicted_, zero_rows_, probe_, probe_mu_)
           .finite)
    return false;
  const double way = figure_.assembly.farthest(probe_);
  if (!(way > 0)) return false;
  probe_ *= cut_length / 4 * size / way;
  if (try_dq(probe_, most_deviation * cut_length * size) == Outcome::good &&
      (target - Point(figure_.assembly.p)).norm() < before - still * size) {
    dead_point_ = true;
    accept();
    return figure_.weigh();
  }
  back(figure_.time);
  return false;
}

const Eigen::VectorXd& Mover::forces() {
  if (way_time_ > 0) hand_forces();
  way_time_ = 0;
  return lambda_;
}

// What one hand pulls with: the force that drags the figure along the way it went, and that of the
// rubber band between what it holds and where it is, stiff enough to bring home in tau what is as
// long as the drawing.
//   f = W^+ P' v + size/tau away,          the rows answer:  J M^-1 J' lambda = -J M^-1 P f
// A stop answers only while it pushes.
void Mover::hand_forces() {
  Assembly& assembly = figure_.assembly;
  lambda_.setZero();
  assembly.system.on = on_;
  if (!figure_.evaluate_if_new(figure_.q) || !figure_.weigh_if_new()) return;
  direction_.begin(figure_);
  Eigen::MatrixXd GP, W;
  zero_rows_.setZero(figure_.rows());
  for (int k = 0; k < most_trials; ++k) {
    if (!figure_.refactor()) return;
    figure_.solver.respond(assembly.system, assembly.P, GP, W);
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> eigen{Eigen::Matrix2d(W)};
    const Point speed = assembly.P.transpose() * way_ / way_time_;
    Point f = assembly.size / tau * away_;
    for (int i = 0; i < 2; ++i)
      if (eigen.eigenvalues()[i] > dead_mobility * eigen.eigenvalues()[1]) {
        const Point along = eigen.eigenvectors().col(i);
        f += along * (along.dot(speed) / eigen.eigenvalues()[i]);
      }
    predicted_ = assembly.P * f;
    if (!figure_.solver.solve(assembly.system, predicted_, zero_rows_, probe_, probe_mu_).finite)
      return;
    bool let_go = false;
    for (int r = 0; r < figure_.rows(); ++r)
      if (figure_.stop(r) && figure_.on(r) && probe_mu_[r] < 0) {
        figure_.switch_row(r, false);
        let_go = true;
      }
    if (!let_go) break;
  }
  for (int r = 0; r < figure_.rows(); ++r)
    lambda_[r] = assembly.rows[static_cast<std::size_t>(r)].weight * probe_mu_[r];
}

// ---- the flow

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
    if (hand.spacing == 0) hand.spacing = spacing();
    const double way = (hand.target - hand.cut).norm();
    parts = std::max(parts, static_cast<int>(std::ceil(way / hand.spacing)));
    hand.anchor.resize(0);
    hand.path.clear();
    hand.moved = false;
  }
  parts = std::min(parts, most_substeps);
  double remaining = h, longest = h / parts, speed = 1;
  const Eigen::Index hands = static_cast<Eigen::Index>(island_.hands.size());
  d_.resize(2 * hands);
  std::fill(stalled_.begin(), stalled_.end(), char(0));
  for (int k = 0; k < most_substeps + parts && remaining > 1e-9 * h; ++k) {
    const double step = std::min(longest, remaining);
    for (Eigen::Index i = 0; i < hands; ++i) {
      const Hand& hand = *world.find(island_.hands[static_cast<std::size_t>(i)]);
      const Point now = hand.target - (hand.target - hand.cut) * ((remaining - step) / h);
      const Point away = now - Point(assembly.p.segment<2>(2 * i));
      d_.segment<2>(2 * i) =
          away * std::min(1.0, longest_pull * size / std::max(away.norm(), 1e-300));
    }
    const double time = figure_.time;
    for (std::size_t m = 0; m < phases_.size(); ++m)
      phases_[m] = assembly.phase(assembly.motors[m]);
    const Outcome outcome = flow_step(step, run, speed);
    if (outcome == Outcome::good && figure_.weigh_if_new()) {
      remaining -= step;
      longest = std::min(2 * longest, h / parts);
      accept();
      figure_.assembly.system.on = on_;
      continue;
    }
    back(time);
    longest = step / 2;
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
  predicted_ = figure_.q - begin_;
  settled_ = assembly.farthest(predicted_) <= (compromised_ ? still_disputed : still) * size;
  figure_.wanted.setZero();
  if (settled_ && !refused_ && !all_met()) settled_ = !leave_saddle();
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
    if (!direction_.find(figure_, d_, least_damping, sharing)) return false;
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
    if (!direction_.find(figure_, d_, least_damping)) return false;
    const double holding = torque(motors[m], h);
    const double allowed = std::copysign(motors[m].limit, full);
    const double part = full == holding ? 0 : (allowed - holding) / (full - holding);
    throttle_[m] = std::clamp(part, 0.0, 1.0);
    stalled_[m] = throttle_[m] < stalling;
    set_rates(h, run, speed);
    if (!direction_.find(figure_, d_, least_damping)) return false;
  }
  return true;
}

// What the hands have done, by their forces. Out of reach these are as large as the hands are stiff,
// and what little the held points recede along them is no work of theirs: there it is what hands
// that give a little do in drawing nearer.
double Mover::hand_work(double h) const {
  const Eigen::VectorXd& p = figure_.assembly.p;
  const double by_force = direction_.g.dot(p - p_0_) / h;
  const double nearer = 0.5 * (d_.squaredNorm() - (d_ - (p - p_0_)).squaredNorm());
  const double gives = felt_damping * direction_.usual_mobility();
  return std::max(by_force, nearer > 0 && gives > 0 ? nearer / (gives * h) : 0.0);
}

Mover::Outcome Mover::flow_step(double h, Run run, double speed) {
  Assembly& assembly = figure_.assembly;
  if (!figure_.weigh_if_new() || !figure_.differentiate()) return Outcome::not_finite;
  const double energy_0 = energy();
  const bool springs = energy_0 != 0;
  assembly.system.on = on_;
  direction_.begin(figure_);
  std::fill(throttle_.begin(), throttle_.end(), 1.0);
  set_rates(h, run, speed);
  p_0_ = assembly.p;
  if (!direction_.find(figure_, d_, least_damping)) return Outcome::not_finite;
  if (!was_met_ && !share_out(h)) return Outcome::not_finite;
  if (!throttle_motors(h, run, speed)) return Outcome::not_finite;
  if (was_met_ && near_singular() && sense_.squaredNorm() > 0) {
    const double along = assembly.metric(direction_.dq, sense_);
    const double length = std::sqrt(assembly.metric(direction_.dq, direction_.dq));
    if (std::abs(along) < same_sense * length &&
        !direction_.find_with_inertia(figure_, d_, least_damping, sense_))
      return Outcome::not_finite;
  }
  for (int r = 0; r < figure_.rows(); ++r)
    lambda_[r] = assembly.rows[static_cast<std::size_t>(r)].weight * direction_.mu[r] / h;
  double work = 0;
  for (int r = 0; r < figure_.rows(); ++r)
    if (figure_.hard(r)) work += direction_.mu[r] * assembly.system.b[r] / h;
  if (run == Run::play) {
    figure_.time += h;
    for (std::size_t m = 0; m < phases_.size(); ++m)
      if (assembly.motors[m].running)
        assembly.set_phase(assembly.motors[m],
                           phases_[m] + assembly.motors[m].speed * speed * h * throttle_[m]);
  }
  const Outcome outcome = try_dq(
      direction_.dq, was_met_ ? most_deviation * std::max(assembly.farthest(direction_.dq),
                                                          projection_tolerance * assembly.size)
                              : 1e300);
  if (outcome != Outcome::good) return outcome;
  if (d_.size() > 0) work += hand_work(h);
  const double energy_1 = energy();
  const double rounding = 1e-12 * (std::abs(energy_0) + std::abs(energy_1) + std::abs(work));
  if (springs && was_met_ && energy_1 > energy_0 + std::max(work, 0.0) + rounding)
    return Outcome::worse;
  return Outcome::good;
}

// While the drawing is edited the phase of a motor is what the figure says it is:
// the least-squares solution of c(phase) = 0, by Newton.
void Mover::follow_phases() {
  for (const Drive& drive : figure_.assembly.motors) {
    const double square = drive.gain.squaredNorm();
    if (!(square > 0)) continue;
    const double step =
        drive.gain.dot(figure_.assembly.c.segment(drive.row, drive.gain.size())) / square;
    figure_.assembly.set_phase(drive, figure_.assembly.phase(drive) - step);
  }
}

// ---- the end

void Mover::finish(World& world, Run run, IslandReport& report) {
  Assembly& assembly = figure_.assembly;
  if (run == Run::edit && !assembly.motors.empty() && !refused_)
    for (int k = 0; k < 4 && !refused_; ++k) {
      if (figure_.differentiate()) follow_phases();
      if (!figure_.evaluate(figure_.q)) refused_ = true;
    }
  assembly.q = figure_.q;
  assembly.sense = sense_;
  if (!refused_) assembly.write(world);

  report.objects = assembly.objects();
  report.columns = assembly.columns();
  report.rows = figure_.rows();
  report.path = figure_.factor.path;
  report.rank = figure_.factor.rank;
  report.substeps = figure_.substeps;
  report.iterations = figure_.iterations;
  report.factorisations = figure_.factorisations;
  report.moved = moved_;
  report.refused = refused_;
  report.dead_point = dead_point_;
  report.residual = report.lag = 0;
  report.not_met.clear();
  report.stalled.clear();
  report.limits.clear();
  report.curves.assign(island_.all_curves.begin(), island_.all_curves.end());
  const double tolerance = hard_tolerance * assembly.size;
  for (int r = 0; r < figure_.rows(); ++r) {
    const Row& row = assembly.rows[static_cast<std::size_t>(r)];
    if (row.compliance > 0 || (row.motor >= 0 && run == Run::edit)) continue;
    const double off = row.stop ? std::max(0.0, -assembly.c[r]) : std::abs(assembly.c[r]);
    report.residual = std::max(report.residual, off);
    if (off > tolerance && row.constraint &&
        (report.not_met.empty() || report.not_met.back() != row.constraint))
      report.not_met.push_back(row.constraint);
    if (!row.constraint && assembly.c[r] <= tolerance) report.limits.push_back(row.limit);
  }
  for (std::size_t i = 0; i < island_.hands.size(); ++i) {
    const Hand& hand = *world.find(island_.hands[i]);
    const Point held = assembly.p.segment<2>(2 * static_cast<Eigen::Index>(i));
    report.lag = std::max(report.lag, (hand.target - held).norm());
  }
  for (std::size_t m = 0; m < assembly.motors.size(); ++m)
    if (stalled_[m] && run == Run::play) report.stalled.push_back(assembly.motors[m].id);
  const bool runs = run == Run::play && (assembly.has_time || !assembly.motors.empty());
  report.rests = settled_ && !runs;
}

}  // namespace limber
