// Variables on the command line, in scripts and in recordings.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "app/editor/editor.h"
#include "app/document/variables.h"
#include "app/files/document_file.h"
#include "app/script/player.h"
#include "app/script/recorder.h"
#include "tests/program.h"
#include "tests/scripts.h"

using namespace limber;

namespace {

const std::string gears = "data/drawings/gear-pair.limber";

Document gear_pair() { return drawing("gear-pair.limber"); }

Ran limber_does(std::vector<std::string> words, const std::string& input = {}) {
  return run_limber(std::move(words), input, source_folder());
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a let line is read as it is written, and written as it is read") {
  const auto only = [](const std::string& text) { return script(text).lines.at(0).action; };
  CHECK(only("let module = 3mm") == Action(Edit{edit::Let{"module", "3mm"}}));
  CHECK(only("let θ = 2 pi/3 # a third") == Action(Edit{edit::Let{"θ", "2 pi/3"}}));
  CHECK(only("let a = \"1 # one\"") == Action(Edit{edit::Let{"a", "1 # one"}}));
  for (const char* text : {"3mm", "2 pi/3", "1 # one", "if(a > 1, 2, 3)", "\\theta + 1"}) {
    Script one;
    one.lines = {{0, 12, Edit{edit::Let{"a", text}}}};
    CHECK(script(write_script(one)) == one);
  }
  CHECK(has(parse_script("let a").error().message, "TEXT"));
  CHECK(has(parse_script("let").error().message, "NAME"));
}

TEST_CASE("a script changes a variable: the figure travels there") {
  const Played done = play(gear_pair(), "let module = 2mm + 0.5mm\nwait rest\nhash\n");
  Stepper stepper;
  const auto value = [&](const char* name) {
    const Result<Readout> readout = find_readout(done.document, name);
    REQUIRE_MESSAGE(readout, readout.error().message);
    return value_of(done.document, done.document.world, stepper, *readout).value_or(-1);
  };
  CHECK(value("module") == 2.5);
  CHECK(value("distance") == 40);
  CHECK(value("large nail.b.x") == 40);
  CHECK(value("large.c.x") == doctest::Approx(40).epsilon(1e-9));
  CHECK(value("small.m") == doctest::Approx(2.5).epsilon(1e-9));
  CHECK(value("motor.speed") == doctest::Approx(1.0471975511965976));
  const Played set = play(gear_pair(), "set module 2.5\nwait rest\n");
  CHECK(find_variable(set.document, "module")->text == "2.5");
  CHECK(hash(set.document.world) == hash(done.document.world));
}

TEST_CASE("what follows a text is not set behind its back") {
  const auto refused = [&](const std::string& text) {
    Player player(gear_pair(), empty_paper(), script(text));
    const Result<bool> ticked = player.tick();
    REQUIRE(!ticked);
    return ticked.error().message + " " + ticked.error().suggestion;
  };
  CHECK(has(refused("set \"large nail.b.x\" 3"), "follows distance"));
  CHECK(has(refused("set small.m 3"), "small.m cannot be set: it follows module"));
  CHECK(has(refused("set motor.speed 3"), "follows speed"));
  CHECK(has(refused("let module = 3 +"), "ends where"));
  CHECK(has(refused("let module = wheel*distance"), "circle"));
  const Played driven = play(gear_pair(), "drive motor 2rad/s\nlet speed = 1rpm\nwait 1ticks\n");
  const World& world = driven.document.world;
  CHECK(world.find(world.motors().at_slot(0))->speed == 2);
}

TEST_CASE("a recording of variables being changed in the window replays to the bit") {
  std::string recording;
  Editor editor(gear_pair());
  editor.set_recorder(
      std::make_unique<Recorder>([&](std::string_view text) { recording += text; }));
  const auto rest = [&] {
    for (int i = 0; i < 600 && editor.moving(); ++i) editor.advance(1.0 / 60);
  };
  REQUIRE(editor.perform(Edit{edit::Let{"module", "2mm + 0.2mm"}}));
  rest();
  REQUIRE(editor.perform(Edit{edit::Let{"wheel", "pinion + 3"}}));
  for (int i = 0; i < 7; ++i) editor.advance(1.0 / 60);
  REQUIRE(editor.perform(Edit{edit::Let{"module", "4mm"}}));  // before it has arrived
  rest();
  const std::uint64_t end = hash(editor.world());
  editor.undo();
  editor.set_playing(true);
  for (int i = 0; i < 30; ++i) editor.advance(1.0 / 60);
  REQUIRE(editor.perform(Edit{edit::Let{"speed", "60rpm"}}));
  for (int i = 0; i < 30; ++i) editor.advance(1.0 / 60);
  editor.set_playing(false);
  CAPTURE(recording);
  const Played done = play(empty_paper(), recording);
  CHECK(done.hashes.size() >= 4);
  CHECK(done.wrong == 0);
  CHECK(has(recording, "let module = \"2mm + 0.2mm\""));
  const std::size_t undone = recording.find(" undo");
  REQUIRE(undone != recording.npos);
  const Played first = play(empty_paper(), recording.substr(0, recording.rfind('\n', undone) + 1));
  CHECK(hash(*first.document.world) == end);
}

TEST_CASE("limber sets, traces, checks and keeps variables") {
  const Ran traced = limber_does({"simulate", gears, "--set", "module=2mm", "--seconds", "0.01",
                                  "--trace", "module,distance,large.c.x,motor.speed"});
  CHECK(traced.status == 0);
  CHECK(has(traced.out, "step,time,module,distance,large.c.x,motor.speed\n"));
  CHECK(has(traced.out, "0,0,2,32,32"));
  const Ran both = limber_does(
      {"simulate", gears, "--set", "pinion=wheel", "--seconds", "0.01", "--trace", "pinion"});
  CHECK(has(both.out, "0,0,20\n"));
  const Ran wrong = limber_does({"simulate", gears, "--set", "module=2deg", "--seconds", "1"});
  CHECK(wrong.status == 2);
  CHECK(has(wrong.err, "is a length, and this is an angle"));
  const Ran misspelt = limber_does({"simulate", gears, "--set", "modul=2", "--seconds", "1"});
  CHECK(misspelt.status == 2);
  CHECK(has(misspelt.err, "did you mean module?"));

  const Ran checked = limber_does({"check", gears});
  CHECK(has(checked.out, "distance = module*(pinion + wheel)/2 = 48\n"));
  CHECK(has(checked.out, "used by nothing     none\n"));
  const Ran json = limber_does({"check", gears, "--json"});
  const nlohmann::json report = nlohmann::json::parse(json.out);
  CHECK(report["drawings"][0]["variables"].size() == 5);
  CHECK(report["drawings"][0]["variables"][0]["value"] == 3);
  CHECK(report["drawings"][0]["unused_variables"].empty());
  CHECK(limber_does({"fmt", "--check", gears}).status == 0);

  const std::string circle =
      "{\"limber\": 2, \"variables\": [{\"name\": \"a\", \"text\": \"b\"},\n{\"name\": \"b\", "
      "\"text\": \"a\"}, {\"name\": \"c\", \"text\": \"1\"}]}";
  const Ran refused = limber_does({"check", "-"}, circle);
  CHECK(refused.status == 3);
  CHECK(has(refused.err, "a needs b, b needs a"));
  const Ran unused = limber_does(
      {"check", "-"}, "{\"limber\": 2, \"variables\": [{\"name\": \"a\", \"text\": \"1\"}]}");
  CHECK(has(unused.out, "used by nothing     a\n"));
  const Ran old = limber_does({"convert", "-", "-o", "-"}, "{\"limber\": 1}");
  CHECK(has(old.out, "\"limber\": 3"));
}
