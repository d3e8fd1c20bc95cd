// Drawing by hand: numbers beside the pointer, steps and squares, the pen, snaps and what they leave,
// freehand strokes.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "app/drawing/dimension.h"
#include "app/editor/aim.h"
#include "tests/app_fixture.h"

using namespace limber;

namespace {

struct Board {
  Io io;
  Workspace workspace{fresh_document(), io};
  Editor& editor = workspace.editor();
  Person person{editor};

  explicit Board(const Document& document = fresh_document()) {
    editor.open(document);
    editor.show_grid(false);
  }
  void press(const char* name) { workspace.handle(key(name)); }
  void type(const std::string& text) {
    for (const char c : text) workspace.handle(key(std::string(1, c).c_str()));
  }
  const Curve& curve(std::string_view name) {
    const Curve* found = editor.world().find(editor.document().find(name).as<Body>());
    REQUIRE_MESSAGE(found, std::string(name));
    return *found;
  }
  std::vector<std::string> kinds() {
    std::vector<std::string> names;
    editor.document().world->constraints().each(
        [&](ConstraintId, const Constraint& one) { names.push_back(one.kind->name); });
    return names;
  }
  // Pressed and moved, the button still down.
  void begin(const Point& from, const Point& to) {
    person.move(from);
    person.press(from);
    person.move(to);
  }
};

constexpr Modifiers shift{false, true, false}, ctrl{true, false, false};

}  // namespace

TEST_CASE("numbers are typed while a curve is drawn: its own lengths and angles") {
  Board board;
  SUBCASE("a circle's radius") {
    board.press("C");
    board.begin(Point(3, 4), Point(13, 5));
    board.type("7.5");
    board.press("Enter");
    CHECK((board.curve("circle1").q - Eigen::Vector3d(3, 4, 7.5)).norm() < 1e-9);
  }
  SUBCASE("a rectangle's width and height; the corner that was pressed stays") {
    board.press("W");
    board.begin(Point(-10, -5), Point(7, 6));
    board.type("40");
    board.press("Tab");
    board.type("20");
    board.press("Enter");
    const Eigen::VectorXd q = board.curve("rectangle1").q;
    CHECK(q[2] == doctest::Approx(40));
    CHECK(q[3] == doctest::Approx(20));
    CHECK((q.head<2>() - Point(q[2], q[3]) / 2 - Point(-10, -5)).norm() < 1e-6);
  }
  SUBCASE("a line's length and angle, with a variable") {
    do_edit(board.editor, "let size = 30mm");
    board.press("S");
    board.begin(Point(0, 0), Point(10, 5));
    board.type("2*size");
    board.press("Tab");
    board.type("30");
    board.press("Enter");
    CHECK((board.curve("line1").q.tail<2>() - 60 * Point(std::sqrt(0.75), 0.5)).norm() < 1e-6);
  }
  SUBCASE("of a polyline each stretch") {
    board.press("P");
    board.person.click(Point(0, 0));
    board.person.move(Point(5, 1));
    board.type("10");
    board.press("Tab");
    board.type("0");
    board.press("Enter");
    board.person.move(Point(12, 5));
    board.type("4");
    board.press("Tab");
    board.type("90");
    board.press("Enter");
    board.press("Enter");
    const Eigen::VectorXd q = board.curve("polyline1").q;
    REQUIRE(q.size() == 6);
    CHECK((q.tail<4>() - Eigen::Vector4d(10, 0, 10, 4)).norm() < 1e-9);
  }
  SUBCASE("what is no number draws nothing absurd") {
    board.press("C");
    board.begin(Point(0, 0), Point(10, 0));
    board.type("7.5.5.5");
    board.press("Enter");
    CHECK(board.editor.world().bodies().size() <= 1);
    if (board.editor.world().bodies().size() == 1)
      CHECK(board.curve("circle1").q.allFinite());
  }
}

