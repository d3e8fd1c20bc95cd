// Figures with mass through the real window: built from nothing, snapped together and cut while they move.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <filesystem>
#include <functional>

#include <filesystem>
#include <functional>

#include "app/edits/resolve.h"
#include "solver/energy_momentum.h"


// Last: X11 defines words that others use as names.
#include "tests/window_worker.h"

using namespace limber;

namespace {

Point at(const Document& document, std::string_view name, double t) {
  return end_of(document.world, document.find(name).as<Body>(), t);
}

// The middles of the fields that reach the right edge of the panel at the right, from the top: as an eye finds
// them, by their colour. `from_right`: those that are there, so far left of that edge.
std::vector<Point> fields(const SkBitmap& seen, double from_right = 30) {
  constexpr int least_height = 18, most_height = 34;
  const int x = width - static_cast<int>(margin + from_right);
  std::vector<Point> out;
  int begin = -1;
  for (int y = static_cast<int>(menu_height); y < height - static_cast<int>(status_height); ++y) {
    const bool on = seen.getColor(x, y) == light_theme().panel_sunk;
    if (on && begin < 0) begin = y;
    if (on || begin < 0) continue;
    if (y - begin >= least_height && y - begin <= most_height) out.emplace_back(x, (begin + y) / 2.0);
    begin = -1;
  }
  return out;
}

// On the bar of play, from the middle of its lower edge.
constexpr double slow_right = -80, usual_right = 32, bar_up = 29;
Point on_bar(double right) {
  const Box free = free_view(Point(width, height));
  return Point(free.center().x() + right, free.max().y() - bar_up);
}

Point gravity_foot() {
  constexpr double from_corner = 60;  // gravity_arrow.cpp
  const Box free = free_view(Point(width, height));
  return {free.max().x() - from_corner, free.min().y() + from_corner};
}

int count_of(const Document& document, const char* kind) { return kinds_in(document)[kind]; }

double speed_of(const Document& document, std::string_view name) {
  const Eigen::VectorXd& velocity = document.world->body(document.find(name).as<Body>())->velocity;
  return velocity.size() < 3 ? 0 : velocity.head<3>().norm();
}

// What is left of the energy when what was put in and what was lost are accounted for.
double books(const Document& document) {
  World world = document.world;
  MassBalance balance;
  REQUIRE(Stepper().measure(world, balance));
  return balance.energy() - world.physics.work + world.physics.lost;
}

// What plays is stopped, kept as it is, and goes on: a file holds what was there when time stood.
Document stopped(Worker& person) {
  person.key(XK_space);
  person.studio.screen.pause(100);
  Document now = person.studio.drawing();
  person.key(XK_space);
  return now;
}

// A click on what moves past, a tenth as fast as usual, a little ahead of it; as often as it takes until it is so.
// `first`, `then`: what is done before and after each click.
bool click_moving(Worker& person, const std::string& name, double t, const std::function<bool(const Document&)>& done,
                  const std::function<void()>& first = [] {}, const std::function<void()>& then = [] {}) {
  constexpr int tries = 12;
  constexpr double ahead = 0.012;  // seconds of play that pass until the click is there
  Document before = stopped(person), now = before;
  for (int k = 0; k < tries; ++k) {
    now = stopped(person);
    if (done(now)) return true;
    const double passed = now.world->time - before.world->time;
    const Point p = at(now, name, t), way = passed > 0 ? Point((p - at(before, name, t)) / passed) : Point(0, 0);
    first();
    person.click(p + ahead * way);
    then();
    person.studio.screen.pause(60);
    before = now;
  }
  return done(stopped(person));
}

Document example(const std::string& name, View& view) {
  const std::filesystem::path path = std::filesystem::path(data_folder()) / "drawings" / (name + ".limber");
  view = view_of(path);
  return load(path);
}

}  // namespace


