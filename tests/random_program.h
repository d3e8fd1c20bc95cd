// Random Programs and random inputs, for laws that hold of every Program: all operations, sincos
// pairs, values used often and never, and inputs at the edges of what a double can be.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "codegen/kernel.h"
#include "codegen/program.h"

namespace limber {

class RandomPrograms {
 public:
  explicit RandomPrograms(unsigned seed) : generator_(seed) {}

  Program program(int operations);
  std::vector<double> inputs(int count);  // mostly ordinary numbers, one in eight an extreme one
  double number();                        // an ordinary one
  double extreme();                       // zero, infinity, nan, the largest, the smallest, ...
  int below(int n);

 private:
  std::mt19937_64 generator_;
};

// Equal bits, or both not a number: which nan comes out is no promise of ours.
bool same_bits(double a, double b);

// Where two kernels that should be the same differ: at random points one at a time, and many at a
// time for every count up to nineteen. Empty when nowhere.
std::string first_difference(const Kernel& a, const Kernel& b, RandomPrograms& random, int points);

}  // namespace limber
