// Arranging by hand: moving without reshaping, the frame, copies, groups, order, alignment, the
// clipboard, choosing.
#include <doctest/doctest.h>

#include <chrono>

#include "app/editor/arranging.h"
#include "app/editor/clipboard.h"
#include "app/editor/frame.h"
#include "app/panels/freedoms.h"
#include "app/panels/layout.h"
#include "tests/app_fixture.h"
#include "tests/screen.h"

using namespace limber;

namespace {

constexpr Modifiers ctrl_shift{true, true, false}, alt{false, false, true}, shift{false, true, false};

struct Desk {
  Io io;
  Workspace workspace{fresh_document(), io};
  Editor& editor = workspace.editor();
  Person person{editor};

  explicit Desk(const Document& document) { editor.open(document); }
  void press(const char* name) { workspace.handle(key(name)); }
  void type(const std::string& text) {
    for (const char c : text) workspace.handle(key(std::string(1, c).c_str()));
  }
  const Eigen::VectorXd& q(CurveId id) { return editor.world().find(id)->q; }
};

// Two bars that meet, the first nailed at its begin, and a circle aside.
struct Figure {
  Document document = fresh_document();
  CurveId first, second, circle;
  Figure() {
    first = add_curve(document, "line", {0, 0, 20, 0});
    second = add_curve(document, "line", {20, 0, 30, 15});
    circle = add_curve(document, "circle", {-30, 0, 8});
    do_edit(document, "nail line1.start");
    do_edit(document, "attach line1.end line2.start");
  }
};

double length_of(const Eigen::VectorXd& q) { return (q.tail<2>() - q.head<2>()).norm(); }

}  // namespace

TEST_CASE("Ctrl+Shift+drag moves what it takes as it is, nails included; what hangs on it follows") {
  Figure figure;
  Desk desk(figure.document);
  const Eigen::VectorXd before = desk.q(figure.first);
  desk.person.modifiers = ctrl_shift;
  desk.person.drag(Point(10, 0), Point(13, -25));
  desk.person.wait();
  Eigen::VectorXd moved = before;
  moved += Eigen::Vector4d(3, -25, 3, -25);
  CHECK((desk.q(figure.first) - moved).norm() < 1e-6);
  CHECK((desk.q(figure.second).head<2>() - moved.tail<2>()).norm() < 1e-6);  // still attached
  CHECK(desk.editor.selection().contains(figure.first));
  desk.press("Ctrl+Z");
  CHECK(desk.q(figure.first) == before);
  CHECK(same(desk.editor.document(), figure.document));
}

TEST_CASE("the Move tool moves with no key held; Esc in the middle restores every bit") {
  Figure figure;
  Desk desk(figure.document);
  desk.press("Shift+M");
  REQUIRE(desk.editor.tool().command() == "tool.move");
  const std::string before = saved(desk.editor.document());
  desk.person.move(Point(-22, 0));
  desk.person.press(Point(-22, 0));
  desk.person.move(Point(-22, 13));
  CHECK((desk.q(figure.circle) - Eigen::Vector3d(-30, 13, 8)).norm() < 1e-9);
  desk.press("Esc");
  CHECK(saved(desk.editor.document()) == before);
  desk.person.release(Point(-22, 13));
  CHECK(saved(desk.editor.document()) == before);
  desk.person.drag(Point(-22, 0), Point(-12, 3));
  CHECK((desk.q(figure.circle) - Eigen::Vector3d(-20, 3, 8)).norm() < 1e-9);
}

TEST_CASE("a chosen closed curve is moved by its inside, and its size stays") {
  Figure figure;
  Desk desk(figure.document);
  desk.person.click(Point(-22, 0));
  desk.person.drag(Point(-31, 1), Point(-21, 11));
  CHECK((desk.q(figure.circle) - Eigen::Vector3d(-20, 10, 8)).norm() < 1e-9);
  CHECK(desk.editor.history().undo_title() == "Move");
}

