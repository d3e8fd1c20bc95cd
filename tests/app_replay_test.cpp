// What the journal says is what was done, to the byte.
#include <doctest/doctest.h>

#include <sstream>

#include "app/edits/keepable.h"
#include "app/edits/line.h"
#include "app/files/replay.h"
#include "tests/app_fixture.h"
#include "tests/random_session.h"

using namespace limber;

namespace {

// The first line that differs, of both; nothing when none does.
std::string difference(const std::string& a, const std::string& b) {
  if (a == b) return "";
  std::istringstream one(a), two(b);
  std::string x, y;
  while (std::getline(one, x) && std::getline(two, y) && x == y) continue;
  return x + "\nagainst\n" + y;
}

// Where all curves are, and the clock.
std::vector<double> state_of(const World& world) {
  std::vector<double> all{world.time};
  world.bodies().each([&](CurveId, const Body& body) {
    all.insert(all.end(), body.curve.q.begin(), body.curve.q.end());
  });
  return all;
}

// An editor whose lines are written down, from the bytes of its drawing on.
struct Desk {
  Editor editor{fresh_document()};
  std::string base;
  std::vector<std::string> lines;
  std::vector<double> told;  // the state when the newest line was written

  Desk() {
    begin();
    editor.set_journal([this](std::string_view line) {
      lines.emplace_back(line);
      told = state_of(editor.world());
    });
  }
  void begin() {
    base = saved(editor.document());
    lines.clear();
  }
  Replayed replayed() const {
    const Result<Document> document = from_json(base, fresh_document());
    REQUIRE_MESSAGE(document, document.error().message);
    return replay(*document, lines);
  }
};

}  // namespace

TEST_CASE("the lines of any session lead from a drawing's bytes to those of the last one") {
  for (unsigned seed = 1; seed <= 15; ++seed) {
    CAPTURE(seed);
    Desk desk;
    RandomSession session(desk.editor, seed);
    std::mt19937 random(seed);
    for (int i = 0; i < 300; ++i) {
      session.frame();
      if (random() % 20 == 0) desk.editor.tell_motion();
      if (random() % 200 == 0 && !desk.editor.rewound()) {  // the journal begins anew
        desk.editor.open(desk.editor.document());
        desk.begin();
      }
      if (random() % 40 != 0 && i != 299) continue;
      const Replayed replayed = desk.replayed();
      const std::string last = desk.lines.empty() ? "" : desk.lines.back();
      CAPTURE(last);
      REQUIRE(replayed.damage == "");
      if (last.starts_with("meanwhile "))
        REQUIRE(state_of(replayed.document.world) == desk.told);
      else  // while the past is looked at, the newest step
        REQUIRE(difference(saved(replayed.document), saved(desk.editor.history().now())) == "");
    }
  }
}

// It was a step for the editor and none for its lines: two undos later they could not be followed.
TEST_CASE("going on from a place of the past where its step stands itself is no step") {
  Desk desk;
  Editor& editor = desk.editor;
  editor.set_playing(true);
  for (int i = 0; i < 10; ++i) editor.advance(1.0 / 60);
  editor.undo();  // back to where the play began
  editor.rewind_to(editor.past().begin());
  REQUIRE(editor.rewound());
  do_edit(editor, "draw circle");
  CHECK(editor.history().undo_title() == "Draw Circle");
  editor.undo();
  editor.undo();  // there is nothing more
  do_edit(editor, "draw line");
  const Replayed replayed = desk.replayed();
  CHECK(replayed.damage == "");
  CHECK(saved(replayed.document) == saved(editor.document()));
}

TEST_CASE("a line that cannot be followed ends the replay with a sentence; what was before it stays") {
  const std::vector<std::string> good = {"draw circle as wheel r=10", "set wheel.r 12"};
  Document two = fresh_document();
  for (const std::string& line : good) do_edit(two, line);
  for (const char* bad : {"", "draw", "set nobody.r 3", "redo", "instead", "end", "begin", "amend",
                          "amend set wheel.r -1", "meanwhile set nobody.r 1", "explode",
                          "reach Pull wheel:q=1,2,1e13", "reach Pull wheel:q=1,2,nan"}) {
    CAPTURE(bad);
    std::vector<std::string> lines = good;
    lines.emplace_back(bad);
    lines.emplace_back("set wheel.r 99");
    const Replayed replayed = replay(fresh_document(), lines);
    CHECK(saved(replayed.document) == saved(two));
    if (std::string_view(bad) == "begin") continue;  // a bracket that was never finished
    CHECK(replayed.damage.starts_with("Step 3 of the unsaved work cannot be done again ("));
  }
}

