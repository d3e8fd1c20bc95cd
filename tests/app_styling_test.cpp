// Styles by hand, and all that marks answer to: what is seen can be taken.
#include <doctest/doctest.h>

#include "app/drawing/force_arrow.h"
#include "app/editor/arranging.h"
#include "app/edits/base64.h"
#include "tests/app_fixture.h"
#include "tests/scratch_folder.h"
#include "tests/screen.h"

using namespace limber;

namespace {

constexpr Modifiers shift{false, true, false};

struct Desk {
  Io io;
  Workspace workspace{fresh_document(), io};
  Editor& editor = workspace.editor();
  Person person{editor};

  explicit Desk(const Document& document) {
    editor.open(document);
    editor.camera().look_at(Point(0, 0), 4);
  }
  void press(const char* name) { workspace.handle(key(name)); }
  Style style(const char* name) { return editor.document().style(editor.document().find(name)); }
  ThingId taken_at(const Point& window) {
    PointerEvent event;
    event.at = window;
    editor.handle(event);
    return editor.hovered_mark().value_or(ThingId());
  }
};

Document with(std::initializer_list<const char*> lines) {
  Document document = fresh_document();
  for (const char* line : lines) do_edit(document, line);
  return document;
}

}  // namespace

TEST_CASE("what is drawn next looks as what was styled last; it is one step of undo") {
  Desk desk(fresh_document());
  Style thick;
  thick.width = 5;
  thick.stroke = plain({-1, 0xff8000, 0.5});
  thick.end = Arrow::triangle;
  desk.editor.next_style().set(thick);
  desk.editor.use("draw.line");
  desk.person.drag(Point(-20, 0), Point(20, 5));
  REQUIRE(desk.editor.document().world->bodies().size() == 1);
  CHECK(desk.style("line1") == thick);
  desk.press("Ctrl+Z");
  CHECK(desk.editor.document().world->bodies().size() == 0);
  desk.editor.next_style().set({});
  desk.person.drag(Point(-20, 0), Point(20, 5));
  CHECK(!desk.editor.document().of(desk.editor.document().find("line1")).style);  // as usual
}

TEST_CASE("colours used lately come first, each once, swatches never") {
  NextStyle lately;
  for (std::uint32_t i = 0; i < 12; ++i) lately.used({-1, i, 1});
  lately.used({-1, 7, 1});
  lately.used({2, 0, 1});
  REQUIRE(lately.recent().size() == NextStyle::most_recent);
  CHECK(lately.recent()[0].rgb == 7);
  CHECK(lately.recent()[1].rgb == 11);
}

TEST_CASE("the pipette takes the colour that is seen, for the line or with Shift for the fill") {
  Desk desk(with({"draw circle as sun c.x=-40 c.y=0 r=15", "style sun stroke=#123456 fill=#20c040",
                  "draw circle as moon c.x=40 c.y=0 r=15"}));
  desk.editor.select_only({desk.editor.document().find("moon")});
  desk.press("F7");
  REQUIRE(desk.editor.tool().command() == "tool.pipette");
  desk.person.click(Point(-40, 3));
  CHECK(desk.style("moon").stroke == plain({-1, 0x20c040, 1}));
  desk.person.modifiers = shift;
  desk.person.click(Point(-25, 0));  // on the rim
  CHECK(desk.style("moon").fill == plain({-1, 0x123456, 1}));
  CHECK(desk.editor.next_style().style().fill == plain({-1, 0x123456, 1}));
  desk.press("Ctrl+Z"), desk.press("Ctrl+Z");
  CHECK(desk.style("moon") == Style{});
  // With nothing chosen it is for the next curve, and no step.
  desk.person.modifiers = {};
  desk.editor.selection().clear();
  const std::size_t steps = desk.editor.history().size();
  desk.person.click(Point(-40, 3));
  CHECK(desk.editor.history().size() == steps);
  CHECK(desk.editor.next_style().style().stroke == plain({-1, 0x20c040, 1}));
}

