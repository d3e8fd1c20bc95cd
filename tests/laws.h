// What the laws are checked on: every curve type of the toolbox, and random valid curves of each. A
// new file in data/curves is found here by itself.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "curves/curve.h"

namespace limber {

const std::vector<std::shared_ptr<const CurveType>>& every_curve_type();
std::shared_ptr<const CurveType> curve_type(const char* name);  // must exist

// Compiled on the spot, for a test's own formulas; fails the test when the text is wrong.
std::shared_ptr<const CurveType> compiled(const char* text);

// Points, the first two to be nailed, and bars between them. By Laman's theorem it is rigid when
// every further point is held by two bars to points before it; each bar less is one freedom more
// (as long as no bar hangs free), each bar more changes nothing.
struct Framework {
  std::vector<Point> points;
  std::vector<std::pair<int, int>> bars;
};

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}

  double in(double low, double high);
  int whole(int low, int high);  // both included
  double normal(double deviation);
  Point point(double size);

  // A curve that differs from the default one in every parameter, by about a fifth of its size,
  // within the ranges; families get a random number of nodes. Locked numbers that count things
  // (their default is a whole number) stay whole.
  Curve curve(const std::shared_ptr<const CurveType>& type);
  double t(const Curve& curve);  // inside, away from the breaks

  Framework rigid_framework(int points);  // round about a ring

 private:
  double parameter(const Parameter& p, double size);
  std::mt19937 engine_;
};

}  // namespace limber
