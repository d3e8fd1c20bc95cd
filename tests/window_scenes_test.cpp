// Whole pieces of work, done through the real window by mouse and keyboard.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "app/edits/resolve.h"

// Last: X11 defines words that others use as names.
#include "tests/window_fixture.h"

using namespace limber;

namespace {

const Eigen::VectorXd& q_of(const Document& document, std::string_view name) {
  const Curve* curve = document.world->find(document.find(name).as<Body>());
  REQUIRE(curve);
  return curve->q;
}

}  // namespace

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
    CHECK(q_of(studio.drawing(), "circle2").size() == 3);
    return;
  }
  const Document after = studio.drawing();
  CHECK((q_of(after, "circle1") - Eigen::Vector3d(-10, 5, 6)).norm() < 0.2);
  CHECK(q_of(after, "circle1")[2] == 6);
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
  REQUIRE(wait_until([&] { return studio.shows(fresh_document()); }, 20));
  screen.move(studio.window(Point(5, 5)));
  screen.key(XK_v, true);
  screen.pause(400);
  screen.key(XK_s, true);
  REQUIRE(wait_until([&] { return read_file(other)->bytes != before; }, 10));
  const Document after = load(other);
  CHECK(after.world->bodies().size() == 2);
  CHECK(after.world->constraints().size() == 1);
}
