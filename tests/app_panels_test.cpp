// The whole frame, drawn without a window.
#include <doctest/doctest.h>

#include "app/drawing/picture.h"
#include "tests/golden_picture.h"
#include "tests/scratch_folder.h"
#include "tests/screen.h"

using namespace limber;

namespace {

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
  editor.selection().add(editor.world().bodies().at_slot(1));
  screen.settle();
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
  screen.click(Point(60, 152));
  CHECK(screen.workspace.editor().tool().command() == "tool.attach");
  screen.click(Point(60, 80));
  CHECK(screen.workspace.editor().tool().command() == "tool.pull");
}

TEST_CASE("a frame at rest wants no other") {
  Screen screen("welcome.limber");
  screen.settle();
  CHECK(!screen.panels.wants_frame());
  CHECK(!screen.workspace.editor().changed());
}

TEST_CASE("every dialog opens, is drawn, and closes with Esc") {
  for (const Dialog dialog :
       {Dialog::open, Dialog::save_as, Dialog::export_as, Dialog::unsaved, Dialog::changed_on_disk, Dialog::notice,
        Dialog::keys, Dialog::preferences, Dialog::about}) {
    Screen screen("welcome.limber");
    screen.workspace.show(dialog);
    screen.settle();
    CHECK(screen.workspace.dialog() == dialog);
    screen.press("Esc");
    screen.settle();
    CHECK(screen.workspace.dialog() == Dialog::none);
  }
}

TEST_CASE("the export dialog looks as it did when it was looked at") {
  // Where the dialog begins to look is the folder this runs in: one that is everywhere.
  const std::filesystem::path here = std::filesystem::current_path();
  std::filesystem::current_path("/");
  for (const bool dark : {false, true}) {
    Screen screen("jansen-leg.limber");
    if (dark) screen.workspace.editor().set_theme(dark_theme());
    screen.press("Ctrl+Shift+E");
    screen.settle();
    check_golden(dark ? "export_dark" : "export", *screen.surface);
  }
  std::filesystem::current_path(here);
}

TEST_CASE("an export is typed in one go: Ctrl+Shift+E, a name, Enter; a file is asked about once") {
  const ScratchFolder folder;
  Screen screen("welcome.limber");
  const std::filesystem::path file = folder.path / "linkage.svg";
  screen.press("Ctrl+Shift+E");
  screen.type(file.string());
  screen.press("Enter");
  screen.settle();
  CHECK(screen.workspace.dialog() == Dialog::none);
  REQUIRE(std::filesystem::exists(file));
  CHECK(read_file(file)->bytes.starts_with("<?xml"));
  // The name decides about the format.
  screen.press("Ctrl+Shift+E");
  screen.type((folder.path / "linkage.pdf").string());
  screen.press("Enter");
  screen.settle();
  CHECK(read_file(folder.path / "linkage.pdf")->bytes.starts_with("%PDF"));
  CHECK(screen.workspace.export_choices().ending == ".pdf");
  // A name without an ending gets the last one; what is there is asked about.
  REQUIRE(atomic_write(folder.path / "mine.pdf", "mine", screen.io));
  screen.press("Ctrl+Shift+E");
  screen.type((folder.path / "mine").string());
  screen.press("Enter");
  screen.settle();
  CHECK(read_file(folder.path / "mine.pdf")->bytes == "mine");
  screen.press("Enter");
  screen.settle();
  CHECK(screen.workspace.dialog() == Dialog::none);
  CHECK(read_file(folder.path / "mine.pdf")->bytes.starts_with("%PDF"));
  // What does not work is told in the dialog.
  screen.press("Ctrl+Shift+E");
  screen.type((folder.path / "no" / "such.pdf").string());
  screen.press("Enter");
  screen.settle();
  CHECK(screen.workspace.dialog() == Dialog::export_as);
}

