// More pieces of work through the real window: mechanisms, a drawing, and one without a mouse.
#include <doctest/doctest.h>

#include <numbers>

#include "app/drawing/force_arrow.h"
#include "curves/handles.h"
#include "curves/nearest.h"
#include "solver/diagnose.h"

// Last: X11 defines words that others use as names.
#include "tests/window_worker.h"

using namespace limber;

namespace {

const Curve& curve_in(const Document& document, std::string_view name) {
  const Curve* curve = document.world->find(document.find(name).as<Body>());
  REQUIRE(curve);
  return *curve;
}
Point at(const Document& document, std::string_view name, double t) {
  return end_of(document.world, document.find(name).as<Body>(), t);
}
// The rows of small buttons in the panel at the right, from the top, by their middles: as an eye finds them,
// as runs of the colour of buttons.
std::vector<std::vector<Point>> button_rows(const SkBitmap& seen) {
  constexpr int left = width - static_cast<int>(margin + inspector_width) + 6, right = width - static_cast<int>(margin) - 6;
  constexpr int least_width = 24, least_height = 7, most_height = 24, gap = 7;  // letters are narrower
  const SkColor colour = light_theme().panel_sunk;
  std::vector<std::vector<Point>> rows;
  int begin = -1;
  for (int y = 60; y < height - 40; ++y) {
    // A row of a button has its colour right behind the rounded corner at the left of the panel.
    const bool on = seen.getColor(left + 12, y) == colour;
    if (on && begin < 0) begin = y;
    if (on || begin < 0) continue;
    const int tall = y - begin, low = begin + 1;
    begin = -1;
    if (tall < least_height || tall > most_height) continue;
    std::vector<Point> row;
    int run = -1, last = -1;
    for (int x = left; x < right; ++x) {
      if (seen.getColor(x, low) == colour) {
        if (run < 0) run = x;
        last = x;
      } else if (run >= 0 && x - last > gap) {
        if (last - run >= least_width) row.emplace_back((run + last) / 2.0, low + tall / 2.0);
        run = -1;
      }
    }
    if (row.size() > 1) rows.push_back(row);
  }
  return rows;
}
void press(VirtualScreen& screen, KeySym symbol, int times, bool ctrl = false, bool shift = false) {
  for (int k = 0; k < times; ++k) screen.key(symbol, ctrl, shift);
}

}  // namespace

TEST_CASE("equal and perpendicular bars from nothing still turn") {
  Studio studio;
  Worker person{studio};
  person.key(XK_b);
  person.drag(Point(-25, 0), Point(-3, 4));
  person.drag(Point(-3, 4), Point(2, 35));
  person.key(XK_q);
  person.click(Point(-14, 2));
  person.click(Point(-0.5, 19.5));
  studio.screen.key(XK_Escape, false);
  studio.screen.pause(300);
  Document now = studio.drawing();
  person.key(XK_bracketleft);
  person.click(at(now, "bar1", 0.4));
  person.click(at(now, "bar2", 0.6));
  studio.screen.key(XK_Escape, false);
  studio.screen.pause(300);
  now = studio.drawing();
  const Point end = at(now, "bar2", 1);
  studio.drag(end, end + Point(14, -10));
  const Document after = studio.drawing();
  const Point u = at(after, "bar1", 1) - at(after, "bar1", 0), v = at(after, "bar2", 1) - at(after, "bar2", 0);
  CHECK(u.norm() == doctest::Approx(v.norm()));
  CHECK(std::abs(u.dot(v)) < 1e-6 * u.norm() * v.norm());
  CHECK((at(after, "bar1", 1) - at(after, "bar2", 0)).norm() < 1e-6);
  CHECK(std::abs(std::remainder(q_of(after, "bar2")[2] - q_of(now, "bar2")[2], 2 * std::numbers::pi)) > 0.05);
  CHECK(studio.shows_when_left_alone(after));
}