TEST_CASE("in a drag X, Y and Shift keep to an axis, Z is slow, and numbers are typed") {
  Figure figure;
  Desk desk(figure.document);
  desk.person.click(Point(-22, 0));
  const auto drag = [&](const std::function<void()>& during) {
    desk.person.move(Point(-31, 1));
    desk.person.press(Point(-31, 1));
    desk.person.move(Point(-29, 1));
    during();
    desk.person.release(Point(-21, 16));
  };
  SUBCASE("X") {
    drag([&] { desk.press("X"), desk.person.move(Point(-21, 16)); });
    CHECK((desk.q(figure.circle) - Eigen::Vector3d(-20, 0, 8)).norm() < 1e-9);
  }
  SUBCASE("Y, after X") {
    drag([&] { desk.press("X"), desk.press("Y"), desk.person.move(Point(-21, 16)); });
    CHECK((desk.q(figure.circle) - Eigen::Vector3d(-30, 15, 8)).norm() < 1e-9);
  }
  SUBCASE("Shift: the nearer axis") {
    desk.person.modifiers = Modifiers{};
    drag([&] { desk.person.modifiers = shift, desk.person.move(Point(-21, 16)); });
    CHECK((desk.q(figure.circle) - Eigen::Vector3d(-30, 15, 8)).norm() < 1e-9);
  }
  SUBCASE("Z: a tenth") {
    drag([&] { desk.workspace.handle(key("Z")), desk.person.move(Point(-21, 16)); });
    CHECK((desk.q(figure.circle) - Eigen::Vector3d(-30 + 2 + 0.8, 1.5, 8)).norm() < 1e-9);
  }
  SUBCASE("numbers, Tab, Enter: done before the button is let go") {
    drag([&] {
      desk.type("12.5");
      desk.press("Tab");
      desk.type("-3");
      desk.press("Enter");
    });
    CHECK((desk.q(figure.circle) - Eigen::Vector3d(-17.5, -3, 8)).norm() < 1e-9);
  }
  SUBCASE("X 3: along that axis") {
    drag([&] { desk.press("Y"), desk.type("7"), desk.press("Enter"); });
    CHECK((desk.q(figure.circle) - Eigen::Vector3d(-30, 7, 8)).norm() < 1e-9);
  }
}

TEST_CASE("a pull goes along an axis and to typed numbers too") {
  Document document = fresh_document();
  const CurveId line = add_curve(document, "line", {0, 0, 20, 0});
  Desk desk(document);
  desk.person.move(Point(20, 0));
  desk.person.press(Point(20, 0));
  desk.person.move(Point(24, 3));
  SUBCASE("Y") {
    desk.press("Y");
    desk.person.release(Point(26, 9));
    desk.person.wait();
    CHECK((end_of(desk.editor.world(), line, 1) - Point(20, 9)).norm() < 1e-3);
  }
  SUBCASE("numbers") {
    desk.type("5");
    desk.press("Tab");
    desk.type("2*3");
    desk.press("Enter");
    desk.person.wait();
    CHECK((end_of(desk.editor.world(), line, 1) - Point(25, 6)).norm() < 1e-3);
  }
}

TEST_CASE("a nail is dragged by its glyph, and what it holds comes along; one step of undo") {
  Figure figure;
  Desk desk(figure.document);
  desk.person.drag(Point(0, 0), Point(-5, -12));
  desk.person.wait();
  CHECK((desk.q(figure.first).head<2>() - Point(-5, -12)).norm() < 1e-6);
  CHECK(desk.editor.not_met().empty());
  desk.press("Ctrl+Z");
  CHECK(same(desk.editor.document(), figure.document));
}

TEST_CASE("Ctrl+Alt+drag reshapes this curve and leaves all others as they are") {
  Figure figure;
  Desk desk(figure.document);
  const Eigen::VectorXd first = desk.q(figure.first);
  desk.person.modifiers = {true, false, true};
  desk.person.drag(Point(30, 15), Point(45, 30));
  desk.person.wait();
  CHECK(desk.q(figure.first) == first);
  CHECK((desk.q(figure.second).tail<2>() - Point(45, 30)).norm() < 1e-3);
  const Body* body = desk.editor.document().world->body(figure.first);
  CHECK(std::count(body->locked.begin(), body->locked.end(), 1) == 0);
}

