// A linkage as the peers see it: joints, bars of fixed length between them, joints that stand
// still, and one that is pulled. Read off a World, so that both sides have the same figure.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/bench/drags.h"

namespace limber {

struct PeerLinkage {
  std::vector<Point> joints;
  std::vector<std::pair<int, int>> bars;
  std::vector<double> lengths;
  std::vector<char> stands;  // by joint
  int held = -1;             // the joint that is pulled,
  bool driven = false;       //   or put exactly where it is to be
  std::function<Point(int)> target;
  double size = 1;
};

// Bars whose ends are attached share a joint; nails make it stand.
PeerLinkage linkage_of(const World& world);
int joint_at(const PeerLinkage& linkage, Point place);
// Without the bars that follow from the others, which some peers take for contradictions.
PeerLinkage without_redundant(const PeerLinkage& linkage);

struct PeerTimes {
  bool present = false;
  double median = 0;             // microseconds a step
  double residual = 0, lag = 0;  // the worst of all steps, parts of the size
  int failures = 0;              // steps it gave up on
};
double worst_bar(const PeerLinkage& linkage, const std::vector<Point>& joints);
PeerTimes summary(std::vector<double>& each, PeerTimes times);

PeerTimes run_slvs(const PeerLinkage& linkage, int steps);
PeerTimes run_ceres(const PeerLinkage& linkage, int steps);
PeerTimes run_box2d(const PeerLinkage& linkage, int steps);

}  // namespace limber
