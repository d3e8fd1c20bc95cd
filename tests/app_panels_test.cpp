// The whole frame, drawn without a window.
#include <doctest/doctest.h>

#include "app/drawing/picture.h"
#include "app/panels/panels.h"
#include "tests/app_fixture.h"
#include "tests/golden_picture.h"

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
