// Figures with mass in the whole frame: the bar of play with its line of time, gravity, the section of mass.
#include <doctest/doctest.h>

#include "app/edits/line.h"
#include "app/panels/layout.h"
#include "tests/golden_picture.h"
#include "tests/screen.h"

using namespace limber;

namespace {

// Where things stand on the bar (mechanism_bar.cpp), from the middle of its lower edge.
Point on_bar(const Screen& screen, double right, double up) {
  const Box free = free_view(screen.size);
  return Point(free.center().x() + right, free.max().y() - up);
}
const double play_right = -226 + 8 + 17, play_up = 25, line_up = 55;

void play(Screen& screen, int frames) {
  for (int k = 0; k < frames; ++k) {
    screen.editor().advance(1.0 / 60);
    screen.draw();
  }
}

void check_golden(const std::string& name, Screen& screen) {
  const GoldenResult result = compare_with_golden(name, *screen.surface);
  CHECK_MESSAGE(result.same, result.words);
}

}  // namespace

// It came with motors only: a pendulum could be played by Space alone, and its last minute be found by keys.
TEST_CASE("a drawing with mass has the bar of play, one that nothing moves has it when it is asked for") {
  for (const char* name : {"pendulum.limber", "four-bar.limber"}) {
    CAPTURE(name);
    Screen screen(name);
    CHECK(screen.workspace.play_bar_shown());
    CHECK_FALSE(screen.editor().playing());
    screen.click(on_bar(screen, play_right, play_up));
    CHECK(screen.editor().playing());
    screen.click(on_bar(screen, play_right, play_up));
    CHECK_FALSE(screen.editor().playing());
  }
  Screen screen(nullptr);
  screen.click(on_bar(screen, play_right, play_up));
  CHECK_FALSE(screen.editor().playing());
  const Command* command = find_command(screen.workspace.commands(), "view.play_bar");
  REQUIRE(command);
  run(*command, screen.workspace);
  screen.settle();
  screen.click(on_bar(screen, play_right, play_up));
  CHECK(screen.editor().playing());
}

TEST_CASE("pressed on the line of time a pendulum is as it was then, to the bit, and goes on from there") {
  Screen screen("double-pendulum.limber");
  Editor& editor = screen.editor();
  const std::uint64_t begin = hash(editor.world());
  editor.set_playing(true);
  play(screen, 60);
  editor.set_playing(false);
  screen.settle();
  const std::uint64_t end = hash(editor.world());
  REQUIRE(editor.past().end() > 200);
  screen.click(on_bar(screen, -216, line_up));
  CHECK(editor.past().now() == 0);
  CHECK(hash(editor.world()) == begin);
  screen.click(on_bar(screen, 216, line_up));
  CHECK_FALSE(editor.rewound());
  CHECK(hash(editor.world()) == end);
  screen.click(on_bar(screen, 0, line_up));
  const std::int64_t middle = editor.past().now();
  CHECK(std::abs(middle - editor.past().end() / 2) <= 2);
  editor.set_playing(true);
  play(screen, 2);
  CHECK(editor.past().end() < middle + 12);
}

TEST_CASE("a swinging pendulum, gone back in time, looks as it did when it was looked at") {
  for (const bool dark : {false, true}) {
    Screen screen("double-pendulum.limber");
    Editor& editor = screen.editor();
    if (dark) editor.set_theme(dark_theme());
    editor.set_playing(true);
    play(screen, 90);
    editor.set_playing(false);
    editor.rewind_to(240);
    editor.fit();
    editor.selection().add(ThingId(editor.world().bodies().at_slot(0)));
    screen.settle();
    check_golden(dark ? "mass_dark" : "mass", screen);
  }
}

TEST_CASE("what bends and what it is held by stand in the inspector as they did when they were looked at") {
  Screen screen("elastic-ellipse.limber");
  Editor& editor = screen.editor();
  editor.set_playing(true);
  play(screen, 20);
  editor.set_playing(false);
  editor.fit();
  editor.selection().add(ThingId(editor.world().bodies().at_slot(0)));
  screen.settle();
  check_golden("mass_bends", screen);
}
