#include "solver/hand_path.h"

#include <algorithm>

#include "solver/spent.h"
#include "solver/tolerances.h"

namespace limber {
namespace {

// Where the path of the hand is `length` behind the last cut, and how many of its points lie before
// that. False when it is not that long: then where it ends.
bool along_path(const Hand& hand, double length, Point& at, std::size_t& visited) {
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

bool holds_anchor(const Passage& passage, const Hand& hand) {
  return hand.anchor.q.size() == passage.figure.q.size();
}

}  // namespace

void HandPath::build(const Figure& figure) { straight_way_.build(figure); }

void HandPath::leave(const Passage& passage, Hand& hand) {
  hand.anchor.structure = passage.structure;
  hand.anchor.shown = passage.figure.assembly.q;
}

void HandPath::return_to_cut(Passage& passage, Hand& hand) {
  const bool same = hand.anchor.structure == passage.structure &&
                    hand.anchor.shown.size() == passage.figure.assembly.q.size() &&
                    hand.anchor.shown == passage.figure.assembly.q;
  if (hand.anchor.q.size() > 0 && !same) {
    if (!hand.moved) hand.cut = hand.target;
    if (hand.moved && hand.path.size() > 1) hand.cut = hand.path[hand.path.size() - 2];
    hand.path.assign(hand.moved ? 1 : 0, hand.target);
    hand.forget_figure();
  }
  const bool kept = holds_anchor(passage, hand);
  pulls_.stride = kept ? hand.anchor.stride : longest_pull * passage.figure.assembly.size;
  if (!hand.moved || !kept) return;
  passage.figure.q = hand.anchor.q;
  passage.trials.last_motion = hand.anchor.last_motion;
}

// Walks along the path of the hand; at every cut the figure is brought there and kept. What no cut
// is near enough for is pulled.
void HandPath::follow(Passage& passage, Hand& hand) {
  if (!find_spacing(passage, hand)) return passage.refuse(Reason::no_value);
  Figure& figure = passage.figure;
  const double size = figure.assembly.size;
  moving_ = hand.moved;
  hand.moved = false;
  Effort effort = Effort::none;
  double gone = 0;  // along the path
  int cuts = 0;
  for (;;) {
    Point to;
    std::size_t visited = 0;
    bool cut = along_path(hand, hand.spacing, to, visited);
    if (!cut && !holds_anchor(passage, hand)) keep_anchor(passage, hand);
    effort = lead(passage, hand, to, cut);
    if (effort == Effort::too_far) {
      const double shorter = shorter_spacing(hand);
      hand.spacing = shorter > 0 ? shorter : std::max(hand.spacing, pulled_cut * size);
      if (shorter > 0) continue;
      cut = along_path(hand, hand.spacing, to, visited);
    }
    const bool pulled = effort == Effort::none || effort == Effort::too_far;
    if (pulled) {
      hand.anchor.curved = false;
      if (cut) hand.anchor.straight = false;
      const double near = (cut || moving_ ? following_distance : arrived_distance) * size;
      const double gain = cut ? worth_pulling * hand.spacing : 0;
      effort = pulls_.lead(passage, grip_, {to, near, gain, !moving_});
    }
    if (!cut) break;
    if (!figure.has_value()) return fall_back(passage, hand);
    hand.cut = to;
    gone += hand.spacing;
    hand.spacing =
        std::max(next_spacing(passage, hand, hand.spacing, effort), pulled ? pulled_cut * size : 0);
    hand.path.erase(hand.path.begin(), hand.path.begin() + static_cast<std::ptrdiff_t>(visited));
    keep_anchor(passage, hand);
    if (work_is_spent(figure) || ++cuts == most_cuts) {
      shorten(hand, gone);
      passage.settled = false;
      passage.why = Reason::work_spent;
      return;
    }
  }
  passage.end(!moving_ && effort != Effort::unfinished);
  if (!moving_ && !figure.has_value()) return fall_back(passage, hand);
  if (effort != Effort::unfinished) return;
  // It is still on its way: what comes goes on from here.
  hand.cut = hand.target;
  hand.path.clear();
  hand.anchor.straight = false;
  keep_anchor(passage, hand);
}

// The work of a tick is used up after so much of the path. The rest is for the next ticks, straight to
// the hand; where these would be too many the figure does not follow it, but is pulled to its end.
void HandPath::shorten(Hand& hand, double gone) {
  const bool follows = (hand.target - hand.cut).norm() <= most_late_ticks * gone;
  if (!follows) hand.cut = hand.target;
  hand.path.assign(follows ? 1 : 0, hand.target);
  hand.moved = follows;
}

Effort HandPath::lead(Passage& passage, Hand& hand, const Point& to, bool to_cut) {
  const Assembly& assembly = passage.figure.assembly;
  if ((to - Point(assembly.p)).norm() <= arrived_distance * assembly.size) return Effort::small;
  return moving_ ? straight_way_.lead(passage, grip_, to, to_cut, hand.anchor) : Effort::none;
}

// To the last cut, where every curve had a value.
void HandPath::fall_back(Passage& passage, Hand& hand) {
  passage.figure.q = holds_anchor(passage, hand) ? hand.anchor.q : passage.begin;
  if (!passage.figure.has_value()) passage.refuse(Reason::no_value);
  hand.cut = hand.target;
  hand.path.clear();
}

// At first, so that the shortest curve turns by a part of a radian from cut to cut; then what a few
// corrections do.
bool HandPath::find_spacing(Passage& passage, Hand& hand) {
  if (hand.spacing > 0) return true;
  if (!passage.figure.weigh_if_new()) return false;
  const Assembly& assembly = passage.figure.assembly;
  const double shortest = std::min(assembly.size, assembly.metric.shortest_curve());
  hand.least_spacing = std::max(shortest_cut * shortest, least_cut * assembly.size);
  hand.spacing = next_spacing(passage, hand, first_cut * shortest, Effort::fair);
  return true;
}

double HandPath::next_spacing(const Passage& passage, const Hand& hand, double spacing,
                              Effort effort) const {
  const double next = effort == Effort::small  ? 2 * spacing
                      : effort == Effort::fair ? spacing
                                               : spacing / 2;
  return std::clamp(next, hand.least_spacing, longest_cut * passage.figure.step_scale());
}

// Half of what it is, or half of that, and so on, so that the path has a cut. 0: that is too short.
double HandPath::shorter_spacing(const Hand& hand) const {
  Point at;
  std::size_t visited;
  for (double shorter = hand.spacing / 2; shorter >= hand.least_spacing; shorter /= 2)
    if (along_path(hand, shorter, at, visited)) return shorter;
  return 0;
}

void HandPath::keep_anchor(const Passage& passage, Hand& hand) const {
  hand.anchor.q = passage.figure.q;
  hand.anchor.last_motion = passage.trials.last_motion;
  hand.anchor.stride = pulls_.stride;
  hand.firmness = {};
}

}  // namespace limber
