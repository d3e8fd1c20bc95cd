#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

#include "app/editor/keys.h"
#include "app/files/preferences_file.h"
#include "tests/app_fixture.h"
#include "tests/failing_io.h"
#include "tests/scratch_folder.h"

using namespace limber;
namespace fs = std::filesystem;

TEST_CASE("preferences come back as they were written") {
  const ScratchFolder folder;
  Io io;
  const fs::path file = folder.path / "config" / "preferences.json";
  CHECK(load_preferences(file).complaints.empty());  // nobody has chosen anything yet
  Preferences chosen;
  chosen.theme = "dark";
  chosen.grid = false;
  chosen.scale = 1.5;
  chosen.window = {900, 700};
  chosen.panes = {"outline", "mechanism"};
  chosen.pace = 0.25;
  chosen.recent = {"/a b/\"c\".limber", "/d\u00e9.limber"};
  chosen.keys = {{"edit.undo", {"Ctrl+Z", "F5"}}, {"view.grid", {}}};
  chosen.importing = {true, 0.05};
  chosen.exporting.tolerance = 0.2;
  REQUIRE(save_preferences(file, chosen, io));
  const PreferencesRead read = load_preferences(file);
  CHECK(read.preferences.importing == chosen.importing);
  CHECK(read.preferences.exporting == chosen.exporting);
  CHECK(read.complaints.empty());
  CHECK(read.preferences.theme == "dark");
  CHECK(!read.preferences.grid);
  CHECK(read.preferences.scale == 1.5);
  CHECK(read.preferences.window == std::pair(900, 700));
  CHECK(read.preferences.panes == chosen.panes);
  CHECK(read.preferences.pace == 0.25);
  CHECK(read.preferences.recent == chosen.recent);
  CHECK(read.preferences.keys == chosen.keys);
  CHECK(preferences_text(read.preferences) == preferences_text(chosen));
}

TEST_CASE("members of a later version stay, whatever they hold") {
  const std::string later =
      "{\"theme\": \"dark\", \"pen\": {\"width\": [1.5, null, true], \"name\": \"a\\nb\"}, "
      "\"zoom\": -0.0}";
  const PreferencesRead read = read_preferences(later);
  CHECK(read.complaints.empty());
  const std::string text = preferences_text(read.preferences);
  CHECK(text.find("\"pen\": {\"width\": [1.5, null, true], \"name\": \"a\\nb\"}") != text.npos);
  CHECK(text.find("\"zoom\": -0.0") != text.npos);
  CHECK(preferences_text(read_preferences(text).preferences) == text);
}

TEST_CASE("what makes no sense is passed over with a sentence, the rest counts") {
  const PreferencesRead read = read_preferences(
      "{\"theme\": \"pink\",\n \"grid\": 1,\n \"window\": [10, 1e9],\n \"recent\": [1],\n"
      " \"keys\": {\"a\": \"b\"},\n \"grid2\": 5}");
  CHECK(read.complaints.size() == 5);
  CHECK(read.complaints[0] == "line 1: theme should be \"light\", \"dark\" or \"contrast\".");
  CHECK(read.complaints[2].starts_with("line 3: window should be two whole numbers"));
  CHECK(preferences_text(read.preferences).find("\"grid2\": 5") != std::string::npos);
  CHECK(read.preferences.theme == "light");
  CHECK(read.preferences.window == std::pair(1280, 800));
  for (const char* text : {"", "[]", "{", "{\"theme\": \"dark\", \"theme\": \"dark\"}", "\xff"}) {
    const PreferencesRead broken = read_preferences(text);
    CHECK(broken.complaints.size() == 1);
    CHECK(broken.preferences.theme == "light");
  }
}

