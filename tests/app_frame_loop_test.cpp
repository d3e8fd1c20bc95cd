// The frame loop without a window: events and times in, ticks and pictures out.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "app/window/frame_loop.h"
#include "curves/nearest.h"
#include "solver/tolerances.h"
#include "tests/screen.h"

using namespace limber;

namespace {

// A screen, a clock, and the loop between them.
struct Running {
  explicit Running(const char* example) : screen(example), loop(screen.workspace, screen.panels, 0) {
    rest();
  }
  void frame(double seconds) {
    now += seconds;
    if (!loop.advance(now)) return;
    loop.draw(*screen.surface->getCanvas(), screen.size, 1);
    ++frames;
  }
  void rest() {
    for (int i = 0; i < 1000 && std::isfinite(loop.idle(now)); ++i) frame(frame_seconds);
  }
  void point(PointerEvent::What what, const Point& paper, Button button = Button::none) {
    PointerEvent event;
    event.what = what;
    event.at = screen.editor().camera().to_window(paper);
    event.button = button;
    loop.take(event);
  }
  Screen screen;
  FrameLoop loop;
  double now = 0;
  int frames = 0;
};

// The angle of the crank, which a motor turns.
double turned(const World& world) { return world.find(world.bodies().at_slot(0))->q[2]; }

}  // namespace

// The first move after a time of rest used to get no tick: the picture showed it a frame later.
TEST_CASE("a pointer that moves after a pause moves the curve in the same frame") {
  for (const double pause : {10.0, 0.02, 0.002}) {
    CAPTURE(pause);
    Running running("welcome.limber");
    const World& world = running.screen.editor().world();
    const CurveId crank = world.bodies().at_slot(0);
    const Point joint = end_of(world, crank, 1);
    using What = PointerEvent::What;
    running.point(What::move, joint);
    running.point(What::press, joint, Button::left);
    running.rest();
    running.point(What::move, joint + Point(3, -3));
    running.frame(pause);
    CHECK((end_of(world, crank, 1) - joint).norm() > 0.01);
    // Held still until all rests, and on.
    running.rest();
    const Point held = end_of(world, crank, 1);
    running.point(What::move, joint + Point(6, -6));
    running.frame(pause);
    CHECK((end_of(world, crank, 1) - held).norm() > 0.01);
  }
}

TEST_CASE("ticks are counted however early frames come") {
  const auto play = [](const std::vector<double>& frames) {
    Running running("welcome.limber");
    running.screen.editor().set_playing(true);
    const double before = turned(running.screen.editor().world());
    for (const double seconds : frames) running.frame(seconds);
    return turned(running.screen.editor().world()) - before;
  };
  const double even = play(std::vector<double>(60, frame_seconds));
  CHECK(std::abs(even) > 0.5);
  std::mt19937 random(4);
  std::uniform_real_distribution<double> length(0.0001, 0.02);
  std::vector<double> uneven;
  double sum = 0;
  while (sum < 1) sum += uneven.emplace_back(std::min(length(random), 1.0001 - sum));
  CHECK(uneven.size() > 80);
  // One tick taken in advance when it began, one not full yet at the end.
  CHECK(std::abs(play(uneven) - even) <= 2.01 * tick * std::abs(even));
  const double in_short = play(std::vector<double>(1000, 0.001));  // most frames have no tick
  CHECK(std::abs(in_short - even) <= 2.01 * tick * std::abs(even));
}

// A mouse of 1000 Hz moves sixteen times a frame: each move looked for what is under it.
TEST_CASE("of the moves of one frame the last counts, unless the tool wants them all") {
  using What = PointerEvent::What;
  Running running("welcome.limber");
  Editor& editor = running.screen.editor();
  running.point(What::move, Point(-30, 20));
  running.frame(frame_seconds);
  const Point before = editor.pointer();
  for (int i = 1; i <= 16; ++i) running.point(What::move, Point(-30 + i, 20));
  CHECK(editor.pointer() == before);
  running.frame(frame_seconds);
  CHECK(editor.pointer() == editor.camera().to_window(Point(-14, 20)));
  // A press is where the move before it was.
  running.point(What::move, Point(-20, 10));
  running.point(What::press, Point(-20, 10), Button::left);
  CHECK(editor.pointer() == editor.camera().to_window(Point(-20, 10)));
  running.point(What::release, Point(-20, 10), Button::left);
  // A stroke by hand, all in one frame, is as it was drawn.
  editor.use("tool.freehand");
  const auto spot = [](int i) { return Point(-40 + 0.4 * i, 20 + 12 * std::sin(0.08 * i)); };
  running.point(What::move, spot(0));
  running.point(What::press, spot(0), Button::left);
  for (int i = 1; i <= 150; ++i) running.point(What::move, spot(i));
  running.point(What::release, spot(150), Button::left);
  running.frame(frame_seconds);
  const ThingId stroke = *editor.selection().things().begin();
  const Curve& drawn = *editor.world().find(stroke.as<Body>());
  for (int i = 10; i < 150; i += 10) {
    const auto near = nearest(drawn, spot(i), 1e-6);
    REQUIRE(near);
    CHECK(near->distance < 1);
  }
}

TEST_CASE("time asleep is not the drawing's time") {
  Running running("welcome.limber");
  running.now += 3600;
  running.screen.editor().set_playing(true);
  const double before = turned(running.screen.editor().world());
  running.frame(0);
  const double first = std::abs(turned(running.screen.editor().world()) - before);
  CHECK(first > 0);
  for (int i = 0; i < 10; ++i) running.frame(frame_seconds);
  const double ten = std::abs(turned(running.screen.editor().world()) - before) - first;
  CHECK(ten > 9 * first);
}

TEST_CASE("at rest no frame is drawn, and none is waited for") {
  Running running("welcome.limber");
  const int before = running.frames;
  for (int i = 0; i < 100; ++i) running.frame(0.1);
  CHECK(running.frames == before);
  CHECK(std::isinf(running.loop.idle(running.now)));
  running.loop.take(ExposeEvent{});
  running.frame(0.1);
  CHECK(running.frames == before + 1);
}
