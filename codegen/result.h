// Result<T>: a value, or what was wrong with what a person typed or opened.
//
// An Error is one sentence about one place, and where there is one, the likely intention. A text
// often has several mistakes; the first Error carries the others, so that all are told in one go.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace limber {

struct Error {
  std::string message;         // one plain sentence
  int line = 0, column = 0;    // from 1; 0 when there is no place to point at
  int length = 1;              // how many characters the caret underlines
  std::string suggestion;      // "did you mean theta?", or empty
  std::vector<Error> others;   // further mistakes of the same text; their own `others` are empty
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : value_(std::move(error)) {}

  explicit operator bool() const { return std::holds_alternative<T>(value_); }
  T& operator*() & { return get(); }
  const T& operator*() const& { return const_cast<Result*>(this)->get(); }
  T&& operator*() && { return std::move(get()); }
  T* operator->() { return &get(); }
  const T* operator->() const { return &const_cast<Result*>(this)->get(); }
  const Error& error() const {
    assert(!*this);
    return std::get<Error>(value_);
  }

 private:
  T& get() {
    assert(*this);
    return std::get<T>(value_);
  }
  std::variant<T, Error> value_;
};

}  // namespace limber
