// Work on curves made of nodes: insert, remove, trim, join, convert; a curve is split, and a closed one
// opened elsewhere than at its begin, by trimming it.
//
// All of it is one idea: the new curve runs, span by span, along stretches of the old ones, and its
// nodes are those with which it does so best (least squares). Where the type can follow exactly it
// does (a polyline, a Bezier path, a B-spline cut in halves); where it cannot, spans are halved
// until the error is within tolerance or there are `most_nodes`. The error is told in every case.
//
// What hangs on the curve stays where it is: Edited::new_t says where a t of the old curve has
// gone.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "curves/curve.h"
#include "curves/follow.h"

namespace limber {

// A node at t, the shape unchanged within tolerance.
std::optional<Edited> insert_node(const Curve& curve, double t, double tolerance);

// Without a node (from 0). Its neighbours stay; their handles, where they have any, follow the old
// curve as well as they can. Empty when too few would remain.
std::optional<Edited> remove_node(const Curve& curve, int node);

// The part from one t to another as a curve of the type: a family, or any other whose parameters
// can be found (a part of a line is a line, a part of a circle an arc; `error` says how well it
// went). On a closed curve `to` may be below `from`: then it runs through the begin.
std::optional<Edited> trim(const Curve& curve, double from, double to, CurveTypeRef into,
                           double tolerance);

// Two curves as one: the second follows the first, either of them turned round so that the nearest
// ends face each other; a straight span bridges the gap unless they meet.
std::optional<Edited> join(const Curve& first, const Curve& second, CurveTypeRef into,
                           double tolerance);

// The whole curve as another type. An open curve becomes a closed one by a straight span from its
// end to its begin, unless they meet; a closed one opens at its begin.
std::optional<Edited> convert(const Curve& curve, CurveTypeRef into, double tolerance);

}  // namespace limber