TEST_CASE("how near curves are to their formulas is a field of the export dialog, and remembered") {
  const ScratchFolder folder;
  Screen screen("welcome.limber");
  const auto within = [&](const char* number) {
    screen.press("Ctrl+Shift+E");
    screen.settle();
    screen.click(Point(829, 392));
    screen.settle();
    screen.press("Ctrl+A");
    screen.type(number);
    screen.press("Enter");
    screen.settle();
  };
  const auto written = [&](const char* name) {
    screen.click(Point(600, 528));
    screen.settle();
    screen.press("Ctrl+A");
    screen.type((folder.path / name).string());
    screen.press("Enter");
    screen.settle();
    CHECK(screen.workspace.dialog() == Dialog::none);
    return screen.workspace.editor().message();
  };
  within("0.5");
  CHECK(written("coarse.svg").find("(0.5 mm allowed)") != std::string::npos);
  CHECK(screen.workspace.export_choices().tolerance == 0.5);
  // Zero is no accuracy: told, and the field is as it was.
  within("0");
  CHECK(written("again.svg").find("(0.5 mm allowed)") != std::string::npos);
  within("0.001");
  CHECK(written("fine.svg").find("(0.001 mm allowed)") != std::string::npos);
}

TEST_CASE("a film is exported while the window goes on, can be stopped, and again by one key") {
  const ScratchFolder folder;
  Screen screen("four-bar.limber");
  const std::filesystem::path file = folder.path / "round.gif";
  const auto begin = [&](const std::filesystem::path& to) {
    screen.press("Ctrl+Shift+E");
    screen.settle();
    screen.type(to.string());
    screen.press("Enter");
  };
  begin(file);
  screen.settle();  // its frames go on until it is written
  CHECK(screen.workspace.dialog() == Dialog::none);
  REQUIRE(std::filesystem::exists(file));
  CHECK(read_file(file)->bytes.starts_with("GIF89a"));
  CHECK(screen.workspace.editor().message().find("going round") != std::string::npos);
  const std::string first = read_file(file)->bytes;
  std::filesystem::remove(file);
  screen.press("Ctrl+E");
  screen.settle();
  CHECK(screen.workspace.dialog() == Dialog::none);
  CHECK(read_file(file)->bytes == first);
  // Esc in the middle of it: nothing is written.
  begin(folder.path / "stopped.apng");
  CHECK(screen.workspace.dialog() == Dialog::export_as);
  screen.press("Esc");
  screen.settle();
  CHECK(screen.workspace.dialog() == Dialog::none);
  CHECK(!std::filesystem::exists(folder.path / "stopped.apng"));
}

TEST_CASE("a picture too large is refused before it is made") {
  PictureOptions options;
  options.width = 1000000;
  CHECK(!make_picture(fresh_document(), options));
  options.width = options.height = 30000;
  CHECK(!make_picture(fresh_document(), options));
}

TEST_CASE("menus open and run by keyboard alone") {
  Screen screen("welcome.limber");
  SUBCASE("F10, right to Edit, down to Select all") {
    screen.press("F10");
    screen.settle();
    screen.press("Right");
    screen.settle();
    screen.press("Down");
    screen.settle();
  }
  SUBCASE("a tap on Alt, right to Edit") {
    screen.press("Alt");
    screen.settle();
    screen.press("Right");
    screen.settle();
    screen.press("Down");
    screen.settle();
  }
  SUBCASE("Alt+E") {
    screen.key("Alt", true);
    screen.press("Alt+E");
    screen.key("Alt", false);
    screen.settle();
  }
  // Undo, Redo, Cut, Copy, Duplicate and Delete are grey: after Copy as SVG, Copy as picture and Paste
  // comes Select all.
  for (int entry = 0; entry < 3; ++entry) {
    screen.press("Down");
    screen.settle();
  }
  screen.press("Enter");
  screen.settle();
  CHECK(screen.workspace.editor().selection().curves().size() == 6);
}

