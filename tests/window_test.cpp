// The real program on a screen of its own (Xvfb), driven by synthetic X events: what a person would
// do, and what a person would see.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <sstream>
#include <thread>

#include "app/drawing/assets.h"
#include "app/panels/layout.h"
#include "app/panels/panels.h"
#include "include/core/SkBitmap.h"
#include "include/core/SkSurface.h"
#include "tests/app_fixture.h"
#include "tests/places.h"
#include "tests/scratch_folder.h"

// Last: X11 defines words that others use as names.
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#undef None
#undef Bool
#undef Status

using namespace limber;

namespace {

constexpr int width = 1280, height = 800;

bool wait_until(const std::function<bool()>& holds, double seconds) {
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
  bool ended() {
    int status = 0;
    if (process_ > 0 && waitpid(process_, &status, WNOHANG) == process_) {
      exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
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
  // All within one frame, as a quick hand does it: the modifiers must be those of the moment.
  void key(KeySym symbol, bool ctrl, bool shift = false) {
    if (ctrl) press(XK_Control_L, true);
    if (shift) press(XK_Shift_L, true);
    press(symbol, true);
    press(symbol, false);
    if (shift) press(XK_Shift_L, false);
    if (ctrl) press(XK_Control_L, false);
    flush();
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

Document load(const std::filesystem::path& path) {
  const Result<FileText> file = read_file(path);
  REQUIRE(file);
  const Result<Document> document = from_json(file->bytes, fresh_document());
  REQUIRE_MESSAGE(document, sentence(document.error()));
  return *document;
}

View view_of(const std::filesystem::path& path) {
  View view;
  const Result<FileText> file = read_file(path);
  REQUIRE(file);
  REQUIRE(from_json(file->bytes, fresh_document(), &view));
  return view;
}

// How the program looks at a document it opened.
Camera camera_of(const std::filesystem::path& path) {
  Camera camera;
  camera.set_view(free_view(Point(width, height)));
  const View view = view_of(path);
  camera.look_at(view.center, view.scale);
  return camera;
}

int wheel_slot(const Document& document) {
  int slot = -1;
  document.world->bodies().each([&](CurveId id, const Body& body) {
    if (body.curve.type->name == "circle") slot = static_cast<int>(id.index);
  });
  REQUIRE(slot >= 0);
  return slot;
}

// How many pixels of the free paper differ from the same frame drawn without a window.
double difference_on_paper(const SkBitmap& seen, const Document& document, const View& view) {
  Io io;
  Workspace workspace(fresh_document(), io);
  workspace.editor().open(document, view);
  Panels panels(workspace);
  const sk_sp<SkSurface> surface = SkSurfaces::Raster(SkImageInfo::MakeN32Premul(width, height));
  for (int i = 0; i < 3; ++i) panels.draw(*surface->getCanvas(), Point(width, height), 1, 1.0 / 60);
  SkPixmap drawn;
  REQUIRE(surface->peekPixels(&drawn));
  const Box paper = free_view(Point(width, height));
  int different = 0, all = 0;
  for (int y = static_cast<int>(paper.min().y()); y < static_cast<int>(paper.max().y()); ++y)
    for (int x = static_cast<int>(paper.min().x()); x < static_cast<int>(paper.max().x());
         ++x, ++all) {
      const SkColor a = seen.getColor(x, y), b = drawn.getColor(x, y);
      const int apart =
          std::abs(static_cast<int>(SkColorGetG(a)) - static_cast<int>(SkColorGetG(b)));
      different += apart > 24;
    }
  return static_cast<double>(different) / all;
}

}  // namespace

TEST_CASE("the program opens a drawing, a curve is pulled, the file and the screen show it") {
  const ScratchFolder folder;
  const std::filesystem::path path = folder.path / "linkage.limber";
  Io io;
  REQUIRE(atomic_write(path, asset("welcome.limber"), io));
  const Document before = load(path);
  const CurveId crank = before.world->bodies().at_slot(0);
  const View view = view_of(path);
  const Camera camera = camera_of(path);
  const double scale_before = camera.scale();
  const Point joint = end_of(before.world, crank, 1);

  VirtualScreen screen;
  Child program({limber_program(), path.string()},
                {"DISPLAY=" + screen.name, "HOME=" + folder.path.string(), "SDL_VIDEODRIVER=x11",
                 "PATH=/usr/bin:/bin"});

  SUBCASE("what is on the screen is what is drawn without one") {
    CHECK(wait_until([&] { return difference_on_paper(screen.picture(), before, view) < 0.002; }, 20));
  }

  SUBCASE("a pull moves the linkage, constraints hold, saving writes it, Ctrl+Q ends it") {
    REQUIRE(wait_until([&] { return difference_on_paper(screen.picture(), before, view) < 0.01; }, 20));
    const Point target = joint + Point(9, -7);
    screen.drag(camera.to_window(joint), camera.to_window(target), 20);
    screen.move(Point(600, 90));
    std::this_thread::sleep_for(std::chrono::milliseconds(800));
    screen.key(XK_s, true);
    REQUIRE(wait_until([&] { return read_file(path)->bytes != asset("welcome.limber"); }, 10));
    const Document after = load(path);
    const Point moved = end_of(after.world, after.world->bodies().at_slot(0), 1);
    CHECK((moved - joint).norm() > 3);
    CHECK((moved - target).norm() < (joint - target).norm());
    after.world->constraints().each([&](ConstraintId, const Constraint& constraint) {
      if (!is_attachment(constraint)) return;
      Point a, b;
      REQUIRE(place_of(after.world, *after.world->find(constraint.on[0].connector), a));
      REQUIRE(place_of(after.world, *after.world->find(constraint.on[1].connector), b));
      CHECK((a - b).norm() < 1e-6);
    });
    CHECK(difference_on_paper(screen.picture(), after, view) < 0.002);
    CHECK(difference_on_paper(screen.picture(), before, view) > 0.002);

    const double used = program.cpu_seconds();
    std::this_thread::sleep_for(std::chrono::seconds(2));
    CHECK(program.cpu_seconds() - used < 0.1);  // at rest it does nothing

    screen.key(XK_q, true);
    CHECK(wait_until([&] { return program.ended(); }, 10));
    CHECK(program.exit_status == 0);
  }

  const auto saved_wheel = [&] {
    screen.move(Point(600, 90));
    screen.pause(300);
    screen.key(XK_s, true);
    REQUIRE(wait_until([&] { return read_file(path)->bytes != asset("welcome.limber"); }, 10));
    const Document after = load(path);
    return after.world->find(after.world->bodies().at_slot(wheel_slot(after)))->q;
  };
  const int slot = wheel_slot(before);
  const Eigen::VectorXd wheel = before.world->find(before.world->bodies().at_slot(slot))->q;
  const Point rim = wheel.head<2>() + Point(wheel[2], 0);
  const double pixel = 1 / camera.scale();

  SUBCASE("a flick, all in one frame, pulls the rim to where it was let go") {
    REQUIRE(wait_until([&] { return difference_on_paper(screen.picture(), before, view) < 0.01; }, 20));
    const Point target = rim + Point(-12, 9);
    screen.flick(camera.to_window(rim), camera.to_window(target));
    screen.pause(500);
    const Eigen::VectorXd q = saved_wheel();
    CHECK(std::abs((target - q.head<2>()).norm() - q[2]) < 1.5 * pixel);
  }

  SUBCASE("the wheel zooms in the middle of a pull, and the rim stays at the pointer") {
    REQUIRE(wait_until([&] { return difference_on_paper(screen.picture(), before, view) < 0.01; }, 20));
    const Point target = rim + Point(-12, 9);
    screen.move(camera.to_window(rim));
    screen.button(true);
    screen.move(camera.to_window(target));
    screen.pause(100);
    for (int i = 0; i < 4; ++i) screen.wheel_up();
    screen.pause(200);
    screen.button(false);
    const Eigen::VectorXd q = saved_wheel();
    CHECK(view_of(path).scale > 1.5 * scale_before);
    CHECK(std::abs((target - q.head<2>()).norm() - q[2]) < 1.5 * pixel);
  }

  SUBCASE("Ctrl+N in the middle of a pull asks first; the pull is kept, the program lives") {
    REQUIRE(wait_until([&] { return difference_on_paper(screen.picture(), before, view) < 0.01; }, 20));
    screen.move(camera.to_window(rim));
    screen.button(true);
    screen.move(camera.to_window(rim + Point(-12, 9)));
    screen.pause(100);
    screen.key(XK_n, true);
    screen.pause(300);
    screen.button(false);
    screen.key(XK_Escape, false);
    screen.pause(500);
    const Eigen::VectorXd q = saved_wheel();
    CHECK((q - wheel).norm() > 3);
    CHECK(!program.ended());
  }
}

TEST_CASE("the colours chosen in the window are those of the next start") {
  const ScratchFolder folder;
  VirtualScreen screen;
  const auto start = [&] {
    return std::make_unique<Child>(
        std::vector<std::string>{limber_program()},
        std::vector<std::string>{"DISPLAY=" + screen.name, "HOME=" + folder.path.string(),
                                 "SDL_VIDEODRIVER=x11", "PATH=/usr/bin:/bin"});
  };
  const auto panels_are = [&](const Theme& theme) {
    const Point status_line(700, height - 4);
    return wait_until(
        [&] {
          return screen.picture().getColor(static_cast<int>(status_line.x()),
                                           static_cast<int>(status_line.y())) == theme.panel;
        },
        20);
  };
  auto program = start();
  REQUIRE(panels_are(light_theme()));
  screen.move(Point(600, 300));
  screen.key(XK_l, true, true);
  REQUIRE(panels_are(dark_theme()));
  program.reset();
  const Result<FileText> file = read_file(folder.path / ".config/limber/preferences.json");
  REQUIRE(file);
  CHECK(file->bytes.find("\"theme\": \"dark\"") != std::string::npos);
  program = start();
  CHECK(panels_are(dark_theme()));
}
