// The real program on a screen of its own (Xvfb), driven by synthetic X events: what a person would
// do, and what a person would see.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <random>

#include "app/drawing/assets.h"
#include "app/edits/resolve.h"
#include "app/files/found_work.h"
#include "app/panels/layout.h"
#include "app/panels/panels.h"
#include "include/core/SkBitmap.h"
#include "include/core/SkSurface.h"
#include "tests/app_fixture.h"
#include "tests/kind_cases.h"
#include "tests/places.h"
#include "tests/scratch_folder.h"

// Last: X11 defines words that others use as names.
#include "tests/virtual_screen.h"
#include "tests/window_fixture.h"

using namespace limber;

namespace {

int wheel_slot(const Document& document) {
  int slot = -1;
  document.world->bodies().each([&](CurveId id, const Body& body) {
    if (body.curve.type->name == "circle") slot = static_cast<int>(id.index);
  });
  REQUIRE(slot >= 0);
  return slot;
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
    CHECK(Expected(before, view).appears(screen, 0.002));
  }

  SUBCASE("a pull moves the linkage, constraints hold, saving writes it, Ctrl+Q ends it") {
    REQUIRE(Expected(before, view).appears(screen, 0.01));
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
    CHECK(Expected(after, view).appears(screen, 0.002));
    CHECK(difference_on_paper(screen.picture(), before, view) > 0.002);

    // At rest it does nothing: the system counts in ticks of a hundredth of a second, and one may
    // have begun.
    screen.pause(1000);
    const double used = program.cpu_seconds();
    std::this_thread::sleep_for(std::chrono::seconds(4));
    CHECK(program.cpu_seconds() - used <= 1.5 / static_cast<double>(sysconf(_SC_CLK_TCK)));

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
    REQUIRE(Expected(before, view).appears(screen, 0.01));
    const Point target = rim + Point(-12, 9);
    screen.flick(camera.to_window(rim), camera.to_window(target));
    screen.pause(500);
    const Eigen::VectorXd q = saved_wheel();
    CHECK(std::abs((target - q.head<2>()).norm() - q[2]) < 1.5 * pixel);
  }

