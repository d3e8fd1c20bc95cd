// The forces in the rows of a figure that only a hand moves, found when asked for. A drag has no
// time in it and no forces; what a person would feel is
//
//   f = W^+ P' v + size/tau away,          the rows answer:  J M^-1 J' lambda = -J M^-1 P f
//
// the force that drags the figure along the way it went, and that of the rubber band between what
// the hand holds and where it is, stiff enough to bring home in tau what is as long as the drawing.
// A stop answers only while it pushes.
#pragma once

#include <Eigen/Core>

#include "solver/passage.h"

namespace limber {

struct Dragged {
  Eigen::VectorXd way;          // of the columns, in the tick
  double time = 0;              // it took; 0: other things than one hand moved it
  Point away = Point::Zero();   // from what the hand holds to the hand, at the end
};

void find_hand_forces(Passage& passage, const Dragged& dragged, Eigen::VectorXd& forces);

}  // namespace limber
