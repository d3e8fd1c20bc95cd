#include "app/window/loop.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <numeric>

#include "app/window/input.h"

namespace limber {

namespace {

constexpr int blink_ms = 400;  // while a text field has the keyboard
constexpr double frame_seconds = 1.0 / 60;

struct Dispatch {
  Workspace& workspace;
  Panels& panels;
  void operator()(const PointerEvent& event) {
    if (!panels.handle(event))
      workspace.editor().handle(event);
    else if (event.what == PointerEvent::What::move)
      leave_paper(event);
  }
  void operator()(const KeyEvent& event) {
    if (!panels.handle(event)) workspace.handle(event);
  }
  void operator()(const TextEvent& event) { panels.type(event.utf8); }
  void operator()(const DropEvent& event) { workspace.open(event.path); }
  void operator()(const QuitEvent&) { workspace.quit(); }
  void operator()(const FocusLostEvent&) { panels.lose_focus(); }
  void operator()(const ExposeEvent&) {
    workspace.editor().touch();
    panels.wake();
  }
  // Over a panel nothing on the paper is pointed at.
  void leave_paper(const PointerEvent& event) {
    if (!workspace.editor().pointer_on_paper()) return;
    PointerEvent leave = event;
    leave.what = PointerEvent::What::leave;
    workspace.editor().handle(leave);
  }
};

bool busy(const Workspace& workspace, const Panels& panels) {
  return workspace.editor().moving() || workspace.editor().changed() || panels.wants_frame();
}

double seconds_now() {
  return static_cast<double>(SDL_GetPerformanceCounter()) /
         static_cast<double>(SDL_GetPerformanceFrequency());
}

double processor_seconds() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

// Sleeps until something happens; returns at once when there is work to do.
void wait_for_work(const Workspace& workspace, const Panels& panels, double frame_began) {
  if (!busy(workspace, panels)) {
    if (panels.typing())
      SDL_WaitEventTimeout(nullptr, blink_ms);
    else
      SDL_WaitEvent(nullptr);
    return;
  }
  // No faster than the screen shows it.
  const double rest = frame_seconds - (seconds_now() - frame_began);
  if (rest > 0.001) SDL_Delay(static_cast<Uint32>(rest * 1000));
}

}  // namespace

void FrameTimes::add(double seconds) {
  int bin = 0;
  for (double edge = 0.0005; seconds > edge && bin < bins - 1; edge *= 2) ++bin;
  ++counts_[static_cast<std::size_t>(bin)];
}

std::string FrameTimes::table() const {
  const int all = std::max(1, std::accumulate(counts_.begin(), counts_.end(), 0));
  std::string text;
  for (int bin = 0; bin < bins; ++bin) {
    const int count = counts_[static_cast<std::size_t>(bin)];
    if (count == 0) continue;
    char row[64];
    std::snprintf(row, sizeof row, "%s %6g ms %6d ", bin == bins - 1 ? "over " : "up to",
                  0.5 * std::exp2(std::min(bin, bins - 2)), count);
    text += row + std::string(static_cast<std::size_t>(60 * count / all), '#') + "\n";
  }
  return text;
}

void run_loop(Window& window, Workspace& workspace, Panels& panels, FrameTimes& times) {
  Dispatch dispatch{workspace, panels};
  Modifiers held;
  double last = seconds_now();
  while (workspace.running()) {
    SDL_Event event;
    while (SDL_PollEvent(&event))
      if (std::optional<InputEvent> input = translate(event, held)) {
        if (auto* pointer = std::get_if<PointerEvent>(&*input)) pointer->at /= window.zoom();
        std::visit(dispatch, *input);
      }

    const double began = processor_seconds();
    const double now = seconds_now(), passed = std::min(now - last, 0.1);
    last = now;
    workspace.editor().advance(passed);
    if (panels.typing()) panels.wake();
    if (busy(workspace, panels)) {
      if (SkCanvas* canvas = window.begin()) {
        panels.draw(*canvas, window.size(), window.scale(), passed);
        window.show();
        times.add(processor_seconds() - began);
      }
      window.set_title(workspace.title());
      window.set_cursor(panels.cursor());
    }
    if (workspace.running()) wait_for_work(workspace, panels, now);
    // Time asleep is not the drawing's time.
    if (!workspace.editor().moving()) last = seconds_now();
  }
}

}  // namespace limber
