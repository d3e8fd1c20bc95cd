// Pictures of the same thing made by two programs: how many of their pixels differ.
#pragma once

#include <string>

#include "include/core/SkBitmap.h"

namespace limber {

SkBitmap decoded(const std::string& picture);  // fails the test when it is no picture

// The share of the pixels of which some channel differs by more than `levels`, after both were laid
// on white; 1 when their sizes differ by more than a pixel. A pixel counts only when it also
// differs from all its neighbours in the other picture: edges are antialiased differently by
// everyone.
double share_of_different_pixels(const SkBitmap& a, const SkBitmap& b, int levels);

}  // namespace limber
