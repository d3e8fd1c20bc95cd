// Mass in documents, edits, files, scripts and the editor.
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>

#include "app/editor/gravity_arrow.h"
#include "app/edits/line.h"
#include "app/edits/rebuild.h"
#include "app/script/player.h"
#include "solver/energy_momentum.h"
#include "tests/app_fixture.h"
#include "tests/places.h"

using namespace limber;
namespace fs = std::filesystem;

namespace {

Document made(std::initializer_list<const char*> lines) {
  Document document = fresh_document();
  for (const char* line : lines) do_edit(document, line);
  return document;
}

Document pendulum() {
  return made({"draw bar as rod l=250 phi=-0.4", "nail rod.start as nail", "physics on"});
}

void play(Live& live, int ticks) {
  for (int k = 0; k < ticks; ++k) live.tick(Run::play);
}

double value(Live& live, const char* name) {
  const Result<Readout> readout = find_readout(live.document(), name);
  REQUIRE(readout);
  const auto found = value_of(live.document(), live.world(), live.stepper(), *readout);
  REQUIRE(found);
  return *found;
}

}  // namespace

TEST_CASE("a pendulum saved while it swings goes on from its file with the same bits") {
  Document document = pendulum();
  for (const char* line : {"draw bar as second l=150", "move second by 230 -97", "attach rod.end second.start",
                           "draw point as bob p.x=20 p.y=-60", "spring second.end bob@0 stiffness=2"})
    do_edit(document, line);
  Live live(document);
  play(live, 100);
  live.enter();
  const std::string file = saved(live.document());
  const Result<Document> opened = from_json(file, fresh_document());
  REQUIRE(opened);
  CHECK(same(*opened, live.document()));
  CHECK(saved(*opened) == file);
  Live again(*opened);
  play(live, 100);
  play(again, 100);
  CHECK(hash(live.world()) == hash(again.world()));
}

TEST_CASE("velocities enter the drawing by the edit that carries what time did, and its line says all of it") {
  Live live(pendulum());
  play(live, 50);
  const Edit reach = live.reached("Play");
  const Result<Edit> read = read_edit(line_of(reach));
  REQUIRE(read);
  CHECK(*read == reach);
  const Result<Document> next = apply(live.document(), *read);
  REQUIRE(next);
  live.enter();
  CHECK(same(*next, live.document()));
  CHECK(next->world->body(next->find("rod").as<Body>())->velocity.size() == 3);
}

// A line that ended in "rod:velocity=" could not be read: the journal of someone who pulled what had
// swung broke there.
TEST_CASE("what has come to rest says so in the line of its edit") {
  Live live(pendulum());
  play(live, 50);
  live.enter();
  const HandId hand = live.grab(point_at(live.document().find("rod").as<Body>(), 1));
  live.pull(hand, {0, 300});
  for (int k = 0; k < 20; ++k) live.tick(Run::edit);
  live.let_go();
  const Edit reach = live.reached("Pull");
  const Result<Edit> read = read_edit(line_of(reach));
  REQUIRE(read);
  CHECK(*read == reach);
  const Result<Document> next = apply(live.document(), *read);
  REQUIRE(next);
  CHECK(next->world->body(next->find("rod").as<Body>())->velocity.size() == 0);
}

TEST_CASE("a drawing with mass that moves is rebuilt by its script to the byte") {
  Document document =
      made({"draw bar as rod l=250 phi=-0.4", "draw bar as arm l=90 phi=1", "draw point as bob p.x=300",
            "weigh rod density=0.0002", "weigh bob mass=0.5", "spring rod.end bob@0 as s stiffness=3",
            "damp s 0.01", "weld rod arm as link", "gravity 10 -5000", "density 2e-4", "air 1e-5",
            "nail rod.start", "physics on", "throw bob at 100 20 turn=0"});
  Live live(document);
  play(live, 60);
  live.enter();
  Document again = fresh_document();
  for (const Edit& edit : edits_for(live.document())) {
    Result<Document> next = apply(again, edit);
    REQUIRE_MESSAGE(next, line_of(edit));
    again = *std::move(next);
  }
  CHECK(saved(again) == saved(live.document()));
  CHECK(same(again, live.document()));
}

TEST_CASE("energy, momentum and forces are quantities, and agree with each other") {
  Live live(pendulum());
  const double before = value(live, "energy");
  play(live, 120);
  CHECK(value(live, "energy") == doctest::Approx(before).epsilon(1e-12));
  CHECK(value(live, "kinetic") + value(live, "potential") == doctest::Approx(before).epsilon(1e-12));
  CHECK(value(live, "rod.mass") == doctest::Approx(0.025));
  CHECK(value(live, "work") == 0);
  CHECK(std::hypot(value(live, "nail.force.x"), value(live, "nail.force.y")) ==
        doctest::Approx(value(live, "nail.force")));
  // p = m v of the middle; L about the nail = m l^2/3 w.
  CHECK(value(live, "momentum.x") == doctest::Approx(0.025 * value(live, "rod.middle.vx")));
  const double phi = value(live, "rod.phi");
  const double turn = (value(live, "rod.end.vy") * std::cos(phi) - value(live, "rod.end.vx") * std::sin(phi)) / 250;
  CHECK(value(live, "angular_momentum") == doctest::Approx(0.025 * 250 * 250 / 3 * turn));
}

