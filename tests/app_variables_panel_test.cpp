// The variables of a drawing in the inspector, with mouse and keyboard, without a window.
#include <doctest/doctest.h>

#include "app/drawing/picture.h"
#include "app/editor/variables.h"
#include "app/panels/panels.h"
#include "tests/app_fixture.h"

using namespace limber;

namespace {

struct Screen {
  Io io;
  Workspace workspace{fresh_document(), io};
  Panels panels{workspace};
  sk_sp<SkSurface> surface = SkSurfaces::Raster(SkImageInfo::MakeN32Premul(1280, 1600));

  Screen() {
    digest();
    workspace.open_example("gear-pair.limber");
    digest();
  }
  Editor& editor() { return workspace.editor(); }
  Document& document() { return workspace.editor().document(); }
  const Variable& variable(const char* name) {
    const Variable* found = find_variable(document(), name);
    REQUIRE(found);
    return *found;
  }

  void digest() {
    do panels.draw(*surface->getCanvas(), Point(1280, 1600), 1, 1.0 / 60);
    while (panels.wants_frame());
  }
  void send(PointerEvent::What what, Point at, Button button) {
    PointerEvent event;
    event.what = what;
    event.at = at;
    event.button = button;
    panels.handle(event);
  }
  void click(Point at) {
    send(PointerEvent::What::move, at, Button::none);
    send(PointerEvent::What::press, at, Button::left);
    send(PointerEvent::What::release, at, Button::left);
    digest();
  }
  void key(int code) {
    for (const bool down : {true, false}) {
      panels.handle(KeyEvent{down, false, code, {}});
      digest();
    }
  }
  void type(const std::string& text) {
    panels.type(text);
    digest();
  }
  // The first field of this column of the inspector that takes the keyboard, clicked.
  Point field(double x, double from = 60) {
    for (double y = from; y < 1500; y += 3) {
      click(Point(x, y));
      if (panels.typing()) return {x, y};
    }
    FAIL("no field there");
    return {};
  }
};

constexpr double name_column = 1050, text_column = 1160, button_column = 1240;
constexpr double row_height = 33;

}  // namespace

TEST_CASE("a variable is changed by typing: one step of undo, and the figure travels") {
  Screen screen;
  const std::uint64_t before = hash(screen.document().world);
  screen.field(text_column);
  screen.type("2mm + 0.5mm");
  CHECK(screen.variable("module").amount.value == 3);  // not before Enter
  screen.key(key_enter);
  CHECK(screen.variable("module").text == "2mm + 0.5mm");
  CHECK(screen.editor().moving());
  screen.editor().come_to_rest();
  CHECK(screen.editor().history().undo_title() == "Set module");
  screen.editor().undo();
  CHECK(!screen.editor().history().can_undo());
  CHECK(hash(screen.document().world) == before);
}

TEST_CASE("Tab leaves a field and keeps what was typed, Esc takes it back") {
  Screen screen;
  screen.field(text_column);
  screen.type("4mm");
  screen.key(key_tab);
  CHECK(screen.variable("module").text == "4mm");
  CHECK(screen.panels.typing());  // the next field has the keyboard
  screen.key(key_escape);
  screen.field(text_column);
  screen.type("5mm");
  screen.key(key_escape);
  CHECK(!screen.panels.typing());
  CHECK(screen.variable("module").text == "4mm");
}

TEST_CASE("a mistake stays in its field with a sentence, and the last good value holds") {
  Screen screen;
  const Point field = screen.field(text_column);
  const std::uint64_t before = hash(screen.document().world);
  screen.type("modul + 1");
  screen.key(key_enter);
  CHECK(screen.variable("module").text == "3mm");
  CHECK(hash(screen.document().world) == before);
  CHECK(!screen.editor().history().can_undo());
  // It can be mended where it stands.
  screen.click(field);
  screen.type("3.5mm");
  screen.key(key_enter);
  CHECK(screen.variable("module").text == "3.5mm");
}

