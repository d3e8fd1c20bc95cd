// One tool for every kind of constraint, driven by what the kind asks for.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "app/edits/line.h"
#include "app/edits/resolve.h"
#include "app/editor/constrain_fit.h"
#include "app/editor/kind_commands.h"
#include "solver/kind_inputs.h"
#include "tests/app_fixture.h"
#include "tests/kind_cases.h"

using namespace limber;

namespace {

std::string named(std::string text, const std::string& prefix) {
  for (std::size_t at = text.find('$'); at != text.npos; at = text.find('$', at))
    text.replace(at, 1, prefix);
  return text;
}

const Constraint& newest(const Document& document, const std::string& kind) {
  const Constraint* found = nullptr;
  document.world->constraints().each([&](ConstraintId, const Constraint& one) {
    if (one.kind->name == kind) found = &one;
  });
  REQUIRE_MESSAGE(found, kind);
  return *found;
}

Point place(const Editor& editor, const std::string& text) {
  const Result<Point> at = place_in(editor.document(), text);
  REQUIRE_MESSAGE(at, text, ": ", at.error().message);
  return *at;
}

// A drawing of two lines.
struct Lines {
  Document document = fresh_document();
  Lines() {
    do_edit(document, "draw line as a a.x=-20 a.y=0 b.x=20 b.y=4");
    do_edit(document, "draw line as b a.x=-20 a.y=20 b.x=20 b.y=30");
  }
};

std::vector<std::string> reversed(std::vector<std::string> clicks) {
  std::reverse(clicks.begin(), clicks.end());
  return clicks;
}

}  // namespace

TEST_CASE("every kind has a case in the table") {
  for (const auto& kind : fresh_document().kinds->all()) {
    const auto& cases = kind_cases();
    CHECK_MESSAGE(std::count_if(cases.begin(), cases.end(),
                                [&](const KindCase& one) { return one.kind == kind->name; }) == 1,
                  kind->name);
  }
}

TEST_CASE("every kind is made by clicks on what it asks for, in either order, and undone whole") {
  for (const KindCase& one : kind_cases())
    for (const bool backwards : {false, true}) {
      CAPTURE(std::string(one.kind));
      CAPTURE(backwards);
      Document document = fresh_document();
      for (const char* line : one.draw) do_edit(document, named(line, "x"));
      Editor editor(document);
      Person person(editor);
      editor.use(std::string(constrain_prefix) + one.kind);
      const std::string before = saved(editor.document());
      std::vector<std::string> clicks;
      for (const char* click : one.clicks) clicks.push_back(named(click, "x"));
      for (const std::string& click : backwards ? reversed(clicks) : clicks) {
        CHECK(!editor.status().empty());
        person.click(place(editor, click));
      }
      CAPTURE(editor.message());
      const Constraint made = newest(editor.document(), one.kind);
      CHECK(editor.history().size() == 2);
      if (*one.value && !backwards) {
        const auto id = editor.selection().of<Constraint>();
        REQUIRE(id.size() == 1);
        const auto number = typed_number(editor.document().world, *id.begin());
        REQUIRE(number);
        const double value = value_of(editor.document().world, *number);
        CHECK(value == doctest::Approx(std::stod(one.value)).epsilon(2e-3));
        CHECK(editor.asks_for_number());
      }
      person.wait();
      CHECK(editor.not_met().empty());
      editor.undo();
      CHECK(saved(editor.document()) == before);
    }
}

TEST_CASE("what is chosen first is constrained by the key alone") {
  const struct {
    const char* key;
    std::vector<const char*> clicks;
    const char* kind;
  } cases[] = {
      {"H", {"a@0.4"}, "horizontal"},         {"V", {"a.end", "b.start"}, "vertical"},
      {"O", {"a.end", "b@0.3"}, "coincident"}, {"Q", {"a@0.4", "b@0.6"}, "equal"},
      {"M", {"a.end", "b@0.3"}, "midpoint"},  {"L", {"a@0.4", "b@0.6"}, "parallel"},
      {"[", {"a@0.4", "b@0.6"}, "perpendicular"},
      {"D", {"a.end", "b.end"}, "distance"},  {"D", {"a@0.3"}, "fixed_length"},
      {"N", {"a@0.4", "b@0.6"}, "angle"},     {"]", {"a.end"}, "coincident"},
      {"L", {"a@0.4", "c@1"}, "tangent"},     {"D", {"c@1"}, "fixed_length"},
  };
  for (const auto& one : cases) {
    CAPTURE(std::string(one.key));
    CAPTURE(std::string(one.kind));
    Document document = Lines().document;
    do_edit(document, "draw circle as c c.x=0 c.y=-20 r=9");
    Io io;
    Workspace workspace(document, io);
    Editor& editor = workspace.editor();
    Person person(editor);
    for (const char* click : one.clicks) {
      person.click(place(editor, click));
      person.modifiers.shift = true;
    }
    workspace.handle(key(one.key));
    CAPTURE(editor.message());
    newest(editor.document(), one.kind);
    CHECK(editor.document().world->constraints().size() == 1);
    CHECK(editor.tool().command() == "tool.pull");
    person.wait();
    CHECK(editor.not_met().empty());
  }
}

