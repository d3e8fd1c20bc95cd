#include "app/document/name_index.h"

#include <algorithm>

namespace limber {

ThingId NameIndex::find(std::string_view name) const {
  for (const auto& [known, id] : names_[bucket(name)])
    if (known == name) return id;
  return {};
}

void NameIndex::add(const std::string& name, ThingId id) {
  names_.at(bucket(name)).emplace_back(name, id);
}

void NameIndex::remove(std::string_view name) {
  std::erase_if(names_.at(bucket(name)), [&](const auto& one) { return one.first == name; });
}

// Doubling finds a number that is free, halving one whose predecessor is taken.
std::string NameIndex::fresh(const std::string& of) const {
  const bool ends_in_digit = !of.empty() && of.back() >= '0' && of.back() <= '9';
  const std::string stem = ends_in_digit ? of + "_" : of;
  const auto taken = [&](std::int64_t n) {
    return static_cast<bool>(find(stem + std::to_string(n)));
  };
  std::int64_t high = 1;
  while (taken(high)) high *= 2;
  std::int64_t low = high / 2;  // taken, or 0
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (taken(middle) ? low : high) = middle;
  }
  return stem + std::to_string(high);
}

}  // namespace limber
