// Paths kept in files of their own: `move a file "path.csv" in 2s`. A file has x,y on each line;
// with a heading, the first columns whose names end in x and y are taken, so that what simulate or
// pull printed can be followed again.
//
// A script may come from anywhere: files are looked for below its own folder only, and no link
// leads out of it.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "app/script/script.h"

namespace limber {

Result<std::vector<Point>> parse_path(std::string_view text);

// The script with the places of all its path files in it.
Result<Script> read_paths(Script script, const std::filesystem::path& folder);

}  // namespace limber