TEST_CASE("a point put on a curve by O slides along it") {
  Document document = Lines().document;
  Io io;
  Workspace workspace(document, io);
  Editor& editor = workspace.editor();
  Person person(editor);
  workspace.handle(key("O"));
  CHECK(editor.tool().command() == "hold.on");
  person.click(place(editor, "a.end"));
  person.click(place(editor, "b@0.3"));
  person.wait();
  const Constraint& made = newest(editor.document(), "coincident");
  const Connector* on = editor.document().world->find(made.on[1].connector);
  REQUIRE(on);
  CHECK(std::holds_alternative<SlidingAt>(on->what));
}

TEST_CASE("a kind that a person defines is in the menu and made by clicks") {
  Document document = Lines().document;
  Io io;
  Workspace workspace(document, io);
  Editor& editor = workspace.editor();
  Person person(editor);
  REQUIRE(editor.perform(Edit{edit::Define{own_kind}}));
  const Command* command = find_command(workspace.commands(), std::string_view("constrain.beside"));
  REQUIRE(command);
  CHECK(command->menu == "Constrain");
  run(*command, workspace);
  person.click(place(editor, "b@0.7"));
  person.click(place(editor, "a.end"));
  CAPTURE(editor.message());
  const Constraint& made = newest(editor.document(), "beside");
  CHECK(made.on[1].connector);
  CHECK(std::abs(made.on[3].number[0]) == doctest::Approx(25.2237).epsilon(1e-5));
  // Taking the definition back takes its tool out of the hand.
  editor.undo();
  editor.undo();
  CHECK(editor.tool().command() == "tool.pull");
  CHECK(!find_command(workspace.commands(), std::string_view("constrain.beside")));
}

TEST_CASE("equal bars: the second takes the length of the first, and is as stiff as before") {
  Document document = fresh_document();
  do_edit(document, "draw bar as a a.x=-20 a.y=0 phi=0.2 l=30");
  do_edit(document, "draw bar as b a.x=-20 a.y=20 phi=0.1 l=18");
  Editor editor(document);
  Person person(editor);
  editor.use("constrain.equal");
  person.click(place(editor, "a@0.5"));
  person.click(place(editor, "b@0.5"));
  person.wait();
  const CurveId b = editor.document().find("b").as<Body>();
  CHECK(editor.world().find(b)->q[3] == doctest::Approx(30));
  CHECK(editor.not_met().empty());
  editor.use("tool.pull");
  person.drag(end_of(editor.world(), b, 1), end_of(editor.world(), b, 1) + Point(6, 14));
  person.wait();
  CHECK(editor.world().find(b)->q[3] == doctest::Approx(30));
}

TEST_CASE("of a rectangle the side that is clicked is meant, and Tab goes on to the next number") {
  Document document = fresh_document();
  do_edit(document, "draw rectangle as r c.x=0 c.y=0 w=40 h=24 phi=0");
  Editor editor(document);
  Person person(editor);
  editor.use("constrain.fixed_length");
  SUBCASE("a side at the right is h") {
    person.click(Point(20, 5));
    CHECK(newest(editor.document(), "fixed_length").on[1].number[0] == doctest::Approx(24));
  }
  SUBCASE("one at the top is w") {
    person.click(Point(5, 12));
    CHECK(newest(editor.document(), "fixed_length").on[1].number[0] == doctest::Approx(40));
  }
  SUBCASE("Tab, Tab: the perimeter") {
    person.move(Point(5, 12));
    editor.handle(key("Tab"));
    editor.handle(key("Tab"));
    CHECK(editor.status().find("perimeter") != std::string::npos);
    person.click(Point(5, 12));
    CHECK(newest(editor.document(), "fixed_length").on[1].number[0] == doctest::Approx(128));
  }
}

