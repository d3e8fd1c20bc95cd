// The bar of play by hand and by keys: step, the other way round, pace; what a motor that stands
// says.
#include <doctest/doctest.h>

#include "app/editor/blocked_motors.h"
#include "app/editor/play_commands.h"
#include "app/panels/layout.h"
#include "tests/screen.h"

using namespace limber;

namespace {

// From the middle of the lower edge of the bar (mechanism_bar.cpp).
Point on_bar(const Screen& screen, double right, double up) {
  const Box free = free_view(screen.size);
  return Point(free.center().x() + right, free.max().y() - up);
}
const double step_right = -226 + 8 + 34 + 2 + 17, reverse_right = step_right + 36, row_up = 25;
const double motors_right = 226 - 92 + 30;

double speed_of(const Screen& screen) {
  double speed = 0;
  screen.workspace.editor().document().world->motors().each(
      [&](MotorId, const Motor& motor) { speed = motor.speed; });
  return speed;
}

void play(Screen& screen, double seconds) {
  screen.editor().set_playing(true);
  for (double t = 0; t < seconds; t += 1.0 / 60) screen.editor().advance(1.0 / 60), screen.draw();
  screen.settle();
}

// How many pixels above the lower edge of the bar have this colour.
int count_of(const Screen& screen, SkColor colour) {
  SkPixmap pixels;
  REQUIRE(screen.surface->peekPixels(&pixels));
  int count = 0;
  const Point from = on_bar(screen, -226, 220), to = on_bar(screen, 226, 50);
  for (int y = static_cast<int>(from.y()); y < static_cast<int>(to.y()); ++y)
    for (int x = static_cast<int>(from.x()); x < static_cast<int>(to.x()); ++x)
      count += pixels.getColor(x, y) == colour;
  return count;
}

}  // namespace

TEST_CASE("one step is a thirtieth of a second at any pace, by key and by button") {
  for (const bool by_key : {true, false}) {
    for (const double pace : paces) {
      CAPTURE(by_key);
      CAPTURE(pace);
      Screen screen("four-bar.limber");
      screen.editor().set_pace(pace);
      for (int k = 1; k <= 3; ++k) {
        if (by_key)
          screen.press("Alt+Right");
        else
          screen.click(on_bar(screen, step_right, row_up));
        screen.settle();
        CHECK(!screen.editor().playing());
        CHECK(screen.editor().world().time == doctest::Approx(k / 30.0).epsilon(1e-9));
      }
      CHECK(screen.editor().pace() == pace);
    }
  }
}

TEST_CASE(
    "the motors turn the other way round by key and by button, each a step of undo; without motors "
    "nothing does") {
  Screen screen("four-bar.limber");
  const double speed = speed_of(screen);
  REQUIRE(speed > 0);
  screen.press("Alt+Left");
  CHECK(speed_of(screen) == -speed);
  CHECK(screen.editor().history().undo_title() == "Turn the motors round");
  screen.click(on_bar(screen, reverse_right, row_up));
  CHECK(speed_of(screen) == speed);
  screen.press("Ctrl+Z");
  CHECK(speed_of(screen) == -speed);
  screen.press("Ctrl+Z");
  CHECK(speed_of(screen) == speed);
  CHECK(!screen.editor().history().can_undo());
  Screen without("rope.limber");
  without.press("Alt+Left");
  CHECK(!without.editor().history().can_undo());
}

TEST_CASE("the pace goes down to a tenth and up to twice, also while it plays, and no farther") {
  Screen screen("four-bar.limber");
  Editor& editor = screen.editor();
  editor.set_playing(true);
  for (std::size_t i = 3; i-- > 0;) {
    screen.press("Alt+Down");
    CHECK(editor.pace() == paces[i]);
  }
  screen.press("Alt+Down");
  CHECK(editor.pace() == paces.front());
  CHECK(editor.playing());
  const double from = editor.world().time;
  for (int k = 0; k < 60; ++k) editor.advance(1.0 / 60);
  CHECK(editor.world().time - from == doctest::Approx(0.1).epsilon(0.05));
  for (int i = 0; i < 9; ++i) screen.press("Alt+Up");
  CHECK(editor.pace() == paces.back());
}

TEST_CASE("a motor that stands says what holds it, in its row, until it turns again") {
  Screen screen(nullptr);
  Editor& editor = screen.editor();
  for (const char* line : {"draw bar as rod a.x=0 a.y=0 l=30 phi=0", "nail rod@0 as pivot",
                           "nail rod@1 as wedge", "motor rod as drive speed=2 limit=50"})
    do_edit(editor, line);
  editor.fit();
  screen.settle();
  screen.click(on_bar(screen, motors_right, row_up));  // its list
  const SkColor trouble = editor.theme().trouble;
  CHECK(count_of(screen, trouble) == 0);
  play(screen, 0.5);
  REQUIRE(editor.blocked().size() == 1);
  const std::string sentence = sentence_of(editor.document(), editor.blocked()[0]);
  CHECK(sentence == "drive stands: held by pivot, wedge");
  CHECK(count_of(screen, trouble) > 5);
  editor.set_playing(false);
  do_edit(editor, "delete wedge");
  play(screen, 0.5);
  CHECK(editor.blocked().empty());
  CHECK(count_of(screen, trouble) == 0);
}
