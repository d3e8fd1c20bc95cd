// The one table of what a person can do: id, title, keys, place in the menu, help. Menus, tooltips,
// key handling and the list of keys come from it, so none of them can disagree.
//
// A key is bound by what it types: "%" is that character, whichever keys type it; letters, and what
// is held with Ctrl, are the key of that name. keys.h changes them by a person's choice.
//
// Law: no two commands share a key (a test looks).
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/document.h"
#include "app/editor/events.h"

namespace limber {

class Workspace;

struct Command {
  std::string id;                               // "edit.undo"; for scripts and for remembered keys
  std::string title;                            // "Undo"
  std::vector<Chord> keys;                      // the first is shown
  std::string menu;                             // "Edit"; empty: in no menu
  std::string submenu;                          // "Open recent": in that one within the menu
  std::string help;                             // one line
  std::string icon;                             // of data/icons, or empty
  bool rule_after = false;                      // a line under it in the menu
  bool within_gesture = false;                  // a gesture goes on, or the command cancels it
  void (*act)(Workspace&) = nullptr;            // null: one of the last four
  bool (*enabled)(const Workspace&) = nullptr;  // null: always
  bool (*checked)(const Workspace&) = nullptr;  // null: it is no switch
  std::string curve_type;                       // its drawing tool
  std::vector<std::string> kinds;               // of constraints that its tool makes
  std::string example;                          // a drawing inside the program, to open
  std::filesystem::path file;                   // a drawing to open
};

// Menus from left to right.
const std::vector<std::string>& menu_names();

// All commands: the fixed ones, one for each recent file, a tool for each kind of constraint and
// for each curve type of the drawing, an entry for each example and for each formula kept.
std::vector<Command> make_commands(const Document& document,
                                   std::span<const std::filesystem::path> recent = {},
                                   std::span<const std::filesystem::path> kept = {});

// What this press chooses, or null.
const Command* find_command(const std::vector<Command>& commands, const KeyEvent& press);
const Command* find_command(const std::vector<Command>& commands, std::string_view id);

bool is_enabled(const Command& command, const Workspace& workspace);
void run(const Command& command, Workspace& workspace);

}  // namespace limber
