// JSON text as a tree, read with distrust: a document may come from anywhere.
//
// Laws: refused with one sentence and a place are: more than 64 MiB, nesting deeper than 64, more
// than 100 000 objects and arrays, strings over 1 MiB (bytes of a file as base64, the member "data",
// over 11 MiB), the same key twice in an object, numbers
// that are not finite, text that is not UTF-8, and everything that is not JSON. Reading takes
// time and memory proportional to the text.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codegen/result.h"

namespace limber {

struct JsonLimits {
  std::size_t bytes = 64u << 20, string_bytes = 1u << 20, data_bytes = 11u << 20;
  int depth = 64, containers = 100000;
};

struct Json {
  enum class Kind { null, boolean, number, string, array, object };
  Kind kind = Kind::null;
  bool boolean = false;
  double number = 0;
  std::string string;
  std::vector<Json> items;                            // of an array
  std::vector<std::pair<std::string, Json>> members;  // of an object, in the order written
  std::size_t offset = 0;                             // bytes before the value's end

  const Json* find(std::string_view key) const;  // null when there is no such member
};

Result<Json> parse_json(std::string_view text, const JsonLimits& limits = {});

// Line and column (from 1) of a byte.
std::pair<int, int> place_of(std::string_view text, std::size_t offset);

// As JSON: the shortest text that reads back as the same bits. The number must be finite.
std::string json_number(double number);
std::string json_string(std::string_view text);  // quoted; text must be UTF-8
std::string json_text(const Json& json);         // a whole tree, on one line

}  // namespace limber
