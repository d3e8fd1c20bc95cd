// The last minute of play: scrubbing back and forth gives the bits of playing.
#include <doctest/doctest.h>

#include <vector>

#include "app/script/player.h"
#include "tests/app_fixture.h"
#include "tests/places.h"

using namespace limber;

namespace {

Document made(std::initializer_list<const char*> lines) {
  Document document = fresh_document();
  for (const char* line : lines) do_edit(document, line);
  return document;
}

Document double_pendulum() {
  return made({"draw bar as rod l=250 phi=-0.4", "nail rod.start as nail", "draw bar as second l=150",
               "move second by 230.26524850072 -97.3545855772", "attach rod.end second.start as joint",
               "physics on"});
}

// The hash of every tick, first that of the beginning.
std::vector<std::uint64_t> played(Live& live, int ticks) {
  std::vector<std::uint64_t> out{hash(live.world())};
  for (int k = 0; k < ticks; ++k) {
    live.tick(Run::play);
    out.push_back(hash(live.world()));
  }
  return out;
}

}  // namespace

TEST_CASE("scrubbing back and forth gives the bits of playing, at every tick") {
  Live live(double_pendulum());
  live.remember_past();
  const std::vector<std::uint64_t> hashes = played(live, 300);
  CHECK(live.past().begin() == 0);
  CHECK(live.past().end() == 300);
  for (const int tick : {299, 3, 150, 151, 12, 1, 300, 77, 288}) {
    CAPTURE(tick);
    live.go_to(tick);
    CHECK(live.past().now() == tick);
    CHECK(hash(live.world()) == hashes[static_cast<std::size_t>(tick)]);
  }
}

TEST_CASE("taken up again from any place it plays on with the bits it had") {
  for (const int from : {1, 60, 133}) {
    Live live(double_pendulum());
    live.remember_past();
    const std::vector<std::uint64_t> hashes = played(live, 200);
    live.go_to(from);
    for (int k = from; k < 200; ++k) {
      live.tick(Run::play);
      REQUIRE(hash(live.world()) == hashes[static_cast<std::size_t>(k + 1)]);
    }
    CHECK(live.past().end() == 200);
  }
}

TEST_CASE("what a hand did while it played is scrubbed over to the bit, and where it let go") {
  Live live(double_pendulum());
  live.remember_past();
  played(live, 30);
  const HandId hand = live.grab(point_at(live.document().find("second").as<Body>(), 1));
  std::vector<std::vector<double>> ends;
  const auto end = [&] {
    const Eigen::VectorXd& q = live.world().find(live.document().find("second").as<Body>())->q;
    return std::vector<double>(q.begin(), q.end());
  };
  for (int k = 0; k < 100; ++k) {
    live.pull(hand, Point(300 - 2 * k, -100 + k));
    live.tick(Run::play);
    ends.push_back(end());
  }
  live.release(hand);
  played(live, 30);
  for (const int tick : {31, 60, 95, 130, 44}) {
    live.go_to(tick);
    CHECK(end() == ends[static_cast<std::size_t>(tick - 31)]);
    CHECK(!live.holds());
  }
}

TEST_CASE("at most a minute is kept, and no more memory than was asked for") {
  Live live(double_pendulum());
  live.remember_past();
  played(live, static_cast<int>(Rewind::longest) + 500);
  CHECK(live.past().end() - live.past().begin() == Rewind::longest);
  CHECK(live.past().bytes() < Rewind::max_bytes / 8);
  live.go_to(0);
  CHECK(live.past().now() == live.past().begin());
}

// Moments are thinned out when they take too much, twice as far apart each time, and then the oldest go: what is left
// is still to the bit. A long note makes each of them large.
TEST_CASE("when the past takes too much memory it is shorter and its moments farther apart, but no bit is another") {
  std::string file = saved(double_pendulum());
  std::string notes;  // of a text as long as one may be
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h"})
    notes += std::string(notes.empty() ? "" : ", ") + "{\"name\": \"much_" + name + "\", \"text\": \"1\", \"note\": \"" +
             std::string((1u << 20) - 1, 'x') + "\"}";
  file.insert(file.find(",") + 1, "\"variables\": [" + notes + "],");
  const Result<Document> document = from_json(file, fresh_document());
  REQUIRE_MESSAGE(document, sentence(document.error()));
  Live live(*document);
  live.remember_past();
  std::vector<std::uint64_t> hashes = played(live, 4500);
  CHECK(live.past().bytes() <= Rewind::max_bytes);
  CHECK(live.past().moments() >= 16);
  REQUIRE(live.past().end() == 4500);
  CHECK(live.past().begin() > 0);
  CHECK(live.past().begin() <= 4500 - 1500);  // twelve ticks apart they would reach 400 back
  for (std::int64_t tick = live.past().end(); tick >= live.past().begin(); tick -= 241) {
    CAPTURE(tick);
    live.go_to(tick);
    CHECK(live.past().now() == tick);
    CHECK(hash(live.world()) == hashes[static_cast<std::size_t>(tick)]);
  }
  live.go_to(live.past().begin());
  CHECK(hash(live.world()) == hashes[static_cast<std::size_t>(live.past().begin())]);
}