TEST_CASE("the frame of two things scales by its corners, turns by its ring, with numbers") {
  Figure figure;
  Desk desk(figure.document);
  desk.editor.select_only({figure.second, figure.circle});
  const auto frame = Frame::around_chosen(desk.editor);
  REQUIRE(frame);
  const Camera& camera = desk.editor.camera();
  const Box box = frame->box();
  const Point corner = camera.to_paper(camera.to_window(box.max()) + Point(10, -10));
  const Point ring = camera.to_paper(camera.to_window(Point(box.center().x(), box.max().y())) -
                                     Point(0, 34));
  const double length = length_of(desk.q(figure.second));
  SUBCASE("twice as large, typed") {
    desk.person.move(corner);
    desk.person.press(corner);
    desk.person.move(corner + Point(2, 2));
    desk.type("2");
    desk.press("Enter");
    desk.person.release(corner + Point(2, 2));
    CHECK(desk.q(figure.circle)[2] == doctest::Approx(16));
    CHECK(length_of(desk.editor.history().now().world->find(figure.second)->q) ==
          doctest::Approx(2 * length));
  }
  SUBCASE("dragged along the diagonal") {
    desk.person.drag(corner, corner + 0.5 * (corner - box.min()));
    CHECK(desk.q(figure.circle)[2] == doctest::Approx(12).epsilon(0.01));
  }
  SUBCASE("a quarter turn in steps of 15 degrees") {
    desk.person.modifiers = Modifiers{};
    const Point middle = box.center();
    desk.person.move(ring);
    desk.person.press(ring);
    desk.person.modifiers = shift;
    const Point to = middle + Point(-(ring - middle).norm(), 0.3);
    desk.person.move(to);
    desk.person.release(to);
    const Point turned = middle + Point(-(Point(-30, 0) - middle).y(), (Point(-30, 0) - middle).x());
    CHECK((desk.q(figure.circle).head<2>() - turned).norm() < 1e-9);
  }
  desk.person.modifiers = {};
  desk.press("Ctrl+Z");
  CHECK(same(desk.editor.document(), figure.document));
}

TEST_CASE("Alt+drag leaves a copy with its constraints; it is one step of undo") {
  Figure figure;
  Desk desk(figure.document);
  desk.editor.select_only({figure.first, figure.second});
  desk.person.modifiers = alt;
  desk.person.drag(Point(10, 0), Point(10, 40));
  const Document& now = desk.editor.document();
  CHECK(now.world->bodies().size() == 5);
  CHECK(now.world->constraints().size() == 4);  // the attachment and the nail came along
  CHECK(desk.q(figure.first) == Eigen::Vector4d(0, 0, 20, 0));
  CHECK(desk.editor.selection().curves().size() == 2);
  desk.press("Ctrl+Z");
  CHECK(same(desk.editor.document(), figure.document));
}

TEST_CASE("the arrows nudge by 1, 10 and 0.1, nails included") {
  Figure figure;
  Desk desk(figure.document);
  desk.editor.select_only({figure.first});
  desk.press("Right"), desk.press("Shift+Up"), desk.press("Ctrl+Left");
  desk.person.wait();
  CHECK((desk.q(figure.first).head<2>() - Point(0.9, 10)).norm() < 1e-6);
}

