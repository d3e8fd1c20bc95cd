#include "app/editor/snap.h"

namespace limber {

std::vector<Connector> special_points(CurveId id, const Curve& curve) {
  std::vector<Connector> points;
  const CurveType& type = *curve.type;
  if (!type.closed) {
    points.push_back(point_at(id, t_begin(curve)));
    points.push_back(point_at(id, t_end(curve)));
  }
  for (const auto& measure : type.measures)
    if (measure.shape == Shape::point && !measure.along)
      points.push_back(measure_of(id, measure.name));
  for (const double t : type.corners) points.push_back(point_at(id, t));
  if (type.is_family)  // where pieces meet; a closed one has no ends, so its begin too
    for (double t = type.closed ? 0 : 1; t < t_end(curve); ++t) points.push_back(point_at(id, t));
  return points;
}

std::optional<Snap> snap_point(const Document& document, const Tessellation& drawn,
                               const Camera& camera, const Point& window, CurveId except) {
  const World& world = document.world;
  const Point paper = camera.to_paper(window);
  std::optional<Snap> found;
  double best = reach / camera.scale();
  world.bodies().each([&](CurveId id, const Body& body) {
    if (id == except) return;
    for (const Connector& connector : special_points(id, body.curve)) {
      Point at;
      // Strictly nearer: of an end and a named point in one place the end, listed first, is kept.
      if (!place_of(world, connector, at) || (at - paper).norm() >= best) continue;
      best = (at - paper).norm();
      found = Snap{connector, at, describe(document, connector), false};
    }
  });
  if (found) return found;
  const std::optional<CurveHit> hit = pick_curve(document, drawn, camera, window, except);
  if (!hit) return std::nullopt;
  const Connector connector = point_at(hit->curve, hit->t);
  return Snap{connector, hit->at, describe(document, connector), true};
}

}  // namespace limber
