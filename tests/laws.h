// What the laws are checked on: every curve type of the toolbox, and random valid curves of each. A
// new file in data/curves is found here by itself.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string_view>
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

// Numbers for a test. What is checked on every type and every kind draws from a stream of its own for
// each of them, and what takes any of them takes the one with the highest bid: a new file in data/
// changes nobody else's numbers.
class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  Random(std::uint32_t seed, std::string_view name);

  // A stream of its own for this name, as this one stands now.
  Random stream(std::string_view name);

  // Any of these, each as likely as the others.
  template <class Named>
  const Named& any(const std::vector<Named>& all);

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
  static std::uint32_t mixed(std::uint32_t seed, std::string_view name);
  std::mt19937 engine_;
};

template <class Named>
const Named& Random::any(const std::vector<Named>& all) {
  const std::uint32_t draw = static_cast<std::uint32_t>(engine_());
  const Named* chosen = &all.front();
  for (const Named& one : all)
    if (mixed(draw, one->name) > mixed(draw, (*chosen)->name)) chosen = &one;
  return *chosen;
}

// Every type with a stream of its own.
struct TypeAndRandom {
  std::shared_ptr<const CurveType> type;
  Random random;
};
std::vector<TypeAndRandom> every_curve_type(std::uint32_t seed);
// And those of formula_forms.h: of equations, differential equations, integrals, sums.
std::vector<TypeAndRandom> every_type_and_form(std::uint32_t seed);

}  // namespace limber
