// Condition: two readouts or numbers and an order between them, "P.y < 0".
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "app/document/readout.h"

namespace limber {

struct Condition {
  std::variant<double, Readout> left, right;
  enum class Order { less, less_equal, greater, greater_equal } order = Order::less;
};
Result<Condition> find_condition(const Document& document, std::string_view text);
std::optional<bool> holds(const Document& document, const World& world, Stepper& stepper,
                          const Condition& condition);

}  // namespace limber
