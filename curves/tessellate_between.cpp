// Tessellation between two samples that a chord does not join: halving, and the search for gaps.
#include <algorithm>
#include <cmath>

#include "curves/cubic.h"
#include "curves/tessellate.h"

namespace limber {
namespace {

constexpr double near_share = 0.9;  // of the tolerance: how far a look may be from the chord
constexpr int most_looks = 400'000;  // of one curve: beyond, it is drawn as far as it is known
constexpr int plain_halvings = 10;  // of one segment, of a curve without gaps
constexpr int jump_interval = 6;    // after so many halvings a jump is looked for
constexpr int gap_looks = 4;        // halvings in a gap, in search of something in it
constexpr double far_away = 100;    // of the usual size: from there on errors may grow with distance

}  // namespace

// Whether the way between two samples close to each other is what their speeds make it.
bool Tessellator::goes_on(const Sample& from, const Sample& to) {
  const Point way = to.x - from.x, expected = 0.5 * (to.t - from.t) * (from.x_t + to.x_t);
  return (way - expected).norm() <= 0.5 * way.norm();
}

// What nobody can see at x: the tolerance, but far away on a branch of a pole in proportion.
double Tessellator::visible_error(const Point& x) const {
  if (!(window_.usual_size > 0)) return tolerance_;
  const double away = (x - window_.middle).norm() / (far_away * window_.usual_size);
  return tolerance_ * std::max(1.0, away);
}

// Whether the chord will do, by three looks between. The curve must be near the chord, and where
// the cubic of the places and speeds at both ends is: that of a curve that jumps is not. Three, since
// an S crosses its chord in the middle. A part too small to be seen need not be smooth.
bool Tessellator::look_between(const Sample& from, const Sample& to, const Sample& middle) {
  const double dt = to.t - from.t, error = visible_error(from.x);
  const Sample looks[] = {sample(0.75 * from.t + 0.25 * to.t), middle,
                          sample(0.2 * from.t + 0.8 * to.t)};
  bool small = (to.x - from.x).norm() <= near_share * error, follows = true;
  for (const Sample& s : looks) {
    if (!s.drawn || !(distance_to_segment(s.x, from.x, to.x) <= near_share * error)) return false;
    small = small && (s.x - from.x).norm() <= near_share * error;
    const Point expected = cubic_at({from.x, from.x + dt / 3 * from.x_t, to.x - dt / 3 * to.x_t, to.x},
                                    (s.t - from.t) / dt);
    follows = follows && (s.x - expected).norm() <= error;
  }
  if (small) return true;
  // An end that points backwards has a tip beside it, beyond the chord by a quarter of x_t dt at
  // most.
  const Point chord = to.x - from.x;
  const auto points_back = [&](const Sample& s) {
    return s.x_t.dot(chord) < 0 && s.x_t.norm() * dt > 3 * tolerance_;
  };
  return follows && !points_back(from) && !points_back(to);
}

// Emits what lies between two samples, and the second of them; the first is out already.
void Tessellator::refine(const Sample& from, const Sample& to, int depth) {
  if (depth > plain_halvings && !window_.measured) broken_ = true;
  if (must_start_over()) return;
  if (from.drawn != to.drawn) return approach_edge(from, to, depth);
  const Sample middle = sample(0.5 * (from.t + to.t));
  if (!from.drawn) {
    if (depth >= gap_looks) return;
    refine(from, middle, depth + 1);
    return refine(middle, to, depth + 1);
  }
  const bool full =
      static_cast<int>(out_->points.size()) >= Polyline::most_points || looks_ >= most_looks;
  if (full) out_->complete = false;
  if (full || look_between(from, to, middle)) return emit(to);
  if (to.t - from.t <= finest_) {
    if (!goes_on(from, to)) {  // however close, they stay apart
      broken_ = true;
      end_run();
    }
    return emit(to);
  }
  if (depth % jump_interval == jump_interval - 1 && cut_at_jump(from, to, depth + 1)) return;
  refine(from, middle, depth + 1);
  refine(middle, to, depth + 1);
}

// The larger part of the way from one to the other is made within ever shorter times: if it is still
// there in the shortest of them, it is a jump, and the curve is cut there. False when not.
bool Tessellator::cut_at_jump(const Sample& from, const Sample& to, int depth) {
  Sample left = from, right = to;
  while (right.t - left.t > finest_) {
    const Sample middle = sample(0.5 * (left.t + right.t));
    if (!middle.drawn) {
      refine(from, middle, depth);
      refine(middle, to, depth);
      return true;
    }
    const bool in_left = (middle.x - left.x).norm() >= (right.x - middle.x).norm();
    (in_left ? right : left) = middle;
    if ((right.x - left.x).norm() <= visible_error(left.x)) return false;
  }
  if (goes_on(left, right)) return false;
  broken_ = true;
  if (left.t > from.t) refine(from, left, depth);
  end_run();
  emit(right);
  if (right.t < to.t) refine(right, to, depth);
  return true;
}

// The domain of the formula, or what is drawn of it, ends somewhere between: halve towards it,
// keeping the side that is drawn.
void Tessellator::approach_edge(const Sample& from, const Sample& to, int depth) {
  broken_ = true;
  if (must_start_over()) return;
  Sample inside = from.drawn ? from : to, outside = from.drawn ? to : from;
  while (std::abs(outside.t - inside.t) > finest_) {
    const Sample middle = sample(0.5 * (inside.t + outside.t));
    (middle.drawn ? inside : outside) = middle;
  }
  if (from.drawn) {
    if (inside.t > from.t) refine(from, inside, depth + 1);
    return end_run();
  }
  end_run();
  emit(inside);
  if (inside.t < to.t) refine(inside, to, depth + 1);
}

void Tessellator::emit(const Sample& s) {
  if (!s.drawn) {
    broken_ = true;
    return end_run();
  }
  const auto is_first = [&] { return static_cast<int>(out_->points.size()) == out_->runs.back(); };
  const bool meets = !is_first() && out_->t.back() == s.t;  // two pieces
  const bool jumps = meets && (s.x - out_->points.back()).norm() > 2 * tolerance_;
  if (jumps) {
    broken_ = true;
    end_run();
  } else if (meets) {
    leaving_ = s.x_t;
    return;
  }
  const bool first = is_first();
  if (!first) out_->slopes.back() = {leaving_, s.x_t};
  leaving_ = s.x_t;
  out_->points.push_back(s.x);
  out_->t.push_back(s.t);
  out_->slopes.push_back({s.x_t, s.x_t});
}

// A run of a single point is none, unless it is all there is.
void Tessellator::end_run() {
  const int count = static_cast<int>(out_->points.size()) - out_->runs.back();
  if (count == 1 && (broken_ || out_->runs.size() > 1)) {
    out_->points.pop_back();
    out_->t.pop_back();
    out_->slopes.pop_back();
  } else if (count > 0) {
    out_->runs.push_back(static_cast<int>(out_->points.size()));
  }
}

}  // namespace limber
