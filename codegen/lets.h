// The order in which the definitions of a file can be worked out, each after those it names.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "codegen/formula.h"

namespace limber {

struct Item {
  std::vector<std::string> names;  // what it defines
  std::vector<Phrase> phrases;     // what it says
  Spot spot;
  std::vector<std::string> needs = {};   // names it needs besides those it says
  std::vector<std::string> inputs = {};  // names that mean something else in it: of a function
};

// One item for each function of the file's own: what calls it needs what it needs.
void add_functions(const Formula& formula, std::vector<Item>& items);

struct Order {
  std::vector<int> items;     // all that can be worked out, in an order that works
  std::vector<int> circular;  // those that are defined, in the end, by themselves
};

// A circle is a mistake, told once, at its first item.
Order order_of(const Formula& formula, const std::vector<Item>& items, std::vector<Error>& errors);

}  // namespace limber
