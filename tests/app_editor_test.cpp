// The editor driven by pointer events, without a window.
#include <doctest/doctest.h>

#include <random>

#include "app/edits/words.h"
#include "app/drawing/assets.h"
#include "app/drawing/marks.h"
#include "app/drawing/picture.h"
#include "include/core/SkSurface.h"
#include "tests/app_fixture.h"
#include "tests/scratch_folder.h"

using namespace limber;

namespace {

int count(const World& world) { return world.constraints().size(); }

double worst_gap(const World& world) {
  double worst = 0;
  world.constraints().each([&](ConstraintId, const Constraint& constraint) {
    if (!is_nail(constraint) && !is_attachment(constraint)) return;
    Point ends[2];
    for (int i = 0; i < 2; ++i) {
      const Argument& argument = constraint.on[static_cast<std::size_t>(i)];
      ends[i] = Point(argument.number[0], argument.number[1]);
      if (const Connector* connector = world.find(argument.connector))
        REQUIRE(place_of(world, *connector, ends[i]));
    }
    worst = std::max(worst, (ends[0] - ends[1]).norm());
  });
  return worst;
}

}  // namespace

TEST_CASE("a pulled curve keeps the grabbed point under the pointer") {
  Document document = fresh_document();
  const CurveId line = add_curve(document, "line", {-20, 0, 20, 0});
  Editor editor(document);
  Person person(editor);
  person.drag(Point(20, 0), Point(30, 25));
  person.wait();
  CHECK((end_of(editor.world(), line, 1) - Point(30, 25)).norm() < 0.01);
}

TEST_CASE("a four-bar linkage follows a pull and stays together") {
  Io io;
  Workspace workspace(fresh_document(), io);
  workspace.open_example("welcome.limber");
  Editor& editor = workspace.editor();
  const std::uint64_t before = hash(editor.world());
  const CurveId crank = editor.world().bodies().at_slot(0);
  const Point joint = end_of(editor.world(), crank, 1);
  Person person(editor);
  person.drag(joint, joint + Point(6, -6));
  person.wait();
  CHECK(hash(editor.world()) != before);
  CHECK((end_of(editor.world(), crank, 1) - joint).norm() > 2);
  CHECK(worst_gap(editor.world()) < 1e-7 * editor.world().size());
}

TEST_CASE("one drag is one step of undo, and undo, redo are exact") {
  Document document = fresh_document();
  add_curve(document, "circle", {0, 0, 10});
  Editor editor(document);
  Person person(editor);
  const std::string at_first = saved(editor.document());
  person.drag(Point(10, 0), Point(25, 5));
  person.wait();
  const std::string pulled = saved(editor.document());
  CHECK(pulled != at_first);
  CHECK(editor.modified());
  editor.undo();
  CHECK(saved(editor.document()) == at_first);
  CHECK(!editor.modified());
  CHECK(!editor.history().can_undo());
  editor.redo();
  CHECK(saved(editor.document()) == pulled);
  CHECK(!editor.history().can_redo());
}

TEST_CASE("Esc in the middle of a drag restores every bit, and leaves no step") {
  Io io;
  Workspace workspace(fresh_document(), io);
  workspace.open_example("welcome.limber");
  Editor& editor = workspace.editor();
  const std::uint64_t before = hash(editor.world());
  Person person(editor);
  const CurveId crank = editor.world().bodies().at_slot(0);
  const Point joint = end_of(editor.world(), crank, 1);
  person.move(joint);
  person.press(joint);
  for (int i = 1; i < 10; ++i) {
    person.move(joint + Point(i, i));
    editor.advance(1.0 / 60);
  }
  CHECK(editor.pulling());
  CHECK(hash(editor.world()) != before);
  CHECK(workspace.handle(key("Esc")));
  CHECK(!editor.pulling());
  CHECK(hash(editor.world()) == before);
  person.release(joint);
  CHECK(hash(editor.world()) == before);
  CHECK(!editor.history().can_undo());
}