TEST_CASE("two clicks draw what a drag draws; one click makes nothing of length zero") {
  for (const auto& [name, type] : {std::pair("S", "line1"), {"C", "circle1"}, {"W", "rectangle1"}, {"B", "bar1"}}) {
    CAPTURE(type);
    Board dragged, clicked;
    dragged.press(name);
    dragged.person.drag(Point(1, 2), Point(21, 17), 4);
    clicked.press(name);
    clicked.person.click(Point(1, 2));
    CHECK(clicked.editor.world().bodies().size() == 0);
    clicked.person.click(Point(21, 17));
    CHECK(clicked.curve(type).q == dragged.curve(type).q);
  }
}

TEST_CASE("Shift draws by 15 degrees, and squares where a type has two lengths") {
  Board board;
  board.person.modifiers = shift;
  SUBCASE("a line") {
    board.press("S");
    board.person.drag(Point(0, 0), Point(20, 4.5), 4);
    const Eigen::VectorXd q = board.curve("line1").q;
    CHECK(std::atan2(q[3], q[2]) == doctest::Approx(std::numbers::pi / 12));
  }
  SUBCASE("a rectangle") {
    board.press("W");
    board.person.drag(Point(0, 0), Point(20, -4), 4);
    const Eigen::VectorXd q = board.curve("rectangle1").q;
    CHECK(q[2] == doctest::Approx(q[3]));
  }
}

TEST_CASE("the pen: corners by clicks, round nodes by drags, closed on the first, one back") {
  Board board;
  board.press("K");
  board.person.click(Point(0, 0));
  board.begin(Point(20, 0), Point(25, 8));  // a round node, its handle drawn out
  board.person.release(Point(25, 8));
  board.person.click(Point(30, 30));
  board.press("Backspace");
  board.person.click(Point(10, 20));
  SUBCASE("ended by Enter") {
    board.press("Enter");
    const Eigen::VectorXd q = board.curve("path1").q;
    REQUIRE(q.size() == 21);
    CHECK(q.segment<4>(2) == Eigen::Vector4d::Zero());  // a corner: its handles lie on it
    CHECK(q[6] == 0);
    CHECK((q.segment<6>(7) - (Eigen::VectorXd(6) << 20, 0, 5, 8, -5, -8).finished()).norm() < 1e-9);
    CHECK(q[13] == 1);
  }
  SUBCASE("closed by a click on the first node") {
    board.person.click(Point(0.3, 0.2));
    CHECK(board.curve("closed_path1").q.size() == 21);
  }
  SUBCASE("left behind by Esc") {
    board.press("Esc");
    CHECK(board.editor.world().bodies().size() == 0);
    return;
  }
  CHECK(board.editor.history().size() == 2);  // one step
  board.press("Ctrl+Z");
  CHECK(board.editor.world().bodies().size() == 0);
}

