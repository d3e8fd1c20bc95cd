#include "solver/system.h"

#include <algorithm>

namespace limber {

int lay_out_blocks(std::vector<BlockRequest> wanted, Pattern& pattern) {
  std::sort(wanted.begin(), wanted.end(), [](const BlockRequest& a, const BlockRequest& b) {
    return a.row != b.row ? a.row < b.row : a.object < b.object;
  });
  int numbers = 0;
  for (const BlockRequest& one : wanted) {
    const bool known = !pattern.blocks.empty() && pattern.blocks.back().row == one.row &&
                       pattern.blocks.back().object == one.object;
    if (!known) {
      pattern.blocks.push_back({one.row, one.rows, one.object, numbers});
      numbers += one.rows * (pattern.begin[static_cast<std::size_t>(one.object) + 1] -
                             pattern.begin[static_cast<std::size_t>(one.object)]);
    }
    *one.at = pattern.blocks.back().at;
  }
  return numbers;
}

}  // namespace limber
