// The straight way: from where the grip is, rows and hand are met together,
//
//   end = q + M^-1 (J' mu + P g)   with   c(end) = 0,  p(end) = target
//
// all by J, M and P of the grip: one place, however it is found, by steps that correct both at
// once, with one factor for all of them. Too far where it does not contract, perhaps since the
// target is out of reach; none at stops and singular places, which are not for this way.
//
// On this side of a cut it begins where the way, curved as the place found last says it is, leads.
// To a cut it begins anew: whether and with what effort a cut is reached must not depend on where
// else the figure was shown.
#pragma once

#include <Eigen/Core>

#include "solver/grip.h"
#include "solver/secants.h"
#include "solver/passage.h"

namespace limber {

enum class Effort { none, small, fair, great, unfinished, too_far };  // of leading a held point

class StraightWay {
 public:
  void build(const Figure& figure);
  // anchor: of the hand, which keeps the curvature of the way.
  Effort lead(Passage& passage, Grip& grip, const Point& target, bool to_cut,
              Hand::Anchor& anchor);

 private:
  Effort close_in(Passage& passage, const Grip& grip, const Point& target, double bearable);
  void find_left(const Passage& passage, const Grip& grip, const Point& target);
  bool reached(Passage& passage, const Grip& grip, const Point& target);
  void keep_curvature(const Passage& passage, Hand::Anchor& anchor) const;

  Secants secants_;
  Eigen::VectorXd d_, left_, residual_, correction_;
};

}  // namespace limber