TEST_CASE("a snap is named, cycled by S, kept or dropped by K, ignored with Ctrl") {
  Document document = fresh_document();
  add_curve(document, "circle", {40, 0, 10});
  Board board(document);
  board.press("S");
  SUBCASE("level: drawn so, and free unless K keeps it") {
    board.begin(Point(0, -30), Point(25, -29.4));
    CHECK(board.editor.status().find("horizontal") != std::string::npos);
    SUBCASE("not kept") {
      board.person.release(Point(25, -29.4));
      CHECK(board.kinds().empty());
    }
    SUBCASE("kept") {
      board.press("K");
      board.person.release(Point(25, -29.4));
      CHECK(board.kinds() == std::vector<std::string>{"horizontal"});
    }
    CHECK(board.curve("line1").q[3] == doctest::Approx(-30));
  }
  SUBCASE("level, with Ctrl: as the pointer is") {
    board.person.modifiers = ctrl;
    board.begin(Point(0, -30), Point(25, -29.4));
    board.person.release(Point(25, -29.4));
    CHECK(board.curve("line1").q[3] == doctest::Approx(-29.4));
  }
  SUBCASE("tangent: the line touches the circle, and goes on doing so") {
    // From (0, 0) the circle of radius 10 at (40, 0) is touched at 37.5, 9.68.
    const Point near(37.3, 9.9);
    board.begin(Point(0, 0), near);
    CHECK(board.editor.status().find("tangent to circle1") != std::string::npos);
    board.person.release(near);
    REQUIRE(board.kinds().size() == 1);
    CHECK(board.kinds()[0] == "tangent");
    CHECK((board.curve("line1").q.tail<2>() - Point(37.5, std::sqrt(93.75))).norm() < 1e-6);
    do_edit(board.editor, "set circle1.r 14");
    board.editor.come_to_rest();
    const Eigen::VectorXd line = board.curve("line1").q, circle = board.curve("circle1").q;
    const Point along = (line.tail<2>() - line.head<2>()).normalized();
    const Point across(-along.y(), along.x());
    CHECK(std::abs(std::abs(across.dot(circle.head<2>() - line.head<2>())) - circle[2]) < 1e-6);
  }
  SUBCASE("tangent, then S: another offer; K: only the place") {
    const Point near(37.3, 9.9);
    board.begin(Point(0, 0), near);
    board.press("S");
    CHECK(board.editor.status().find("tangent to") == std::string::npos);
    board.press("S"), board.press("K");
    board.person.release(near);
    CHECK(board.kinds().empty());
  }
  SUBCASE("perpendicular") {
    const Point near(30.4, 0.4);
    board.begin(Point(0, 0), near);
    CHECK(board.editor.status().find("perpendicular to circle1") != std::string::npos);
    board.person.release(near);
    CHECK((board.curve("line1").q.tail<2>() - Point(30, 0)).norm() < 1e-6);
    CHECK(board.kinds().size() == 2);
  }
}

TEST_CASE("crossings, guides and the grid are snapped to as well") {
  Document document = fresh_document();
  add_curve(document, "line", {-20, -20, 40, 40});
  add_curve(document, "line", {-20, 20, 40, -40});
  do_edit(document, "guide at 0 33");
  Board board(document);
  const auto best = [&](const Point& paper) {
    const std::vector<Offer> offers = offers_at(board.editor, board.editor.camera().to_window(paper), {});
    REQUIRE(!offers.empty());
    return offers[0];
  };
  CHECK(best(Point(0.4, 0.1)).what == Offer::What::crossing);
  CHECK(best(Point(0.4, 0.1)).on.size() == 2);
  CHECK(best(Point(40, 33.6)).what == Offer::What::guide);
  CHECK(best(Point(40, 33.6)).at.y() == doctest::Approx(33));
  board.editor.show_grid(true);
  CHECK(best(Point(40.2, -19.9)).what == Offer::What::grid);
  CHECK((best(Point(40.2, -19.9)).at - Point(40, -20)).norm() < 1e-9);
}

TEST_CASE("a freehand stroke becomes the simplest curve that follows it") {
  Board board;
  board.press("Shift+P");
  const auto draw_stroke = [&](const std::function<Point(double)>& at) {
    board.person.move(at(0));
    board.person.press(at(0));
    for (int i = 1; i <= 120; ++i) board.person.move(at(i / 120.0));
    board.person.release(at(1));
  };
  const auto shaken = [](double s) { return 0.15 * std::sin(91 * s); };
  SUBCASE("a circle") {
    draw_stroke([&](double s) {
      const double a = 2 * std::numbers::pi * s, r = 20 + shaken(s);
      return Point(5 + r * std::cos(a), r * std::sin(a));
    });
    REQUIRE(board.editor.world().bodies().size() == 1);
    CHECK((board.curve("circle1").q - Eigen::Vector3d(5, 0, 20)).norm() < 0.5);
  }
  SUBCASE("a line") {
    draw_stroke([&](double s) { return Point(40 * s, 10 * s + shaken(s)); });
    CHECK((board.curve("line1").q - Eigen::Vector4d(0, 0, 40, 10)).norm() < 1);
  }
  SUBCASE("a wave: a path of few nodes") {
    draw_stroke([&](double s) { return Point(80 * s - 40, 12 * std::sin(9 * s)); });
    CHECK(board.curve("path1").q.size() <= 7 * 10);
  }
  SUBCASE("a click: nothing") {
    board.person.click(Point(0, 0));
    CHECK(board.editor.world().bodies().size() == 0);
  }
}

