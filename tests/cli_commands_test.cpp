// The real program, command by command.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/program.h"

using namespace limber;

namespace {

const std::string drawings = "data/drawings/";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

// The last fenced block of commands in a page's section, or nothing.
std::vector<std::string> command_lines(const std::string& page, const std::string& section) {
  std::vector<std::string> out;
  const std::size_t begin = page.find(section);
  if (begin == std::string::npos) return out;
  bool inside = false;
  for (const std::string& line : lines_of(page.substr(begin))) {
    if (line.starts_with("## ") && line != section && !out.empty()) break;
    if (line.starts_with("```"))
      inside = line.starts_with("```sh");
    else if (inside && line.starts_with("limber "))
      out.push_back(line);
  }
  return out;
}

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> out;
  bool quoted = false, open = false;
  for (const char c : line) {
    if (c == '\'') quoted = !quoted;
    if (c == '#' && !quoted && !open) break;
    if (c == ' ' && !quoted) open = false;
    if (c == '\'' || (c == ' ' && !quoted)) continue;
    if (!open) out.emplace_back();
    open = true;
    out.back() += c;
  }
  return out;
}

// A copy of the part of the source tree that the pages' commands name, with a folder out/.
std::string workplace() {
  const std::string folder = scratch_folder() + "/workplace";
  std::error_code ignored;
  std::filesystem::create_directories(folder + "/out");
  std::filesystem::create_directory_symlink(source_folder() + "/data", folder + "/data", ignored);
  return folder;
}

void run_page(const std::string& file, const std::string& section, std::size_t least) {
  if (!std::filesystem::exists(source_folder() + "/" + file)) return;
  const std::vector<std::string> all =
      command_lines(contents(source_folder() + "/" + file), section);
  CHECK(all.size() >= least);
  for (const std::string& line : all) {
    CAPTURE(line);
    std::vector<std::string> words = words_of(line);
    words.erase(words.begin());
    const Ran ran = run_limber(words, {}, workplace());
    CAPTURE(ran.err);
    CHECK(ran.status == 0);
    if (std::find(words.begin(), words.end(), "--json") != words.end())
      CHECK(nlohmann::json::accept(ran.out));
  }
}

}  // namespace

TEST_CASE("every command line of docs/command-line.md works") {
  run_page("docs/command-line.md", "## In one go", 12);
}
TEST_CASE("every command line of the README works") { run_page("README.md", "## Command line", 0); }

namespace {

// The first block of indented lines that holds this word, without the indent.
std::string indented_block(const std::string& page, const std::string& word) {
  std::string block;
  for (const std::string& line : lines_of(page + "\nend")) {
    if (line.starts_with("    ") || (line.empty() && !block.empty())) {
      block += line.substr(std::min<std::size_t>(4, line.size())) + '\n';
      continue;
    }
    if (block.find(word) != std::string::npos) return block;
    block.clear();
  }
  return {};
}

}  // namespace

TEST_CASE("the drawing and the drag that the pages write by hand run as they stand") {
  const std::string drawing = scratch_folder() + "/mine.limber",
                    met = scratch_folder() + "/met.limber", drag = scratch_folder() + "/drag.pull";
  write_contents(drawing,
                 indented_block(contents(source_folder() + "/docs/document.md"), "\"limber\": 3"));
  write_contents(
      drag, indented_block(contents(source_folder() + "/docs/pull-script.md"), "limber script 1"));
  const Ran check = run_limber({"check", "--json", drawing});
  CAPTURE(check.err);
  REQUIRE(check.status == 0);
  const nlohmann::json found = nlohmann::json::parse(check.out)["drawings"][0];
  CHECK(found["degrees_of_freedom"] == 1);
  CHECK_FALSE(found["not_met"].empty());
  CHECK(found["conflicting"].empty());
  const Ran run = run_limber({"simulate", drawing, "--seconds", "2", "--save", met, "--strict"});
  CAPTURE(run.err);
  CHECK(run.status == 0);
  CHECK(nlohmann::json::parse(run_limber({"check", "--json", met}).out)["drawings"][0]["not_met"]
            .empty());
  for (const std::string& pulled : {met, drawings + "four-bar.limber"}) {
    const Ran pull = run_limber({"pull", pulled, drag, "--strict"});
    CAPTURE(pull.err);
    CHECK(pull.status == 0);
    CHECK(pull.out.find("# hash ") != std::string::npos);
  }
}

