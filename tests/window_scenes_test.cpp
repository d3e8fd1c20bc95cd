// Whole pieces of work, done through the real window by mouse and keyboard.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <numbers>

#include "app/edits/resolve.h"

// Last: X11 defines words that others use as names.
#include "tests/window_worker.h"

using namespace limber;

TEST_CASE("a circle is moved as it is, by a held key and by the Move tool, and copied with Alt") {
  Document document = fresh_document();
  add_curve(document, "circle", {-20, 0, 6});
  Studio studio(document);
  VirtualScreen& screen = studio.screen;
  SUBCASE("Ctrl+Shift") {
    screen.hold(XK_Control_L, true), screen.hold(XK_Shift_L, true);
    studio.drag(Point(-14, 0), Point(-4, 5));
    screen.hold(XK_Control_L, false), screen.hold(XK_Shift_L, false);
  }
  SUBCASE("the Move tool") {
    screen.key(XK_m, false, true);
    studio.drag(Point(-14, 0), Point(-4, 5));
  }
  SUBCASE("Alt leaves a copy") {
    screen.hold(XK_Alt_L, true);
    studio.drag(Point(-14, 0), Point(-4, 5));
    screen.hold(XK_Alt_L, false);
    const Document copied = studio.drawing();
    CHECK((q_of(copied, "circle2") - Eigen::Vector3d(-10, 5, 6)).norm() < 0.2);
    CHECK((q_of(copied, "circle1") - Eigen::Vector3d(-20, 0, 6)).norm() == 0);
    CHECK(studio.shows_when_left_alone(copied));
    return;
  }
  const Document after = studio.drawing();
  CHECK((q_of(after, "circle1") - Eigen::Vector3d(-10, 5, 6)).norm() < 0.2);
  CHECK(q_of(after, "circle1")[2] == 6);
  CHECK(studio.shows_when_left_alone(after));
}

TEST_CASE("what is copied in one window is pasted into another that runs beside it") {
  Document document = fresh_document();
  add_curve(document, "line", {0, 0, 20, 0});
  add_curve(document, "line", {20, 0, 30, 15});
  do_edit(document, "attach line1.end line2.start");
  Studio studio(document);
  VirtualScreen& screen = studio.screen;
  screen.key(XK_a, true);
  screen.key(XK_c, true);
  screen.pause(200);
  // The second window covers the first: X gives the keyboard to what the pointer is over.
  const std::filesystem::path other = studio.folder.path / "other.limber";
  REQUIRE(atomic_write(other, saved(fresh_document(), {Point::Zero(), 6}), studio.io));
  const std::string before = read_file(other)->bytes;
  const std::unique_ptr<Child> second = studio.start(other, {});
  REQUIRE(studio.shows(fresh_document()));
  screen.move(studio.window(Point(5, 5)));
  screen.key(XK_v, true);
  screen.pause(400);
  screen.key(XK_s, true);
  REQUIRE(wait_until([&] { return read_file(other)->bytes != before; }, 10));
  const Document after = load(other);
  CHECK(after.world->bodies().size() == 2);
  CHECK(after.world->constraints().size() == 1);
  studio.leave_alone();
  CHECK(Expected(after, view_of(other)).is_drawn(screen));
}