TEST_CASE("a click selects, Shift+click adds, a click on nothing clears, Delete removes") {
  Document document = fresh_document();
  const CurveId a = add_curve(document, "circle", {0, 0, 10});
  const CurveId b = add_curve(document, "circle", {40, 0, 10});
  Io io;
  Workspace workspace(document, io);
  Editor& editor = workspace.editor();
  Person person(editor);
  person.click(Point(10, 0));
  CHECK(editor.selection().curves() == std::set<CurveId>{a});
  person.modifiers.shift = true;
  person.click(Point(50, 0));
  CHECK(editor.selection().curves() == std::set<CurveId>{a, b});
  person.modifiers.shift = false;
  person.click(Point(20, 40));
  CHECK(editor.selection().empty());
  CHECK(!editor.history().can_undo());
  person.click(Point(10, 0));
  workspace.handle(key("Delete"));
  CHECK(editor.world().find(a) == nullptr);
  CHECK(editor.world().find(b) != nullptr);
  editor.undo();
  CHECK(editor.world().find(a) != nullptr);
}

TEST_CASE("a rectangle to the right selects what it encloses, to the left what it touches") {
  Document document = fresh_document();
  const CurveId small = add_curve(document, "circle", {0, 0, 5});
  const CurveId large = add_curve(document, "circle", {10, 0, 30});
  Editor editor(document);
  Person person(editor);
  person.drag(Point(-12, 12), Point(12, -12), 3);
  CHECK(editor.selection().curves() == std::set<CurveId>{small});
  person.drag(Point(12, -12), Point(-22, 12), 3);
  CHECK(editor.selection().curves() == std::set<CurveId>{small, large});
}

TEST_CASE("a nail holds its point, and a click on it pulls it out") {
  Document document = fresh_document();
  const CurveId line = add_curve(document, "line", {-20, 0, 20, 0});
  Editor editor(document);
  Person person(editor);
  editor.use("tool.nail");
  person.click(Point(-20, 0));
  REQUIRE(count(editor.world()) == 1);
  editor.use("tool.pull");
  person.drag(Point(20, 0), Point(10, 20));
  person.wait();
  CHECK((end_of(editor.world(), line, 0) - Point(-20, 0)).norm() < 1e-7);
  editor.use("tool.nail");
  person.click(Point(-20, 0));
  CHECK(count(editor.world()) == 0);
  editor.undo();
  CHECK(count(editor.world()) == 1);
}

TEST_CASE("attaching two ends brings them together, and undo takes them apart again") {
  Document document = fresh_document();
  const CurveId a = add_curve(document, "line", {-30, 0, -5, 0});
  const CurveId b = add_curve(document, "line", {5, 10, 30, 10});
  Editor editor(document);
  const std::string apart = saved(editor.document());
  Person person(editor);
  editor.use("tool.attach");
  person.click(Point(-5, 0));
  CHECK(count(editor.world()) == 0);
  person.click(Point(5, 10));
  REQUIRE(count(editor.world()) == 1);
  person.wait(10);
  CHECK(!editor.moving());
  const World& world = editor.world();
  CHECK((end_of(world, a, 1) - end_of(world, b, 0)).norm() < 1e-7);
  editor.undo();
  CHECK(saved(editor.document()) == apart);
  editor.redo();
  CHECK(worst_gap(editor.world()) < 1e-7);
}

TEST_CASE("with Shift the attached point slides along the curve") {
  Document document = fresh_document();
  add_curve(document, "circle", {0, 0, 20});
  add_curve(document, "line", {30, 0, 60, 0});
  Editor editor(document);
  Person person(editor);
  editor.use("tool.attach");
  person.click(Point(30, 0));
  person.modifiers.shift = true;
  person.click(Point(20 * std::cos(0.5), 20 * std::sin(0.5)));
  bool slides = false;
  editor.world().connectors().each([&](ConnectorId, const Connector& connector) {
    slides = slides || std::holds_alternative<SlidingAt>(connector.what);
  });
  CHECK(slides);
  person.wait(10);
  CHECK(worst_gap(editor.world()) < 1e-7);
}

TEST_CASE("a curve of every drawing tool comes out of a drag or of clicks") {
  for (const std::string& type : fresh_document().library->names()) {
    CAPTURE(type);
    Editor editor(fresh_document());
    Person person(editor);
    editor.use("draw." + type);
    const SharedCurveType shared = fresh_document().library->find(type);
    if (has_nodes(*shared)) {
      for (int i = 0; i < std::max(shared->family.minimum_nodes, 7); ++i)
        person.click(Point(10 * i, i % 2 ? 10 : -5));
      editor.handle(key("Enter"));
    } else {
      person.drag(Point(-10, -8), Point(20, 14), 4);
    }
    CHECK(editor.world().bodies().size() == 1);
    CHECK(editor.history().can_undo());
    CHECK(to_json(editor.document()));
    editor.undo();
    CHECK(editor.world().bodies().size() == 0);
  }
}

