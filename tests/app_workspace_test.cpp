// The Editor and its file: what happens to work between opening and quitting.
#include <doctest/doctest.h>

#include <cerrno>
#include <fstream>

#include "app/drawing/assets.h"
#include "tests/app_fixture.h"
#include "tests/failing_io.h"
#include "tests/scratch_folder.h"

using namespace limber;
namespace fs = std::filesystem;

namespace {

// A disk that is full while someone says so.
class MoodyIo : public Io {
 public:
  bool full = false;
  ssize_t write(int file, const void* bytes, std::size_t count) override {
    return full ? -ENOSPC : Io::write(file, bytes, count);
  }
};

struct Desk {
  ScratchFolder folder;
  MoodyIo io;
  Workspace workspace{fresh_document(), io};
  fs::path path = folder.path / "linkage.limber";

  Desk() {
    std::ofstream(path) << asset("welcome.limber");
    workspace.open(path);
    REQUIRE(workspace.path() == path);
  }
  // A curve is moved a little: work that is not saved.
  void change() {
    workspace.handle(key("PageDown"));
    workspace.handle(key("Right"));
    REQUIRE(workspace.editor().modified());
  }
  std::string on_disk() const { return read_file(path)->bytes; }
};

bool says(const Workspace& workspace, const std::string& words) {
  const bool found = workspace.editor().message().find(words) != std::string::npos;
  if (!found) MESSAGE(workspace.editor().message());
  return found;
}

}  // namespace

// The question "Save your work?" was answered with Save, the disk was full; then, with room made,
// Ctrl+S went on with what had waited all the time: it quit.
TEST_CASE("after a save that failed, what waited for it is forgotten") {
  Desk desk;
  Workspace& workspace = desk.workspace;
  desk.change();
  SUBCASE("on the way to quitting") { workspace.quit(); }
  SUBCASE("on the way to a new drawing") { workspace.new_drawing(); }
  REQUIRE(workspace.dialog() == Dialog::unsaved);
  desk.io.full = true;
  workspace.save_then_go_on();
  CHECK(says(workspace, "the disk is full"));
  CHECK(workspace.dialog() == Dialog::none);
  desk.io.full = false;
  workspace.save();
  CHECK(says(workspace, "Saved"));
  CHECK(workspace.running());
  CHECK(workspace.path() == desk.path);
}

TEST_CASE("the same when another program has changed the file, and writing over it fails") {
  Desk desk;
  Workspace& workspace = desk.workspace;
  desk.change();
  std::ofstream(desk.path) << "{}";
  workspace.quit();
  workspace.save_then_go_on();
  REQUIRE(workspace.dialog() == Dialog::changed_on_disk);
  desk.io.full = true;
  workspace.overwrite();
  desk.io.full = false;
  workspace.save_as(desk.folder.path / "other.limber");
  CHECK(workspace.running());
}

// cat.png held our JSON, and no picture viewer could show it.
TEST_CASE("a drawing is not saved under the name of a picture or a formula") {
  Desk desk;
  Workspace& workspace = desk.workspace;
  for (const char* name : {"cat.jpg", "cat.JPG", "cat.tiff", "cat.curve", "cat.pull"}) {
    workspace.show(Dialog::save_as);
    workspace.save_as(desk.folder.path / name);
    CAPTURE(name);
    CHECK(!fs::exists(desk.folder.path / name));
    CHECK(says(workspace, ".limber"));
    CHECK(workspace.dialog() == Dialog::save_as);
    CHECK(workspace.path() == desk.path);
  }
}