  SUBCASE("the wheel zooms in the middle of a pull, and the rim stays at the pointer") {
    REQUIRE(Expected(before, view).appears(screen, 0.01));
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
    REQUIRE(Expected(before, view).appears(screen, 0.01));
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

TEST_CASE("a drawing is exported from the window, and again by one key") {
  const ScratchFolder folder;
  const std::filesystem::path path = folder.path / "linkage.limber";
  Io io;
  REQUIRE(atomic_write(path, asset("welcome.limber"), io));
  VirtualScreen screen;
  Child program({limber_program(), path.string()},
                {"DISPLAY=" + screen.name, "HOME=" + folder.path.string(), "SDL_VIDEODRIVER=x11",
                 "PATH=/usr/bin:/bin"});
  const Document drawing = load(path);
  const View view = view_of(path);
  REQUIRE(Expected(drawing, view).appears(screen, 0.01));
  const auto written = [&](const char* name, const std::string& begin) {
    const std::filesystem::path file = folder.path / name;
    return wait_until(
        [&] {
          return std::filesystem::exists(file) && read_file(file)->bytes.starts_with(begin);
        },
        10);
  };
  for (const auto& [name, begin] : {std::pair<const char*, std::string>("plan.svg", "<?xml"),
                                    {"plan.pdf", "%PDF"},
                                    {"plan.png", "\x89PNG"},
                                    {"plan.webp", "RIFF"},
                                    {"plan.dxf", "  0\nSECTION"}}) {
    CAPTURE(name);
    screen.key(XK_e, true, true);
    screen.pause(300);
    screen.type(name);
    screen.key(XK_Return, false);
    CHECK(written(name, begin));
  }
  const std::string before = read_file(folder.path / "plan.dxf")->bytes;
  std::filesystem::remove(folder.path / "plan.dxf");
  screen.pause(300);  // the dialog goes once the file is there
  screen.key(XK_e, true);
  CHECK(written("plan.dxf", "  0\nSECTION"));
  CHECK(read_file(folder.path / "plan.dxf")->bytes == before);
  CHECK(read_file(path)->bytes == asset("welcome.limber"));
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
        60);
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

// An empty drawing came up, and nobody said why.
TEST_CASE("what cannot be opened is said in the window, on standard error and by the status") {
  const ScratchFolder folder;
  const std::filesystem::path broken = folder.path / "broken.limber",
                              said = folder.path / "said.txt";
  Io io;
  REQUIRE(atomic_write(broken, "{ no", io));
  VirtualScreen screen;
  const Expected empty(fresh_document(), View{});
  for (const auto& [file, status] :
       {std::pair(folder.path / "missing.limber", 1), std::pair(broken, 3)}) {
    CAPTURE(file.string());
    Child program({"sh", "-c", "exec " + limber_program() + " " + file.string() + " 2> " + said.string()},
                  {"DISPLAY=" + screen.name, "HOME=" + folder.path.string(), "SDL_VIDEODRIVER=x11",
                   "PATH=/usr/bin:/bin"});
    REQUIRE(window_is_drawn(screen));
    CHECK(wait_until([&] { return empty.difference(screen.picture()) > 0.005; }, 20));
    screen.key(XK_Return, false);
    CHECK(empty.appears(screen, 0.005));  // the sentence was read, and is gone
    screen.key(XK_q, true);
    CHECK(wait_until([&] { return program.ended(); }, 20));
    CHECK(program.exit_status == status);
    CHECK(read_file(said)->bytes.find(file.filename().string()) != std::string::npos);
    wait_until([&] { return screen.picture().getColor(width / 2, 4) == SK_ColorBLACK; }, 20);
  }
}

// ---- nothing is lost

namespace {

// A user who nudges a curve by the arrow keys, on a machine with a folder of its own.
struct Kills {
  ScratchFolder folder;
  std::filesystem::path path = folder.path / "linkage.limber";
  std::filesystem::path journals = folder.path / "home" / "state" / "journals";
  VirtualScreen screen;
  Io io;
  std::mt19937 random{1990};
  static constexpr int wheel = 4;  // the fourth curve: nothing holds it

  Kills() { REQUIRE(atomic_write(path, asset("welcome.limber"), io)); }

  std::unique_ptr<Child> start() {
    return std::make_unique<Child>(
        std::vector<std::string>{limber_program(), path.string()},
        std::vector<std::string>{"DISPLAY=" + screen.name,
                                 "LIMBER_HOME=" + (folder.path / "home").string(),
                                 "SDL_VIDEODRIVER=x11", "PATH=/usr/bin:/bin"});
  }
  void wait_for_window() {
    REQUIRE(Expected(load(path), view_of(path)).appears(screen, 0.01));
    for (int i = 0; i < wheel; ++i) screen.key(XK_Next, false);
    screen.pause(50);
  }
  // The drawing after so many presses, by the same keys without a window.
  std::string after(int presses) {
    Workspace workspace(fresh_document(), io);
    workspace.open(path);
    for (int i = 0; i < wheel; ++i) workspace.handle(key("PageDown"));
    for (int i = 0; i < presses; ++i) workspace.handle(key("Right"));
    workspace.editor().come_to_rest();
    return saved(workspace.editor().document());
  }
  bool journal_begun() const {
    for (const auto& entry : std::filesystem::directory_iterator(journals))
      if (entry.path().extension() == ".journal") return true;
    return false;
  }
  std::vector<FoundWork> found() { return find_work(journals, fresh_document(), 0, io); }

  // The drawing before these keys, and after each.
  std::vector<std::string> states(const std::string& keys) {
    Workspace workspace(fresh_document(), io);
    workspace.open(path);
    for (int i = 0; i < wheel; ++i) workspace.handle(key("PageDown"));
    std::vector<std::string> all{saved(workspace.editor().document())};
    for (const char one : keys) {
      workspace.handle(key(one == 'R' ? "Right" : one == 'z' ? "Ctrl+Z" : "Ctrl+Y"));
      workspace.editor().come_to_rest();
      all.push_back(saved(workspace.editor().document()));
    }
    return all;
  }
  Camera camera() { return camera_of(path); }
};

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The curve that is selected is nudged, and some of it is undone and done again, at moments that
// differ.
struct KeyWork {
  std::string pressed;  // R: Right, z and y with Ctrl
  std::vector<double> when;
  int depth = 0, undone = 0;

  void press(VirtualScreen& screen, char one) {
    screen.key(one == 'R' ? XK_Right : static_cast<KeySym>(one), one != 'R');
    pressed += one;
    when.push_back(seconds_now());
    depth += one == 'z' ? -1 : 1;
    undone = one == 'R' ? 0 : undone + (one == 'z' ? 1 : -1);
  }
  void work(VirtualScreen& screen, std::mt19937& random, double seconds) {
    for (const double begun = seconds_now(); seconds_now() - begun < seconds;) {
      const auto what = random() % 4;
      press(screen, what == 0 && depth > 1 ? 'z' : what == 1 && undone > 0 ? 'y' : 'R');
      screen.pause(static_cast<int>(random() % 60));
    }
  }
  int before(double time) const {
    int count = 0;
    for (const double one : when) count += one < time;
    return count;
  }
};

// The rim of the wheel is led to the left, steadily: where it is tells the time.
struct DragWork {
  Point begin;
  std::vector<std::pair<double, double>> way;  // when, and to which x
  void work(VirtualScreen& screen, const Camera& camera, double seconds) {
    screen.move(camera.to_window(begin));
    screen.button(true);
    const double begun = seconds_now();
    for (double x = begin.x(); seconds_now() - begun < seconds;) {
      x = begin.x() - 12 * (seconds_now() - begun);
      screen.move(camera.to_window(Point(x, begin.y())));
      way.emplace_back(seconds_now(), x);
    }
  }
  // Where it was before that time, and where it was last.
  std::pair<double, double> between(double time) const {
    double far = begin.x();
    for (const auto& [when, x] : way)
      if (when < time) far = x;
    return {far, way.back().second};
  }
};

}  // namespace

TEST_CASE("a window killed ten times amid the work loses nothing beyond 2 s") {
  Kills kills;
  VirtualScreen& screen = kills.screen;
  MESSAGE("seed 1990");
  for (int round = 0; round < 10; ++round) {
    CAPTURE(round);
    std::unique_ptr<Child> program = kills.start();
    kills.wait_for_window();
    // The last five rounds last longer than the 2 s by far.
    const double seconds =
        round < 5 ? 0.1 * round : 2.5 + 1.5 * static_cast<double>(kills.random() % 100) / 100;
    const bool drags = round >= 7;
    KeyWork keys;
    DragWork drag{Point(39, 18), {}};
    if (round == 9) screen.key(XK_space, false);  // the motor turns the linkage meanwhile
    if (!drags || round == 8) {
      keys.press(screen, 'R');
      REQUIRE(wait_until([&] { return kills.journal_begun(); }, 20));
    }
    if (round == 8) {  // back to before the journal began, and on
      screen.key(XK_z, true);
      keys = {};
      screen.pause(100);
    }
    if (drags) drag.work(screen, kills.camera(), seconds);
    if (!drags) keys.work(screen, kills.random, seconds);
    const double killed = seconds_now();
    program->send(SIGKILL);
    REQUIRE(wait_until([&] { return program->ended(); }, 5));
    CHECK(program->exit_status == 128 + SIGKILL);
    if (drags) screen.button(false);  // the screen outlives the window

    std::vector<FoundWork> found = kills.found();
    REQUIRE(found.size() == 1);
    CHECK(found[0].trouble == "");
    CHECK(found[0].origin.path == kills.path);
    const Document& recovered = found[0].drawing->document;
    if (drags) {
      const auto [far, near] = drag.between(killed - 2);
      const Eigen::VectorXd& q = recovered.world->find(recovered.find("wheel").as<Body>())->q;
      MESSAGE("dragged to ", near, ", recovered ", q[0] - q[2], ", at least to ", far);
      CHECK(q[0] - q[2] < far + 0.5);
      CHECK(q[0] - q[2] > near - 0.5);
      if (round == 9) CHECK(recovered.world->time > 0);
    } else {
      const std::vector<std::string> states = kills.states(keys.pressed);
      const std::string bytes = saved(recovered);
      int steps = static_cast<int>(states.size()) - 1;
      while (steps >= 0 && states[static_cast<std::size_t>(steps)] != bytes) --steps;
      const int sure = keys.before(killed - 2);
      MESSAGE(keys.pressed.size(), " presses, ", sure, " of them must be there, ", steps,
              " recovered");
      CHECK(steps >= sure);
      if (round >= 5) CHECK(sure > 0);
    }
    CHECK(read_file(kills.path)->bytes == asset("welcome.limber"));
    found[0].journal.remove();
  }
}

TEST_CASE("the next start after a kill offers the work, and Enter and Ctrl+S bring it to its file") {
  Kills kills;
  VirtualScreen& screen = kills.screen;
  int signal = SIGKILL, status = 128 + SIGKILL;
  SUBCASE("killed") {}
  SUBCASE("told to end") { status = 128 + (signal = SIGTERM); }
  SUBCASE("its terminal closed") { status = 128 + (signal = SIGHUP); }
  SUBCASE("interrupted") { status = 128 + (signal = SIGINT); }
  SUBCASE("aborted by a fault of its own") { status = 128 + (signal = SIGABRT); }
  {
    std::unique_ptr<Child> program = kills.start();
    kills.wait_for_window();
    for (int i = 0; i < 3; ++i) screen.key(XK_Right, false);
    screen.pause(400);
    program->send(signal);
    REQUIRE(wait_until([&] { return program->ended(); }, 20));
    CHECK(program->exit_status == status);
  }
  const std::string expected = kills.after(3);
  {
    const std::vector<FoundWork> found = kills.found();
    REQUIRE(found.size() == 1);
    CHECK(saved(found[0].drawing->document) == expected);
    // Told to end it leaves all of the work, and says so; else what the journal had by then.
    const bool crash = signal == SIGKILL || signal == SIGABRT;
    CHECK((found[0].left_by == LeftBy::crash) == crash);
  }
  if (signal != SIGKILL && signal != SIGTERM) return;  // the rest is the same
  std::unique_ptr<Child> program = kills.start();
  REQUIRE(window_is_drawn(screen));
  screen.pause(600);  // the question comes with the first frames
  screen.key(XK_Return, false);
  screen.pause(400);
  screen.key(XK_s, true);
  REQUIRE(wait_until([&] { return read_file(kills.path)->bytes != asset("welcome.limber"); }, 10));
  CHECK(saved(load(kills.path)) == expected);
  screen.key(XK_q, true);
  CHECK(wait_until([&] { return program->ended(); }, 10));
  CHECK(program->exit_status == 0);
  CHECK(std::filesystem::is_empty(kills.journals));
}

// ---- constraining

namespace {

// A drawing on its way through the real window, with its file.
struct Bench {
  ScratchFolder folder;
  std::filesystem::path path = folder.path / "bench.limber";
  VirtualScreen screen;
  Io io;
  std::unique_ptr<Child> program;
  std::string written;
  Camera camera;

  void write_preferences(const std::string& json) {
    const std::filesystem::path config = folder.path / ".config" / "limber";
    std::filesystem::create_directories(config);
    REQUIRE(atomic_write(config / "preferences.json", json, io));
  }
  void open(const Document& document, const View& view) {
    written = saved(document, view);
    REQUIRE(atomic_write(path, written, io));
    camera = camera_of(path);
    program = std::make_unique<Child>(
        std::vector<std::string>{limber_program(), path.string()},
        std::vector<std::string>{"DISPLAY=" + screen.name, "HOME=" + folder.path.string(),
                                 "SDL_VIDEODRIVER=x11", "PATH=/usr/bin:/bin"});
    REQUIRE(Expected(document, view).appears(screen, 0.01));
  }
  void click(const Point& paper, unsigned button = 1) {
    screen.click(camera.to_window(paper), button);
  }
  Document save() {
    screen.pause(200);
    screen.key(XK_s, true);
    REQUIRE(wait_until([&] { return read_file(path)->bytes != written; }, 10));
    written = read_file(path)->bytes;
    return load(path);
  }
};

std::string named(std::string text, const std::string& prefix) {
  for (std::size_t at = text.find('$'); at != text.npos; at = text.find('$', at))
    text.replace(at, 1, prefix);
  return text;
}

}  // namespace

// Every kind has its cell of one drawing and a key of its own; a person makes one after the other.
TEST_CASE("every kind of constraint is made in the window, by a key and clicks on what it asks for") {
  constexpr int columns = 8;
  constexpr std::size_t plain_keys = 36;  // letters and digits; then letters with Shift
  const std::vector<KindCase>& cases = kind_cases();
  const auto cell = [](std::size_t number) {
    return Point(40.0 * static_cast<double>(number % columns),
                 -30.0 * static_cast<double>(number / columns));
  };
  Document document = fresh_document();
  // Their usual keys are ours.
  std::string keys = "\"edit.copy_picture\": [\"Ctrl+Alt+F12\"], \"edit.history\": [\"Ctrl+Alt+F11\"]";
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::string prefix = "x" + std::to_string(i);
    std::string curves;
    for (const char* line : cases[i].draw) do_edit(document, named(line, prefix));
    for (const char* name : {"$a", "$b", "$c"})
      if (document.find(named(name, prefix))) curves += " " + named(name, prefix);
    do_edit(document, "move" + curves + " by " + std::to_string(cell(i).x()) + " " +
                          std::to_string(cell(i).y()));
    const std::size_t k = i % plain_keys;
    const char key = static_cast<char>(k < 26 ? 'A' + k : '0' + (k - 26));
    keys += ", \"constrain." + std::string(cases[i].kind) + "\": [\"Ctrl+" +
            (i < plain_keys ? "" : "Shift+") + "Alt+" + key + "\"]";
  }
  Bench bench;
  bench.write_preferences("{\"keys\": {" + keys + "}}");
  const View view{Point(138, -75), 2.45};
  bench.open(document, view);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::size_t k = i % plain_keys;
    const auto letter = static_cast<KeySym>(k < 26 ? 'a' + k : '0' + (k - 26));
    bench.screen.key(letter, true, i >= plain_keys, true);
    for (const char* click : cases[i].clicks) {
      const std::string text = named(click, "x" + std::to_string(i));
      const Result<Point> at = place_in(document, text);
      REQUIRE(at);
      bench.click(text[0] == '(' ? Point(*at + cell(i)) : *at);
    }
    bench.screen.pause(60);
    bench.screen.key(XK_Return, false);  // the number as it is
    bench.screen.pause(60);
  }
  bench.screen.key(XK_Escape, false);
  bench.screen.key(XK_Escape, false);
  bench.screen.move(Point(600, 60));
  const Document after = bench.save();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    CAPTURE(std::string(cases[i].kind));
    std::set<CurveId> curves;
    for (const char* name : {"a", "b", "c"})
      if (const ThingId id = after.find("x" + std::to_string(i) + name)) curves.insert(id.as<Body>());
    bool found = false;
    after.world->constraints().each([&](ConstraintId, const Constraint& constraint) {
      found = found || (constraint.kind->name == cases[i].kind &&
                        rides_on(after.world, constraint, curves));
    });
    CHECK(found);
  }
  CHECK(Expected(after, view_of(bench.path)).appears(bench.screen, 0.002));
}
