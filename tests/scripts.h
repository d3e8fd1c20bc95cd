// Pull scripts for tests: read, and played to their end without a window.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/document/document.h"
#include "app/script/player.h"
#include "app/script/script.h"

namespace limber {

const Document& empty_paper();              // no curve on it; the built-in types and kinds
Document drawing(const std::string& name);  // of data/drawings; must be there
Script script(const std::string& text);     // fails the test when the text is wrong

// Everything a script does, to its end.
struct Played {
  Document document;
  std::int64_t ticks = 0;
  std::vector<std::uint64_t> hashes;  // every one it meets
  int wrong = 0;                      // of those, not the one written there
  std::string recording;
};
Played play(const Document& document, const Script& what);
Played play(const Document& document, const std::string& text);

}  // namespace limber
