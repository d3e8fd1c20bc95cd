#include "curves/nodes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace limber {
namespace {

// How much the direction turns between two t, all in all.
double turning(const Curve& curve, double from, double to) {
  constexpr int looks = 48;
  double sum = 0;
  Point before, after;
  bool known = false;
  for (int i = 0; i < looks; ++i) {
    if (!tangent_at(curve, from + (to - from) * (i + 0.5) / looks, after)) continue;
    if (known)
      sum +=
          std::abs(std::atan2(before.x() * after.y() - before.y() * after.x(), before.dot(after)));
    before = after;
    known = true;
  }
  return sum;
}

// The stretches of a curve between two t: cut where it may not be smooth and, within the single
// piece of a formula, so that none turns by more than a right angle.
std::vector<Stretch> stretches_between(const Curve& curve, int source, double from, double to) {
  std::vector<double> joints;
  breaks(curve, joints);
  std::vector<Stretch> result;
  const double tiny = 1e-12 * (joints.back() - joints.front());
  for (std::size_t k = 0; k + 1 < joints.size(); ++k) {
    const double a = std::max(from, joints[k]), b = std::min(to, joints[k + 1]);
    if (b - a <= tiny) continue;
    const double turns = curve.type->is_family ? 0 : turning(curve, a, b) / (M_PI / 2);
    const int parts = std::clamp(static_cast<int>(std::ceil(turns)), 1, 64);
    for (int i = 0; i < parts; ++i)
      result.push_back(
          {source, a + (b - a) * i / parts, i + 1 == parts ? b : a + (b - a) * (i + 1) / parts});
  }
  return result;
}

void turn_round(std::vector<Stretch>& stretches) {
  std::reverse(stretches.begin(), stretches.end());
  for (Stretch& s : stretches) {
    std::swap(s.from, s.to);
    std::swap(s.begin, s.end);
  }
}

void append(std::vector<Stretch>& all, const std::vector<Stretch>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

// A straight span where one stretch ends and the next begins elsewhere.
void bridge(const Sources& sources, std::vector<Stretch>& stretches, const Stretch& next,
            double tolerance) {
  const std::optional<Point> from = place_on(sources, stretches.back(), 1),
                             to = place_on(sources, next, 0);
  if (!from || !to || (*from - *to).norm() <= tolerance) return;
  stretches.push_back({Stretch::bridge, 0, 1, *from, *to});
}

}  // namespace

std::optional<Edited> insert_node(const Curve& curve, double t, double tolerance) {
  if (!has_nodes(*curve.type)) return std::nullopt;
  std::vector<Stretch> stretches = stretches_between(curve, 0, t_begin(curve), t_end(curve));
  const int span = span_of(curve, t);
  const Sources sources{{&curve, nullptr, nullptr}};
  std::vector<Stretch> cut = stretches;
  Stretch& first = cut[static_cast<std::size_t>(span)];
  const double width = first.to - first.from;
  t = std::clamp(t, first.from + 1e-6 * width, first.to - 1e-6 * width);
  Stretch second = first;
  first.to = second.from = t;
  cut.insert(cut.begin() + span + 1, second);
  std::optional<Edited> edited = follow(curve.type, sources, cut, tolerance);
  if (edited && edited->error <= tolerance) return edited;
  return follow_within(curve.type, sources, halved(stretches), tolerance);
}

std::optional<Edited> remove_node(const Curve& curve, int node) {
  const CurveType& type = *curve.type;
  const int nodes = node_count(curve);
  if (!has_nodes(type) || type.family.step != 1 || node < 0 || node >= nodes) return std::nullopt;
  if (nodes - 1 < type.family.minimum_nodes || span_count(curve) < 2) return std::nullopt;
  const Eigen::Index own = static_cast<Eigen::Index>(type.family.node.size());
  const Eigen::Index at = static_cast<Eigen::Index>(type.parameters.size()) + node * own;
  Edited edited{curve, 0, {}};
  edited.curve.q.resize(curve.q.size() - own);
  edited.curve.q << curve.q.head(at), curve.q.tail(curve.q.size() - at - own);

  // The two spans that met at the node become one; at an end of an open curve one is gone.
  const double spans = span_count(curve);
  std::vector<Stretch>& stretches = edited.stretches;
  stretches = stretches_between(curve, 0, 0, spans);
  const bool at_end = !type.family.wraps && (node == 0 || node == nodes - 1);
  const std::size_t after =
      static_cast<std::size_t>(std::clamp(node, 0, static_cast<int>(spans) - 1));
  if (at_end || (type.family.wraps && node == 0)) {
    stretches.erase(stretches.begin() + static_cast<std::ptrdiff_t>(after));
  } else {
    stretches[after - 1].to = stretches[after].to;
    stretches.erase(stretches.begin() + static_cast<std::ptrdiff_t>(after));
  }

  std::vector<int> handles;
  for (int i = static_cast<int>(type.parameters.size()); i < edited.curve.q.size(); ++i)
    if (is_vector(parameter(type, i).role)) handles.push_back(i);
  refine_parameters({{&curve, nullptr, nullptr}}, handles, edited);
  return edited;
}

std::optional<Edited> trim(const Curve& curve, double from, double to, CurveTypeRef into,
                           double tolerance) {
  std::vector<Stretch> stretches;
  const double round = t_end(curve) - t_begin(curve);
  if (curve.type->closed && from >= to && !has_nodes(*into)) {
    stretches = {{0, from, to + round}};  // t counts modulo its range
  } else if (from < to) {
    stretches = stretches_between(curve, 0, from, to);
  } else if (curve.type->closed) {
    stretches = stretches_between(curve, 0, from, t_end(curve));
    append(stretches, stretches_between(curve, 0, t_begin(curve), to));
  }
  return follow_within(into, {{&curve, nullptr, nullptr}}, std::move(stretches), tolerance);
}

std::optional<Edited> join(const Curve& first, const Curve& second, CurveTypeRef into,
                           double tolerance) {
  const Sources sources{{&first, nullptr, nullptr}, {&second, nullptr, nullptr}};
  std::vector<Stretch> a = stretches_between(first, 0, t_begin(first), t_end(first));
  std::vector<Stretch> b = stretches_between(second, 1, t_begin(second), t_end(second));
  double least = std::numeric_limits<double>::infinity();
  int best = 0;
  for (int way = 0; way < 4; ++way) {  // bit 0: the first turned round, bit 1: the second
    const auto x = place_on(sources, way & 1 ? a.front() : a.back(), way & 1 ? 0 : 1);
    const auto y = place_on(sources, way & 2 ? b.back() : b.front(), way & 2 ? 1 : 0);
    if (!x || !y || (*x - *y).norm() >= least) continue;
    least = (*x - *y).norm();
    best = way;
  }
  if (best & 1) turn_round(a);
  if (best & 2) turn_round(b);
  bridge(sources, a, b.front(), tolerance);
  append(a, b);
  return follow_within(into, sources, std::move(a), tolerance);
}

std::optional<Edited> convert(const Curve& curve, CurveTypeRef into, double tolerance) {
  const Sources sources{{&curve, nullptr, nullptr}};
  std::vector<Stretch> stretches = stretches_between(curve, 0, t_begin(curve), t_end(curve));
  if (into->closed && !curve.type->closed) bridge(sources, stretches, stretches.front(), tolerance);
  return follow_within(into, sources, std::move(stretches), tolerance);
}

}  // namespace limber
