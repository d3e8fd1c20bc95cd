// What is done to a figure with mass while it plays, in the window's own ways, and the recording of it.
#include <doctest/doctest.h>

#include "app/editor/editor.h"
#include "app/edits/line.h"
#include "app/files/document_file.h"
#include "app/script/player.h"
#include "app/script/recorder.h"
#include "tests/app_fixture.h"
#include "tests/places.h"

using namespace limber;

namespace {

Document example(const std::string& name) {
  const Result<FileText> file = read_file(std::filesystem::path(data_folder()) / "drawings" / (name + ".limber"));
  REQUIRE(file);
  const Result<Document> document = from_json(file->bytes, fresh_document());
  REQUIRE(document);
  return *document;
}

void play(Editor& editor, double seconds) {
  for (int k = 0; k < std::lround(60 * seconds); ++k) editor.advance(1.0 / 60);
}

Point at(const Editor& editor, const char* curve, double t) {
  return end_of(editor.world(), editor.document().find(curve).as<Body>(), t);
}

}  // namespace

TEST_CASE("tinkertoys snapped on, pulled, pushed, cut off, gone back and taken up replay from their recording bit for bit") {
  std::string recording;
  Editor editor(example("tinkertoys"));
  editor.set_recorder(std::make_unique<Recorder>([&](std::string_view text) { recording += text; }));
  editor.camera().set_view({Point(0, 0), Point(1280, 800)});
  editor.fit();
  Person person(editor);
  editor.set_playing(true);
  play(editor, 0.5);
  // A rod onto the crank as it turns, a wheel onto the rod; neither is met when it is made.
  do_edit(editor, "attach crank.end rod1.start as pin");
  play(editor, 0.7);
  do_edit(editor, "attach rod1.end wheel1.mark as hub");
  play(editor, 0.7);
  const std::int64_t looked_at = editor.past().end();
  const std::uint64_t then = hash(editor.world());
  CHECK((at(editor, "crank", 1) - at(editor, "rod1", 0)).norm() < 1e-3);
  // A hand throws another rod.
  const Point held = at(editor, "rod3", 0.5);
  const Point before = at(editor, "rod3", 0.5);
  person.drag(held, held + Point(30, -12), 15);
  play(editor, 0.2);
  CHECK((at(editor, "rod3", 0.5) - before).norm() > 10);
  // A force acts, is made another one, and is gone.
  do_edit(editor, "force wheel2.mark 200 0 as push");
  play(editor, 0.2);
  do_edit(editor, "set push.x -50");
  play(editor, 0.2);
  do_edit(editor, "set engine.speed -4");
  play(editor, 0.2);
  do_edit(editor, "delete push");
  do_edit(editor, "delete hub");
  play(editor, 0.3);
  // Back to where the hub was on, to the bits it had when that was played, and on from there.
  REQUIRE(editor.past().end() > looked_at + 100);
  editor.rewind_to(looked_at);
  CHECK(editor.document().find("hub"));
  CHECK(hash(editor.world()) == then);
  editor.set_playing(true);
  CHECK(hash(editor.document().world) == then);
  play(editor, 0.5);
  CHECK(hash(editor.world()) != then);
  do_edit(editor, "nail rod1.end");
  play(editor, 0.3);
  editor.set_playing(false);
  editor.set_recorder(nullptr);

  const Result<Script> script = parse_script(recording);
  REQUIRE_MESSAGE(script, script.error().message);
  for (const int threads : {1, 2}) {
    CAPTURE(threads);
    int compared = 0;
    Player player(fresh_document(), fresh_document(), *script);
    player.stepper().threads = threads;
    player.on_hash = [&](const Player::HashLine& line) {
      REQUIRE(line.expected);
      CHECK(*line.expected == line.hash);
      ++compared;
    };
    while (true) {
      const Result<bool> ticked = player.tick();
      REQUIRE_MESSAGE(ticked, ticked.error().message);
      if (!*ticked) break;
    }
    CHECK(compared >= 2);
    player.enter();
    CHECK(hash(player.world()) == hash(editor.world()));
    CHECK(saved(player.document()) == saved(editor.document()));
  }
}
