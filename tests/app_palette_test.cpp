// The palette: what it finds, in which order, and that Enter does it.
#include <doctest/doctest.h>

#include <algorithm>

#include "app/editor/palette_list.h"
#include "tests/golden_picture.h"
#include "tests/screen.h"

using namespace limber;

namespace {

std::string first_for(const std::vector<PaletteEntry>& all, std::string_view words,
                      std::vector<std::string> recent = {}) {
  const auto found = found_in(all, words, recent);
  return found.empty() ? "" : found[0]->command.empty() ? found[0]->title : found[0]->command;
}

}  // namespace

TEST_CASE("a few letters find the command, curve, constraint or example that is meant") {
  Screen screen(nullptr);
  do_edit(screen.editor(), "draw circle as flywheel r=5");
  const auto all = palette_entries(screen.workspace.commands(), screen.document());
  CHECK(first_for(all, "undo") == "edit.undo");
  CHECK(first_for(all, "Circ") == "draw.circle");
  CHECK(first_for(all, "jansen") == "example.jansen-leg");
  CHECK(first_for(all, "flyw") == "flywheel");
  CHECK(first_for(all, "equal ang") == "constrain.equal_angle");
  CHECK(first_for(all, "bar") == "draw.bar");  // its whole title, though "Bar of play" is longer
  CHECK(first_for(all, "zzzqqq") == "");
  // Every command of the table but the palette itself can be found by its title.
  for (const Command& command : screen.workspace.commands()) {
    if (command.id == "help.palette") continue;
    CAPTURE(command.title);
    const auto found = found_in(all, command.title, {});
    CHECK(std::ranges::any_of(found, [&](const PaletteEntry* entry) { return entry->command == command.id; }));
  }
}

TEST_CASE("without words what was used lately comes first") {
  Screen screen(nullptr);
  const auto all = palette_entries(screen.workspace.commands(), screen.document());
  CHECK(first_for(all, "", {"view.grid", "edit.undo"}) == "view.grid");
  CHECK(found_in(all, "", std::vector<std::string>{"view.grid", "edit.undo"})[1]->command == "edit.undo");
}

TEST_CASE("each of its keys opens the palette; Enter does what was found, Esc nothing") {
  for (const char* key : {"Ctrl+K", "Ctrl+P", "F3", "?"}) {
    CAPTURE(key);
    Screen screen(nullptr);
    const bool grid = screen.editor().grid_shown();
    screen.press(key);
    screen.settle();
    CHECK(screen.workspace.pane_shown(Pane::palette));
    screen.type("grid");
    screen.press("Enter");
    screen.settle();
    CHECK(!screen.workspace.pane_shown(Pane::palette));
    CHECK(screen.editor().grid_shown() != grid);
    screen.press(key);
    screen.settle();
    screen.type("grid");
    screen.press("Esc");
    screen.settle();
    CHECK(!screen.workspace.pane_shown(Pane::palette));
    CHECK(screen.editor().grid_shown() != grid);
  }
}

TEST_CASE("a thing of the drawing that was found is selected") {
  Screen screen(nullptr);
  do_edit(screen.editor(), "draw circle as flywheel r=5");
  screen.press("Ctrl+K");
  screen.settle();
  screen.type("flyw");
  screen.press("Enter");
  screen.settle();
  CHECK(screen.editor().selection().contains(screen.document().find("flywheel")));
}

TEST_CASE("the palette looks as it did when it was looked at") {
  for (const bool dark : {false, true}) {
    Screen screen("four-bar.limber");
    if (dark) screen.editor().set_theme(dark_theme());
    screen.press("Ctrl+K");
    screen.settle();
    screen.type("cu");
    screen.settle();
    const GoldenResult result = compare_with_golden(dark ? "palette_dark" : "palette", *screen.surface);
    CHECK_MESSAGE(result.same, result.words);
  }
}
