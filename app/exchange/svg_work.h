// What reading an SVG has cost so far, counted rather than timed: the same file ends at the same
// place on every machine. Each question below adds to a count; "no" is for good.
#pragma once

#include <cstdint>
#include <vector>

#include "app/exchange/svg_tree.h"
#include "include/core/SkPath.h"

namespace limber {

class SvgWork {
 public:
  explicit SvgWork(const SvgTree& tree)
      : tree_(tree), weights_(static_cast<std::size_t>(tree.size())) {}

  bool may_read(int element);  // its attributes, once more
  bool may_make(
      std::size_t segments);  // of outlines that are not drawn themselves: of clips, of strokes
  bool may_read_all_inside(int element);  // those of the elements in it, and their text
  // An operation on two areas. It looks at every pair of segments and works on those that may
  // cross.
  bool may_combine(const SkPath& a, const SkPath& b);
  bool may_combine(const SkPath& a) { return may_combine(a, SkPath()); }

 private:
  std::size_t weight_of(int element);
  bool spend_bytes(std::size_t bytes);

  const SvgTree& tree_;
  std::vector<std::size_t> weights_;  // 0: not counted yet
  std::size_t bytes_ = 0;
  double pairs_ = 0;
};

}  // namespace limber
