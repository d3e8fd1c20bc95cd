// Nothing is lost: what becomes of unsaved work when the program ends without a word, or is told to.
#include <doctest/doctest.h>

#include <fstream>

#include "app/drawing/assets.h"
#include "tests/app_fixture.h"
#include "tests/scratch_folder.h"
#include "tests/screen.h"

using namespace limber;
namespace fs = std::filesystem;
using Pace = WorkKeeper::Pace;
using Offer = Workspace::Offer;

namespace {

// A machine on which windows are opened, one after another or together.
struct Machine {
  ScratchFolder folder;
  fs::path journals = folder.path / "state" / "journals";
  fs::path file = folder.path / "linkage.limber";
  double now = 0;

  Machine() { std::ofstream(file) << asset("welcome.limber"); }
  std::vector<fs::path> kept() const {
    std::vector<fs::path> all;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(journals, none)) all.push_back(entry.path());
    return all;
  }
};

struct Window {
  explicit Window(Machine& on) : machine(on) { workspace.keep_work_in(machine.journals); }
  void frame(Pace pace = Pace::busy) {
    editor().advance(1.0 / 60);
    workspace.keep_work(machine.now += 1.0 / 60, pace);
  }
  void rest() { frame(Pace::resting); }
  void nudge() {  // a curve that nothing holds
    editor().selection().clear();
    editor().selection().add(editor().document().find("wheel"));
    workspace.handle(key("Right"));
    REQUIRE(editor().modified());
  }
  Editor& editor() { return workspace.editor(); }
  std::string bytes() { return saved(editor().document()); }

  Machine& machine;
  Io io;
  Workspace workspace{fresh_document(), io};
};

// Work on a file that a crash interrupts; the bytes of the drawing then.
std::string crash(Machine& machine, int steps = 1) {
  Window window(machine);
  window.workspace.open(machine.file);
  for (int i = 0; i < steps; ++i) window.nudge();
  window.rest();
  return window.bytes();
}

Point rim_of(const World& world) {
  Point rim = Point::Zero();
  world.bodies().each([&](CurveId, const Body& body) {
    if (body.curve.type->name == "circle") rim = body.curve.q.head<2>() + Point(body.curve.q[2], 0);
  });
  return rim;
}

}  // namespace

TEST_CASE("after a crash the next start offers the work: to the byte, and unsaved") {
  Machine machine;
  const std::string lost = crash(machine, 3);
  const std::string on_disk = read_file(machine.file)->bytes;
  CHECK(on_disk == asset("welcome.limber"));

  Window next(machine);
  next.workspace.offer_recovery(Offer::if_any);
  REQUIRE(next.workspace.dialog() == Dialog::recover);
  REQUIRE(next.workspace.found().size() == 1);
  CHECK(next.workspace.found()[0].origin.name == "linkage");
  CHECK(next.workspace.found()[0].origin.path == machine.file);
  CHECK(next.workspace.found()[0].trouble == "");
  next.workspace.recover(0);
  CHECK(next.workspace.dialog() == Dialog::none);
  CHECK(next.bytes() == lost);
  CHECK(next.editor().modified());
  CHECK(next.workspace.path() == machine.file);
  CHECK(read_file(machine.file)->bytes == on_disk);
  next.rest();
  CHECK(machine.kept().size() == 1);  // its own by now

  next.workspace.save();
  CHECK(next.workspace.dialog() == Dialog::none);
  CHECK(!next.editor().modified());
  next.rest();
  CHECK(machine.kept().empty());
  const Result<Document> read = from_json(read_file(machine.file)->bytes, fresh_document());
  REQUIRE(read);
  CHECK(saved(*read) == lost);
}

TEST_CASE("what was recovered and not saved is there again after the next crash") {
  Machine machine;
  const std::string lost = crash(machine);
  for (int i = 0; i < 3; ++i) {
    Window next(machine);
    next.workspace.offer_recovery(Offer::if_any);
    REQUIRE(next.workspace.found().size() == 1);
    next.workspace.recover(0);
    CHECK(next.bytes() == lost);
    if (i == 1) next.rest();  // or before the new journal was begun
  }
}

TEST_CASE("a file that another program changed meanwhile is not written over without a question") {
  Machine machine;
  crash(machine);
  std::ofstream(machine.file) << "{}";
  Window next(machine);
  next.workspace.offer_recovery(Offer::if_any);
  next.workspace.recover(0);
  next.workspace.save();
  CHECK(next.workspace.dialog() == Dialog::changed_on_disk);
  CHECK(read_file(machine.file)->bytes == "{}");
}

