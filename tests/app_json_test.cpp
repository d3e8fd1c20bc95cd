#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "app/files/json.h"

using namespace limber;

namespace {
std::string refusal(std::string_view text, const JsonLimits& limits = {}) {
  const Result<Json> json = parse_json(text, limits);
  return json ? "accepted" : json.error().message;
}
}  // namespace

TEST_CASE("values come back with their kinds, in order") {
  const Result<Json> json = parse_json(R"({"b": [1, -2.5, true, null], "a": "text"})");
  REQUIRE(json);
  REQUIRE(json->members.size() == 2);
  CHECK(json->members[0].first == "b");
  CHECK(json->find("b")->items[1].number == -2.5);
  CHECK(json->find("b")->items[2].boolean);
  CHECK(json->find("a")->string == "text");
  CHECK(json->find("c") == nullptr);
}

TEST_CASE("what is not JSON is refused with its place") {
  const Result<Json> json = parse_json("{\"a\": 1,\n  \"b\": oops}");
  REQUIRE(!json);
  CHECK(json.error().line == 2);
  for (const char* text : {"", "{", "[1,", "[1 2]", "nan", "[Infinity]", "{\"a\" 1}", "\"\\ud800\"",
                           "\"\xff\"", "01", "1 2", "[1]]", "'a'", "{a: 1}", "/* */ 1", "\"a\nb\""})
    CHECK_MESSAGE(!parse_json(text), text);
}

TEST_CASE("the same key twice is refused") {
  CHECK(refusal("{\"a\": 1, \"a\": 1}") == "the key \"a\" is given twice.");
  CHECK(refusal("{\"a\": {\"b\": 1}, \"b\": 1}") == "accepted");
}

TEST_CASE("numbers too large for a double are refused, the largest are not") {
  CHECK(refusal("1e400") == "a number here is too large.");
  CHECK(refusal("-1e999") == "a number here is too large.");
  CHECK(refusal("1.7976931348623157e308") == "accepted");
  CHECK(refusal("1e-400") == "accepted");
}

TEST_CASE("every limit refuses at limit + 1 and a thousand times that, and accepts at the limit") {
  JsonLimits limits;
  limits.depth = 8;
  limits.containers = 20;
  limits.string_bytes = 16;
  limits.bytes = 200000;
  const auto nested = [](std::size_t n) { return std::string(n, '[') + std::string(n, ']'); };
  CHECK(refusal(nested(8), limits) == "accepted");
  CHECK(refusal(nested(9), limits).find("nested") != std::string::npos);
  CHECK(refusal(std::string(8000, '['), limits).find("nested") != std::string::npos);
  const auto wide = [](int n) {
    std::string text = "[[]";
    for (int i = 2; i < n; ++i) text += ",[]";
    return text + "]";
  };
  CHECK(refusal(wide(20), limits) == "accepted");
  CHECK(refusal(wide(21), limits).find("more than 20 objects") != std::string::npos);
  CHECK(refusal(wide(20000), limits).find("more than 20 objects") != std::string::npos);
  CHECK(refusal("\"" + std::string(16, 'x') + "\"", limits) == "accepted");
  CHECK(refusal("\"" + std::string(17, 'x') + "\"", limits).find("longer") != std::string::npos);
  CHECK(refusal(std::string(200001, ' '), limits).find("larger") != std::string::npos);
}

TEST_CASE("a million open brackets are refused in no time") {
  CHECK(refusal(std::string(1000000, '[')).find("nested") != std::string::npos);
  CHECK(refusal(std::string(1000000, '{')).find("JSON") != std::string::npos);
}

TEST_CASE("numbers are written with the fewest digits and read back to the bit") {
  CHECK(json_number(0.1) == "0.1");
  CHECK(json_number(3) == "3");
  CHECK(json_number(-0.0) == "-0.0");
  std::mt19937_64 random(1990);
  for (int i = 0; i < 20000; ++i) {
    double value;
    const std::uint64_t bits = random();
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    const Result<Json> back = parse_json(json_number(value));
    REQUIRE(back);
    std::uint64_t again;
    std::memcpy(&again, &back->number, sizeof again);
    CHECK(again == bits);
  }
}

TEST_CASE("texts are quoted so that they read back the same") {
  for (const std::string text : {"plain", "a \"quote\" \\ and\nlines", "θ · ∂x", "\x01\x1f", ""}) {
    const Result<Json> back = parse_json(json_string(text));
    REQUIRE(back);
    CHECK(back->string == text);
  }
}
