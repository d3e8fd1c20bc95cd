#include "solver/flow.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/equations.h"
#include "solver/integrate.h"
#include "solver/saddle.h"
#include "solver/tolerances.h"

namespace limber {
namespace {

// Of springs and forces.
double energy(const Figure& figure) {
  double sum = figure.assembly.potential;
  for (int r = 0; r < figure.rows(); ++r) {
    const Row& row = figure.assembly.rows[static_cast<std::size_t>(r)];
    const double c = figure.assembly.c[r];
    if (row.compliance > 0 && !(row.stop && c > 0)) sum += c * c / (2 * row.compliance);
  }
  return sum;
}

// What motors and unmet rows have done, by the forces in their rows.
double row_work(const Passage& passage, double h) {
  double sum = 0;
  for (int r = 0; r < passage.figure.rows(); ++r)
    if (passage.figure.hard(r)) sum += passage.direction.mu[r] * passage.figure.assembly.system.b[r];
  return sum / h;
}

double way_gone(const Passage& passage, Eigen::VectorXd& way) {
  way = passage.figure.q - passage.begin;
  return way.squaredNorm() > 0 ? passage.figure.assembly.metric.farthest(way) : 0;
}

}  // namespace

void Flow::build(const Figure& figure) {
  motors_.build(figure);
  forces.setZero(figure.rows());
  start_.setZero(figure.assembly.columns());
  way_.setZero(figure.assembly.columns());
}

void Flow::run(World& world, Passage& passage, HandPath& hand_path, double h, Run run) {
  Figure& figure = passage.figure;
  const double size = figure.assembly.size;
  plays_ = run == Run::play;
  motors_.begin();
  const int parts = take_hands(world, passage, hand_path);
  if (parts == 0) return passage.refuse(Reason::no_value);
  double remaining = h, longest = h / parts, gone = 0;
  bool compromised = false, by_inertia = true;
  for (int k = 0; k < most_substeps + parts && remaining > unfinished_part * h; ++k) {
    const double length = std::min(longest, remaining);
    aim_hands(world, passage, (remaining - length) / h);
    const double time = figure.time;
    motors_.keep_phases(figure);
    Trial tried = step(passage, length, by_inertia);
    compromised = tried.compromised;
    if (tried.good() && !figure.weigh_if_new()) tried.reason = Reason::no_value;
    if (tried.good() && leaps(passage, figure.q)) tried.reason = Reason::leaps;
    if (tried.good()) {
      remaining -= length;
      by_inertia = true;
      longest = std::min(2 * longest, h / parts);
      firmness_.reach = std::min(2 * firmness_.reach, longest_pull * size);
      firmness_.damping = std::max(firmness_.damping / raise_damping, least_damping);
      gone = passage.trials.accept(figure);
      figure.use_standing_rows();
      if (leaps(passage, passage.begin)) break;
      continue;
    }
    count(figure.counts.cuts, tried.reason);
    figure.time = time;
    motors_.restore_phases(figure);
    passage.back();
    by_inertia = !tried.carried;  // where rows are only ill-scaled their own direction serves
    if (tried.carried) continue;
    if (length < short_step * h / parts && loosen_hands()) continue;
    longest = length / 2;
    firmness_.reach /= 2;
    // A fold is found as exactly by a fast motor as by a slow one.
    const bool long_way = driven_alone_ && passage.direction.dq.size() > 0 &&
                          figure.assembly.metric.farthest(passage.direction.dq) >
                              shortest_driven_step * size;
    if (longest > (long_way ? shortest_fast_step : shortest_step) * h) continue;
    if (plays_ && !motors_.stand_still() && !figure.assembly.motors.empty()) {
      motors_.stand();  // they cannot: the rest goes on without them
      count(figure.counts.cuts, Reason::motors_stand);
      longest = h / parts;
      if (nothing_else_moves(passage) && !figure.assembly.has_time) break;
      continue;
    }
    passage.refuse(tried.reason);
    break;
  }
  if (plays_ && remaining > unfinished_part * h) motors_.note_stalls(figure, remaining, h);
  leave_hands(world, passage);
  passage.moved = figure.counts.substeps == 1 ? gone : way_gone(passage, way_);
  const bool settled = passage.moved <= (compromised ? still_disputed : still_step) * size;
  passage.settled = settled;
  if (!passage.refused) passage.end(settled);
  if (!passage.refused && remaining > unfinished_part * h) passage.why = Reason::work_spent;
  figure.wanted.setZero();
  if (!settled || passage.refused || figure.all_met() || !leave_saddle(figure)) return;
  passage.end(false);
  if (!figure.has_value()) passage.refuse(Reason::no_value);
  passage.moved = way_gone(passage, way_);
}

bool Flow::nothing_else_moves(const Passage& passage) const {
  const Figure& figure = passage.figure;
  return passage.trials.was_met && !figure.has_springs() && passage.island.forces.empty() &&
         d_.size() == 0;
}

// ---- the hands

// How far ahead of what they hold the hands pull, and how firmly, is found by trying: a step too
// far is tried again with less of both. What has fallen behind its hand, or is out of its reach,
// then comes as near as it can by and by. Kept with the first hand from tick to tick.
//
// Into how many parts the way of the hands divides the tick. 0: the figure has no value.
int Flow::take_hands(World& world, Passage& passage, HandPath& hand_path) {
  if (!passage.figure.has_value()) return 0;
  int parts = 1;
  firmness_ = {longest_pull * passage.figure.assembly.size, least_damping};
  for (const HandId id : passage.island.hands) {
    Hand& hand = *StateAccess::hands(world).find(id);
    if (!hand_path.find_spacing(passage, hand)) return 0;
    const double way = (hand.target - hand.cut).norm();
    parts = std::max(parts, static_cast<int>(std::min<double>(std::ceil(way / hand.spacing),
                                                              most_substeps)));
    hand.path.clear();
    hand.moved = false;
    if (id == passage.island.hands.front() && hand.firmness.reach > 0) firmness_ = hand.firmness;
    hand.forget_figure();
  }
  d_.resize(2 * static_cast<Eigen::Index>(passage.island.hands.size()));
  return parts;
}

// Where the hands are on their way when so much of the tick is left.
void Flow::aim_hands(const World& world, const Passage& passage, double part_left) {
  const Eigen::VectorXd& p = passage.figure.assembly.p;
  for (Eigen::Index i = 0; 2 * i < d_.size(); ++i) {
    const Hand& hand = *world.find(passage.island.hands[static_cast<std::size_t>(i)]);
    const Point now = hand.target - (hand.target - hand.cut) * part_left;
    const Point away = now - Point(p.segment<2>(2 * i));
    d_.segment<2>(2 * i) = away * std::min(1.0, firmness_.reach / std::max(away.norm(), nonzero));
  }
}

// False when they give as much as they can already.
bool Flow::loosen_hands() {
  if (d_.size() == 0 || firmness_.damping >= most_hand_damping) return false;
  firmness_.damping = std::max(raise_damping * firmness_.damping, felt_damping);
  return true;
}

void Flow::leave_hands(World& world, const Passage& passage) const {
  for (const HandId id : passage.island.hands) {
    Hand& hand = *StateAccess::hands(world).find(id);
    hand.cut = hand.target;
    if (id == passage.island.hands.front()) hand.firmness = firmness_;
  }
}

// ---- one step

Trial Flow::step(Passage& passage, double h, bool by_inertia) {
  Figure& figure = passage.figure;
  const Assembly& assembly = figure.assembly;
  Direction& direction = passage.direction;
  if (!figure.weigh_if_new() || !figure.differentiate()) return {Reason::no_value};
  const bool has_energy = figure.has_springs() || !passage.island.forces.empty();
  const double energy_before = has_energy ? energy(figure) : 0;
  figure.use_standing_rows();
  direction.begin(figure, plays_ ? h : 0);
  motors_.set_steps(figure, plays_ ? h : 0);
  p_0_ = assembly.p;
  if (!find(passage, h)) return {Reason::no_value};
  if (!passage.trials.was_met && !share_out(passage, h)) return {Reason::no_value};
  const bool determines = plays_ && orientation_.begin(figure);
  driven_alone_ = plays_ && !direction.bounded() && nothing_else_moves(passage) &&
                  (determines || !figure.nearly_singular());
  determined_ = driven_alone_ && determines;
  // At the fold itself no motion moves the motors on, and what came would lead across.
  const double asked = assembly.system.b.lpNorm<Eigen::Infinity>();
  if (plays_ && !direction.bounded() && nothing_else_moves(passage) && direction.inconsistent > impossible_motion * asked &&
      direction.inconsistent > hard_tolerance * assembly.size)
    return {Reason::not_met};
  const bool carried = by_inertia && passage.trials.was_met &&
                       direction.turns_off(figure, passage.trials.last_motion);
  if (carried && !carry_on(passage)) return {Reason::no_value};
  motors_.give_way(passage);
  for (int r = 0; r < figure.rows(); ++r)
    forces[r] = assembly.rows[static_cast<std::size_t>(r)].weight * direction.mu[r] / h;
  if (plays_) {
    figure.time += h;
    motors_.advance_phases(figure);
  }
  const Metric::Way way = assembly.metric.way(direction.dq);
  const double most =
      passage.trials.was_met
          ? most_deviation * std::max(way.farthest, projection_tolerance * assembly.size)
          : std::numeric_limits<double>::infinity();
  if (!predict(passage, way.square)) return {Reason::no_value};
  Trial tried =
      passage.trials.take_from(figure, start_, {direction.dq, direction.implied, most, squared_});
  if (tried.good() && leaves_branch(passage)) tried.reason = Reason::strays;
  if (tried.good() && !motors_.follow_given_way(passage)) tried.reason = Reason::no_value;
  tried.carried = carried;
  if (tried.good() && passage.trials.was_met && has_energy) {
    const Energy energy_of = judge_energy(passage, h, energy_before, way.square / (2 * h));
    if (energy_of == Energy::rises || (energy_of == Energy::no_telling && overshoots(passage, h)))
      tried.reason = Reason::energy;
  }
  return tried;
}

bool Flow::find(Passage& passage, double h, double sharing) {
  first_order(passage.figure, h, plays_ ? h : 0, motors_.steps());
  return passage.direction.find(passage.figure, d_, firmness_.damping, sharing);
}

// Where rows disagree, or nearly, what one of them asks for may be very far: all of them are given
// some compliance, until nothing goes farther than a part of its own length.
bool Flow::share_out(Passage& passage, double h) {
  Figure& figure = passage.figure;
  Direction& direction = passage.direction;
  squared_ = figure.residual_squared();
  double sharing = first_sharing;
  while (direction.inconsistent > hard_tolerance * figure.assembly.size ||
         figure.short_part(direction.dq) < 1) {
    if (sharing > most_sharing) break;
    if (!find(passage, h, sharing)) return false;
    direction.inconsistent = 0;
    sharing *= raise_sharing;
  }
  // Where a row hardly depends on anything at all no sharing helps: it asks for what is far away.
  // The figure goes that way at a bearable speed.
  const double part = figure.short_part(direction.dq);
  if (part < 1) direction.dq *= part * std::min(1.0, h / tick);
  return true;
}

// There the motion goes on as it came.
bool Flow::carry_on(Passage& passage) {
  return passage.direction.find_with_inertia(passage.figure, d_, firmness_.damping,
                                             passage.trials.last_motion);
}

// By how much the rows that are to change now would change when the columns go along the last
// motion, and hence how long a step along it changes them so. 0: there is no telling.
double Flow::length_along_last_motion(const Passage& passage) const {
  const Assembly& assembly = passage.figure.assembly;
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
      for (std::size_t i = k; i < end; ++i)
        change += assembly.rate(static_cast<int>(i), r, passage.trials.last_motion);
      square += change * change;
      along += change * b[row + r];
    }
    k = end;
  }
  return square > 0 ? along / square : 0;
}

