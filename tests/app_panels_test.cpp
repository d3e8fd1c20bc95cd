// The whole frame, drawn without a window.
#include <doctest/doctest.h>

#include "app/drawing/picture.h"
#include "app/panels/panels.h"
#include "tests/app_fixture.h"
#include "tests/golden_picture.h"
#include "tests/scratch_folder.h"

using namespace limber;

namespace {

struct Screen {
  Io io;
  Workspace workspace{fresh_document(), io};
  Panels panels{workspace};
  sk_sp<SkSurface> surface = SkSurfaces::Raster(SkImageInfo::MakeN32Premul(1280, 800));

  explicit Screen(const char* example) {
    frame();
    if (example) workspace.open_example(example);
    frame();
  }
  void frame() {
    for (int i = 0; i < 3; ++i) panels.draw(*surface->getCanvas(), Point(1280, 800), 1, 1.0 / 60);
  }
  bool pointer(PointerEvent::What what, Point at, Button button = Button::none) {
    PointerEvent event;
    event.what = what;
    event.at = at;
    event.button = button;
    const bool taken = panels.handle(event);
    if (!taken) workspace.editor().handle(event);
    return taken;
  }
  void click(Point at) {
    using What = PointerEvent::What;
    pointer(What::move, at);
    pointer(What::press, at, Button::left);
    pointer(What::release, at, Button::left);
    while (panels.wants_frame()) panels.draw(*surface->getCanvas(), Point(1280, 800), 1, 1.0 / 60);
  }
};

void check_golden(const std::string& name, SkSurface& surface) {
  const GoldenResult result = compare_with_golden(name, surface);
  CHECK_MESSAGE(result.same, result.words);
}

}  // namespace

TEST_CASE("the welcome frame looks as it did when it was looked at") {
  Screen screen("welcome.limber");
  check_golden("welcome", *screen.surface);
}

TEST_CASE("the welcome frame in dark colours, with a curve selected") {
  Screen screen("welcome.limber");
  Editor& editor = screen.workspace.editor();
  editor.set_theme(dark_theme());
  editor.document().selection.curves.insert(editor.document().world.bodies().at_slot(1));
  screen.frame();
  check_golden("welcome_dark", *screen.surface);
}

TEST_CASE(
    "events over a panel are not for the paper, and a drag that began on the paper stays there") {
  using What = PointerEvent::What;
  Screen screen("welcome.limber");
  CHECK(screen.pointer(What::move, Point(60, 100)));
  CHECK(!screen.pointer(What::move, Point(600, 400)));
  CHECK(!screen.pointer(What::press, Point(600, 400), Button::left));
  CHECK(!screen.pointer(What::move, Point(60, 100)));
  CHECK(!screen.pointer(What::release, Point(60, 100), Button::left));
  CHECK(screen.pointer(What::press, Point(60, 100), Button::left));
  CHECK(screen.pointer(What::move, Point(600, 400)));
  CHECK(screen.pointer(What::release, Point(600, 400), Button::left));
}

TEST_CASE("a click on a tool chooses it, even when press and release come in one frame") {
  Screen screen(nullptr);
  screen.click(Point(60, 116));
  CHECK(screen.workspace.editor().tool().command() == "tool.attach");
  screen.click(Point(60, 80));
  CHECK(screen.workspace.editor().tool().command() == "tool.pull");
}

TEST_CASE("a frame at rest wants no other") {
  Screen screen("welcome.limber");
  screen.frame();
  CHECK(!screen.panels.wants_frame());
  CHECK(!screen.workspace.editor().changed());
}

TEST_CASE("every dialog opens, is drawn, and closes with Esc") {
  for (const Dialog dialog : {Dialog::open, Dialog::save_as, Dialog::unsaved,
                              Dialog::changed_on_disk, Dialog::keys, Dialog::about}) {
    Screen screen("welcome.limber");
    screen.workspace.show(dialog);
    screen.frame();
    CHECK(screen.workspace.dialog() == dialog);
    KeyEvent escape;
    escape.key = key_escape;
    CHECK(screen.panels.handle(escape));
    screen.frame();
    CHECK(screen.workspace.dialog() == Dialog::none);
  }
}

TEST_CASE("a picture too large is refused before it is made") {
  PictureOptions options;
  options.width = 1000000;
  CHECK(!make_picture(fresh_document(), options));
  options.width = options.height = 30000;
  CHECK(!make_picture(fresh_document(), options));
}