TEST_CASE("a variable gets another name, and every text calls it so") {
  Screen screen;
  screen.field(name_column);
  screen.type("μ");
  screen.key(key_enter);
  CHECK(screen.document().variables[0].name == "μ");
  CHECK(screen.variable("distance").text == "μ*(pinion + wheel)/2");
  CHECK(screen.editor().history().undo_title() == "Rename module");
  CHECK(!screen.editor().moving());
}

TEST_CASE("a new variable is typed in one go: plus, name, Tab, text, Enter") {
  Screen screen;
  screen.field(button_column);  // the plus, which gives the keyboard to the new name
  screen.type("width");
  screen.key(key_tab);
  screen.type("2 module");
  screen.key(key_enter);
  CHECK(screen.variable("width").amount.value == 6);
  CHECK(screen.editor().history().undo_title() == "New variable width");
  CHECK(!screen.panels.typing());
  screen.field(button_column);
  screen.type("again");
  screen.key(key_escape);
  CHECK(!find_variable(screen.document(), "again"));
}

TEST_CASE("what is used is not removed before someone chose what becomes of its uses") {
  Screen screen;
  const Point module = screen.field(text_column);
  screen.key(key_escape);
  const Point distance(button_column, module.y() + 3 * row_height);
  screen.click(distance);
  CHECK(find_variable(screen.document(), "distance"));  // asked first
  // "Put its text there" is below the question, which has two or more lines.
  for (double y = distance.y() + 20; y < distance.y() + 200; y += 6) {
    if (!find_variable(screen.document(), "distance")) break;
    screen.click(Point(1060, y));
    if (screen.panels.typing()) screen.key(key_escape);
  }
  CHECK(!find_variable(screen.document(), "distance"));
  bool inlined = false;
  for (const auto& [number, text] : screen.document().follows)
    inlined |= text == "module*(pinion + wheel)/2";
  CHECK(inlined);
  CHECK(screen.editor().history().undo_title() == "Remove distance");
}

TEST_CASE("a parameter's field takes a variable, shows its text, and lets go of it again") {
  Screen screen;
  const CurveId circle = screen.document().world.bodies().at_slot(2);
  stop_following(screen.document(), circle, 2);
  screen.editor().commit("Stay");
  screen.document().selection.curves = {circle};
  screen.digest();
  const Point first = screen.field(text_column);
  screen.key(key_escape);
  const Point radius = screen.field(text_column, first.y() + 2 * row_height - 4);
  screen.type("module*pinion");
  screen.key(key_enter);
  const auto dimension = dimension_on(screen.document(), circle, 2);
  REQUIRE(dimension);
  CHECK(*text_followed(screen.document(), *dimension) == "module*pinion");
  screen.editor().come_to_rest();
  CHECK(screen.document().world.find(circle)->q[2] == doctest::Approx(36));
  screen.click(Point(button_column, radius.y()));
  CHECK(!dimension_on(screen.document(), circle, 2));
  CHECK(screen.document().world.body(circle)->locked[2]);
}

TEST_CASE("a number of a constraint and the speed of a motor take variables") {
  Screen screen;
  ConstraintId turn;
  for (const auto& [id, name] : screen.document().names.constraints)
    if (name == "turn") turn = id;
  const MotorId motor = screen.document().world.motors().at_slot(0);
  screen.document().selection.marks = {turn};
  screen.digest();
  const Point speed = screen.field(text_column);
  screen.type("2 speed");
  screen.key(key_enter);
  CHECK(*text_followed(screen.document(), SpeedOf{motor}) == "2 speed");
  screen.click(Point(button_column, speed.y()));
  CHECK(!text_followed(screen.document(), SpeedOf{motor}));
  screen.field(text_column);
  screen.type("30");  // turns per minute, as it is shown
  screen.key(key_enter);
  CHECK(screen.document().world.find(motor)->speed == doctest::Approx(3.141592653589793));
  const Point limit = screen.field(text_column, speed.y() + row_height - 4);
  screen.type("module");
  screen.key(key_enter);
  CHECK(screen.document().world.find(motor)->limit == 3);
  screen.click(Point(button_column, limit.y()));
  screen.field(text_column, speed.y() + row_height - 4);
  screen.type("none");
  screen.key(key_enter);
  CHECK(std::isinf(screen.document().world.find(motor)->limit));
}
