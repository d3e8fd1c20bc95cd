// What is chosen. Belongs to the editor: choosing changes no drawing.
//
// A curve is chosen by pointing at a place of it, and the place is kept: what is to be constrained
// may be that very point, the direction there, or the curve as a whole (app/editor/constrain_fit.h).
#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "app/document/document.h"

namespace limber {

// A place that a person pointed at, on a curve or on the paper.
struct PickedPlace {
  CurveId curve;                     // none: on the paper
  double t = 0;                      // of the curve: there, or the nearest to there
  std::optional<Connector> special;  // when it is an end, a corner or a named point
  Point at = Point::Zero();          // on the paper
};
bool same_point(const PickedPlace& a, const PickedPlace& b);  // one special point of one curve

class Selection {
 public:
  bool empty() const { return things_.empty(); }
  std::size_t size() const { return things_.size(); }
  bool contains(ThingId id) const { return things_.contains(id); }
  void clear() {
    things_.clear();
    places_.clear();
  }
  void add(ThingId id) { things_.insert(id); }
  void remove(ThingId id) {
    things_.erase(id);
    std::erase_if(places_, [&](const PickedPlace& place) { return ThingId(place.curve) == id; });
  }
  void toggle(ThingId id) {
    if (contains(id))
      remove(id);
    else
      add(id);
  }
  const std::set<ThingId>& things() const { return things_; }

  // A curve by a place of it. A second special point of a chosen curve is chosen too; the same one
  // again, or any other place of it, takes it back.
  void toggle(const PickedPlace& place);
  const std::vector<PickedPlace>& places() const { return places_; }  // in the order of choosing

  // Those of one kind.
  template <class Thing>
  std::set<Id<Thing>> of() const {
    std::set<Id<Thing>> out;
    for (const ThingId id : things_)
      if (const Id<Thing> one = id.as<Thing>()) out.insert(one);
    return out;
  }
  std::set<CurveId> curves() const { return of<Body>(); }

  void forget_gone(const Document& document) {
    std::erase_if(things_, [&](ThingId id) { return !document.has(id); });
    std::erase_if(places_, [&](const PickedPlace& place) { return !document.has(place.curve); });
  }

 private:
  std::set<ThingId> things_;
  std::vector<PickedPlace> places_;  // of curves among them
};

}  // namespace limber
