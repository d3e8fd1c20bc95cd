// A picture of a curve type: its default curve, as large as there is room.
#pragma once

#include <string>
#include <vector>

#include "curves/library.h"
#include "include/core/SkCanvas.h"
#include "include/core/SkPath.h"

namespace limber {

struct TypePicture {
  SkPath path;  // in a square from -1 to 1, y down
  struct Named {
    std::string name;
    SkPoint at;
  };
  std::vector<Named> points;  // of the curve, by name
};
TypePicture picture_of(const SharedCurveType& type);

// In a stroke so wide, in the largest square of `where`.
void draw_type(SkCanvas& canvas, const SkRect& where, const SkPath& path, SkColor colour, float width);

}  // namespace limber
