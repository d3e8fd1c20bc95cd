// Which of many boxes touch a given one, without looking at all of them.
//
// Squares of every size that is a power of two: a box lies in those just larger than itself, so in
// four of them at most, and a question looks at the squares of each size that is in use.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "curves/tessellate.h"

namespace limber {

class BoxGrid {
 public:
  void clear();
  // Numbers are the caller's own, from 0. An empty box, or one that is not finite, is never found.
  // `least`: about the size of the questions; smaller boxes share squares of that size.
  void set(int number, const Box& box, double least = 0);
  void remove(int number);

  // Those that touch `box`, in growing order.
  std::vector<int> touching(const Box& box) const;

 private:
  using Squares = std::unordered_map<std::uint64_t, std::vector<int>>;
  struct Entry {
    Box box;
    int level = 0;
  };
  struct Range {  // of squares
    std::int64_t left, bottom, right, top;
    double count() const;
  };
  static Range squares_of(const Box& box, int level);
  static std::uint64_t key(std::int64_t x, std::int64_t y);

  std::vector<Entry> entries_;
  std::map<int, Squares> levels_;  // by the exponent of the squares' side
};

}  // namespace limber
