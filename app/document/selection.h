// What is chosen. Belongs to the editor: choosing changes no drawing.
#pragma once

#include <set>

#include "app/document/document.h"

namespace limber {

class Selection {
 public:
  bool empty() const { return things_.empty(); }
  std::size_t size() const { return things_.size(); }
  bool contains(ThingId id) const { return things_.contains(id); }
  void clear() { things_.clear(); }
  void add(ThingId id) { things_.insert(id); }
  void remove(ThingId id) { things_.erase(id); }
  void toggle(ThingId id) {
    if (!things_.erase(id)) things_.insert(id);
  }
  const std::set<ThingId>& things() const { return things_; }

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
  }

 private:
  std::set<ThingId> things_;
};

}  // namespace limber
