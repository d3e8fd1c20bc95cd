// NameIndex: which thing has a name. Copies share what neither changes.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/table.h"
#include "app/document/thing.h"

namespace limber {

class NameIndex {
 public:
  ThingId find(std::string_view name) const;  // none when there is no such thing
  void add(const std::string& name, ThingId id);
  void remove(std::string_view name);

  // A name that nothing has: the stem and a number, with a line between where the stem ends in one
  // itself ("curve1_2" is the second curve1). Where the numbers in use have no holes it is
  // the next one; it depends on the names in use and on nothing else.
  std::string fresh(const std::string& of) const;

 private:
  static std::size_t bucket(std::string_view name) {
    return std::hash<std::string_view>()(name) % buckets;
  }
  // So many that a drawing of 10,000 things has a few names in each.
  static constexpr std::size_t buckets = 4096;
  Table<std::vector<std::pair<std::string, ThingId>>> names_;
};

}  // namespace limber
