#include "app/tools/drawn_edits.h"

#include "app/editor/constrain_fit.h"
#include "app/edits/apply.h"
#include "app/edits/resolve.h"

namespace limber {

namespace {

// The new curve's own point at a place, if it has one.
std::optional<Connector> own_point(const Curve& curve, const Point& at, double near) {
  World alone;  // the new curve by itself, to see where its points are
  const CurveId id = alone.add(curve);
  for (const Connector& connector : special_points(id, curve)) {
    Point there;
    if (place_of(alone, connector, there) && (there - at).norm() <= near) return connector;
  }
  return {};
}

// The constraint that says how the end stands to what it snapped to, made as the constrain tool makes
// it. Nothing where the kind does not fit the curve (a circle has no direction to be level).
void add_kind(const Document& document, const std::string& name, const DrawnPlace& place,
              const std::optional<Connector>& own, std::vector<Edit>& edits) {
  Document made = document;
  for (const Edit& edit : edits) {
    Result<Document> next = apply(made, edit);
    if (!next) return;
    made = *std::move(next);
  }
  const auto kind = made.kinds->find(std::string(kind_of(place.offer->what)));
  const CurveId id = made.find(name).as<Body>();
  const Curve* curve = made.world->find(id);
  if (!kind || !curve || curve->type->closed) return;
  std::vector<Pointing> places(1);
  places[0].place = {id, (t_begin(*curve) + t_end(*curve)) / 2, {}, place.at};
  if (!place.offer->on.empty()) {
    const Connector& on = place.offer->on.front();
    const auto* fixed = std::get_if<PointAt>(&on.what);
    const auto* sliding = std::get_if<SlidingAt>(&on.what);
    const double t = fixed ? fixed->t : sliding ? sliding->t : 0;
    if (own && !place.offer->is_comparison()) {
      Connector mine = *own;
      mine.curve = id;
      const auto* point = std::get_if<PointAt>(&mine.what);
      if (point) places[0].place = {id, point->t, mine, place.at};
    }
    Pointing other;
    other.place = {on.curve, t, {}, place.at};
    if (place.offer->is_comparison()) (void)place_of(made.world, on, other.place.at);
    places.push_back(other);
  }
  const std::optional<Fit> fitted = fit(made, *kind, places, Prefer::complete);
  if (!fitted || !fitted->complete()) return;
  const Result<std::vector<Edit>> more =
      constrain_edits(made, {*kind, places, *fitted}, made.names->fresh(kind->name));
  if (more) edits.insert(edits.end(), more->begin(), more->end());
}

void join(const Document& document, const Curve& curve, const std::string& name,
          const DrawnPlace& place, const Connector& own, std::vector<Edit>& edits) {
  const std::string mine = text_of(name, *curve.type, own);
  for (const Connector& on : place.offer->on) {
    const auto* fixed = std::get_if<PointAt>(&on.what);
    const Connector to = place.slides && fixed ? sliding_at(on.curve, fixed->t) : on;
    edits.push_back({edit::Attach{mine, text_of(document, to), ""}});
  }
}

}  // namespace

std::vector<Edit> drawn_edits(const Document& document, const Curve& curve, const std::string& name,
                              const std::vector<DrawnPlace>& places, double near) {
  std::vector<Edit> edits{{draw_edit(curve, name)}};
  for (const DrawnPlace& place : places) {
    if (!place.offer || !place.holds) continue;
    const std::optional<Connector> own = own_point(curve, place.at, near);
    // Tangency itself says that the points coincide; where it does not fit, they are joined.
    const std::size_t before = edits.size();
    if (place.offer->what == Offer::What::tangent) add_kind(document, name, place, own, edits);
    if (edits.size() > before) continue;
    if (own && !place.offer->is_comparison()) join(document, curve, name, place, *own, edits);
    if (!kind_of(place.offer->what).empty() && place.offer->what != Offer::What::tangent)
      add_kind(document, name, place, own, edits);
  }
  return edits;
}

}  // namespace limber