TEST_CASE("what does not fit is refused with words, Backspace takes one place back, Esc all") {
  Document document = Lines().document;
  Editor editor(document);
  Person person(editor);
  editor.use("constrain.parallel");
  person.click(Point(0, -30));
  CHECK(editor.message().find("direction") != std::string::npos);
  CHECK(!editor.tool().busy());
  person.click(place(editor, "a@0.5"));
  CHECK(editor.tool().busy());
  editor.handle(key("Backspace"));
  CHECK(!editor.tool().busy());
  person.click(place(editor, "a@0.5"));
  person.click(place(editor, "a@0.6"));  // parallel to itself
  CHECK(editor.world().constraints().size() == 0);
  CHECK(editor.message().find("twice") != std::string::npos);
  person.click(place(editor, "a@0.5"));
  editor.escape();
  CHECK(!editor.tool().busy());
  CHECK(editor.tool().command() == "constrain.parallel");
  editor.escape();
  CHECK(editor.tool().command() == "tool.pull");
}

TEST_CASE("a second special point of a chosen curve is chosen too, and given back by a second click") {
  Document document = Lines().document;
  Editor editor(document);
  Person person(editor);
  person.click(place(editor, "a.start"));
  person.modifiers.shift = true;
  person.click(place(editor, "a.end"));
  CHECK(editor.selection().curves().size() == 1);
  CHECK(editor.selection().places().size() == 2);
  person.click(place(editor, "a.start"));
  CHECK(editor.selection().places().size() == 1);
  CHECK(editor.selection().curves().size() == 1);
  person.click(place(editor, "a.end"));
  CHECK(editor.selection().empty());
  person.click(place(editor, "a.end"));
  person.click(place(editor, "a@0.3"));
  CHECK(editor.selection().empty());
}

TEST_CASE("the inputs with a usual value are those that are written with one") {
  const auto usual = [](const char* name) {
    const auto kind = fresh_document().kinds->find(name);
    REQUIRE(kind);
    return usual_values_written(*kind);
  };
  CHECK(usual("distance") == std::vector<char>{0, 0, 1});
  CHECK(usual("fixed_angle") == std::vector<char>{0, 1});
  CHECK(usual("equal") == std::vector<char>{0, 0});
  CHECK(usual("gear_ratio") == std::vector<char>{0, 0, 1, 1});
}

// A Shift+click on an ellipse's covertex attached rigidly, though "slide" was asked for.
TEST_CASE("Shift+click on a named point of the rim slides, on a centre it does not") {
  for (const bool rim : {true, false}) {
    Document document = fresh_document();
    do_edit(document, "draw ellipse as e c.x=0 c.y=0 a=20 b=12 phi=0");
    do_edit(document, "draw line as l a.x=-20 a.y=30 b.x=20 b.y=30");
    Editor editor(document);
    Person person(editor);
    editor.use("tool.attach");
    person.click(place(editor, "l.end"));
    person.modifiers.shift = true;
    person.click(place(editor, rim ? "e.covertex" : "e.center"));
    const Constraint& made = newest(editor.document(), "coincident");
    CHECK(std::holds_alternative<SlidingAt>(
              editor.document().world->find(made.on[1].connector)->what) == rim);
  }
}

TEST_CASE("by D and clicks: two ends give their distance, a line its length") {
  for (const bool ends : {true, false}) {
    Editor editor(Lines().document);
    Person person(editor);
    editor.use("hold.dimension");
    person.click(place(editor, ends ? "a.end" : "a@0.3"));
    CHECK(editor.tool().busy() == ends);
    if (ends) person.click(place(editor, "b.end"));
    newest(editor.document(), ends ? "distance" : "fixed_length");
  }
}

TEST_CASE("by N and clicks: two bars give their angle, one and Enter its own") {
  for (const bool two : {true, false}) {
    Document document = fresh_document();
    do_edit(document, "draw bar as a a.x=-20 a.y=0 phi=0.2 l=30");
    do_edit(document, "draw bar as b a.x=-20 a.y=20 phi=0.1 l=18");
    Editor editor(document);
    Person person(editor);
    editor.use("hold.angle");
    person.click(place(editor, "a@0.3"));
    if (two)
      person.click(place(editor, "b@0.3"));
    else
      editor.handle(key("Enter"));
    newest(editor.document(), two ? "angle" : "fixed_angle");
  }
}