TEST_CASE("a path typed at once after Ctrl+O or Ctrl+S arrives whole, in few frames") {
  const ScratchFolder folder;
  Screen screen("welcome.limber");
  const std::filesystem::path path = folder.path / "a" / "aabbccddee.limber";
  std::filesystem::create_directory(folder.path / "a");
  screen.press("Ctrl+Shift+S");
  screen.type(path.string());  // the name offered is selected: typing replaces it
  screen.press("Enter");
  int frames = 0;
  for (; frames < 100 && !std::filesystem::exists(path); ++frames) screen.draw();
  CHECK(frames < 12);
  screen.settle();
  CHECK(screen.workspace.dialog() == Dialog::none);
  CHECK(screen.workspace.path() == path);

  // A file that is there is asked about once; Enter twice writes over it.
  REQUIRE(atomic_write(folder.path / "other.limber", "{}", screen.io));
  screen.press("Ctrl+Shift+S");
  screen.type((folder.path / "other").string());
  screen.press("Enter");
  screen.settle();
  CHECK(screen.workspace.dialog() == Dialog::save_as);
  CHECK(read_file(folder.path / "other.limber")->bytes == "{}");
  screen.press("Enter");
  screen.settle();
  CHECK(screen.workspace.dialog() == Dialog::none);
  CHECK(read_file(folder.path / "other.limber")->bytes.size() > 100);

  // What cannot be opened keeps the dialog open, to be mended.
  screen.press("Ctrl+O");
  screen.type((folder.path / "missing.limber").string());
  screen.press("Enter");
  screen.settle();
  CHECK(screen.workspace.dialog() == Dialog::open);
  screen.press("Esc");
  screen.settle();
  CHECK(screen.workspace.dialog() == Dialog::none);
}

namespace {

CurveId wheel_of(const Editor& editor) {
  CurveId wheel;
  editor.world().bodies().each([&](CurveId id, const Body& body) {
    if (body.curve.type->name == "circle") wheel = id;
  });
  REQUIRE(wheel);
  return wheel;
}

// The wheel is selected, and its first number is typed wrong.
void make_mistake(Screen& screen) {
  screen.editor().selection().add(wheel_of(screen.editor()));
  screen.settle();
  screen.press("F2");
  screen.settle();
  screen.type("2*(");
}

// The pixels of a part of the picture.
std::vector<SkColor> pixels_of(const Screen& screen, const Box& part) {
  SkPixmap drawn;
  REQUIRE(screen.surface->peekPixels(&drawn));
  std::vector<SkColor> pixels;
  for (int y = static_cast<int>(part.min().y()); y < static_cast<int>(part.max().y()); ++y)
    for (int x = static_cast<int>(part.min().x()); x < static_cast<int>(part.max().x()); ++x)
      pixels.push_back(drawn.getColor(x, y));
  return pixels;
}

}  // namespace

// Seen: after a refused Enter Ctrl+A selected all curves, and the letters that were to mend the
// number changed the tool.
TEST_CASE("a field keeps the keyboard after a refused Enter, so that the mistake can be mended") {
  for (const bool at_once : {true, false}) {
    CAPTURE(at_once);
    Screen screen("welcome.limber");
    const CurveId wheel = wheel_of(screen.editor());
    make_mistake(screen);
    screen.press("Enter");
    if (!at_once) screen.settle();
    for (int i = 0; i < 4; ++i) {  // in every frame until the field has the keyboard again
      screen.press("Ctrl+A");
      screen.press("C");
      screen.draw();
    }
    CHECK(screen.panels.typing());
    CHECK(screen.editor().selection().size() == 1);
    CHECK(screen.editor().tool().command() == "tool.pull");
    CHECK(!screen.editor().history().can_undo());
    screen.type("7");  // what was typed is selected: it is replaced
    screen.press("Enter");
    screen.settle();
    CHECK(screen.editor().world().find(wheel)->q[0] == doctest::Approx(7));
    CHECK(!screen.panels.typing());
  }
}

TEST_CASE("a field left by a click with a mistake in it does not take the keyboard back") {
  Screen screen("welcome.limber");
  make_mistake(screen);
  screen.click(Point(600, 90));
  CHECK(!screen.panels.typing());
}