TEST_CASE("copy and paste bring the constraints, into this drawing and into another") {
  Figure figure;
  Desk desk(figure.document);
  desk.editor.select_only({figure.first, figure.second});
  desk.press("Ctrl+C");
  SUBCASE("into this one, with names that are free") {
    desk.person.move(Point(50, 40));
    desk.press("Ctrl+V");
    const Document& now = desk.editor.document();
    CHECK(now.world->bodies().size() == 5);
    CHECK(now.world->constraints().size() == 4);
    CHECK(now.find("line3"));
    const std::set<CurveId> chosen = desk.editor.selection().curves();
    REQUIRE(chosen.size() == 2);
    const Box box = extent_of(desk.editor, desk.editor.selection().things());
    CHECK((box.center() - Point(50, 40)).norm() < 1e-6);
    desk.press("Ctrl+Z");
    CHECK(same(desk.editor.document(), figure.document));
  }
  SUBCASE("into another, through the text of the clipboard alone") {
    const std::string text = desk.workspace.clipboard().take();
    Desk other(fresh_document());
    other.workspace.clipboard().put(text);
    other.press("Ctrl+V");
    CHECK(other.editor.document().world->bodies().size() == 2);
    CHECK(other.editor.document().world->constraints().size() == 2);
    other.person.wait();
    CHECK(other.editor.not_met().empty());
    CHECK(from_json(saved(other.editor.document()), fresh_document()));
  }
  SUBCASE("cut takes it away here") {
    desk.editor.select_only({figure.circle});
    desk.press("Ctrl+X");
    CHECK(!desk.editor.document().has(figure.circle));
    desk.press("Ctrl+V");
    CHECK(desk.editor.document().find("circle1"));
  }
}

TEST_CASE("what is pasted with variables, styles, layers and groups fits into the other drawing") {
  Document document = fresh_document();
  add_curve(document, "circle", {0, 0, 5});
  add_curve(document, "circle", {20, 0, 5});
  for (const char* line :
       {"let size = 5mm", "layer parts", "put circle1 circle2 in parts", "group circle1 circle2 as pair",
        "name_style bold stroke=red", "use_style bold circle1", "constrain fixed_length circle1.r 5 as big",
        "follow big.d = size", "text \"two words\" at 3 4"})
    do_edit(document, line);
  std::set<ThingId> all;
  each_thing(document, [&](ThingId id) {
    if (has_place(id)) all.insert(id);
  });
  const Result<std::string> text = copied_text(document, all);
  REQUIRE(text);
  Document other = fresh_document();
  for (int round = 0; round < 2; ++round) {
    const Result<Pasted> paste = pasted(other, fresh_document(), *text, Point(7, 7));
    REQUIRE_MESSAGE(paste, paste.error().message);
    const Result<Document> next = apply(other, paste->edit);
    REQUIRE_MESSAGE(next, next.error().message);
    other = *next;
  }
  CHECK(other.world->bodies().size() == 4);
  CHECK(other.variables->size() == 1);
  CHECK(other.styles->size() == 1);
  CHECK(other.layers->size() == 1);
  CHECK(other.groups->size() == 2);
  CHECK(other.follows->size() == 2);
  CHECK(other.texts->size() == 2);
}

TEST_CASE("a text of another program is pasted as a text; a damaged one of ours is refused") {
  Desk desk(fresh_document());
  desk.workspace.clipboard().put("hello");
  desk.press("Ctrl+V");
  CHECK(desk.editor.document().texts->size() == 1);
  const std::string before = saved(desk.editor.document());
  for (const char* text : {"limber script 1\ndraw nonsense\n", "limber script 1\n", "limber script 1\n\x01"}) {
    desk.workspace.clipboard().put(text);
    desk.press("Ctrl+V");
    CHECK(saved(desk.editor.document()) == before);
    CHECK(!desk.editor.message().empty());
  }
}

TEST_CASE("a group is taken as one by a click, by a double click one thing in it") {
  Figure figure;
  Desk desk(figure.document);
  desk.editor.select_only({figure.first, figure.circle});
  desk.press("Ctrl+G");
  desk.editor.selection().clear();
  desk.person.click(Point(-22, 0));
  CHECK(desk.editor.selection().curves() == std::set<CurveId>{figure.first, figure.circle});
  PointerEvent twice;
  twice.at = desk.editor.camera().to_window(Point(-22, 0));
  twice.button = Button::left, twice.clicks = 2;
  for (const auto what : {PointerEvent::What::press, PointerEvent::What::release}) {
    twice.what = what;
    desk.editor.handle(twice);
  }
  CHECK(desk.editor.selection().curves() == std::set<CurveId>{figure.circle});
  SUBCASE("its copy is a group too") {
    desk.person.click(Point(-22, 0));
    desk.press("Ctrl+D");
    CHECK(desk.editor.document().groups->size() == 2);
    CHECK(desk.editor.selection().curves().size() == 2);
  }
  SUBCASE("Ungroup") {
    desk.press("Ctrl+Shift+G");
    CHECK(desk.editor.document().groups->size() == 0);
  }
}

