// Edits while it plays, and what becomes of work while its past is looked at.
#include <doctest/doctest.h>

#include <fstream>

#include "app/drawing/assets.h"
#include "app/files/replay.h"
#include "tests/app_fixture.h"
#include "tests/scratch_folder.h"

using namespace limber;

namespace {

constexpr double frame = 1.0 / 60;

Document welcome() {
  const Result<Document> document = from_json(asset("welcome.limber"), fresh_document());
  REQUIRE(document);
  return *document;
}

Document made(std::initializer_list<const char*> lines) {
  Document document = fresh_document();
  for (const char* line : lines) do_edit(document, line);
  return document;
}

// A double pendulum on its way down.
Document pendulum() {
  return made({"draw bar as rod l=250 phi=-0.4", "nail rod.start as nail",
               "draw bar as second l=150", "move second by 230.26524850072 -97.3545855772",
               "attach rod.end second.start as joint", "physics on"});
}

double number(const World& world, const Document& document, const char* curve, int index) {
  return world.find(document.find(curve).as<Body>())->q[index];
}

// What the editor tells its journal, from the drawing that was opened on.
struct Told {
  explicit Told(Editor& editor) : base(editor.document()) {
    editor.set_journal([this](std::string_view line) { lines.emplace_back(line); });
  }
  void check(const Editor& editor) const {
    const Replayed replayed = replay(base, lines);
    CHECK(replayed.damage == "");
    CHECK(saved(replayed.document) == saved(editor.history().now()));
  }
  Document base;
  std::vector<std::string> lines;
};

}  // namespace

// Each new value of a number that was dragged threw the whole drawing back to where play had begun.
TEST_CASE("a slider that is dragged while it plays changes its number, and time goes on") {
  Editor editor(welcome());
  Told told(editor);
  editor.set_playing(true);
  for (int i = 0; i < 30; ++i) editor.advance(frame);
  double clock = editor.world().time;
  double angle = number(editor.world(), editor.document(), "crank", 2);
  const double speed = 1.5;  // of the motor
  for (int i = 0; i < 40; ++i) {
    CAPTURE(i);
    const edit::StyleEdit width{{"wheel"}, {{"width", std::to_string(2 + i) + "pt"}}};
    REQUIRE(editor.perform_while(i == 0, "Style: width", {{width}}));
    CHECK(editor.world().time >= clock);
    CHECK(std::abs(number(editor.world(), editor.document(), "crank", 2) - angle) < 1e-9);
    editor.advance(frame);
    const double now = editor.world().time;
    CHECK(now > clock);
    const double next = number(editor.world(), editor.document(), "crank", 2);
    CHECK(std::abs(next - angle - speed * (now - clock)) < 1e-6);
    clock = now, angle = next;
    told.check(editor);
  }
  CHECK(editor.history().size() == 2);
  editor.set_playing(false);
  told.check(editor);
  while (editor.history().can_undo()) editor.undo();
  CHECK(same(editor.document(), welcome()));
}

TEST_CASE("what is turned and moved by hand while it plays has turned and moved as far as the hand") {
  Editor editor(welcome());
  Told told(editor);
  editor.set_playing(true);
  for (int i = 0; i < 10; ++i) editor.advance(frame);
  for (int i = 1; i <= 20; ++i) {
    const edit::Turn turn{{"rose"}, 0.05 * i, Point(58, -24)};
    const edit::Move move{{"wheel"}, Point(i, 0)};
    REQUIRE(editor.perform_while(i == 1, "Turn", {Edit{turn}, Edit{move}}));
    editor.advance(frame);
  }
  const double phi = number(welcome().world, welcome(), "rose", 4);
  CHECK(std::abs(number(editor.world(), editor.document(), "rose", 4) - phi - 1) < 1e-9);
  CHECK(std::abs(number(editor.world(), editor.document(), "wheel", 0) - 52 - 20) < 1e-9);
  CHECK(editor.history().size() == 2);
  told.check(editor);
}

TEST_CASE("a number that is dragged while a pendulum swings leaves its swing as it is") {
  Editor dragged(pendulum()), left(pendulum());
  Told told(dragged);
  for (Editor* editor : {&dragged, &left}) editor->set_playing(true);
  for (int i = 0; i < 60; ++i) {
    if (i >= 20 && i < 50) {
      const edit::StyleEdit width{{"rod"}, {{"width", std::to_string(i) + "pt"}}};
      REQUIRE(dragged.perform_while(i == 20, "Style: width", {{width}}));
      CHECK(hash(dragged.world()) == hash(left.world()));
    }
    for (Editor* editor : {&dragged, &left}) editor->advance(frame);
  }
  CHECK(hash(dragged.world()) == hash(left.world()));
  told.check(dragged);
  // Gravity acts on the state as it is.
  const double clock = dragged.world().time;
  for (int i = 0; i < 10; ++i)
    REQUIRE(dragged.perform_while(i == 0, "Gravity", {{edit::Gravity{Point(0, -1000.0 - i)}}}));
  CHECK(dragged.world().time == clock);
  CHECK((dragged.world().find(dragged.document().find("rod").as<Body>())->q ==
         left.world().find(left.document().find("rod").as<Body>())->q));
  told.check(dragged);
}