TEST_CASE("bench measures, and says how to build what is missing") {
  const Ran ran = run_limber(
      {"bench", "--part", "program", "--filter", "four-bar", "--seconds", "0.01", "--json"});
  REQUIRE(ran.status == 0);
  const nlohmann::json rows = nlohmann::json::parse(ran.out);
  CHECK(rows["version"] == 1);
  REQUIRE(rows["benchmarks"].size() == 1);
  CHECK(rows["benchmarks"][0]["part"] == "program");
  CHECK(rows["benchmarks"][0]["value"].get<double>() > 0);
  if (std::filesystem::exists(std::filesystem::path(limber_program()).parent_path() /
                              "bench_measure"))
    return;
  CHECK(run_limber({"bench", "--part", "measure"}).err.find("--target bench_measure") !=
        std::string::npos);
}

TEST_CASE("a drawing saved with a stretched spring moves when it is simulated") {
  const std::string file = scratch_folder() + "/spring.limber";
  write_contents(file,
                 "{\"limber\": 1, \"curves\": [{\"name\": \"a\", \"type\": \"point\", \"q\": "
                 "{\"p.x\": 50}}], \"connectors\": [{\"name\": \"p\", \"curve\": \"a\", "
                 "\"measure\": \"center\"}], \"constraints\": [{\"name\": \"s\", \"kind\": "
                 "\"distance\", \"on\": [\"p\", [0, 0], 10], \"compliance\": 0.01}]}");
  const Ran ran = run_limber({"simulate", file, "--seconds", "10", "--trace", "p.x"});
  REQUIRE(ran.status == 0);
  const std::string last = lines_of(ran.out).back();
  CHECK(std::stod(last.substr(last.rfind(',') + 1)) == doctest::Approx(10).epsilon(1e-3));
  CHECK(last.starts_with("2400,10,"));
}

TEST_CASE("every drawing loads, is as fmt writes it, and its hard constraints are met") {
  int count = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(source_folder() + "/data/drawings")) {
    if (entry.path().extension() != ".limber") continue;
    ++count;
    CAPTURE(entry.path().string());
    const Ran ran = run_limber({"check", "--json", entry.path().string()});
    CAPTURE(ran.err);
    REQUIRE(ran.status == 0);
    const nlohmann::json drawing = nlohmann::json::parse(ran.out)["drawings"][0];
    const bool impossible = entry.path().filename() == "impossible-triangle.limber";
    CHECK(drawing["conflicting"].empty() != impossible);
    CHECK(drawing["not_met"].empty() != impossible);
    if (entry.path().filename() == "welcome.limber") continue;  // laid out by hand
    CHECK(run_limber({"fmt", "--check", entry.path().string()}).status == 0);
  }
  CHECK(count >= 9);
}

TEST_CASE("check knows the freedom of the classics") {
  const auto freedom = [](const std::string& name) {
    const Ran ran = run_limber({"check", "--json", drawings + name});
    REQUIRE(ran.status == 0);
    return nlohmann::json::parse(ran.out)["drawings"][0]["degrees_of_freedom"].get<int>();
  };
  CHECK(freedom("four-bar.limber") == 1);
  CHECK(freedom("jansen-leg.limber") == 1);
  CHECK(freedom("peaucellier.limber") == 1);
  CHECK(freedom("rolling-circle.limber") == 1);
  CHECK(freedom("chain-of-100.limber") == 100);
}