TEST_CASE("a cam and its follower from nothing in at most 16 actions") {
  Studio studio;
  Worker person{studio};
  VirtualScreen& screen = studio.screen;
  person.key(XK_e);
  person.drag(Point(-16, -29), Point(16, -11));
  person.key(XK_s);
  person.drag(Point(0, 10), Point(0, 45));  // what guides the follower
  person.key(XK_t);
  person.click(Point(0, -20));
  person.click(Point(0, 10));
  person.click(Point(0, 45));
  person.key(XK_F1);
  person.click(Point(16, -20));
  person.key(XK_g);
  person.key(XK_b);
  screen.hold(XK_Shift_L, true);  // both ends slide
  person.drag(Point(0, -11), Point(0, 25));
  screen.hold(XK_Shift_L, false);
  person.key(XK_v);  // upright
  person.key(XK_space);
  CHECK(person.actions <= 16);
  screen.pause(600);
  screen.key(XK_space, false);
  const Document after = studio.drawing();
  CHECK(after.world->motors().size() == 1);
  const Point foot = at(after, "bar1", 0), head = at(after, "bar1", 1);
  CHECK(nearest(curve_in(after, "ellipse1"), foot, 1e-9)->distance < 1e-6);
  CHECK(distance_to_line(q_of(after, "line1"), head) < 1e-6);
  CHECK(std::abs(foot.x() - head.x()) < 1e-6);
  CHECK(std::abs(q_of(after, "ellipse1")[4]) > 0.1);  // the cam has turned
  CHECK(std::abs(foot.y() + 11) > 1e-3);              // and lifted or lowered it
  CHECK(studio.shows_when_left_alone(after));
}

TEST_CASE("a four-bar without a mouse: arrows move a crosshair, Enter presses") {
  Studio studio;
  VirtualScreen& screen = studio.screen;
  screen.move(Point(width - 3, height - 3));  // out of the way
  const auto go = [&](int right, int up) {    // lines of the grid, 5 units apart
    press(screen, right < 0 ? XK_Left : XK_Right, std::abs(right));
    press(screen, up < 0 ? XK_Down : XK_Up, std::abs(up));
  };
  const auto enter = [&] {
    screen.key(XK_Return, false);
    screen.pause(40);
  };
  screen.key(XK_b, false);
  go(-6, -3), enter();
  go(0, 3), enter();  // from (-30, -15) to (-30, 0)
  enter(), go(10, 4), enter();
  enter(), go(2, -7), enter();
  screen.key(XK_t, false);
  enter();
  go(-12, 0), enter();
  screen.key(XK_F1, false);
  go(0, 2), enter();  // on the crank
  screen.key(XK_g, false);
  screen.key(XK_space, false);
  screen.pause(500);
  screen.key(XK_space, false);
  const Document after = studio.drawing();
  CHECK(after.world->bodies().size() == 3);
  CHECK(after.world->motors().size() == 1);
  const std::map<std::string, int> kinds = kinds_in(after);
  CHECK(kinds.at("nail") == 2);
  CHECK(kinds.at("coincident") == 2);
  CHECK((at(after, "bar1", 0) - Point(-30, -15)).norm() < 1e-6);
  CHECK((at(after, "bar3", 1) - Point(30, -15)).norm() < 1e-6);
  CHECK((at(after, "bar1", 1) - at(after, "bar2", 0)).norm() < 1e-6);
  CHECK(std::abs(q_of(after, "bar1")[2] - std::numbers::pi / 2) > 0.05);  // it has turned
  CHECK(studio.shows_when_left_alone(after));
}

TEST_CASE("a spring is made, hardened, softened and made stiffer by keys") {
  Studio studio;
  Worker person{studio};
  person.key(XK_period);
  person.click(Point(-20, 0));
  person.click(Point(20, 0));
  person.key(XK_x);
  person.click(Point(-20, 0));
  person.click(Point(20, 0));
  studio.screen.key(XK_Return, false);  // the length as it is
  studio.screen.key(XK_Escape, false), studio.screen.key(XK_Escape, false);
  studio.screen.pause(100);
  const auto compliance = [&](const Document& document) {
    double found = -1;
    document.world->constraints().each([&](ConstraintId, const Constraint& one) { found = one.compliance; });
    return found;
  };
  const Document soft = studio.drawing();
  REQUIRE(soft.world->constraints().size() == 1);
  CHECK(compliance(soft) > 0);
  studio.screen.key(XK_Escape, false);
  studio.screen.pause(150);
  person.click(Point(-20, 0));  // its mark
  studio.screen.pause(150);
  person.key(XK_y);
  CHECK(compliance(studio.drawing()) == 0);
  person.key(XK_y);
  const double again = compliance(studio.drawing());
  CHECK(again > 0);
  person.key(XK_Up, true, true);
  const Document after = studio.drawing();
  CHECK(compliance(after) == doctest::Approx(again / 1.5));
  CHECK(studio.shows_when_left_alone(after));
}