// Where the projection of a step starts. Where the rows leave nothing free its end is the same
// wherever it starts, and the step before leads nearer to it than the tangent alone:
//   q(t + h) - q(t) = 2 h q' - (q(t) - q(t - h)) + O(h^3)
// Of that step the direction is kept; its length is what it takes to change the rows as they
// change now.
bool Flow::predict(Passage& passage, double square_of_dq) {
  const Figure& figure = passage.figure;
  const Eigen::VectorXd& dq = passage.direction.dq;
  if (!integrate(figure.q, dq, start_)) return false;
  if (!passage.trials.was_met || figure.has_springs() ||
      figure.factor.rank < figure.assembly.columns())
    return true;
  const double length = length_along_last_motion(passage);
  if (length == 0) return true;
  way_ = dq - length * passage.trials.last_motion;
  if (figure.assembly.metric.way(way_).square < most_predicted_bend * most_predicted_bend * square_of_dq)
    start_ += way_;
  return true;
}

// ---- judging it

// Whether rows that are not met have taken the figure too far, as seen from where it is now: what
// grows by itself on the way, as a spiral does, is not seen from where it began.
bool Flow::leaps(const Passage& passage, const Eigen::VectorXd& from) {
  if (passage.trials.was_met || passage.figure.has_springs()) return false;
  way_ = passage.trials.end - from;
  return passage.figure.assembly.metric.farthest(way_) > longest_leap * passage.figure.assembly.size;
}