TEST_CASE("D writes the number on the paper; it is dragged, typed in place, and in brackets when driven") {
  Document document = fresh_document();
  const CurveId line = add_curve(document, "line", {0, 0, 30, 0});
  add_curve(document, "circle", {60, 0, 10});
  Board board(document);
  board.person.click(Point(15, 0));
  board.press("D");
  REQUIRE(board.editor.document().dimensions->size() == 1);
  (void)board.editor.take_asked();
  const DimensionId id = board.editor.document().dimensions->at_slot(0);
  const auto mark = [&] { return *board.editor.document().dimensions->find(id); };
  const auto shape = [&] {
    const auto found = shape_of(board.editor.shown(), mark(), board.editor.camera().scale());
    REQUIRE(found);
    return *found;
  };
  CHECK(shape().text == "30");
  CHECK(shape().arrows.size() == 2);
  SUBCASE("dragged") {
    const Point from = shape().at, before = mark().at;
    board.person.drag(from, from + Point(3, 12), 4);
    CHECK((mark().at - before - Point(3, 12)).norm() < 1e-9);
    CHECK((end_of(board.editor.world(), line, 1) - Point(30, 0)).norm() < 1e-9);
    board.press("Ctrl+Z");
    CHECK((mark().at - before).norm() == 0);
  }
  SUBCASE("a double click asks for the number there") {
    PointerEvent twice;
    twice.at = board.editor.camera().to_window(shape().at);
    twice.button = Button::left, twice.clicks = 2;
    for (const auto what : {PointerEvent::What::press, PointerEvent::What::release}) {
      twice.what = what;
      board.editor.handle(twice);
    }
    const auto asked = board.editor.take_asked();
    REQUIRE(asked);
    CHECK(value_of(board.editor.world(), asked->number) == 30);
  }
  SUBCASE("driven: it says what is, in brackets") {
    board.editor.select_only({mark().of});
    board.press("Ctrl+Shift+D");
    board.person.drag(Point(30, 0), Point(40, 0), 8);
    board.editor.come_to_rest();
    CHECK(shape().text.front() == '(');
    CHECK(shape().text != "(30)");
  }
  SUBCASE("a radius; taken off the paper and put back by one command") {
    board.person.click(Point(70, 0));
    board.press("D");
    REQUIRE(board.editor.document().dimensions->size() == 2);
    const DimensionId radius = board.editor.document().dimensions->at_slot(1);
    const auto found = shape_of(board.editor.shown(), *board.editor.document().dimensions->find(radius), 4);
    REQUIRE(found);
    CHECK(found->text == "R 10");
    board.press("Shift+D");
    CHECK(board.editor.document().dimensions->size() == 1);
    board.press("Shift+D");
    CHECK(board.editor.document().dimensions->size() == 2);
  }
  const std::string file = saved(board.editor.document());
  const Result<Document> again = from_json(file, fresh_document());
  REQUIRE(again);
  CHECK(saved(*again) == file);
}

TEST_CASE("an angle between two lines is an arc from one to the other") {
  Document document = fresh_document();
  add_curve(document, "line", {0, 0, 30, 0});
  add_curve(document, "line", {0, 0, 20, 20});
  Board board(document);
  board.person.click(Point(20, 0));
  board.person.modifiers = shift;
  board.person.click(Point(14, 14));
  board.person.modifiers = {};
  board.press("N");
  REQUIRE(board.editor.document().dimensions->size() == 1);
  const DimensionId id = board.editor.document().dimensions->at_slot(0);
  const auto found = shape_of(board.editor.shown(), *board.editor.document().dimensions->find(id), 4);
  REQUIRE(found);
  REQUIRE(found->arc);
  CHECK(found->arc->centre.norm() < 1e-9);
  CHECK(std::abs(found->arc->sweep) == doctest::Approx(std::numbers::pi / 4));
  CHECK(found->text == "45°");
}
