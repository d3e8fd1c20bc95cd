#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

#include "app/files/preferences.h"
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
  chosen.window = {900, 700};
  chosen.recent = {"/a b/\"c\".limber", "/d\u00e9.limber"};
  chosen.keys = {{"edit.undo", {"Ctrl+Z", "F5"}}, {"view.grid", {}}};
  REQUIRE(save_preferences(file, chosen, io));
  const PreferencesRead read = load_preferences(file);
  CHECK(read.complaints.empty());
  CHECK(read.preferences.theme == "dark");
  CHECK(!read.preferences.grid);
  CHECK(read.preferences.window == std::pair(900, 700));
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
