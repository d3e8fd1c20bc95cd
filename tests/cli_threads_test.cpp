// The real program with one thread and with two: the same bytes, whatever it is asked for.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/program.h"

using namespace limber;
using nlohmann::json;

namespace {

// The drawing so many times over, side by side, every copy with names of its own: parts that move
// independently.
std::string copies(const std::string& file, int count) {
  const json one = json::parse(contents(source_folder() + "/data/drawings/" + file));
  json all = {{"limber", 3}};
  if (one.contains("physics")) all["physics"] = one["physics"];
  for (int i = 0; i < count; ++i) {
    const auto renamed = [&](const json& name) {
      return name.get<std::string>() + std::to_string(i);
    };
    for (const char* section : {"curves", "connectors", "constraints", "motors", "forces"})
      for (json thing : one.value(section, json::array())) {
        for (const char* key : {"name", "curve", "where", "drives", "on"})
          if (thing.contains(key) && thing[key].is_string()) thing[key] = renamed(thing[key]);
        if (thing.contains("on") && thing["on"].is_array())
          for (json& on : thing["on"])
            if (on.is_string()) on = renamed(on);
        all[section].push_back(thing);
      }
  }
  return all.dump();
}

struct Outcome {
  int status;
  std::string out, err;
  std::vector<std::string> files;
  bool operator==(const Outcome&) const = default;
};

// {out} in a word stands for a file that is written, and compared too.
Outcome run_with(const std::string& threads, std::vector<std::string> words) {
  std::vector<std::string> files;
  for (std::string& word : words)
    if (word.starts_with("{out}")) {
      word = scratch_folder() + "/threads" + word.substr(5);
      files.push_back(word);
      std::filesystem::remove(word);
    }
  words.insert(words.end(), {"--threads", threads});
  const Ran ran = run_limber(words);
  Outcome outcome{ran.status, ran.out, ran.err, {}};
  for (const std::string& file : files)
    outcome.files.push_back(std::filesystem::exists(file) ? contents(file) : "missing");
  return outcome;
}

}  // namespace

TEST_CASE("with 1, 2 and 3 threads every command gives the same bytes") {
  const std::string d = "data/drawings/", s = scratch_folder() + "/";
  write_contents(s + "bars.limber", copies("four-bar.limber", 30));
  write_contents(s + "legs.limber", copies("jansen-leg.limber", 8));
  write_contents(s + "bridges.limber", copies("bridge-of-springs.limber", 3));
  write_contents(s + "pendulums.limber", copies("double-pendulum.limber", 60));
  write_contents(s + "bars.pull",
                 "play\nwait 0.2s\npause\ngrab a coupler3 t=0.5\ngrab b coupler20 t=0.3\n"
                 "move a 30 45 in 0.3s\nmove b 25 40 in 0.4s\nrelease a\nwake\nwait rest\nhash\n");
  write_contents(s + "bridges.pull",
                 "wake\ngrab a deck32 t=0.5\nmove a 50 -20 in 0.3s\nwait rest\n");
  REQUIRE(
      run_limber({"pull", s + "bars.limber", s + "bars.pull", "--record", s + "bars.rec"}).status ==
      0);

  const std::vector<std::vector<std::string>> lines = {
      {"simulate", s + "bars.limber", "--hash"},
      {"simulate", s + "bars.limber", "--seconds", "2", "--trace", "P7.x,P7.y,crank29.phi"},
      {"simulate", s + "pendulums.limber", "--seconds", "0.5", "--hash", "--trace",
       "energy,nail7.force.x,tip59.ax,lost,work"},
      {"simulate", s + "bars.limber", "--format", "jsonl", "--trace", "P1.vx,P1.ax,P28.ay"},
      {"simulate", s + "bars.limber", "--until", "crank11.phi > 90deg", "--trace", "time"},
      {"simulate", s + "bars.limber", "--dt", "0.003", "--save", "{out}a.limber"},
      {"simulate", s + "bars.limber", "--path", "svd", "--seconds", "0.2", "--hash"},
      {"simulate", s + "bars.limber", "--path", "ldlt", "--seconds", "0.2", "--hash"},
      {"simulate", s + "bars.limber", "--set", "crank5.phi=90deg", "--hash"},
      {"simulate", s + "bars.limber", "--drive", "motor4=-90rpm", "-o", "{out}a.csv", "--trace",
       "P4.x,turn4.force"},
      {"simulate", s + "legs.limber", "--seconds", "1", "--trace", "foot3.x,foot7.y", "--hash"},
      {"simulate", s + "bridges.limber", "--seconds", "1", "--hash", "--save", "{out}b.limber"},
      {"simulate", d + "welcome.limber", "--hash"},
      {"simulate", d + "gallery.limber", "--hash"},
      {"simulate", d + "cam-and-follower.limber", "--seconds", "2", "--hash"},
      {"simulate", d + "springs.limber", "--seconds", "2", "--hash"},
      {"pull", s + "bars.limber", s + "bars.pull", "--hash"},
      {"pull", s + "bars.limber", s + "bars.pull", "--record", "{out}a.rec", "--save",
       "{out}c.limber", "--trace", "P3.x,P9.y"},
      {"pull", s + "bridges.limber", s + "bridges.pull", "--format", "jsonl", "--hash"},
      {"pull", d + "rope.limber", d + "rope.pull", "--hash", "--save", "{out}d.limber"},
      {"pull", d + "four-bar.limber", d + "four-bar.pull", "--every", "1"},
      {"replay", s + "bars.rec", "--verify", "--hash", "--save", "{out}e.limber"},
      {"render", s + "bars.limber", "--time", "1s", "--size", "400x300", "-o", "{out}a.png"},
      {"render", s + "legs.limber", "--time", "0.5s", "--size", "400x300", "-o", "{out}b.png"},
      {"render", s + "bridges.limber", "--time", "1s", "--size", "400x300", "-o", "{out}c.png"},
  };
  CHECK(lines.size() >= 21);
  for (const std::vector<std::string>& words : lines) {
    std::string line = "limber";
    for (const std::string& word : words) line += ' ' + word;
    CAPTURE(line);
    const Outcome one = run_with("1", words);
    CAPTURE(one.err);
    CHECK(one.status == 0);
    CHECK((!one.out.empty() || !one.files.empty()));
    for (const std::string& file : one.files) CHECK(file != "missing");
    CHECK(run_with("2", words) == one);
    CHECK(run_with("3", words) == one);
  }
}
