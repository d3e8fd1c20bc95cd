// What the palette finds: every command of the table (tools, curve types, constraint kinds, examples,
// recent files among them), every thing of the drawing by its name, every page of help.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/document.h"
#include "app/editor/commands.h"

namespace limber {

struct PaletteEntry {
  std::string title;
  std::string aside;    // what it is: the menu, the sort of thing
  std::string help;     // searched too, after the title
  std::string key;      // of a command: its first
  std::string command;  // its id; or
  ThingId thing;        // a thing of the drawing; or
  std::string page;     // a page of help
};

std::vector<PaletteEntry> palette_entries(const std::vector<Command>& commands, const Document& document);

// How well the words fit an entry; 0: not at all. Each of them must be found: at the beginning of the
// title, of one of its words, within it, in what is said of it, or letter by letter in the title.
int fit_of(const PaletteEntry& entry, std::string_view words);

// Those that fit, the best first; of equals those used lately, then as they came. Without words: those
// used lately, then all. `recent`: ids of commands, the newest first.
std::vector<const PaletteEntry*> found_in(const std::vector<PaletteEntry>& all, std::string_view words,
                                          std::span<const std::string> recent);

}  // namespace limber
