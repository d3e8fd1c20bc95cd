// The real frame loop without a window, at 1920 x 1080 on the processor, panels shown: each frame as
// the window draws it, against the same frame with everything drawn anew, in one process.
//
//   drag   one part of 300 curves with 300 constraints is pulled
//   pan    1,000 curves, the view is moved
//   zoom   1,000 curves, the wheel is turned; with the frames that sharpen afterwards
//
// Times are of the processor. "anew" is one pass over everything, without tiles.
//
//   bench_frame [drag|pan|zoom [kept|anew]]   one of them; one side only, for a profiler
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "app/panels/layout.h"
#include "app/window/frame_loop.h"
#include "include/core/SkSurface.h"
#include "tests/bench/rows.h"
#include "tests/large_drawings.h"

using namespace limber;

namespace {

const Point size(1920, 1080);

double processor_seconds() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

struct Bench {
  explicit Bench(const Document& fresh, const Document& document)
      : workspace(fresh, io), panels(workspace), loop(workspace, panels, 0) {
    workspace.editor().open(document);
    frame(true);
    workspace.editor().fit();
    for (int i = 0; i < 30; ++i) frame(true);
  }
  // The seconds of the frame.
  double frame(bool keeping) {
    const double began = processor_seconds();
    now += frame_seconds;
    loop.advance(now);
    if (keeping)
      loop.draw(*surface->getCanvas(), size, 1);
    else
      panels.draw_anew(*surface->getCanvas(), size, 1, frame_seconds);
    return processor_seconds() - began;
  }
  void point(PointerEvent::What what, const Point& at, Button button = Button::none) {
    PointerEvent event;
    event.what = what;
    event.at = at;
    event.button = button;
    if (what == PointerEvent::What::wheel) event.wheel = Point(0, button == Button::left ? 1 : -1);
    loop.take(event);
  }
  Io io;
  Workspace workspace;
  Panels panels;
  FrameLoop loop;
  sk_sp<SkSurface> surface = SkSurfaces::Raster(SkImageInfo::MakeN32Premul(1920, 1080));
  double now = 0;
};

using Gesture = std::function<double(Bench&, bool keeping)>;  // its seconds a frame

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void compare(const char* name, const Document& fresh, const Document& document, double goal,
             const Gesture& gesture) {
  Bench bench(fresh, document);
  std::vector<double> kept, anew, ratios;
  for (int round = 0; round < 5; ++round) {
    kept.push_back(gesture(bench, true));
    anew.push_back(gesture(bench, false));
    for (int i = 0; i < 12; ++i) bench.frame(true);
    ratios.push_back(kept.back() / anew.back());
  }
  const double ratio = median(ratios);
  std::printf("%-6s kept %7.2f ms   anew %7.2f ms   ratio %.3f   goal %.3f %s\n", name,
              1000 * median(kept), 1000 * median(anew), ratio, goal, ratio <= goal ? "" : "MISSED");
  bench_row(std::string("frame_") + name + "_kept_to_anew", ratio, "ratio");
}

double drag(Bench& bench, bool keeping) {
  using What = PointerEvent::What;
  const Editor& editor = bench.workspace.editor();
  const CurveId wheel = editor.document().find("wheel45").as<Body>();
  Point on;
  if (!point_at(*editor.world().find(wheel), 0, on)) return 0;
  const Point at = editor.camera().to_window(on);
  bench.point(What::move, at);
  bench.point(What::press, at, Button::left);
  bench.frame(keeping);
  double sum = 0;
  constexpr int frames = 30;
  for (int i = 1; i <= frames; ++i) {
    bench.point(What::move, at + Point(0.5 * i, 0.3 * (i % 5)));
    sum += bench.frame(keeping);
  }
  bench.point(What::move, at);
  bench.frame(keeping);
  bench.point(What::release, at, Button::left);
  bench.frame(keeping);
  return sum / frames;
}

double pan(Bench& bench, bool keeping) {
  using What = PointerEvent::What;
  const Point from(900, 600);
  bench.point(What::press, from, Button::middle);
  double sum = 0;
  constexpr int frames = 30;
  for (int i = 1; i <= frames; ++i) {
    bench.point(What::move, from + Point(12 * i, -5 * i));
    sum += bench.frame(keeping);
  }
  bench.point(What::move, from);
  bench.point(What::release, from, Button::middle);
  bench.frame(keeping);
  return sum / frames;
}

// Ten clicks of the wheel, a frame each, in or out, and ten frames after them.
double zoom(Bench& bench, bool keeping) {
  double sum = 0;
  for (const Button way : {Button::left, Button::right})
    for (int i = 0; i < 20; ++i) {
      if (i < 10) bench.point(PointerEvent::What::wheel, Point(900, 600), way);
      const bool idle = keeping && i >= 10 && !bench.panels.wants_frame();
      if (!idle) sum += bench.frame(keeping);
    }
  return sum / 40;
}

// One side, long enough for a profiler to see it.
void repeat(const Document& fresh, const Document& document, const Gesture& gesture, bool keeping) {
  Bench bench(fresh, document);
  for (int round = 0; round < 40; ++round) (void)gesture(bench, keeping);
}

}  // namespace

int main(int count, char** words) {
  const Result<Document> fresh = empty_document();
  if (!fresh) return std::fprintf(stderr, "%s\n", fresh.error().message.c_str()), 1;
  const Document parts = drawing_of_parts(*fresh, 100), curves = drawing_of_curves(*fresh, 1000);
  const struct {
    const char* name;
    const Document& document;
    double goal;
    Gesture gesture;
  } rows[] = {{"drag", parts, 0.1, drag}, {"pan", curves, 1.0 / 3, pan}, {"zoom", curves, 1.0 / 3, zoom}};
  for (const auto& row : rows) {
    if (count > 1 && words[1] != std::string(row.name)) continue;
    if (count > 2)
      repeat(*fresh, row.document, row.gesture, words[2] == std::string("kept"));
    else
      compare(row.name, *fresh, row.document, row.goal, row.gesture);
  }
}
