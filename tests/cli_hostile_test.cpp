// Files made to do harm, through --batch as a thumbnailer or a server would: each ends by itself,
// with the right status and a sentence, and none with a signal.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/program.h"

using namespace limber;
using nlohmann::json;

namespace {

std::string times(const std::string& text, int n) {
  std::string out;
  out.reserve(text.size() * static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) out += text;
  return out;
}

// A drawing with a curve type of its own, and one curve of it.
std::string drawing_of(const std::vector<std::string>& lines, const std::string& name = "w") {
  std::vector<std::string> formula{"curve " + name};
  formula.insert(formula.end(), lines.begin(), lines.end());
  const json drawing = {{"limber", 1},
                        {"types", {{{"name", name}, {"formula", formula}}}},
                        {"curves", {{{"name", "a"}, {"type", name}}}}};
  return drawing.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string drawing_at(const std::string& x) {
  return drawing_of({"  number a = 1", "  t from 0 to 1", "  at = (" + x + ", t)"});
}

// 32 steps of x^2 + sin x: few shared parts, more than 10^15 when written out.
std::vector<std::string> swelling(int steps) {
  std::vector<std::string> lines{"  number a = 1", "  t from 0 to 1", "  let x0 = a*t"};
  for (int i = 1; i <= steps; ++i) {
    const std::string x = "x" + std::to_string(i - 1);
    lines.push_back("  let x" + std::to_string(i) + " = " + x + "^2 + sin(" + x + ")");
  }
  lines.push_back("  at = (x" + std::to_string(steps) + ", t)");
  return lines;
}

std::string many_curves(int n) {
  std::string out = "{\"limber\": 1, \"curves\": [";
  for (int i = 0; i < n; ++i)
    out += (i ? "," : "") + std::string("{\"name\":\"") + std::to_string(i) +
           "\",\"type\":\"circle\",\"q\":{\"c.x\":" + std::to_string(i) + "}}";
  return out + "]}";
}

std::string many_hands(int n) {
  std::string out;
  for (int i = 0; i < n; ++i) out += "grab h" + std::to_string(i) + " coupler t=0.5\n";
  return out;
}

struct Attack {
  std::string name, file;
  std::vector<int> statuses;
  std::string says = {};
};

const std::string bar = "{\"name\": \"a\", \"type\": \"bar\"";

std::vector<Attack> drawings() {
  std::vector<Attack> all = {
      // nesting
      {"10^6 lists", times("[", 1'000'000), {3}},
      {"10^6 objects", times("{\"limber\":", 1'000'000), {3}, "nested more than 64"},
      {"10^6 parentheses", drawing_at(times("(", 1'000'000) + "1" + times(")", 1'000'000)), {3}},
      {"400,000 parentheses", drawing_at(times("(", 400'000) + "1" + times(")", 400'000)), {4}},
      {"201 parentheses", drawing_at(times("(", 201) + "t" + times(")", 201)), {4}},
      {"60,000 minus signs", drawing_at(times("-", 60'000) + "t"), {4}},
      {"20,000 sines", drawing_at(times("sin(", 20'000) + "t" + times(")", 20'000)), {4}},
      {"20,000 powers", drawing_at(times("t^", 20'000) + "2"), {4}},
      // swell by sharing
      {"32 times x^2 + sin x", drawing_of(swelling(32)), {0, 4}},
      {"1,000 times x^2 + sin x", drawing_of(swelling(1000)), {4}},
      // big numbers
      {"2^10^9", drawing_at("2^(10^9)*t"), {0, 4}},
      {"10^10^10", drawing_at("10^10^10*t"), {0, 4}},
      {"t^10^9", drawing_at("(t + 2)^1000000000"), {0, 4}},
      {"10^6 digits", drawing_at(times("9", 60'000)), {4}},
      {"1e400", "{\"limber\": 1e400}", {3}, "too large"},
      {"1e300", "{\"limber\": 1, \"curves\": [" + bar + ", \"q\": {\"l\": 1e300}}]}", {3}, "1e12"},
      {"10^6 digits in JSON", "{\"limber\": " + times("9", 1'000'000) + "}", {3}},
      // functions nobody offers, cycles
      {"gamma", drawing_at("gamma(t)"), {4}},
      {"zeta", drawing_at("zeta(t)"), {4}},
      {"primorial", drawing_at("primorial(10^9)*t"), {4}},
      {"a let cycle",
       drawing_of({"  t from 0 to 1", "  let p = q", "  let q = p", "  at = (p, t)"}),
       {4}},
      {"a let of itself", drawing_of({"  t from 0 to 1", "  let p = p + 1", "  at = (p, t)"}), {4}},
      // compile time
      {"30,000 operations", drawing_at("t" + times("+sin t*a", 7'500)), {4}},
      // names into code
      {"a name with code in it",
       drawing_of({"  t from 0 to 1", "  at = (t, t)"}, "x; system(\"touch pwned\")//"),
       {4}},
      {"a name that ends a comment", drawing_of({"  t from 0 to 1", "  at = (t, t)"}, "x*/"), {4}},
      // poles and costs of evaluation
      {"sin(1/t)", drawing_at("a*sin(1/t)"), {0}},
      {"tan(1000 t)", drawing_at("tan(1000*t)"), {0}},
      {"nowhere finite", drawing_at("log(-1 - a^2)*t"), {0, 4}},
      {"20,000 curves", many_curves(20'000), {0, 6}},
      {"10^6 curves", many_curves(1'000'000), {3}},
      // JSON
      {"a key twice", "{\"limber\": 1, \"limber\": 1}", {3}, "given twice"},
      {"NaN", "{\"limber\": NaN}", {3}},
      {"a lone surrogate",
       "{\"limber\": 1, \"notes\": [{\"text\": \"\\ud800\", \"at\": [0, 0]}]}",
       {3}},
      {"bytes that are no UTF-8", "{\"limber\": 1, \"\xff\xfe\": 1}", {3}},
      {"a string of 2 MiB", "{\"limber\": 1, \"" + times("x", 2 << 20) + "\": 1}", {3}},
      {"65 MiB", "{\"limber\": 1}" + times(" ", 65 << 20), {1, 3, 6}},
      {"nothing", "", {3}, "not a Limber drawing"},
      {"zeroes", std::string(100'000, '\0'), {3}},
      // texts that would reach a terminal
      {"escape codes", "{\"limber\": 1, \"\\u001b[31mred\\u001b]0;title\\u0007\": 1}", {3}},
      {"a text turned round",
       "{\"limber\": 1, \"\xe2\x80\xae"
       "evil\": 1}",
       {3}},
  };
  return all;
}

bool quiet_terminal(const std::string& text) {
  for (const char c : text)
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n') return false;
  return text.find("\xe2\x80\xae") == std::string::npos;
}

void survives(const Attack& attack, const std::vector<std::string>& words) {
  const Ran ran = run_limber(words);
  CAPTURE(attack.name);
  CAPTURE(words[0]);
  CAPTURE(ran.err.substr(0, 600));
  CAPTURE(ran.status);
  CHECK(std::find(attack.statuses.begin(), attack.statuses.end(), ran.status) !=
        attack.statuses.end());
  CHECK(ran.err.find(attack.says) != std::string::npos);
  CHECK((ran.status == 0 || !ran.err.empty()));
  CHECK(ran.err.size() < 20'000);
  CHECK(quiet_terminal(ran.err));
}

}  // namespace

TEST_CASE("hostile drawings end by themselves, with the right status") {
  const std::string file = scratch_folder() + "/hostile.limber",
                    picture = scratch_folder() + "/hostile.png";
  for (const Attack& attack : drawings()) {
    write_contents(file, attack.file);
    survives(attack, {"check", "--batch", file});
    survives(attack, {"render", "--batch", file, "--size", "200x150", "-o", picture});
  }
  CHECK_FALSE(std::filesystem::exists("pwned"));
}

TEST_CASE("hostile scripts and recordings end by themselves, with the right status") {
  const std::string four_bar = "data/drawings/four-bar.limber",
                    file = scratch_folder() + "/hostile.pull";
  std::filesystem::create_directories(scratch_folder() + "/below");
  std::filesystem::create_symlink("/etc/passwd", scratch_folder() + "/below/link.csv");
  const auto follow = [](const std::string& name) {
    return "grab a coupler t=0\nmove a file " + name + " in 1s\n";
  };
  const std::vector<Attack> scripts = {
      {"a path above", follow("../x.csv"), {3}, "must lie in the folder"},
      {"a path out and in", follow("below/../../x.csv"), {3}},
      {"an absolute path", follow("/etc/passwd"), {3}},
      {"a link out", follow("below/link.csv"), {3}},
      {"a device", follow("/dev/zero"), {3}},
      {"a URL", follow("file:///etc/passwd"), {3}},
      {"far away", "grab a coupler t=0\nmove a 1e300 0 in 0.1s\n", {3}, "1e12"},
      {"no speed", "grab a coupler t=0.5\nmove a 30 45 speed 1e-300\n", {3}, "at this speed the way takes more"},
      {"100,000 hands", many_hands(100'000) + "wait 1s\n", {3}, "200 hands hold already"},
      {"a hand at the edge of the world", "grab a coupler t=0.5\nmove a 1e12 1e12\nwait 0.05s\n", {0}},
      {"for ever", "play\n" + times("wait 1000000s\n", 100), {6}, "time limit"},
      {"many lines", times("play\npause\n", 1'500'000), {3, 6}, "limit"},
      {"a hand of 10^6 letters", "release " + times("x", 1'000'000), {3}},
      {"a document bomb", "document " + times("[", 1'000'000), {3}},
      {"escape codes", "\x1b[2J\x1b]0;title\x07\n", {3}},
  };
  for (const Attack& attack : scripts) {
    write_contents(file, attack.file);
    survives(attack, {"pull", "--batch", four_bar, file, "-o", "/dev/null"});
  }
  const Attack bomb{
      "a recording", "limber script 1\ndocument " + drawing_of(swelling(1000)), {3, 4}};
  write_contents(file, bomb.file);
  survives(bomb, {"replay", "--batch", "--verify", file});
}

TEST_CASE("hostile formulas and sizes end by themselves, with the right status") {
  const std::string four_bar = "data/drawings/four-bar.limber",
                    file = scratch_folder() + "/hostile.curve";
  for (const Attack& attack : std::vector<Attack>{
           {"nesting", "curve w\n  at = (" + times("(", 100'000), {4}},
           {"empty", "", {4}},
           {"bytes", std::string("\x00\xff\x1b[31m", 7), {4}},
           {"a line of 10^6",
            "curve w\n  t from 0 to 1\n  at = (t" + times("+t", 500'000) + ", t)",
            {4}},
       }) {
    write_contents(file, attack.file);
    survives(attack, {"curve", "--batch", file});
    survives(attack, {"curve", "--batch", file, "--show", "code"});
  }
  for (const std::string size :
       {"1000000x1000000", "2147483647x2147483647", "32768x1", "1x32768", "32767x32767"})
    survives({"a picture of " + size, "", {6}},
             {"render", "--batch", four_bar, "--size", size, "-o", scratch_folder() + "/huge.png"});
}

TEST_CASE("a file may have any name, and its results do not tell where they were made") {
  const std::string folder = scratch_folder() + "/-vf secret\nname";
  std::filesystem::create_directories(folder);
  const std::string text = contents(source_folder() + "/data/drawings/four-bar.limber");
  write_contents(folder + "/-o.limber", text);
  REQUIRE(run_limber({"check", "--batch", "--", "-o.limber"}, {}, folder).status == 0);
  const std::vector<std::vector<std::string>> lines = {
      {"render", "--batch", "-o", "out.png", "--", "-o.limber"},
      {"render", "--batch", "-o", "out.pdf", "--", "-o.limber"},
      {"simulate", "--batch", "--save", "out.limber", "--", "-o.limber"},
  };
  for (const std::vector<std::string>& words : lines) {
    const Ran ran = run_limber(words, {}, folder);
    CAPTURE(ran.err);
    REQUIRE(ran.status == 0);
    const std::string result =
        contents(folder + "/" + *(std::find(words.begin(), words.end(), "--") - 1));
    for (const std::string word : {"secret", "limber-tests", "-o.limber"})
      CHECK(result.find(word) == std::string::npos);
    CHECK(result.find("CreationDate") == std::string::npos);
  }
}

// The terminal was cleared by the name of a nail.
TEST_CASE("check shows names without what could disturb a terminal; its JSON has them whole") {
  std::string text = contents(data_folder() + "/drawings/four-bar.limber");
  const std::string name = "\"left nail\"";
  const auto at = text.find(name);
  REQUIRE(at != text.npos);
  text.replace(at, name.size(), "\"\\u001b[2Jnail\\u0007\\u202e\"");
  const std::string twice =
      ",\n    {\"name\": \"again\\u001b[1m\", \"kind\": \"coincident\", \"on\": "
      "[\"crank start\", [1, 0]]}";
  text.insert(text.find("}", text.find("\"turn\"")) + 1, twice);
  const std::string file = scratch_folder() + "/names.limber";
  write_contents(file, text);
  const Ran plain = run_limber({"check", file});
  CHECK(plain.status == 0);
  CHECK(plain.out.find("?[2Jnail??") != std::string::npos);
  CHECK(plain.out.find("again?[1m") != std::string::npos);
  for (const char* odd : {"\x1b", "\x07", "\u202e"})
    CHECK(plain.out.find(odd) == std::string::npos);
  const Ran as_json = run_limber({"check", "--json", file});
  CHECK(as_json.out.find("\\u001b[2Jnail\\u0007") != std::string::npos);
}
