#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "app/drawing/assets.h"
#include "app/edits/line.h"
#include "app/files/replay.h"
#include "tests/app_fixture.h"

using namespace limber;

TEST_CASE("no two commands share a key, and none has a key that cannot be read") {
  std::map<Chord, std::string> owner;
  for (const Command& command : make_commands(fresh_document()))
    for (const Chord& chord : command.keys) {
      CAPTURE(command.id);
      CHECK(chord.key != key_none);
      const auto [found, is_new] = owner.emplace(chord, command.id);
      CHECK_MESSAGE(is_new, name_of(chord), " is also ", found->second);
    }
}

TEST_CASE("commands have unique ids, a title, help, a menu that exists and an icon that exists") {
  std::set<std::string> ids;
  std::set<std::string_view> icons;
  for (const std::string_view file : assets_ending_in(".svg"))
    icons.insert(file.substr(0, file.size() - 4));
  const std::filesystem::path recent[] = {"/a/crank.limber", "/b/crank.limber"};
  for (const Command& command : make_commands(fresh_document(), recent)) {
    CAPTURE(command.id);
    CHECK(ids.insert(command.id).second);
    CHECK(!command.title.empty());
    CHECK(!command.help.empty());
    const auto& menus = menu_names();
    if (!command.menu.empty()) CHECK(std::count(menus.begin(), menus.end(), command.menu) == 1);
    if (!command.icon.empty()) CHECK(icons.contains(command.icon));
    CHECK((command.act != nullptr) + !command.curve_type.empty() + !command.kinds.empty() +
              !command.example.empty() + !command.file.empty() ==
          1);
  }
}

TEST_CASE("every curve type of the library has a drawing tool") {
  const std::vector<Command> commands = make_commands(fresh_document());
  for (const std::string& type : fresh_document().library->names())
    CHECK(find_command(commands, "draw." + type) != nullptr);
}

TEST_CASE("chords are read and named the same way round") {
  for (const char* name :
       {"Ctrl+Z", "Ctrl+Shift+Z", "F", "F1", "Space", "Delete", "Shift+1", "-", "Esc", "."})
    CHECK(name_of(parse_chord(name)) == name);
  CHECK(parse_chord("Ctrl+Z") == Chord{'z', {true, false, false}});
  CHECK(parse_chord("+").key == '+');
  CHECK(parse_chord("nonsense").key == key_none);
}

TEST_CASE("every command runs on an empty drawing and on a full one without harm") {
  Io io;
  for (const bool full : {false, true}) {
    Workspace workspace(fresh_document(), io);
    if (full) workspace.open_example("welcome.limber");
    for (const Command& command : std::vector<Command>(workspace.commands())) {
      CAPTURE(command.id);
      run(command, workspace);
      workspace.close_dialog();
      workspace.editor().advance(0.05);
      CHECK(to_json(workspace.editor().document()));
    }
  }
}

// The table of commands stands on that of verbs: what a command does to a drawing is lines of it.
TEST_CASE("whatever a command changes is said by verbs, and these lead to the same drawing") {
  Io io;
  Workspace workspace(fresh_document(), io);
  std::set<std::string> used;
  for (const Command& command : make_commands(fresh_document())) {
    CAPTURE(command.id);
    workspace.editor().open(*from_json(asset("four-bar.limber"), fresh_document()));
    Editor& editor = workspace.editor();
    for (const char* line : {"draw line as one a.x=0 b.x=9", "draw path as two", "text Hello at 3 3 as title",
                             "style one fill=red"})
      do_edit(editor, line);
    editor.select_all();
    const Document before = editor.document();
    std::vector<std::string> lines;
    editor.set_journal([&](std::string_view line) { lines.emplace_back(line); });
    run(command, workspace);
    editor.finish_gesture();
    editor.set_playing(false);
    editor.come_to_rest();
    editor.set_journal({});
    workspace.close_dialog();
    if (editor.history().size() == 1) continue;  // it opened another drawing
    for (std::string line : lines) {
      for (const char* how : {"amend ", "instead ", "meanwhile "})
        if (line.starts_with(how)) line = line.substr(line.find(' ') + 1);
      const std::string verb = line.substr(0, line.find(' '));
      const bool of_the_journal = verb == "begin" || verb == "end" || verb == "undo" || verb == "redo";
      CHECK_MESSAGE((of_the_journal || is_edit_verb(verb)), line);
      if (!of_the_journal) used.insert(verb);
    }
    if (std::find(lines.begin(), lines.end(), "undo") != lines.end()) continue;  // of what was before
    CHECK(saved(replay(before, lines).document) == saved(editor.document()));
  }
  CHECK(used.size() > 15);
}
