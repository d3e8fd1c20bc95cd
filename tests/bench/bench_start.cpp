// From the start of the program to a window that can be used: the real program on a screen of its own
// (Xvfb), drawn by the processor. "shown" is when the drawing is on the screen, "usable" when a curve
// that was clicked as soon as it was shown is seen to be selected. And how much memory the program has held at
// most when the largest of the examples was opened, played and pulled at.
//
//   bench_start [LIMBER [DRAWING]]    the program beside it, if none is named
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "tests/bench/rows.h"
#include "tests/places.h"

namespace {

constexpr int width = 1280, height = 800, starts = 11;
constexpr double goal = 0.5;     // seconds
constexpr double memory_goal = 200;  // MB
constexpr double give_up = 20;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

pid_t spawn(const std::vector<std::string>& command, int descriptor) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (descriptor >= 0) posix_spawn_file_actions_adddup2(&actions, descriptor, 3);
  pid_t process = 0;
  if (posix_spawnp(&process, words[0], &actions, nullptr, words.data(), environ) != 0) process = 0;
  posix_spawn_file_actions_destroy(&actions);
  return process;
}

void end(pid_t process) {
  kill(process, SIGTERM);
  waitpid(process, nullptr, 0);
}

// The number of the display it serves; empty: it did not start.
std::string start_screen(pid_t& server) {
  int ends[2];
  if (pipe(ends) != 0) return {};
  server = spawn({"Xvfb", "-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"},
                 ends[1]);
  close(ends[1]);
  std::string number;
  for (char c; read(ends[0], &c, 1) == 1 && c != '\n';) number += c;
  close(ends[0]);
  return number;
}

// The colours of some hundred places of the paper, where the welcome drawing is.
std::vector<unsigned long> seen(Display* display) {
  XImage* image = XGetImage(display, DefaultRootWindow(display), 0, 0, width, height, AllPlanes, ZPixmap);
  std::vector<unsigned long> out;
  for (int y = 60; image && y < height - 60; y += 9)
    for (int x = 60; x < width - 300; x += 9) out.push_back(XGetPixel(image, x, y));
  if (image) XDestroyImage(image);
  return out;
}

int colours(std::vector<unsigned long> pixels) {
  std::sort(pixels.begin(), pixels.end());
  return static_cast<int>(std::unique(pixels.begin(), pixels.end()) - pixels.begin());
}

template <class Holds>
double when(Holds holds, double began) {
  while (!holds() && now() - began < give_up) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return now() - began;
}

struct Start {
  double shown = 0, usable = 0, processor = 0;
  double memory = 0;  // the most it held, MB
};

double processor_of(const rusage& used) {
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

// It plays for some seconds, and a hand drags what it finds.
void work_on(Display* display) {
  const auto key = [&](unsigned long symbol) {
    for (const bool down : {true, false})
      XTestFakeKeyEvent(display, XKeysymToKeycode(display, symbol), down, 0);
    XFlush(display);
  };
  key(' ');
  std::this_thread::sleep_for(std::chrono::seconds(3));
  key(' ');
  for (int row = 0; row < 6; ++row) {
    const int y = 150 + 90 * row;
    XTestFakeMotionEvent(display, 0, 500, y, 0);
    XTestFakeButtonEvent(display, 1, 1, 0);
    for (int x = 500; x < 800; x += 10) {
      XTestFakeMotionEvent(display, 0, x, y + x / 20, 0);
      XFlush(display);
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    XTestFakeButtonEvent(display, 1, 0, 0);
    XFlush(display);
  }
  std::this_thread::sleep_for(std::chrono::seconds(2));
}

// The one with the longest file.
std::filesystem::path largest_example() {
  namespace fs = std::filesystem;
  fs::path largest;
  for (const auto& entry : fs::directory_iterator(fs::path(limber::data_folder()) / "drawings"))
    if (entry.path().extension() == ".limber" &&
        (largest.empty() || entry.file_size() > fs::file_size(largest)))
      largest = entry.path();
  return largest;
}

// A drawing has many colours, an empty paper with its grid a few.
Start start_once(Display* display, const std::vector<std::string>& command, bool works = false) {
  constexpr int of_a_drawing = 12;
  Start out;
  const double began = now();
  const pid_t process = spawn(command, -1);
  out.shown = when([&] { return colours(seen(display)) >= of_a_drawing; }, began);
  const std::vector<unsigned long> before = seen(display);
  XTestFakeKeyEvent(display, XKeysymToKeycode(display, 0xff56), 1, 0);  // PageDown: the first curve
  XTestFakeKeyEvent(display, XKeysymToKeycode(display, 0xff56), 0, 0);
  XFlush(display);
  out.usable = when([&] { return seen(display) != before; }, began);
  if (works) work_on(display);
  kill(process, SIGKILL);
  int status = 0;
  rusage used{};
  wait4(process, &status, 0, &used);
  out.processor = processor_of(used);
  out.memory = static_cast<double>(used.ru_maxrss) * 1024 / 1e6;
  // Until the window has gone from the screen.
  when([&] { return colours(seen(display)) < 3; }, now());
  return out;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int count, char** words) {
  pid_t server = 0;
  const std::string number = start_screen(server);
  if (number.empty()) return std::fprintf(stderr, "Xvfb did not start\n"), 1;
  setenv("DISPLAY", (":" + number).c_str(), 1);
  setenv("SDL_VIDEODRIVER", "x11", 1);
  char home[] = "/tmp/limber-start-XXXXXX";
  if (!mkdtemp(home)) return 1;
  setenv("LIMBER_HOME", home, 1);
  Display* display = XOpenDisplay(nullptr);
  if (!display) return std::fprintf(stderr, "no display\n"), 1;
  std::vector<std::string> command(words + 1, words + count);
  if (command.empty())
    command.push_back(std::filesystem::read_symlink("/proc/self/exe").parent_path() / "limber");
  start_once(display, command);  // reads the program into the system's memory
  std::vector<double> shown, usable, processor;
  for (int i = 0; i < starts; ++i) {
    const Start one = start_once(display, command);
    shown.push_back(one.shown), usable.push_back(one.usable), processor.push_back(one.processor);
  }
  const std::filesystem::path largest = largest_example();
  const double memory = start_once(display, {command[0], largest.string()}, true).memory;
  XCloseDisplay(display);
  end(server);
  std::printf("%d starts, median: shown %.3f s, usable %.3f s (goal %.1f%s), slowest %.3f s; %.3f s of the processor\n",
              starts, median(shown), median(usable), goal, median(usable) <= goal ? "" : ", MISSED",
              *std::max_element(usable.begin(), usable.end()), median(processor));
  limber::bench_row("start to usable window", median(usable), "s");
  std::printf("%s opened, played and pulled at: at most %.0f MB resident (goal %.0f%s)\n",
              largest.stem().c_str(), memory, memory_goal, memory <= memory_goal ? "" : ", MISSED");
  limber::bench_row("most memory with the largest example", memory, "MB");
  return 0;
}
