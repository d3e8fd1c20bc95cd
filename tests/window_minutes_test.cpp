// The first five minutes of a person with Limber, through the real window: with the mouse, and without one.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <numbers>

#include "app/files/journal.h"

// Last: X11 defines words that others use as names.
#include "tests/window_worker.h"

using namespace limber;

namespace {

namespace fs = std::filesystem;

Point end_in(const Document& document, const char* bar, double t) {
  return end_of(document.world, document.find(bar).as<Body>(), t);
}

// A crank that is nailed, a coupler and a rocker that is nailed, all of them joined.
void check_four_bar(const Document& document) {
  std::map<std::string, int> kinds = kinds_in(document);
  CHECK(kinds["nail"] == 2);
  CHECK(kinds["coincident"] >= 2);  // by the mouse the crank hangs on a circle's middle, too
  CHECK((end_in(document, "bar1", 1) - end_in(document, "bar2", 0)).norm() < 1e-6);
  CHECK((end_in(document, "bar2", 1) - end_in(document, "bar3", 0)).norm() < 1e-6);
}

double turn(const Document& from, const Document& to) {
  return std::abs(q_of(to, "bar1")[2] - q_of(from, "bar1")[2]);
}

// The window shows other pixels than it did.
bool changes(VirtualScreen& screen, const SkBitmap& from) {
  return wait_until([&] { return !same_pixels(screen.picture(), from); }, 20);
}

// A name is typed into the list of everything, and the first that is found is taken.
void find(VirtualScreen& screen, const char* words) {
  screen.key(XK_k, true);
  screen.pause(200);
  screen.type(words);
  screen.pause(150);
  screen.key(XK_Return, false);
  screen.pause(250);
}

// The coupler's middle leaves its path, and what is chosen is plotted, while the crank turns.
void check_turning(Studio& studio, const Document& made) {
  VirtualScreen& screen = studio.screen;
  screen.key(XK_space, false);
  screen.pause(1500);
  screen.key(XK_space, false);
  const Document turned = studio.drawing();
  CHECK(turned.world->motors().size() == 1);
  CHECK(turned.traces->size() == 1);
  CHECK(turned.plots->size() == 1);
  CHECK(turned.world->time > 0.5);
  CHECK(turn(made, turned) > 0.3);
  check_four_bar(turned);
}

// Into the formula editor, to the toolbox, and at once the tool to draw it with.
void type_heart(VirtualScreen& screen) {
  const SkBitmap before = screen.picture();
  screen.type("x = 16sin^3 t");
  screen.key(XK_Return, false);
  screen.type("y = 13cos t - 5cos 2t - 2cos 3t - cos 4t");
  CHECK(changes(screen, before));
  screen.pause(300);
  screen.key(XK_Return, true);
  screen.pause(400);
}

void check_export(Studio& studio) {
  VirtualScreen& screen = studio.screen;
  const fs::path file = studio.folder.path / "mine.svg";
  screen.key(XK_e, true, true);
  screen.pause(400);
  studio.keep_picture();
  screen.type("mine.svg");
  screen.key(XK_Return, false);
  REQUIRE(wait_until([&] { return fs::exists(file) && read_file(file)->bytes.find("</svg>") != std::string::npos; }, 20));
  CHECK(read_file(file)->bytes.find("bar1") != std::string::npos);
  screen.pause(300);
}

// The step and what it made go, and come back as they were.
void check_undo(Studio& studio, const Document& made) {
  VirtualScreen& screen = studio.screen;
  screen.key(XK_z, true);
  CHECK(studio.drawing().world->bodies().size() < made.world->bodies().size());
  screen.key(XK_y, true);
  CHECK(saved(studio.drawing()) == saved(made));
}

// Work that is in no file, and the power goes: the next start offers it, and Enter takes it.
void check_crash(Studio& studio, const Document& before) {
  VirtualScreen& screen = studio.screen;
  const std::string file = read_file(studio.path)->bytes;
  for (int i = 0; i < 3; ++i) screen.key(XK_Escape, false);  // also the crosshair
  screen.key(XK_a, true);
  for (int i = 0; i < 3; ++i) screen.key(XK_Right, false);
  screen.pause(2500);
  studio.program->send(SIGKILL);
  REQUIRE(wait_until([&] { return studio.program->ended(); }, 10));
  CHECK(read_file(studio.path)->bytes == file);
  studio.program = studio.start(studio.path, {});
  REQUIRE(window_is_drawn(screen));
  screen.pause(1000);
  studio.keep_picture();
  screen.key(XK_Return, false);
  screen.pause(400);
  const Document after = studio.drawing();
  CHECK((q_of(after, "bar1") - q_of(before, "bar1")).norm() > 2.9);
  CHECK(after.world->bodies().size() == before.world->bodies().size());
  check_four_bar(after);
  CHECK(studio.shows_when_left_alone(after));
  screen.key(XK_q, true);
  CHECK(wait_until([&] { return studio.program->ended(); }, 10));
  CHECK(studio.program->exit_status == 0);
}

}  // namespace