TEST_CASE("a four-bar that turns, from nothing, in at most 12 actions") {
  Studio studio;
  Worker person{studio};
  person.key(XK_b);
  person.drag(Point(-30, -15), Point(-25, 0));
  person.drag(Point(-25, 0), Point(20, 20));
  person.drag(Point(20, 20), Point(30, -15));
  person.key(XK_t);
  person.click(Point(-30, -15));
  person.click(Point(30, -15));
  person.key(XK_F1);
  person.click(Point(-27.5, -7.5));
  person.key(XK_g);
  person.key(XK_space);
  CHECK(person.actions <= 12);
  studio.screen.pause(700);
  studio.screen.key(XK_space, false);
  const Document after = studio.drawing();
  CHECK(after.world->bodies().size() == 3);
  CHECK(after.world->motors().size() == 1);
  const std::map<std::string, int> kinds = kinds_in(after);
  CHECK(kinds.at("nail") == 2);
  CHECK(kinds.at("coincident") == 2);
  const double angle = std::atan2(15, 5);
  CHECK(std::abs(std::remainder(q_of(after, "bar1")[2] - angle, 2 * std::numbers::pi)) > 0.1);
  CHECK((end_of(after.world, after.find("bar1").as<Body>(), 1) -
         end_of(after.world, after.find("bar2").as<Body>(), 0)).norm() < 1e-6);
  CHECK(studio.shows_when_left_alone(after));
}

TEST_CASE("a slider-crank that is pulled by its slider and turned by a motor, from nothing in at most 14 actions") {
  Studio studio;
  Worker person{studio};
  VirtualScreen& screen = studio.screen;
  person.key(XK_s);
  person.drag(Point(-5, -10), Point(55, -10));  // the rail
  person.key(XK_t);
  person.click(Point(-5, -10));
  person.click(Point(55, -10));
  person.key(XK_b);
  person.drag(Point(-30, -10), Point(-20, 0));
  screen.hold(XK_Shift_L, true);  // the end of the coupler slides on the rail
  person.drag(Point(-20, 0), Point(15, -10));
  screen.hold(XK_Shift_L, false);
  person.key(XK_t);
  person.click(Point(-30, -10));
  person.key(XK_F1);
  const auto end = [](const Document& document, const char* bar, double t) {
    return end_of(document.world, document.find(bar).as<Body>(), t);
  };
  const auto closed = [&](const Document& document) {
    CHECK(distance_to_line(q_of(document, "line1"), end(document, "bar2", 1)) < 1e-6);
    CHECK((end(document, "bar1", 1) - end(document, "bar2", 0)).norm() < 1e-6);
    CHECK((end(document, "bar1", 0) - Point(-30, -10)).norm() < 1e-6);
  };
  // Pulled beside the slider, the crank turns.
  const Document made = studio.drawing();
  closed(made);
  studio.drag(end(made, "bar2", 0.85), end(made, "bar2", 0.85) + Point(-6, 0));
  const Document pulled = studio.drawing();
  closed(pulled);
  CHECK(end(pulled, "bar2", 1).x() < end(made, "bar2", 1).x() - 3);
  CHECK(std::abs(q_of(pulled, "bar1")[2] - q_of(made, "bar1")[2]) > 0.1);
  CHECK(studio.shows_when_left_alone(pulled));
  // Turned by a motor, the slider goes.
  person.click((end(pulled, "bar1", 0) + end(pulled, "bar1", 1)) / 2);
  person.key(XK_g);
  person.key(XK_space);
  CHECK(person.actions <= 14);
  screen.pause(600);
  screen.key(XK_space, false);
  const Document after = studio.drawing();
  closed(after);
  CHECK(after.world->motors().size() == 1);
  CHECK(std::abs(end(after, "bar2", 1).x() - end(pulled, "bar2", 1).x()) > 0.5);
  CHECK(studio.shows_when_left_alone(after));
}

TEST_CASE("two circles with a tangent line") {
  Studio studio;
  Worker person{studio};
  person.key(XK_c);
  person.drag(Point(-25, 0), Point(-25, 8));
  person.drag(Point(20, 0), Point(20, 14));
  person.key(XK_s);
  person.drag(Point(-25, 22), Point(22, 26));
  person.key(XK_l);
  person.click(Point(-25 - 5.657, 5.657));
  person.click(Point(-10, 23.3));
  studio.screen.pause(700);
  // The line has come down to the first circle.
  const Eigen::VectorXd line = q_of(studio.drawing(), "line1");
  person.click(Point(20 + 9.9, 9.9));
  person.click(0.3 * line.head<2>() + 0.7 * line.tail<2>());
  studio.screen.key(XK_Escape, false);
  studio.screen.pause(700);
  const Document after = studio.drawing();
  CHECK(kinds_in(after)["tangent"] == 2);
  for (const char* name : {"circle1", "circle2"}) {
    const Eigen::VectorXd circle = q_of(after, name);
    CHECK(distance_to_line(q_of(after, "line1"), circle.head<2>()) == doctest::Approx(circle[2]).epsilon(1e-6));
  }
  CHECK(studio.shows_when_left_alone(after));
}

