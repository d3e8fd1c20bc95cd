// Panels as they looked when they were looked at, in every theme.
#include <doctest/doctest.h>

#include <filesystem>

#include "app/panels/layout.h"
#include "tests/golden_picture.h"
#include "tests/screen.h"

using namespace limber;

namespace {

// What the dialogs list must be the same on every machine, and so must the name of its folder.
class SameFolder {
 public:
  SameFolder() {
    std::filesystem::create_directories(path_ / "sketches");
    Io io;
    for (const char* name : {"crane.limber", "gear box.limber", "leg.limber", "notes.txt"})
      REQUIRE(atomic_write(path_ / name, "{}", io));
    std::filesystem::current_path(path_);
  }
  ~SameFolder() {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(path_);
  }

 private:
  std::filesystem::path path_ = "/tmp/limber-pictures", before_ = std::filesystem::current_path();
};

void run_command(Screen& screen, std::string_view id) {
  const Command* command = find_command(screen.workspace.commands(), id);
  REQUIRE(command);
  run(Command(*command), screen.workspace);
}

Point on_motors(const Screen& screen) {  // mechanism_bar.cpp
  const Box free = free_view(screen.size);
  return Point(free.center().x() + 164, free.max().y() - 25);
}

struct Shot {
  const char* name;
  const char* example;
  void (*prepare)(Screen&);
};

const Shot shots[] = {
    {"start", "welcome.limber", [](Screen& s) { run_command(s, "file.start"); }},
    {"history", "four-bar.limber",
     [](Screen& s) {
       do_edit(s.editor(), "draw circle as wheel r=8 c.x=20 c.y=-30");
       do_edit(s.editor(), "nail wheel.center");
       do_edit(s.editor(), "set wheel.r 11");
       s.editor().come_to_rest();
       s.press("Ctrl+Alt+Z");
       s.settle();
       s.press("Ctrl+Z");
     }},
    {"help", "welcome.limber", [](Screen& s) { s.workspace.show_help("kinds.md"); }},
    {"preferences", "welcome.limber", [](Screen& s) { s.press("Ctrl+,"); }},
    {"keys", "welcome.limber", [](Screen& s) { s.press("Shift+F1"); }},
    {"variables", "welcome.limber",
     [](Screen& s) {
       do_edit(s.editor(), "let module = 2mm");
       do_edit(s.editor(), "let pitch = 20 module");
     }},
    {"outline", "four-bar.limber", [](Screen& s) { s.press("Ctrl+Shift+O"); }},
    {"motors", "four-bar.limber", [](Screen& s) { s.click(on_motors(s)); }},
    {"trouble", "impossible-triangle.limber",
     [](Screen& s) {
       s.editor().set_playing(true);
       for (int k = 0; k < 60; ++k) s.editor().advance(1.0 / 60);
       s.editor().set_playing(false);
     }},
    {"context_menu", "four-bar.limber",
     [](Screen& s) {
       const Point at(480, 180);  // on the empty paper
       s.pointer(PointerEvent::What::move, at);
       s.pointer(PointerEvent::What::press, at, Button::right);
       s.pointer(PointerEvent::What::release, at, Button::right);
     }},
    {"open", "welcome.limber", [](Screen& s) { s.press("Ctrl+O"); }},
    {"save", "welcome.limber", [](Screen& s) { s.press("Ctrl+Shift+S"); }},
    {"unsaved", "welcome.limber",
     [](Screen& s) {
       do_edit(s.editor(), "draw circle as disc r=8");
       s.press("Ctrl+N");
     }},
    {"about", "welcome.limber", [](Screen& s) { run_command(s, "help.about"); }},
};

}  // namespace

TEST_CASE("panels look as they did when they were looked at, in light, dark and high contrast") {
  const SameFolder folder;
  for (const Shot& shot : shots)
    for (const Theme* theme : {&light_theme(), &dark_theme(), &contrast_theme()}) {
      CAPTURE(shot.name);
      CAPTURE(theme->name);
      Screen screen(shot.example, Point(1100, 700));
      screen.editor().set_theme(*theme);
      shot.prepare(screen);
      screen.settle();
      const std::string name =
          std::string("panel_") + shot.name + (theme->name == "light" ? "" : "_" + theme->name);
      const GoldenResult result = compare_with_golden(name, *screen.surface);
      CHECK_MESSAGE(result.same, result.words);
    }
}