TEST_CASE("mirror, turn, order, align, distribute, hide, lock and layers act on what is chosen") {
  Document document = fresh_document();
  const CurveId a = add_curve(document, "circle", {0, 0, 5}), b = add_curve(document, "circle", {30, 4, 2}),
                c = add_curve(document, "circle", {40, -9, 3}), arc = add_curve(document, "arc", {60, 0, 6, 0, 2});
  Desk desk(document);
  desk.editor.select_only({a, b, c});
  const auto run_command = [&](const char* id) {
    const Command* command = find_command(desk.workspace.commands(), std::string_view(id));
    REQUIRE(command);
    run(*command, desk.workspace);
  };
  SUBCASE("mirrored left and right: the ends change places") {
    run_command("arrange.mirror");
    CHECK(desk.q(a)[0] == doctest::Approx(38));
    CHECK(desk.q(c)[0] == doctest::Approx(-2));
  }
  SUBCASE("an arc opens the other way") {
    desk.editor.select_only({arc});
    const Point start = end_of(desk.editor.world(), arc, 0), end = end_of(desk.editor.world(), arc, 1);
    const double middle = extent_of(desk.editor, {ThingId(arc)}).center().x();
    run_command("arrange.mirror");
    const Point mirrored_start(2 * middle - start.x(), start.y());
    const Point ends[] = {end_of(desk.editor.world(), arc, 0), end_of(desk.editor.world(), arc, 1)};
    CHECK(std::min((ends[0] - mirrored_start).norm(), (ends[1] - mirrored_start).norm()) < 1e-6);
    (void)end;
  }
  SUBCASE("left edges") {
    run_command("arrange.left");
    for (const CurveId id : {a, b, c}) CHECK(desk.q(id)[0] - desk.q(id)[2] == doctest::Approx(-5));
  }
  SUBCASE("middles side by side") {
    run_command("arrange.centre");
    for (const CurveId id : {a, b, c}) CHECK(desk.q(id)[1] == doctest::Approx(desk.q(a)[1]));
  }
  SUBCASE("equal gaps") {
    run_command("arrange.spread");
    const double left = desk.q(b)[0] - 2 - (desk.q(a)[0] + 5), right = desk.q(c)[0] - 3 - (desk.q(b)[0] + 2);
    CHECK(left == doctest::Approx(right));
    CHECK(desk.q(a)[0] == 0);
    CHECK(desk.q(c)[0] == 40);
  }
  SUBCASE("to the front") {
    desk.editor.select_only({a});
    desk.press("Home");
    CHECK(drawing_order(desk.editor.document(), Level::paper).back() == ThingId(a));
    desk.press("End");
    CHECK(drawing_order(desk.editor.document(), Level::paper).front() == ThingId(a));
  }
  SUBCASE("hidden and locked things are not taken, and come back") {
    desk.editor.select_only({a});
    desk.press("Ctrl+H");
    desk.editor.select_only({b});
    desk.press("Ctrl+L");
    desk.press("Ctrl+A");
    CHECK(desk.editor.selection().curves() == std::set<CurveId>{c, arc});
    desk.press("Ctrl+Shift+H"), desk.press("Ctrl+Shift+U"), desk.press("Ctrl+A");
    CHECK(desk.editor.selection().size() == 4);
  }
  SUBCASE("a layer of its own") {
    desk.press("Ctrl+Shift+N");
    REQUIRE(desk.editor.document().layers->size() == 1);
    CHECK(desk.editor.document().of(a).layer);
    CHECK(!desk.editor.document().of(arc).layer);
  }
  const std::string after = saved(desk.editor.document());
  const Result<Document> again = from_json(after, fresh_document());
  REQUIRE(again);
  CHECK(saved(*again) == after);
  while (desk.editor.can_undo()) desk.editor.undo();
  CHECK(same(desk.editor.document(), document));
}

