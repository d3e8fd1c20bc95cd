#include "app/files/json.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

namespace limber {

namespace {

// An iterator over the text that tells how far the parser has read.
struct Counting {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;
  const char* at = nullptr;
  const char** progress = nullptr;
  reference operator*() const { return *at; }
  Counting& operator++() {
    ++at;
    if (progress) *progress = at;
    return *this;
  }
  Counting operator++(int) {
    Counting before = *this;
    ++*this;
    return before;
  }
  bool operator==(const Counting& other) const { return at == other.at; }
  bool operator!=(const Counting& other) const { return at != other.at; }
};

// Builds the tree from the parser's events, counting; stops (returns false) at the first limit.
class TreeBuilder {
 public:
  TreeBuilder(std::string_view text, const JsonLimits& limits)
      : text_(text), limits_(limits), progress(text.data()) {}

  bool null() { return put({}); }
  bool boolean(bool value) {
    Json json;
    json.kind = Json::Kind::boolean;
    json.boolean = value;
    return put(std::move(json));
  }
  bool number_integer(std::int64_t value) { return number(static_cast<double>(value)); }
  bool number_unsigned(std::uint64_t value) { return number(static_cast<double>(value)); }
  bool number_float(double value, const std::string&) { return number(value); }
  bool string(std::string& value) {
    const bool data = !stack_.empty() && stack_.back()->kind == Json::Kind::object &&
                      stack_.back()->members.back().first == "data";
    if (data && value.size() > limits_.data_bytes) return stop("the data here are more than 8 MiB");
    if (!data && value.size() > limits_.string_bytes)
      return stop("a text here is longer than 1 MiB");
    Json json;
    json.kind = Json::Kind::string;
    json.string = std::move(value);
    return put(std::move(json));
  }
  bool binary(nlohmann::json::binary_t&) { return stop("binary values are not JSON"); }
  bool start_object(std::size_t) { return open(Json::Kind::object); }
  bool start_array(std::size_t) { return open(Json::Kind::array); }
  bool key(std::string& name) {
    if (name.size() > limits_.string_bytes) return stop("a key here is longer than 1 MiB");
    if (!keys_.back().insert(name).second)
      return stop("the key " + json_string(name) + " is given twice");
    stack_.back()->members.emplace_back(std::move(name), Json{});
    return true;
  }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& e) {
    // 406 is the library's "number out of range"; all else is a text that is not JSON.
    const std::size_t at = std::min(position > 0 ? position - 1 : 0, text_.size());
    if (e.id == 406) return stop_at(at, "a number here is too large");
    return stop_at(at, at >= text_.size() ? "the file ends too early" : "this is not JSON");
  }

  Json take() { return std::move(root_); }
  const Error& error() const { return error_; }

 private:
  std::size_t here() const { return static_cast<std::size_t>(progress - text_.data()); }
  bool stop(const std::string& why) { return stop_at(here(), why); }
  bool stop_at(std::size_t offset, const std::string& why) {
    const auto [line, column] = place_of(text_, offset);
    error_ = Error{why + ".", line, column, 1, {}, {}};
    return false;
  }
  bool number(double value) {
    if (!std::isfinite(value)) return stop("a number here is too large");
    Json json;
    json.kind = Json::Kind::number;
    json.number = value;
    return put(std::move(json));
  }
  Json& place(Json json) {
    json.offset = here();
    if (stack_.empty()) return root_ = std::move(json);
    Json& parent = *stack_.back();
    if (parent.kind == Json::Kind::array) return parent.items.emplace_back(std::move(json));
    return parent.members.back().second = std::move(json);
  }
  bool put(Json json) {
    place(std::move(json));
    return true;
  }
  bool open(Json::Kind kind) {
    if (static_cast<int>(stack_.size()) >= limits_.depth)
      return stop("values are nested more than " + std::to_string(limits_.depth) + " deep");
    if (++containers_ > limits_.containers)
      return stop("there are more than " + std::to_string(limits_.containers) + " objects");
    Json json;
    json.kind = kind;
    // A parent's vector does not grow while a child is open, so the pointer stays good.
    stack_.push_back(&place(std::move(json)));
    keys_.emplace_back();
    return true;
  }
  bool close() {
    stack_.pop_back();
    keys_.pop_back();
    return true;
  }

  std::string_view text_;
  const JsonLimits& limits_;
  Json root_;
  std::vector<Json*> stack_;
  std::vector<std::set<std::string>> keys_;  // of the open objects
  int containers_ = 0;
  Error error_;

 public:
  const char* progress;
};

}  // namespace

const Json* Json::find(std::string_view key) const {
  for (const auto& [name, value] : members)
    if (name == key) return &value;
  return nullptr;
}

std::pair<int, int> place_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t start = before.rfind('\n');
  const std::size_t column = before.size() - (start == before.npos ? 0 : start + 1);
  return {static_cast<int>(line), static_cast<int>(column) + 1};
}

Result<Json> parse_json(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.bytes) return Error{"The file is larger than 64 MiB.", 0, 0, 1, {}, {}};
  TreeBuilder builder(text, limits);
  const Counting begin{text.data(), &builder.progress}, end{text.data() + text.size(), nullptr};
  if (!nlohmann::json::sax_parse(begin, end, &builder)) return builder.error();
  return builder.take();
}

std::string json_number(double number) {
  assert(std::isfinite(number));
  // "-0" would be read as an integer, and lose its sign.
  if (number == 0) return std::signbit(number) ? "-0.0" : "0";
  std::array<char, 40> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
  return {buffer.data(), end};
}

// Nearly all are plain, and are written as they are; the library knows what becomes of the others.
std::string json_string(std::string_view text) {
  const auto plain = [](char c) { return c >= ' ' && c < 0x7f && c != '"' && c != '\\'; };
  if (std::ranges::all_of(text, plain)) return '"' + std::string(text) + '"';
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// A tree that was parsed is at most JsonLimits::depth deep.
std::string json_text(const Json& json) {
  std::string out;
  switch (json.kind) {
    case Json::Kind::null:
      return "null";
    case Json::Kind::boolean:
      return json.boolean ? "true" : "false";
    case Json::Kind::number:
      return json_number(json.number);
    case Json::Kind::string:
      return json_string(json.string);
    case Json::Kind::array:
      for (const Json& item : json.items) out += (out.empty() ? "" : ", ") + json_text(item);
      return "[" + out + "]";
    case Json::Kind::object:
      for (const auto& [name, value] : json.members)
        out += (out.empty() ? "" : ", ") + json_string(name) + ": " + json_text(value);
      return "{" + out + "}";
  }
  return out;
}

}  // namespace limber
