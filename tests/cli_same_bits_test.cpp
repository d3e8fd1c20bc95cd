// The same drawing in other processes, interpreted or as machine code: the same bits.
#include <doctest/doctest.h>

#include "tests/program.h"

namespace limber {
namespace {

// A flower and a swing nobody has built in: a bar drawn to and fro by the one, and nailed to the
// other.
const char* const kDrawing = R"json({
  "limber": 1,
  "types": [
    {"name": "flower", "formula": [
      "curve flower \"Flower\"",
      "  place c = (0, 0)",
      "  length a = 10, b = 3, a > 0",
      "  number k = 5.5",
      "  angle phi = 0",
      "  t from 0 to 4*pi",
      "  let s = exp(-(cos(k*t))^2) + atan2(sin t, 2) + |t|^(1/3)",
      "  at = c + (a + b*s) polar(1, t + phi)"]}
  ],
  "kinds": [
    {"name": "swing", "formula": [
      "constraint swing \"Swing\" (point a, point b, length d = 10):",
      "  |a - b| = d*(1 + 0.3*sin(2*time) + 0.05*cos(5*time)^3)"]}
  ],
  "curves": [
    {"name": "f", "type": "flower", "q": {"c.x": 0, "c.y": 0, "a": 10, "b": 3, "k": 5.5, "phi": 0},
     "locked": ["k"]},
    {"name": "l", "type": "line", "q": {"a.x": 12, "a.y": 3, "b.x": 30, "b.y": 5}}
  ],
  "connectors": [
    {"name": "end", "curve": "l", "t": 1},
    {"name": "start", "curve": "l", "t": 0},
    {"name": "rim", "curve": "f", "t": 2.5}
  ],
  "constraints": [
    {"name": "s", "kind": "swing", "on": ["end", [40, 0], 12]},
    {"name": "n", "kind": "coincident", "on": ["start", "rim"]}
  ]
})json";

// The same with mass: the flower bends as it swings on its nail and drags the bar about.
std::string with_mass() {
  std::string text = kDrawing;
  text.replace(text.find("\"limber\": 1"), 11, "\"limber\": 3, \"physics\": {\"on\": true}");
  const std::string line = "{\"name\": \"n\",";
  text.replace(text.find(line), line.size(), "{\"name\": \"m\", \"kind\": \"coincident\", \"on\": [\"rim\", [18, 0]]},\n    " + line);
  return text;
}

std::string simulated(const std::vector<std::string>& environment, const std::string& drawing = kDrawing,
                      const std::string& trace = "f.c.x,f.c.y,f.a,l.b.x") {
    const std::string file = scratch_folder() + "/same-bits.limber";
    write_contents(file, drawing);
    const Ran ran = run_limber({"simulate", file, "--seconds", "2", "--trace", trace, "--hash"}, {}, {}, environment);
    CHECK_MESSAGE(ran.status == 0, ran.err);
    CHECK(ran.out.size() > 1000);
    return ran.out + ran.err;
  }

  TEST_CASE("a simulation gives the same bits in every process, interpreted or compiled") {
    const std::string interpreted = simulated({"LIMBER_JIT=off"});
    CHECK(simulated({"LIMBER_JIT=off"}) == interpreted);
    CHECK(simulated({"LIMBER_JIT=first"}) == interpreted);  // machine code from the first step
    CHECK(simulated({}) == interpreted);                    // somewhere on the way
  }

  TEST_CASE("with mass a simulation gives the same bits in every process, interpreted or compiled") {
    const std::string trace = "f.c.x,f.phi,l.b.x,energy,work,m.force.x";
    const std::string interpreted = simulated({"LIMBER_JIT=off"}, with_mass(), trace);
    CHECK(simulated({"LIMBER_JIT=off"}, with_mass(), trace) == interpreted);
    CHECK(simulated({"LIMBER_JIT=first"}, with_mass(), trace) == interpreted);
    CHECK(simulated({}, with_mass(), trace) == interpreted);
  }

  }  // namespace
  }  // namespace limber