TEST_CASE("a bar drawn from the end of another is attached to it; with Ctrl it is not") {
  for (const bool ctrl : {false, true}) {
    Document document = fresh_document();
    add_curve(document, "line", {-30, 0, 0, 0});
    Editor editor(document);
    Person person(editor);
    person.modifiers.ctrl = ctrl;
    editor.use("draw.line");
    person.drag(Point(0, 0), Point(20, 15), 4);
    CHECK(editor.world().bodies().size() == 2);
    CHECK(count(editor.world()) == (ctrl ? 0 : 1));
  }
}

TEST_CASE("a typed parameter is taken, the rest of the figure follows") {
  Document document = fresh_document();
  const CurveId circle = add_curve(document, "circle", {0, 0, 10});
  add_curve(document, "line", {10, 0, 40, 0});
  do_edit(document, "attach circle1@0 line1@0");
  Editor editor(document);
  do_edit(editor, "set circle1.r 17");
  Person(editor).wait(10);
  CHECK(editor.world().find(circle)->q[2] == doctest::Approx(17));
  CHECK(!editor.world().body(circle)->locked[2]);
  CHECK(worst_gap(editor.world()) < 1e-7);
  editor.undo();
  CHECK(editor.world().find(circle)->q[2] == 10);
}

TEST_CASE("a random session is undone to the first byte and redone to the last") {
  Io io;
  Workspace workspace(fresh_document(), io);
  workspace.open_example("welcome.limber");
  Editor& editor = workspace.editor();
  Person person(editor);
  const std::string first = saved(editor.document());
  std::mt19937 random(1990);
  const auto somewhere = [&] {
    return Point(static_cast<double>(random() % 140) - 70, static_cast<double>(random() % 90) - 45);
  };
  for (int i = 0; i < 25; ++i) {
    switch (random() % 5) {
      case 0:
        editor.use("tool.nail");
        person.click(somewhere());
        break;
      case 1:
        editor.use("draw.circle");
        person.drag(somewhere(), somewhere(), 3);
        break;
      case 2:
        editor.use("tool.attach");
        person.click(somewhere());
        person.click(somewhere());
        break;
      default:
        editor.use("tool.pull");
        person.drag(somewhere(), somewhere(), 4);
        break;
    }
    person.wait(1);
  }
  editor.use("tool.pull");
  person.wait(20);
  const std::string last = saved(editor.document());
  int steps = 0;
  while (editor.history().can_undo()) {
    editor.undo();
    ++steps;
  }
  CHECK(steps > 3);
  CHECK(saved(editor.document()) == first);
  while (editor.history().can_redo()) editor.redo();
  CHECK(saved(editor.document()) == last);
}

TEST_CASE("at rest nothing changes and nothing wants to be drawn") {
  Io io;
  Workspace workspace(fresh_document(), io);
  workspace.open_example("welcome.limber");
  Editor& editor = workspace.editor();
  const sk_sp<SkSurface> surface = SkSurfaces::Raster(SkImageInfo::MakeN32Premul(200, 150));
  editor.draw(*surface->getCanvas());
  CHECK(!editor.moving());
  CHECK(!editor.changed());
  const std::uint64_t before = hash(editor.world());
  editor.advance(5);
  CHECK(!editor.changed());
  CHECK(hash(editor.world()) == before);
}

TEST_CASE("playing turns the crank, stopping is one step, undo returns to the start") {
  Io io;
  Workspace workspace(fresh_document(), io);
  workspace.open_example("welcome.limber");
  Editor& editor = workspace.editor();
  const std::string before = saved(editor.document());
  const CurveId crank = editor.world().bodies().at_slot(0);
  const double angle = editor.world().find(crank)->q[2];
  KeyEvent space = key("Space");
  workspace.handle(space);
  space.down = false;
  workspace.handle(space);
  REQUIRE(editor.playing());
  for (int i = 0; i < 60; ++i) editor.advance(1.0 / 60);
  CHECK(editor.world().find(crank)->q[2] - angle == doctest::Approx(1.5).epsilon(0.02));
  CHECK(worst_gap(editor.world()) < 1e-7 * editor.world().size());
  editor.set_playing(false);
  editor.undo();
  CHECK(saved(editor.document()) == before);
}

