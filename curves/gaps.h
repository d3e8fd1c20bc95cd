// Where a polyline of a curve has gaps, and why, in words.
#pragma once

#include <string>
#include <vector>

#include "curves/tessellate.h"

namespace limber {

// From the end of one run to the beginning of the next, or from an end of the curve to its runs.
struct Gap {
  double from, to;  // t
  // no_value: the formula has none. runs_off: the curve goes to infinity and is not drawn so far.
  // jump: nothing is missing, the curve goes on elsewhere.
  enum Why { no_value, runs_off, jump } why;
};
std::vector<Gap> gaps(const Curve& curve, const Polyline& line);

// What is missing, in sentences; jumps are not. Empty when nothing is. At most four places are named.
//   No value from t = -3 to -1 and from 1 to 3: the square root of a negative number.
//   It runs off to infinity at t = 0.3.
//   It does not close.                      (though its type is closed)
std::string describe_gaps(const Curve& curve, const Polyline& line);

}  // namespace limber
