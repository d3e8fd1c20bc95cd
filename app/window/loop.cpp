#include "app/window/loop.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <numeric>

#include "app/window/end_signals.h"
#include "app/window/frame_loop.h"
#include "app/window/input.h"

namespace limber {

namespace {

double seconds_now() {
  return static_cast<double>(SDL_GetPerformanceCounter()) /
         static_cast<double>(SDL_GetPerformanceFrequency());
}

double processor_seconds() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

// While frames follow each other, events wait for the next one.
void wait(double seconds) {
  const auto milliseconds = static_cast<int>(std::min(seconds, 1e6) * 1000);
  if (std::isinf(seconds))
    SDL_WaitEvent(nullptr);
  else if (seconds > frame_seconds)
    SDL_WaitEventTimeout(nullptr, milliseconds);
  else if (milliseconds > 0)
    SDL_Delay(static_cast<Uint32>(milliseconds));
}

// The one that SDL_PollEvent will give next, if it is there already.
std::optional<SDL_Event> next_event() {
  SDL_Event next;
  const int count = SDL_PeepEvents(&next, 1, SDL_PEEKEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT);
  return count > 0 ? std::optional(next) : std::nullopt;
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
  FrameLoop loop(workspace, panels, seconds_now());
  Modifiers held;
  while (workspace.running()) {
    window.set_interface_scale(workspace.scale());
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
      if (event.type == EndSignals::event_type()) loop.take(EndEvent{});
      if (std::optional<InputEvent> input = translate(event, next_event(), held)) {
        if (auto* pointer = std::get_if<PointerEvent>(&*input)) pointer->at /= window.zoom();
        loop.take(*input);
      }
    }
    const double began = processor_seconds();
    if (loop.advance(seconds_now())) {
      if (SkCanvas* canvas = window.begin()) {
        if (window.take_pictures_lost()) panels.forget_pictures();
        loop.draw(*canvas, window.size(), window.scale());
        window.show(panels.changed());
        times.add(processor_seconds() - began);
      }
      window.set_title(workspace.title());
      window.set_cursor(panels.cursor());
      if (const std::optional<Box> caret = panels.text_caret()) window.show_typing_at(*caret);
    }
    if (workspace.running()) wait(loop.idle(seconds_now()));
  }
}

}  // namespace limber
