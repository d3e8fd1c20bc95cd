#include "app/script/script.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <random>

using namespace limber;

namespace {

Line only(std::string_view text) {
  const Result<Script> script = parse_script(text);
  REQUIRE_MESSAGE(script, script.error().message);
  REQUIRE(script->lines.size() == 1);
  return script->lines[0];
}

Error refused(std::string_view text) {
  const Result<Script> script = parse_script(text);
  REQUIRE_MESSAGE(!script, std::string(text));
  return script.error();
}

}  // namespace

TEST_CASE("each form of each verb is read as it is written") {
  CHECK(only("grab a bar2 t=0.5").action == Action(line::Grab{"a", "bar2", 0.5, {}}));
  CHECK(only("grab a bar2 at 3.2 4.5").action ==
        Action(line::Grab{"a", "bar2", {}, Point(3.2, 4.5)}));
  CHECK(only("grab a wheel point=center").action ==
        Action(line::Grab{"a", "wheel", {}, {}, "center"}));
  CHECK(only("grab a at -3 4").action == Action(line::Grab{"a", "", {}, Point(-3, 4)}));
  CHECK(only("move a 3.2 4.5").action == Action(line::Move{"a", {Point(3.2, 4.5)}, "", {}, {}}));
  CHECK(only("move a 3 4 in 0.5s").action == Action(line::Move{"a", {Point(3, 4)}, "", 0.5, {}}));
  CHECK(only("move a 1 2 3 4 speed 20").action ==
        Action(line::Move{"a", {Point(1, 2), Point(3, 4)}, "", {}, 20.0}));
  CHECK(only("move a file \"my path.csv\" in 2s").action ==
        Action(line::Move{"a", {}, "my path.csv", 2.0, {}}));
  CHECK(only("release a").action == Action(line::Release{"a"}));
  CHECK(only("set rim.r 12mm").action == Action(Edit{edit::Set{"rim.r", 12}}));
  CHECK(only("drive crank 2rad/s").action == Action(Edit{edit::Drive{"crank", 2}}));
  CHECK(only("play").action == Action(line::Play{}));
  CHECK(only("pause").action == Action(line::Pause{}));
  CHECK(only("wake").action == Action(line::Wake{}));
  CHECK(only("wake bar1 \"bar 2\"").action == Action(line::Wake{{"bar1", "bar 2"}}));
  CHECK(only("wait rest").action == Action(line::Wait{}));
  CHECK(only("wait 0.5s").action == Action(line::Wait{0.5}));
  CHECK(only("hash").action == Action(line::Hash{}));
  CHECK(only("hash 00000000deadbeef").action == Action(line::Hash{0xdeadbeef}));
  CHECK(only("document {\"limber\": 1}").action == Action(line::Load{"{\"limber\": 1}"}));
}

TEST_CASE("comments, empty lines, stamps, tabs and a missing last newline are fine") {
  const Result<Script> script = parse_script(
      "limber script 1\n\n# a drag\n@12 grab a bar t=1 # here\n\t@13\tmove a 1 2\r\n@13 release a");
  REQUIRE(script);
  REQUIRE(script->lines.size() == 3);
  CHECK(script->lines[0].tick == 12);
  CHECK(script->lines[0].number == 4);
  CHECK(script->lines[2].action == Action(line::Release{"a"}));
}