TEST_CASE("examples and drawings without a name come back under the name they had") {
  for (const char* example : {"welcome.limber", ""}) {
    Machine machine;
    std::string lost, name;
    {
      Window window(machine);
      if (*example) window.workspace.open_example(example);
      do_edit(window.editor(), "draw circle as disc r=10");
      window.rest();
      lost = window.bytes();
      name = window.workspace.name();
    }
    Window next(machine);
    next.workspace.offer_recovery(Offer::if_any);
    REQUIRE(next.workspace.found().size() == 1);
    next.workspace.recover(0);
    CHECK(next.bytes() == lost);
    CHECK(next.workspace.name() == name);
    CHECK(next.workspace.path() == "");
    next.workspace.save();
    CHECK(next.workspace.dialog() == Dialog::save_as);
  }
}

TEST_CASE("a drawing that was only looked at and played is no work; one pulled while it plays is") {
  Machine machine;
  Window window(machine);
  window.workspace.open_example("welcome.limber");
  window.rest();
  window.editor().set_playing(true);
  for (int i = 0; i < 200; ++i) window.frame();
  CHECK(machine.kept().empty());
  SUBCASE("looked at") {
    window.editor().set_playing(false);
    window.rest();
    CHECK(machine.kept().empty());
    window.workspace.quit();
    CHECK(!window.workspace.running());
  }
  SUBCASE("pulled") {
    Person person(window.editor());
    const Point rim = rim_of(window.editor().world());
    person.drag(rim, rim + Point(15, 10));
    REQUIRE(window.editor().playing());
    window.workspace.quit();
    CHECK(window.workspace.dialog() == Dialog::unsaved);
    CHECK(window.workspace.running());
  }
}

TEST_CASE("a journal is gone when the work is saved, undone or dropped") {
  Machine machine;
  Window window(machine);
  window.workspace.open(machine.file);
  window.nudge();
  window.rest();
  REQUIRE(machine.kept().size() == 1);
  SUBCASE("saved") { window.workspace.save(); }
  SUBCASE("undone") { window.editor().undo(); }
  SUBCASE("dropped for another") {
    window.workspace.new_drawing();
    CHECK(machine.kept().size() == 1);
    window.workspace.drop_and_go_on();
  }
  SUBCASE("dropped on the way out") {
    window.workspace.quit();
    window.workspace.drop_and_go_on();
    CHECK(!window.workspace.running());
    CHECK(machine.kept().empty());
  }
  window.rest();
  CHECK(machine.kept().empty());
}

// A pull that lasted a minute was one step at its end, and nothing before.
TEST_CASE("what a hand holds is kept while it holds it, no more than 2 s behind") {
  Machine machine;
  Point held;
  {
    Window window(machine);
    window.workspace.open(machine.file);
    Person person(window.editor());
    const Point rim = rim_of(window.editor().world());
    person.move(rim);
    person.press(rim);
    for (int i = 1; i <= 150; ++i) {  // 2.5 s
      person.move(rim + Point(0.1 * i, 0));
      window.frame();
    }
    SUBCASE("led on") {}
    SUBCASE("held still") { window.rest(); }
    held = rim_of(window.editor().world());
  }
  Window next(machine);
  next.workspace.offer_recovery(Offer::if_any);
  REQUIRE(next.workspace.found().size() == 1);
  next.workspace.recover(0);
  CHECK((rim_of(next.editor().world()) - held).norm() < 0.1 * 60 * 2 / 2);
}

TEST_CASE("told to end by the system, it ends at once and keeps the work, also amid a pull") {
  Machine machine;
  std::string lost;
  {
    Window window(machine);
    window.workspace.open(machine.file);
    SUBCASE("after an edit, before any journal was begun") { window.nudge(); }
    SUBCASE("amid a pull") {
      Person person(window.editor());
      const Point rim = rim_of(window.editor().world());
      person.move(rim);
      person.press(rim);
      person.move(rim + Point(9, 0));
      window.frame();
    }
    window.workspace.end();
    CHECK(!window.workspace.running());
    lost = window.bytes();
  }
  CHECK(read_file(machine.file)->bytes == asset("welcome.limber"));
  Window next(machine);
  next.workspace.offer_recovery(Offer::if_any);
  REQUIRE(next.workspace.found().size() == 1);
  CHECK(next.workspace.found()[0].left_by == LeftBy::choice);
  next.workspace.recover(0);
  CHECK(next.bytes() == lost);
}

TEST_CASE("told to end with nothing unsaved, it leaves nothing") {
  Machine machine;
  Window window(machine);
  window.workspace.open(machine.file);
  window.rest();
  window.workspace.end();
  CHECK(!window.workspace.running());
  CHECK(machine.kept().empty());
}

TEST_CASE("two windows have two journals, and a live one is offered to nobody") {
  Machine machine;
  Window one(machine), two(machine);
  for (Window* window : {&one, &two}) {
    window->workspace.open(machine.file);
    window->nudge();
    window->rest();
  }
  CHECK(machine.kept().size() == 2);
  two.workspace.offer_recovery(Offer::on_request);
  CHECK(two.workspace.dialog() == Dialog::none);
  CHECK(two.editor().message() == "There is no unsaved work to recover");
}

