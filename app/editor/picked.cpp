#include "app/editor/picked.h"

#include <algorithm>

#include "app/document/reading.h"
#include "curves/nearest.h"

namespace limber {

namespace {

constexpr double place_tolerance = 0.01;  // window points

// A sliding point under the pointer; of a curve that has not been pointed at yet, if there is one.
ConnectorId contact_at(const Editor& editor, const Point& window,
                       const std::vector<Pointing>& taken) {
  ConnectorId found;
  bool fresh = false;
  editor.world().connectors().each([&](ConnectorId id, const Connector& connector) {
    Point at;
    if (fresh || !std::holds_alternative<SlidingAt>(connector.what) ||
        !place_of(editor.world(), connector, at) ||
        (editor.camera().to_window(at) - window).norm() > reach)
      return;
    found = id;
    fresh = std::none_of(taken.begin(), taken.end(), [&](const Pointing& one) {
      return one.place.curve == connector.curve;
    });
  });
  return found;
}

double nearest_t(const Editor& editor, const Connector& connector, const Point& at) {
  if (const std::optional<double> t = t_of(editor.world(), connector);
      t && !std::holds_alternative<Measured>(connector.what))
    return *t;
  const auto near =
      nearest(*editor.world().find(connector.curve), at, place_tolerance / editor.camera().scale());
  return near ? near->t : 0;
}

}  // namespace

PickedPlace place_of_hit(const Editor& editor, const CurveHit& hit, const Point& window) {
  PickedPlace place{hit.curve, hit.t, {}, hit.at};
  double best = reach;
  for (const Connector& connector : special_points(hit.curve, *editor.world().find(hit.curve))) {
    Point at;
    if (!place_of(editor.world(), connector, at)) continue;
    const double distance = (editor.camera().to_window(at) - window).norm();
    if (distance >= best) continue;
    best = distance;
    place = {hit.curve, nearest_t(editor, connector, at), connector, at};
  }
  return place;
}

Pointing pointing_at(const Editor& editor, const Point& window,
                     const std::vector<Pointing>& taken) {
  Pointing found;
  if (const ConnectorId contact = contact_at(editor, window, taken)) {
    const Connector& connector = *editor.world().find(contact);
    found.contact = contact;
    found.place = {connector.curve, *t_of(editor.world(), connector), {}, Point::Zero()};
    (void)place_of(editor.world(), connector, found.place.at);
    return found;
  }
  const std::optional<Snap> snap = editor.snap(window);
  if (!snap) {
    found.place.at = editor.camera().to_paper(window);
    return found;
  }
  found.place = {snap->connector.curve, nearest_t(editor, snap->connector, snap->at), {}, snap->at};
  if (!snap->on_curve) found.place.special = snap->connector;
  return found;
}

}  // namespace limber