TEST_CASE("an over-constrained triangle is understood and repaired") {
  Studio studio;
  Worker person{studio};
  VirtualScreen& screen = studio.screen;
  person.key(XK_s);
  person.drag(Point(-20, -15), Point(15, -15));
  person.drag(Point(15, -15), Point(0, 20));
  person.drag(Point(0, 20), Point(-20, -15));
  const auto length = [&](const Point& on, const char* value) {
    screen.key(XK_Escape, false), screen.key(XK_Escape, false);
    screen.pause(80);
    person.click(on);
    person.key(XK_d);
    screen.pause(400);  // until its field is there, however busy the machine
    person.type(value);
    screen.pause(200);
  };
  length(Point(0, -15), "30");
  length(at(studio.drawing(), "line2", 0.5), "30");
  length(at(studio.drawing(), "line3", 0.5), "90");  // no triangle has such sides
  screen.pause(900);
  const Document wrong = studio.drawing();
  CHECK(kinds_in(wrong)["fixed_length"] == 3);
  const auto side = [&](const Document& document, const char* name) {
    return (at(document, name, 1) - at(document, name, 0)).norm();
  };
  CHECK(std::abs(side(wrong, "line3") - 90) > 1);
  // The list at the right has them, each with Show, Soften and Remove.
  std::vector<ConstraintId> conflict;
  for (const IslandDiagnosis& island : Diagnoser().run(wrong.world).islands)
    for (const std::vector<ConstraintId>& one : island.conflicts) conflict.insert(conflict.end(), one.begin(), one.end());
  std::size_t last = conflict.size();  // the length of the third side
  for (std::size_t k = 0; k < conflict.size(); ++k)
    if (rides_on(wrong.world, *wrong.world->find(conflict[k]), {wrong.find("line3").as<Body>()}) &&
        wrong.world->find(conflict[k])->kind->name == "fixed_length")
      last = k;
  REQUIRE(last < conflict.size());
  const auto softness = [&](const Document& document) {
    const Constraint* one = document.world->find(conflict[last]);
    return one ? one->compliance : -1;
  };
  const auto press_in_list = [&](std::size_t button) {
    studio.leave_alone();
    screen.pause(300);
    const std::vector<std::vector<Point>> rows = button_rows(screen.picture());
    studio.keep_picture();
    REQUIRE(rows.size() == conflict.size());
    REQUIRE(rows[last].size() == 3);
    screen.click(rows[last][button]);
    screen.pause(600);
  };
  const auto repaired = [&](const Document& document) {
    CHECK(side(document, "line1") == doctest::Approx(30).epsilon(1e-6));
    CHECK(side(document, "line2") == doctest::Approx(30).epsilon(1e-6));
    CHECK((at(document, "line3", 1) - at(document, "line1", 0)).norm() < 1e-6);
    CHECK(studio.shows_when_left_alone(document));
  };
  press_in_list(0);  // Show: it is chosen, and what is chosen becomes soft by its key
  screen.key(XK_y, false);
  screen.pause(600);
  const Document by_key = studio.drawing();
  CHECK(softness(by_key) > 0);
  repaired(by_key);
  screen.key(XK_z, true);
  CHECK(softness(studio.drawing()) == 0);
  press_in_list(1);  // Soften
  const Document softened = studio.drawing();
  CHECK(softness(softened) > 0);
  repaired(softened);
  screen.key(XK_z, true);
  press_in_list(2);  // Remove
  const Document removed = studio.drawing();
  CHECK(softness(removed) == -1);
  CHECK(kinds_in(removed)["fixed_length"] == 2);
  repaired(removed);
}

