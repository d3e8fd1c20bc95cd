// The drag matrix of a curve: how hard it is to move, in each direction of q.
//
//   M(q) = integral of x_q' x_q |x_t| dt        (uniform viscous drag along the length)
//
// Curves hung on several places (nodes, control points, two ends) are lumped. The integral couples
// neighbouring places: the motion of least drag that takes one end of a line along swings the other
// end back by half as much, and a node that is pulled makes its neighbours recoil. Nobody wants
// that, so the drag of each span is carried by its places. Of the integral E over a span
//   s E_pp   stays for each place p (a 2 x 2 block: x and y), E_vv for each vector v, E_ii for any other parameter,
//   s = the drag of the span moved as a whole / the sum of the E_pp, at least 1,
// and the rest is left out. Then a pull on a node moves that node alone, and a pull between nodes
// those with a share in the point that is held. What is given from a node as a vector goes along.
//
// Laws
//  - M is symmetric and positive definite; L is its lower Cholesky factor, M = L L'.
//  - Before regularisation, entry (i,j) is within 1e-8 sqrt(M_ii M_jj) of what is written above.
//  - M is a property of the shape: another t for the same shape gives the same M.
//  - M is a function of q alone: memory makes it cheap, and leaves no trace in the numbers.
//  - Lumping: a curve moved as a whole has the drag of its length (where the weights of its places
//    are not negative; otherwise at least that); turning the curve turns M; no motion of a span of n
//    places has less than an n-th of its own drag (E <= n diag E).
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

// Whether the places of a curve move each by itself, or only together, as those of a rigid figure
// do: then nothing recoils, and M is the integral itself.
enum class Places { each, together };

struct DragMatrix {
  Eigen::MatrixXd M, L;  // one row and column for each free parameter; above its diagonal L is 0
  Places places = Places::each;

  // What the next one reuses. When curve, free and point_length are as they were, M and L stand.
  struct Memory {
    const CurveType* type = nullptr;
    Places places = Places::each;
    Eigen::VectorXd q;
    std::vector<int> free;
    double point_length = -1;

    // What depends on the type alone.
    struct Entry {       // of the upper triangle:
      int i, j, output;  //   local parameters, and what type->drag calls it
      bool places;       //   whether both are of places,
      bool pairs;        //   whether both are of places or both of vectors,
      int axis_i, axis_j;  //   and whether x or y (0 or 1)
    };
    std::vector<Entry> entries;                // those that are not always 0
    std::vector<Quadrature::Watched> watched;  // the outputs, each with its diagonal
    bool lumped = false;
    int panels = 0;  // for one smooth piece: what its default curve needs

    Eigen::MatrixXd all;  // the integral, of all parameters
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

// Whether the drag of curves of this type is carried by their places.
bool is_lumped(const CurveType& type);

// The integral alone, lumped if the type is, of all parameters, not regularised; left in memory.all.
[[nodiscard]] bool drag_integral(const Curve& curve, Places places, DragMatrix::Memory& memory);

}  // namespace limber
