// Linear systems to test and time the solver's algebra on: the Jacobians and drag matrices of bars
// nailed to each other, and random worlds with every kind of defect.
#pragma once

#include <Eigen/Core>
#include <random>
#include <utility>
#include <vector>

#include "solver/system.h"

// A namespace of their own, since scenes.h has a chain too; inline, since no test needs both.
namespace limber::inline systems {

struct TestSystem {
  Pattern pattern;
  System system;
};

// Bars between points. Every bar is an object of its own; where bars meet, their ends are attached
// to the end of the first; nailed points hold all ends there.
struct Frame {
  std::vector<Eigen::Vector2d> points;
  std::vector<std::pair<int, int>> bars;
  std::vector<int> nails;
};
enum class Bars {
  rigid,  // x, y, angle: a drag matrix of length and length^3 / 12
  ends,   // both end points, the drag of a straight line, and a row that holds the length
};

Frame chain(int n);              // n bars, nailed at one end, not straight
Frame grid(int k, bool braced);  // k x k points, a brace in every cell; nailed at two corners
Frame four_bar();
Frame jansen_leg();
TestSystem system_of(const Frame& framework, Bars bars, unsigned seed = 1);

struct RandomWorld {
  int objects = 6, constraints = 6;
  bool soft = true;         // some rows have compliance
  bool off = true;          // some rows are switched off
  bool singular = true;     // some rows are combinations of others, or zero
  bool consistent = true;   // b can be met
};
TestSystem random_system(const RandomWorld& world, std::mt19937_64& random);

// The same as dense matrices, rows that are off set to zero.
Eigen::MatrixXd dense_L(const TestSystem& test);  // M = L L'
Eigen::MatrixXd dense_J(const TestSystem& test);

}  // namespace limber::inline systems