TEST_CASE("simulate prints the same bytes twice, as CSV and as JSON lines") {
  const std::vector<std::string> words{"simulate", drawings + "four-bar.limber", "--seconds", "0.5",
                                       "--trace",  "P.x,P.y,crank.phi",          "--hash"};
  const Ran first = run_limber(words), second = run_limber(words);
  REQUIRE(first.status == 0);
  CHECK(first.out == second.out);
  const std::vector<std::string> lines = lines_of(first.out);
  REQUIRE(lines.size() == 1 + 31 + 1);
  CHECK(lines[0] == "step,time,P.x,P.y,crank.phi");
  CHECK(lines.back().starts_with("# hash "));

  std::vector<std::string> json = words;
  json.insert(json.end(), {"--format", "jsonl"});
  const std::vector<std::string> rows = lines_of(run_limber(json).out);
  REQUIRE(rows.size() == 32);
  const nlohmann::json last = nlohmann::json::parse(rows[30]);
  CHECK(last["step"] == 120);
  // Half a second at half a turn a second.
  CHECK(last["crank.phi"].get<double>() ==
        doctest::Approx(3.14159265 / 3 + 3.14159265 / 2).epsilon(1e-6));
  CHECK(nlohmann::json::parse(rows[31])["hash"] == lines.back().substr(7));
}

TEST_CASE("the pen of Peaucellier's linkage draws a straight line") {
  write_contents(scratch_folder() + "/pen.pull",
                 "grab a crank t=1\nmove a 58 12  60 0  58 -12 in 2s\n");
  const Ran ran = run_limber({"pull", drawings + "peaucellier.limber",
                              scratch_folder() + "/pen.pull", "--trace", "pen.x,pen.y"});
  REQUIRE(ran.status == 0);
  std::vector<double> xs, ys;
  for (const std::string& line : lines_of(ran.out)) {
    if (line[0] == 't' || line[0] == '#') continue;
    std::vector<std::string> cells;
    std::istringstream in(line);
    for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
    xs.push_back(std::stod(cells[12]));
    ys.push_back(std::stod(cells[13]));
  }
  REQUIRE(xs.size() == 120);
  const auto [low, high] = std::minmax_element(xs.begin(), xs.end());
  CHECK(*high - *low < 1e-6);
  const auto [down, up] = std::minmax_element(ys.begin(), ys.end());
  CHECK(*up - *down > 20);
}

TEST_CASE("until stops where it says, expect-hash accepts what hash printed") {
  const Ran until = run_limber({"simulate", drawings + "four-bar.limber", "--seconds", "5",
                                "--until", "crank.phi > 90deg", "--trace", "crank.phi"});
  REQUIRE(until.status == 0);
  const std::string last = lines_of(until.out).back();
  CHECK(std::stod(last.substr(last.rfind(',') + 1)) == doctest::Approx(1.5707963).epsilon(0.01));
  const Ran hash = run_limber({"simulate", drawings + "four-bar.limber", "--hash"});
  REQUIRE(hash.out.size() == 17);
  CHECK(run_limber(
            {"simulate", drawings + "four-bar.limber", "--expect-hash", hash.out.substr(0, 16)})
            .status == 0);
}

TEST_CASE("pull prints the same bytes twice, and its recording verifies") {
  const std::string rec = scratch_folder() + "/drag.rec",
                    saved = scratch_folder() + "/after.limber";
  const std::vector<std::string> words{
      "pull", drawings + "rope.limber", drawings + "rope.pull", "--hash", "--record", rec, "--save",
      saved};
  const Ran first = run_limber(words);
  REQUIRE(first.status == 0);
  const std::string recording = contents(rec), document = contents(saved);
  const Ran second = run_limber(words);
  CHECK(first.out == second.out);
  CHECK(contents(rec) == recording);
  CHECK(contents(saved) == document);
  CHECK(run_limber({"replay", rec, "--verify"}).status == 0);
  CHECK(run_limber({"check", saved}).status == 0);
  write_contents(rec, recording.substr(0, recording.rfind("hash ")) + "hash 0000000000000000\n");
  CHECK(run_limber({"replay", rec, "--verify"}).status == 7);
  CHECK(run_limber({"replay", rec}).status == 0);
}