TEST_CASE("a lasso chooses what lies inside its line; its tool does so with no key held") {
  Figure figure;
  Desk desk(figure.document);
  const auto draw_line = [&] {
    const Point around[] = {{-42, -12}, {-18, -12}, {-18, 12}, {-42, 12}, {-42, -11}};
    desk.person.move(around[0]);
    desk.person.press(around[0]);
    for (const Point& p : around) desk.person.move(p);
    desk.person.release(around[4]);
  };
  SUBCASE("Alt+drag") { desk.person.modifiers = alt; }
  SUBCASE("the tool") { desk.press("Shift+L"); }
  draw_line();
  CHECK(desk.editor.selection().curves() == std::set<CurveId>{figure.circle});
}

TEST_CASE("Alt+click, and its command, go through what lies on top of each other") {
  Document document = fresh_document();
  const CurveId a = add_curve(document, "line", {0, 0, 20, 0}), b = add_curve(document, "line", {10, 0, 30, 0});
  Desk desk(document);
  desk.person.move(Point(15, 0));
  desk.person.modifiers = alt;
  desk.person.click(Point(15, 0));
  const std::set<CurveId> one = desk.editor.selection().curves();
  desk.person.modifiers = {};
  desk.press("Ctrl+U");
  const std::set<CurveId> other = desk.editor.selection().curves();
  CHECK(one.size() == 1);
  CHECK(other.size() == 1);
  CHECK(one != other);
  CHECK((other.contains(a) || other.contains(b)));
}

TEST_CASE("more is chosen by what is joined, by type and by colour") {
  Figure figure;
  do_edit(figure.document, "style circle1 line2 stroke=red");
  Desk desk(figure.document);
  desk.editor.select_only({figure.first});
  SUBCASE("joined") {
    desk.press("Ctrl+Shift+A");
    CHECK(desk.editor.selection().curves() == std::set<CurveId>{figure.first, figure.second});
  }
  SUBCASE("type") {
    select_same_type(desk.editor);
    CHECK(desk.editor.selection().curves() == std::set<CurveId>{figure.first, figure.second});
  }
  SUBCASE("colour") {
    desk.editor.select_only({figure.circle});
    select_same_colour(desk.editor);
    CHECK(desk.editor.selection().curves() == std::set<CurveId>{figure.circle, figure.second});
  }
  SUBCASE("others") {
    desk.press("Ctrl+Shift+I");
    CHECK(desk.editor.selection().curves() == std::set<CurveId>{figure.circle, figure.second});
  }
}

TEST_CASE("300 curves with 300 constraints are copied and pasted, and nothing else happens to them") {
  Document document = fresh_document();
  for (int i = 0; i < 300; ++i) {
    add_curve(document, "line", {1.0 * i, 0, 1.0 * i + 1, 0});
    if (i > 0)
      do_edit(document, "attach line" + std::to_string(i) + ".end line" + std::to_string(i + 1) + ".start");
  }
  do_edit(document, "nail line1.start");
  Desk desk(document);
  desk.press("Ctrl+A");
  const auto began = std::chrono::steady_clock::now();
  desk.press("Ctrl+C");
  const auto copied = std::chrono::steady_clock::now();
  desk.press("Ctrl+V");
  const auto done = std::chrono::steady_clock::now();
  const auto ms = [](auto from, auto to) {
    return std::chrono::duration<double, std::milli>(to - from).count();
  };
  MESSAGE("copy ", ms(began, copied), " ms, paste ", ms(copied, done), " ms");
  CHECK(desk.editor.document().world->bodies().size() == 600);
  CHECK(desk.editor.document().world->constraints().size() == 600);
  CHECK(desk.editor.selection().curves().size() == 300);
}

