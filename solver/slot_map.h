// SlotMap: things by id. Adding and removing keep all other ids valid; a removed id finds nothing.
// Slots are visited in order of index, so that the same edits always give the same order. The
// free slot with the lowest index is used first.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "solver/id.h"

namespace limber {

template <class Thing>
class SlotMap {
 public:
  Id<Thing> add(Thing thing) {
    std::size_t i = slots_.size();
    if (holes_ > 0) {
      for (i = 0; slots_[i].thing; ++i) {
      }
      slots_[i].thing = std::move(thing);
      --holes_;
    } else {
      slots_.push_back({std::move(thing), 0});
    }
    return {static_cast<std::uint32_t>(i), slots_[i].generation};
  }

  bool remove(Id<Thing> id) {
    if (!find(id)) return false;
    slots_[id.index].thing.reset();
    ++slots_[id.index].generation;
    ++holes_;
    return true;
  }

  const Thing* find(Id<Thing> id) const {
    if (id.index >= slots_.size()) return nullptr;
    const Slot& slot = slots_[id.index];
    return slot.thing && slot.generation == id.generation ? &*slot.thing : nullptr;
  }
  Thing* find(Id<Thing> id) { return const_cast<Thing*>(std::as_const(*this).find(id)); }

  int size() const { return static_cast<int>(slots_.size()) - holes_; }
  int slots() const { return static_cast<int>(slots_.size()); }  // the greatest index + 1
  Id<Thing> at_slot(int index) const {                           // none when the slot is empty
    const auto& slot = slots_[static_cast<std::size_t>(index)];
    if (!slot.thing) return {};
    return {static_cast<std::uint32_t>(index), slot.generation};
  }

  // visit(id, thing) for each, in order of index. Nothing may be added or removed meanwhile.
  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t i = 0; i < slots_.size(); ++i)
      if (slots_[i].thing)
        visit(Id<Thing>{static_cast<std::uint32_t>(i), slots_[i].generation}, *slots_[i].thing);
  }
  template <class Visit>
  void each(Visit visit) {
    for (std::size_t i = 0; i < slots_.size(); ++i)
      if (slots_[i].thing)
        visit(Id<Thing>{static_cast<std::uint32_t>(i), slots_[i].generation}, *slots_[i].thing);
  }

 private:
  struct Slot {
    std::optional<Thing> thing;
    std::uint32_t generation = 0;
  };
  std::vector<Slot> slots_;
  int holes_ = 0;
};

}  // namespace limber