namespace {
KeyEvent key(const char* name, bool down = true) {
  const Chord chord = parse_chord(name);
  KeyEvent event;
  event.down = down;
  event.key = chord.key;
  event.modifiers = chord.modifiers;
  return event;
}

// What a keyboard sends: press, what it types, release.
void type(Screen& screen, const std::string& text) {
  for (const char c : text) {
    KeyEvent event;
    event.key = c;
    screen.panels.handle(event);
    screen.panels.type(std::string(1, c));
    event.down = false;
    screen.panels.handle(event);
  }
}
void tap(Screen& screen, const char* name) {
  for (const bool down : {true, false})
    if (!screen.panels.handle(key(name, down))) screen.workspace.handle(key(name, down));
}
void settle(Screen& screen) {
  for (int i = 0; i < 200 && screen.panels.wants_frame(); ++i)
    screen.panels.draw(*screen.surface->getCanvas(), Point(1280, 800), 1, 1.0 / 60);
}
}  // namespace

TEST_CASE("menus open and run by keyboard alone") {
  Screen screen("welcome.limber");
  SUBCASE("F10, right to Edit, down to Select all") {
    tap(screen, "F10");
    settle(screen);
    tap(screen, "Right");
    settle(screen);
    tap(screen, "Down");
    settle(screen);
  }
  SUBCASE("a tap on Alt, right to Edit") {
    tap(screen, "Alt");
    settle(screen);
    tap(screen, "Right");
    settle(screen);
    tap(screen, "Down");
    settle(screen);
  }
  SUBCASE("Alt+E") {
    screen.panels.handle(key("Alt"));
    tap(screen, "Alt+E");
    screen.panels.handle(key("Alt", false));
    settle(screen);
  }
  // Undo, Redo and Delete are grey: the first that can be chosen is Select all.
  tap(screen, "Enter");
  settle(screen);
  CHECK(screen.workspace.editor().document().selection.curves.size() == 6);
}

TEST_CASE("a path typed at once after Ctrl+O or Ctrl+S arrives whole, in few frames") {
  const ScratchFolder folder;
  Screen screen("welcome.limber");
  const std::filesystem::path path = folder.path / "a" / "aabbccddee.limber";
  std::filesystem::create_directory(folder.path / "a");
  tap(screen, "Ctrl+Shift+S");
  type(screen, path.string());  // the name offered is selected: typing replaces it
  tap(screen, "Enter");
  int frames = 0;
  for (; frames < 100 && !std::filesystem::exists(path); ++frames)
    screen.panels.draw(*screen.surface->getCanvas(), Point(1280, 800), 1, 1.0 / 60);
  CHECK(frames < 12);
  settle(screen);
  CHECK(screen.workspace.dialog() == Dialog::none);
  CHECK(screen.workspace.path() == path);

  // A file that is there is asked about once; Enter twice writes over it.
  REQUIRE(atomic_write(folder.path / "other.limber", "{}", screen.io));
  tap(screen, "Ctrl+Shift+S");
  type(screen, (folder.path / "other").string());
  tap(screen, "Enter");
  settle(screen);
  CHECK(screen.workspace.dialog() == Dialog::save_as);
  CHECK(read_file(folder.path / "other.limber")->bytes == "{}");
  tap(screen, "Enter");
  settle(screen);
  CHECK(screen.workspace.dialog() == Dialog::none);
  CHECK(read_file(folder.path / "other.limber")->bytes.size() > 100);

  // What cannot be opened keeps the dialog open, to be mended.
  tap(screen, "Ctrl+O");
  type(screen, (folder.path / "missing.limber").string());
  tap(screen, "Enter");
  settle(screen);
  CHECK(screen.workspace.dialog() == Dialog::open);
  tap(screen, "Esc");
  settle(screen);
  CHECK(screen.workspace.dialog() == Dialog::none);
}

TEST_CASE("F2 goes to the numbers of the selected curve, Tab to the next") {
  Screen screen("welcome.limber");
  Editor& editor = screen.workspace.editor();
  CurveId wheel;
  editor.document().world.bodies().each([&](CurveId id, const Body& body) {
    if (body.curve.type->name == "circle") wheel = id;
  });
  REQUIRE(wheel);
  editor.document().selection.curves.insert(wheel);
  screen.frame();
  tap(screen, "F2");
  settle(screen);
  CHECK(screen.panels.typing());
  tap(screen, "Tab");
  settle(screen);
  type(screen, "7");
  tap(screen, "Enter");
  settle(screen);
  CHECK(editor.document().world.find(wheel)->q[1] == doctest::Approx(7));
}