TEST_CASE("the outline lists all things; they are chosen, renamed, hidden and locked there") {
  Screen screen(nullptr);
  Document document = fresh_document();
  const CurveId circle = add_curve(document, "circle", {0, 0, 8});
  add_curve(document, "line", {10, 0, 30, 0});
  do_edit(document, "layer back");
  do_edit(document, "put line1 in back");
  screen.workspace.editor().open(document);
  screen.workspace.show_outline(true);
  screen.settle();
  // Rows: the layer, its line, the paper, its circle.
  const double panel = toolbar_width + 2 * margin, top = menu_height + margin + 16 + 26;
  const auto row = [&](int n) { return Point(panel + 40, top + 28 * n + 14); };
  screen.click(row(3));
  CHECK(screen.editor().selection().curves() == std::set<CurveId>{circle});
  SUBCASE("renamed by F2") {
    screen.press("F2");
    screen.settle();
    screen.type("wheel");
    screen.settle();
    screen.press("Enter");
    screen.settle();
    CHECK(screen.document().find("wheel") == ThingId(circle));
    screen.press("Ctrl+Z");
    CHECK(screen.document().find("circle1") == ThingId(circle));
  }
  SUBCASE("a click on the layer takes what is in it") {
    screen.click(row(0));
    CHECK(screen.editor().selection().curves().size() == 1);
    CHECK(!screen.editor().selection().contains(circle));
  }
  SUBCASE("hidden, and shown again") {
    const Point eye(panel + 236 - 15 - 26 - 13, row(3).y());
    screen.click(eye);
    CHECK(is_hidden(screen.document(), circle));
    screen.click(eye);
    CHECK(!is_hidden(screen.document(), circle));
  }
}

TEST_CASE("arrays: copies in a row by a drag, around a place by a click; the number is typed") {
  Document document = fresh_document();
  const CurveId circle = add_curve(document, "circle", {20, 0, 3});
  Desk desk(document);
  desk.editor.select_only({circle});
  SUBCASE("in a row") {
    desk.press("Shift+A");
    desk.type("4");
    desk.person.drag(Point(0, 0), Point(8, 1), 4);
    CHECK(desk.editor.world().bodies().size() == 4);
    const CurveId last = desk.editor.document().find("circle4").as<Body>();
    CHECK((desk.q(last) - Eigen::Vector3d(44, 3, 3)).norm() < 1e-9);
  }
  SUBCASE("around") {
    desk.press("Shift+R");
    desk.type("8");
    desk.person.click(Point(0, 0));
    CHECK(desk.editor.world().bodies().size() == 8);
    const CurveId third = desk.editor.document().find("circle3").as<Body>();
    CHECK((desk.q(third) - Eigen::Vector3d(0, 20, 3)).norm() < 1e-9);
  }
  SUBCASE("nothing is chosen: said, and the tool in hand stays") {
    desk.editor.selection().clear();
    desk.editor.use("tool.array");
    CHECK(desk.editor.tool().command() == "tool.pull");
    CHECK(!desk.editor.message().empty());
    return;
  }
  CHECK(desk.editor.history().size() == 2);  // one step
  desk.press("Ctrl+Z");
  CHECK(same(desk.editor.document(), document));
}

TEST_CASE("a text is typed where it was clicked, spaces and all; one step of undo") {
  Desk desk(fresh_document());
  desk.press("Shift+T");
  desk.person.click(Point(3, 4));
  desk.type("a");
  desk.workspace.handle(key("Space"));
  desk.type("bc");
  desk.press("Backspace");
  SUBCASE("Enter") {
    desk.press("Enter");
    REQUIRE(desk.editor.document().texts->size() == 1);
    CHECK(desk.editor.document().texts->find(desk.editor.document().find("text1").as<Text>())->text == "a b");
    CHECK(!desk.editor.playing());
    CHECK(desk.editor.history().size() == 2);
    desk.person.click(Point(3, 4.5));  // goes on with it
    desk.type("d");
    desk.press("Enter");
    CHECK(desk.editor.document().texts->find(desk.editor.document().find("text1").as<Text>())->text == "a bd");
    desk.press("Ctrl+Z"), desk.press("Ctrl+Z");
  }
  SUBCASE("Esc") { desk.press("Esc"); }
  CHECK(desk.editor.document().texts->size() == 0);
}

