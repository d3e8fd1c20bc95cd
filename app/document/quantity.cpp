#include "app/document/quantity.h"

#include <charconv>
#include <cmath>
#include <numbers>
#include <span>

namespace limber {
namespace {

struct Unit {
  std::string_view suffix;
  double factor;
};

constexpr double pi = std::numbers::pi;
constexpr Unit number_units[] = {{"%", 0.01}};
constexpr Unit length_units[] = {{"mm", 1},    {"cm", 10},        {"m", 1000},
                                 {"in", 25.4}, {"pt", 25.4 / 72}, {"px", 25.4 / 96}};
constexpr Unit angle_units[] = {
    {"rad", 1}, {"deg", pi / 180}, {"°", pi / 180}, {"turns", 2 * pi}, {"turn", 2 * pi}};
constexpr Unit any_units[] = {{"mm", 1},         {"cm", 10},        {"m", 1000},
                              {"in", 25.4},      {"pt", 25.4 / 72}, {"px", 25.4 / 96},
                              {"rad", 1},        {"deg", pi / 180}, {"°", pi / 180},
                              {"turns", 2 * pi}, {"turn", 2 * pi},  {"%", 0.01}};
constexpr Unit time_units[] = {
    {"ms", 1e-3}, {"s", 1}, {"min", 60}, {"ticks", 1.0 / 240}, {"tick", 1.0 / 240}};
constexpr Unit speed_units[] = {{"rpm", 2 * pi / 60},
                                {"deg/s", pi / 180},
                                {"rad/s", 1},
                                {"turn/s", 2 * pi},
                                {"turns/s", 2 * pi}};
constexpr Unit byte_units[] = {{"KiB", 1024},  {"MiB", 1048576}, {"GiB", 1073741824}, {"kB", 1e3},
                               {"KB", 1e3},    {"MB", 1e6},      {"GB", 1e9},         {"k", 1024},
                               {"M", 1048576}, {"G", 1073741824}};

std::span<const Unit> units_of(Dimension dimension) {
  switch (dimension) {
    case Dimension::number:
      return number_units;
    case Dimension::length:
      return length_units;
    case Dimension::angle:
      return angle_units;
    case Dimension::any:
      return any_units;
    case Dimension::time:
      return time_units;
    case Dimension::speed:
      return speed_units;
    case Dimension::bytes:
      return byte_units;
  }
  return {};
}

// The number at the front of the text, which is cut off it.
std::optional<double> take_number(std::string_view& text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return {};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

}  // namespace

std::optional<double> read_quantity(std::string_view text, Dimension dimension) {
  std::optional<double> value = take_number(text);
  if (!value) return {};
  if (text.starts_with('/')) {
    text.remove_prefix(1);
    const std::optional<double> divisor = take_number(text);
    if (!divisor || *divisor == 0) return {};
    *value /= *divisor;
  }
  while (text.starts_with(' ')) text.remove_prefix(1);
  if (!text.empty()) {
    const Unit* found = nullptr;
    for (const Unit& unit : units_of(dimension))
      if (unit.suffix == text) found = &unit;
    if (!found) return {};
    *value *= found->factor;
  }
  if (!std::isfinite(*value)) return {};
  return value;
}

std::string_view examples_of(Dimension dimension) {
  switch (dimension) {
    case Dimension::number:
      return "0.5, 1/240 or 50%";
    case Dimension::length:
      return "12, 12mm or 0.5in";
    case Dimension::angle:
      return "0.5, 30deg or 0.25turn";
    case Dimension::any:
      return "12, 0.5in or 30deg";
    case Dimension::time:
      return "0.5, 0.5s, 200ms or 12ticks";
    case Dimension::speed:
      return "60rpm, 90deg/s or 2rad/s";
    case Dimension::bytes:
      return "1000, 64KiB or 512MB";
  }
  return "";
}

std::string shortest(double number) {
  char text[32];
  const auto result = std::to_chars(text, text + sizeof text, number);
  return std::string(text, result.ptr);
}

}  // namespace limber