TEST_CASE("undo before the beginning, and what takes the place of nothing, are not followed") {
  for (const char* bad : {"undo", "instead draw circle", "instead begin Two"}) {
    const Replayed replayed = replay(fresh_document(), std::vector<std::string>{bad});
    CHECK(replayed.damage.find("does not follow from what came before") != std::string::npos);
  }
}

TEST_CASE("a bracket that a crash cut off is left out, and so is what it was to replace") {
  const std::vector<std::string> lines = {"draw circle as wheel r=10", "set wheel.r 12",
                                          "instead begin Two", "set wheel.r 14"};
  const Replayed replayed = replay(fresh_document(), lines);
  Document expected = fresh_document();
  do_edit(expected, lines[0]);
  do_edit(expected, lines[1]);
  CHECK(replayed.damage == "");
  CHECK(saved(replayed.document) == saved(expected));
}

// A refused edit put the world back as it was, with the lock of the number that the figure was just
// adapting to, and forgot that this lock was not meant to stay.
TEST_CASE("an edit that is refused while the figure adapts to a number locks nothing") {
  Desk desk;
  do_edit(desk.editor, "draw circle as wheel r=10");
  do_edit(desk.editor, "set wheel.r 12");
  CHECK(!desk.editor.perform({edit::Delete{{"nobody"}}}));
  do_edit(desk.editor, "draw line as rod");
  const Document& document = desk.editor.document();
  CHECK(saved(document).find("locked") == std::string::npos);
  CHECK(saved(desk.replayed().document) == saved(document));
}

// The step was taken back before its successor was found impossible: the number sprang back to what
// it had been before the drag.
TEST_CASE("a number dragged to where it cannot go stays at the last place it could") {
  Desk desk;
  do_edit(desk.editor, "draw circle as wheel r=10");
  CHECK(desk.editor.perform_while(true, "Set", {{edit::Set{"wheel.r", 12}}}));
  CHECK(!desk.editor.perform_while(false, "Set", {{edit::Set{"wheel.r", -1}}}));
  CHECK(saved(desk.editor.document()).find("\"r\": 12") != std::string::npos);
  CHECK(desk.editor.perform_while(false, "Set", {{edit::Set{"wheel.r", 13}}}));
  desk.editor.undo();
  CHECK(saved(desk.editor.document()).find("\"r\": 10") != std::string::npos);
}

// The first value of a drag is often the one that was there: no step. The second took back the
// step before, which had nothing to do with it.
TEST_CASE("a drag of a number that begins with no change takes back nothing but its own") {
  Desk desk;
  do_edit(desk.editor, "draw circle as wheel r=10");
  do_edit(desk.editor, "draw circle as hub r=2");
  CHECK(desk.editor.perform_while(true, "Move", {{edit::Move{{"wheel"}, Point(0, 0)}}}));
  CHECK(desk.editor.perform_while(false, "Move", {{edit::Move{{"wheel"}, Point(3, 0)}}}));
  CHECK(desk.editor.document().find("hub"));
}

// It could be neither saved nor recovered.
TEST_CASE("a curve led beyond what a drawing can hold is put back, with a sentence") {
  Desk desk;
  do_edit(desk.editor, "draw circle as wheel c.x=9e11 r=1e11");
  const std::string before = saved(desk.editor.document());
  CurveHit rim;
  rim.curve = desk.editor.document().find("wheel").as<Body>();
  const HandId hand = desk.editor.grab(rim);
  desk.editor.pull(hand, Point(2e12, 0));
  for (int i = 0; i < 120; ++i) desk.editor.advance(1.0 / 60);
  desk.editor.tell_motion();  // there is none that could be told
  CHECK(desk.lines.size() == 1);
  desk.editor.release(hand);
  CHECK(desk.editor.message().find("too far away to be kept") != std::string::npos);
  CHECK(saved(desk.editor.document()) == before);
  CHECK(saved(desk.replayed().document) == before);
}

