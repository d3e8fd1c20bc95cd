#include "app/editor/typed_numbers.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <numbers>
#include <string_view>

#include "app/document/numbers.h"
#include "app/document/variables.h"

namespace limber {

namespace {

constexpr double degrees = std::numbers::pi / 180;

bool begins_number(int c) {
  return c < 128 && (std::isdigit(c) || c == '-' || c == '.' || c == ',' || c == '(');
}
bool continues_number(int c) {
  return c < 128 && (std::isalnum(c) || std::string_view("+-*/().,^_%").find(static_cast<char>(c)) !=
                                            std::string_view::npos);
}

std::optional<double> read(const Document& document, const std::string& text, bool angle) {
  const Result<Amount> amount = amount_of(document, text);
  if (!amount || !std::isfinite(amount->value) || std::abs(amount->value) > largest_number) return {};
  return angle && amount->plain ? amount->value * degrees : amount->value;
}

}  // namespace

void TypedNumbers::ask(std::vector<Field> fields) {
  fields_.clear();
  for (Field& field : fields) fields_.push_back({std::move(field), {}, {}});
  at_ = 0;
}

void TypedNumbers::forget() {
  for (One& one : fields_) one.text.clear(), one.value.reset();
  at_ = 0;
}

bool TypedNumbers::any() const {
  for (const One& one : fields_)
    if (!one.text.empty()) return true;
  return false;
}

bool TypedNumbers::key(const Document& document, const KeyEvent& event) {
  if (!event.down || fields_.empty() || event.modifiers.ctrl || event.modifiers.alt) return false;
  One& one = fields_[at_];
  if (event.key == key_tab) {
    at_ = (at_ + 1) % fields_.size();
    return true;
  }
  if (event.key == key_backspace && any()) {
    if (!one.text.empty()) one.text.pop_back();
  } else if (one.text.empty() ? begins_number(event.typed) : continues_number(event.typed)) {
    one.text += event.typed == ',' ? '.' : static_cast<char>(event.typed);
  } else {
    return false;
  }
  one.value = read(document, one.text, one.field.angle);
  return true;
}

std::optional<double> TypedNumbers::value(std::size_t field) const {
  return field < fields_.size() ? fields_[field].value : std::nullopt;
}

std::string TypedNumbers::words(const std::vector<double>& now) const {
  std::string text;
  const bool typing = any();
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const One& one = fields_[i];
    const double value = i < now.size() ? now[i] : 0;
    std::string number = !one.text.empty()  ? one.text
                         : one.field.angle ? fmt::format("{:.4g}°", value / degrees)
                                           : fmt::format("{:.4g}", value);
    if (typing && i == at_) number = "[" + number + "]";
    text += (text.empty() ? "" : "  ") + one.field.name + " " + number;
  }
  return text;
}

}  // namespace limber
