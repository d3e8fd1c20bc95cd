// A curve given by an equation, f(x, y, q) = 0, traced: its pieces, which are the nodes of its q.
//
// A piece is a chord and the directions across it at both ends (codegen/expression.cpp says how its
// points are found from there, exactly, for any q nearby). So between two tracings it is a curve like
// any other; when q has gone so far that the pieces do not suit it any more, it is traced again.
//
//   equation.h   where the curve may be, and the points where it crosses itself or turns back
//   trace        from there along it, by steps that turn little: predicted along the tangent, corrected
//                along the gradient; round until it closes, leaves its square, or ends in such a point
//   pieces       as long as the curve turns little against their chords
//
// Laws
//  - The pieces are a function of the parameters alone.
//  - Every branch within the square that is farther from others than a 256th of it is found; ovals of
//    any size; and what comes together in points is found when it comes out of them in directions
//    that differ. A branch ends a little outside of its square.
//  - Work and pieces are bounded: what is beyond is left out.
#pragma once

#include "curves/curve.h"

namespace limber {

constexpr int most_pieces = 2000;  // of one curve

Curve traced(const Curve& curve);  // with pieces found anew; of any other type: as it is
bool is_worn(const Curve& curve);  // the pieces do not suit its parameters any more

// Where on it, once it was traced again, is what was at t: the nearest place.
double t_after(const Curve& before, const Curve& after, double t);

}  // namespace limber