TEST_CASE("every example with mass is scrubbed to the bits of its play, and plays on from there with them") {
  for (const std::string name : {"pendulum", "double-pendulum", "triple-pendulum", "bead-on-wire", "slider-crank-torque",
                                 "damped-spring", "chain-between-towers", "elastic-ellipse", "tinkertoys"}) {
    CAPTURE(name);
    const Result<FileText> file = read_file(std::filesystem::path(data_folder()) / "drawings" / (name + ".limber"));
    REQUIRE(file);
    const Result<Document> document = from_json(file->bytes, fresh_document());
    REQUIRE(document);
    Live live(*document);
    live.remember_past();
    const std::vector<std::uint64_t> hashes = played(live, 130);
    for (const int tick : {129, 1, 61, 60, 12, 130, 5, 119}) {
      CAPTURE(tick);
      live.go_to(tick);
      CHECK(hash(live.world()) == hashes[static_cast<std::size_t>(tick)]);
    }
    live.go_to(61);
    for (int k = 62; k <= 130; ++k) {
      live.tick(Run::play);
      REQUIRE(hash(live.world()) == hashes[static_cast<std::size_t>(k)]);
    }
  }
}

TEST_CASE("an edit in the past makes another future") {
  Editor editor(double_pendulum());
  editor.set_playing(true);
  editor.advance(0.04);
  for (int k = 0; k < 30; ++k) editor.advance(0.04);
  const std::int64_t end = editor.past().end();
  REQUIRE(end > 200);
  editor.rewind_to(100);
  CHECK(!editor.playing());
  CHECK(editor.past().end() == end);
  const std::uint64_t then = hash(editor.world());
  editor.rewind_to(end);
  CHECK(!editor.rewound());
  editor.rewind_to(100);
  CHECK(hash(editor.world()) == then);
  editor.set_playing(true);
  CHECK(editor.history().undo_title() == "Rewind");
  editor.advance(0.04);
  CHECK(editor.past().end() < end);
}

TEST_CASE("scrubbed back over a cut the joint is there again, and forward it is cut") {
  Editor editor(double_pendulum());
  editor.set_playing(true);
  for (int k = 0; k < 10; ++k) editor.advance(0.04);
  const std::int64_t cut_at = editor.past().end();
  do_edit(editor, "delete joint");
  for (int k = 0; k < 10; ++k) editor.advance(0.04);
  editor.rewind_to(cut_at - 5);
  CHECK(editor.document().find("joint"));
  editor.rewind_to(cut_at + 5);
  CHECK(!editor.document().find("joint"));
  editor.rewind_to(cut_at - 5);
  const std::uint64_t then = hash(editor.world());
  editor.set_playing(true);  // taken up: the cut is undone
  CHECK(editor.document().find("joint"));
  CHECK(hash(editor.document().world) == then);
  editor.set_playing(false);
  while (editor.history().can_undo()) editor.undo();
  CHECK(same(editor.document(), double_pendulum()));
}

TEST_CASE("in a script rewind goes back in the play, and what follows is the same again") {
  const auto hash_after = [](const std::string& lines) {
    const Result<Script> script = parse_script(lines);
    REQUIRE(script);
    Player player(double_pendulum(), fresh_document(), *script);
    for (;;) {
      const Result<bool> on = player.tick();
      REQUIRE(on);
      if (!*on) break;
    }
    return hash(player.world());
  };
  const std::uint64_t once = hash_after("play\nwait 1s\n");
  CHECK(hash_after("play\nwait 1s\nrewind 0.5s\nwait 0.5s\n") == once);
  CHECK(hash_after("play\nwait 1.5s\nrewind 0.5s\n") == once);
}