TEST_CASE("a spring that was saved stretched pulls as soon as it plays") {
  Result<Document> document = from_json(
      "{\"limber\": 1, \"curves\": [{\"name\": \"a\", \"type\": \"point\", \"q\": {\"p.x\": 50}}],"
      "\"connectors\": [{\"name\": \"p\", \"curve\": \"a\", \"measure\": \"center\"}],"
      "\"constraints\": [{\"name\": \"s\", \"kind\": \"distance\", \"on\": [\"p\", [0, 0], 10],"
      "\"compliance\": 0.01}]}",
      fresh_document());
  REQUIRE(document);
  Editor editor(fresh_document());
  editor.open(*document);
  const CurveId point = editor.world().bodies().at_slot(0);
  editor.advance(1);
  CHECK(editor.world().find(point)->q[0] == 50);
  editor.set_playing(true);
  for (int i = 0; i < 60; ++i) editor.advance(1.0 / 60);
  CHECK(editor.world().find(point)->q[0] < 40);
}

TEST_CASE("unsaved work is asked about; saving and opening again is exact") {
  const ScratchFolder folder;
  Io io;
  Workspace workspace(fresh_document(), io);
  Editor& editor = workspace.editor();
  Person person(editor);
  editor.use("draw.circle");
  person.drag(Point(0, 0), Point(12, 5), 4);
  CHECK(workspace.title().find("●") == 0);
  workspace.quit();
  CHECK(workspace.running());
  CHECK(workspace.dialog() == Dialog::unsaved);
  workspace.close_dialog();
  workspace.save();
  CHECK(workspace.dialog() == Dialog::save_as);
  workspace.save_as(folder.path / "mine");
  CHECK(workspace.dialog() == Dialog::none);
  CHECK(workspace.title() == "mine – Limber");
  const Result<FileText> file = read_file(folder.path / "mine.limber");
  REQUIRE(file);
  workspace.new_drawing();
  CHECK(editor.world().bodies().size() == 0);
  workspace.open(folder.path / "mine.limber");
  CHECK(editor.world().bodies().size() == 1);
  workspace.save();
  CHECK(read_file(folder.path / "mine.limber")->bytes == file->bytes);
  workspace.quit();
  CHECK(!workspace.running());
}

TEST_CASE("a file changed by another program is not written over without asking") {
  const ScratchFolder folder;
  Io io;
  Workspace workspace(fresh_document(), io);
  Editor& editor = workspace.editor();
  Person person(editor);
  editor.use("draw.circle");
  person.drag(Point(0, 0), Point(12, 5), 4);
  workspace.save_as(folder.path / "mine.limber");
  REQUIRE(atomic_write(folder.path / "mine.limber", "{\"limber\": 1}", io));
  person.drag(Point(30, 0), Point(42, 5), 4);
  workspace.save();
  CHECK(workspace.dialog() == Dialog::changed_on_disk);
  CHECK(read_file(folder.path / "mine.limber")->bytes == "{\"limber\": 1}");
  workspace.overwrite();
  CHECK(read_file(folder.path / "mine.limber")->bytes.find("circle2") != std::string::npos);
}

TEST_CASE("a rendered picture is what the window shows, pixel for pixel") {
  for (const char* name : {"four-bar.limber", "curves.limber", "bridge-of-springs.limber"}) {
    CAPTURE(name);
    View view;
    Result<Document> document = from_json(asset(name), fresh_document(), &view);
    REQUIRE(document);
    Editor editor(fresh_document());
    editor.camera().set_view(Box(Point(0, 0), Point(640, 480)));
    editor.open(*document, view);
    editor.set_theme(theme_named("dark"));
    const SkImageInfo info = SkImageInfo::MakeN32Premul(640, 480);
    const sk_sp<SkSurface> window = SkSurfaces::Raster(info);
    editor.draw(*window->getCanvas());

    PictureOptions options;
    options.width = 640;
    options.height = 480;
    options.theme = &theme_named("dark");
    options.marks.grid = true;
    const Point half = Point(320, 240) / view.scale;
    options.part = Box(view.center - half, view.center + half);
    const Result<sk_sp<SkSurface>> picture = make_picture(*document, options);
    REQUIRE(picture);
    SkPixmap seen, drawn;
    REQUIRE(window->peekPixels(&seen));
    REQUIRE((*picture)->peekPixels(&drawn));
    int different = 0, painted = 0;
    for (int y = 0; y < 480; ++y)
      for (int x = 0; x < 640; ++x) {
        different += seen.getColor(x, y) != drawn.getColor(x, y);
        painted += seen.getColor(x, y) != seen.getColor(0, 0);
      }
    CHECK(different == 0);
    CHECK(painted > 1000);
  }
}