TEST_CASE("a gear train by an array: four gears in a row that turn each other") {
  Studio studio(fresh_document(), R"({"keys": {"draw.gear": ["Ctrl+Alt+G"], "constrain.gear_ratio": ["Ctrl+Alt+R"]}})");
  VirtualScreen& screen = studio.screen;
  Worker person{studio};
  screen.key(XK_g, true, false, true);
  person.drag(Point(-45, 0), Point(-33, 0));
  screen.key(XK_a, false, true);
  screen.type("4");
  person.drag(Point(-45, 0), Point(-45 + 21.333, 0));
  screen.key(XK_Escape, false), screen.key(XK_Escape, false);
  Document now = studio.drawing();
  REQUIRE(now.world->bodies().size() == 4);
  person.key(XK_t);
  for (const char* name : {"gear1", "gear2", "gear3", "gear4"}) person.click(q_of(now, name).head<2>());
  for (int k = 1; k < 4; ++k) {
    screen.key(XK_Escape, false), screen.key(XK_Escape, false);
    screen.pause(60);
    screen.key(XK_r, true, false, true);
    for (const int which : {k, k + 1})
      person.click(at(now, "gear" + std::to_string(which), 4.5));  // the tip of a tooth, at the top
    screen.pause(300);  // until its field is there
    screen.key(XK_Return, false);
    screen.pause(200);
  }
  screen.key(XK_Escape, false), screen.key(XK_Escape, false);
  const Document made = studio.drawing();
  CHECK(kinds_in(made)["gear_ratio"] == 3);
  CHECK(kinds_in(made)["nail"] == 4);
  const Point tooth = at(made, "gear1", 4.5);
  studio.drag(tooth, tooth + Point(5, -1));
  const Document after = studio.drawing();
  const auto turned = [&](const char* name) { return q_of(after, name)[2] - q_of(made, name)[2]; };
  CHECK(std::abs(turned("gear1")) > 0.1);
  for (const char* name : {"gear2", "gear3", "gear4"}) CHECK(std::abs(turned(name)) == doctest::Approx(std::abs(turned("gear1"))));
  CHECK(studio.shows_when_left_alone(after));
}

TEST_CASE("a cat's face: half of it drawn with handles, mirrored, joined, with eyes and a word") {
  Studio studio;
  Worker person{studio};
  VirtualScreen& screen = studio.screen;
  // The right half, from the chin up over the cheek and the ear to the middle of the brow.
  person.key(XK_k);
  person.drag(Point(0, -25), Point(14, -25));
  person.drag(Point(26, -2), Point(27, 8));
  person.click(Point(24, 24));
  person.click(Point(12, 14));
  person.drag(Point(0, 16), Point(-7, 16));
  screen.key(XK_Return, false);
  screen.key(XK_F1, false);
  screen.pause(80);
  Document half = studio.drawing();
  REQUIRE(half.world->bodies().size() == 1);
  // Its copy, mirrored in place and moved beside it, becomes one closed curve with it.
  screen.key(XK_d, true);
  screen.key(XK_h, false, true);
  screen.pause(100);
  half = studio.drawing();
  REQUIRE(half.world->bodies().size() == 2);
  const Point chin = at(half, "path2", 0);
  screen.hold(XK_Control_L, true), screen.hold(XK_Shift_L, true);
  studio.drag(chin, Point(0, -25));
  screen.hold(XK_Control_L, false), screen.hold(XK_Shift_L, false);
  screen.key(XK_a, true);
  screen.key(XK_j, false, true);  // join by the nearest ends,
  screen.pause(150);
  screen.key(XK_j, false, true);  // and close
  screen.pause(150);
  const Document head = studio.drawing();
  REQUIRE(head.world->bodies().size() == 1);
  const Curve& outline = curve_in(head, "path1");
  CHECK(outline.type->closed);
  // Symmetric: what lies right of the middle lies left of it too.
  for (int k = 0; k < 40; ++k) {
    Point p;
    REQUIRE(point_at(outline, t_end(outline) * k / 40, p));
    CHECK(nearest(outline, Point(-p.x(), p.y()), 1e-6)->distance < 0.6);
  }
  // Eyes, and what it says.
  screen.key(XK_Escape, false);
  person.key(XK_e);
  person.drag(Point(-10, 2), Point(-7, 6));
  person.drag(Point(10, 2), Point(13, 6));
  person.key(XK_t, false, true);
  person.click(Point(-6, -15));
  person.type("meow");
  screen.key(XK_Escape, false), screen.key(XK_Escape, false);
  screen.key(XK_a, true);
  screen.key(XK_i, false, true);  // filled
  screen.pause(100);
  screen.key(XK_Escape, false);
  const Document after = studio.drawing();
  CHECK(after.world->bodies().size() == 3);
  CHECK(after.texts->size() == 1);
  for (const char* name : {"path1", "ellipse1", "ellipse2"})
    CHECK(after.style(after.find(name)).fill.kind != Paint::Kind::none);
  CHECK(studio.shows_when_left_alone(after));
}

