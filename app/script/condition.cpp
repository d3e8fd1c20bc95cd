#include "app/script/condition.h"

#include <fmt/format.h>

#include "app/document/quantity.h"

namespace limber {
namespace {

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

Result<std::variant<double, Readout>> find_side(const Document& document, std::string_view text) {
  if (const std::optional<double> number = read_quantity(text, Dimension::any))
    return std::variant<double, Readout>(*number);
  Result<Readout> readout = find_readout(document, text);
  if (!readout) return readout.error();
  return std::variant<double, Readout>(std::move(*readout));
}

}  // namespace

Result<Condition> find_condition(const Document& document, std::string_view text) {
  const std::size_t at = text.find_first_of("<>");
  if (at == std::string_view::npos)
    return Error{fmt::format("'{}' is no condition", text), 0, 0, 1, "write it like P.y < 0", {}};
  const bool or_equal = text.substr(at + 1).starts_with('=');
  Condition out;
  using Order = Condition::Order;
  out.order = text[at] == '<' ? (or_equal ? Order::less_equal : Order::less)
                              : (or_equal ? Order::greater_equal : Order::greater);
  Result<std::variant<double, Readout>> left = find_side(document, trimmed(text.substr(0, at)));
  if (!left) return left.error();
  Result<std::variant<double, Readout>> right =
      find_side(document, trimmed(text.substr(at + 1 + or_equal)));
  if (!right) return right.error();
  out.left = std::move(*left);
  out.right = std::move(*right);
  return out;
}

std::optional<bool> holds(const Document& document, const World& world, Stepper& stepper,
                          const Condition& condition) {
  const auto value = [&](const std::variant<double, Readout>& side) {
    if (const double* number = std::get_if<double>(&side)) return std::optional<double>(*number);
    return value_of(document, world, stepper, std::get<Readout>(side));
  };
  const std::optional<double> left = value(condition.left), right = value(condition.right);
  if (!left || !right) return {};
  switch (condition.order) {
    case Condition::Order::less:
      return *left < *right;
    case Condition::Order::less_equal:
      return *left <= *right;
    case Condition::Order::greater:
      return *left > *right;
    case Condition::Order::greater_equal:
      return *left >= *right;
  }
  return {};
}

}  // namespace limber