TEST_CASE("a rectangle of 40 mm, typed while it is drawn, keeps its width and stays level when pulled") {
  Studio studio;
  Worker person{studio};
  VirtualScreen& screen = studio.screen;
  person.key(XK_w);
  screen.move(studio.window(Point(-20, -10)));
  screen.button(true);
  screen.move(studio.window(Point(0, 5)));
  screen.type("40");
  screen.key(XK_Tab, false);
  screen.type("25");
  screen.key(XK_Return, false);
  screen.button(false);
  screen.key(XK_F1, false);
  screen.pause(100);
  // Its width as a dimension, and its lower corners level.
  person.click(Point(5, -10));
  person.key(XK_d);
  screen.key(XK_Return, false);
  screen.pause(100);
  for (int i = 0; i < 3; ++i) screen.key(XK_Escape, false), screen.pause(60);
  person.key(XK_h);
  person.click(Point(-20, -10));
  person.click(Point(20, -10));
  screen.key(XK_Escape, false);
  studio.drag(Point(20, 15), Point(32, 28));
  const Document after = studio.drawing();
  const Eigen::VectorXd q = q_of(after, "rectangle1");
  CHECK(q[2] == doctest::Approx(40));
  CHECK(std::abs(q[4]) < 1e-9);
  CHECK((Point(q[0] + 20, q[1] + q[3] / 2) - Point(20, 15)).norm() > 2);  // it has moved or grown
  CHECK(after.dimensions->size() == 1);
  CHECK(studio.shows_when_left_alone(after));
}

TEST_CASE("equal and perpendicular lines still turn") {
  Document document = fresh_document();
  add_curve(document, "line", {-20, 0, 5, 3});
  add_curve(document, "line", {5, 3, 12, 30});
  do_edit(document, "attach line1.end line2.start");
  Studio studio(document);
  Worker person{studio};
  person.key(XK_q);
  person.click(Point(-10, 1.2));
  person.click(Point(8.5, 16.5));
  studio.screen.key(XK_Escape, false);
  studio.screen.pause(300);
  Document now = studio.drawing();
  const auto middle = [&](const char* name) {
    return end_of(now.world, now.find(name).as<Body>(), 0.4);
  };
  person.key(XK_bracketleft);
  person.click(middle("line1"));
  person.click(middle("line2"));
  studio.screen.key(XK_Escape, false);
  studio.screen.pause(300);
  now = studio.drawing();
  const Point end = end_of(now.world, now.find("line2").as<Body>(), 1);
  studio.drag(end, end + Point(-18, 4));
  const Document after = studio.drawing();
  const Eigen::VectorXd a = q_of(after, "line1"), b = q_of(after, "line2");
  const Point u = a.tail<2>() - a.head<2>(), v = b.tail<2>() - b.head<2>();
  CHECK(u.norm() == doctest::Approx(v.norm()));
  CHECK(std::abs(u.dot(v)) < 1e-6 * u.norm() * v.norm());
  CHECK((end_of(after.world, after.find("line2").as<Body>(), 1) - end).norm() > 5);
  CHECK(studio.shows_when_left_alone(after));
}