TEST_CASE(
    "every drawn part of a mark answers: coil, tie, gap, sign, shaft; curves lie above them") {
  Desk desk(with({"draw line as a a.x=-60 a.y=40 b.x=-60 b.y=0",
                  "draw line as b a.x=60 a.y=40 b.x=60 b.y=0",
                  "spring a.end b.end as coil stiffness=1 length=120",
                  "constrain distance a.start b.start 120 as tie",
                  "draw line as c a.x=-20 a.y=-40 b.x=20 b.y=-40", "force c.end 10 20 as push",
                  "draw line as wall a.x=30 a.y=-20 b.x=30 b.y=20"}));
  const Document& document = desk.editor.document();
  const Camera& camera = desk.editor.camera();
  CHECK(desk.taken_at(camera.to_window(Point(-35, 0.6))) == document.find("coil"));
  CHECK(desk.taken_at(camera.to_window(Point(-35, 40.4))) == document.find("tie"));
  CHECK(desk.taken_at(camera.to_window(Point(-35, 20))) == ThingId());
  CHECK(desk.taken_at(camera.to_window(Point(30, 0.5))) == ThingId());  // the wall lies there
  CHECK(desk.editor.hovered()->curve == document.find("wall").as<Body>());
  CHECK(desk.taken_at(camera.to_window(Point(59.2, 0))) == ThingId());  // the end of a curve
  const Point tip = camera.to_window(Point(20, -40)) + arrow_of(Point(10, 20));
  CHECK(desk.taken_at(0.5 * (camera.to_window(Point(20, -40)) + tip)) == document.find("push"));
  // Hidden by one key, they are neither seen nor in the way.
  desk.press("Shift+N");
  CHECK(!desk.editor.scene().marks.constraints);
  CHECK(desk.taken_at(camera.to_window(Point(-35, 0.6))) == ThingId());
  desk.press("Shift+N");
  CHECK(desk.taken_at(camera.to_window(Point(-35, 0.6))) == document.find("coil"));
}

TEST_CASE("the sign of what cannot be met, and its gap, are taken by a click") {
  Desk desk(with({"draw line as a a.x=-60 a.y=0 b.x=-40 b.y=0", "nail a.start as one",
                  "nail a.end as two", "draw line as b a.x=60 a.y=0 b.x=40 b.y=0",
                  "nail b.start as three", "nail b.end as four"}));
  do_edit(desk.editor, "attach a.end b.end as joint");
  desk.editor.come_to_rest();
  const ThingId joint = desk.editor.document().find("joint");
  REQUIRE(desk.editor.not_met().contains(joint.as<Constraint>()));
  Mark mark;
  for (const Mark& one : marks_of(desk.editor.shown(), desk.editor.camera().scale()))
    if (one.of == joint) mark = one;
  REQUIRE(mark.ends.size() == 2);
  const Camera& camera = desk.editor.camera();
  CHECK(desk.taken_at(camera.to_window((mark.ends[0] + mark.ends[1]) / 2)) == joint);
  // The signs of a nail and of the joint stand beside each other: any of them says what disagrees.
  const ThingId sign = desk.taken_at(window_place(mark, camera) + warning_offset + Point(3, -4));
  CHECK(desk.editor.not_met().contains(sign.as<Constraint>()));
}

