// The first lesson: done from its first step to its last with mouse and keyboard, in the whole
// frame.
#include <doctest/doctest.h>

#include <algorithm>

#include "app/editor/lesson.h"
#include "app/panels/layout.h"
#include "tests/golden_picture.h"
#include "tests/screen.h"

using namespace limber;

namespace {

// Lessons see what is done from the frame after it on.
struct Pupil {
  Screen screen{"welcome.limber"};
  Lesson lesson{screen.editor()};  // one of its own, that watches as the panel's does
  Point free{110, 40};             // a place of the paper with nothing on it

  explicit Pupil() {
    run_command("help.lesson");
    const Box all = screen.editor().drawn().frame();
    free = Point(all.max().x() + 15, all.min().y());
    screen.editor().camera().look_at(Point(all.center() + Point(-30, 0)), 2.6);
    settle();
  }
  void run_command(const char* id) {
    const Command* command = find_command(screen.workspace.commands(), std::string_view(id));
    REQUIRE(command);
    run(Command(*command), screen.workspace);
    screen.settle();
  }
  void settle() {
    screen.settle();
    lesson.watch(screen.editor());
  }
  Point window(const Point& paper) { return screen.editor().camera().to_window(paper); }
  void press(const char* key) {
    screen.press(key);
    settle();
  }
  void click(const Point& paper) {
    screen.click(window(paper));
    settle();
  }
  void drag(const Point& from, const Point& to) {
    using What = PointerEvent::What;
    screen.pointer(What::move, window(from));
    screen.pointer(What::press, window(from), Button::left);
    for (int i = 1; i <= 12; ++i) {
      screen.pointer(What::move, window(from + (to - from) * i / 12.0));
      wait(1.0 / 60);
    }
    screen.pointer(What::release, window(to), Button::left);
    wait(1);
    settle();
  }
  void wait(double seconds) {
    for (double t = 0; t < seconds; t += 1.0 / 60) {
      screen.editor().advance(1.0 / 60);
      lesson.watch(screen.editor());
      screen.draw();
    }
  }

  void pull_something() {
    const World& world = screen.editor().world();
    const CurveId any = world.bodies().at_slot(0);
    const Point at = end_of(world, any, 0.6);
    drag(at, at + Point(4, 6));
  }
  Point begin() const { return free; }
  Point joint() const { return free + Point(12, 18); }
  Point end() const { return free + Point(32, 26); }
  void draw_bar(const Point& from, const Point& to) {
    press("B");
    drag(from, to);
  }
  void nail() {
    press("T");
    click(begin());
  }
  void drive() {
    press("F1");
    click(free + Point(6, 9));
    press("G");
  }
  void trace() {
    press("Space");
    wait(0.2);
    const World& world = screen.editor().world();
    CurveId second;
    world.bodies().each([&](CurveId id, const Body&) { second = id; });
    screen.pointer(PointerEvent::What::move, window(end_of(world, second, 1)));
    screen.draw();
    press("Ctrl+Shift+T");
    wait(0.3);
  }
};

bool shows(const Screen& screen) { return screen.workspace.pane_shown(Pane::lesson); }

}  // namespace

TEST_CASE(
    "each of the seven steps of the first lesson ticks when it is done by hand, and no other "
    "does") {
  Pupil pupil;
  const auto done = [&] {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < lesson_steps; ++i)
      if (pupil.lesson.done(i)) all.push_back(i + 1);
    return all;
  };
  using Steps = std::vector<std::size_t>;
  CHECK(shows(pupil.screen));
  CHECK(done() == Steps{});
  pupil.wait(0.5);
  CHECK(done() == Steps{});
  pupil.pull_something();
  CHECK(done() == Steps{1});
  pupil.press("Ctrl+Z");
  CHECK(done() == Steps{1, 2});
  pupil.draw_bar(pupil.begin(), pupil.joint());
  CHECK(done() == Steps{1, 2, 3});
  pupil.nail();
  CHECK(done() == Steps{1, 2, 3, 4});
  pupil.draw_bar(pupil.joint(), pupil.end());
  CHECK(done() == Steps{1, 2, 3, 4, 5});
  pupil.drive();
  CHECK(done() == Steps{1, 2, 3, 4, 5, 6});
  pupil.trace();
  CHECK(done() == Steps{1, 2, 3, 4, 5, 6, 7});
  CHECK(pupil.lesson.next() == lesson_steps);
}