// Every type has its cell of one drawing and a key of its own.
TEST_CASE("every curve type is drawn in the window, by a key and the mouse") {
  const std::vector<std::string> types = fresh_document().library->names();
  const auto chord = [](std::size_t i) -> std::pair<std::string, KeySym> {
    if (i < 26) return {std::string(1, static_cast<char>('A' + i)), static_cast<KeySym>('a' + i)};
    if (i < 36) return {std::string(1, static_cast<char>('0' + i - 26)), static_cast<KeySym>('0' + i - 26)};
    return {"Shift+" + std::string(1, static_cast<char>('A' + i - 36)), static_cast<KeySym>('a' + i - 36)};
  };
  std::string keys =  // their usual keys are some of ours
      "\"edit.copy_picture\": [\"Ctrl+Alt+F12\"], \"edit.history\": [\"Ctrl+Alt+F11\"]";
  REQUIRE(types.size() <= 62);  // else more keys must be thought of
  for (std::size_t i = 0; i < types.size(); ++i)
    keys += ", \"draw." + types[i] + "\": [\"Ctrl+Alt+" + chord(i).first + "\"]";
  Studio studio(fresh_document(), "{\"keys\": {" + keys + "}}");
  VirtualScreen& screen = studio.screen;
  for (std::size_t i = 0; i < types.size(); ++i) {
    constexpr std::size_t columns = 10;
    const double down = 90.0 / static_cast<double>((types.size() + columns - 1) / columns);
    const Point cell(-62 + 13.5 * static_cast<double>(i % columns), 38 - down * static_cast<double>(i / columns));
    screen.key(chord(i).second, true, i >= 36, true);
    if (has_nodes(*fresh_document().library->find(types[i]))) {
      for (const Point& node : {Point(-5, -3), Point(-2, 4), Point(2, -2), Point(5, 4)}) studio.click(cell + node);
      screen.key(XK_Return, false);
    } else {
      screen.drag(studio.window(cell + Point(-2, -2)), studio.window(cell + Point(3, 2.5)), 2);
    }
  }
  screen.key(XK_Escape, false), screen.key(XK_Escape, false);
  screen.move(Point(600, 60));
  const Document after = studio.drawing();
  for (const std::string& type : types) {
    bool found = false;
    after.world->bodies().each([&](CurveId, const Body& body) { found = found || body.curve.type->name == type; });
    CHECK_MESSAGE(found, type);
  }
  CHECK(studio.shows_when_left_alone(after));
}

TEST_CASE("the tools that reshape, push, write and choose are used in the window") {
  Document document = fresh_document();
  do_edit(document, "draw line as a a.x=-60 a.y=30 b.x=-20 b.y=30");
  do_edit(document, "draw line as b a.x=-40 a.y=20 b.x=-40 b.y=40");
  do_edit(document, "draw line as wall a.x=-66 a.y=22 b.x=-63 b.y=38");
  do_edit(document, "style wall stroke=#c04020 width=4pt");
  do_edit(document, "draw rectangle as r c.x=15 c.y=28 w=30 h=16 phi=0");
  do_edit(document, "draw circle as c c.x=-45 c.y=0 r=6");
  do_edit(document, "draw bar as p a.x=0 a.y=-20 phi=0 l=15");
  do_edit(document, "draw bar as q a.x=30 a.y=-20 phi=0 l=15");
  do_edit(document, "nail p.start");  // so that what the force pushes is at rest
  do_edit(document, "nail q.end");
  Studio studio(document);
  VirtualScreen& screen = studio.screen;
  screen.key(XK_x, false, true);  // trim
  studio.click(Point(-25, 30));
  screen.key(XK_e, false, true);  // extend the level line to the wall, the upright one nowhere
  studio.click(Point(-55, 30));
  studio.click(Point(-40, 37));
  screen.key(XK_f, false, true);  // round a corner
  studio.drag(Point(30, 36), Point(27, 33), 4);
  screen.key(XK_w, false, true);  // offset
  studio.click(Point(-39, 0));
  screen.type("2"), screen.key(XK_Return, false);
  screen.key(XK_a, false);  // attach
  studio.click(Point(15, -20)), studio.click(Point(30, -20));
  screen.pause(200);
  screen.key(XK_p, false, true);  // freehand
  studio.drag(Point(-60, -20), Point(-30, -30), 12);
  screen.key(XK_t, false, true);  // text
  studio.click(Point(40, 5)), screen.type("hi"), screen.key(XK_Return, false);
  const Point end = at(studio.drawing(), "q", 1);
  screen.key(XK_z, false);  // force
  studio.drag(end, end + Point(0, -10), 4);
  screen.key(XK_Escape, false), screen.key(XK_Escape, false);
  const Document after = studio.drawing();
  const auto type = [&](const char* name) { return curve_in(after, name).type->name; };
  CHECK((at(after, "a", 1) - Point(-40, 30)).norm() < 1e-6);
  CHECK((at(after, "a", 0) - Point(-64.5, 30)).norm() < 1e-6);
  CHECK((at(after, "b", 1) - Point(-40, 40)).norm() < 1e-9);
  CHECK(type("r") == "closed_path");
  CHECK(after.world->forces().size() == 1);
  CHECK(kinds_in(after)["coincident"] == 1);
  CHECK(after.texts->size() == 1);
  CHECK(after.world->bodies().size() == 9);
  // Lasso and arrays.
  screen.key(XK_l, false, true);
  screen.move(studio.window(Point(-56, 10)));
  screen.button(true);
  for (const Point& corner : {Point(-34, 10), Point(-34, -10), Point(-56, -10), Point(-56, 9)})
    screen.move(studio.window(corner));
  screen.button(false);
  screen.key(XK_r, false, true);
  screen.type("3");
  studio.click(Point(-45, -12));
  screen.key(XK_Escape, false);
  CHECK(studio.comes_to_rest());  // what the force pulls
  const Document arrays = studio.drawing();
  CHECK(arrays.world->bodies().size() == 13);  // the circle and the one beside it, three times
  CHECK(studio.shows_when_left_alone(arrays));
  // The force by the tip of its arrow; a colour with the pipette, for the next bar.
  screen.key(XK_F1, false);
  const ThingId force = arrays.find("force1");
  const Point foot = at(arrays, "q", 1);
  const Point arrow = arrow_of(arrays.world->find(force.as<Force>())->value);
  screen.drag(studio.window(foot) + arrow, studio.window(foot) + arrow + Point(30, 40), 4);
  screen.key(XK_F7, false);
  studio.click(Point(-63.5625, 35));
  screen.key(XK_b, false);
  studio.drag(Point(50, -35), Point(60, -35));
  const Document styled = studio.drawing();
  CHECK((styled.world->find(force.as<Force>())->value - force_of(arrow + Point(30, 40))).norm() < 0.5);
  CHECK(styled.style(styled.find("bar1")).stroke == plain({-1, 0xc04020, 1}));
  CHECK(studio.shows_when_left_alone(styled));
}

