// A motor that cannot go on is never silent.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/program.h"

using namespace limber;

namespace {

// A four-bar whose crank can only swing: it stalls before it has turned half round.
const char* const rocker = R"({
  "limber": 2,
  "curves": [
    {"name": "crank", "type": "bar", "q": {"a.x": 0, "a.y": 0, "phi": 1, "l": 30}, "locked": ["l"]},
    {"name": "coupler", "type": "bar", "q": {"a.x": 16.209069176044192, "a.y": 25.244129544236895, "phi": 0, "l": 28}, "locked": ["l"]},
    {"name": "rocker", "type": "bar", "q": {"a.x": 40, "a.y": 0, "phi": 1.4, "l": 32}, "locked": ["l"]}
  ],
  "connectors": [
    {"name": "crank start", "curve": "crank", "t": 0},
    {"name": "rocker start", "curve": "rocker", "t": 0},
    {"name": "crank end", "curve": "crank", "t": 1},
    {"name": "coupler start", "curve": "coupler", "t": 0},
    {"name": "coupler end", "curve": "coupler", "t": 1},
    {"name": "rocker end", "curve": "rocker", "t": 1},
    {"name": "crank angle", "curve": "crank", "parameter": "phi"}
  ],
  "constraints": [
    {"name": "left nail", "kind": "coincident", "on": ["crank start", [0, 0]]},
    {"name": "right nail", "kind": "coincident", "on": ["rocker start", [40, 0]]},
    {"name": "crank-coupler", "kind": "coincident", "on": ["crank end", "coupler start"]},
    {"name": "coupler-rocker", "kind": "coincident", "on": ["coupler end", "rocker end"]},
    {"name": "turn", "kind": "fixed_angle", "on": ["crank angle", 1]}
  ],
  "motors": [{"name": "motor", "drives": "turn", "input": "phi", "speed": 3}]
})";

}  // namespace

// Of 126 runs in which a motor came to a limit 124 said nothing: status 0 even with --strict, and
// no word from `check` on the drawing that was saved.
TEST_CASE("a run in which a motor stalls says so, and check says it of the saved drawing") {
  const std::string folder = scratch_folder();
  const std::string file = folder + "/rocker.limber", saved = folder + "/stalled.limber";
  write_contents(file, rocker);
  const Ran ran = run_limber(
      {"simulate", file, "--seconds", "3", "--trace", "crank.phi,rocker@1.vx", "--save", saved});
  CHECK(ran.status == 0);
  CHECK(ran.err.find("motor stalled: motor at ") != std::string::npos);
  CHECK(ran.out.find("# stalled motor at ") != std::string::npos);
  CHECK(run_limber({"simulate", file, "--seconds", "3", "--strict"}).status == 5);
  CHECK(run_limber({"simulate", "data/drawings/four-bar.limber", "--seconds", "3", "--strict"})
            .status == 0);
  const Ran lines =
      run_limber({"simulate", file, "--seconds", "3", "--trace", "crank.phi", "--format", "jsonl"});
  CHECK(lines.out.find("\"stalled\"") != std::string::npos);
  const Ran check = run_limber({"check", "--json", saved});
  CHECK(nlohmann::json::parse(check.out)["drawings"][0]["stalled"] ==
        nlohmann::json::array({"motor"}));
  CHECK(run_limber({"check", "--strict", saved}).status == 5);
  CHECK(run_limber({"check", "--strict", "data/drawings/four-bar.limber"}).status == 0);
}

// It said only that it stalled, for one of two reasons.
TEST_CASE("a stall says whether the motor's limit or the figure stopped it") {
  const std::string folder = scratch_folder();
  const std::string file = folder + "/rocker.limber", weak = folder + "/weak.limber";
  write_contents(file, rocker);
  std::string text = rocker;
  text.replace(text.find("\"speed\": 3"), 10, "\"speed\": 3, \"limit\": 0.01");
  write_contents(weak, text);
  const std::string by_figure = run_limber({"simulate", file, "--seconds", "3"}).err;
  CHECK(by_figure.find("; the figure cannot go on so") != std::string::npos);
  CHECK(by_figure.find("limit") == std::string::npos);
  const Ran by_limit = run_limber({"simulate", weak, "--seconds", "0.1", "--trace", "crank.phi"});
  CHECK(by_limit.err.find(", with its limit of 0.01; to go on takes more force") !=
        std::string::npos);
  CHECK(by_limit.out.find(", with its limit of 0.01") != std::string::npos);
}