// ---- the past

namespace {

// A window whose work is kept in a folder of its own.
struct Window {
  ScratchFolder folder;
  Io io;
  Workspace workspace{fresh_document(), io};
  double now = 0;
  explicit Window(const Document& document) {
    workspace.keep_work_in(folder.path / "journals");
    editor().open(document);
  }
  Editor& editor() { return workspace.editor(); }
  void frames(int count, WorkKeeper::Pace pace = WorkKeeper::Pace::busy) {
    for (int i = 0; i < count; ++i) {
      editor().advance(frame);
      workspace.keep_work(now += frame, pace);
    }
  }
  // As the next start finds it.
  Document found() {
    for (const auto& entry : std::filesystem::directory_iterator(folder.path / "journals")) {
      if (entry.path().extension() != ".journal") continue;
      std::ifstream in(entry.path(), std::ios::binary);
      const Result<Recovered> journal = read_journal(std::string{std::istreambuf_iterator<char>(in), {}});
      REQUIRE(journal);
      const auto drawing = recovered_drawing(*journal, fresh_document());
      REQUIRE(drawing);
      CHECK(drawing->damage == "");
      return drawing->document;
    }
    FAIL("nothing is kept");
    return fresh_document();
  }
};

}  // namespace

// The journal began with the past as it was seen, and what had been done since was in no journal.
TEST_CASE("work is kept as it is while its past is looked at, and what comes after it too") {
  Window kept(pendulum());
  Editor& editor = kept.editor();
  editor.set_playing(true);
  kept.frames(30);
  do_edit(editor, "draw circle as made r=20");
  kept.frames(30);
  editor.rewind_to(editor.past().begin() + 20);
  REQUIRE(editor.rewound());
  REQUIRE(!editor.document().find("made"));
  kept.frames(90, WorkKeeper::Pace::resting);  // long enough for a journal to begin
  CHECK(kept.found().find("made"));
  CHECK(saved(kept.found()) == saved(editor.history().now()));
  SUBCASE("back to the newest, and on") {
    editor.rewind_to(editor.past().end());
    do_edit(editor, "set made.r 25");
  }
  SUBCASE("taken up from there") { do_edit(editor, "draw circle as other r=5"); }
  kept.frames(1, WorkKeeper::Pace::resting);
  CHECK(saved(kept.found()) == saved(editor.document()));
  CHECK(static_cast<bool>(kept.found().find("made")) == static_cast<bool>(editor.document().find("made")));
}

// All steps were undone before it was seen that none of them leads there.
TEST_CASE("a past whose step was undone, and another done instead, is looked at and not taken up") {
  Editor editor(pendulum());
  Told told(editor);
  do_edit(editor, "draw circle as first r=20");
  do_edit(editor, "draw circle as gone r=20");
  editor.set_playing(true);
  for (int i = 0; i < 20; ++i) editor.advance(frame);
  editor.set_playing(false);
  editor.undo();
  editor.undo();
  REQUIRE(!editor.document().find("gone"));
  SUBCASE("another was done") {
    do_edit(editor, "draw circle as instead r=20");
    editor.set_playing(true);
    for (int i = 0; i < 20; ++i) editor.advance(frame);
    editor.set_playing(false);
    const std::string newest = saved(editor.document());
    editor.rewind_to(editor.past().begin() + 10);
    REQUIRE(editor.document().find("gone"));
    editor.finish_gesture();
    CHECK(editor.message().find("steps that are no more") != std::string::npos);
    CHECK(saved(editor.document()) == newest);
    CHECK(editor.document().find("first"));
    told.check(editor);
  }
  SUBCASE("it can be done again") {
    editor.rewind_to(editor.past().begin() + 10);
    REQUIRE(editor.document().find("gone"));
    do_edit(editor, "draw circle as on_top r=20");
    CHECK(editor.document().find("gone"));
    CHECK(editor.document().find("on_top"));
    told.check(editor);
    editor.undo();
    editor.undo();
    CHECK(editor.document().find("gone"));
    editor.undo();
    CHECK(!editor.document().find("gone"));
    CHECK(editor.document().find("first"));
  }
}

TEST_CASE("a pull that begins where all work is undone is kept while the hand holds on") {
  Window kept(welcome());
  Editor& editor = kept.editor();
  editor.selection().add(editor.document().find("wheel"));
  editor.nudge(Point(1, 0));
  kept.frames(90, WorkKeeper::Pace::resting);
  REQUIRE(kept.found().find("wheel"));
  editor.undo();
  kept.frames(6, WorkKeeper::Pace::resting);
  Person person(editor);
  const Point rim(39, 18);
  person.move(rim);
  person.press(rim);
  for (int i = 1; i <= 150; ++i) {
    person.move(rim - Point(0.2 * i, 0));
    kept.frames(1);
  }
  REQUIRE(editor.pulling());
  const Document found = kept.found();
  const Eigen::VectorXd& q = found.world->find(found.find("wheel").as<Body>())->q;
  CHECK(q[0] - q[2] < 39 - 0.2 * 30);
}
