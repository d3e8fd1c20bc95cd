// For each kind of constraint: a small drawing, and where a person clicks to make one of it. Shared by
// the tests of the tool and of the real window.
#pragma once

#include <string>
#include <vector>

namespace limber {

// Curves are drawn about the origin, within 18 units to each side; names of things and places begin
// with '$', so that many cases fit in one drawing.
struct KindCase {
  const char* kind;
  std::vector<const char*> draw;    // lines of edits; $a is a name
  std::vector<const char*> clicks;  // geometry as edits write it; "(3,4)" is a place on the paper
  const char* value = "";           // what its typed number must be, as it was before; "" for none
};
const std::vector<KindCase>& kind_cases();

// A user's own kind, with a point, a direction and a number.
inline constexpr const char* own_kind =
    "constraint beside \"Beside\" (point a, point p, direction u, length d = 3):\n"
    "  cross(u, a - p) = d\n";

}  // namespace limber