// Whether a driven figure may have left its branch between figure.q and `end`, though all rows are
// met there. A mechanism whose input has a forbidden zone comes to a fold there, where its speed grows
// like 1 / sqrt(distance), and on the other side of the zone it comes from one: a step across ends
// elsewhere than it began to go, or with the opposite orientation. Shorter steps come to the fold
// and no farther, but pass a change point, where two branches meet.
bool Flow::leaves_branch(Passage& passage) {
  Figure& figure = passage.figure;
  const Metric& metric = figure.assembly.metric;
  const Eigen::VectorXd& dq = passage.direction.dq;
  const double farthest = metric.farthest(dq);
  if (!driven_alone_ || farthest < shortest_driven_step * figure.assembly.size) return false;
  way_ = passage.trials.end - figure.q - dq;
  for (int k = 0; k < figure.assembly.objects(); ++k) {
    const double own = metric.displacement(k, dq);
    // So near a fold that it would turn round and round.
    if (own > std::max(metric.length(k), longest_pull * figure.assembly.size)) return true;
    if (metric.displacement(k, way_) > largest_correction * std::max(own, least_bend_part * farthest))
      return true;
  }
  if (!determined_) return false;
  figure.use_standing_rows();
  return orientation_.may_flip(figure, dq, way_) && orientation_.flips(figure);
}

