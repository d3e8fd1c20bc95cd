// A drag: nothing but one hand moves the figure. There is no time in it, only the path of the hand,
// cut into pieces; from cut to cut the figure goes the straight way, and where there is none, by
// pulls.
//
// Cuts are half as long when the next, or the hand on this side of it, is too far for the straight
// way: so where they are depends on the path alone, not on where along it the hand was seen.
#pragma once

#include "solver/grip.h"
#include "solver/pulls.h"
#include "solver/straight_way.h"
#include "solver/passage.h"

namespace limber {

class HandPath {
 public:
  void build(const Figure& figure);

  // A hand that moved goes on from the figure at the last cut of its path, wherever else the figure
  // was shown meanwhile. What it kept of another figure, or of one that something else has moved
  // since, is forgotten: its path begins anew where it is.
  void return_to_cut(Passage& passage, Hand& hand);
  static void leave(const Passage& passage, Hand& hand);  // as the tick ends, after it was written
  const Grip& grip() const { return grip_; }

  void follow(Passage& passage, Hand& hand);

  // The length of path between cuts, where it is not yet known. False when the figure has no value.
  [[nodiscard]] bool find_spacing(Passage& passage, Hand& hand);

 private:
  static void shorten(Hand& hand, double gone);
  Effort lead(Passage& passage, Hand& hand, const Point& to, bool to_cut);
  double shorter_spacing(const Hand& hand) const;
  double next_spacing(const Passage& passage, const Hand& hand, double spacing, Effort effort) const;
  void keep_anchor(const Passage& passage, Hand& hand) const;
  void fall_back(Passage& passage, Hand& hand);

  Grip grip_;
  StraightWay straight_way_;
  Pulls pulls_;
  bool moving_ = false;  // the hand is, in this tick
};

}  // namespace limber