TEST_CASE("no tooltip covers the sentence about a mistake") {
  Screen screen("welcome.limber");
  make_mistake(screen);
  screen.press("Enter");
  screen.settle();
  screen.click(Point(1100, 66));  // on the panel, beside the fields
  CHECK(!screen.panels.typing());
  Point field(1160, 66);
  const auto on_field = [&] {
    screen.pointer(PointerEvent::What::move, field);
    screen.settle();
    return screen.panels.cursor() == Cursor::text;
  };
  while (field.y() < 300 && !on_field()) field.y() += 3;
  REQUIRE(on_field());
  const Box below(Point(1106, field.y() + 28), Point(1256, field.y() + 80));
  const auto pointed_at = pixels_of(screen, below);
  screen.pointer(PointerEvent::What::move, Point(1100, 66));
  screen.settle();
  CHECK(pixels_of(screen, below) == pointed_at);
}

TEST_CASE("F2 goes to the numbers of the selected curve, Tab to the next") {
  Screen screen("welcome.limber");
  Editor& editor = screen.workspace.editor();
  const CurveId wheel = wheel_of(editor);
  editor.selection().add(wheel);
  screen.settle();
  screen.press("F2");
  screen.settle();
  CHECK(screen.panels.typing());
  screen.press("Tab");
  screen.settle();
  screen.type("7");
  screen.press("Enter");
  screen.settle();
  CHECK(editor.world().find(wheel)->q[1] == doctest::Approx(7));
}

TEST_CASE("recent files are opened from their menu, by keyboard alone") {
  const ScratchFolder folder;
  Screen screen("welcome.limber");
  PreferencesFile file(folder.path / "preferences.json", screen.io);
  screen.workspace.use(file);
  screen.workspace.save_as(folder.path / "old.limber");
  screen.workspace.save_as(folder.path / "new.limber");
  screen.workspace.open_example("four-bar.limber");
  screen.settle();
  screen.press("F10");
  screen.settle();
  for (const char* key : {"Down", "Down", "Down", "Enter", "Down", "Enter"}) {  // the second of the list
    screen.press(key);
    screen.settle();
  }
  CHECK(screen.workspace.path() == folder.path / "old.limber");
}

TEST_CASE("keys of the preferences act, and commands without a key are drawn and chosen too") {
  const ScratchFolder folder;
  const std::filesystem::path path = folder.path / "preferences.json";
  Screen screen("welcome.limber");
  const char* keys = "{\"keys\": {\"tool.nail\": [\"%\"], \"tool.attach\": []}}";
  REQUIRE(atomic_write(path, keys, screen.io));
  PreferencesFile file(path, screen.io);
  screen.workspace.use(file);
  screen.settle();
  screen.click(Point(60, 152));
  CHECK(screen.editor().tool().command() == "tool.attach");
  screen.press("%");
  CHECK(screen.editor().tool().command() == "tool.nail");
  screen.press("A");
  CHECK(screen.editor().tool().command() == "tool.nail");
  for (const Dialog dialog : {Dialog::keys, Dialog::about}) {
    screen.workspace.show(dialog);
    screen.settle();
    screen.press("Esc");
    screen.settle();
  }
  CHECK(screen.workspace.dialog() == Dialog::none);
}