TEST_CASE("a force is turned and made stronger by its tip: one step, Esc takes it back") {
  Desk desk(with({"draw line as c a.x=-20 a.y=0 b.x=20 b.y=0", "nail c.start", "nail c.end",
                  "force c.end 10 0 as push"}));
  const auto force = [&] {
    return desk.editor.world().find(desk.editor.document().find("push").as<Force>())->value;
  };
  const Point foot = desk.editor.camera().to_window(Point(20, 0));
  const auto paper = [&](const Point& window) { return desk.editor.camera().to_paper(window); };
  desk.person.drag(paper(foot + arrow_of(Point(10, 0))), paper(foot + arrow_of(Point(-5, 30))));
  CHECK((force() - Point(-5, 30)).norm() < 0.05);
  CHECK(desk.editor.history().size() == 2);
  desk.person.press(paper(foot + arrow_of(Point(-5, 30))));
  desk.person.move(paper(foot + Point(80, 10)));
  CHECK((force() - Point(-5, 30)).norm() > 1);
  desk.press("Esc");
  CHECK((force() - Point(-5, 30)).norm() < 0.05);
  desk.person.release(paper(foot + Point(80, 10)));
  CHECK((force() - Point(-5, 30)).norm() < 0.05);
  desk.press("Ctrl+Z");
  CHECK(force() == Point(10, 0));
  // With Shift by steps of 15 degrees.
  desk.person.modifiers = shift;
  desk.person.drag(paper(foot + arrow_of(Point(10, 0))), paper(foot + arrow_of(Point(20, 19))));
  CHECK(std::abs(force().x() - force().y()) < 2e-3);
}

TEST_CASE("guides by command, at the pointer; things go into a layer that is there") {
  Desk desk(with({"draw line as a a.x=-20 a.y=7 b.x=20 b.y=7", "layer one", "layer two"}));
  desk.person.move(Point(3, 20));
  run(*find_command(desk.workspace.commands(), "arrange.guide"), desk.workspace);
  run(*find_command(desk.workspace.commands(), "arrange.guide_up"), desk.workspace);
  REQUIRE(desk.editor.document().guides->size() == 2);
  const Guide& level =
      *desk.editor.document().guides->find(desk.editor.document().find("guide1").as<Guide>());
  CHECK((level.at - Point(3, 20)).norm() < 0.3);
  CHECK(level.angle == 0);
  desk.editor.select_only({desk.editor.document().find("a")});
  put_into_layer(desk.editor, "two");
  const auto layer = [&] {
    return desk.editor.document().of(desk.editor.document().find("a")).layer;
  };
  CHECK(ThingId(layer()) == desk.editor.document().find("two"));
  put_into_layer(desk.editor, "");
  CHECK(!layer());
  const std::size_t steps = desk.editor.history().size();
  put_into_layer(desk.editor, "");  // it is there already
  CHECK(desk.editor.history().size() == steps);
}

TEST_CASE("a picture dropped on the paper lies there, and undo takes it away") {
  const ScratchFolder folder;
  const char* pixel =  // a PNG of one pixel
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJg"
      "gg==";
  Desk desk(fresh_document());
  REQUIRE(atomic_write(folder.path / "photo.PNG", *from_base64(pixel), desk.io));
  desk.workspace.drop(folder.path / "photo.PNG", desk.editor.camera().to_window(Point(10, 5)));
  REQUIRE(desk.editor.document().pictures->size() == 1);
  desk.press("Ctrl+Z");
  CHECK(desk.editor.document().pictures->size() == 0);
  REQUIRE(atomic_write(folder.path / "broken.png", "no picture", desk.io));
  desk.workspace.drop(folder.path / "broken.png", Point(100, 100));
  CHECK(desk.editor.document().pictures->size() == 0);
  CHECK(desk.editor.message() == "The picture is not a PNG, JPEG or WebP picture");
}

TEST_CASE("the question about unsaved work is answered by Enter, which saves") {
  const ScratchFolder folder;
  Screen screen(nullptr);
  do_edit(screen.editor(), "draw circle as c r=10");
  screen.workspace.save_as(folder.path / "mine.limber");
  do_edit(screen.editor(), "set c.r 12");
  screen.workspace.quit();
  screen.settle();
  REQUIRE(screen.workspace.dialog() == Dialog::unsaved);
  screen.press("Enter");
  screen.settle();
  CHECK(!screen.workspace.running());
  CHECK(!screen.editor().modified());
}