TEST_CASE("a broken file leaves the drawing as it was, and says why") {
  const ScratchFolder folder;
  Io io;
  REQUIRE(atomic_write(folder.path / "bad.limber", "{\"limber\": 7}", io));
  Workspace workspace(fresh_document(), io);
  workspace.open_example("welcome.limber");
  const std::string before = saved(workspace.editor().document());
  workspace.open(folder.path / "bad.limber");
  CHECK(saved(workspace.editor().document()) == before);
  CHECK(workspace.editor().message().find("later Limber") != std::string::npos);
}

// A quick hand: press, move and release arrive within one frame.
TEST_CASE("what cannot be met is told of the drawing as it is, also after undo and on opening") {
  Io io;
  Workspace workspace(fresh_document(), io);
  workspace.open_example("impossible-triangle.limber");
  Editor& editor = workspace.editor();
  CHECK(!editor.not_met().empty());
  CHECK(editor.status().find("marked “!”") != std::string::npos);

  Document document = fresh_document();
  add_curve(document, "bar", {0, 0, 0, 30});
  editor.open(document);
  CHECK(editor.not_met().empty());
  Person person(editor);
  editor.use("tool.nail");
  person.click(Point(0, 0));
  person.click(Point(30, 0));
  CHECK(editor.not_met().empty());
  do_edit(editor, "constrain coincident bar1@0.5 (10,40)");
  editor.use("tool.pull");
  CHECK(editor.not_met().empty());  // it is on its way
  person.wait(20);
  CHECK(!editor.not_met().empty());
  editor.undo();
  CHECK(editor.not_met().empty());
  CHECK(editor.status().find("marked") == std::string::npos);
  editor.redo();
  CHECK(!editor.not_met().empty());
}

TEST_CASE("every example rests with its constraints met, but for the impossible one") {
  Io io;
  Workspace workspace(fresh_document(), io);
  for (const std::string_view name : assets_ending_in(".limber")) {
    workspace.open_example(name);
    CAPTURE(name);
    CHECK(workspace.editor().not_met().empty() == (name.find("impossible") == name.npos));
  }
}

// The crash of old: the tool or the pointer referred to a curve that a command had taken away.
TEST_CASE("watching the motors run is no work to be saved, but can be undone") {
  Io io;
  Workspace workspace(fresh_document(), io);
  workspace.open_example("welcome.limber");
  Editor& editor = workspace.editor();
  const std::string before = saved(editor.document());
  editor.set_playing(true);
  for (int i = 0; i < 30; ++i) editor.advance(1.0 / 60);
  CHECK(!editor.modified());
  SUBCASE("stopped") {
    editor.set_playing(false);
    CHECK(!editor.modified());
    CHECK(saved(editor.document()) != before);
    Person person(editor);
    person.drag(Point(15, 20), Point(18, 24));  // nothing there: still no work
    CHECK(!editor.modified());
    editor.undo();
    CHECK(saved(editor.document()) == before);
    CHECK(!editor.modified());
    workspace.quit();
    CHECK(!workspace.running());
  }
  SUBCASE("undone while they run") {
    CHECK(editor.can_undo());
    editor.undo();
    CHECK(!editor.playing());
    CHECK(saved(editor.document()) == before);
  }
  SUBCASE("an edit after it is work, with the pose it was made in") {
    editor.set_playing(false);
    editor.selection().add(editor.world().bodies().at_slot(4));
    editor.nudge(Point(1, 0));
    CHECK(editor.modified());
    editor.undo();
    CHECK(!editor.modified());
  }
}

// What is hidden has no mark.
static void show_everything(Editor& editor) {
  edit::Show show;
  each_thing(editor.document(), [&](ThingId id) {
    if (is_hidden(editor.document(), id)) show.things.push_back(editor.document().name(id));
  });
  if (!show.things.empty()) REQUIRE(editor.perform({show}));
}

