// The drag: one hand alone moves the figure.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/mover.h"

namespace limber {
namespace {

// Of the drawing's size:
constexpr double cut_length = 1.0 / 48;  // of the hand's path between cuts
constexpr double least_cut = 1.0 / 65536;
constexpr double pulled_cut = 1.0 / 4096;  // where the straight way is not to be had
constexpr double first_cut = 1.0 / 4;      // of the shortest curve
constexpr double shortest_cut = 1.0 / 64;
constexpr double following = 1e-4;     // a held point this near a hand that moves follows it
constexpr double arrived = 1e-11;      // this near one that rests, it is there
constexpr double most_blindly = 1e-4;  // a pull whose gain nobody can tell goes no farther
constexpr double worth_bending = 1e-6;

constexpr double most_damping = 1e9;    // of the hand
constexpr double dead_mobility = 1e-6;  // of a held point, along the pull

constexpr int most_corrections = 12;  // of a straight way
// Of what is off, by the first of them: the next cut may be twice as far, or as far, or half.
constexpr double small_contraction = 0.1;
constexpr double fair_contraction = 0.3;
constexpr double slow_contraction = 0.8;  //   given up when worse

constexpr double most_spent = 1e6;   // some 12 milliseconds: then a frame is due
constexpr double factor_cost = 4.0;  // of an evaluation

constexpr int pulls_per_cut = 60;
// of the way between cuts: a pull that brings it less nearer is the last
constexpr double worth_pulling = 0.05;
constexpr int pulls_to_rest = 60;
constexpr int most_trials = 40;

// Nearer than this rounding lets nothing come.
double finest(const Eigen::VectorXd& q) {
  return 8 * std::numeric_limits<double>::epsilon() * q.lpNorm<Eigen::Infinity>();
}

}  // namespace

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

// Where the path of the hand is `length` behind the last cut, and how many of its points lie before
// that. False when it is not that long: then where it ends.
bool Mover::along_path(const Hand& hand, double length, Point& at, std::size_t& visited) {
  at = hand.cut;
  for (visited = 0; visited < hand.path.size(); ++visited) {
    const Point step = hand.path[visited] - at;
    const double way = step.norm();
    if (way >= length) {
      at += step * (length / way);
      return true;
    }
    length -= way;
    at = hand.path[visited];
  }
  at = hand.target;
  return false;
}

// Walks along the path of the hand; at every cut the figure is brought there and kept. Cuts are
// half as long when the next, or the hand on this side of it, is too far for the straight way: so
// where they are depends on the path alone, not on where along it the hand was seen. What no cut is
// near enough for is pulled.
void Mover::drag(World& world) {
  Hand& hand = *StateAccess::hands(world).find(island_.hands.front());
  if (!find_spacing(hand)) {
    refused_ = true;
    return;
  }
  const double size = figure_.assembly.size;
  const bool moving = hand.moved;
  hand.moved = false;
  resting_ = !moving;
  const bool shows_last = shown_.size() == figure_.q.size() && shown_ == figure_.assembly.q;
  if (!shows_last) bends_ = false;
  Effort effort = Effort::none;
  for (;;) {
    Point to;
    std::size_t visited = 0;
    bool cut = along_path(hand, hand.spacing, to, visited);
    if (!cut && !holds_anchor(hand)) keep_anchor(hand);
    effort = reach(to, cut);
    if (effort == Effort::too_far) {
      const double shorter = shorter_spacing(hand);
      hand.spacing = shorter > 0 ? shorter : std::max(hand.spacing, pulled_cut * size);
      if (shorter > 0) continue;
      cut = along_path(hand, hand.spacing, to, visited);
    }
    const bool pulled = effort == Effort::none || effort == Effort::too_far;
    if (pulled) {
      bends_ = false;
      effort = cut ? pull(to, pulls_per_cut, following * size, worth_pulling * hand.spacing)
                   : pull(to, pulls_to_rest, (moving ? following : arrived) * size, 0);
    }
    if (!cut) break;
    if (!stands()) return fall_back(hand);
    hand.cut = to;
    hand.spacing = std::max(next_spacing(hand.spacing, effort), pulled ? pulled_cut * size : 0);
    hand.path.erase(hand.path.begin(), hand.path.begin() + static_cast<std::ptrdiff_t>(visited));
    keep_anchor(hand);
    if (spent() > most_spent) {  // the rest of the path in the next step
      hand.moved = true;
      settled_ = resting_ = false;
      return;
    }
  }
  resting_ = false;
  settled_ = !moving && effort != Effort::unfinished;
  if (!moving && !stands()) return fall_back(hand);
  if (effort != Effort::unfinished) return;
  // It is still on its way: what comes goes on from here.
  hand.cut = hand.target;
  hand.path.clear();
  keep_anchor(hand);
}

// What this step has cost so far: numbers touched by evaluations and factors, counted and not
// timed, so that every machine stops at the same cut.
double Mover::spent() const {
  const double numbers = static_cast<double>(figure_.assembly.columns() + figure_.rows());
  return numbers * (figure_.iterations + factor_cost * figure_.factorisations);
}

// Whether every curve has a value where the figure is now.
bool Mover::stands() { return figure_.evaluate_if_new(figure_.q) && figure_.weigh_if_new(); }

// To the last cut, where it did.
void Mover::fall_back(Hand& hand) {
  figure_.q = holds_anchor(hand) ? Eigen::VectorXd(hand.anchor.head(figure_.q.size())) : begin_;
  refused_ = !stands();
  hand.cut = hand.target;
  hand.path.clear();
}

// At first, so that the shortest curve turns by a part of a radian from cut to cut; then what a few
// corrections do.
bool Mover::find_spacing(Hand& hand) {
  if (hand.spacing > 0 && shortest_spacing_ > 0) return true;
  if (!figure_.weigh_if_new()) return false;
  const Assembly& assembly = figure_.assembly;
  double shortest = assembly.size;
  for (int k = 0; k < assembly.objects(); ++k)
    if (assembly.readings.objects[static_cast<std::size_t>(k)].kind != Readings::Kind::sliding)
      shortest = std::min(shortest, assembly.length(k));
  shortest_spacing_ = std::max(shortest_cut * shortest, least_cut * assembly.size);
  if (hand.spacing == 0) hand.spacing = next_spacing(first_cut * shortest, Effort::fair);
  return true;
}

double Mover::next_spacing(double spacing, Effort effort) const {
  const double next = effort == Effort::small  ? 2 * spacing
                      : effort == Effort::fair ? spacing
                                               : spacing / 2;
  return std::clamp(next, shortest_spacing_, cut_length * figure_.assembly.size);
}

// Half of what it is, or half of that, and so on, so that the path has a cut. 0: that is too short.
double Mover::shorter_spacing(const Hand& hand) const {
  Point at;
  std::size_t visited;
  for (double shorter = hand.spacing / 2; shorter >= shortest_spacing_; shorter /= 2)
    if (along_path(hand, shorter, at, visited)) return shorter;
  return 0;
}

bool Mover::holds_anchor(const Hand& hand) const {
  return hand.anchor.size() == 2 * figure_.q.size() + 1;
}

void Mover::keep_anchor(Hand& hand) const {
  hand.anchor.resize(2 * figure_.q.size() + 1);
  hand.anchor << figure_.q, sense_, stride_;
}

// ---- the straight way

bool Mover::holds_grip() const {
  return grip_number_ == figure_.factor_number() && grip_path_ == figure_.path &&
         !figure_.assembly.changed && grip_.size() == figure_.q.size() && grip_ == figure_.q;
}

// The factor and the border at figure_.q; kept until something else is factored.
bool Mover::grasp() {
  if (holds_grip()) return true;
  grip_number_ = -1;
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
// which is one place, however it is found: by steps that correct both at once. Too far where it
// does not contract, perhaps since the target is out of reach; none at stops and singular places,
// which are not for this way.
//
// On this side of a cut it begins where the way, bent as the place found last says it is, leads. To
// a cut it begins anew: whether and with what effort a cut is reached must not depend on where else
// the figure was shown.
Mover::Effort Mover::reach(const Point& target, bool to_cut) {
  Assembly& assembly = figure_.assembly;
  if ((target - Point(assembly.p)).norm() <= arrived * assembly.size) return Effort::small;
  if (resting_ || !grasp()) return Effort::none;
  if (figure_.factor.smallest_kept < singular) return Effort::none;
  d_ = target - Point(held_);
  direction_.keep_reachable(d_);
  if (d_.norm() > longest_pull * assembly.size) return Effort::too_far;
  if (!direction_.regrip(d_, least_damping) || direction_.mobility < dead_mobility)
    return Effort::none;
  assembly.system.on = on_;
  figure_.implied = direction_.implied;
  // QR and LDLT left these out; the SVD shares among all rows, and asks all of them.
  if (figure_.factor.path != Path::svd)
    for (const int row : figure_.factor.dependent) figure_.switch_row(row, false);
  const double bearable = most_deviation * assembly.farthest(direction_.dq);
  Effort effort = Effort::too_far;
  if (!to_cut && bends_) {
    next_ = figure_.q + direction_.dq + d_.squaredNorm() * bend_;
    effort = close_in(target, bearable);
  }
  if (effort == Effort::too_far) {
    next_ = figure_.q + direction_.dq;
    effort = close_in(target, bearable);
  }
  if (effort == Effort::too_far) return direction_.on_a_line() ? Effort::none : effort;
  keep_bend();
  shown_ = next_;
  accept();
  return effort;
}

// Of a way so short that rounding bends it nothing is known.
void Mover::keep_bend() {
  bends_ = d_.norm() > worth_bending * figure_.assembly.size;
  if (bends_) bend_ = (next_ - figure_.q - direction_.dq) / d_.squaredNorm();
}

// From next_, by corrections. One that deviates by more than is bearable is too far away.
Mover::Effort Mover::close_in(const Point& target, double bearable) {
  const Assembly& assembly = figure_.assembly;
  const double size = assembly.size;
  secants_.clear();
  double first = 0;  // contraction
  double before = std::numeric_limits<double>::infinity();
  for (int k = 0; k < most_corrections; ++k) {
    if (!figure_.evaluate(next_)) return Effort::too_far;
    const double deviation = std::max(figure_.deviation(), figure_.implied_deviation());
    find_toward(target);
    const double off = std::max(deviation, toward_.norm());
    const bool there = deviation <= projection_tolerance * size && toward_.norm() <= arrived * size;
    const bool slow = !(off < slow_contraction * before);
    if (k == 1) first = off / before;
    if (there || (slow && off <= std::max(projection_tolerance * size, finest(next_)))) {
      if (!reached(target)) return Effort::too_far;
      return first < small_contraction  ? Effort::small
             : first < fair_contraction ? Effort::fair
                                        : Effort::great;
    }
    if (slow || (k == 0 && deviation > bearable)) return Effort::too_far;
    if (k == 2 && strays(direction_.dq)) return Effort::too_far;  // it will not come back by much
    before = off;
    figure_.residual(residual_);
    residual_.tail<2>() = toward_;
    secants_.reduce(residual_);
    direction_.correct(figure_, residual_, least_damping, correction_);
    secants_.extend(correction_);
    next_ += correction_;
  }
  return Effort::too_far;
}

// What is left to go. Where the held point moves on a line only: along it, to the place nearest to
// target, where the line as it is by then is square to the rest. On an arc that is the line as it
// was, mirrored on the way.
void Mover::find_toward(const Point& target) {
  const Point away = target - Point(figure_.assembly.p);
  toward_ = away;
  if (!direction_.on_a_line()) return;
  const Point way = Point(figure_.assembly.p) - Point(held_), line = direction_.line();
  const double square = way.squaredNorm();
  const Point turned = square > 0 ? Point(way * (2 * way.dot(line) / square) - line) : line;
  toward_ = line * turned.dot(away);
}

// Whether next_ will do: it is on the branch it came from, and nearer to target.
bool Mover::reached(const Point& target) {
  if (strays(direction_.dq)) return false;
  if (!direction_.on_a_line()) return true;
  return (target - Point(figure_.assembly.p)).norm() < (target - Point(held_)).norm();
}

// ---- pulls

// Brings the held point to target, or as near as it comes.
Mover::Effort Mover::pull(const Point& target, int most, double near, double gain) {
  const int pulls = pull_to(target, most, near, gain);
  return pulls >= most ? Effort::unfinished
         : pulls <= 1  ? Effort::small
         : pulls == 2  ? Effort::fair
                       : Effort::great;
}

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
  if (assembly.farthest(direction_.dq) > most_blindly * assembly.size) return false;
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
    Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> eigen;
    eigen.computeDirect(Eigen::Matrix2d(W));
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

}  // namespace limber
