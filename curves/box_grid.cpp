#include "curves/box_grid.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {
constexpr int smallest_level = -60, largest_level = 1000;
constexpr double farthest_square = 1e15;  // beyond it squares run together, and are looked through
}  // namespace

double BoxGrid::Range::count() const {
  return (static_cast<double>(right - left) + 1) * (static_cast<double>(top - bottom) + 1);
}

BoxGrid::Range BoxGrid::squares_of(const Box& box, int level) {
  const auto square = [&](double v) {
    const double place = std::floor(std::ldexp(v, -level));
    return static_cast<std::int64_t>(std::clamp(place, -farthest_square, farthest_square));
  };
  return {square(box.min().x()), square(box.min().y()), square(box.max().x()),
          square(box.max().y())};
}

// Two squares may share a key: what is found is compared with the box itself.
std::uint64_t BoxGrid::key(std::int64_t x, std::int64_t y) {
  return static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15u ^
         static_cast<std::uint64_t>(y) * 0xc2b2ae3d27d4eb4fu;
}

void BoxGrid::clear() {
  entries_.clear();
  levels_.clear();
}

void BoxGrid::set(int number, const Box& box, double least) {
  remove(number);
  const std::size_t k = static_cast<std::size_t>(number);
  if (k >= entries_.size()) entries_.resize(k + 1);
  if (box.isEmpty() || !box.min().allFinite() || !box.max().allFinite()) return;
  const double size = std::max(box.sizes().maxCoeff(), least);
  const int level =
      size > 0 ? std::clamp(std::ilogb(size) + 1, smallest_level, largest_level) : smallest_level;
  entries_[k] = {box, level};
  Squares& squares = levels_[level];
  const Range range = squares_of(box, level);
  for (std::int64_t y = range.bottom; y <= range.top; ++y)
    for (std::int64_t x = range.left; x <= range.right; ++x) squares[key(x, y)].push_back(number);
}

void BoxGrid::remove(int number) {
  const std::size_t k = static_cast<std::size_t>(number);
  if (k >= entries_.size() || entries_[k].box.isEmpty()) return;
  const auto level = levels_.find(entries_[k].level);
  const Range range = squares_of(entries_[k].box, level->first);
  for (std::int64_t y = range.bottom; y <= range.top; ++y)
    for (std::int64_t x = range.left; x <= range.right; ++x) {
      const auto square = level->second.find(key(x, y));
      if (square == level->second.end()) continue;
      std::erase(square->second, number);
      if (square->second.empty()) level->second.erase(square);
    }
  if (level->second.empty()) levels_.erase(level);
  entries_[k] = {};
}

std::vector<int> BoxGrid::touching(const Box& box) const {
  std::vector<int> found;
  if (box.isEmpty()) return found;
  const auto look = [&](const std::vector<int>& numbers) {
    for (const int number : numbers)
      if (entries_[static_cast<std::size_t>(number)].box.intersects(box)) found.push_back(number);
  };
  for (const auto& [level, squares] : levels_) {
    const Range range = squares_of(box, level);
    if (!(range.count() <= static_cast<double>(squares.size()))) {
      for (const auto& [where, numbers] : squares) look(numbers);
      continue;
    }
    for (std::int64_t y = range.bottom; y <= range.top; ++y)
      for (std::int64_t x = range.left; x <= range.right; ++x)
        if (const auto square = squares.find(key(x, y)); square != squares.end())
          look(square->second);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace limber
