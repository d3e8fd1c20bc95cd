// SlotMap: things by id. Adding and removing keep all other ids valid; a removed id finds nothing,
// now and ever: its slot is not used again. So slots in order of index are things in order of age,
// and the same edits always give the same ids.
//
// A copy shares what neither side changes: slots stand in blocks of a few, blocks in shelves of
// many; a copy holds the same shelves, and the side that first writes to a slot copies its shelf's
// list and its block. Copying costs one pointer a shelf; that is what makes a stack of old worlds
// (undo) cheap.
//
// Finding a thing in order to change it may copy its block: two threads must not do that at the
// same time, unless it was found so before.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "solver/id.h"

namespace limber {

// Values by number, shared between copies as said above.
template <class Value>
class SharedBlocks {
 public:
  // Few enough that a change copies little, many enough that a copy is short.
  static constexpr std::size_t block_size = 8, shelf_size = 64;
  static constexpr std::size_t per_shelf = block_size * shelf_size;

  const Value* find(std::size_t i) const {  // null: nothing was ever written near it
    if (i / per_shelf >= shelves_.size() || !shelves_[i / per_shelf]) return nullptr;
    const Block* block = (*shelves_[i / per_shelf])[i / block_size % shelf_size].get();
    return block ? &(*block)[i % block_size] : nullptr;
  }

  Value& own(std::size_t i) {  // to be written
    if (i / per_shelf >= shelves_.size()) shelves_.resize(i / per_shelf + 1);
    std::shared_ptr<Shelf>& shelf = shelves_[i / per_shelf];
    if (!shelf)
      shelf = std::make_shared<Shelf>();
    else if (shelf.use_count() > 1)
      shelf = std::make_shared<Shelf>(*shelf);
    std::shared_ptr<Block>& block = (*shelf)[i / block_size % shelf_size];
    if (!block)
      block = std::make_shared<Block>();
    else if (block.use_count() > 1)
      block = std::make_shared<Block>(*block);
    return (*block)[i % block_size];
  }

  std::size_t size() const { return shelves_.size() * per_shelf; }

  // visit(first number of a block) for each block that the two do not share.
  template <class Visit>
  void each_unshared_block(const SharedBlocks& other, Visit visit) const {
    for (std::size_t s = 0; s < std::max(shelves_.size(), other.shelves_.size()); ++s) {
      const Shelf* mine = s < shelves_.size() ? shelves_[s].get() : nullptr;
      const Shelf* theirs = s < other.shelves_.size() ? other.shelves_[s].get() : nullptr;
      if (mine == theirs) continue;
      for (std::size_t b = 0; b < shelf_size; ++b) {
        const Block* a = mine ? (*mine)[b].get() : nullptr;
        const Block* c = theirs ? (*theirs)[b].get() : nullptr;
        if (a != c) visit(s * per_shelf + b * block_size);
      }
    }
  }

  // What it holds that the other does not, blocks aside.
  std::size_t bytes_beside(const SharedBlocks& other) const {
    std::size_t bytes = shelves_.size() * sizeof(shelves_[0]);
    for (std::size_t s = 0; s < shelves_.size(); ++s)
      if (s >= other.shelves_.size() || shelves_[s] != other.shelves_[s]) bytes += sizeof(Shelf);
    return bytes;
  }

 private:
  using Block = std::array<Value, block_size>;
  using Shelf = std::array<std::shared_ptr<Block>, shelf_size>;
  std::vector<std::shared_ptr<Shelf>> shelves_;
};

template <class Thing>
class SlotMap {
 public:
  Id<Thing> add(Thing thing) {
    const std::size_t i = slots_++;
    blocks_.own(i) = std::move(thing);
    ++size_;
    return {static_cast<std::uint32_t>(i)};
  }

  bool remove(Id<Thing> id) {
    if (!std::as_const(*this).find(id)) return false;
    blocks_.own(id.index).reset();
    --size_;
    return true;
  }

  const Thing* find(Id<Thing> id) const {
    if (id.index >= slots_) return nullptr;
    const std::optional<Thing>* slot = blocks_.find(id.index);
    return slot && *slot ? &**slot : nullptr;
  }
  Thing* find(Id<Thing> id) {
    if (!std::as_const(*this).find(id)) return nullptr;
    return &*blocks_.own(id.index);
  }

  int size() const { return static_cast<int>(size_); }
  int slots() const { return static_cast<int>(slots_); }  // the greatest index + 1
  Id<Thing> at_slot(int index) const {                    // none when the slot is empty
    const Id<Thing> id{static_cast<std::uint32_t>(index)};
    return find(id) ? id : Id<Thing>{};
  }

  // visit(id, thing) for each, in order of index. Nothing may be added or removed meanwhile. The
  // second one makes all of them its own.
  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t i = 0; i < slots_; ++i)
      if (const Thing* thing = find(Id<Thing>{static_cast<std::uint32_t>(i)}))
        visit(Id<Thing>{static_cast<std::uint32_t>(i)}, *thing);
  }
  template <class Visit>
  void each(Visit visit) {
    for (std::size_t i = 0; i < slots_; ++i)
      if (Thing* thing = find(Id<Thing>{static_cast<std::uint32_t>(i)}))
        visit(Id<Thing>{static_cast<std::uint32_t>(i)}, *thing);
  }

  // visit(id, thing of this, thing of the other) for each slot that may differ; null where there is
  // none. What both hold is passed over.
  template <class Visit>
  void each_unshared(const SlotMap& other, Visit visit) const {
    blocks_.each_unshared_block(other.blocks_, [&](std::size_t first) {
      for (std::size_t i = first; i < first + Blocks::block_size; ++i) {
        const Id<Thing> id{static_cast<std::uint32_t>(i)};
        const Thing *mine = find(id), *theirs = other.find(id);
        if (mine || theirs) visit(id, mine, theirs);
      }
    });
  }
  std::size_t bytes_beside(const SlotMap& other) const {  // things aside
    return blocks_.bytes_beside(other.blocks_);
  }

 private:
  using Blocks = SharedBlocks<std::optional<Thing>>;
  Blocks blocks_;
  std::size_t slots_ = 0, size_ = 0;
};

}  // namespace limber
