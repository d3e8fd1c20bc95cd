// Pictures that were looked at once and must stay so. data/golden holds them.
//
// Skia picks its inner loops by CPU, so a few levels in a few pixels are allowed. On failure the
// picture and the difference are left in the build folder; `limber_tests --update`
// renews the golden file, and then an eye must look at it.
#pragma once

#include <string>

#include "include/core/SkSurface.h"

namespace limber {

struct GoldenResult {
  bool same = false;
  std::string words;  // what differs, and where to look
};
GoldenResult compare_with_golden(const std::string& name, SkSurface& picture);

}  // namespace limber