TEST_CASE("the first five minutes: something to pull at once, a four-bar, a trace, a plot, a curve of one's own") {
  Studio studio;
  VirtualScreen& screen = studio.screen;
  // Drawn: a crank that hangs on a circle's middle, a coupler, a rocker.
  screen.key(XK_c, false);
  studio.drag(Point(-30, -15), Point(-22, -15));
  screen.key(XK_b, false);
  studio.drag(Point(-30, -15), Point(-26, 0));
  studio.drag(Point(-26, 0), Point(20, 22));
  studio.drag(Point(20, 22), Point(30, -15));
  screen.key(XK_t, false);
  studio.click(Point(-30, -15));
  studio.click(Point(30, -15));
  screen.key(XK_F1, false);
  const Document made = studio.drawing();
  // Pulled: what is nailed stays, what is joined follows.
  const Point rim = (end_in(made, "bar1", 0) + 3 * end_in(made, "bar1", 1)) / 4;
  studio.drag(rim, rim + Point(6, -2));
  const Document pulled = studio.drawing();
  CHECK(turn(made, pulled) > 0.1);
  CHECK((end_in(pulled, "bar3", 1) - Point(30, -15)).norm() < 1e-6);
  // Trace and plot of the coupler, a motor on the crank.
  const Point middle = (end_in(pulled, "bar2", 0) + end_in(pulled, "bar2", 1)) / 2;
  screen.move(studio.window(middle));
  screen.pause(100);
  screen.key(XK_t, true, true);
  const Point crank = (end_in(pulled, "bar1", 0) + end_in(pulled, "bar1", 1)) / 2;
  studio.click(crank);
  screen.key(XK_g, false);
  screen.key(XK_p, true, true);
  screen.pause(200);
  studio.keep_picture();
  check_turning(studio, pulled);
  // A curve of one's own, typed, drawn and pulled.
  find(screen, "new curve");
  type_heart(screen);
  studio.keep_picture();
  studio.drag(Point(-45, 25), Point(-33, 25));
  screen.key(XK_F1, false);
  const Document heart = studio.drawing();
  REQUIRE(heart.find("curve1_1") != ThingId());
  check_export(studio);
  check_undo(studio, heart);
  check_crash(studio, heart);
}

TEST_CASE("the first five minutes without a mouse") {
  Studio studio;
  VirtualScreen& screen = studio.screen;
  screen.move(Point(width - 3, height - 3));  // out of the way
  const auto press = [&](KeySym symbol, int times) {
    for (int k = 0; k < times; ++k) screen.key(symbol, false);
  };
  const auto go = [&](int right, int up) {  // lines of the grid, 5 units apart
    press(right < 0 ? XK_Left : XK_Right, std::abs(right));
    press(up < 0 ? XK_Down : XK_Up, std::abs(up));
  };
  const auto enter = [&](bool hold = false) {
    screen.key(XK_Return, false, hold);
    screen.pause(60);
  };
  find(screen, "bar");
  go(-6, -3), enter();
  go(0, 3), enter();  // from (-30, -15) to (-30, 0)
  enter(), go(10, 4), enter();
  enter(), go(2, -7), enter();
  find(screen, "nail");
  enter();
  go(-12, 0), enter();
  find(screen, "pull");
  const Document made = studio.drawing();
  check_four_bar(made);
  // Held, led to the right, let go.
  go(0, 1), enter(true);
  go(2, 0), enter();
  const Document pulled = studio.drawing();
  CHECK(turn(made, pulled) > 0.1);
  check_four_bar(pulled);
  find(screen, "trace");  // of what the crosshair points at
  enter();                // and that is chosen
  find(screen, "motor");
  find(screen, "plot");
  check_turning(studio, pulled);
  find(screen, "new curve");
  type_heart(screen);
  go(-7, 5), enter();
  go(2, 0), enter();
  find(screen, "pull");
  const Document heart = studio.drawing();
  REQUIRE(heart.find("curve1_1") != ThingId());
  check_export(studio);
  check_undo(studio, heart);
  check_crash(studio, heart);
}