TEST_CASE("recent files: each once, the newest first, twenty of them") {
  Preferences preferences;
  for (int i = 0; i < 30; ++i) add_recent(preferences, "/a/" + std::to_string(i));
  add_recent(preferences, "/a/b/../25");
  CHECK(preferences.recent.size() == most_recent_files);
  CHECK(preferences.recent[0] == "/a/25");
  CHECK(preferences.recent[1] == "/a/29");
  CHECK(std::count(preferences.recent.begin(), preferences.recent.end(), "/a/25") == 1);
  add_recent(preferences, "/a/\xff");  // JSON has no way to write it
  CHECK(preferences.recent[0] == "/a/25");
}

TEST_CASE("a broken file is complained about, and kept beside when it is written again") {
  const ScratchFolder folder;
  Io io;
  const fs::path file = folder.path / "preferences.json";
  std::ofstream(file) << "{ no";
  CHECK(load_preferences(file).complaints.size() == 1);
  REQUIRE(save_preferences(file, {}, io));
  CHECK(load_preferences(file).complaints.empty());
  std::ifstream backup(file.string() + ".bak");
  std::string words;
  std::getline(backup, words);
  CHECK(words == "{ no");
  FailingIo full(4, ENOSPC, true);
  CHECK(!save_preferences(file, {}, full));
  CHECK(load_preferences(file).complaints.empty());
}

namespace {

// A start of the program, up to its window: a workspace that remembers.
struct Start {
  explicit Start(const fs::path& home)
      : file(preferences_path([home = home.string()](const char* variable) {
               return std::string_view(variable) == "XDG_CONFIG_HOME" ? home.c_str() : nullptr;
             }),
             io) {
    workspace.use(file);
  }
  void run(const char* id) { limber::run(*find_command(workspace.commands(), id), workspace); }
  Io io;
  PreferencesFile file;
  Workspace workspace{fresh_document(), io};
};

}  // namespace

TEST_CASE("what stands beside the paper, and the pace of play, are those of the last start") {
  const ScratchFolder folder;
  {
    Start start(folder.path);
    CHECK(!start.workspace.outline_shown());
    start.workspace.show_outline(true);
    start.workspace.show_pane(Pane::history, true);
    start.workspace.show_pane(Pane::mechanism, true);
    start.workspace.show_pane(Pane::mechanism, false);
    start.workspace.show_pane(Pane::palette, true);  // asked for each time
    start.workspace.choose_pace(0.5);
  }
  Start again(folder.path);
  CHECK(again.workspace.outline_shown());
  CHECK(again.workspace.pane_shown(Pane::history));
  CHECK(!again.workspace.pane_shown(Pane::mechanism));
  CHECK(!again.workspace.pane_shown(Pane::palette));
  CHECK(again.workspace.editor().pace() == 0.5);
  for (const char* wrong : {"{\"panes\": [\"kitchen\"]}", "{\"panes\": 3}", "{\"pace\": 0}",
                            "{\"pace\": \"fast\"}"})
    CHECK(read_preferences(wrong).complaints.size() == 1);
}

TEST_CASE("theme, grid, window and recent files are remembered at the next start") {
  const ScratchFolder folder;
  const fs::path drawing = folder.path / "crank.limber";
  {
    Start first(folder.path);
    CHECK(first.workspace.editor().theme().name == "light");
    CHECK(first.workspace.editor().grid_shown());
    first.run("view.dark");
    first.run("view.grid");
    first.workspace.choose_window(900, 700);
    first.workspace.save_as(drawing);
    CHECK(first.workspace.dialog() == Dialog::none);
  }
  Start next(folder.path);
  CHECK(next.workspace.dialog() == Dialog::none);
  CHECK(next.workspace.editor().theme().name == "dark");
  CHECK(!next.workspace.editor().grid_shown());
  REQUIRE(next.workspace.open_first(drawing));
  CHECK(next.file.now().recent == std::vector{drawing});
  next.workspace.new_drawing();
  CHECK(next.file.now().window == std::pair(900, 700));
  next.run("recent.1");
  CHECK(next.workspace.path() == drawing);
  // A file that is gone is told of, and leaves the list.
  next.workspace.new_drawing();
  fs::remove(drawing);
  next.run("recent.1");
  CHECK(next.workspace.editor().message().starts_with("Cannot open"));
  CHECK(!find_command(next.workspace.commands(), "recent.1"));
  CHECK(Start(folder.path).file.now().recent.empty());
}