TEST_CASE("a pull that goes nowhere says what holds, by name") {
  Document document = fresh_document();
  add_curve(document, "bar", {0, 0, 0, 20});
  do_edit(document, "nail bar1.start as pin");
  do_edit(document, "nail bar1.end as peg");
  Desk desk(document);
  desk.person.move(Point(10, 0));
  desk.person.press(Point(10, 0));
  desk.person.move(Point(10, 25));
  for (int i = 0; i < 20; ++i) desk.editor.advance(1.0 / 60);
  CHECK(desk.editor.status().find("pin, peg") != std::string::npos);
  desk.person.release(Point(10, 25));
  CHECK(same(desk.editor.document(), document));
  CHECK(desk.editor.history().size() == 1);  // nothing moved: no step
}

TEST_CASE("what cannot all be met is listed, with ways out") {
  Screen screen(nullptr);
  Document document = fresh_document();
  add_curve(document, "line", {0, 0, 30, 0});
  do_edit(document, "constrain fixed_length line1.length 30 as short");
  do_edit(document, "constrain fixed_length line1.length 40 as long");
  screen.workspace.editor().open(document);
  do_edit(screen.editor(), "set long.d 45");
  screen.editor().come_to_rest();
  REQUIRE(!screen.editor().not_met().empty());
  screen.settle();
  do_edit(screen.editor(), "soften long");
  screen.editor().come_to_rest();
  screen.settle();
  CHECK(screen.editor().not_met().empty());
}

TEST_CASE("the status line counts the ways a figure can still move") {
  Document document = fresh_document();
  Freedoms freedoms;
  Editor empty(document);
  CHECK(!freedoms.count(empty));
  add_curve(document, "bar", {0, 0, 0, 20});
  Editor bar(document);
  CHECK(freedoms.count(bar) == 3);
  do_edit(bar, "nail bar1.start");
  bar.come_to_rest();
  CHECK(freedoms.count(bar) == 1);
  do_edit(bar, "constrain fixed_angle bar1.phi 0.5");
  bar.come_to_rest();
  CHECK(freedoms.count(bar) == 0);
  bar.undo();
  CHECK(freedoms.count(bar) == 1);
}

TEST_CASE("Other solution: the dyad of a four-bar goes over to its other side, and all joints hold") {
  Document document = fresh_document();
  add_curve(document, "bar", {-30, 0, 1.2, 12});
  const Point crank = Point(-30, 0) + 12 * Point(std::cos(1.2), std::sin(1.2));
  const Point knee(5, 30), ground(20, 0);
  const auto bar = [&](const Point& a, const Point& b) {
    return add_curve(document, "bar",
                     {a.x(), a.y(), std::atan2(b.y() - a.y(), b.x() - a.x()), (b - a).norm()});
  };
  const CurveId coupler = bar(crank, knee), rocker = bar(knee, ground);
  for (const char* line : {"nail bar1.start", "nail bar3.end", "attach bar1.end bar2.start",
                           "attach bar2.end bar3.start"})
    do_edit(document, line);
  Desk desk(document);
  desk.editor.select_only({coupler, rocker});
  desk.press("Shift+O");
  desk.editor.come_to_rest();
  CHECK(desk.editor.not_met().empty());
  const Point now = end_of(desk.editor.world(), coupler, 1);
  const Point along = (ground - crank).normalized(), across(-along.y(), along.x());
  CHECK((now - (knee - 2 * across.dot(knee - crank) * across)).norm() < 1e-6);
  desk.press("Shift+O");
  desk.editor.come_to_rest();
  CHECK((end_of(desk.editor.world(), coupler, 1) - knee).norm() < 1e-6);
}
