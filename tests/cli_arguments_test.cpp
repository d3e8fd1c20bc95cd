#include "app/cli/arguments.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "app/document/quantity.h"

using namespace limber;
using namespace limber::cli;

namespace {
Result<Arguments> read(std::vector<std::string> words) { return read_arguments(words); }
}  // namespace

TEST_CASE("without a command a file is opened, and nothing opens the window") {
  CHECK(read({})->command().name == "open");
  const Result<Arguments> file = read({"figure.limber"});
  REQUIRE(file);
  CHECK(file->command().name == "open");
  CHECK(file->operand() == "figure.limber");
}

TEST_CASE("options are written in any of the usual ways") {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"render", "a.limber", "-o", "b.png"},
                                             {"render", "a.limber", "-ob.png"},
                                             {"render", "--output", "b.png", "a.limber"},
                                             {"render", "--output=b.png", "a.limber"}}) {
    const Result<Arguments> arguments = read(words);
    REQUIRE(arguments);
    CHECK(arguments->operand() == "a.limber");
    CHECK(arguments->text("--output") == "b.png");
  }
  const Result<Arguments> together = read({"check", "-qv", "a.limber"});
  REQUIRE(together);
  CHECK(together->has("--quiet"));
  CHECK(together->has("--verbose"));
}

TEST_CASE("after -- everything is a file, and a lone - is a stream") {
  const Result<Arguments> dashes = read({"check", "--", "-o"});
  REQUIRE(dashes);
  CHECK(dashes->operand() == "-o");
  const Result<Arguments> stream = read({"check", "-"});
  REQUIRE(stream);
  CHECK(stream->operand() == "-");
}

TEST_CASE("values come out as numbers, and defaults where nothing was given") {
  const Result<Arguments> arguments =
      read({"simulate", "a.limber", "--seconds", "200ms", "--trace", "P.x", "--trace", "P.y"});
  REQUIRE(arguments);
  CHECK(arguments->number("--seconds") == 0.2);
  CHECK(arguments->number("--dt") == 1.0 / 240);
  CHECK(arguments->count("--every") == 4);
  CHECK(arguments->all("--trace") == std::vector<std::string>{"P.x", "P.y"});
  CHECK(arguments->text("--format") == "csv");
  CHECK_FALSE(arguments->has("--hash"));
  CHECK(read({"render", "a.limber", "--size", "640x480"})->size("--size") == std::pair(640, 480));
}

TEST_CASE("a misspelling is answered with what was meant") {
  CHECK(read({"rendr", "a.limber"}).error().suggestion == "did you mean limber render?");
  CHECK(read({"render", "a.limber", "--sise", "3x4"}).error().suggestion == "did you mean --size?");
  CHECK(read({"render", "a.limber", "--theme", "drak"}).error().suggestion == "did you mean dark?");
  CHECK(read({"simulate", "a.limber", "--every", "0"}).error().message ==
        "--every wants a whole number, 1 or more; '0' is not");
  CHECK(read({"simulate", "a.limber", "--format", "xml"}).error().message ==
        "--format wants one of csv, jsonl; 'xml' is not");
}

TEST_CASE("control characters of a command line never reach the terminal") {
  CHECK(read({"render", "--\x1b[31mred"}).error().message.find('\x1b') == std::string::npos);
  CHECK(read({"\x1b]0;title\x07"}).error().message.find('\x1b') == std::string::npos);
}

TEST_CASE("quantities have the units of their dimension and no others") {
  CHECK(read_quantity("30deg", Dimension::angle) == 30 * (std::numbers::pi / 180));
  CHECK(read_quantity("0.25turn", Dimension::any) == std::numbers::pi / 2);
  CHECK(read_quantity("60rpm", Dimension::speed) == 60 * (2 * std::numbers::pi / 60));
  CHECK(read_quantity("1/240", Dimension::number) == 1.0 / 240);
  CHECK(read_quantity("12ticks", Dimension::time) == 12 * (1.0 / 240));
  CHECK(read_quantity("2in", Dimension::length) == 50.8);
  CHECK(read_quantity("64KiB", Dimension::bytes) == 65536);
  CHECK(read_quantity("+5", Dimension::length) == 5);
  for (const char* wrong :
       {"", "x", "5deg", "1e400", "nan", "inf", "5 5", "1/0", "--5", "+-5", "0x10", "5,5", " 5"})
    CHECK_FALSE(read_quantity(wrong, Dimension::length));
}

TEST_CASE("shortest() reads back as the same bits") {
  for (const double number :
       {0.1, 1.0 / 3, -0.0, 5e-324, 1.7976931348623157e308, 123456789.125, 1e21, 4.35})
    CHECK(std::signbit(*read_quantity(shortest(number), Dimension::number)) ==
          std::signbit(number));
  CHECK(*read_quantity(shortest(1.0 / 3), Dimension::number) == 1.0 / 3);
  CHECK(*read_quantity(shortest(5e-324), Dimension::number) == 5e-324);
}
