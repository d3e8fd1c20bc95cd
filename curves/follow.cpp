#include "curves/follow.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "curves/gesture.h"
#include "curves/least_squares.h"

namespace limber {
namespace {

constexpr int looks = 9;           // at each span, ends included
constexpr double end_weight = 10;  // of the ends, so that joints stay where they are
constexpr int most_halvings = 8;

// Where t of the new curve is, for a share along span k of `count`.
double t_of(const Curve& curve, std::size_t k, double share, std::size_t count) {
  const double range = t_end(curve) - t_begin(curve);
  return t_begin(curve) + range * (static_cast<double>(k) + share) / static_cast<double>(count);
}

bool add_targets(const Curve& curve, const Sources& sources, const std::vector<Stretch>& stretches,
                 int each, std::vector<Target>& targets) {
  for (std::size_t k = 0; k < stretches.size(); ++k)
    for (int i = 0; i < each; ++i) {
      const double share = 0.5 - 0.5 * std::cos(M_PI * i / (each - 1));
      const std::optional<Point> x = place_on(sources, stretches[k], share);
      if (!x) return false;
      const bool is_end = i == 0 || i + 1 == each;
      targets.push_back(
          {t_of(curve, k, share, stretches.size()), *x, is_end ? end_weight : 1, false});
    }
  return true;
}

// How far the new curve is from the stretches, span by span.
std::vector<double> errors_of(const Curve& curve, const Sources& sources,
                              const std::vector<Stretch>& stretches) {
  constexpr int fine = 33;
  std::vector<double> errors(stretches.size(), 0.0);
  for (std::size_t k = 0; k < stretches.size(); ++k)
    for (int i = 0; i < fine; ++i) {
      const double share = static_cast<double>(i) / (fine - 1);
      const std::optional<Point> wanted = place_on(sources, stretches[k], share);
      Point x;
      const bool known = wanted && point_at(curve, t_of(curve, k, share, stretches.size()), x);
      errors[k] = std::max(errors[k],
                           known ? (x - *wanted).norm() : std::numeric_limits<double>::infinity());
    }
  return errors;
}

double worst(const std::vector<double>& errors) {
  return errors.empty() ? 0 : *std::max_element(errors.begin(), errors.end());
}

// The nodes' places and vectors (all x and y of all nodes): what is fitted. Other numbers of a node are
// kept.
std::vector<int> places_of(const Curve& curve) {
  std::vector<int> places;
  for (int i = static_cast<int>(curve.type->parameters.size()); i < curve.q.size(); ++i) {
    const Role role = parameter(*curve.type, i).role;
    if (is_place(role) || is_vector(role)) places.push_back(i);
  }
  return places;
}

int nodes_for(const Family& family, std::size_t spans) {
  return static_cast<int>(spans) * family.step - family.extra;
}

// A curve of the family with one span per stretch: every node, handles and all, on the stretches,
// other numbers as low as they go (a corner, where the number says how smooth a joint is).
std::optional<Curve> lay_nodes(const CurveTypeRef& type, const Sources& sources,
                               const std::vector<Stretch>& stretches) {
  const Family& family = type->family;
  const int nodes = nodes_for(family, stretches.size());
  if (nodes < family.minimum_nodes || nodes > most_nodes) return std::nullopt;
  Curve curve = default_curve(type);
  const Eigen::Index shared = static_cast<Eigen::Index>(type->parameters.size());
  const int own = static_cast<int>(family.node.size());
  curve.q.conservativeResize(shared + nodes * own);
  const double last = static_cast<double>(stretches.size());
  for (int n = 0; n < nodes; ++n) {
    const double along = family.wraps ? last * n / nodes : last * n / std::max(nodes - 1, 1);
    const std::size_t k = static_cast<std::size_t>(std::min(std::floor(along), last - 1));
    const std::optional<Point> x = place_on(sources, stretches[k], along - static_cast<double>(k));
    if (!x) return std::nullopt;
    for (int i = 0; i < own; ++i) {
      const Parameter& p = family.node[static_cast<std::size_t>(i)];
      double& value = curve.q[shared + n * own + i];
      value = p.role == Role::x          ? x->x()
              : p.role == Role::y        ? x->y()
              : is_vector(p.role)        ? 0
              : std::isfinite(p.minimum) ? p.minimum
                                         : p.value;
    }
  }
  return curve;
}

// Numbers of nodes that are no places, from the old node nearest in t: taken over where the curve
// can still follow.
void keep_numbers(const Sources& sources, const std::vector<Stretch>& stretches, double tolerance,
                  Edited& edited) {
  const CurveType& type = *edited.curve.type;
  const int own = static_cast<int>(type.family.node.size());
  const int shared = static_cast<int>(type.parameters.size());
  Curve kept = edited.curve;
  bool differs = false;
  const int nodes = node_count(kept), spans = static_cast<int>(stretches.size());
  for (int n = 0; n < nodes; ++n) {
    const int k =
        std::min(n * spans / std::max(type.family.wraps ? nodes : nodes - 1, 1), spans - 1);
    const Stretch& stretch = stretches[static_cast<std::size_t>(k)];
    if (stretch.source == Stretch::bridge) continue;
    const Curve* source = sources[static_cast<std::size_t>(stretch.source)].curve;
    if (!source || source->type != kept.type) continue;
    const Curve& old = *source;
    const double t = n > k ? stretch.to : stretch.from;
    const int old_nodes = node_count(old);
    const int from = ((static_cast<int>(std::lround(t)) % old_nodes) + old_nodes) % old_nodes;
    for (int i = 0; i < own; ++i) {
      const Role role = type.family.node[static_cast<std::size_t>(i)].role;
      if (is_place(role) || is_vector(role)) continue;
      const double value = old.q[shared + from * own + i];
      differs |= kept.q[shared + n * own + i] != value;
      kept.q[shared + n * own + i] = value;
    }
  }
  if (!differs) return;
  std::vector<Target> targets;
  if (!add_targets(kept, sources, stretches, looks, targets)) return;
  fit_to_targets(places_of(kept), targets, 8, kept);
  const double error = worst(errors_of(kept, sources, stretches));
  if (error > std::max(tolerance, 1.01 * edited.error)) return;
  edited.curve = kept;
  edited.error = error;
}

std::optional<Edited> follow_family(const CurveTypeRef& type, const Sources& sources,
                                    std::vector<Stretch> stretches, double tolerance) {
  std::optional<Curve> curve = lay_nodes(type, sources, stretches);
  if (!curve) return std::nullopt;
  std::vector<Target> targets;
  if (!add_targets(*curve, sources, stretches, looks, targets)) return std::nullopt;
  fit_to_targets(places_of(*curve), targets, 4, *curve);
  Edited edited{*curve, worst(errors_of(*curve, sources, stretches)), std::move(stretches)};
  keep_numbers(sources, edited.stretches, tolerance, edited);
  return edited;
}

std::vector<Stretch> halved_some(const std::vector<Stretch>& stretches,
                                 const std::vector<char>& which) {
  std::vector<Stretch> result;
  for (std::size_t k = 0; k < stretches.size(); ++k) {
    if (!which[k]) {
      result.push_back(stretches[k]);
      continue;
    }
    Stretch first = stretches[k], second = stretches[k];
    first.to = second.from = 0.5 * (first.from + first.to);
    first.end = second.begin = 0.5 * (first.begin + first.end);
    result.push_back(first);
    result.push_back(second);
  }
  return result;
}

// A type that is no family: its parameters by least squares, from several starts.
std::optional<Edited> follow_single(const CurveTypeRef& type, const Sources& sources,
                                    const std::vector<Stretch>& stretches) {
  const std::optional<Point> from = place_on(sources, stretches.front(), 0);
  const std::optional<Point> to = place_on(sources, stretches.back(), 1);
  if (!from || !to) return std::nullopt;
  std::vector<Curve> starts;
  for (const Source& source : sources)
    if (source.curve && source.curve->type == type) starts.push_back(*source.curve);
  if (const std::optional<Curve> drawn = draw(type, *from, *to)) starts.push_back(*drawn);
  if (const std::optional<Curve> drawn = draw(type, *to, *from)) starts.push_back(*drawn);
  starts.push_back(default_curve(type));
  std::optional<Edited> best;
  for (Curve& start : starts) {
    std::vector<Target> targets;
    if (!add_targets(start, sources, stretches, 4 * looks, targets)) return std::nullopt;
    std::vector<int> all;
    for (int i = 0; i < start.q.size(); ++i)
      if (i != type->t_end_parameter) all.push_back(i);
    fit_to_targets(all, targets, 60, start);
    const double error = worst(errors_of(start, sources, stretches));
    if (!best || error < best->error) best = Edited{start, error, stretches};
  }
  return best;
}

}  // namespace

std::optional<Point> place_on(const Sources& sources, const Stretch& stretch, double share) {
  if (stretch.source == Stretch::bridge)
    return Point((1 - share) * stretch.begin + share * stretch.end);
  const double t = stretch.from + share * (stretch.to - stretch.from);
  const Source& source = sources[static_cast<std::size_t>(stretch.source)];
  Point x;
  if (source.curve) {
    if (!point_at(*source.curve, t, x)) return std::nullopt;
    return x;
  }
  const std::vector<double>& lengths = *source.lengths;
  const auto after = std::upper_bound(lengths.begin() + 1, lengths.end() - 1, t);
  const std::size_t k = static_cast<std::size_t>(after - lengths.begin());
  const double step = lengths[k] - lengths[k - 1];
  const double s = step > 0 ? (t - lengths[k - 1]) / step : 0;
  return Point((1 - s) * (*source.places)[k - 1] + s * (*source.places)[k]);
}

std::vector<Stretch> halved(const std::vector<Stretch>& stretches) {
  return halved_some(stretches, std::vector<char>(stretches.size(), 1));
}

std::optional<Edited> follow(const CurveTypeRef& type, const Sources& sources,
                             std::vector<Stretch> stretches, double tolerance) {
  if (stretches.empty()) return std::nullopt;
  if (has_nodes(*type)) return follow_family(type, sources, std::move(stretches), tolerance);
  // Pieces of one source that follow each other are one stretch.
  Stretch whole = stretches.front();
  for (std::size_t k = 1; k < stretches.size(); ++k) {
    if (stretches[k].source != whole.source || stretches[k].from != whole.to) return std::nullopt;
    whole.to = stretches[k].to;
  }
  return follow_single(type, sources, {whole});
}

// Follows, halving spans until the error is within tolerance: those that miss it, and all of them
// when that did not help (a spline with even knots likes even spans).
std::optional<Edited> follow_within(const CurveTypeRef& type, const Sources& sources,
                                    std::vector<Stretch> stretches, double tolerance) {
  if (!has_nodes(*type)) return follow(type, sources, std::move(stretches), tolerance);
  while (!stretches.empty() &&
         nodes_for(type->family, stretches.size()) < type->family.minimum_nodes)
    stretches = halved(stretches);
  std::optional<Edited> best = follow(type, sources, stretches, tolerance);
  std::optional<Edited> last = best;
  bool all = false;
  for (int k = 0, idle = 0; k < 2 * most_halvings && idle < 4 && best && best->error > tolerance;
       ++k) {
    const std::vector<double> errors = errors_of(last->curve, sources, last->stretches);
    std::vector<char> which;
    for (const double e : errors) which.push_back(all || e > 0.5 * tolerance);
    std::optional<Edited> next =
        follow(type, sources, halved_some(last->stretches, which), tolerance);
    if (!next) break;
    const bool helped = next->error < 0.7 * last->error;
    all = !helped && !all;
    idle = helped ? 0 : idle + 1;
    last = std::move(next);
    if (last->error < best->error) best = last;
  }
  return best;
}

void refine_parameters(const Sources& sources, const std::vector<int>& free, Edited& edited) {
  std::vector<Target> targets;
  if (!free.empty() && add_targets(edited.curve, sources, edited.stretches, looks, targets))
    fit_to_targets(free, targets, 20, edited.curve);
  edited.error = worst(errors_of(edited.curve, sources, edited.stretches));
}

std::optional<double> Edited::new_t(double t, int source) const {
  for (std::size_t k = 0; k < stretches.size(); ++k) {
    const Stretch& s = stretches[k];
    if (s.source != source) continue;
    if (t < std::min(s.from, s.to) || t > std::max(s.from, s.to)) continue;
    return t_of(curve, k, (t - s.from) / (s.to - s.from), stretches.size());
  }
  return std::nullopt;
}

}  // namespace limber
