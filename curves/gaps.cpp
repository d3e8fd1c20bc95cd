#include "curves/gaps.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "curves/library.h"

namespace limber {
namespace {

constexpr double jump_width = 1e-12;  // of the range of t: what the tessellation leaves of a jump
constexpr std::size_t most_named = 4;

// Looks off the middle, which may be the pole itself. In a gap as narrow as a jump they lie where its
// sides are, or else beyond: then the curve runs off, if ever so slowly.
Gap::Why why(const Curve& curve, double from, double to) {
  const bool narrow = to - from <= jump_width * (t_end(curve) - t_begin(curve));
  Point left, right, x;
  const bool sides = point_at(curve, from, left) && point_at(curve, to, right);
  bool any = false, beyond = false;
  for (const double share : {0.1, 0.31, 0.5, 0.77, 0.9}) {
    if (!point_at(curve, from + share * (to - from), x)) continue;
    any = true;
    beyond = beyond || !sides ||
             distance_to_segment(x, left, right) > 0.1 * (right - left).norm() + 1e-9 * x.norm();
  }
  if (narrow && sides && !beyond) return Gap::jump;
  return any ? Gap::runs_off : Gap::no_value;
}

// Four digits, or what is needed to tell a place of the curve from others: 0.3, 1.571, -3.
std::string shown(const Curve& curve, double t) {
  char text[32];
  if (std::abs(t) <= 1e3 * jump_width * (t_end(curve) - t_begin(curve))) t = 0;
  std::snprintf(text, sizeof text, "%.4g", t);
  return text;
}

std::string list(const std::vector<std::string>& places) {
  std::string all;
  const std::size_t named = std::min(places.size(), most_named);
  for (std::size_t k = 0; k < named; ++k)
    all += (k == 0 ? "" : k + 1 == places.size() ? " and " : ", ") + places[k];
  if (places.size() > named) all += " and " + std::to_string(places.size() - named) + " more";
  return all;
}

}  // namespace

std::vector<Gap> gaps(const Curve& curve, const Polyline& line) {
  std::vector<Gap> found;
  double from = t_begin(curve);
  const auto add = [&](double to) {
    if (to > from) found.push_back({from, to, why(curve, from, to)});
  };
  for (int k = 0; k < line.run_count(); ++k) {
    add(line.t[static_cast<std::size_t>(line.runs[static_cast<std::size_t>(k)])]);
    from = line.t[static_cast<std::size_t>(line.runs[static_cast<std::size_t>(k) + 1] - 1)];
  }
  add(t_end(curve));
  return found;
}

std::string describe_gaps(const Curve& curve, const Polyline& line) {
  std::vector<std::string> missing, poles;
  std::string reason;
  const double hair = 1e-3 * (t_end(curve) - t_begin(curve));
  for (const Gap& gap : gaps(curve, line)) {
    const double middle = 0.5 * (gap.from + gap.to);
    const bool at_end = gap.from == t_begin(curve) || gap.to == t_end(curve);
    if (gap.why == Gap::runs_off)
      poles.push_back(shown(curve, !at_end                    ? middle
                            : gap.from == t_begin(curve) ? gap.from
                                                         : gap.to));
    if (gap.why != Gap::no_value) continue;
    missing.push_back(gap.to - gap.from < hair ? "at " + shown(curve, middle)
                                               : "from " + shown(curve, gap.from) + " to " + shown(curve, gap.to));
    if (reason.empty()) reason = fault_at(curve, middle);
  }
  std::string said;
  if (!missing.empty()) {
    missing.front().insert(missing.front().find(' ') + 1, "t = ");
    said = "No value " + list(missing) + (reason.empty() ? "" : ": " + reason) + ".";
  }
  if (curve.type->closed && !line.closed && line.run_count() == 1 && said.empty() && poles.empty())
    said = "It does not close.";
  if (!poles.empty())
    said += (said.empty() ? "" : " ") + ("It runs off to infinity at t = " + list(poles) + ".");
  return said;
}

}  // namespace limber
