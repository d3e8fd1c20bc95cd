// The straight way: from where the grip is, rows and hand are met together,
//
//   end = q + M^-1 (J' mu + P g)   with   c(end) = 0,  p(end) = target
//
// all by J, M and P of the grip: one place, however it is found, by steps that correct both at
// once, with one factor for all of them. Too far where it does not contract, perhaps since the
// target is out of reach; none at stops and singular places, which are not for this way.
//
// What moves nothing that is held (columns N: J N = 0, P' N = 0) a straight way leaves out as it is at
// its begin, N_0' M way = 0. Along the true way N turns; to second order
//
//   true way:  N_1' M way  =  1/2  N_1' M (straight way)       N_1: at the end
//
// so the next way begins by going back by that half (the drift). The figure then follows the path to
// second order: led out and back it ends where it began, but for the third.
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
  void find_drift(Passage& passage, const Hand::Anchor& anchor);
  void keep_way(const Passage& passage, bool to_cut, Hand::Anchor& anchor) const;

  Secants secants_;
  Eigen::VectorXd d_, left_, residual_, correction_;
  struct Drift {  // see above; at the grip of this number, of this way
    Eigen::VectorXd half, way, rates;
    int grip = -1;
    bool straight = false;
  } drift_;
};

}  // namespace limber
