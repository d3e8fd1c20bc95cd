// What a snap costs among many curves: all offers at a place of the window, for a point that is
// being drawn. And what it costs to find what is under the pointer where nothing is: 500 texts, 200
// guides, 20 plots and 20 traces are asked one after another, once a frame.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <vector>

#include "app/editor/aim.h"
#include "app/edits/apply.h"

using namespace limber;

namespace {

void hover_over_things() {
  Result<Document> document = empty_document();
  std::mt19937 random(16);
  const auto in = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random()) / static_cast<double>(random.max());
  };
  const auto add = [&](const Edit& edit) {
    if (Result<Document> next = apply(*document, edit)) document = std::move(next);
  };
  add({edit::Draw{"bar", "rod", {}, {}}});
  for (int i = 0; i < 500; ++i)
    add({edit::TextEdit{"a word or two", "", Point(in(-100, 100), in(-60, 60)), 2}});
  for (int i = 0; i < 200; ++i)
    add({edit::GuideEdit{Point(in(-100, 100), in(-60, 60)), in(-3, 3), ""}});
  for (int i = 0; i < 20; ++i) {
    edit::PlotEdit plot{{"rod.phi"}, "time", "", {}, {}, {}};
    plot.at = Point(in(-100, 100), in(-60, 60)), plot.size = Point(10, 5);
    add({plot});
    add({edit::TraceEdit{"rod@1", "", 5}});
  }
  Editor editor(*document);
  editor.camera().look_at(Point(0, 0), 6);
  editor.set_playing(true);
  for (int i = 0; i < 300; ++i) editor.advance(1.0 / 60);
  (void)editor.scene();
  std::vector<double> times;
  for (int i = 0; i < 1000; ++i) {
    const Point at(in(50, 1230), in(50, 750));
    const auto begin = std::chrono::steady_clock::now();
    (void)editor.still_at(at);
    times.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  }
  std::sort(times.begin(), times.end());
  std::printf("under the pointer among 740 things that are no curves: median %.4f ms, worst %.4f ms\n",
              times[500], times.back());
}

}  // namespace

int main() {
  Result<Document> document = empty_document();
  std::mt19937 random(15);
  const auto in = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random()) / static_cast<double>(random.max());
  };
  static const char* types[] = {"line", "circle", "bar", "ellipse", "rectangle"};
  for (int i = 0; i < 1000; ++i) {
    edit::Draw draw{types[i % 5], "", {}, {}};
    const double x = in(-100, 100), y = in(-60, 60);
    const bool line = i % 5 == 0, bar = i % 5 == 2;
    draw.q = {{line || bar ? "a.x" : "c.x", x}, {line || bar ? "a.y" : "c.y", y}};
    if (line) draw.q.insert(draw.q.end(), {{"b.x", x + in(-12, 12)}, {"b.y", y + in(-12, 12)}});
    if (Result<Document> next = apply(*document, {draw})) document = std::move(next);
  }
  Editor editor(*document);
  editor.camera().look_at(Point(0, 0), 6);
  (void)editor.scene();
  std::vector<double> times;
  std::size_t offers = 0;
  for (int i = 0; i < 1000; ++i) {
    const Point at(in(50, 1230), in(50, 750));
    const auto begin = std::chrono::steady_clock::now();
    offers += offers_at(editor, at, Point(in(-90, 90), in(-50, 50))).size();
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  }
  std::sort(times.begin(), times.end());
  std::printf("snap among 1000 curves: median %.3f ms, 95%% %.3f ms, worst %.3f ms, %.1f offers\n",
              times[500], times[950], times.back(), static_cast<double>(offers) / 1000);
  hover_over_things();
}