TEST_CASE("render writes PNG, WebP and PDF, the same bytes twice, and needs no display") {
  for (const char* name : {"a.png", "a.webp", "a.pdf"}) {
    CAPTURE(name);
    const std::string file = scratch_folder() + "/" + name;
    REQUIRE(run_limber({"render", drawings + "four-bar.limber", "--size", "320x240", "-o", file})
                .status == 0);
    const std::string first = contents(file);
    CHECK(first.size() > 500);
    REQUIRE(run_limber({"render", drawings + "four-bar.limber", "--size", "320x240", "-o", file})
                .status == 0);
    CHECK(contents(file) == first);
  }
  CHECK(contents(scratch_folder() + "/a.png").starts_with("\x89PNG"));
  CHECK(contents(scratch_folder() + "/a.pdf").starts_with("%PDF"));
  const Ran stream =
      run_limber({"render", drawings + "four-bar.limber", "--size", "320x240", "-o", "-"});
  CHECK(stream.out == contents(scratch_folder() + "/a.png"));
}

TEST_CASE("a batch renders, checks and simulates like any other run") {
  const std::string file = scratch_folder() + "/batch.png", other = scratch_folder() + "/other.png";
  REQUIRE(run_limber({"render", "--batch", drawings + "jansen-leg.limber", "--size", "320x240",
                      "-o", file})
              .status == 0);
  REQUIRE(run_limber({"render", drawings + "jansen-leg.limber", "--size", "320x240", "-o", other})
              .status == 0);
  CHECK(contents(file) == contents(other));
  const Ran batch = run_limber({"simulate", "--batch", drawings + "jansen-leg.limber", "--hash"});
  CHECK(batch.status == 0);
  CHECK(batch.out == run_limber({"simulate", drawings + "jansen-leg.limber", "--hash"}).out);
}

TEST_CASE("fmt and convert give back the drawing, byte for byte") {
  const std::string text = contents(source_folder() + "/" + drawings + "four-bar.limber");
  CHECK(run_limber({"fmt", "-"}, text).out == text);
  const std::string file = scratch_folder() + "/copy.limber";
  REQUIRE(run_limber({"convert", drawings + "four-bar.limber", "-o", file}).status == 0);
  CHECK(contents(file) == text);
  std::string crowded = text;
  std::replace(crowded.begin(), crowded.end(), '\n', ' ');
  write_contents(file, crowded);
  CHECK(run_limber({"fmt", "--check", file}).status == 1);
  REQUIRE(run_limber({"fmt", "--in-place", file}).status == 0);
  CHECK(contents(file) == text);
}

TEST_CASE("curve shows derivatives, code and cost of built-in kinds and of files") {
  const Ran derivatives = run_limber({"curve", "circle", "--show", "derivatives"});
  REQUIRE(derivatives.status == 0);
  CHECK(derivatives.out.find("dx/dr = ") != std::string::npos);
  CHECK(derivatives.out.find("dx/dc.x = 1\n") != std::string::npos);
  CHECK(run_limber({"curve", "circle", "--show", "code"}).out.find("curve_circle_motion") !=
        std::string::npos);
  CHECK(run_limber({"curve", "distance"}).out.starts_with("constraint distance"));
  const Ran cost = run_limber({"curve", "circle", "--show", "cost", "--json"});
  CHECK(nlohmann::json::parse(cost.out)["version"] == 1);
  const std::string text = contents(source_folder() + "/data/curves/ellipse.curve");
  const std::string file = scratch_folder() + "/preview.png";
  CHECK(run_limber({"curve", "-", "--preview", file}, text).out.starts_with("curve ellipse"));
  CHECK(contents(file).starts_with("\x89PNG"));
}

TEST_CASE("help, info and actions answer on standard output") {
  CHECK(run_limber({"help"}).out.find("simulate") != std::string::npos);
  CHECK(run_limber({"--help"}).out == run_limber({"help"}).out);
  CHECK(run_limber({"render", "--help"}).out == run_limber({"help", "render"}).out);
  CHECK(run_limber({"help", "--man"}).out.starts_with(".TH LIMBER 1"));
  CHECK(run_limber({"--version"}).out.find("version") != std::string::npos);
  CHECK(nlohmann::json::parse(run_limber({"info", "--json"}).out)["version"] == 1);
  CHECK(nlohmann::json::parse(run_limber({"actions", "--json"}).out)["actions"].size() > 10);
}
