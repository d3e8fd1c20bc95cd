// A formula somebody wrote, on its way into the toolbox and onto the paper: opened, drawn with the
// mouse, pulled, saved, undone.
#include <doctest/doctest.h>

#include <fstream>
#include <map>

#include "app/editor/toolbox_list.h"
#include "app/panels/layout.h"
#include "tests/app_fixture.h"
#include "tests/golden_picture.h"
#include "tests/places.h"
#include "tests/scratch_folder.h"
#include "tests/screen.h"

using namespace limber;
namespace fs = std::filesystem;

namespace {

const fs::path formulas = fs::path(source_folder()) / "tests" / "formulas";

struct Desk {
  Io io;
  Workspace workspace{fresh_document(), io};
  Editor& editor = workspace.editor();
  const Document& document() { return editor.document(); }
};

fs::path write(const fs::path& path, const std::string& text) {
  std::ofstream(path) << text;
  return path;
}

const char* heart =
    "curve heart \"Heart\"\n"
    "  place c = (0, 0)\n"
    "  length a = 1, a > 0\n"
    "  t from 0 to tau closed\n"
    "  at = c + a (16 sin(t)^3, 13 cos t - 5cos 2t - 2cos 3t - cos 4t)\n"
    "  draw c = press, a = |release - press|/16\n";

}  // namespace

TEST_CASE("a curve from somebody's file is drawn, pulled and saved like any other") {
  for (const std::string name : {"my_involute", "my_rose", "my_clothoid", "my_superellipse",
                                 "my_hypotrochoid"}) {
    CAPTURE(name);
    Desk desk;
    desk.workspace.open(formulas / (name + ".curve"));
    CAPTURE(desk.editor.message());
    REQUIRE(desk.document().library->find(name));

    Person person(desk.editor);
    person.drag(Point(2, 3), Point(22, 18));  // its drawing tool is in hand
    person.wait();
    REQUIRE(desk.document().world->bodies().size() == 1);
    const CurveId drawn = desk.document().world->bodies().at_slot(0);
    const Curve* curve = desk.document().world->find(drawn);
    REQUIRE(curve);
    CHECK(curve->type->name == name);
    const std::string before = saved(desk.document());

    Point grabbed;
    REQUIRE(point_at(*curve, t_begin(*curve) + 0.7 * (t_end(*curve) - t_begin(*curve)), grabbed));
    desk.editor.use("tool.pull");
    const Point to = grabbed + Point(4, -3);
    person.drag(grabbed, to);
    person.wait();
    const double half_a_pixel = 0.5 / desk.editor.camera().scale();
    double away = 1e9;
    curve = desk.document().world->find(drawn);
    for (int k = 0; k <= 20000; ++k) {
      Point x;
      if (point_at(*curve, t_begin(*curve) + k / 20000.0 * (t_end(*curve) - t_begin(*curve)), x))
        away = std::min(away, (x - to).norm());
    }
    CHECK(away < half_a_pixel);
    CHECK(saved(desk.document()) != before);

    const std::string pulled = saved(desk.document());
    const Result<Document> again = from_json(pulled, fresh_document());
    REQUIRE(again);
    CHECK(saved(*again) == pulled);

    desk.editor.undo();
    CHECK(saved(desk.document()) == before);
  }
}

TEST_CASE("a new type is one step of undo, and its tool goes with it") {
  const ScratchFolder folder;
  Desk desk;
  const std::string empty = saved(desk.document());
  desk.workspace.open(write(folder.path / "heart.curve", heart));
  CHECK(desk.document().library->find("heart"));
  CHECK(desk.editor.modified());
  CHECK(desk.editor.message() == "Heart is in the toolbox: drag on the paper to draw one");
  desk.editor.undo();
  CHECK_FALSE(desk.document().library->find("heart"));
  CHECK(saved(desk.document()) == empty);
  desk.editor.redo();
  CHECK(desk.document().library->find("heart"));
}

TEST_CASE("a formula with a mistake changes nothing and says where it is") {
  const ScratchFolder folder;
  Desk desk;
  const std::string empty = saved(desk.document());
  desk.workspace.open(write(folder.path / "bad.curve", "curve bad\n  t from 0 to 1\n  x = t\n  y = sni(t)\n"));
  CHECK(desk.editor.message().find("Cannot use bad.curve: line 4: ") == 0);
  CHECK(desk.editor.message().find("sin") != std::string::npos);
  CHECK(saved(desk.document()) == empty);
  CHECK_FALSE(desk.editor.modified());
}