TEST_CASE("two bars from nothing get mass, are snapped together while they swing, nailed, cut loose, and kept as they fly") {
  Studio studio;
  VirtualScreen& screen = studio.screen;
  Worker person{studio};
  person.key(XK_b);
  person.drag(Point(-30, 20), Point(0, 20));
  person.drag(Point(15, -10), Point(45, -10));
  person.key(XK_t);
  person.click(Point(-30, 20));
  person.key(XK_F1);
  person.key(XK_m, true);
  studio.leave_alone();
  screen.pause(300);
  // Hardly any gravity, so that a hand has time.
  const std::vector<Point> physics = fields(screen.picture());
  REQUIRE(physics.size() >= 3);
  screen.click(physics[physics.size() - 3]);
  person.type("-2");
  Document now = studio.drawing();
  REQUIRE(now.world->physics.on);
  CHECK((Point(now.world->physics.gravity) - Point(0, -2)).norm() == 0);
  CHECK(studio.shows_when_left_alone(now));
  // Snapped on as it begins to swing: what is not met flies together.
  person.key(XK_a);
  person.key(XK_space);
  person.click(Point(0, 20));
  person.click(Point(15, -10));
  screen.pause(2500);
  now = stopped(person);
  CHECK(count_of(now, "coincident") == 1);
  CHECK((at(now, "bar1", 1) - at(now, "bar2", 0)).norm() < 1e-2);
  CHECK(now.world->physics.work > 0);
  CHECK(speed_of(now, "bar1") > 0);
  CHECK(speed_of(now, "bar2") > 0);
  // Nailed while it moves: it stops there, and what that took is booked.
  const double lost = now.world->physics.lost;
  screen.click(on_bar(slow_right));
  person.key(XK_t);
  REQUIRE(click_moving(person, "bar2", 1, [](const Document& drawing) { return count_of(drawing, "nail") == 2; }));
  screen.click(on_bar(usual_right));
  screen.pause(300);
  now = stopped(person);
  CHECK(now.world->physics.lost > lost);
  const Point held = at(now, "bar2", 1);
  screen.pause(500);
  CHECK((at(stopped(person), "bar2", 1) - held).norm() < 1e-6);
  // Gravity is turned by its arrow while it plays.
  const Point foot = gravity_foot();
  screen.drag(foot + Point(0, 16), foot + Point(16, 0), 8);
  screen.pause(200);
  now = stopped(person);
  CHECK((Point(now.world->physics.gravity) - Point(981, 0)).norm() < 1e-2);
  CHECK((at(now, "bar2", 1) - held).norm() < 1e-6);
  // The nail is chosen and cut out while it plays: both swing to the right.
  person.key(XK_F1);
  person.click(held);
  person.key(XK_Delete);
  const Document loose = stopped(person);
  CHECK(count_of(loose, "nail") == 1);
  CHECK(loose.world->bodies().size() == 2);
  screen.pause(400);
  person.key(XK_space);
  screen.pause(200);
  const Document after = studio.drawing();
  CHECK((at(after, "bar2", 1) - held).norm() > 1);
  CHECK(speed_of(after, "bar2") > 1);
  CHECK((at(after, "bar1", 0) - Point(-30, 20)).norm() < 1e-6);
  CHECK((at(after, "bar1", 1) - at(after, "bar2", 0)).norm() < 1e-6);
  CHECK(after.world->physics.lost >= lost);
  CHECK(std::abs(books(after) - books(loose)) < 1e-6 * (std::abs(books(loose)) + 1));
  CHECK(studio.shows_when_left_alone(after));
}

TEST_CASE("mass, stiffness and damping are typed in the inspector, and a bar swings elastically by them") {
  Document document = fresh_document();
  for (const char* line : {"draw bar as rod a.x=-30 a.y=0 phi=0 l=60", "nail rod.start", "physics on", "gravity 0 -200"})
    do_edit(document, line);
  Studio studio(document);
  VirtualScreen& screen = studio.screen;
  Worker person{studio};
  const auto choose = [&] {
    studio.leave_alone();
    person.click(Point(5, 0));
    screen.move(Studio::beside_paper);
    screen.pause(300);
    return fields(screen.picture());
  };
  const auto bend = [](const Document& now) {
    const std::vector<Bend>& bends = now.world->body(now.find("rod").as<Body>())->bends;
    return bends.empty() ? Bend{-1, 0, 0} : bends.front();
  };
  std::vector<Point> found = choose();
  REQUIRE(found.size() == 1);  // mass
  screen.click(found[0]);
  person.type("0.05");
  Document now = studio.drawing();
  CHECK(now.world->body(now.find("rod").as<Body>())->mass == 0.05);
  // Its length becomes elastic: the second in the list of what it may be.
  const Point list = found[0] + Point(-104, 32);
  screen.click(list);
  screen.pause(200);
  studio.keep_picture();
  screen.key(XK_Down, false);
  screen.pause(60);
  screen.key(XK_Return, false);
  screen.pause(200);
  found = choose();
  REQUIRE(found.size() == 3);
  CHECK(bend(studio.drawing()).stiffness > 0);
  found = choose();
  screen.click(found[1]);
  person.type("2.5");
  found = choose();
  screen.click(found[2]);
  person.type("0.002");
  now = studio.drawing();
  CHECK(bend(now).parameter == 3);
  CHECK(bend(now).stiffness == 2.5);
  CHECK(bend(now).damping == 0.002);
  // What makes no sense stays in its field, with a sentence, and changes nothing.
  found = choose();
  screen.click(found[0]);
  person.type("-1");
  screen.pause(200);
  studio.keep_picture();
  for (int k = 0; k < 3; ++k) screen.key(XK_Escape, false);
  studio.leave_alone();
  person.key(XK_space);
  screen.pause(800);
  person.key(XK_space);
  screen.pause(200);
  const Document after = studio.drawing();
  CHECK(after.world->body(after.find("rod").as<Body>())->mass == 0.05);
  CHECK(std::abs(q_of(after, "rod")[3] - 60) > 1e-3);
  CHECK(speed_of(after, "rod") > 1);
  CHECK(studio.shows_when_left_alone(after));
}

