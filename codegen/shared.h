// Shared: a value whose copies are one until one of them is changed. For what is large and seldom
// changes: copying costs a pointer.
#pragma once

#include <memory>

namespace limber {

template <class Value>
class Shared {
 public:
  Shared() : value_(std::make_shared<Value>()) {}
  explicit Shared(Value value) : value_(std::make_shared<Value>(std::move(value))) {}

  const Value& operator*() const { return *value_; }
  const Value* operator->() const { return value_.get(); }
  Value& own() {  // to be changed
    if (value_.use_count() > 1) value_ = std::make_shared<Value>(*value_);
    return *value_;
  }

  bool shares_with(const Shared& other) const { return value_ == other.value_; }
  bool operator==(const Shared& other) const { return shares_with(other) || **this == *other; }

 private:
  std::shared_ptr<Value> value_;  // never null
};

}  // namespace limber