TEST_CASE("what is written reads back the same, bit for bit") {
  std::mt19937_64 random(1990);
  const auto bits = [&](double most = 1e300) {  // any finite double
    double value = 0;
    do {
      const std::uint64_t pattern = random();
      std::memcpy(&value, &pattern, sizeof value);
    } while (!(std::abs(value) < most));
    return value;
  };
  const auto place = [&] { return Point(bits(1e12), bits(1e12)); };
  const std::string names[] = {"a",  "hand 2", "quo\"te", "back\\slash", "at",
                               "@x", "#",      "größe",   "file",        "t=1"};
  Script script;
  for (int i = 0; i < 2000; ++i) {
    const std::string& name = names[random() % std::size(names)];
    Action action;
    switch (random() % 8) {
      case 0:
        action = line::Grab{name, "c" + name, bits(), {}};
        break;
      case 1:
        action = line::Grab{name, "", {}, place()};
        break;
      case 2:
        action = line::Move{name, {place()}, "", {}, {}};
        break;
      case 3:
        action = line::Move{name, {place(), place()}, "", 0.125 * double(random() % 100), {}};
        break;
      case 4:
        action = Edit{edit::Set{name, bits()}};
        break;
      case 5:
        action = Edit{edit::Drive{name, bits()}};
        break;
      case 6:
        action = line::Hash{random()};
        break;
      case 7:
        action = line::Release{name};
        break;
    }
    script.lines.push_back({0, i, action});
  }
  const Result<Script> again = parse_script(write_script(script));
  REQUIRE_MESSAGE(again, again.error().message);
  REQUIRE(again->lines.size() == script.lines.size());
  for (std::size_t i = 0; i < script.lines.size(); ++i) {
    CAPTURE(write_line(script.lines[i]));
    REQUIRE(again->lines[i] == script.lines[i]);
  }
}

TEST_CASE("mistakes are told with their place, all at once") {
  const Error error = refused("play\ngrap a bar t=1\nmove a 3\nmove a 3 x\nhash 12\n");
  CHECK(error.line == 2);
  CHECK(error.column == 1);
  CHECK(error.length == 4);
  CHECK(error.message == "'grap' is nothing a script can do");
  CHECK(error.suggestion == "did you mean grab?");
  REQUIRE(error.others.size() == 3);
  CHECK(error.others[0].line == 3);
  CHECK(error.others[0].message == "the line ends where a y should be");
  CHECK(error.others[1].column == 10);
  CHECK(error.others[2].line == 5);
}

TEST_CASE("columns count characters, not bytes") {
  const Error error = refused("grab größe bar u=1");
  CHECK(error.column == 16);
}

TEST_CASE("what makes no sense is refused with a sentence") {
  CHECK(refused("limber script 2").message ==
        "this script is of version 2, and this program reads up to version 1");
  CHECK(refused("play\nlimber script 1").line == 2);
  CHECK(refused("@5 play\n@4 pause").message == "tick 4 comes after tick 5: time does not go back");
  CHECK(refused("@-1 play").suggestion == "a stamp is @ and a number of ticks: @120");
  CHECK(refused("@99999999999999999999 play").line == 1);
  CHECK(refused("@5").message == "the line ends where something to do should be");
  CHECK(refused("move a 1 2 3 4").message ==
        "the line ends where in TIME, or: speed NUMBER (a path takes time) should be");
  CHECK(refused("move a 1 2 speed 0").message == "a speed is more than 0");
  CHECK(refused("move a 1 2 in -1s").line == 1);
  CHECK(refused("move a 1 1.1e12").message == "a place is within 1e12 of the origin");
  CHECK(refused("move a 1 nan").message == "'nan' is not a y");
  CHECK(refused("release").message == "the line ends where the name of a hand should be");
  CHECK(refused("release a b").message == "here the line should end");
  CHECK(refused("grab \"a").message == "this quotation mark is never closed");
  CHECK(refused("wait 1e300s").message == "a time is between 0 and 1000000 s");
  CHECK(refused("document").column == 1);
  CHECK(refused("@3 document {}").line == 1);
}

TEST_CASE(
    "a text of nothing but mistakes ends after twenty of them, and no bytes crash the reader") {
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "what\n";
  CHECK(refused(many).others.size() == 19);
  std::mt19937 random(7);
  const std::string pieces[] = {"grab ", "move ", "a ",  "1 ",   "@",    "\"", "\\",
                                "\n",    "t=",    "in ", "\x80", "\xff", "#",  "é"};
  for (int trial = 0; trial < 3000; ++trial) {
    std::string text;
    for (unsigned i = random() % 12; i > 0; --i) text += pieces[random() % std::size(pieces)];
    const Result<Script> script = parse_script(text);
    if (script) CHECK(*parse_script(write_script(*script)) == *script);
  }
}