TEST_CASE(
    "a step that was not done does not tick: a click, a nail in the middle, a motor of another, "
    "play alone") {
  Pupil pupil;
  const World& world = pupil.screen.editor().world();
  pupil.click(end_of(world, world.bodies().at_slot(0), 0.6));
  CHECK(!pupil.lesson.done(0));
  pupil.pull_something();
  REQUIRE(pupil.lesson.done(0));
  pupil.draw_bar(pupil.begin(), pupil.joint());
  pupil.press("T");
  pupil.click(Point(0.5 * (pupil.begin() + pupil.joint())));
  CHECK(pupil.screen.editor().history().undo_title().find("ail") != std::string::npos);
  CHECK(!pupil.lesson.done(3));
  pupil.draw_bar(pupil.end(), pupil.end() + Point(10, 10));  // joined to nothing
  CHECK(!pupil.lesson.done(4));
  pupil.press("Space");
  pupil.wait(0.3);
  CHECK(!pupil.lesson.done(6));
  CHECK(pupil.lesson.next() == 1);  // nothing was taken back yet
}

TEST_CASE(
    "the lesson begins anew when it is opened again, and when another drawing is opened in the "
    "middle") {
  Pupil pupil;
  pupil.pull_something();
  pupil.press("Ctrl+Z");
  pupil.draw_bar(pupil.begin(), pupil.joint());
  pupil.nail();
  REQUIRE(pupil.lesson.next() == 4);
  pupil.screen.workspace.open_example("four-bar.limber");
  pupil.screen.workspace.drop_and_go_on();
  pupil.settle();
  CHECK(pupil.lesson.next() ==
        2);  // what hands learn stays; its bars, nails and motor are not the pupil's
  pupil.run_command("help.lesson");
  CHECK(!shows(pupil.screen));
  pupil.run_command("help.lesson");
  CHECK(shows(pupil.screen));
}

TEST_CASE(
    "the lesson is opened from the start panel and left by its button; an empty paper gets "
    "something to pull") {
  Screen screen(nullptr);
  REQUIRE(screen.document().world->bodies().size() == 0);
  screen.workspace.show_pane(Pane::start, true);
  screen.settle();
  // The third of the wide buttons at the left of the panel (start_panel.cpp).
  const double left = (screen.size.x() - 1000) / 2,
               height = std::min(620.0, screen.size.y() - menu_height - status_height - 60);
  const double top = menu_height + (screen.size.y() - menu_height - status_height - height) / 2;
  bool found = false;
  for (double y = top + 90; y < top + 260 && !found; y += 20) {
    screen.workspace.show_pane(Pane::start, true);
    screen.workspace.show_pane(Pane::lesson, false);
    screen.settle();
    screen.click(Point(left + 80, y));
    found = shows(screen);
    if (screen.workspace.dialog() != Dialog::none) screen.press("Esc"), screen.settle();
  }
  REQUIRE(found);
  CHECK(!screen.workspace.pane_shown(Pane::start));
  CHECK(screen.document().world->bodies().size() > 0);
  // What stands at the right of its heading.
  screen.click(Point(toolbar_width + 2 * margin + 284 - 12 - 13, menu_height + margin + 12 + 13));
  CHECK(!shows(screen));
}

TEST_CASE("the words of the lesson name the keys a person has chosen") {
  Screen screen(nullptr);
  std::vector<Command> commands = screen.workspace.commands();
  for (std::size_t i = 0; i < lesson_steps; ++i) {
    const std::string words = lesson_words(i, commands);
    CAPTURE(words);
    CHECK(words.find_first_of("{}") == std::string::npos);
  }
  CHECK(lesson_words(3, commands).find("Nail (T)") != std::string::npos);
  for (Command& command : commands)
    if (command.id == "tool.nail") command.keys = {parse_chord("%")};
  CHECK(lesson_words(3, commands).find("Nail (%)") != std::string::npos);
}

TEST_CASE("the lesson looks as it did when it was looked at") {
  for (const Theme* theme : {&light_theme(), &dark_theme(), &contrast_theme()}) {
    Pupil pupil;
    pupil.screen.editor().set_theme(*theme);
    pupil.pull_something();
    pupil.press("Ctrl+Z");
    pupil.draw_bar(pupil.begin(), pupil.joint());
    pupil.press("F1");
    pupil.screen.editor().selection().clear();
    pupil.screen.pointer(PointerEvent::What::move, Point(700, 700));
    pupil.settle();
    const std::string name = "lesson" + (theme->name == "light" ? "" : "_" + theme->name);
    const GoldenResult result = compare_with_golden(name, *pupil.screen.surface);
    CHECK_MESSAGE(result.same, result.words);
  }
}
