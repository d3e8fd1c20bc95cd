// The equations of a step, in displacements dq = h v and mu = h lambda (see figure.h).
//
// First order, the paper's section 2: force = drag x velocity. What fills the system
//
//   [ M  -J' ] [ dq ]   [ h Q ]
//   [ J   A  ] [ mu ] = [ r   ]
//
//   h Q   the forces
//   A     compliance / h of springs, 0 of hard rows
//   r     by how much each row is to change:  a met row stays met (r = -c), an unmet one goes from
//         c to c exp(-h / tau), a spring to its rest (r = -c), and the rows of the clock and of
//         motors follow them:  r -= dc/dtime h + dc/dphase (step of the phase)
//
// figure.wanted is what c is to be at the end of the step. Second order, with mass, has a system of its own, of the
// same constraints: energy_momentum.h.
#pragma once

#include <Eigen/Core>

#include "solver/figure.h"

namespace limber {

// clock: by how much the time goes on; 0 while the drawing is edited. phase_steps: by how much each
// motor's phase goes on.
void first_order(Figure& figure, double h, double clock, const Eigen::VectorXd& phase_steps);

}  // namespace limber
