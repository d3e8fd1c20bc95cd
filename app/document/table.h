// Table: a value for each slot number, plain until it is set. Copies share what neither side
// changes, as those of a SlotMap do.
#pragma once

#include <cstddef>

#include "solver/slot_map.h"

namespace limber {

template <class Value>
class Table {
 public:
  const Value& operator[](std::size_t i) const {
    static const Value plain{};
    const Value* found = blocks_.find(i);
    return found ? *found : plain;
  }
  Value& at(std::size_t i) { return blocks_.own(i); }  // to be changed
  std::size_t size() const { return blocks_.size(); }  // plain from there on
  std::size_t bytes_beside(const Table& other) const {  // values aside
    return blocks_.bytes_beside(other.blocks_);
  }

  // visit(i, value) for each place that the other may hold another value for.
  template <class Visit>
  void each_unshared(const Table& other, Visit visit) const {
    blocks_.each_unshared_block(other.blocks_, [&](std::size_t first) {
      for (std::size_t i = first; i < first + SharedBlocks<Value>::block_size; ++i)
        visit(i, (*this)[i]);
    });
  }

 private:
  SharedBlocks<Value> blocks_;
};

}  // namespace limber