TEST_CASE("a drawing of 32 parts in three layers, grouped, aligned, pasted into a second window") {
  Document document = fresh_document();
  add_curve(document, "circle", {-40, 20, 3});
  Studio studio(document, R"({"keys": {"arrange.centre": ["Ctrl+Alt+A"]}})");
  VirtualScreen& screen = studio.screen;
  const auto array = [&](const char* count, const Point& step) {
    screen.key(XK_a, true);
    screen.key(XK_a, false, true);
    screen.type(count);
    studio.drag(Point(-40, 20), Point(-40, 20) + step, 4);
    screen.key(XK_Escape, false), screen.key(XK_Escape, false);
  };
  array("8", Point(10, 0));
  array("4", Point(0, -12));
  const auto row = [&](int k) {  // all of it, by a rectangle around it
    screen.key(XK_Escape, false);
    studio.drag(Point(-46, 25.5 - 12 * k), Point(36, 14.5 - 12 * k), 4);
  };
  // One of the second row is out of line: moved as it is, then the row is aligned.
  screen.hold(XK_Control_L, true), screen.hold(XK_Shift_L, true);
  studio.drag(Point(-17, 8), Point(-17, 9.5), 4);
  screen.hold(XK_Control_L, false), screen.hold(XK_Shift_L, false);
  const auto heights = [&](const Document& drawing, double near) {
    std::vector<double> found;
    drawing.world->bodies().each([&](CurveId, const Body& body) {
      if (std::abs(body.curve.q[1] - near) < 3) found.push_back(body.curve.q[1]);
    });
    std::ranges::sort(found);
    return found;
  };
  const std::vector<double> uneven = heights(studio.drawing(), 8);
  REQUIRE(uneven.size() == 8);
  CHECK(uneven.back() - uneven.front() > 1);
  row(1);
  screen.key(XK_a, true, false, true);
  screen.key(XK_n, true, true);  // into a layer of their own
  row(2);
  screen.key(XK_n, true, true);
  row(3);
  screen.key(XK_g, true);
  screen.pause(200);
  const Document made = studio.drawing();
  CHECK(studio.shows_when_left_alone(made));
  const auto parts = [&](const Document& drawing) {
    CHECK(drawing.world->bodies().size() == 32);
    std::map<LayerId, int> layers;
    std::map<GroupId, int> groups;
    drawing.world->bodies().each([&](CurveId id, const Body&) {
      ++layers[drawing.of(id).layer];
      if (const GroupId group = drawing.of(id).group) ++groups[group];
    });
    std::vector<int> in_layers;
    for (const auto& [layer, count] : layers) in_layers.push_back(count);
    std::ranges::sort(in_layers);
    CHECK(in_layers == std::vector{8, 8, 16});
    REQUIRE(groups.size() == 1);
    CHECK(groups.begin()->second == 8);
    const Box all = extent_of_circles(drawing);
    const std::vector<double> level = heights(drawing, all.max().y() - 15);
    REQUIRE(level.size() == 8);
    CHECK(level.back() - level.front() < 1e-9);
  };
  parts(made);
  screen.move(studio.window(Point(0, 0)));
  screen.key(XK_a, true);
  screen.key(XK_c, true);
  screen.pause(200);
  const std::filesystem::path other = studio.folder.path / "other.limber";
  REQUIRE(atomic_write(other, saved(fresh_document(), {Point::Zero(), 6}), studio.io));
  const std::string before = read_file(other)->bytes;
  screen.move(Studio::beside_paper);
  const std::unique_ptr<Child> second = studio.start(other, {});
  REQUIRE(studio.shows(fresh_document()));
  screen.move(studio.window(Point(0, 0)));
  screen.key(XK_v, true);
  screen.pause(500);
  screen.key(XK_s, true);
  REQUIRE(wait_until([&] { return read_file(other)->bytes != before; }, 10));
  const Document after = load(other);
  parts(after);
  studio.leave_alone();
  CHECK(Expected(after, view_of(other)).is_drawn(screen));
  studio.keep_picture();
}
