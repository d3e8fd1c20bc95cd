// Random curve files: valid text, varied, the same for the same seed on every machine.
#pragma once

#include <cstdint>
#include <string>

namespace limber {

class RandomFormula {
 public:
  // smooth: every function has all derivatives everywhere, and values of moderate size. Otherwise
  // everything the language has occurs, corners, poles and the limits of domains included.
  RandomFormula(std::uint64_t seed, bool smooth) : state_(seed * 2 + 1), smooth_(smooth) {}

  std::string curve();                // a whole file: 1 to 4 parameters, a few lets, x and y
  std::string expression(int depth);  // in r, k, w, t and the lets so far

 private:
  std::uint64_t next();
  int below(int n) { return static_cast<int>(next() >> 33) % n; }
  std::string pick(std::initializer_list<const char*> choices);
  std::string leaf();
  std::string condition(int depth);

  std::uint64_t state_;
  bool smooth_;
  int lets_ = 0;
};

}  // namespace limber