TEST_CASE("a damaged journal says what is missing, and gives what is left") {
  Machine machine;
  std::string after_two;
  {
    Window window(machine);
    window.workspace.open(machine.file);
    window.nudge();
    window.rest();
    window.nudge();
    window.rest();
    after_two = window.bytes();
    window.nudge();
    window.rest();
  }
  REQUIRE(machine.kept().size() == 1);
  std::string text = read_file(machine.kept()[0])->bytes;
  SUBCASE("a step") {
    text[text.size() - 2] ^= 1;
    std::ofstream(machine.kept()[0]) << text;
    Window next(machine);
    next.workspace.offer_recovery(Offer::if_any);
    REQUIRE(next.workspace.found().size() == 1);
    CHECK(next.workspace.found()[0].trouble ==
          "Step 2 of the unsaved work is damaged; what was done before it is here.");
    next.workspace.recover(0);
    CHECK(next.bytes() == after_two);
  }
  SUBCASE("its beginning") {
    text[text.find("\"curves\"")] ^= 1;
    std::ofstream(machine.kept()[0]) << text;
    Window next(machine);
    next.workspace.offer_recovery(Offer::if_any);
    REQUIRE(next.workspace.found().size() == 1);
    CHECK(!next.workspace.found()[0].drawing);
    CHECK(next.workspace.found()[0].trouble ==
          "The unsaved work cannot be read: the drawing it begins with is damaged.");
    next.workspace.recover(0);  // there is nothing to recover
    CHECK(next.workspace.dialog() == Dialog::recover);
    next.workspace.discard(0);
    CHECK(next.workspace.dialog() == Dialog::none);
    CHECK(machine.kept().empty());
  }
}

TEST_CASE("of several the chosen one is recovered, and the others wait for another start") {
  Machine machine;
  const std::string one = crash(machine, 1), two = crash(machine, 2);
  {
    Window next(machine);
    next.workspace.offer_recovery(Offer::if_any);
    REQUIRE(next.workspace.found().size() == 2);
    next.workspace.close_dialog();  // later
    CHECK(machine.kept().size() == 2);
  }
  Window next(machine);
  next.workspace.offer_recovery(Offer::if_any);
  REQUIRE(next.workspace.found().size() == 2);
  CHECK(next.workspace.found()[0].left_by == LeftBy::later);
  next.workspace.recover(1);
  const std::string first = next.bytes();
  CHECK((first == one || first == two));
  next.rest();
  Window third(machine);
  third.workspace.offer_recovery(Offer::if_any);
  REQUIRE(third.workspace.found().size() == 1);
  third.workspace.recover(0);
  CHECK(third.bytes() == (first == one ? two : one));
}

TEST_CASE("without a folder of its own it says so, and works on") {
  const ScratchFolder folder;
  std::ofstream(folder.path / "state") << "a file where the folder should be";
  Io io;
  Workspace workspace(fresh_document(), io);
  workspace.keep_work_in(folder.path / "state" / "journals");
  CHECK(workspace.editor().message().starts_with("Your work cannot be kept for recovery: "));
  do_edit(workspace.editor(), "draw circle as wheel r=10");
  workspace.keep_work(1, Pace::resting);
  workspace.offer_recovery(Offer::if_any);
  CHECK(workspace.dialog() == Dialog::none);
}

TEST_CASE("the dialog is answered by keys: Enter recovers, Esc puts it off") {
  Machine machine;
  const std::string lost = crash(machine);
  Screen screen("welcome.limber");
  screen.workspace.keep_work_in(machine.journals);
  screen.workspace.offer_recovery(Offer::if_any);
  screen.settle();
  REQUIRE(screen.workspace.dialog() == Dialog::recover);
  SUBCASE("Enter") {
    screen.press("Enter");
    screen.settle();
    CHECK(screen.workspace.dialog() == Dialog::none);
    CHECK(saved(screen.document()) == lost);
  }
  SUBCASE("Esc") {
    screen.press("Esc");
    screen.settle();
    CHECK(screen.workspace.dialog() == Dialog::none);
    CHECK(saved(screen.document()) != lost);
    REQUIRE(machine.kept().size() == 1);
    CHECK(machine.kept()[0].extension() == ".later");
  }
  SUBCASE("Discard takes two answers") {
    screen.press("Right");
    screen.settle();
    screen.press("Right");
    screen.settle();
    screen.press("Enter");
    screen.settle();
    CHECK(screen.workspace.dialog() == Dialog::recover);
    CHECK(machine.kept().size() == 1);
    screen.press("Enter");
    screen.settle();
    CHECK(screen.workspace.dialog() == Dialog::none);
    CHECK(machine.kept().empty());
  }
}
