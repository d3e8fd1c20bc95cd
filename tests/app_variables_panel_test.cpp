// The variables of a drawing in the inspector, with mouse and keyboard, without a window.
#include <doctest/doctest.h>

#include "app/drawing/picture.h"
#include "app/document/variables.h"
#include "app/edits/words.h"
#include "tests/screen.h"

using namespace limber;

namespace {

// The gear pair, which has variables, on a screen high enough for all of its inspector.
struct Variables : Screen {
  explicit Variables(const char* example = "gear-pair.limber")
      : Screen(example, Point(1280, 1600)) {}

  const Variable& variable(const char* name) {
    const Variable* found = find_variable(document(), name);
    REQUIRE(found);
    return *found;
  }
  void enter(const std::string& text, const char* with = "Enter") {
    type(text);
    press(with);
    settle();
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
  Variables screen;
  const std::uint64_t before = hash(screen.document().world);
  screen.field(text_column);
  screen.type("2mm + 0.5mm");
  screen.settle();
  CHECK(screen.variable("module").amount.value == 3);  // not before Enter
  screen.enter("");
  CHECK(screen.variable("module").text == "2mm + 0.5mm");
  CHECK(screen.editor().moving());
  screen.editor().come_to_rest();
  CHECK(screen.editor().history().undo_title() == "Set module");
  screen.editor().undo();
  CHECK(!screen.editor().history().can_undo());
  CHECK(hash(screen.document().world) == before);
}

TEST_CASE("Tab leaves a field and keeps what was typed, Esc takes it back") {
  Variables screen;
  screen.field(text_column);
  screen.enter("4mm", "Tab");
  CHECK(screen.variable("module").text == "4mm");
  CHECK(screen.panels.typing());  // the next field has the keyboard
  screen.enter("", "Esc");
  screen.field(text_column);
  screen.enter("5mm", "Esc");
  CHECK(!screen.panels.typing());
  CHECK(screen.variable("module").text == "4mm");
}

TEST_CASE("a mistake stays in its field with a sentence, and the last good value holds") {
  Variables screen;
  const Point field = screen.field(text_column);
  const std::uint64_t before = hash(screen.document().world);
  screen.enter("modul + 1");
  CHECK(screen.variable("module").text == "3mm");
  CHECK(hash(screen.document().world) == before);
  CHECK(!screen.editor().history().can_undo());
  // It can be mended where it stands.
  screen.click(field);
  screen.enter("3.5mm");
  CHECK(screen.variable("module").text == "3.5mm");
}

TEST_CASE("a variable gets another name, and every text calls it so") {
  Variables screen;
  screen.field(name_column);
  screen.enter("μ");
  CHECK((*screen.document().variables)[0].name == "μ");
  CHECK(screen.variable("distance").text == "μ*(pinion + wheel)/2");
  CHECK(screen.editor().history().undo_title() == "Rename module");
  CHECK(!screen.editor().moving());
}

TEST_CASE("a new variable is typed in one go: plus, name, Tab, text, Enter") {
  Variables screen;
  screen.field(button_column);  // the plus, which gives the keyboard to the new name
  screen.enter("width", "Tab");
  screen.enter("2 module");
  CHECK(screen.variable("width").amount.value == 6);
  CHECK(screen.editor().history().undo_title() == "New variable width");
  CHECK(!screen.panels.typing());
  screen.field(button_column);
  screen.enter("again", "Esc");
  CHECK(!find_variable(screen.document(), "again"));
}

TEST_CASE("a new variable that is refused keeps the keyboard in the field that was entered") {
  Variables screen;
  screen.field(button_column);
  screen.enter("width", "Tab");
  screen.enter("2 modul");
  CHECK(screen.panels.typing());
  screen.press("Ctrl+A");
  screen.settle();
  CHECK(screen.editor().selection().empty());
  screen.enter("3 module");
  CHECK(screen.variable("width").text == "3 module");
  CHECK(!screen.panels.typing());
}

TEST_CASE("the command for a new variable gives the keyboard to its name, in any drawing") {
  for (const char* example : {"gear-pair.limber", "welcome.limber"}) {
    Variables screen(example);
    screen.press("Ctrl+Shift+V");
    screen.settle();
    CHECK(screen.panels.typing());
    screen.enter("width", "Tab");
    run(*find_command(screen.workspace.commands(), "edit.variable"), screen.workspace);
    screen.settle();  // once more: what is half typed stays
    screen.enter("", "Tab");
    screen.enter("7mm");
    CHECK(screen.variable("width").amount.value == 7);
    CHECK(screen.editor().history().undo_title() == "New variable width");
  }
}

TEST_CASE("what is used is not removed before someone chose what becomes of its uses") {
  Variables screen;
  const Point module = screen.field(text_column);
  screen.enter("", "Esc");
  const Point distance(button_column, module.y() + 3 * row_height);
  screen.click(distance);
  CHECK(find_variable(screen.document(), "distance"));  // asked first
  // "Put its text there" is below the question, which has two or more lines.
  for (double y = distance.y() + 20; y < distance.y() + 200; y += 6) {
    if (!find_variable(screen.document(), "distance")) break;
    screen.click(Point(1060, y));
    if (screen.panels.typing()) screen.enter("", "Esc");
  }
  CHECK(!find_variable(screen.document(), "distance"));
  bool inlined = false;
  for (const auto& [number, text] : *screen.document().follows)
    inlined |= text == "module*(pinion + wheel)/2";
  CHECK(inlined);
  CHECK(screen.editor().history().undo_title() == "Remove distance");
}

TEST_CASE("a parameter's field takes a variable, shows its text, and lets go of it again") {
  Variables screen;
  const CurveId circle = screen.document().world->bodies().at_slot(2);
  do_edit(screen.editor(), "unfollow " + written(screen.document().name(circle) + ".r"));
  screen.editor().selection().clear();
  screen.editor().selection().add(circle);
  screen.settle();
  const Point first = screen.field(text_column);
  screen.enter("", "Esc");
  const Point radius = screen.field(text_column, first.y() + 2 * row_height - 4);
  screen.enter("module*pinion");
  const auto dimension = dimension_on(screen.document(), circle, 2);
  REQUIRE(dimension);
  CHECK(*text_followed(screen.document(), *dimension) == "module*pinion");
  screen.editor().come_to_rest();
  CHECK(screen.document().world->find(circle)->q[2] == doctest::Approx(36));
  screen.click(Point(button_column, radius.y()));
  CHECK(!dimension_on(screen.document(), circle, 2));
  CHECK(screen.document().world->body(circle)->locked[2]);
}

TEST_CASE("a number of a constraint and the speed of a motor take variables") {
  Variables screen;
  const ThingId turn = screen.document().find("turn");
  const MotorId motor = screen.document().world->motors().at_slot(0);
  screen.editor().selection().clear();
  screen.editor().selection().add(turn);
  screen.settle();
  const Point speed = screen.field(text_column);
  screen.enter("2 speed");
  CHECK(*text_followed(screen.document(), SpeedOf{motor}) == "2 speed");
  screen.click(Point(button_column, speed.y()));
  CHECK(!text_followed(screen.document(), SpeedOf{motor}));
  screen.field(text_column);
  screen.enter("30");  // turns per minute, as it is shown
  CHECK(screen.document().world->find(motor)->speed == doctest::Approx(3.141592653589793));
  const Point limit = screen.field(text_column, speed.y() + row_height - 4);
  screen.enter("module");
  CHECK(screen.document().world->find(motor)->limit == 3);
  screen.click(Point(button_column, limit.y()));
  screen.field(text_column, speed.y() + row_height - 4);
  screen.enter("none");
  CHECK(std::isinf(screen.document().world->find(motor)->limit));
}
