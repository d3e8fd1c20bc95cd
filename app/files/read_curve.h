// What a curve's object in a file says, piece by piece. A mistake is told at its node (node.h), and
// what is returned then counts for nothing.
#pragma once

#include "app/files/node.h"
#include "solver/world.h"

namespace limber {

// As the type has them, with those that the file names; of a version of the file.
Eigen::VectorXd read_q(const Node& node, const CurveType& type, double version);

// By its name; one of a node by its number in q, which has so many.
int read_parameter(const Node& node, const CurveType& type, Eigen::Index size);

// Three numbers, or none when it stands: of the centre of mass; of a curve that bends, perhaps,
// also how fast each of its `numbers` does.
Eigen::VectorXd read_velocity(const Node& node, Eigen::Index numbers = 0);

void read_bends(const Node& node, Body& body);

// Whether place i of q may have the value; whether the curve has a place at t.
void check_parameter(const Node& node, const CurveType& type, int i, double value);
void check_on(const Node& node, const Curve& curve, double t);

}  // namespace limber
