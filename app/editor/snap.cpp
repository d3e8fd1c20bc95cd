#include "app/editor/snap.h"

namespace limber {

std::optional<Snap> snap_point(const Document& document, const Landmarks& landmarks,
                               const Tessellation& drawn, const Camera& camera,
                               const Point& window, CurveId except) {
  const Point paper = camera.to_paper(window);
  std::optional<Snap> found;
  double best = reach / camera.scale();
  for (const SpecialPoint& point : landmarks.points_near(document, camera.scale(), paper)) {
    // Strictly nearer: of an end and a named point in one place the end, listed first, is kept.
    const double distance = (point.at - paper).norm();
    if (point.connector.curve == except || distance >= best) continue;
    best = distance;
    found = Snap{point.connector, point.at, {}, false};
  }
  if (!found) {
    const std::optional<CurveHit> hit = pick_curve(document, drawn, camera, window, except);
    if (!hit) return std::nullopt;
    found = Snap{point_at(hit->curve, hit->t), hit->at, {}, true};
  }
  found->words = describe(document, found->connector);
  return found;
}

}  // namespace limber