// A click while something still travels was taken for its end: what came after it was in no step.
TEST_CASE("what still moves when the paper is clicked belongs to its step") {
  Desk desk;
  do_edit(desk.editor, "draw line as rod");
  do_edit(desk.editor, "draw circle as wheel r=10");
  do_edit(desk.editor, "move wheel by 80 60");
  do_edit(desk.editor, "attach rod@1 wheel@0");
  REQUIRE(desk.editor.moving());
  Person person(desk.editor);
  person.click(Point(-60, -60));
  person.wait(10);
  CHECK(!desk.editor.moving());
  CHECK(saved(desk.editor.document()) == saved(in_state(desk.editor.document(), desk.editor.world())));
  CHECK(saved(desk.replayed().document) == saved(desk.editor.document()));
}

// Things of a layer came back in another order once the layer was gone.
TEST_CASE("a drawing remembers how things lie without their layer") {
  Document document = fresh_document();
  for (const char* line : {"draw circle as a", "draw circle as b", "layer top", "put a in top"})
    do_edit(document, line);
  const Result<Document> loaded = from_json(saved(document), fresh_document());
  REQUIRE(loaded);
  Document again = *loaded;
  do_edit(document, "delete top");
  do_edit(again, "delete top");
  CHECK(saved(again) == saved(document));
}

// Tolerances were parts of the size the world remembered, which no file and no line holds: what was
// possible in a drawing that had shrunk was not when it was followed from the journal.
TEST_CASE("what an edit does depends on what a drawing saves, not on what it was before") {
  Document document = fresh_document();
  do_edit(document, "draw circle as wheel r=1e9");
  World shrunk = document.world;
  CHECK(shrunk.size() > 1e9);
  const CurveId wheel = document.find("wheel").as<Body>();
  StateAccess::bodies(shrunk).find(wheel)->curve.q = Eigen::Vector3d(40, 30, 1);
  const Document moved = in_state(document, shrunk);
  const Result<Document> loaded = from_json(saved(moved), fresh_document());
  REQUIRE(loaded);
  const Result<Edit> mirror = read_edit("mirror wheel through 3 4 50 61");
  REQUIRE(mirror);
  CHECK(static_cast<bool>(apply(moved, *mirror)) == static_cast<bool>(apply(*loaded, *mirror)));
}

// It was done, and its line could not be read again.
TEST_CASE("an edit that its line cannot say is refused") {
  Desk desk;
  do_edit(desk.editor, "text hello at 0 0 as note");
  CHECK(!desk.editor.perform({edit::Move{{"note"}, Point(1e13, 0)}}));
  CHECK(desk.editor.message().find("within 1e12 of the origin") != std::string::npos);
  CHECK(desk.replayed().damage == "");
}

// A width pulled to 0, a height of -4e-11 and points that disagreeing constraints held beyond the end
// of their curves were written to journals and files that nothing could open again.
TEST_CASE("whatever is done, what is saved can be opened again") {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Editor editor(fresh_document());
    RandomSession session(editor, seed);
    for (int frame = 0; frame < 200; ++frame) {
      session.frame();
      CAPTURE(frame);
      const Result<Document> opened = from_json(saved(editor.document()), fresh_document());
      REQUIRE_MESSAGE(opened, sentence(opened.error()));
    }
  }
}

TEST_CASE("what hands and time led beyond a limit enters a drawing at the limit") {
  Document document = fresh_document();
  for (const char* line : {"draw circle as wheel r=10", "draw bar as rod", "point P rod~0.5"})
    do_edit(document, line);
  const CurveId wheel = document.find("wheel").as<Body>();
  const ConnectorId point = document.find("P").as<Connector>();
  World world = document.world;
  Eigen::VectorXd q = world.find(wheel)->q;
  q[2] = -3;
  world.set_q(wheel, q);
  world.set_t(point, -0.02);
  bring_within_limits(world, document.world);
  CHECK(world.find(wheel)->q[2] > 0);
  CHECK(world.find(wheel)->q[2] < 1e-4);
  CHECK(std::get<SlidingAt>(world.find(point)->what).t == 0);
  for (const auto& [line, words] :
       {std::pair{"reach Pull wheel:q=0,0,-3", "wheel.r cannot be -3"},
        std::pair{"reach Pull wheel:q=0,0,0", "wheel.r cannot be 0"},
        std::pair{"reach Pull P:t=-0.02", "P would slide off the end"}}) {
    const Result<Document> refused = apply(document, *read_edit(line));
    REQUIRE(!refused);
    CHECK_MESSAGE(refused.error().message.find(words) != std::string::npos, refused.error().message);
  }
}