TEST_CASE("lengths are shown and typed in the unit of the page, and the page is seen") {
  Screen screen(nullptr);
  Editor& editor = screen.workspace.editor();
  do_edit(editor, "draw circle as wheel r=20");
  editor.selection().add(editor.document().find("wheel"));
  const auto radius = [&] {
    return editor.world().find(editor.document().find("wheel").as<Body>())->q[2];
  };
  const auto type_radius = [&](const char* text) {
    screen.settle();
    screen.press("F2");
    screen.settle();
    for (int i = 0; i < 2; ++i) screen.press("Tab"), screen.settle();  // past the centre
    screen.type(text);
    screen.settle();
    screen.press("Enter");
    screen.settle();
    editor.come_to_rest();
    screen.settle();
  };
  type_radius("3");
  CHECK(radius() == doctest::Approx(3));
  do_edit(editor, "page 40 30 unit=cm");
  type_radius("3");
  CHECK(radius() == doctest::Approx(30));
  do_edit(editor, "page 40 30 unit=in");
  type_radius("2");
  CHECK(radius() == doctest::Approx(50.8));
  type_radius("7mm");
  CHECK(radius() == doctest::Approx(7));

  do_edit(editor, "delete wheel");
  editor.camera().look_at(Point(0, 0), 4);
  screen.settle();
  SkPixmap pixels;
  REQUIRE(screen.surface->peekPixels(&pixels));
  const auto colour = [&](const Point& paper) {
    const Point at = editor.camera().to_window(paper);
    return pixels.getColor(static_cast<int>(at.x()), static_cast<int>(at.y()));
  };
  CHECK(colour(Point(10.7, 10.7)) == light_theme().paper);
  CHECK(colour(Point(-10.7, 10.7)) != light_theme().paper);
}

namespace {

// The middle of the width's slider in the inspector of a chosen curve: found by dragging.
std::optional<Point> width_slider(Screen& screen) {
  const double x = screen.size.x() - 12 - 200;
  for (double y = 60; y < screen.size.y() - 60; y += 6) {
    const std::size_t before = screen.editor().history().size();
    screen.pointer(PointerEvent::What::move, Point(x, y));
    screen.draw();
    screen.pointer(PointerEvent::What::press, Point(x, y), Button::left);
    screen.draw();
    screen.pointer(PointerEvent::What::move, Point(x + 12, y));
    screen.draw();
    screen.pointer(PointerEvent::What::release, Point(x + 12, y), Button::left);
    screen.settle();
    const bool found = screen.editor().history().can_undo() &&
                       screen.editor().history().undo_title() == "Style: width";
    if (screen.editor().history().size() > before) screen.editor().undo();
    screen.press("Escape");
    screen.settle();
    if (found) return Point(x, y);
    screen.editor().selection().clear();
    screen.editor().selection().add(wheel_of(screen.editor()));
    screen.settle();
  }
  return {};
}

}  // namespace

TEST_CASE("a number dragged in a panel is one step, and waits for what travels to come to rest") {
  Screen screen("welcome.limber");
  Editor& editor = screen.editor();
  const CurveId wheel = wheel_of(editor);
  editor.selection().add(wheel);
  screen.settle();
  const std::optional<Point> slider = width_slider(screen);
  REQUIRE(slider);
  editor.selection().clear();
  editor.selection().add(wheel);
  screen.settle();
  const double width = editor.document().style(wheel).width;
  // An arm still travels to a number that was typed.
  do_edit(editor, "draw line as arm a.x=200 a.y=0 b.x=220 b.y=0");
  do_edit(editor, "nail arm.start");
  do_edit(editor, "constrain distance arm.start arm.end 20 as size");
  editor.come_to_rest();
  do_edit(editor, "set size.d 32");
  REQUIRE(editor.moving());
  screen.pointer(PointerEvent::What::move, *slider);
  screen.draw();
  screen.pointer(PointerEvent::What::press, *slider, Button::left);
  screen.draw();
  std::set<double> widths;
  for (int i = 1; i <= 20; ++i) {
    screen.pointer(PointerEvent::What::move, *slider + Point(2 * i, 0));
    screen.draw();
    widths.insert(editor.document().style(wheel).width);
  }
  screen.pointer(PointerEvent::What::release, *slider + Point(40, 0), Button::left);
  screen.settle();
  CHECK(widths.size() > 3);
  CHECK(editor.history().undo_title() == "Style: width");
  CHECK(!editor.moving());
  editor.undo();
  CHECK(editor.document().style(wheel).width == width);
  CHECK(editor.history().undo_title() == "Set size.d");
  const CurveId arm = editor.document().find("arm").as<Body>();
  CHECK((end_of(editor.world(), arm, 1) - Point(232, 0)).norm() < 1e-6);  // where it came to rest
}
