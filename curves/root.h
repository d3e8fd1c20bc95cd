// A root of a function of one variable inside a bracket: Newton's steps while they stay inside and
// make progress, halving otherwise. The function gives its value and its slope.
#pragma once

#include <algorithm>
#include <cmath>

namespace limber {

// f(t, value, slope) -> bool: false where it has no finite value; then the root is given up.
// The signs at a and b differ (or one of them is zero). Ends when the bracket or the step is at the
// precision of t.
template <class F>
bool find_root(F&& f, double a, double b, double& root) {
  double fa, fb, slope;
  if (!f(a, fa, slope) || !f(b, fb, slope)) return false;
  if (fa == 0) return root = a, true;
  if (fb == 0) return root = b, true;
  if ((fa < 0) == (fb < 0)) return false;
  const double precision = 4e-16 * std::max({std::abs(a), std::abs(b), 1e-300});
  double t = a - fa * (b - a) / (fb - fa), last_step = b - a;
  for (int k = 0; k < 120 && std::abs(b - a) > precision; ++k) {
    double value;
    if (!f(t, value, slope)) return false;
    if (value == 0) break;
    ((value < 0) == (fa < 0) ? a : b) = t;
    const double step = -value / slope;
    double next = t + step;
    const double low = std::min(a, b), high = std::max(a, b);
    if (!(next > low && next < high) || !(std::abs(step) < 0.7 * std::abs(last_step)))
      next = 0.5 * (a + b);
    last_step = next - t;
    t = next;
    if (std::abs(last_step) <= precision) break;
  }
  root = t;
  return true;
}

// A hair from a towards b. The direction of a curve is asked there rather than at the end of a
// smooth piece, where another piece may begin and the direction may vanish.
inline double just_inside(double a, double b) { return a + 1e-9 * (b - a); }

}  // namespace limber