TEST_CASE("saving under the name of a picture leads to the export, with that name") {
  Desk desk;
  Workspace& workspace = desk.workspace;
  for (const char* name : {"cat.png", "cat.svg", "cat.pdf", "cat.PNG", "cat.webp", "cat.dxf"}) {
    CAPTURE(name);
    workspace.show(Dialog::save_as);
    workspace.save_as(desk.folder.path / name);
    CHECK(!fs::exists(desk.folder.path / name));
    CHECK(workspace.dialog() == Dialog::export_as);
    CHECK(workspace.export_path() == desk.folder.path / name);
    CHECK(workspace.path() == desk.path);
    workspace.close_dialog();
    CHECK(workspace.export_path() != desk.folder.path / name);
  }
  // What waited for the save is not done: nothing was saved.
  desk.change();
  workspace.quit();
  workspace.save_as(desk.folder.path / "cat.png");
  CHECK(workspace.export_as(desk.folder.path / "cat.png", workspace.export_choices()));
  CHECK(workspace.running());
  CHECK(workspace.editor().modified());
}

TEST_CASE("an export is written, remembered, and done again by one key") {
  Desk desk;
  Workspace& workspace = desk.workspace;
  PreferencesFile preferences(desk.folder.path / "preferences.json", desk.io);
  workspace.use(preferences);
  workspace.export_again();  // nothing was exported yet: asks
  CHECK(workspace.dialog() == Dialog::export_as);
  ExportChoices choices = workspace.export_choices();
  choices.scale = 2;
  choices.marks = false;
  const fs::path file = desk.folder.path / "out.dxf";
  REQUIRE(workspace.export_as(file, choices));
  CHECK(workspace.dialog() == Dialog::none);
  CHECK(says(workspace, "Exported out.dxf"));
  CHECK(says(workspace, "mm"));
  CHECK(!workspace.editor().modified());
  CHECK(workspace.export_choices().ending == ".dxf");
  CHECK(workspace.export_choices().scale == 2);
  CHECK(!load_preferences(preferences.path()).preferences.exporting.marks);
  fs::remove(file);
  workspace.handle(key("Ctrl+E"));
  CHECK(fs::exists(file));
  CHECK(workspace.dialog() == Dialog::none);
  // What cannot be written is told, and nothing half of it stays.
  CHECK(!workspace.export_as(desk.folder.path / "no" / "such.svg", choices));
  CHECK(!workspace.export_as(desk.folder.path / "out.xyz", choices));
  CHECK(says(workspace, "svg, pdf"));
  desk.io.full = true;
  CHECK(!workspace.export_as(desk.folder.path / "full.svg", choices));
  CHECK(!fs::exists(desk.folder.path / "full.svg"));
}

TEST_CASE("a name with another ending, or none, gets ours") {
  Desk desk;
  Workspace& workspace = desk.workspace;
  for (const auto& [typed, made] :
       {std::pair("cat", "cat.limber"), std::pair("cat.v2", "cat.v2.limber"),
        std::pair("cat.limber", "cat.limber"), std::pair("Cat.LIMBER", "Cat.LIMBER"),
        std::pair("St. Ives", "St. Ives.limber")}) {
    workspace.save_as(desk.folder.path / typed);
    CHECK(workspace.path() == desk.folder.path / made);
    CHECK(fs::exists(desk.folder.path / made));
  }
}

// First one had to decide about one's work, and only then heard that there was nothing to open.
TEST_CASE("what cannot be opened is said before anything is asked") {
  Desk desk;
  Workspace& workspace = desk.workspace;
  desk.change();
  std::ofstream(desk.folder.path / "broken.limber") << "{ no";
  for (const char* name : {"missing.limber", "broken.limber"}) {
    workspace.open(desk.folder.path / name);
    CHECK(workspace.dialog() == Dialog::none);
    CHECK(says(workspace, "Cannot open"));
    CHECK(says(workspace, name));
  }
  CHECK(workspace.editor().modified());
}

TEST_CASE("what is opened after the question is the file as it is then") {
  Desk desk;
  Workspace& workspace = desk.workspace;
  const std::string before = desk.on_disk();
  desk.change();
  workspace.open(desk.path);
  REQUIRE(workspace.dialog() == Dialog::unsaved);
  workspace.save_then_go_on();
  CHECK(desk.on_disk() != before);
  CHECK(saved(workspace.editor().document(), workspace.editor().view()) == desk.on_disk());
  workspace.save();
  CHECK(workspace.dialog() == Dialog::none);  // nobody else has changed it
}