TEST_CASE("what the command line asks for is not remembered until it is chosen by hand") {
  const ScratchFolder folder;
  {
    Start first(folder.path);
    first.workspace.editor().set_theme(dark_theme());  // as --theme does
    first.run("view.grid");
  }
  CHECK(Start(folder.path).workspace.editor().theme().name == "light");
  CHECK(!Start(folder.path).workspace.editor().grid_shown());
  {
    Start second(folder.path);
    second.workspace.editor().set_theme(contrast_theme());
    second.run("view.dark");
  }
  CHECK(Start(folder.path).workspace.editor().theme().name == "dark");
}

TEST_CASE("two windows remember what both chose") {
  const ScratchFolder folder;
  Start one(folder.path), two(folder.path);
  one.run("view.dark");
  two.run("view.grid");
  Start next(folder.path);
  CHECK(next.workspace.editor().theme().name == "dark");
  CHECK(!next.workspace.editor().grid_shown());
}

TEST_CASE("a broken file is told of at one start, and stays as .bak through all that follow") {
  const ScratchFolder folder;
  const fs::path file = folder.path / "limber" / "preferences.json";
  fs::create_directories(file.parent_path());
  std::ofstream(file) << "{\"theme\": \"dark\"";
  {
    Start first(folder.path);
    CHECK(first.workspace.dialog() == Dialog::notice);
    CHECK(first.workspace.notice().find("preferences.json.bak") != std::string::npos);
    first.workspace.open_example("welcome.limber");
    CHECK(first.workspace.dialog() == Dialog::notice);  // until it was read
    first.run("view.grid");
    first.run("view.dark");
  }
  Start next(folder.path);
  CHECK(next.workspace.dialog() == Dialog::none);
  CHECK(next.workspace.editor().theme().name == "dark");
  CHECK(read_file(file.string() + ".bak")->bytes == "{\"theme\": \"dark\"");
}

TEST_CASE("keys of the file are those of the commands, and wrong ones are told") {
  const ScratchFolder folder;
  const fs::path file = folder.path / "limber" / "preferences.json";
  fs::create_directories(file.parent_path());
  std::ofstream(file) << "{\"keys\": {\"view.dark\": [\"%\"], \"view.drak\": [\"F9\"]}}";
  Start start(folder.path);
  CHECK(start.workspace.notice().find("keys: There is no command view.drak. Did you mean "
                                      "view.dark?") != std::string::npos);
  start.workspace.close_dialog();
  CHECK(start.workspace.handle(key("%")));
  CHECK(start.workspace.editor().theme().dark);
  CHECK(!start.workspace.handle(key("Ctrl+Shift+L")));
  CHECK(start.file.now().keys.contains("view.drak"));  // a later version may know it
}

TEST_CASE("a folder that cannot be written to is told of once; the choice holds for this start") {
  const ScratchFolder folder;
  std::ofstream(folder.path / "limber") << "a file where the folder should be";
  Start start(folder.path);
  start.run("view.dark");
  CHECK(start.workspace.editor().theme().dark);
  CHECK(start.workspace.editor().message().find("limber") != std::string::npos);
  CHECK(start.workspace.dialog() == Dialog::none);
  start.workspace.editor().say("");
  start.run("view.grid");
  CHECK(start.workspace.editor().message().empty());
}

TEST_CASE("without a home nothing is remembered, and nothing is said") {
  Io io;
  PreferencesFile file(preferences_path([](const char*) { return nullptr; }), io);
  Workspace workspace(fresh_document(), io);
  workspace.use(file);
  workspace.choose_theme(dark_theme());
  CHECK(workspace.dialog() == Dialog::none);
  CHECK(file.now().theme == "dark");
}
