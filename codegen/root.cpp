#include "codegen/root.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace limber {
namespace {

constexpr int asked = 8;  // a whole vector on every processor: machine code is not asked for fewer

// A step so short beside 1 changes no place. Ten times longer, and points lie off their curve by more
// than rounding; shorter, and rounding is chased.
constexpr double last_step = 2e-16;
// Below this a step that is no shorter than half the one before is rounding, not progress.
constexpr double rounding_step = 1e-9;
// At a double root f is rounding before the steps are: nearer than this it counts as found.
constexpr double double_root_step = 1e-6;

}  // namespace

void find_root(const IntegrandCode& f, const double* in, double from, double to, double* out) {
  double s = from, before = to, value[2 * asked];
  bool found = false;
  for (int k = 0; k < most_root_steps && !found; ++k) {
    double places[asked];
    std::fill(places, places + asked, s);
    f.many(f.self, in, places, asked, value, asked);
    const double f_s = value[asked];
    double step = value[0] == 0 ? 0 : value[0] / f_s;
    if (!std::isfinite(step)) break;
    step = std::clamp(step, -longest_root_step, longest_root_step);
    s -= step;
    if (!(std::fabs(s) <= to)) break;
    const double length = std::fabs(step);
    found = length <= last_step || (length <= rounding_step && length >= 0.5 * before);
    if (k + 1 == most_root_steps) found = length <= double_root_step;
    before = length;
  }
  out[0] = found ? s : std::numeric_limits<double>::quiet_NaN();
  out[1] = value[asked];
}

void root_code(KernelCode::Many many, int arguments, int outputs, const double* in, double from,
               double to, double* out) {
  find_root({many, nullptr, arguments, outputs}, in, from, to, out);
}

}  // namespace limber