TEST_CASE("tinkertoys in the window: a rod on the turning crank, cut off, gone back, played on, and replayed to the bit") {
  View view;
  const Document begun = example("tinkertoys", view);
  const ScratchFolder records;
  const std::string recording = (records.path / "work.script").string();
  Studio studio(begun, {}, view, {"--record", recording});
  VirtualScreen& screen = studio.screen;
  Worker person{studio};
  screen.click(on_bar(slow_right));  // a tenth as fast: what turns can be clicked
  person.key(XK_space);
  screen.pause(300);
  const int joints = count_of(begun, "coincident");
  REQUIRE(click_moving(person, "crank", 1, [&](const Document& drawing) { return count_of(drawing, "coincident") == joints + 1; }, [&] {
    person.key(XK_Escape);
    person.key(XK_a);
    person.click(Point(-80, 40));
  }));
  Document now = stopped(person);
  screen.click(on_bar(usual_right));
  screen.pause(1500);
  now = stopped(person);
  CHECK((at(now, "crank", 1) - at(now, "rod1", 0)).norm() < 1e-3);
  CHECK(speed_of(now, "rod1") > 10);
  // Cut off while it turns.
  screen.click(on_bar(slow_right));
  person.key(XK_F1);
  REQUIRE(click_moving(person, "crank", 1, [&](const Document& drawing) {
    return count_of(drawing, "coincident") == joints;
  }, [] {}, [&] { person.key(XK_Delete); }));
  now = stopped(person);
  CHECK(now.world->bodies().size() == begun.world->bodies().size());
  screen.click(on_bar(usual_right));
  screen.pause(400);
  const Document apart = stopped(person);
  CHECK((at(apart, "crank", 1) - at(apart, "rod1", 0)).norm() > 0.1);
  // Back to where it was on, and on from there: the cut is undone.
  for (int k = 0; k < 15; ++k) screen.key(XK_comma, false, false, true);
  screen.pause(200);
  studio.keep_picture();
  person.key(XK_space);
  screen.pause(400);
  person.key(XK_space);
  screen.pause(200);
  const Document after = studio.drawing();
  CHECK(count_of(after, "coincident") == joints + 1);
  CHECK((at(after, "crank", 1) - at(after, "rod1", 0)).norm() < 1e-2);  // it was still on its way
  CHECK(studio.shows_when_left_alone(after));
  screen.key(XK_q, true);
  REQUIRE(wait_until([&] { return studio.program->ended(); }, 20));
  Child replay({limber_program(), "replay", "--verify", recording}, {"HOME=" + studio.folder.path.string(), "PATH=/usr/bin:/bin"});
  REQUIRE(wait_until([&] { return replay.ended(); }, 120));
  CHECK(replay.exit_status == 0);
}

// For an eye too: LIMBER_LOOK=folder. As it opens, as it plays, nailed, and cut loose again.
TEST_CASE("each example with mass is opened in the window, nailed as it moves, cut loose, and is drawn as it is") {
  for (const std::string name : {"pendulum", "double-pendulum", "triple-pendulum", "bead-on-wire", "slider-crank-torque",
                                 "damped-spring", "chain-between-towers", "elastic-ellipse", "tinkertoys"}) {
    CAPTURE(name);
    View view;
    const Document begun = example(name, view);
    Studio studio(begun, {}, view);
    VirtualScreen& screen = studio.screen;
    Worker person{studio};
    studio.keep_picture();
    std::string moving;
    begun.world->bodies().each([&](CurveId id, const Body& body) {
      const std::string& type = body.curve.type->name;
      if (moving.empty() && can_move(body) && type != "line" && type != "coil_spring")
        moving = begun.name(id);
    });
    REQUIRE_FALSE(moving.empty());
    // The links of the chain lie loose and would soon be gone: without gravity they float.
    if (name == "chain-between-towers") screen.drag(gravity_foot() + Point(0, 44), gravity_foot(), 8);
    screen.click(on_bar(slow_right));
    person.key(XK_space);
    screen.pause(500);
    studio.keep_picture();
    const Curve& curve = *begun.world->find(begun.find(moving).as<Body>());
    const double t = t_begin(curve) + 0.15 * (t_end(curve) - t_begin(curve));
    const int nails = count_of(begun, "nail");
    person.key(XK_t);
    REQUIRE(click_moving(person, moving, t, [&](const Document& drawing) { return count_of(drawing, "nail") > nails; }));
    screen.move(Studio::beside_paper);
    screen.pause(300);
    Document now = stopped(person);
    Point nailed = Point::Zero();
    now.world->constraints().each([&](ConstraintId, const Constraint& one) {
      if (is_nail(one)) REQUIRE(place_of(now.world, *now.world->find(one.on[0].connector), nailed));
    });
    person.key(XK_F1);
    person.click(nailed);
    person.key(XK_Delete);
    screen.click(on_bar(usual_right));
    screen.pause(300);
    studio.leave_alone();
    person.key(XK_space);
    screen.pause(200);
    const Document after = studio.drawing();
    CHECK(count_of(after, "nail") == nails);
    CHECK(after.world->bodies().size() == begun.world->bodies().size());
    studio.leave_alone();
    screen.pause(200);
    studio.keep_picture();
    // What traces and plots have seen is in no file.
    if (after.traces->size() == 0 && after.plots->size() == 0) CHECK(studio.shows(after));
  }
}