TEST_CASE("a spring by X: it gives, Y makes it hold, Y makes it give again, each undone") {
  Io io;
  Workspace workspace(Lines().document, io);
  Editor& editor = workspace.editor();
  Person person(editor);
  workspace.handle(key("X"));
  person.click(place(editor, "a.end"));
  person.click(place(editor, "b.end"));
  const auto compliance = [&] { return newest(editor.document(), "distance").compliance; };
  CHECK(compliance() == 1);
  workspace.handle(key("Y"));
  CHECK(compliance() == 0);
  workspace.handle(key("Y"));
  CHECK(compliance() == 1);
  workspace.handle(key("Ctrl+Shift+Up"));
  CHECK(compliance() == doctest::Approx(1 / 1.5));
  editor.undo();
  editor.undo();
  CHECK(compliance() == 0);
  editor.undo();
  editor.undo();
  CHECK(editor.document().world->constraints().size() == 0);
}

TEST_CASE("rolling: a wheel and a line touch and roll, by two clicks and as one step") {
  Document document = fresh_document();
  do_edit(document, "draw line as ground a.x=-60 a.y=0 b.x=60 b.y=0");
  do_edit(document, "lock ground a.x a.y b.x b.y");
  do_edit(document, "draw wheel as w c.x=-20 c.y=12 phi=0 r=10");
  Editor editor(document);
  Person person(editor);
  editor.use("hold.roll");
  person.click(place(editor, "ground@0.3"));
  person.click(place(editor, "w@4.7"));
  CAPTURE(editor.message());
  newest(editor.document(), "tangent");
  newest(editor.document(), "rolling");
  CHECK(editor.history().size() == 2);
  person.wait();
  CHECK(editor.not_met().empty());
  editor.use("tool.pull");
  const CurveId wheel = editor.document().find("w").as<Body>();
  const Eigen::VectorXd before = editor.world().find(wheel)->q;
  person.drag(place(editor, "w.center"), place(editor, "w.center") + Point(15, 0));
  person.wait();
  const Eigen::VectorXd moved = editor.world().find(wheel)->q - before;
  if (moved.head<2>().norm() > 1) CHECK(std::abs(moved[2]) == doctest::Approx(moved[0] / 10).epsilon(0.01));
}

TEST_CASE("a motor turns a closed curve by its own angle, and refuses a circle with words") {
  Document document = fresh_document();
  do_edit(document, "draw ellipse as e c.x=0 c.y=0 a=20 b=12 phi=0");
  do_edit(document, "draw circle as c c.x=60 c.y=0 r=10");
  do_edit(document, "nail e.center");
  Editor editor(document);
  editor.selection().add(document.find("e"));
  editor.toggle_motor();
  CHECK(editor.world().motors().size() == 1);
  editor.set_playing(true);
  for (int i = 0; i < 30; ++i) editor.advance(1.0 / 60);
  editor.set_playing(false);
  CHECK(editor.world().find(document.find("e").as<Body>())->q[4] == doctest::Approx(1).epsilon(0.05));
  editor.selection().clear();
  editor.selection().add(document.find("c"));
  editor.toggle_motor();
  CHECK(editor.world().motors().size() == 1);
  CHECK(editor.message().find("wheel") != std::string::npos);
}

TEST_CASE("a force is an arrow dragged out of a point") {
  Editor editor(Lines().document);
  Person person(editor);
  editor.use("tool.force");
  const Point from = place(editor, "a.end");
  person.move(from);
  person.press(from);
  person.move(from + Point(0, -9));
  person.release(from + Point(0, -9));
  REQUIRE(editor.document().world->forces().size() == 1);
  editor.document().world->forces().each([&](ForceId, const Force& force) {
    CHECK(std::abs(force.value.x()) < 1e-9);
    CHECK(force.value.y() < -1);
  });
  editor.undo();
  CHECK(editor.document().world->forces().size() == 0);
}

TEST_CASE("chosen curves are welded by one key and taken apart by the same") {
  Io io;
  Workspace workspace(Lines().document, io);
  Editor& editor = workspace.editor();
  editor.select_all();
  workspace.handle(key("Ctrl+J"));
  CHECK(editor.document().world->links().size() == 1);
  workspace.handle(key("Ctrl+J"));
  CHECK(editor.document().world->links().size() == 0);
}

TEST_CASE("an end drawn onto a curve with Shift slides along it") {
  for (const bool shift : {true, false}) {
    Editor editor(Lines().document);
    Person person(editor);
    editor.use("draw.line");
    person.press(Point(0, -30));
    person.modifiers.shift = shift;
    person.move(place(editor, "a@0.25"));
    person.release(place(editor, "a@0.25"));
    const Constraint& made = newest(editor.document(), "coincident");
    CHECK(std::holds_alternative<SlidingAt>(
              editor.document().world->find(made.on[1].connector)->what) == shift);
  }
}