TEST_CASE("a drawing without mass has no energy to tell, and plays as it always did") {
  Document document = made({"draw bar as rod l=250 phi=-0.4", "nail rod.start"});
  Live live(document);
  play(live, 10);
  CHECK(live.world().body(document.find("rod").as<Body>())->velocity.size() == 0);
  MassBalance balance;
  CHECK_FALSE(live.stepper().measure(live.world(), balance));
}

TEST_CASE("pausing gives first-order editing back, and what was pulled goes on from there at rest") {
  Editor editor(pendulum());
  editor.set_playing(true);
  for (int k = 0; k < 20; ++k) editor.advance(1.0 / 60);
  editor.set_playing(false);
  const CurveId rod = editor.document().find("rod").as<Body>();
  CHECK(editor.document().world->body(rod)->velocity.norm() > 0);
  const Point end = end_of(editor.world(), rod, 1);
  Person(editor).drag(end, Point(-200, 150), 20);
  CHECK(editor.world().body(rod)->velocity.size() == 0);
  editor.undo();
  CHECK(editor.document().world->body(rod)->velocity.norm() > 0);
  editor.undo();
  CHECK(editor.document().world->body(rod)->velocity.size() == 0);
}

TEST_CASE("a nail set while it plays acts in the next frame, and the energy it takes is booked") {
  Editor editor(pendulum());
  editor.set_playing(true);
  for (int k = 0; k < 12; ++k) editor.advance(1.0 / 60);
  REQUIRE(editor.perform(*read_edit("nail rod.end as stop")));
  const CurveId rod = editor.document().find("rod").as<Body>();
  const Point there = end_of(editor.world(), rod, 1);
  editor.advance(1.0 / 60);
  CHECK((end_of(editor.world(), rod, 1) - there).norm() < 1e-9);
  CHECK(editor.world().body(rod)->velocity.norm() < 1e-3);  // of some 2000
  CHECK(editor.world().physics.lost > 0);
  REQUIRE(editor.perform(*read_edit("delete stop")));
  for (int k = 0; k < 12; ++k) editor.advance(1.0 / 60);
  CHECK((end_of(editor.world(), rod, 1) - there).norm() > 1);
}

// ---- the examples

namespace {
Document example(const std::string& name) {
  const Result<FileText> file = read_file(fs::path(data_folder()) / "drawings" / (name + ".limber"));
  REQUIRE(file);
  const Result<Document> document = from_json(file->bytes, fresh_document());
  REQUIRE(document);
  return *document;
}
}  // namespace

TEST_CASE("the pendulums of the examples keep their energy for ten seconds") {
  for (const char* name : {"pendulum", "double-pendulum", "triple-pendulum", "bead-on-wire"}) {
    CAPTURE(name);
    Live live(example(name));
    const double before = value(live, "energy");
    play(live, 2400);
    const double kinetic = std::abs(value(live, "kinetic")) + std::abs(value(live, "potential"));
    CHECK(std::abs(value(live, "energy") - before) < 1e-9 * kinetic);
  }
}

TEST_CASE("the two beads of the example swing alike: one slides, one is held by a row of its own") {
  Live live(example("bead-on-wire"));
  play(live, 480);
  CHECK(std::abs(value(live, "bead.p.x") + 120 - value(live, "other.p.x")) < 1e-4);
  CHECK(std::abs(value(live, "bead.p.y") - value(live, "other.p.y")) < 1e-4);
}

TEST_CASE("the damped spring of the example comes to rest where weight and spring balance") {
  Live live(example("damped-spring"));
  play(live, 4800);
  CHECK(value(live, "weight.c.y") == doctest::Approx(-60 - 0.05 * 9810 / 20 - 12).epsilon(1e-4));
  CHECK(value(live, "kinetic") < 1e-3);
}

TEST_CASE("the torque of the slider-crank turns it while it is on; its energy is then kept") {
  Live live(example("slider-crank-torque"));
  const double before = value(live, "crank.phi");
  play(live, 240);
  CHECK(std::abs(value(live, "crank.phi") - before) > 0.5);
  REQUIRE(live.apply(*read_edit("set torque.x 0")));
  const double energy = value(live, "energy");
  play(live, 240);
  CHECK(value(live, "energy") == doctest::Approx(energy).epsilon(1e-9));
}