// The lines are typed into the formula editor and put into the toolbox, one is drawn and pulled, where
// `held` is on it when its middle is (0, 0) and its size 20.
static void check_typed_curve(std::initializer_list<const char*> lines, const Point& held) {
  Studio studio;
  VirtualScreen& screen = studio.screen;
  screen.key(XK_F4, false);
  screen.pause(200);
  for (const char* line : lines) {
    if (line != *lines.begin()) screen.key(XK_Return, false);
    screen.type(line);
  }
  screen.pause(200);
  studio.keep_picture();
  screen.key(XK_Return, true);
  screen.pause(300);
  studio.drag(Point(0, 0), Point(20, 0));
  const Document drawn = studio.drawing();
  const CurveId id = drawn.world->bodies().at_slot(0);
  REQUIRE(drawn.world->find(id));
  CHECK(drawn.world->find(id)->type->name == "curve1");
  CHECK(std::abs(drawn.world->find(id)->q[2] - 20) < 1);
  const Point on = held * (drawn.world->find(id)->q[2] / 20);
  screen.key(XK_F1, false);
  studio.drag(on, on + Point(9, 6));
  const Document pulled = studio.drawing();
  CHECK((pulled.world->find(id)->q - drawn.world->find(id)->q).norm() > 1);
  CHECK(studio.shows_when_left_alone(pulled));
  screen.key(XK_z, true);
  CHECK((studio.drawing().world->find(id)->q - drawn.world->find(id)->q).norm() == 0);
  // The next start has the type in its toolbox.
  studio.program = nullptr;
  studio.program = studio.start(studio.path, {});
  CHECK(studio.shows_when_left_alone(drawn));
}

TEST_CASE("a formula is typed in the window, drawn, pulled, undone, saved and opened again") {
  check_typed_curve({"x = cos t", "y = sin 2t"}, 20 * Point(std::cos(0.6), std::sin(1.2)));
}

TEST_CASE("an equation between x and y is typed in the window, drawn, pulled, undone, saved and opened again") {
  check_typed_curve({"x^3 + y^3 = 3x y"}, Point(30, 30));
}

TEST_CASE("a differential equation is typed in the window, drawn, pulled, undone, saved and opened again") {
  check_typed_curve({"x' = y", "y' = -x", "x(0) = 0", "y(0) = 1"}, 20 * Point(std::sin(1), std::cos(1)));
}