// A step of h dissipates v' M v h: a good part of that is lost, or the step was too long for how
// the forces turn with the figure, and it would swing to and fro, with hardly less energy each time.
Flow::Energy Flow::judge_energy(const Passage& passage, double h, double energy_before,
                                double dissipated) const {
  const double energy_after = energy(passage.figure);
  const double work = row_work(passage, h) + (d_.size() > 0 ? hand_work(passage, h) : 0);
  const double rounding =
      energy_rounding * (std::abs(energy_before) + std::abs(energy_after) + std::abs(work));
  if (energy_after > energy_before + std::max(work, 0.0) + rounding) return Energy::rises;
  if (d_.size() > 0 || plays_) return Energy::falls;
  if (poor_gain * dissipated < rounding) return Energy::no_telling;
  return energy_after > energy_before - poor_gain * dissipated ? Energy::rises : Energy::falls;
}

// The same nearer to rest than energies tell: from `end` it would come back by more than half.
bool Flow::overshoots(Passage& passage, double h) {
  Figure& figure = passage.figure;
  way_ = passage.direction.dq;
  figure.use_standing_rows();
  passage.direction.begin(figure, 0);
  if (!find(passage, h)) return true;
  const Metric& metric = figure.assembly.metric;
  return metric.product(passage.direction.dq, way_) < -most_overshoot * metric.product(way_, way_);
}

// What the hands have done, by their forces. Out of reach these are as large as the hands are
// stiff, and what little the held points recede along them is no work of theirs: there it is what
// hands that give a little do in drawing nearer.
double Flow::hand_work(const Passage& passage, double h) const {
  const Eigen::VectorXd& p = passage.figure.assembly.p;
  const double by_force = passage.direction.border.g.dot(p - p_0_) / h;
  const double nearer = 0.5 * (d_.squaredNorm() - (d_ - (p - p_0_)).squaredNorm());
  const double gives = felt_damping * passage.direction.border.usual_mobility();
  return std::max(by_force, nearer > 0 && gives > 0 ? nearer / (gives * h) : 0.0);
}

}  // namespace limber
