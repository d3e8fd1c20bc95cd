#include "app/edits/keepable.h"

#include <algorithm>

#include "app/document/numbers.h"
#include "curves/range.h"
#include "solver/tolerances.h"

namespace limber {

namespace {

// visit(id, place in q) for each number beyond its limits of a curve that differs.
template <class Visit>
void each_number_beyond(const World& world, const World& known, Visit visit) {
  world.bodies().each_unshared(known.bodies(), [&](CurveId id, const Body* body, const Body* old) {
    if (!body || (old && old->curve.q.size() == body->curve.q.size() && old->curve.q == body->curve.q)) return;
    for (int i = 0; i < static_cast<int>(body->curve.q.size()); ++i)
      if (!is_nearly_within(parameter(*body->curve.type, i), body->curve.q[i])) visit(id, i);
  });
}

// visit(id, t, its curve) for each sliding point that differs and is on no place of its curve.
template <class Visit>
void each_point_beyond(const World& world, const World& known, Visit visit) {
  world.connectors().each_unshared(
      known.connectors(), [&](ConnectorId id, const Connector* connector, const Connector* old) {
        const auto* sliding = connector ? std::get_if<SlidingAt>(&connector->what) : nullptr;
        const auto* before = old ? std::get_if<SlidingAt>(&old->what) : nullptr;
        if (sliding && before && sliding->t == before->t) return;
        const Curve* curve = sliding ? world.find(connector->curve) : nullptr;
        if (curve && !is_on(*curve, sliding->t)) visit(id, sliding->t, *curve);
      });
}

}  // namespace

std::optional<Error> beyond_limits(const Document& document, const World& before) {
  const World& world = document.world;
  std::optional<Error> why;
  each_number_beyond(world, before, [&](CurveId id, int i) {
    const Curve& curve = *world.find(id);
    const Parameter& its = parameter(*curve.type, i);
    if (!why) why = not_allowed(its, document.name(id) + "." + its.name, curve.q[i]);
  });
  each_point_beyond(world, before, [&](ConnectorId id, double, const Curve&) {
    if (!why)
      why = Error{document.name(id) + " would slide off the end of its curve.", 0, 0, 1, {}, {}};
  });
  return why;
}

namespace {

// As near to a limit that is excluded as the solver goes by itself.
double within_limits(const Parameter& its, double value, double size) {
  const bool has_size = its.role != Role::angle && its.role != Role::number;
  const double margin = open_limit * (has_size ? size : 1);
  const double middle = 0.5 * its.minimum + 0.5 * its.maximum;
  const double low = its.above_minimum ? std::min(its.minimum + margin, middle) : its.minimum;
  const double high = its.below_maximum ? std::max(its.maximum - margin, middle) : its.maximum;
  return std::clamp(value, low, high);
}

}  // namespace

void bring_within_limits(World& world, const World& known) {
  std::vector<std::pair<CurveId, int>> numbers;
  each_number_beyond(world, known, [&](CurveId id, int i) { numbers.emplace_back(id, i); });
  const double size = numbers.empty() ? 0 : world.size();
  for (const auto& [id, i] : numbers) {
    Curve& curve = StateAccess::bodies(world).find(id)->curve;
    const Parameter& its = parameter(*curve.type, i);
    curve.q[i] = within_limits(its, curve.q[i], size);
  }
  std::vector<std::pair<ConnectorId, double>> points;
  each_point_beyond(world, known, [&](ConnectorId id, double t, const Curve& curve) {
    points.emplace_back(id, std::clamp(t, t_begin(curve), t_end(curve)));
  });
  for (const auto& [id, t] : points)
    std::get<SlidingAt>(StateAccess::connectors(world).find(id)->what).t = t;
}

}  // namespace limber
