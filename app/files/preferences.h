// What a person chose, kept from one start to the next: preferences.json in the program's config
// folder (xdg.h). People may edit it by hand.
//
//   {
//     "theme": "dark",                     light, dark or contrast
//     "grid": true,                        shown
//     "scale": 1.25,                       of the interface, 0.75 to 3
//     "window": [1280, 800],               size in points
//     "panes": ["outline", "history"],     shown beside the paper; also "mechanism", the bar of play
//     "pace": 0.5,                         of play, 0.1 to 2: seconds of the drawing a second
//     "renderer": "auto",                  who draws: auto, gl or raster
//     "export": {"format": ".svg", ...},   how a drawing was exported the last time
//     "import": {"attach": false, ...},    how files of other programs are read
//     "recent": ["/home/a/crank.limber"],  files opened or saved, the newest first
//     "keys": {"edit.undo": ["Ctrl+Z"]}    commands whose keys are others than usual
//   }
//
// Laws: a member that makes no sense is passed over with a sentence, the others count; members this
// version does not know stay in the file as they are; what is read is written as the same values.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/files/io.h"
#include "app/files/json.h"

namespace limber {

inline constexpr std::size_t most_recent_files = 20;

// How a drawing is given away.
struct ExportChoices {
  std::string ending = ".svg";
  bool film = false;  // where the ending holds pictures and films
  bool selection = false, page = false;  // only what is chosen; the page instead of all that is drawn
  bool background = true, marks = true;
  double scale = 1, density = 300;  // times true size; pixels to the inch
  double rate = 30, seconds = 0;    // of films: frames a second; 0: one round
  double tolerance = 0.01;          // mm, of curves that are written as Beziers
  bool operator==(const ExportChoices&) const = default;
};

// How files of other programs are read.
struct ImportChoices {
  bool attach = false;  // ends of curves that meet become attachments
  double fit = 0;       // points of a table become a path so near to them, mm; 0: a polyline
  bool operator==(const ImportChoices&) const = default;
};

struct Preferences {
  std::string theme = "light";
  bool grid = true;
  double scale = 1;  // of the interface
  std::pair<int, int> window = {1280, 800};
  std::vector<std::string> panes;
  double pace = 1;
  std::string renderer = "auto";
  ExportChoices exporting;
  ImportChoices importing;
  std::vector<std::filesystem::path> recent;
  std::map<std::string, std::vector<std::string>> keys;  // by id of the command
  std::vector<std::pair<std::string, Json>> unknown;     // in the order of the file
};

struct PreferencesRead {
  Preferences preferences;
  std::vector<std::string> complaints;  // a sentence for each thing passed over
};
PreferencesRead read_preferences(std::string_view text);
std::string preferences_text(const Preferences& preferences);

void add_recent(Preferences& preferences, const std::filesystem::path& path);

// A file that is not there, or cannot be read, gives the usual preferences; only the latter is
// complained about. What a file held that is complained about stays beside it as .bak when it is
// written again.
PreferencesRead load_preferences(const std::filesystem::path& file);
Result<bool> save_preferences(const std::filesystem::path& file, const Preferences& preferences,
                              Io& io);

}  // namespace limber
