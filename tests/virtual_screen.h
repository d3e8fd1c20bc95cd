// A screen of its own (Xvfb) with a mouse and a keyboard of synthetic X events, and processes that end
// with the test.
#pragma once

#include <doctest/doctest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "curves/curve.h"
#include "include/core/SkBitmap.h"
#include "include/core/SkColorPriv.h"

#include <X11/XKBlib.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#undef None
#undef Bool
#undef Status

namespace limber {

inline constexpr int width = 1280, height = 800;

inline bool wait_until(const std::function<bool()>& holds, double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (std::chrono::steady_clock::now() < end) {
    if (holds()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return holds();
}

// A process that is ended with the test.
class Child {
 public:
  Child(const std::vector<std::string>& command, const std::vector<std::string>& environment,
        int pass_descriptor = -1) {
    std::vector<char*> arguments, variables;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    for (const std::string& word : environment)
      variables.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    variables.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (pass_descriptor >= 0) posix_spawn_file_actions_adddup2(&actions, pass_descriptor, 3);
    const int status = posix_spawnp(&process_, arguments[0], &actions, nullptr, arguments.data(),
                                    variables.data());
    posix_spawn_file_actions_destroy(&actions);
    REQUIRE_MESSAGE(status == 0, "cannot start ", command[0]);
  }
  ~Child() {
    if (process_ <= 0) return;
    kill(process_, SIGTERM);
    if (!wait_until([&] { return ended(); }, 5)) {
      kill(process_, SIGKILL);
      waitpid(process_, nullptr, 0);
    }
  }
  void send(int signal) { kill(process_, signal); }
  bool ended() {
    int status = 0;
    if (process_ > 0 && waitpid(process_, &status, WNOHANG) == process_) {
      exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      process_ = 0;
    }
    return process_ == 0;
  }
  // Processor time used so far, in seconds.
  double cpu_seconds() const {
    std::ifstream file("/proc/" + std::to_string(process_) + "/stat");
    std::string text((std::istreambuf_iterator<char>(file)), {});
    std::istringstream fields(text.substr(text.rfind(')') + 2));
    std::string skipped;
    for (int i = 0; i < 11; ++i) fields >> skipped;
    double user = 0, system = 0;
    fields >> user >> system;
    return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
  }
  int exit_status = -2;

 private:
  pid_t process_ = 0;
};

class VirtualScreen {
 public:
  VirtualScreen() {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    server_ = std::make_unique<Child>(
        std::vector<std::string>{"Xvfb", "-displayfd", "3", "-screen", "0",
                                 std::to_string(width) + "x" + std::to_string(height) + "x24",
                                 "-nolisten", "tcp"},
        std::vector<std::string>{"PATH=/usr/bin:/bin"}, ends[1]);
    close(ends[1]);
    // The number of the display and a line end, in one piece or in two.
    std::string number;
    for (char c; read(ends[0], &c, 1) == 1 && c != '\n';) number += c;
    close(ends[0]);
    REQUIRE_MESSAGE(!number.empty(), "Xvfb did not start");
    name = ":" + number;
    display_ = XOpenDisplay(name.c_str());
    REQUIRE(display_);
    move(Point(width / 2, height - 4));  // of a window the status line: nothing is pointed at
  }
  ~VirtualScreen() {
    if (display_) XCloseDisplay(display_);
  }

  void move(const Point& at) {
    XTestFakeMotionEvent(display_, 0, static_cast<int>(at.x() + 0.5),
                         static_cast<int>(at.y() + 0.5), 0);
    flush();
  }
  void button(bool down, unsigned which = 1) {
    XTestFakeButtonEvent(display_, which, down, 0);
    flush();
  }
  void wheel_up() {
    button(true, 4);
    button(false, 4);
  }
  // Press, move and release in one go: the program sees them in one frame.
  void flick(const Point& from, const Point& to) {
    move(from);
    XTestFakeButtonEvent(display_, 1, 1, 0);
    XTestFakeMotionEvent(display_, 0, static_cast<int>(to.x() + 0.5),
                         static_cast<int>(to.y() + 0.5), 0);
    XTestFakeButtonEvent(display_, 1, 0, 0);
    flush();
  }
  void pause(int milliseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  }
  void drag(const Point& from, const Point& to, int steps) {
    move(from);
    button(true);
    for (int i = 1; i <= steps; ++i) move(from + (to - from) * i / steps);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    button(false);
  }
  void click(const Point& at, unsigned which = 1) {
    move(at);
    button(true, which);
    button(false, which);
  }
  // All within one frame, as a quick hand does it: the modifiers must be those of the moment.
  void key(KeySym symbol, bool ctrl, bool shift = false, bool alt = false) {
    const std::pair<KeySym, bool> held[] = {
        {XK_Control_L, ctrl}, {XK_Shift_L, shift}, {XK_Alt_L, alt}};
    for (const auto& [modifier, on] : held)
      if (on) press(modifier, true);
    press(symbol, true);
    press(symbol, false);
    for (const auto& [modifier, on] : held)
      if (on) press(modifier, false);
    flush();
  }
  void hold(KeySym modifier, bool down) {
    press(modifier, down);
    flush();
  }
  // With Shift where the keyboard has the character so.
  void type(std::string_view text) {
    for (const char c : text) {
      const KeySym symbol = static_cast<KeySym>(c);
      const KeyCode code = XKeysymToKeycode(display_, symbol);
      key(symbol, false, XkbKeycodeToKeysym(display_, code, 0, 0) != symbol);
    }
  }

  SkBitmap picture() {
    XSync(display_, 0);
    XImage* image =
        XGetImage(display_, DefaultRootWindow(display_), 0, 0, width, height, AllPlanes, ZPixmap);
    REQUIRE(image);
    SkBitmap bitmap;
    bitmap.allocPixels(SkImageInfo::MakeN32Premul(width, height));
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        *bitmap.getAddr32(x, y) =
            SkPreMultiplyColor(0xff000000u | static_cast<SkColor>(XGetPixel(image, x, y)));
    XDestroyImage(image);
    return bitmap;
  }
  std::string name;

 private:
  void press(KeySym symbol, bool down) {
    XTestFakeKeyEvent(display_, XKeysymToKeycode(display_, symbol), down, 0);
  }
  void flush() {
    XFlush(display_);
    std::this_thread::sleep_for(std::chrono::milliseconds(16));
  }
  std::unique_ptr<Child> server_;
  Display* display_ = nullptr;
};

}  // namespace limber