TEST_CASE(
    "every constraint and force has a mark that is found where it stands, and can be deleted") {
  Io io;
  Workspace workspace(fresh_document(), io);
  Editor& editor = workspace.editor();
  for (const std::string_view name : assets_ending_in(".limber")) {
    if (name.find("100") != name.npos) continue;
    workspace.open_example(name);
    CAPTURE(name);
    editor.fit();
    show_everything(editor);
    const Document& document = editor.document();
    const std::vector<Mark> marks = marks_of(document, editor.camera().scale());
    std::set<ThingId> seen;
    for (const Mark& mark : marks) {
      seen.insert(mark.of);
      CHECK(!describe(document, mark.of).empty());
    }
    const World& world = document.world;
    CHECK(static_cast<int>(seen.size()) == world.constraints().size() + world.forces().size());
    for (const Mark& mark : marks) {
      const Point aim = window_place(mark, editor.camera()) + Point(mark.driven ? motor_radius : 0, 0);
      const std::optional<ThingId> hit = editor.mark_at(aim);
      REQUIRE(hit);
      if (!mark.pin) continue;  // pins in one place, or others close by, share their aim
      CHECK(hit->kind == ThingKind::constraint);
    }
    Document less = document;
    for (const Mark& mark : marks)
      if (less.has(mark.of)) do_edit(less, "delete " + written(document.name(mark.of)));
    CHECK(less.world->constraints().size() + less.world->forces().size() == 0);
  }
}

TEST_CASE("curves are chosen one after the other from the keyboard, and moved by arrows") {
  Document document = fresh_document();
  const CurveId a = add_curve(document, "circle", {0, 0, 10});
  const CurveId b = add_curve(document, "circle", {40, 0, 10});
  Io io;
  Workspace workspace(document, io);
  const auto chosen = [&] { return workspace.editor().selection().curves(); };
  workspace.handle(key("PageDown"));
  CHECK(chosen() == std::set<CurveId>{a});
  workspace.handle(key("PageDown"));
  CHECK(chosen() == std::set<CurveId>{b});
  workspace.handle(key("PageDown"));
  CHECK(chosen() == std::set<CurveId>{a});
  workspace.handle(key("PageUp"));
  CHECK(chosen() == std::set<CurveId>{b});
  workspace.handle(key("Shift+Right"));
  workspace.handle(key("Ctrl+Up"));
  CHECK((workspace.editor().world().find(b)->q.head(2) - Point(50, 0.1)).norm() < 1e-12);
}

// It used to rewind to where play had begun, and stop.
TEST_CASE("Esc in a pull while it plays goes back to the press, and the play goes on") {
  Io io;
  Workspace workspace(fresh_document(), io);
  workspace.open_example("welcome.limber");
  Editor& editor = workspace.editor();
  const auto crank = [&] { return editor.world().find(editor.world().bodies().at_slot(0))->q; };
  const auto wheel = [&] {
    Eigen::VectorXd q;
    editor.world().bodies().each([&](CurveId, const Body& body) {
      if (body.curve.type->name == "circle") q = body.curve.q;
    });
    return q;
  };
  editor.set_playing(true);
  for (int i = 0; i < 30; ++i) editor.advance(1.0 / 60);
  const Eigen::VectorXd crank_then = crank(), wheel_then = wheel();
  const double time = editor.world().time;
  REQUIRE(time > 0.4);

  Person person(editor);
  const Point rim = wheel_then.head<2>() + Point(wheel_then[2], 0);
  person.move(rim);
  person.press(rim);
  for (int i = 0; i < 20; ++i) editor.advance(1.0 / 60);  // held a while before it is led
  for (int i = 1; i <= 30; ++i) {
    person.move(rim + Point(0.5 * i, 0.3 * i));
    editor.advance(1.0 / 60);
  }
  REQUIRE(editor.pulling());
  REQUIRE((wheel() - wheel_then).norm() > 5);
  REQUIRE(editor.world().time > time + 0.5);
  SUBCASE("by Esc") { CHECK(editor.escape()); }
  SUBCASE("by undo") { editor.undo(); }

  CHECK(!editor.pulling());
  CHECK(crank() == crank_then);
  CHECK(wheel() == wheel_then);
  CHECK(editor.world().time == time);
  CHECK(editor.playing());
  CHECK(!editor.modified());
  editor.advance(1.0 / 60);
  CHECK(editor.world().time > time);
  CHECK(crank() != crank_then);
  CHECK(wheel() == wheel_then);
}