TEST_CASE("a formula does not take the name of a built-in type, or of one that is in use") {
  const ScratchFolder folder;
  Desk desk;
  desk.workspace.open(write(folder.path / "c.curve", "curve circle\n  t from 0 to 1\n  x = t\n  y = t\n"));
  CHECK(desk.editor.message().find("has a curve called circle already") != std::string::npos);
  CHECK(desk.document().library->is_builtin("circle"));

  desk.workspace.open(write(folder.path / "h.curve", heart));
  Person person(desk.editor);
  person.drag(Point(0, 0), Point(20, 10));
  const std::string drawn = saved(desk.document());
  std::string other = heart;
  other.replace(other.find("16 sin"), 2, "15");
  desk.workspace.open(write(folder.path / "h.curve", other));
  CHECK(desk.editor.message().find("give the new one another name") != std::string::npos);
  CHECK(saved(desk.document()) == drawn);
}

// ---- the list of tools

TEST_CASE("every tool to draw with is in the toolbox once, those that are built in by families") {
  Desk desk;
  REQUIRE(desk.workspace.define(heart));
  const std::vector<Command> commands = desk.workspace.commands();
  const std::vector<ToolboxFamily> all = toolbox(commands, desk.document());
  REQUIRE(all.size() > 5);
  CHECK(all[0].title == "Draw");
  CHECK(all[0].tools[0].title == "Bar");
  CHECK(all[1].title == "Your own");
  REQUIRE(all[1].tools.size() == 1);
  CHECK(all[1].tools[0].title == "Heart");
  CHECK(all.back().title != "Others");  // a family was thought of for each
  std::map<std::string, int> count;
  for (const ToolboxFamily& family : all)
    for (const ToolboxEntry& entry : family.tools) ++count[entry.command->id];
  for (const Command& command : commands)
    if (!command.curve_type.empty()) CHECK_MESSAGE(count[command.id] == 1, command.id);
  CHECK(count["tool.freehand"] == 1);
  CHECK(count["tool.text"] == 1);
}

TEST_CASE("a tool is found by a part of its name, its family or what it is for") {
  Desk desk;
  const std::vector<Command> commands = desk.workspace.commands();
  const std::vector<ToolboxFamily> all = toolbox(commands, desk.document());
  const auto first = [&](const char* words) {
    const ToolboxFamily found = found_in(all, words);
    return found.tools.empty() ? "" : found.tools[0].command->id;
  };
  CHECK(first("pen") == "draw.path");
  CHECK(first("bezier path") == "draw.path");  // as the menu calls it
  CHECK(first("hypo") == "draw.hypotrochoid");
  CHECK(first("spiral log") == "draw.logarithmic_spiral");
  CHECK(found_in(all, "machine").tools.size() >= 8);
  CHECK(first("zzqq") == "");
  CHECK(found_in(all, "zzqq").title == "Nothing is called so");
}

TEST_CASE("in the window: a click takes a tool by its name, Enter the first that was found") {
  Screen screen(nullptr);
  const double x = margin + 60, first_row = menu_height + margin + 9;
  const auto tool = [&] { return std::string(screen.editor().tool().command()); };
  screen.click(Point(x, first_row + 34 * 1.5));
  CHECK(tool() == "tool.move");
  screen.click(Point(x, first_row + 34 * 4 + 20));  // the field
  screen.type("cyclo");
  screen.settle();
  const GoldenResult found = compare_with_golden("toolbox_found", *screen.surface);
  CHECK_MESSAGE(found.same, found.words);
  screen.press("Enter");
  screen.settle();
  CHECK(tool() == "draw.cycloid");
  screen.click(Point(x, first_row + 34 * 4 + 20));
  screen.type("spro");
  screen.settle();
  screen.press("Esc");  // nothing is taken, and all tools are there again
  screen.settle();
  CHECK(tool() == "draw.cycloid");
  screen.click(Point(x, first_row + 34 * 4 + 34 + 28 + 14));
  CHECK(tool() == "draw.bar");
}
