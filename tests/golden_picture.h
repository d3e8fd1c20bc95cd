// Pictures that were looked at once and must stay so. data/golden holds them.
//
// Skia picks its inner loops by CPU, so a few levels in a few pixels are allowed. On failure the
// picture and the difference are left in the build folder; `limber_tests --update`
// renews the golden file, and then an eye must look at it. Letters are those of the embedded Inter, whose shapes change
// with its version: for another version than 3.19 there is a folder of its own, inter-4.0, and pictures that have no
// letters in them are found beside it.
#pragma once

#include <string>

#include "include/core/SkBitmap.h"
#include "include/core/SkSurface.h"

namespace limber {

struct GoldenResult {
  bool same = false;
  std::string words;  // what differs, and where to look
};
GoldenResult compare_with_golden(const std::string& name, SkSurface& picture);

// The same for a picture that another program made of a file of ours: edges may be antialiased as it likes.
GoldenResult looks_like_golden(const std::string& name, const SkBitmap& picture);

}  // namespace limber
