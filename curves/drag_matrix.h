// The drag matrix of a curve: how hard it is to move, in each direction of q.
//
//   M(q) = integral of x_q' x_q |x_t| dt        (uniform viscous drag along the length)
//
// Laws
//  - M is symmetric and positive definite; L is its lower Cholesky factor, M = L L'.
//  - Before regularisation, entry (i,j) is within 1e-8 sqrt(M_ii M_jj) of the integral.
//  - M is a property of the shape: another t for the same shape gives the same M.
//  - M is a function of q alone: memory makes it cheap, and leaves no trace in the numbers.
//
// Regularisation. A point, or a curve that has shrunk to one, is dragged as if it were point_length
// long: a length of the drawing (a thousandth of its size, say), below anything a person would
// draw. A direction of q that moves nothing, or moves the curve just as another does, gets a
// minimum relative to the diagonal: 1e-9 of it.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "curves/curve.h"
#include "curves/quadrature.h"

namespace limber {

struct DragMatrix {
  Eigen::MatrixXd M, L;  // one row and column for each free parameter; above its diagonal L is 0

  // What the next one reuses. When curve, free and point_length are as they were, M and L stand.
  struct Memory {
    const CurveType* type = nullptr;
    Eigen::VectorXd q;
    std::vector<int> free;
    double point_length = -1;

    int panels = 0;  // for one smooth piece of the type: what its default curve needs
    std::vector<Quadrature::Watched> entries;  // of type->drag, each with its diagonal
    Eigen::MatrixXd all;                       // the integral, of all parameters
    std::vector<double> breaks, sums;
    Locale locale;
    Motion motion;
    Quadrature quadrature;
  } memory;
};

// `free` lists the parameters that may move (places in q, ascending): the others are locked and
// have neither row nor column. False when the formula has no finite value along the whole curve; M
// and L then keep what they had.
[[nodiscard]] bool drag_matrix(const Curve& curve, const std::vector<int>& free,
                               double point_length, DragMatrix& out);

// All parameters that do not start locked: what is free in a new curve.
std::vector<int> initially_free(const Curve& curve);

// The integral alone, of all parameters, not regularised; left in memory.all.
[[nodiscard]] bool drag_integral(const Curve& curve, DragMatrix::Memory& memory);

}  // namespace limber
