#include "app/document/selection.h"

namespace limber {

bool same_point(const PickedPlace& a, const PickedPlace& b) {
  if (a.curve != b.curve || !a.special || !b.special) return false;
  const auto *fixed = std::get_if<PointAt>(&a.special->what),
             *other_fixed = std::get_if<PointAt>(&b.special->what);
  if (fixed && other_fixed) return fixed->t == other_fixed->t;
  const auto *named = std::get_if<Measured>(&a.special->what),
             *other_named = std::get_if<Measured>(&b.special->what);
  return named && other_named && named->name == other_named->name;
}

void Selection::toggle(const PickedPlace& place) {
  const bool chosen = contains(place.curve);
  if (chosen && !place.special) return remove(place.curve);
  const auto same = [&](const PickedPlace& one) { return same_point(one, place); };
  if (!chosen || std::erase_if(places_, same) == 0) {
    things_.insert(place.curve);
    places_.push_back(place);
    return;
  }
  const bool more = std::any_of(places_.begin(), places_.end(),
                                [&](const PickedPlace& one) { return one.curve == place.curve; });
  if (!more) remove(place.curve);
}

}  // namespace limber
