#include "solver/hand_force.h"

#include <Eigen/Eigenvalues>

#include "solver/tolerances.h"

namespace limber {
namespace {

// f of the header, with W as it is while these rows act. What cannot move was not dragged along.
Point hand_force(const Passage& passage, const Dragged& dragged) {
  const Assembly& assembly = passage.figure.assembly;
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> eigen;
  eigen.computeDirect(Eigen::Matrix2d(passage.direction.border.W));
  const Point speed = assembly.P.transpose() * dragged.way / dragged.time;
  Point f = assembly.size / tau * dragged.away;
  if (passage.direction.border.is_held()) return f;
  for (int i = 0; i < 2; ++i)
    if (eigen.eigenvalues()[i] > dead_mobility * eigen.eigenvalues()[1]) {
      const Point along = eigen.eigenvectors().col(i);
      f += along * (along.dot(speed) / eigen.eigenvalues()[i]);
    }
  return f;
}

}  // namespace

void find_hand_forces(Passage& passage, const Dragged& dragged, Eigen::VectorXd& forces) {
  Figure& figure = passage.figure;
  Assembly& assembly = figure.assembly;
  forces.setZero();
  figure.use_standing_rows();
  if (!figure.has_value()) return;
  passage.direction.begin(figure, 0);
  Eigen::VectorXd Q, v, mu, zero_rows = Eigen::VectorXd::Zero(figure.rows());
  for (bool let_go = true; let_go;) {  // each time one row fewer acts
    if (!figure.refactor()) return;
    passage.direction.border.respond(figure);
    Q = assembly.P * hand_force(passage, dragged);
    if (!figure.solver.solve(assembly.system, Q, zero_rows, v, mu).finite) return;
    let_go = false;
    for (int r = 0; r < figure.rows(); ++r)
      if (figure.stop(r) && figure.on(r) && mu[r] < 0) {
        figure.switch_row(r, false);
        let_go = true;
      }
  }
  for (int r = 0; r < figure.rows(); ++r)
    forces[r] = assembly.rows[static_cast<std::size_t>(r)].weight * mu[r];
}

}  // namespace limber