TEST_CASE("the chain of the example links itself between its towers, hangs there, and swings") {
  Live live(example("chain-between-towers"));
  for (int k = 1; k < 12; ++k)
    REQUIRE(live.apply(*read_edit("attach link" + std::to_string(k) + ".end link" + std::to_string(k + 1) + ".start")));
  REQUIRE(live.apply(*read_edit("attach link1.start \"left tower\"@1")));
  REQUIRE(live.apply(*read_edit("attach link12.end \"right tower\"@1")));
  play(live, 1440);
  for (const IslandReport& island : live.tick(Run::play).islands) CHECK(island.not_met.empty());
  CHECK(std::abs(value(live, "link1.start.x") + 90) < 1e-5);
  CHECK(std::abs(value(live, "link12.end.x") - 90) < 1e-5);
  CHECK(value(live, "link6.end.y") < 0);
  // From now on only the air takes energy.
  const double books = value(live, "energy") - value(live, "work") + value(live, "lost");
  play(live, 480);
  CHECK(value(live, "energy") - value(live, "work") + value(live, "lost") ==
        doctest::Approx(books).epsilon(1e-6));
}

TEST_CASE("parts of the tinkertoys are snapped on and cut off while it runs") {
  Live live(example("tinkertoys"));
  play(live, 120);
  REQUIRE(live.apply(*read_edit("attach crank.end rod1.start as pin")));
  REQUIRE(live.apply(*read_edit("attach rod1.end wheel1.mark as hub")));
  play(live, 720);
  for (const IslandReport& island : live.tick(Run::play).islands) {
    CHECK_FALSE(island.refused);
    CHECK(island.residual < 1e-6);
  }
  const auto books = [&] { return value(live, "energy") - value(live, "work") + value(live, "lost"); };
  REQUIRE(live.apply(*read_edit("delete hub")));
  const double before = books(), lost = value(live, "lost");
  double most = 0;
  for (int k = 0; k < 240; ++k) {
    play(live, 1);
    most = std::max(most, value(live, "kinetic"));
  }
  CHECK(std::abs(books() - before) < 1e-6 * most);
  CHECK(value(live, "lost") >= lost);
  CHECK(value(live, "rod1.start.x") == doctest::Approx(value(live, "crank.end.x")).epsilon(1e-6));  // that one still holds
}

TEST_CASE("what makes no sense with mass is refused with a sentence") {
  const Document document = made({"draw bar as rod", "draw bar as other"});
  for (const char* line : {"physics perhaps", "density 0", "density -1", "air -1", "weigh rod mass=0",
                           "weigh rod mass=1 density=1", "weigh nobody mass=1", "throw rod at 1 1",
                           "gravity 1e300 0", "damp rod 3"}) {
    CAPTURE(line);
    const Result<Edit> edit = read_edit(line);
    CHECK_FALSE((edit && apply(document, *edit)));
  }
}

TEST_CASE("what bends is saved with its rest shape and its rates, and goes on from the file with the same bits") {
  Live live(made({"draw ellipse as egg a=30 b=18", "bend egg a b stiffness=2.5 damping=0.01", "draw spline as rope",
                  "bend rope 2 stiffness=1", "physics on", "throw egg at 100 50 turn=3", "set egg.a 36"}));
  play(live, 60);
  live.enter();
  const std::string file = saved(live.document());
  const Result<Document> opened = from_json(file, fresh_document());
  REQUIRE(opened);
  CHECK(same(*opened, live.document()));
  Live again(*opened);
  play(live, 60);
  play(again, 60);
  CHECK(hash(live.world()) == hash(again.world()));
  CHECK(live.world().find(live.document().find("egg").as<Body>())->q[2] != 36);
}

TEST_CASE("only lengths, numbers and places bend, and stiffened they are rigid again") {
  Document document = made({"draw ellipse as egg"});
  for (const char* line : {"bend egg phi", "bend egg c.y", "bend egg a stiffness=-1", "bend egg a damping=1", "bend nobody a"}) {
    CAPTURE(line);
    const Result<Edit> edit = read_edit(line);
    CHECK((!edit || !apply(document, *edit)));
  }
  const Document before = document;
  do_edit(document, "bend egg a stiffness=2");
  do_edit(document, "stiffen egg a");
  CHECK(same(document, before));
}

TEST_CASE("gravity is dragged by the tip of its arrow, as one step of undo, and dropped on its foot it is none") {
  Editor editor(pendulum());
  const auto drag = [&](const Point& from, const Point& to) {
    PointerEvent event;
    event.what = PointerEvent::What::press;
    event.button = Button::left;
    event.at = from;
    editor.handle(event);
    event.what = PointerEvent::What::move;
    event.at = to;
    editor.handle(event);
    event.what = PointerEvent::What::release;
    editor.handle(event);
  };
  const auto gravity = [&] { return Point(editor.document().world->physics.gravity); };
  const Point down(0, -9810), foot = gravity_foot(editor), tip = gravity_tip(editor);
  drag(tip, foot + Point((tip - foot).norm(), 0));
  CHECK((gravity() - Point(9810, 0)).norm() < 1e-2);
  editor.undo();
  CHECK(gravity() == down);
  drag(gravity_tip(editor), foot);
  CHECK(gravity() == Point(0, 0));
  editor.undo();
  CHECK(gravity() == down);
}
