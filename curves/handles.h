// The handles of a node: how a Bezier path leaves it and comes to it. A family has them when its nodes have
// two vectors, the first ahead, the second behind; a number of the node beside them says whether the joint
// is smooth (1) or a corner (0). All else about nodes goes through their numbers, for every family alike.
#pragma once

#include <optional>

#include "curves/curve.h"

namespace limber {

bool has_handles(const CurveType& type);

struct Handles {
  Point at = Point::Zero();                                // the node, on the paper
  Point ahead = Point::Zero(), behind = Point::Zero();     // as seen from it; behind: as it is drawn
  bool smooth = false;
  bool symmetric() const;  // smooth, and both of one length
};

// Of a node, from 0; empty when the type has no handles, or there is no such node.
std::optional<Handles> handles_of(const Curve& curve, int node);
void set_handles(Curve& curve, int node, const Handles& handles);

// Where its numbers stand in q: the first of the handle ahead, or of the one behind.
int ahead_index(const CurveType& type, int node);
int behind_index(const CurveType& type, int node);

// Every joint whose handles lie opposite to each other is made a smooth one.
void smooth_straight_joints(Curve& curve);

}  // namespace limber
